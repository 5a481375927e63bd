"""The text of a file as one stretch of characters that remembers page and line of each."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

__all__ = ["GLYPH", "Line", "Manuscript", "Weight", "glyph_mark", "manuscript_of", "text_lines"]

GLYPH = re.compile("\ufff9([^\ufff9\ufffb]*)\ufffb")
"""A glyph that stands for no character; the group tells font and code."""

_FURNITURE = re.compile(r"\[page \d+\]|(?:(?<![\d.])\d{1,3}\s+)?©\s*Disney\s+disneylorcana\.com", re.IGNORECASE)
_PAGE = re.compile(r"\[page (\d+)\]")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)(?:\))?")
_FORMULA = re.compile(r"\\\((.{1,80}?)\\\)")
_FORMULA_LETTER = re.compile(r"(?<![A-Za-z\\])([EISWL])(?![A-Za-z])")
_BULLET = re.compile(r"^(?:[•▪·§]|o(?= [A-Z“\"(\d]))\s*")
_INKWELL = "curvearrow"


class Weight(Enum):
    """How a line is set."""

    PLAIN = "plain"
    BOLD = "bold"
    EDGE = "edge"
    """In the margin above or below the text of a page."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file; an empty one ends a paragraph."""

    text: str
    page: int
    """Counted from 1; 0 where the file has no pages."""
    line: int
    weight: Weight = Weight.PLAIN


@dataclass(frozen=True, slots=True)
class Manuscript:
    """Lines joined with line breaks."""

    text: str
    starts: tuple[int, ...]
    """Where each line starts in the text."""
    lines: tuple[Line, ...]

    def line_at(self, position: int) -> Line:
        """Give the line in which a character stands."""
        return self.lines[max(bisect_right(self.starts, position) - 1, 0)]


def glyph_mark(font: str, code: str) -> str:
    """Write a glyph that stands for no character."""
    return f"\ufff9{font}/{code}\ufffb"


def manuscript_of(lines: Iterable[Line]) -> Manuscript:
    """Join lines to one text."""
    kept = tuple(lines)
    starts: list[int] = []
    at = 0
    for line in kept:
        starts.append(at)
        at += len(line.text) + 1
    return Manuscript("\n".join(line.text for line in kept), tuple(starts), kept)


def text_lines(text: str) -> tuple[Line, ...]:
    """Give the lines of plain text or Markdown, without pictures, page numbers and marks of page ends.

    Pages are counted where the text has marks such as ``[page 3]``; formulas that stand for symbols become symbols.
    """
    lines: list[Line] = []
    page, at = 0, 0
    for line in text.splitlines():
        if match := _PAGE.match(line.strip()):
            page, at = int(match[1]), 0
        at += 1
        plain = _FORMULA.sub(_symbol, _IMAGE.sub(" ", _FURNITURE.sub(" ", line))).strip()
        if page and plain == str(page):
            plain = ""
        lines.append(Line(_BULLET.sub("• ", plain), page, at))
    return tuple(lines)


def _symbol(match: re.Match[str]) -> str:
    """Write a formula as the symbol it stands for."""
    inside = match[1]
    if _INKWELL in inside:
        return "{INKWELL}"
    letter = _FORMULA_LETTER.search(re.sub(r"\\mathsf|\\mathrm|\\text|[{}\\]", " ", inside))
    return "{" + letter[1] + "}" if letter else re.sub(r"\\[a-zA-Z]+|[{}\\]", "", inside).strip()
