"""Take the lines out of a published PDF in reading order: columns, wrapped lines, page numbers, glyphs that are symbols.

Everything works on single characters and where they stand, so that one-column and two-column pages, and pages with
both, come out alike. A glyph that stands for no character is kept as a mark (:func:`glyph_mark`) to be resolved later.
"""

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from pdfminer.high_level import extract_pages
from pdfminer.layout import LTChar, LTContainer, LTPage
from pdfminer.pdfdocument import PDFDocument, PDFEncryptionError, PDFPasswordIncorrect
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFException, resolve1
from pdfminer.psparser import PSException

from corpus.errors import BadInput
from indexer.official.manuscript import Line, Weight, glyph_mark

__all__ = ["read_pdf"]

_MOST_PAGES = 400
"""The longest official document has fewer than a hundred."""
_SAME_LINE = 0.25
"""Of the type size: how far the base lines of characters of one line lie apart at most."""
_SPACE = 0.18
"""Of the type size: a gap that is a space."""
_TAB = 1.1
"""Of the type size: a gap at which a line may be two columns or a number and what it numbers."""
_BREAK = 1.75
"""Of the type size: a distance between lines that starts a paragraph."""
_MARGIN = 0.085
"""Of the page's height, above and below: where headers and footers stand."""
_SYMBOL_FONT = re.compile(r"symbol|wingding|dingbat|icon|glyph|courier", re.IGNORECASE)
_IMPRINT = re.compile(r"©|disneylorcana\.com", re.IGNORECASE)
_CODE = re.compile(r"\(cid:(\d+)\)")
_BULLETS = frozenset("\uf0b7\uf0a7•▪o·§")


@dataclass(slots=True)
class _Run:
    """Characters of one line without a wide gap between them."""

    x0: float
    x1: float
    base: float
    size: float
    characters: list[LTChar] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Segment:
    """The words of a run."""

    x0: float
    x1: float
    base: float
    size: float
    text: str
    weight: Weight


def read_pdf(data: bytes, name: str) -> tuple[Line, ...]:
    """Give the lines of a PDF in reading order, an empty one between paragraphs.

    :raises BadInput: it is damaged, truncated or encrypted, or has no text in it.
    """
    pages = _page_count(data, name)
    lines: list[Line] = []
    done = 0
    try:
        for done, page in enumerate(extract_pages(io.BytesIO(data), maxpages=_MOST_PAGES), 1):
            lines += _page_lines(page, done)
    except (PDFException, PSException, ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError) as error:
        raise BadInput(f"{name} is a damaged PDF: page {done + 1} cannot be read; download it again") from error
    if done < pages:
        raise BadInput(f"{name} is a damaged PDF: it says it has {pages} pages and {done} are there; download it again")
    if not any(line.text for line in lines):
        raise BadInput(f"{name} is a PDF without text in it, a scan perhaps; the publisher's own file has text")
    return tuple(_without_furniture(lines))


def _page_count(data: bytes, name: str) -> int:
    """Give how many pages a PDF says it has.

    :raises BadInput: it cannot be opened, or has too many.
    """
    if b"%%EOF" not in data[-2048:]:
        raise BadInput(f"{name} is a truncated PDF: its end is missing; download it again")
    try:
        document = PDFDocument(PDFParser(io.BytesIO(data)))
        count = resolve1(resolve1(document.catalog.get("Pages")).get("Count"))
    except (PDFPasswordIncorrect, PDFEncryptionError) as error:
        raise BadInput(f"{name} is an encrypted PDF; save it without a password first") from error
    except (PDFException, PSException, ValueError, TypeError, AttributeError, KeyError, IndexError, RecursionError) as error:
        raise BadInput(f"{name} is a damaged PDF: its table of contents cannot be read; download it again") from error
    if not isinstance(count, int) or count < 1:
        raise BadInput(f"{name} is a damaged PDF: it does not say how many pages it has; download it again")
    if count > _MOST_PAGES:
        raise BadInput(f"{name} has {count} pages; an official document has fewer than {_MOST_PAGES}")
    return count


def _page_lines(page: LTPage, number: int) -> Iterator[Line]:
    """Give the lines of one page in reading order."""
    segments = [_segment(run) for run in _runs(_characters(page))]
    segments = [segment for segment in segments if segment.text.strip()]
    if not segments:
        return
    gutter = _gutter(segments, page.width)
    at, before = 0, None
    for segment in _in_order(segments, gutter):
        at += 1
        step = before.base - segment.base if before is not None else 0.0
        if before is not None and (step > _BREAK * max(segment.size, before.size) or segment.weight is not before.weight):
            yield Line("", number, at, Weight.PLAIN)
        edge = page.height * _MARGIN
        weight = Weight.EDGE if not edge < segment.base < page.height - edge else segment.weight
        yield Line(segment.text.strip(), number, at, weight)
        before = segment
    yield Line("", number, at, Weight.PLAIN)


def _characters(container: LTContainer[Any]) -> Iterator[LTChar]:
    """Give the characters of a page, those of nested forms included."""
    for item in container:
        if isinstance(item, LTChar):
            yield item
        elif isinstance(item, LTContainer):
            yield from _characters(item)


