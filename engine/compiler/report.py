"""Measure how much of some cards is read."""

import re
from collections.abc import Iterable

from corpus.records import CardText
from engine.abilities.kinds import CompiledCard
from engine.compiler.compile import Reading, read_card
from engine.compiler.coverage import Clause, Coverage, unplayed

__all__ = ["cover", "measure"]

_SENTENCE_END = re.compile(r"(?<=[.!?”])\s+(?=[A-Z“•])")


def measure(cards: Iterable[CardText]) -> Coverage:
    """Compile cards and count what was read."""
    return sum((cover(*read_card(card)) for card in cards), Coverage())


def cover(compiled: CompiledCard, readings: Iterable[Reading]) -> Coverage:
    """Count what was read of one card."""
    name, text = compiled.printed.full_name, compiled.text
    lines = tuple(readings)
    read = [line for line in lines if not line.unread]
    return Coverage(
        cards=1,
        with_text=int(bool(text)),
        whole=int(bool(text) and not compiled.unread),
        lines=len(lines),
        lines_read=len(read),
        printed_back=sum(line.back(text) == line.span.of(text) for line in read),
        sentences=sum(_sentences(line, text) for line in lines),
        sentences_read=sum(_sentences(line, text) for line in read),
        unread=tuple(Clause(name, unread.text, unread.reason) for unread in compiled.unread),
        unplayed=tuple(Clause(name, said, "quest-only") for ability in compiled.abilities for said in unplayed(ability)),
    )


def _sentences(line: Reading, text: str) -> int:
    return len(_SENTENCE_END.split(line.body.of(text)))
