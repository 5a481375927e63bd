"""How much of some cards is read: the figures, and everything that is not read or not executed.

Nothing here needs the grammar, so that figures that were kept can be shown without it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Self

from engine.abilities.base import walk
from engine.abilities.effects import QuestEffect
from engine.abilities.kinds import Ability
from engine.abilities.statics import QuestChange

__all__ = ["BY_NAME_ONLY", "EXCEPTIONS", "Clause", "Coverage", "described", "shape", "unplayed"]

EXCEPTIONS: Final[Mapping[str, str]] = {}
"""Texts that are read by an entry of their own instead of by the grammar, each with its reason; none has been needed."""

BY_NAME_ONLY: Final = (QuestEffect, QuestChange)
"""What only an Illumineer's Quest explains: it is read, and a replay that comes to it says so instead of doing it."""

_SHAPES = ((re.compile(r"\d+"), "N"), (re.compile(r"named [A-Z][\w.'-]*(?: (?:&|of|the|von|[A-Z][\w.'-]*))*"), "named NAME"))


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a card's text that is not read, or not executed."""

    card: str
    """Full name."""
    text: str
    reason: str
    """Stable code: why it is not read, or ``quest-only``."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was read of some cards."""

    cards: int = 0
    with_text: int = 0
    whole: int = 0
    """Cards with text of which every line was read."""
    lines: int = 0
    """Abilities, one a line."""
    lines_read: int = 0
    printed_back: int = 0
    """Lines whose syntax prints the line."""
    sentences: int = 0
    sentences_read: int = 0
    unread: tuple[Clause, ...] = ()
    unplayed: tuple[Clause, ...] = ()
    """Clauses that are read and that the engine does not execute, by name."""
    exceptions: int = len(EXCEPTIONS)

    def __add__(self, other: "Coverage") -> "Coverage":
        """Add up what was read of different cards; the exceptions are those of the compiler, whatever the cards."""
        sums = {entry.name: getattr(self, entry.name) + getattr(other, entry.name) for entry in fields(self)}
        return Coverage(**{**sums, "exceptions": self.exceptions})

    def to_json(self) -> dict[str, Any]:
        """Give the figures and clauses as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Build the coverage that :meth:`to_json` described."""
        clauses = {name: tuple(Clause(**clause) for clause in data[name]) for name in ("unread", "unplayed")}
        return cls(**{**data, **clauses})


def unplayed(ability: Ability) -> tuple[str, ...]:
    """Name what of an ability is read and not executed."""
    return tuple(node.text for node in walk(ability) if isinstance(node, BY_NAME_ONLY))


def shape(line: str) -> str:
    """Give a line with its numbers and names left open."""
    for pattern, put in _SHAPES:
        line = pattern.sub(put, line)
    return line


def described(coverage: Coverage, limit: int = 60) -> str:
    """Say a coverage as text, with the unread wordings that would make the most cards whole first."""
    texts, sentences = max(coverage.with_text, 1), max(coverage.sentences, 1)
    head = [
        f"Cards with text read whole: {coverage.whole} of {coverage.with_text} ({coverage.whole / texts:.1%})",
        f"Cards without text: {coverage.cards - coverage.with_text}",
        f"Abilities read: {coverage.lines_read} of {coverage.lines}; printed back: {coverage.printed_back}",
        f"Sentences read: {coverage.sentences_read} of {coverage.sentences} ({coverage.sentences_read / sentences:.1%})",
        f"Texts read by an exception of their own: {coverage.exceptions}",
    ]
    reasons = Counter(clause.reason for clause in coverage.unread)
    if reasons:
        head.append("Not read: " + ", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
        head += ["Would make whole / are on / wording:", *_ranked(coverage.unread, limit)]
    return "\n".join(head)


def _ranked(unread: tuple[Clause, ...], limit: int) -> list[str]:
    """Rank unread wordings by how many cards each would make whole."""
    on: dict[str, set[str]] = defaultdict(set)
    of_card = Counter(clause.card for clause in unread)
    for clause in unread:
        on[shape(clause.text)].add(clause.card)
    sole = {wording: sum(of_card[card] == 1 for card in cards) for wording, cards in on.items()}
    ranked = sorted(on, key=lambda wording: (-sole[wording], -len(on[wording]), len(wording)))
    return [f"{sole[wording]:4} {len(on[wording]):4}  {wording}" for wording in ranked[:limit]]
