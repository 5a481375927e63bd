"""Make PDFs in the layout of the publisher: a title page, contents, two columns, symbols as glyphs, numbered pages."""

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import letter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, FrameBreak, NextPageTemplate, PageBreak, PageTemplate, Paragraph

__all__ = ["SYMBOLS", "Published", "published_pdf"]

SYMBOLS: Mapping[str, str] = {
    "{E}": "\u2701",
    "{I}": "\u2702",
    "{S}": "\u2708",
    "{W}": "\u2709",
    "{L}": "\u2714",
    "{INKWELL}": "\u2720",
    "{M}": "\u2722",
}
"""Symbols of the game to dingbats: glyphs that stand for no character of a text."""

_SYMBOL = re.compile(r"\{(?:INKWELL|[EISWLM])\}")
_BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=9, leading=11, spaceAfter=5)
_HEAD = ParagraphStyle("head", parent=_BODY, fontName="Helvetica-Bold", fontSize=11, leading=14, spaceBefore=6)
_CHAPTER = ParagraphStyle("chapter", parent=_HEAD, fontSize=15, leading=20)
_TITLE = ParagraphStyle("title", parent=_HEAD, fontSize=26, leading=32)
_TERM = ParagraphStyle("term", parent=_BODY, fontName="Helvetica-Bold", spaceAfter=0)


@dataclass(frozen=True, slots=True)
class Published:
    """What a PDF has in it."""

    version: str
    effective: str
    """As printed, such as ``October 16, 2026``."""
    rules: Sequence[tuple[str, str]]
    """Numbers and texts, in order."""
    terms: Sequence[tuple[str, str]] = ()
    columns: int = 2
    password: str = ""


def published_pdf(content: Published) -> bytes:
    """Make the PDF."""
    out = io.BytesIO()
    encrypt = StandardEncryption(content.password, ownerPassword="other", canPrint=0) if content.password else None
    document = BaseDocTemplate(out, pagesize=letter, encrypt=encrypt, title="Rules")
    width, height = letter
    margin, gap = 54, 24
    column = (width - 2 * margin - (content.columns - 1) * gap) / content.columns
    frames = [
        Frame(margin + number * (column + gap), 64, column, height - 134, leftPadding=0, rightPadding=0)
        for number in range(content.columns)
    ]
    whole = Frame(margin, 64, width - 2 * margin, height - 134)
    document.addPageTemplates(
        [PageTemplate("front", [whole], onPage=_furniture), PageTemplate("columns", frames, onPage=_furniture)]
    )
    document.build([*_front(content), NextPageTemplate("columns"), PageBreak(), *_body(content)])
    return out.getvalue()


def _furniture(canvas: object, document: object) -> None:
    """Draw the header and the footer of a page."""
    width, height = letter
    canvas.setFont("Helvetica", 8)  # type: ignore[attr-defined]
    canvas.drawString(54, height - 36, "Disney Lorcana TCG Comprehensive Rules")  # type: ignore[attr-defined]
    canvas.drawCentredString(width / 2, 30, str(document.page))  # type: ignore[attr-defined]
    canvas.drawString(54, 30, "©Disney")  # type: ignore[attr-defined]
    canvas.drawRightString(width - 54, 30, "disneylorcana.com")  # type: ignore[attr-defined]


def _front(content: Published) -> Iterable[object]:
    """Give the title and the table of contents."""
    yield Paragraph("COMPREHENSIVE RULES", _TITLE)
    yield Paragraph(f"Version {content.version}.", _BODY)
    yield Paragraph(f"Effective {content.effective}", _BODY)
    yield Paragraph("CONTENTS", _HEAD)
    for number, text in content.rules:
        if number.count(".") == 0:
            yield Paragraph(f"{number}. {_written(text)}", _TERM)
        elif number.count(".") == 1 and len(text) < 60:
            yield Paragraph(f"{number}. {_written(text)}", _BODY)
    yield Paragraph("GLOSSARY", _TERM)


def _body(content: Published) -> Iterable[object]:
    """Give the numbered entries, then the glossary."""
    for number, text in content.rules:
        first, *rest = text.split("\n")
        style = _CHAPTER if number.count(".") == 0 else _HEAD if len(text) < 60 and not text.endswith(".") else _BODY
        yield Paragraph(f"{number}. {_written(first)}", style)
        for line in rest:
            yield Paragraph(_written(line), _BODY)
    if content.terms:
        yield FrameBreak()
        yield Paragraph("GLOSSARY", _CHAPTER)
        for name, text in content.terms:
            yield Paragraph(_written(name), _TERM)
            yield Paragraph(_written(text), _BODY)


def _written(text: str) -> str:
    """Write a text with its symbols in the font of glyphs."""
    return _SYMBOL.sub(lambda match: f'<font name="ZapfDingbats">{SYMBOLS[match[0]]}</font>', escape(text))
