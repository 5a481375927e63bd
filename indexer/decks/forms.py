"""Take a line apart: the number of copies, the name, and what some sites append to a name.

Nothing is decided here. A line is given in every way in which it can be read (``4 99 Puppies``, ``Stitch - Experiment
626``, ``4*Town - Hottest Band of the Year``); which of them names a card is found out later.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final

from corpus.names import name_key
from indexer.decks.records import Reading

__all__ = ["LONGEST_LINE", "MOST_COPIES", "clean", "copies_of", "cut_line", "heading_words", "readings_of", "shortened"]

LONGEST_LINE: Final = 300
"""Characters; four times the longest line that names a card with everything a site may append."""
MOST_COPIES: Final = 1_000_000
"""A number from here on is not read."""
_MOST_TAGS: Final = 4
_SHOWN: Final = 120
"""Characters of a line that are shown again."""

_NUMBER = r"[-−]?\d+(?:[.,/]\d+)?"
_BULLET = re.compile(r"^(?:[•·▪●◦‣*+>|]|[-–—](?=\s))\s*")
_NUMBERING = re.compile(r"^\d{1,3}[.)]\s+(?=[(\[]?\d+\s*[x×)\]]?\s)")
_LEADING: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?P<count>{_NUMBER})\s*[x×*]\s*(?P<name>\S.*)",
        rf"(?P<count>{_NUMBER})[\s,;|:]+(?P<name>\S.*)",
        rf"[(\[](?P<count>{_NUMBER})\s*[x×]?[)\]]\s*(?P<name>\S.*)",
        rf"[x×]\s*(?P<count>{_NUMBER})\s+(?P<name>\S.*)",
    )
)
_TRAILING: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"(?P<name>.*[^\s,;|:(\[])[\s,;|:(\[]+[x×*]\s*(?P<count>{_NUMBER})\s*[)\]]?",
        rf"(?P<name>.*[^\s,;|:(\[])[\s,;|:(\[]+(?P<count>{_NUMBER})\s*[x×]\s*[)\]]?",
        rf"(?P<name>.*[^\s(\[])\s*[(\[]\s*(?P<count>{_NUMBER})\s*[)\]]",
        rf"(?P<name>.*[^\s,;|:])[\s,;|:]+(?P<count>{_NUMBER})",
    )
)
_TAILS: Final = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"(?P<name>.*\S)\s*(?P<tag>[\[({<][^\[\](){}<>]*[\])}>]\s*#?\d{0,3}[a-z]?)",
        r"(?P<name>.*\S)\s+(?P<tag>\*[a-z]{1,2}\*)",
        r"(?P<name>.*\S)\s+(?P<tag>#\s*\d{1,3}[a-z]?)",
        r"(?P<name>.*\S)[\s,;|]+(?P<tag>\d{1,3}[a-z]?\s*/\s*\w+\s*[•·. ]+\s*[a-z]{2}\s*[•·. ]+\s*\w+)",
        r"(?P<name>.*\S)[\s,;|]+(?P<tag>[a-z]{0,3}\d{0,2}-\d{1,3}[a-z]?)",
        r"(?P<name>.*\S)\s+(?P<tag>(?:cold\s+)?foil)",
    )
)


def _same(char: str) -> str:
    return char


_PLAIN: Final[dict[str, Callable[[str], str]]] = {
    "Cc": lambda _: " ",
    "Cf": lambda _: "",
    "Nd": lambda char: str(unicodedata.decimal(char)),
}
"""What becomes of control characters, of invisible ones, and of the digits of other scripts."""


def clean(line: str) -> str:
    """Bring a line to one form: compatible characters, no invisible ones, single spaces, no bullet in front."""
    if not (line.isascii() and line.isprintable()):
        kinds = ((char, unicodedata.category(char)) for char in unicodedata.normalize("NFKC", line))
        line = "".join(_PLAIN.get(kind, _same)(char) for char, kind in kinds)
    return _NUMBERING.sub("", _BULLET.sub("", " ".join(line.split())))


def cut_line(line: str) -> str:
    """Show a line again, without control characters and not longer than a line of a screen."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in line[: 4 * _SHOWN]).split())
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"


def heading_words(text: str) -> list[str]:
    """Give the words of a line that may be a heading, its numbers left out."""
    return [word for word in name_key(text).split() if not word.isdecimal()]


def readings_of(text: str) -> tuple[Reading, ...]:
    """Give every way to read a cleaned line, the likeliest first; the last one takes all of it for the name."""
    found: dict[Reading, None] = {}
    for pattern in (*_LEADING, *_TRAILING):
        match = pattern.fullmatch(text)
        if match is not None:
            found[Reading(match["count"], _bare(match["name"]))] = None
    found[Reading("", _bare(text))] = None
    return tuple(reading for reading in found if reading.name)


def _bare(name: str) -> str:
    """Take off the quotes and separators around a name."""
    return name.strip().strip("|,;\t ").strip('"“”„«»').strip()


def copies_of(count: str) -> int | None:
    """Give the number that stands there; None for one that is no whole number, or too long to be meant."""
    digits = count.replace("−", "-")
    if not re.fullmatch(r"-?\d{1,9}", digits):
        return None
    return int(digits)


def shortened(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give a name with what stands behind it taken off, piece by piece, beside the pieces."""
    tags: tuple[str, ...] = ()
    for _ in range(_MOST_TAGS):
        match = next((match for match in (tail.fullmatch(name) for tail in _TAILS) if match), None)
        if match is None:
            return
        name, tags = _bare(match["name"]), (match["tag"].strip(), *tags)
        if name:
            yield name, tags
