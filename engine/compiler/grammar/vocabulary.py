"""The words of card text that are data: numbers, stats, keywords, inks, names, classifications."""

from collections.abc import Iterable

from engine.abilities.vocabulary import Keyword, Stat
from engine.compiler.grammar.table import lexical, words
from engine.compiler.lexer import Token

INKS = ("Amber", "Amethyst", "Emerald", "Ruby", "Sapphire", "Steel")
_NAME_CONNECTORS = frozenset({"a", "an", "and", "de", "del", "la", "le", "of", "on", "the", "von", "by", "'n'"})
_NAME_MARKS = frozenset({"!", "?", "&", "-"})
_NAME_TITLES = frozenset({"Jr.", "Sr."})
_NOT_CLASSIFICATIONS = frozenset(
    {
        *(word for keyword in Keyword for word in keyword.value.split()),
        *INKS,
        "Illumineer",
        "Illumineers",
        "Jafar",
        "Vine",
        "Universal",
        "Duo",
        "Combo",
        "Temporary",
    }
)
_LONGEST_NAME = 9
_LONGEST_CLASSIFICATION = 3

_STARTERS = frozenset(
    [
        "a",
        "all",
        "another",
        "any",
        "at",
        "banish",
        "banished",
        "both",
        "cards",
        "character",
        "characters",
        "choose",
        "chosen",
        "count",
        "damage",
        "damaged",
        "deal",
        "discard",
        "draw",
        "during",
        "each",
        "every",
        "exert",
        "exerted",
        "for",
        "gain",
        "get",
        "he",
        "if",
        "in",
        "it",
        "items",
        "its",
        "learn",
        "locations",
        "look",
        "lose",
        "may",
        "move",
        "name",
        "no",
        "none",
        "once",
        "one",
        "only",
        "opponent",
        "opponents",
        "opposing",
        "other",
        "otherwise",
        "pay",
        "play",
        "players",
        "put",
        "ready",
        "remove",
        "return",
        "reveal",
        "search",
        "she",
        "shuffle",
        "skip",
        "songs",
        "the",
        "then",
        "there",
        "they",
        "this",
        "those",
        "twice",
        "undamaged",
        "until",
        "up",
        "when",
        "whenever",
        "while",
        "you",
        "your",
        "actions",
    ]
)
"""Words that start a sentence and are no classification even with a capital."""


@lexical("number", "#number")
def _number(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, int]]:
    """Read a count, such as 3."""
    if at < len(tokens) and tokens[at].text.isdecimal() and len(tokens[at].text) < 6:
        yield at + 1, int(tokens[at].text)


@lexical("signed", "#signed")
def _signed(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, int]]:
    """Read a change of a number, such as +2 or -3."""
    if at < len(tokens) and tokens[at].text[0] in "+-" and tokens[at].text[1:].isdecimal() and len(tokens[at].text) < 6:
        yield at + 1, int(tokens[at].text)


@lexical("classification", "#capital")
def _classification(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read a classification: one to three capitalised words that are no keyword, ink or start of a sentence."""
    for end in range(at + 1, min(at + _LONGEST_CLASSIFICATION, len(tokens)) + 1):
        token = tokens[end - 1]
        if not token.text[0].isupper() or token.text.endswith(("'", "'s")):
            return
        if token.text in _NOT_CLASSIFICATIONS or (token.initial and (end > at + 1 or token.text.lower() in _STARTERS)):
            return
        yield end, " ".join(t.text for t in tokens[at:end])


_NON = "non-"


@lexical("non_classification", "#other", "#capital")
def _non_classification(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read a classification that is denied, such as "non-Villain" and "non-Seven Dwarfs"."""
    if at >= len(tokens) or not tokens[at].lowered.startswith(_NON):
        return
    first = tokens[at].text[len(_NON) :]
    if not first[:1].isupper() or first in INKS or first in _NOT_CLASSIFICATIONS:
        return
    yield at + 1, first
    rest = tokens[at + 1 : at + 2]
    if rest and rest[0].text[0].isupper() and not rest[0].initial and rest[0].text not in _NOT_CLASSIFICATIONS:
        yield at + 2, f"{first} {rest[0].text}"


@lexical("non_ink", "#other", "#capital")
def _non_ink(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read an ink type that is denied, such as "non-Amber"."""
    if at < len(tokens) and tokens[at].lowered.startswith(_NON) and tokens[at].text[len(_NON) :] in INKS:
        yield at + 1, tokens[at].text[len(_NON) :].lower()


@lexical("name", "#capital")
def _name(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read a card name: capitalised words, with small connecting words and marks between and a mark at the end."""
    from engine.compiler.unparse import spaced

    for end in range(at + 1, min(at + _LONGEST_NAME, len(tokens)) + 1):
        token = tokens[end - 1]
        if token.initial and end > at + 1 and tokens[end - 2].text not in _NAME_MARKS:
            return
        if token.text[0].isupper() or token.text[0].isdecimal():
            yield end, spaced(t.text for t in tokens[at:end])
        elif token.text in _NAME_MARKS and end > at + 1:
            if token.text in "!?":
                yield end, spaced(t.text for t in tokens[at:end])
        elif token.text == "," and end < len(tokens) and tokens[end].text in _NAME_TITLES:
            continue
        elif token.text not in _NAME_CONNECTORS:
            return


@lexical("full_name", "#capital")
def _full_name(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read a full name, name and version with a dash between them, or a name alone."""
    yield from _name(tokens, at)


@lexical("story_name", "#capital", "#other")
def _story_name(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, str]]:
    """Read the name of an ability as it is written inside a sentence: capitalised words with small ones between."""
    yield from _name(tokens, at)


@lexical("stop", ".", "#empty")
def _stop(tokens: tuple[Token, ...], at: int) -> Iterable[tuple[int, None]]:
    """Read the end of a sentence: a full stop, or nothing where a quotation, a name's own mark or the text ends it."""
    if at < len(tokens) and tokens[at].text == ".":
        yield at + 1, None
    elif (
        at >= len(tokens)
        or tokens[at].text in ("•", "”")
        or tokens[at - 1].text in ("”", "!", "?")
        or tokens[at - 1].text in ("Mr.", "Jr.")
    ):
        yield at, None


words("stat", {"¤": Stat.STRENGTH, "⛉": Stat.WILLPOWER, "◊": Stat.LORE})

words(
    "keyword",
    {keyword.value: keyword for keyword in Keyword},
)
words("yes", {"": True})
words("ink", {ink: ink.lower() for ink in INKS})
