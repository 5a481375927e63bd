"""Bring names to one form, so that spellings which differ only in case, accents or punctuation meet."""

import re
import unicodedata

_APOSTROPHES = re.compile(r"['’‘ʼ`´]")
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_JOINED = re.compile(r",\s+|\s+&\s+|\s+[‘'’]n[’']\s+")


def single_names(name: str) -> tuple[str, ...]:
    """List the single names of a card that is printed with several (5.2.6.1), in order; nothing where it has one name."""
    return tuple(_JOINED.split(name)) if " & " in name else ()


def name_key(text: str) -> str:
    """Give the form under which two spellings of a name are the same.

    Case, accents, apostrophes, dashes, commas and runs of spaces do not count; ``&`` counts as ``and``.
    """
    plain = text.casefold()
    if not text.isascii():
        folded = unicodedata.normalize("NFKD", text).casefold()
        plain = "".join(char for char in folded if not unicodedata.combining(char))
    joined = _APOSTROPHES.sub("", plain).replace("&", " and ")
    return _NOT_WORD.sub(" ", joined).strip()
