"""Clean words that were cut out of a document: wrapped lines joined, examples and list items on lines of their own."""

import re

__all__ = ["cleaned", "compared"]

_MARKS = re.compile(r"(?m)^\s*#{1,6}\s+|\s+#{1,6}\s*$|\*\*")
_HYPHEN = re.compile(r"(?<=[A-Za-z])-\n(?=[A-Za-z])")
_PARAGRAPH = re.compile(r"\n(?:[ \t]*\n)+")
_NEW_LINE = re.compile(r"\s*(?<!\w)(?=Example(?: [A-Z])?: )|\n\s*(?=[•▪] |[-*] )")
_SPACES = re.compile(r"[^\S\n]+")
_BREAK = "\x1e"


def cleaned(text: str) -> str:
    """Join wrapped lines; paragraphs, examples and list items stay on lines of their own."""
    text = _MARKS.sub(" ", text).replace("\u00ad\n", "").replace("\u00ad", "").replace("\u00a0", " ")
    text = _HYPHEN.sub("-", text)
    text = _PARAGRAPH.sub(_BREAK, text)
    text = _NEW_LINE.sub(_BREAK, text).replace("\n", " ")
    lines = (_SPACES.sub(" ", line).strip() for line in text.split(_BREAK))
    return "\n".join(line for line in lines if line)


def compared(text: str) -> str:
    """Give a text in the form in which two printings of the same words are equal."""
    plain = text.translate(_QUOTES)
    return re.sub(r"\s+", " ", plain).strip()


_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u2011": "-", "…": "..."})
