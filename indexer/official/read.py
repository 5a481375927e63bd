"""Read official documents out of a file, whatever form it has; what has no place is told, never guessed."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from corpus.errors import BadInput
from corpus.load import load_sources
from corpus.refs import CURRENT_EDITION, Document, number_key
from indexer.official.manuscript import Line, manuscript_of, text_lines
from indexer.official.place import place_entries
from indexer.official.recognise import LANGUAGE, Recognised, check_language, known_headings, known_terms, recognise
from indexer.official.records import Form, Grade, OfficialDocument, OfficialEntry, OfficialTerm, Unplaced
from indexer.official.symbols import resolve_glyphs
from indexer.official.terms import glossary_start, place_terms

__all__ = ["MOST_BYTES", "Reading", "read_official", "read_official_bytes"]

MOST_BYTES: Final = 50 * 1024 * 1024
"""The largest file that is looked at; an official document has a hundredth of it."""

_LONGEST_HEADING: Final = 60
_HEADINGS: Final = 3
"""Lines marked as headings that make a text Markdown."""
_JSON = re.compile(r"\s*(?:\{\s*\"|\[\s*[{\"])")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_BUNDLE_PART = re.compile(
    r"(?:(?<=\s)|^)## (?=(?P<title>(?:Disney Lorcana )?[A-Z][\w&' ]*?(?: \(name index\))?)(?: #? ?(?P=title)|\s+\d))"
)
_CARD_LINE = re.compile(r"(?P<name>[^\[\]—]+?) \[(?P<code>\w{2,6})\] — (?:character|action|song|item|location)")
_SOURCE_NOTE = re.compile(r"Source: .*?\(local copy: [^)]*\)")


@dataclass(frozen=True, slots=True)
class Reading:
    """What one file has in it."""

    documents: tuple[OfficialDocument, ...]
    names: tuple[str, ...] = ()
    """Card names of an index in the file, as it spells them."""
    left_aside: tuple[str, ...] = ()
    """Parts of the file that are not official text, each with the reason."""


def read_official(file: Path) -> Reading:
    """Read the official documents in a file.

    :raises BadInput: the file cannot be read, is damaged, or has none of the known documents in it.
    """
    try:
        size = file.stat().st_size
        if size > MOST_BYTES:
            raise BadInput(f"{file.name} has {size / 2**20:,.0f} MB; an official document has less than {MOST_BYTES // 2**20} MB")
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror or error}") from error
    return read_official_bytes(data, file.name)


def read_official_bytes(data: bytes, name: str) -> Reading:
    """Read the official documents in the bytes of a file of that name.

    :raises BadInput: they are damaged, or have none of the known documents in them.
    """
    if not data.strip():
        raise BadInput(f"{name} is empty; a PDF, Markdown, text or JSON of an official document would be right")
    stamp = _Stamp(name, hashlib.sha256(data).hexdigest())
    if b"%PDF-" in data[:1024]:
        from indexer.official.pdf import read_pdf  # imported late: it is large, and most imports are of text

        lines = read_pdf(data, name)
        return Reading((_from_lines(lines, stamp, Form.PDF),))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is neither a PDF nor text in UTF-8; give the published PDF, Markdown, text or JSON") from error
    if "\x00" in text:
        raise BadInput(f"{name} is neither a PDF nor text; give the published PDF, Markdown, text or JSON")
    if _JSON.match(text):
        return Reading((_from_json(text, stamp),))
    if parts := list(_parts_of_bundle(text)):
        return _from_bundle(parts, stamp)
    form = Form.MARKDOWN if len(re.findall(r"(?m)^#{1,6} ", text)) >= _HEADINGS else Form.TEXT
    return Reading((_from_lines(text_lines(text), stamp, form),))


@dataclass(frozen=True, slots=True)
class _Stamp:
    """Which file something came from."""

    name: str
    sha256: str


def _from_lines(lines: tuple[Line, ...], stamp: _Stamp, form: Form) -> OfficialDocument:
    """Read a document out of its lines.

    :raises BadInput: it is none that is known, is in another language, or has no numbered entries.
    """
    manuscript = manuscript_of(lines)
    check_language(manuscript.text, stamp.name)
    said = recognise(manuscript.text, stamp.name)
    starts = glossary_start(manuscript) if said.code is Document.COMPREHENSIVE_RULES else None
    end = len(manuscript.text)
    placed = place_entries(manuscript, end if starts is None else starts, known_headings(said.code, said.edition))
    terms: list[OfficialTerm] = []
    unplaced = list(placed.unplaced)
    if starts is not None:
        terms, rest = place_terms(manuscript, starts, end, known_terms())
        # the glossary is only known as the current edition has it
        unplaced += rest if said.edition == CURRENT_EDITION else ()
    elif said.code is Document.COMPREHENSIVE_RULES:
        unplaced.append(Unplaced(0, 0, "", "the glossary was not found"))
    if not placed.entries:
        raise BadInput(f"{stamp.name} has the title of a known document, but no numbered sections could be found in it")
    return _document(said, stamp, form, placed.entries, tuple(terms), unplaced)


def _document(
    said: Recognised,
    stamp: _Stamp,
    form: Form,
    entries: tuple[OfficialEntry, ...],
    terms: tuple[OfficialTerm, ...],
    unplaced: list[Unplaced],
    grade: Grade | None = None,
) -> OfficialDocument:
    """Put a document together, its glyphs resolved."""
    entries, terms, puzzles = resolve_glyphs(said.code, said.edition, entries, terms)
    return OfficialDocument(
        code=said.code,
        edition=said.edition,
        effective=said.effective,
        language=LANGUAGE,
        grade=grade if grade is not None else _grade(said, stamp, form),
        form=form,
        origin=stamp.name,
        sha256=stamp.sha256,
        imported=datetime.now(UTC).replace(microsecond=0),
        entries=tuple(sorted(entries, key=lambda entry: number_key(entry.number))),
        terms=terms,
        unplaced=(*unplaced, *puzzles),
    )


def _grade(said: Recognised, stamp: _Stamp, form: Form) -> Grade:
    """Tell how far the words can be trusted to be the publisher's."""
    if said.partly:
        return Grade.EXTRACT
    if form is not Form.PDF:
        return Grade.TRANSCRIPT
    known = stamp.sha256 in {source.sha256 for source in load_sources().official}
    return Grade.VERIFIED if known else Grade.PUBLISHED


