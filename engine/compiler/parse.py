"""Read tokens by the grammar: every reading of every nonterminal at every place, each worked out once.

Memoised descent over all alternatives. The number of readings kept and the work done are bounded, and both bounds
are loud, so that any text at all is dealt with in bounded time and memory.
"""

from dataclasses import dataclass, field

from engine.compiler.errors import ReadingLimit
from engine.compiler.lexer import Token
from engine.compiler.syntax import (
    Branch,
    Capital,
    Element,
    Grammar,
    Leaf,
    Options,
    Part,
    Pattern,
    Pick,
    Production,
    Slot,
    Syntax,
    Word,
)

MOST_READINGS = 64
"""Readings kept of one nonterminal over one stretch; more means that the grammar cannot tell what is meant."""
MOST_DEPTH = 90
"""Nonterminals that may stand inside one another; printed abilities need less than 40."""
MOST_WORK = 100_000
"""Element matches tried for one ability; printed abilities need less than 2,000."""


def keys_of(token: Token) -> tuple[str, ...]:
    """Give the keys under which a token is looked up: its text and what kind of token it is."""
    text = token.text
    keys = [text]
    if token.initial and token.lowered != text:
        keys.append(token.lowered)
    if text.isdecimal():
        keys.append("#number")
    elif text[0] in "+-" and text[1:].isdecimal():
        keys.append("#signed")
    elif text[0].isupper() or text[0].isdecimal():
        keys.append("#capital")
    else:
        keys.append("#other")
    return tuple(keys)


