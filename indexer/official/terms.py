"""Find the terms of a glossary in a document's text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from indexer.official.manuscript import GLYPH, Manuscript, Weight
from indexer.official.records import OfficialTerm, Unplaced
from indexer.official.words import cleaned

__all__ = ["glossary_start", "place_terms"]

_HEADING = re.compile(r"(?<![\w])#*\s*GLOSSARY(?=\s)")
_LONGEST_NAME = 45
_SYMBOL = re.compile(r"\s*\{[A-Z]+\}$")
_AFTER = r"(?:\*\*)?(?P<symbol>\s*(?:\{[A-Z]+\}|\ufff9[^\ufff9\ufffb]*\ufffb))?"
_BEGINS = r"(?=\s*[–—:]?\s+(?:[A-Z“\"(\ufff9{]|[*_]*(?:noun|verb|adjective|adverb)\b)|\s*\n)"
_FORMER = ("turn action",)
"""Terms of older editions that the current glossary has under another name."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A place where a term may start."""

    name: str
    rank: int
    """Its place among the known terms."""
    start: int
    end: int


def glossary_start(manuscript: Manuscript) -> int | None:
    """Give where the glossary starts, which is named in the table of contents before; None without one."""
    marks = list(_HEADING.finditer(manuscript.text))
    return marks[-1].start() if marks else None


def place_terms(manuscript: Manuscript, start: int, end: int, known: Sequence[str]) -> tuple[list[OfficialTerm], list[Unplaced]]:
    """Place the terms that stand between two places of a text, and tell what has no place.

    *known* are the terms of the glossary in its order. A term that is not known is taken where it is set as a heading.
    """
    chain = _rising(sorted(_places(manuscript, start, end, known), key=lambda found: (found.start, -found.end)))
    news = [
        found
        for found in _headings(manuscript, start, end, known)
        if not any(known_one.start <= found.start <= known_one.end for known_one in chain)
    ]
    places = sorted([*chain, *news], key=lambda found: found.start)
    terms: list[OfficialTerm] = []
    bounds = [*(found.start for found in places[1:]), end]
    for found, bound in zip(places, bounds, strict=True):
        line = manuscript.line_at(found.end - 1)
        terms.append(OfficialTerm(found.name, cleaned(manuscript.text[found.end : bound]).lstrip("–—-: "), line.page, line.line))
    placed = {_SYMBOL.sub("", term.name) for term in terms}
    missing = [
        Unplaced(0, 0, "", f"the term {name!r} was not found in the glossary")
        for name in known
        if _SYMBOL.sub("", name) not in placed
    ]
    unplaced = [
        Unplaced(term.page, term.line, term.name, "a term that is not known") for term in terms if term.name not in _names(known)
    ]
    empty = [Unplaced(term.page, term.line, term.name, "a term without words") for term in terms if not term.text]
    return terms, [*missing, *unplaced, *empty]


def _places(manuscript: Manuscript, start: int, end: int, known: Sequence[str]) -> Iterator[_Found]:
    """Give every place where a known term stands as one can that starts an entry."""
    for rank, name in enumerate(sorted((*known, *_FORMER), key=str.casefold)):
        bare = _SYMBOL.sub("", name)
        pattern = re.compile(rf"(?:(?<=[.”\")\]}}])\s|\n|(?<=GLOSSARY)\s)[\s#*]*{re.escape(bare)}{_AFTER}{_BEGINS}")
        for match in pattern.finditer(manuscript.text, start, end):
            yield _Found(name if match["symbol"] else bare, rank, match.start(), match.end())


def _names(known: Sequence[str]) -> frozenset[str]:
    """Give the known names, with and without the symbol that may stand after them."""
    return frozenset((*known, *_FORMER, *(_SYMBOL.sub("", name) for name in known)))


def _rising(places: Sequence[_Found]) -> list[_Found]:
    """Keep the longest run of places whose terms come in the order of the glossary."""
    lengths: list[int] = []
    back: list[int] = []
    for at, found in enumerate(places):
        best, chosen = 0, -1
        for other in range(at):
            before = places[other]
            if before.rank < found.rank and before.end <= found.start and lengths[other] >= best:
                best, chosen = lengths[other], other
        lengths.append(best + 1)
        back.append(chosen)
    chain: list[_Found] = []
    at = max(range(len(lengths)), key=lambda each: lengths[each], default=-1)
    while at >= 0:
        chain.insert(0, places[at])
        at = back[at]
    return chain


def _headings(manuscript: Manuscript, start: int, end: int, known: Sequence[str]) -> Iterator[_Found]:
    """Give the lines that are set as headings and are no known term."""
    names = _names(known)
    for line, at in zip(manuscript.lines, manuscript.starts, strict=True):
        marked = line.text.startswith("#") or line.weight is Weight.BOLD
        name = GLYPH.sub("", line.text).strip("#* ")
        if start < at < end and marked and 0 < len(name) <= _LONGEST_NAME and name not in names and "GLOSSARY" not in name:
            yield _Found(name, -1, at, at + len(line.text))
