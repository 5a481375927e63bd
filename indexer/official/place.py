"""Find the numbered entries of a document in its text: which of the numbers in it start an entry, and which only point.

Every number is a candidate with a score of its own (does it start a line, is a word like "see" before it, is it a number
that the edition is known to have). The entries are the chain of candidates with rising numbers that scores best, where
going on to the next number that can follow counts for a step and leaving numbers out counts against it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, zip_longest
from typing import Final

from corpus.names import name_key
from corpus.refs import number_key, parent_number
from indexer.official.manuscript import Manuscript, Weight
from indexer.official.records import OfficialEntry, Unplaced
from indexer.official.words import cleaned

__all__ = ["Placed", "place_entries"]

_CANDIDATE = re.compile(
    r"(?<![\w.,/$+\-–])(?P<mark>#+\s*)?(?P<section>SECTION\s+)?(?P<number>\d{1,2}(?:\.\d{1,3}){0,6})(?P<dot>[.:])?"
    r"(?P<gap>\s*)(?=(?P<next>[^\s\d]|\d))"
)
_POINTING = re.compile(
    r"(?:\b(?:see|sees?|section|sections|rule|rules|in|to|of|and|or|with|step|steps|from|by|through|per|than|the|chapter|version)|[(,;])\s*$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?:^|[.!?:”\"’)\]}])\s*$")
_CONTENTS = re.compile(r"\bCONTENTS\b")
_FIRST_CHAPTER = re.compile(r"(?<![\d.])1\.\s+([A-Z]{3}[A-Z ,&-]*)")
_NEAR_CONTENTS: Final = 400
"""Characters after the word in which the first chapter is listed."""
_CAPITALS = re.compile(r"[A-Z]{3}[A-Z ,\-&]*")
_RUN_IN = re.compile(r"\.? ?[–—:-] |\. ")
_NO_ENTRY = frozenset('”"%/)]}°')
_LOOK_BACK: Final = 320
"""Candidates before one that may be the entry before it; a table of contents is shorter."""
_LEAST: Final = -0.5
_PASSED_OVER: Final = 0.2
"""What it costs to leave a likely entry out between two others."""
_SHOWN: Final = 60
_SLIP: Final = 1.0
"""A score at which a number may be a misprint of the one that is missing."""
_SURE: Final = 2.5
"""A score at which a number that has no place is worth telling."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A number that may start an entry."""

    number: str
    key: tuple[int, ...]
    start: int
    """Where the number, or the mark before it, starts."""
    end: int
    """Where its words start."""
    score: float


@dataclass(frozen=True, slots=True)
class Placed:
    """The entries of a document, and what has no place among them."""

    entries: tuple[OfficialEntry, ...]
    unplaced: tuple[Unplaced, ...]


def place_entries(manuscript: Manuscript, end: int, headings: Mapping[str, str]) -> Placed:
    """Place the numbered entries that stand in a text before *end*.

    *headings* has the numbers that the edition is known to have, with their heading words or nothing; it is empty for
    an edition that is not known.
    """
    candidates = _candidates(manuscript, _contents_end(manuscript), end, headings)
    chain, slips = _with_slips(manuscript, _best_chain(candidates), candidates, headings)
    bounds = [*(candidate.start for candidate in chain[1:]), end] if chain else []
    entries = tuple(_entry(manuscript, candidate, bound, headings) for candidate, bound in zip(chain, bounds, strict=True))
    return Placed(entries, (*slips, *_left_over(manuscript, candidates, chain), *_missing(entries, headings)))


def _contents_end(manuscript: Manuscript) -> int:
    """Give where the table of contents is over: where the title of the first chapter stands again; 0 without one."""
    text = manuscript.text
    contents = _CONTENTS.search(text)
    listed = _FIRST_CHAPTER.search(text, contents.end(), contents.end() + _NEAR_CONTENTS) if contents else None
    if listed is None:
        return 0
    again = re.compile(rf"(?:SECTION\s+)?1[.:]\s+{re.escape(listed[1].split()[0])}\b").search(text, listed.end())
    return again.start() if again else 0


