"""Describe productions as data that parse and print, and the syntax trees that they make.

A pattern is written in a small notation (an example a line)::

    deal {amount:amount} damage to {to:target}      words, and slots that hold another nonterminal
    [get|gets] {changes:changes}                     one of several wordings; which one is kept, so that it prints back
    put it on the {end=top|bottom} of your deck      the same, with the wording passed on under a name
    draw a card[ for each {each:counted}|]           an alternative may be empty and may hold slots
    <draw> a card                                    a verb that agrees: the nonterminal gets it as "draw", and the
                                                     nonterminal with "s" added gets it as "draws"
    ^{sentence:sentence}.                            what follows starts with a capital
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from corpus.refs import Span
from engine.compiler.lexer import Token


@dataclass(frozen=True, slots=True)
class Word:
    """A word or mark that has to stand there."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for another nonterminal."""

    name: str
    nonterminal: str


@dataclass(frozen=True, slots=True)
class Options:
    """One of several sequences of elements."""

    name: str | None
    """The name under which the chosen words are passed on, if they are."""
    options: tuple["Pattern", ...]


@dataclass(frozen=True, slots=True)
class Capital:
    """The next word starts with a capital letter."""


Element = Word | Slot | Options | Capital
Pattern = tuple[Element, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Production:
    """One way to say something: what it is, how it is worded, and what it means."""

    nonterminal: str
    wording: str
    pattern: Pattern
    lower: Callable[..., Any]
    """Called with the scope and one keyword argument a slot or named option; see ``Scope.lower``."""
    lazy: bool = False
    """Whether ``lower`` gets the syntax of its slots, and lowers them itself."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """Tokens that a lexical nonterminal took as they are."""

    words: tuple[str, ...]
    start: int
    end: int
    value: Any = None


@dataclass(frozen=True, slots=True)
class Pick:
    """Which option of an ``Options`` was read, and what its slots hold."""

    index: int
    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A production with what its slots and options hold."""

    production: Production
    parts: tuple["Part", ...]
    start: int
    end: int
    """Tokens covered, half open."""

    def slots(self) -> dict[str, Any]:
        """Give slots and named options by name: syntax for a slot, the chosen words for an option."""
        found: dict[str, Any] = {}
        _collect(self.production.pattern, self.parts, found)
        return found


Syntax = Branch | Leaf
Part = Branch | Leaf | Pick


def _collect(pattern: Pattern, parts: Iterable[Part], found: dict[str, Any]) -> None:
    held = iter(parts)
    for element in pattern:
        if isinstance(element, Slot):
            found[element.name] = next(held)
        elif isinstance(element, Options):
            pick = next(held)
            assert isinstance(pick, Pick)
            if element.name is not None:
                found[element.name] = " ".join(w.text for w in element.options[pick.index] if isinstance(w, Word))
            _collect(element.options[pick.index], pick.parts, found)


def words_of(node: Syntax) -> list[str]:
    """Print a tree as words and marks, each as it is written inside a sentence or, after ``^``, with a capital."""
    words: list[str] = []
    _print(node, words)
    return words


_CAPITAL = "\x00"


def _print(node: Syntax, words: list[str]) -> None:
    if isinstance(node, Leaf):
        words.extend(node.words)
    else:
        _print_pattern(node.production.pattern, node.parts, words)


def _print_pattern(pattern: Pattern, parts: Iterable[Part], words: list[str]) -> None:
    held = iter(parts)
    for element in pattern:
        if isinstance(element, Word):
            words.append(element.text)
        elif isinstance(element, Capital):
            words.append(_CAPITAL)
        elif isinstance(element, Slot):
            part = next(held)
            assert not isinstance(part, Pick)
            _print(part, words)
        else:
            pick = next(held)
            assert isinstance(pick, Pick)
            _print_pattern(element.options[pick.index], pick.parts, words)


def capitalised(words: Iterable[str]) -> list[str]:
    """Apply the capital marks that :func:`words_of` left."""
    done: list[str] = []
    capital = False
    for word in words:
        if word == _CAPITAL:
            capital = True
            continue
        done.append(word[0].upper() + word[1:] if capital else word)
        capital = False
    return done


Lowering = TypeVar("Lowering", bound=Callable[..., Any])

Lexical = Callable[[tuple[Token, ...], int], Iterable[tuple[int, Any]]]
"""Read tokens from a position: every end that is possible, with the value read."""


class Grammar:
    """The productions and lexical nonterminals, as the grammar modules enter them."""

    def __init__(self) -> None:
        self.productions: dict[str, list[Production]] = {}
        self.lexicals: dict[str, tuple[Lexical, frozenset[str]]] = {}
        """Reader of each lexical nonterminal, and the token keys it can start with (see ``parse.keys_of``)."""

    def rule(self, nonterminal: str, *wordings: str, lazy: bool = False) -> Callable[[Lowering], Lowering]:
        """Enter the decorated lowering function for one or more wordings of a nonterminal."""

        def enter(lower: Lowering) -> Lowering:
            for wording in wordings:
                self.add(nonterminal, wording, lower, lazy=lazy)
            return lower

        return enter

    def add(self, nonterminal: str, wording: str, lower: Callable[..., Any], *, lazy: bool = False) -> None:
        """Enter one wording; one with agreeing verbs is entered under the nonterminal and under it with an s."""
        if "<" in wording:
            for suffix, verb in (("", _base), ("s", _third)):
                worded = re.sub(r"<([^>]+)>", lambda match, verb=verb: verb(match[1]), wording)  # type: ignore[misc]
                self._enter(Production(nonterminal + suffix, worded, read_pattern(worded), lower, lazy))
        else:
            self._enter(Production(nonterminal, wording, read_pattern(wording), lower, lazy))

    def words(self, nonterminal: str, table: dict[str, Any]) -> None:
        """Enter a vocabulary: each wording stands for a value; alternatives within it are kept for printing."""
        for wording, value in table.items():
            self.add(nonterminal, wording, Constant(value))

    def same(self, nonterminal: str, *wordings: str) -> None:
        """Enter wordings that mean what their only slot means."""
        for wording in wordings:
            self.add(nonterminal, wording, only_slot)

    def lexical(self, nonterminal: str, *keys: str) -> Callable[[Lexical], Lexical]:
        """Enter the decorated reader for a lexical nonterminal that starts with a token of these keys."""

        def enter(reader: Lexical) -> Lexical:
            self.lexicals[nonterminal] = reader, frozenset(keys)
            return reader

        return enter

    def _enter(self, production: Production) -> None:
        if any(known.pattern == production.pattern for known in self.productions.get(production.nonterminal, ())):
            raise ValueError(f"{production.nonterminal!r} has the wording {production.wording!r} twice; keep one")
        self.productions.setdefault(production.nonterminal, []).append(production)


@dataclass(frozen=True, slots=True)
class Constant:
    """Lower to a fixed value."""

    value: Any

    def __call__(self, scope: Any, **slots: Any) -> Any:
        """Give the value."""
        return self.value


def only_slot(scope: Any, **slots: Any) -> Any:
    """Lower to what the only slot means."""
    (value,) = slots.values()
    return value


def _base(verb: str) -> str:
    return verb


_IRREGULAR = {"have": "has", "don't": "doesn't", "do": "does", "are": "is"}


def _third(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


_PATTERN_TOKEN = re.compile(
    r"\{(\w+):(\w+)\}|\{(\w+)=|([\[|\]}^])|((?:Mr|Dr)\.|[+-](?:\d+|X\b)|[^\W_]+(?:['/-][^\W_]+)*'?|[^\s\w])|\s+"
)


def read_pattern(wording: str) -> Pattern:
    """Read the notation of the module's docstring.

    :raises ValueError: brackets do not match.
    """
    tokens = [match for match in _PATTERN_TOKEN.finditer(wording) if match[0].strip()]
    elements, rest = _read_sequence(tokens, 0)
    if rest != len(tokens):
        raise ValueError(f"the brackets of the pattern {wording!r} do not match; right is [one|other] or {{name=one|other}}")
    return elements


def _read_sequence(tokens: list[re.Match[str]], at: int) -> tuple[Pattern, int]:
    elements: list[Element] = []
    while at < len(tokens):
        slot, nonterminal, named, mark, word = tokens[at].groups()
        if slot is not None:
            elements.append(Slot(slot, nonterminal))
        elif named is not None or mark == "[":
            options, at = _read_options(tokens, at + 1)
            elements.append(Options(named, options))
        elif mark == "^":
            elements.append(Capital())
        elif mark is not None:
            break
        else:
            elements.append(Word(word))
        at += 1
    return tuple(elements), at


def _read_options(tokens: list[re.Match[str]], at: int) -> tuple[tuple[Pattern, ...], int]:
    options: list[Pattern] = []
    while True:
        elements, at = _read_sequence(tokens, at)
        options.append(elements)
        if at >= len(tokens) or tokens[at][0] in ("]", "}"):
            return tuple(options), at
        at += 1


def span_of(node: Syntax, tokens: tuple[Token, ...]) -> Span | None:
    """Give the characters that a tree covers, or None for a tree of no token."""
    if node.start == node.end:
        return None
    return Span(tokens[node.start].span.start, tokens[node.end - 1].span.end)