def _from_json(text: str, stamp: _Stamp) -> OfficialDocument:
    """Read a document out of JSON: a list of ``{id, text}``, or an object with one under ``rules``.

    :raises BadInput: it has another form.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{stamp.name} is damaged JSON ({error}); a list of objects with id and text would be right") from error
    about: Mapping[str, Any] = data if isinstance(data, dict) else {}
    rows = about.get("rules", data)
    good = isinstance(rows, list) and rows and all(_is_row(row, "id") and _NUMBER.fullmatch(row["id"]) for row in rows)
    if not good:
        raise BadInput(f'{stamp.name} is JSON of another kind; a list such as [{{"id": "1.1.1", "text": "…"}}] would be right')
    words = "\n".join(row["text"] for row in rows)
    check_language(words, stamp.name)
    said = _said_in_json(about, words, stamp)
    headings = known_headings(said.code, said.edition)
    entries = {
        row["id"]: OfficialEntry(row["id"], _heading(row, headings), row["text"].strip(), 0, at) for at, row in enumerate(rows, 1)
    }
    terms = [OfficialTerm(row["term"], row["text"].strip()) for row in about.get("glossary", ()) if _is_row(row, "term")]
    unplaced = [Unplaced(0, 0, "", f"{number} is not in the file") for number in headings if number not in entries]
    unplaced += [
        Unplaced(0, entry.line, entry.text[:60], f"{entry.number} is no number of this edition")
        for entry in entries.values()
        if headings and entry.number not in headings
    ]
    note = str(about.get("note", ""))
    grade = Grade.RECONSTRUCTION if "reconstruct" in note.lower() else None
    return _document(said, stamp, Form.JSON, tuple(entries.values()), tuple(terms), unplaced, grade)


def _is_row(row: object, key: str) -> bool:
    """Tell whether a row of a JSON list has a key and words."""
    return isinstance(row, dict) and isinstance(row.get(key), str) and isinstance(row.get("text"), str)


def _heading(row: Mapping[str, str], headings: Mapping[str, str]) -> str:
    """Give the heading words of a row: the known ones where it starts with them, or a short text that is no sentence."""
    known, text = headings.get(row["id"], ""), row["text"].strip()
    if known:
        return known if text.casefold().startswith(known.casefold()) else ""
    return text if not headings and len(text) <= _LONGEST_HEADING and text[-1:].isalnum() else ""


def _said_in_json(about: Mapping[str, Any], words: str, stamp: _Stamp) -> Recognised:
    """Tell which document and edition JSON is, from its keys, its name and its words.

    :raises BadInput: that cannot be told.
    """
    title = str(about.get("title") or about.get("document") or stamp.name.replace("_", " ").replace("-", " "))
    version = re.search(r"\d+(?:\.\d+){2}", str(about.get("version", "")) or stamp.name)
    effective = str(about.get("effective", ""))
    head = f"{title}\n" + (f"Version {version[0]}\n" if version else "") + (f"Effective {effective}\n" if effective else "")
    if not any(word in title.lower() for word in ("tournament", "correction")):
        head = f"Comprehensive Rules\n{head}"
    return recognise(f"{head}\n{words}", stamp.name)


def _parts_of_bundle(text: str) -> Iterator[tuple[str, str]]:
    """Give the parts of a bundle with their titles; nothing for a text that is none."""
    marks = list(_BUNDLE_PART.finditer(text))
    titles = [mark["title"] for mark in marks]
    if sum(title.startswith("Disney Lorcana ") for title in titles) < 1 or text.count("\n") > len(text) / 2_000:
        return
    bounds = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, bound in zip(marks, bounds, strict=True):
        yield mark["title"], text[mark.end() + len(mark["title"]) : bound]


def _from_bundle(parts: list[tuple[str, str]], stamp: _Stamp) -> Reading:
    """Read the documents of a bundle; what is not official in it is left aside.

    :raises BadInput: none of its parts is a document that is known.
    """
    documents: list[OfficialDocument] = []
    names: list[str] = []
    aside: list[str] = []
    for title, text in parts:
        if title.startswith("Cards"):
            names += [match["name"].strip() for match in _CARD_LINE.finditer(text.partition("that file.")[2] or text)]
        elif title.startswith("Disney Lorcana "):
            lines = text_lines(_SOURCE_NOTE.sub(" ", text))
            documents.append(_from_lines(lines, stamp, Form.BUNDLE))
        else:
            aside.append(f"{title}: not the publisher's words")
    if not documents:
        raise BadInput(f"{stamp.name} is a bundle without an official document in it")
    return Reading(tuple(documents), tuple(names), tuple(aside))