def _candidates(manuscript: Manuscript, start: int, end: int, headings: Mapping[str, str]) -> list[_Candidate]:
    """Give the numbers of a text that may start an entry."""
    found = []
    for match in _CANDIDATE.finditer(manuscript.text, start, end):
        score = _score(manuscript, match, headings)
        if score > _LEAST:
            number = match["number"]
            found.append(_Candidate(number, number_key(number), match.start(), match.end(), score))
    return found


def _score(manuscript: Manuscript, match: re.Match[str], headings: Mapping[str, str]) -> float:
    """Tell how much a number looks like the start of an entry."""
    text, number, following = manuscript.text, match["number"], match["next"]
    before = text[max(match.start() - 40, 0) : match.start()]
    starts_line = not before.strip(" \t") or before.rstrip(" \t#*•").endswith("\n")
    marked = bool(match["mark"] or match["section"])
    bold = starts_line and manuscript.line_at(match.start("number")).weight is Weight.BOLD
    if following in _NO_ENTRY or not (match["gap"] or match["dot"]):
        return _LEAST
    chapter = "." not in number
    if chapter and not (marked or bold) and not (match["dot"] and _CAPITALS.match(text, match.end())):
        return _LEAST
    score = 2.0 * starts_line + 1.5 * (marked or bold) + 1.0 * bool(match["dot"])
    score += 1.0 if following.isupper() or following in "“‘\"'({\ufff9" or (chapter and marked) else -1.5
    pointing = _POINTING.search(before.rstrip("#* "))
    if pointing and not marked and not before.endswith("\n\n"):
        score -= 3.0
    elif _SENTENCE_END.search(before.rstrip("#* ")):
        score += 1.0
    elif not starts_line:
        score -= 0.5
    if headings:
        score += 1.5 if number in headings else -1.5
        score += 2.0 * _starts_with(text, match.end(), headings.get(number, ""))
    return score


def _starts_with(text: str, at: int, heading: str) -> bool:
    """Tell whether words start with a heading."""
    return bool(heading) and name_key(text[at : at + len(heading) + 12]).startswith(name_key(heading))


