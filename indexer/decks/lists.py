"""Split a deck list into lines: text in any of its usual forms, tables with a head, Pixelborn's codes.

What is a heading, a comment or a remark about the list is passed over; of what is left, every line has to name a card.
"""

import base64
import binascii
import re
from typing import Final

from indexer.decks.forms import LONGEST_LINE, clean, cut_line, heading_words, readings_of
from indexer.decks.records import BadDeckList, ListLine, Part, Reading, ReadList
from indexer.decks.tables import read_table
from indexer.decks.words import HEADING_WORDS, METADATA, PARTS

__all__ = ["LONGEST_LIST", "MOST_LINES", "read_list"]

LONGEST_LIST: Final = 1_048_576
"""Characters; a list of ten thousand lines is half of that."""
MOST_LINES: Final = 20_000
_SHOWN_NOTES: Final = 10

_COMMENT = re.compile(r"(?://|#(?!\s*\d)|;|%|<!--)[#/;\s]*")
_TRAILING_COMMENT = re.compile(r"\s+(?://|#(?!\s*\d)).*$")
_LINK = re.compile(r"<?(?:https?://|www\.)\S+>?", re.I)
_PART_MARK = re.compile(r"(?P<mark>sb|side|sideboard|mb|maybe)\s*:\s*(?P<rest>\S.*)", re.I)
_PART_MARKS: Final = {"sb": Part.SIDEBOARD, "side": Part.SIDEBOARD, "sideboard": Part.SIDEBOARD}
_CODED = re.compile(r"[A-Za-z0-9+/=_-]{16,}")
_ENTRY = re.compile(r"(?P<name>[^|$]+)\$(?P<count>[^|$]*)")


def read_list(text: str) -> ReadList:
    """Split a list into the lines that should name cards.

    :raises BadDeckList: it is empty or longer than is read, or none of its lines can name a card.
    """
    if len(text) > LONGEST_LIST:
        raise BadDeckList(f"the list has {len(text):,} characters; at most {LONGEST_LIST:,} are read. Give a single deck")
    if not any(char.isalnum() for char in text):
        raise BadDeckList("the list is empty; give a card a line, such as '4 Elsa - Spirit of Winter'")
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise BadDeckList(f"the list has {len(lines):,} lines; at most {MOST_LINES:,} are read. Give a single deck")
    read = _read_code(text) or read_table(lines) or _read_text(lines)
    if not read.lines:
        link = any(_LINK.fullmatch(clean(line)) for line in lines)
        raise BadDeckList(
            "the list is a link, and links are not followed; paste the cards themselves, one a line"
            if link
            else "no line of the list names a card; a line looks like '4 Elsa - Spirit of Winter'"
        )
    return read


class _Text:
    """Read a list line by line, and remember in which part of it one is."""

    def __init__(self) -> None:
        self.part = Part.DECK
        self.notes: list[str] = []

    def line(self, number: int, written: str) -> ListLine | None:
        """Read one line; None where it names no card and need not."""
        shown = cut_line(written)
        if len(written) > LONGEST_LINE:
            problem = f"the line has {len(written):,} characters, which is no card; a line is read up to {LONGEST_LINE}"
            return ListLine(number, shown, (), self.part, problem=problem)
        comment = _COMMENT.match(written.strip())
        if comment is not None:
            self._turn_to_part(clean(written.strip()[comment.end() :]))
            return None
        text = clean(_TRAILING_COMMENT.sub("", written))
        if not any(char.isalnum() for char in text) or _LINK.fullmatch(text) or self._is_heading(number, text):
            return None
        marked = _PART_MARK.fullmatch(text)
        if marked is not None:
            part = _PART_MARKS.get(marked["mark"].casefold(), Part.MAYBE)
            return ListLine(number, shown, readings_of(clean(marked["rest"])), part)
        return ListLine(number, shown, readings_of(text), self.part)

    def _is_heading(self, number: int, text: str) -> bool:
        """Tell a heading from a card, and note the part that begins with it."""
        words = heading_words(text)
        if self._turn_to_part(text) or (words and all(word in HEADING_WORDS for word in words)) or METADATA.fullmatch(text):
            return True
        if text.endswith(":") and not re.match(r"[(\[x×]?\s*\d", text):
            self.notes.append(f"Line {number} is read as a heading: {cut_line(text)!r}.")
            return True
        return False

    def _turn_to_part(self, text: str) -> bool:
        """Go on in another part of the list where a heading, even one in a comment, begins it."""
        part = PARTS.get(" ".join(heading_words(text)))
        self.part = part or self.part
        return part is not None


def _read_text(lines: list[str]) -> ReadList:
    """Read a list of one card a line."""
    reader = _Text()
    found = tuple(line for line in (reader.line(number, each) for number, each in enumerate(lines, 1)) if line)
    notes = reader.notes[:_SHOWN_NOTES]
    if len(reader.notes) > len(notes):
        notes.append(f"{len(reader.notes) - len(notes)} further lines that end with a colon are read as headings.")
    return ReadList(found, tuple(notes))


def _read_code(text: str) -> ReadList | None:
    """Read what Pixelborn copies: ``Name_Version$4|Name_Version$4``, plain or in Base64; None for anything else."""
    code = "".join(text.split()) if len(text) <= MOST_LINES else ""
    plain = _decoded(code) if _CODED.fullmatch(code) else text.strip() if "$" in text else None
    if plain is None:
        return None
    pieces = [piece for piece in plain.split("|") if piece.strip()]
    entries = [_ENTRY.fullmatch(piece.strip()) for piece in pieces]
    if not entries or None in entries:
        return None
    lines = tuple(
        ListLine(number, cut_line(entry[0]), (Reading(entry["count"].strip(), _named(entry["name"])),))
        for number, entry in enumerate((entry for entry in entries if entry is not None), 1)
    )
    return ReadList(lines, ("Read as a Pixelborn code; the numbers of lines are those of its entries.",))


def _named(name: str) -> str:
    """Write a name as a list has it where name and version have an underscore between them."""
    return clean(name.replace("_", " - ", 1))


def _decoded(code: str) -> str | None:
    """Give the text in a Base64 code, or None where there is none."""
    try:
        raw = base64.b64decode(code.replace("-", "+").replace("_", "/") + "=" * (-len(code) % 4), validate=True)
        return raw.decode("utf-8")
    except (binascii.Error, ValueError):
        return None
