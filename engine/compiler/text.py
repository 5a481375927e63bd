"""Bring printed card text to one form: one ability a line, one spelling of every symbol, reminder text set aside."""

import re
from dataclasses import dataclass

from corpus.refs import Span
from engine.cite import rule

LONGEST_TEXT = 4000
"""Characters of card text that the compiler reads; longer text is refused loudly. The longest printed text has 600."""

SYMBOLS = {
    "{E}": "⟳",
    "{I}": "⬡",
    "{S}": "¤",
    "{W}": "⛉",
    "{L}": "◊",
    "{INKWELL}": "◉",
    "‘": "'",
    "’": "'",
    "ʼ": "'",
    "`": "'",
    "´": "'",
    "−": "-",
    "‐": "-",
    "‑": "-",
    "–": "-",
    "--": "—",
    "\u00a0": " ",
    "\u2009": " ",
    "…": "...",
    "\u200b": "",
}
"""Other spellings of the symbols and marks that the catalogue uses."""

_SYMBOL = re.compile("|".join(map(re.escape, sorted(SYMBOLS, key=len, reverse=True))), re.IGNORECASE)
_REMINDER = re.compile(r"\s*\(([^()]*)\)")
_LOOSE_DASH = re.compile(r"(?<=[⟳⬡])(?: -| ?:) ")
_PAID = "Banish|Choose and discard|Deal|Discard|Exert|Put|Remove|Return|Reveal|Shuffle|⟳"
_COST_DASH = re.compile(rf"(?m)^((?:[^a-z\n]* )?(?:{_PAID}) [^.:—\n]*?)(?: -| ?:) (?=[A-Z⟳⬡“])")
"""A hyphen or a colon after a cost in words, where the catalogue has a dash."""
_SPACE = re.compile(r"\s+")
_BEFORE_MARK = re.compile(r"\s+([.,:;”!?])")
_QUOTES = re.compile('"([^"]*)"')


@dataclass(frozen=True, slots=True)
class Aside:
    """Reminder text (1.1.7) that stood in a card's text."""

    at: int
    """Where it stood, in characters of the normalised text."""
    text: str
    """Without its parentheses."""
    loose: bool = True
    """Whether a space or line break stood before it."""


@dataclass(frozen=True, slots=True)
class Normalised:
    """A card's rules text in one form."""

    text: str
    """Abilities, one a line, without reminder text."""
    asides: tuple[Aside, ...]

    @property
    def lines(self) -> tuple[Span, ...]:
        """Give the stretch of each ability."""
        spans, start = [], 0
        for line in self.text.split("\n"):
            if line:
                spans.append(Span(start, start + len(line)))
            start += len(line) + 1
        return tuple(spans)


@rule("1.1.7", "reminder text")
def normalise(printed: str) -> Normalised:
    """Bring *printed* to one form: one ability a line, one space between words, catalogue symbols, reminders set aside."""
    lines: list[str] = []
    asides: list[Aside] = []
    length = 0
    marked = _LOOSE_DASH.sub(" — ", _QUOTES.sub(r"“\1”", _SYMBOL.sub(_same_symbol, printed)))
    for raw in _joined(_COST_DASH.sub(r"\1 — ", marked)):
        line, found = _without_reminders(_SPACE.sub(" ", raw).strip())
        at = length if line else max(length - 1, 0)
        asides.extend(Aside(at + aside.at, aside.text, aside.loose) for aside in found)
        if line:
            lines.append(line)
            length += len(line) + 1
    return Normalised("\n".join(lines), tuple(asides))


def _same_symbol(match: re.Match[str]) -> str:
    return SYMBOLS.get(match[0], SYMBOLS.get(match[0].upper(), match[0]))


def _joined(printed: str) -> list[str]:
    """Split into abilities: a bullet that starts a line belongs to the ability above it."""
    lines: list[str] = []
    for line in printed.split("\n"):
        if line.lstrip().startswith("•") and lines:
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
    return lines


def _without_reminders(line: str) -> tuple[str, list[Aside]]:
    """Take the reminder texts out of a line."""
    kept: list[str] = []
    asides: list[Aside] = []
    start = 0
    for match in _REMINDER.finditer(line):
        kept.append(line[start : match.start()])
        before = _BEFORE_MARK.sub(r"\1", "".join(kept))
        asides.append(Aside(len(before), match[1].strip(), match[0][0] == " " or match.start() == 0))
        start = match.end()
    kept.append(line[start:])
    return _BEFORE_MARK.sub(r"\1", _SPACE.sub(" ", "".join(kept)).strip()), asides