def _follows(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Tell whether a number can come right after another: its first child, or the next at its level or above."""
    if after == (*before, 1):
        return True
    depth = len(after)
    return depth <= len(before) and after[:-1] == before[: depth - 1] and after[-1] == before[depth - 1] + 1


def _best_chain(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """Give the chain of candidates with rising numbers that scores best."""
    totals: list[float] = []
    back: list[int] = []
    sure = [0, *accumulate(int(candidate.score >= _SURE) for candidate in candidates)]
    for at, candidate in enumerate(candidates):
        best, chosen = (0.0 if len(candidate.key) <= 2 and candidate.key[0] == 1 else -2.0), -1
        for other in range(max(at - _LOOK_BACK, 0), at):
            before = candidates[other]
            if before.key >= candidate.key:
                continue
            step = 2.0 if _follows(before.key, candidate.key) else -2.5
            # what an entry says is longer than its line in a table of contents
            said = min(1.0, (candidate.start - before.end) / 150)
            total = totals[other] + step + said - _PASSED_OVER * (sure[at] - sure[other + 1])
            if total > best:
                best, chosen = total, other
        totals.append(best + candidate.score)
        back.append(chosen)
    if not totals:
        return []
    at = max(range(len(totals)), key=lambda each: (totals[each], each))
    chain: list[_Candidate] = []
    while at >= 0:
        chain.insert(0, candidates[at])
        at = back[at]
    return chain


def _with_slips(
    manuscript: Manuscript, chain: Sequence[_Candidate], candidates: Sequence[_Candidate], headings: Mapping[str, str]
) -> tuple[list[_Candidate], list[Unplaced]]:
    """Take a number that is out of order for the one number that is missing at its place, and tell of it."""
    known = sorted(headings, key=number_key)
    corrected: list[_Candidate] = []
    told: list[Unplaced] = []
    earlier = 0
    for before, after in zip_longest(chain, chain[1:]):
        upper = after.key if after is not None else (10_000,)
        lost = [number for number in known if before.key < number_key(number) < upper]
        bound = after.start if after is not None else candidates[-1].start + 1
        odd = [each for each in candidates if before.start < each.start < bound and each.score >= _SLIP]
        # the same number twice: the second is the misprint, whichever of them the chain took
        twice = [each for each in candidates if earlier < each.start < before.start and each.number == before.number]
        twice = [each for each in twice if each.score >= _SLIP]
        pair = (before, odd[0]) if len(odd) == 1 else (twice[0], before) if twice else (before, before)
        corrected.append(pair[0] if len(lost) == 1 else before)
        if len(lost) == 1 and pair[0] is not pair[1]:
            meant = replace(pair[1], number=lost[0], key=number_key(lost[0]))
            corrected.append(meant)
            line = manuscript.line_at(meant.start)
            said = f"{pair[1].number} is printed where {lost[0]} belongs; taken as {lost[0]}"
            told.append(Unplaced(line.page, line.line, "", said))
        earlier = before.start
    return corrected, told


def _entry(manuscript: Manuscript, candidate: _Candidate, bound: int, headings: Mapping[str, str]) -> OfficialEntry:
    """Cut the words of an entry out, and its heading from them."""
    line = manuscript.line_at(candidate.start)
    words = cleaned(manuscript.text[candidate.end : bound])
    heading, text = _parted(words, headings.get(candidate.number, ""))
    return OfficialEntry(candidate.number, heading, text or heading, line.page, line.line)


def _parted(words: str, known: str) -> tuple[str, str]:
    """Part the heading from the words below it; a name that runs into its sentence stays there as well."""
    first, _, rest = words.partition("\n")
    if known and _starts_with(words, 0, known):
        length = _length_of(words, known)
        heading, below = words[:length].strip(), words[length:]
        return (heading, words) if _RUN_IN.match(below) else (heading, below.strip())
    looks_like_one = len(first) <= 70 and first[-1:].isalnum() and first[:1].isupper()
    if looks_like_one and (rest or first.isupper()):
        return first, rest.strip()
    return ("", words)


def _length_of(words: str, heading: str) -> int:
    """Tell how many characters of the words are the heading, whatever their case and punctuation."""
    wanted = name_key(heading)
    for length in range(max(len(heading) - 6, 1), len(heading) + 13):
        if name_key(words[:length]) == wanted and not words[length : length + 1].isalnum():
            return length
    return len(heading)


def _left_over(manuscript: Manuscript, candidates: Sequence[_Candidate], chain: Sequence[_Candidate]) -> list[Unplaced]:
    """Tell of numbers within the document that look like entries and have no place."""
    if not chain:
        return []
    taken = {candidate.start for candidate in chain}
    found = []
    for candidate in candidates:
        inside = chain[0].start < candidate.start <= chain[-1].start or candidate.start > chain[-1].start
        if candidate.start in taken or candidate.score < _SURE or not inside:
            continue
        line = manuscript.line_at(candidate.start)
        starts = cleaned(manuscript.text[candidate.start : candidate.start + _SHOWN]).partition("\n")[0]
        found.append(Unplaced(line.page, line.line, starts, f"{candidate.number} is out of order here"))
    return found


def _missing(entries: Sequence[OfficialEntry], headings: Mapping[str, str]) -> list[Unplaced]:
    """Tell of numbers that should be there: those the edition is known to have, or gaps in the counting."""
    placed = {entry.number: entry for entry in entries}
    known = [number for number in sorted(headings, key=number_key) if number not in placed]
    wanted = known if headings else _gaps(list(placed))
    found = []
    ordered = sorted(placed, key=number_key)
    for number in wanted:
        before = next((each for each in reversed(ordered) if number_key(each) < number_key(number)), None)
        near = placed[before] if before is not None else None
        after = f", expected after {before}" if before is not None else ""
        found.append(Unplaced(near.page if near else 0, near.line if near else 0, "", f"{number} was not found{after}"))
    return found


def _gaps(numbers: Sequence[str]) -> list[str]:
    """Give the numbers that are left out where others of their level are there."""
    there = set(numbers)
    gaps: dict[str, None] = {}
    for number in numbers:
        above = parent_number(number)
        if above is not None and above not in there:
            gaps[above] = None
        for last in range(1, number_key(number)[-1]):
            sibling = f"{above}.{last}" if above is not None else str(last)
            if sibling not in there:
                gaps[sibling] = None
    return sorted(gaps, key=number_key)
