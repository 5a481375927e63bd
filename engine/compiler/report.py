"""Report how much of a catalogue is read, and which unread wordings would unlock the most cards.

Run as ``python -m engine.compiler.report CATALOGUE.json.gz``.
"""

import gzip
import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from corpus.records import CardText, CardType
from engine.compiler.compile import Reading, read_lines
from engine.compiler.text import normalise

_SENTENCE_END = re.compile(r"(?<=[.!?”])\s+(?=[A-Z“•])")
_SHAPES = ((re.compile(r"\d+"), "N"), (re.compile(r"named [A-Z][\w.'-]*(?: (?:&|of|the|von|[A-Z][\w.'-]*))*"), "named NAME"))


@dataclass(slots=True)
class Coverage:
    """What was read of a catalogue."""

    cards: int = 0
    with_text: int = 0
    whole: int = 0
    """Cards with text of which every line was read."""
    lines: int = 0
    lines_read: int = 0
    printed_back: int = 0
    """Lines whose syntax prints the line."""
    sentences: int = 0
    sentences_read: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    wordings: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Unread lines by shape, with the cards that have them."""
    sole: Counter[str] = field(default_factory=Counter)
    """Shapes that are the only unread line of a card, with how many cards each would make whole."""
    slowest: tuple[float, str] = (0.0, "")
    seconds: float = 0.0


def measure(cards: Iterable[CardText]) -> Coverage:
    """Compile cards and count what was read."""
    coverage = Coverage()
    started = time.perf_counter()
    for card in cards:
        _measure_card(card, coverage)
    coverage.seconds = time.perf_counter() - started
    return coverage


def _measure_card(card: CardText, coverage: Coverage) -> None:
    coverage.cards += 1
    began = time.perf_counter()
    normalised = normalise(card.text)
    readings = read_lines(card, normalised)
    spent = time.perf_counter() - began
    if spent > coverage.slowest[0]:
        coverage.slowest = spent, card.full_name
    if not readings:
        return
    coverage.with_text += 1
    unread = [reading for reading in readings if reading.unread]
    coverage.whole += not unread
    for reading in readings:
        _measure_line(reading, normalised.text, card, coverage)
    if len(unread) == 1:
        coverage.sole[shape(unread[0].body.of(normalised.text))] += 1


def _measure_line(reading: Reading, text: str, card: CardText, coverage: Coverage) -> None:
    line = reading.body.of(text)
    sentences = len(_SENTENCE_END.split(line))
    coverage.lines += 1
    coverage.sentences += sentences
    if reading.unread:
        coverage.wordings[shape(line)].add(card.full_name)
        coverage.reasons.update(unread.reason for unread in reading.unread)
        return
    coverage.lines_read += 1
    coverage.sentences_read += sentences
    coverage.printed_back += reading.back(text) == reading.span.of(text)


def shape(line: str) -> str:
    """Give a line with its numbers and names left open."""
    for pattern, put in _SHAPES:
        line = pattern.sub(put, line)
    return line


def described(coverage: Coverage, limit: int = 60) -> str:
    """Say a coverage as text."""
    ranked = sorted(coverage.wordings, key=lambda s: (-coverage.sole[s], -len(coverage.wordings[s]), len(s)))
    rows = [f"{coverage.sole[s]:4} {len(coverage.wordings[s]):4}  {s}" for s in ranked[:limit]]
    texts, sentences = max(coverage.with_text, 1), max(coverage.sentences, 1)
    return f"""cards with text read whole: {coverage.whole} of {coverage.with_text} ({coverage.whole / texts:.1%}); \
cards without text: {coverage.cards - coverage.with_text}
abilities read: {coverage.lines_read} of {coverage.lines}; printed back: {coverage.printed_back}
sentences read: {coverage.sentences_read} of {coverage.sentences} ({coverage.sentences_read / sentences:.1%})
reasons: {dict(coverage.reasons.most_common())}
time: {coverage.seconds:.1f} s; slowest {coverage.slowest[0] * 1000:.0f} ms: {coverage.slowest[1]}
would make whole / are on / wording:
""" + "\n".join(rows)


def catalogue_texts(path: Path) -> list[CardText]:
    """Read the card texts of a LorcanaJSON file, one for each spelling of a full name, newest printing first."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        data = json.load(file)
    texts: dict[str, CardText] = {}
    for entry in data["cards"]:
        lines = (" ".join(section.split("\n")) if "•" not in section else section for section in entry["fullTextSections"])
        texts.setdefault(
            entry["fullName"],
            CardText(
                name=entry["name"],
                version=entry.get("version"),
                type=CardType(entry["type"].lower()),
                cost=entry["cost"],
                inkwell=entry["inkwell"],
                classifications=tuple(entry.get("subtypes", ())),
                text="\n".join(" ".join(line.split()) for line in lines),
            ),
        )
    return list(texts.values())


if __name__ == "__main__":
    limit = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    print(described(measure(catalogue_texts(Path(sys.argv[1]))), limit))