def _runs(characters: Iterable[LTChar]) -> list[_Run]:
    """Put characters together to runs, from the top of the page down and from left to right."""
    rows: list[list[LTChar]] = []
    base, size = 0.0, 0.0
    # the base line, unlike the middle, is the same for letters and for glyphs of other fonts among them
    for char in sorted(characters, key=lambda each: (-each.matrix[5], each.x0)):
        if rows and abs(base - char.matrix[5]) < _SAME_LINE * max(size, char.size):
            rows[-1].append(char)
        else:
            rows.append([char])
            base, size = char.matrix[5], char.size
    runs: list[_Run] = []
    for row in rows:
        runs += _split_row(sorted(row, key=lambda each: each.x0))
    return runs


def _split_row(row: Sequence[LTChar]) -> Iterator[_Run]:
    """Cut a row of characters at its wide gaps."""
    run: _Run | None = None
    for char in row:
        if run is not None and not char.get_text().strip():
            run.characters.append(char)
            continue
        if run is None or char.x0 - run.x1 > _TAB * char.size:
            if run is not None:
                yield run
            if not char.get_text().strip():
                run = None
                continue
            run = _Run(char.x0, char.x1, char.matrix[5], char.size)
        run.characters.append(char)
        run.x1 = max(run.x1, char.x1)
    if run is not None:
        yield run


def _segment(run: _Run) -> _Segment:
    """Write a run as words, with marks for glyphs that are no characters."""
    words = ""
    end = run.x0
    for char in run.characters:
        if not char.get_text().strip():
            words += " "
            continue
        if words and char.x0 - end > _SPACE * char.size and not words.endswith(" "):
            words += " "
        words += _written(char, is_first=not words)
        end = max(end, char.x1)
    bold = sum("bold" in char.fontname.lower() or "black" in char.fontname.lower() for char in run.characters)
    weight = Weight.BOLD if bold * 2 > len(run.characters) else Weight.PLAIN
    size = Counter(round(char.size, 1) for char in run.characters).most_common(1)[0][0]
    return _Segment(run.x0, run.x1, run.base, size, words, weight)


def _written(char: LTChar, *, is_first: bool) -> str:
    """Write one character: bullets alike, and a mark for a glyph of a symbol font."""
    text = char.get_text()
    font = char.fontname.rpartition("+")[2]
    private = any("\ue000" <= each <= "\uf8ff" for each in text)
    if is_first and text in _BULLETS and (private or _SYMBOL_FONT.search(font)):
        return "• "
    if code := _CODE.fullmatch(text):
        return glyph_mark(font, code[1])
    if private or _SYMBOL_FONT.search(font):
        return glyph_mark(font, "-".join(f"{ord(each):x}" for each in text))
    return text


def _gutter(segments: Sequence[_Segment], width: float) -> float | None:
    """Find the white stripe between two columns; None on a page with one column.

    There are two columns where hardly a segment crosses some line near the middle, and both sides have segments that
    start at an edge of their own.
    """
    best: tuple[int, float, float] | None = None
    for step in range(36, 65):
        x = width * step / 100
        crossing = sum(segment.x0 < x < segment.x1 for segment in segments)
        key = (crossing, abs(step - 50), x)
        best = key if best is None else min(best, key)
    if best is None:
        return None
    crossing, _, x = best
    left = [segment for segment in segments if segment.x1 <= x]
    right = [segment for segment in segments if segment.x0 >= x]
    if crossing > 0.25 * len(segments) or min(len(left), len(right)) < max(2, 0.08 * len(segments)):
        return None
    # numbers and what they number stand apart as well, but there some lines cross and the right ones are narrow
    edge = Counter(round(segment.x0 / 3) for segment in right).most_common(1)[0][1]
    wide = sum(segment.x1 - segment.x0 > 0.22 * width for segment in right)
    apart = crossing <= 0.05 * len(segments) or wide >= 0.3 * len(right)
    return x if edge >= 0.4 * len(right) and apart else None


def _in_order(segments: Sequence[_Segment], gutter: float | None) -> Iterator[_Segment]:
    """Give segments in reading order: left column, right column, and what goes across both where it stands."""
    if gutter is None:
        yield from _joined(segments)
        return
    left: list[_Segment] = []
    right: list[_Segment] = []
    for segment in segments:
        if segment.x1 <= gutter:
            left.append(segment)
        elif segment.x0 >= gutter:
            right.append(segment)
        else:
            yield from (*_joined(left), *_joined(right))
            left, right = [], []
            yield segment
    yield from (*_joined(left), *_joined(right))


def _joined(segments: Sequence[_Segment]) -> Iterator[_Segment]:
    """Put segments of one row into one line."""
    for _, row in groupby(segments, key=lambda segment: round(segment.base * 2)):
        parts = sorted(row, key=lambda segment: segment.x0)
        first, last = parts[0], parts[-1]
        text = " ".join(part.text for part in parts)
        yield _Segment(first.x0, last.x1, first.base, first.size, text, first.weight)


def _without_furniture(lines: Sequence[Line]) -> Iterator[Line]:
    """Leave out page numbers, and headers and footers that come again and again."""
    often = Counter(_shape(line.text) for line in lines if line.weight is Weight.EDGE)
    pages = max((line.page for line in lines), default=1)
    for line in lines:
        if line.weight is Weight.EDGE:
            shape = _shape(line.text)
            if not shape or _IMPRINT.search(line.text) or often[shape] >= max(2, pages / 4):
                continue
            line = Line(line.text, line.page, line.line, Weight.PLAIN)
        yield line


def _shape(text: str) -> str:
    """Give a line without its digits, so that numbered footers are alike; nothing for a bare page number."""
    return re.sub(r"[\d\W]+", " ", text).strip()
