"""Cut normalised card text into tokens that remember where they stood."""

import re
from dataclasses import dataclass

from corpus.refs import Span

MOST_TOKENS = 600
"""Tokens of one ability that the parser takes on; the longest printed ability has about 120."""

_TOKEN = re.compile(
    r"""
    (?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Lt)\.           # titles keep their full stop
    | [A-Z](?:\.[A-Z0-9]+)+\.?               # V.10, A.U.T.O.
    | \.\.\.
    | [+-](?:\d+|X\b)
    | \d+(?:,\d{3})+
    | [^\W_]+(?:(?:['/-])[^\W_]+)*'?         # words, with apostrophes, hyphens and slashes inside
    | \S
    """,
    re.VERBOSE,
)
_OPENERS = frozenset({".", "!", "?", "•", "“", "—", ":", "..."})


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, symbol or mark."""

    text: str
    span: Span
    initial: bool
    """Whether a sentence, option, quotation, cost or effect starts here, so that the first letter is a capital."""

    @property
    def lowered(self) -> str:
        """The form that the grammar has: without the capital of a sentence's start."""
        return self.text[0].lower() + self.text[1:] if self.initial else self.text


def tokens_of(text: str, span: Span) -> tuple[Token, ...]:
    """Cut the stretch *span* of *text* into tokens."""
    found: list[Token] = []
    costs_end = text.find("—", span.start, span.end)
    for match in _TOKEN.finditer(text, span.start, span.end):
        initial = not found or found[-1].text in _OPENERS or (found[-1].text == "," and match.start() < costs_end)
        found.append(Token(match[0], Span(match.start(), match.end()), initial))
    return tuple(found)