class CompiledGrammar:
    """A grammar with, for each nonterminal, its productions by the token that they can start with."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._starts: dict[str, frozenset[str]] = {}
        self._empty: set[str] = set()
        self._find_starts()
        self.index: dict[str, dict[str, tuple[Production, ...]]] = {}
        self.always: dict[str, tuple[Production, ...]] = {}
        for nonterminal, productions in grammar.productions.items():
            table: dict[str, list[Production]] = {}
            loose: list[Production] = []
            for production in productions:
                keys, empty = self._start(production.pattern)
                if empty:
                    loose.append(production)
                for key in keys:
                    table.setdefault(key, []).append(production)
            self.index[nonterminal] = {key: tuple(found) for key, found in table.items()}
            self.always[nonterminal] = tuple(loose)
        self.vocabulary = frozenset(key for table in self.index.values() for key in table if not key.startswith("#")) | frozenset(
            word for productions in grammar.productions.values() for p in productions for word in _literals(p.pattern)
        )

    def _find_starts(self) -> None:
        names = self.grammar.productions.keys() | self.grammar.lexicals.keys()
        self._starts = {name: frozenset() for name in names}
        for name, (_, keys) in self.grammar.lexicals.items():
            self._starts[name] = keys - {"#empty"}
            if "#empty" in keys:
                self._empty.add(name)
        changed = True
        while changed:
            changed = False
            for name, productions in self.grammar.productions.items():
                found = set(self._starts[name])
                for production in productions:
                    more, empty = self._start(production.pattern)
                    found |= more
                    if empty and name not in self._empty:
                        self._empty.add(name)
                        changed = True
                if found != self._starts[name]:
                    self._starts[name] = frozenset(found)
                    changed = True

    def _start(self, pattern: Pattern) -> tuple[set[str], bool]:
        """Give the keys that a sequence can start with, and whether it can be empty."""
        keys: set[str] = set()
        for element in pattern:
            empty = False
            if isinstance(element, Word):
                keys.add(element.text)
            elif isinstance(element, Capital):
                empty = True
            elif isinstance(element, Slot):
                if element.nonterminal not in self._starts:
                    raise ValueError(f"the grammar names {element.nonterminal!r}, which no production makes; check the spelling")
                keys |= self._starts[element.nonterminal]
                empty = element.nonterminal in self._empty
            else:
                for option in element.options:
                    more, nothing = self._start(option)
                    keys |= more
                    empty = empty or nothing
            if not empty:
                return keys, False
        return keys, True


def _literals(pattern: Pattern) -> list[str]:
    words: list[str] = []
    for element in pattern:
        if isinstance(element, Word):
            words.append(element.text)
        elif isinstance(element, Options):
            for option in element.options:
                words.extend(_literals(option))
    return words


Readings = tuple[tuple[Syntax, int], ...]


@dataclass(slots=True)
class Parser:
    """The readings of one stretch of tokens."""

    grammar: CompiledGrammar
    tokens: tuple[Token, ...]
    furthest: int = 0
    """The first token that no reading got past."""
    work: int = 0
    deepest: int = 0
    """How many nonterminals stood inside one another."""
    _memo: dict[tuple[str, int], Readings] = field(default_factory=dict)
    _keys: list[tuple[str, ...]] = field(default_factory=list)
    _active: set[tuple[str, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._keys = [keys_of(token) for token in self.tokens]

    def whole(self, nonterminal: str, start: int = 0, end: int | None = None) -> tuple[Syntax, ...]:
        """Give every reading of the nonterminal that covers the tokens from *start* to *end*.

        :raises ReadingLimit: there is too much to read.
        """
        last = len(self.tokens) if end is None else end
        return tuple(node for node, stop in self.readings(nonterminal, start) if stop == last)

    def readings(self, nonterminal: str, at: int) -> Readings:
        """Give every reading of the nonterminal from a token on, with the token it ends before.

        :raises ReadingLimit: there is too much to read.
        """
        key = nonterminal, at
        known = self._memo.get(key)
        if known is not None:
            return known
        if key in self._active:
            raise ValueError(f"the grammar comes back to {nonterminal!r} without reading a word; a list has to go on at its end")
        if len(self._active) >= MOST_DEPTH:
            raise ReadingLimit(f"phrases stand inside one another more than {MOST_DEPTH} deep")
        self._active.add(key)
        self.deepest = max(self.deepest, len(self._active))
        try:
            found = self._read(nonterminal, at)
        finally:
            self._active.discard(key)
        self._memo[key] = found
        return found

    def _read(self, nonterminal: str, at: int) -> Readings:
        lexical = self.grammar.grammar.lexicals.get(nonterminal)
        if lexical is not None:
            return tuple(
                (Leaf(tuple(token.text for token in self.tokens[at:end]), at, end, value), end)
                for end, value in lexical[0](self.tokens, at)
            )
        found: list[tuple[Syntax, int]] = []
        for production in self._candidates(nonterminal, at):
            for parts, end in self._sequence(production.pattern, at):
                found.append((Branch(production, parts, at, end), end))
        if len(found) > MOST_READINGS:
            ends: dict[int, int] = {}
            for _, end in found:
                ends[end] = ends.get(end, 0) + 1
            if max(ends.values()) > MOST_READINGS:
                raise ReadingLimit(f"more than {MOST_READINGS} readings of one stretch of text as {nonterminal}")
        return tuple(found)

    def _candidates(self, nonterminal: str, at: int) -> list[Production]:
        candidates = list(self.grammar.always[nonterminal])
        if at < len(self.tokens):
            table = self.grammar.index[nonterminal]
            for key in self._keys[at]:
                for production in table.get(key, ()):
                    if production not in candidates:
                        candidates.append(production)
        return candidates

    def _sequence(self, pattern: Pattern, at: int) -> list[tuple[tuple[Part, ...], int]]:
        states: list[tuple[tuple[Part, ...], int]] = [((), at)]
        for element in pattern:
            if isinstance(element, Capital):
                continue
            self.work += len(states)
            if self.work > MOST_WORK:
                raise ReadingLimit(f"more than {MOST_WORK} steps to read one ability")
            if isinstance(element, Word):
                states = [(parts, end + 1) for parts, end in states if self._matches(element.text, end)]
            else:
                states = [((*parts, part), stop) for parts, end in states for part, stop in self._element(element, end)]
            if not states:
                break
        return states

    def _matches(self, word: str, at: int) -> bool:
        if at >= len(self.tokens):
            return False
        if at > self.furthest:
            self.furthest = at
        token = self.tokens[at]
        return token.text == word or (token.initial and token.lowered == word)

    def _element(self, element: Element, at: int) -> list[tuple[Part, int]]:
        if isinstance(element, Slot):
            return list(self.readings(element.nonterminal, at))
        assert isinstance(element, Options)
        return [
            (Pick(index, parts), end) for index, option in enumerate(element.options) for parts, end in self._sequence(option, at)
        ]
