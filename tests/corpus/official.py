"""Read the official documents that lie beside the checkout, for tests that compare with them."""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

_FURNITURE = re.compile(r"\[page \d+\]|(?:\d+\s+)?©Disney\s+disneylorcana\.com")
_HEADING = re.compile(r"^(\d+(?:\.\d+)+) ([A-Z].*?)\s*$", re.MULTILINE)
_WORDS = {
    0: "zero",
    1: "one|once|a single|single",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
}


def _split(body: str, headings: list[tuple[str, str]]) -> dict[str, str]:
    """Cut a document at its headings, which stand in it in this order."""
    starts, at = [], 0
    for number, words in headings:
        match = re.compile(rf"(?<![\d.]){re.escape(number)}\s+{re.escape(words)}(?=\s)").search(body, at)
        assert match is not None, f"{number} {words} is not in the document after position {at}"
        starts.append((number, match.end()))
        at = match.end()
    ends = [start for _, start in starts[1:]] + [len(body)]
    return {number: " ".join(body[start:end].split()) for (number, start), end in zip(starts, ends, strict=True)}


@cache
def _headings(shared: Path) -> tuple[tuple[str, str], ...]:
    """Give numbers and words of the headings, as the edition with line breaks has them."""
    text = _FURNITURE.sub("", (shared / "documents" / "tournament_rules_2026-06-11_en.txt").read_text(encoding="utf-8"))
    return tuple(_HEADING.findall(text[text.index("SECTION 1:") :]))


@cache
def tournament_sections(shared: Path, edition: str) -> dict[str, str]:
    """Give the official text of each section of the Tournament Rules that has text of its own, by its number."""
    if edition == "2026-07-14":
        bundle = (shared / "seeds" / "000_a9643d8038d3ef8e.txt").read_text(encoding="utf-8")
        text = bundle[bundle.index("Tournament Rules Effective 07/14/2026") : bundle.index("## Cards (name index)")]
    else:
        text = (shared / "documents" / f"tournament_rules_{edition}_en.txt").read_text(encoding="utf-8")
    body = _FURNITURE.sub(" ", text)
    return _split(body[body.index("SECTION 1:") :], list(_headings(shared)))


@cache
def tournament_contents(shared: Path) -> tuple[str, ...]:
    """Give the numbers that the table of contents of 2026-07-14 lists, chapters included."""
    bundle = (shared / "seeds" / "000_a9643d8038d3ef8e.txt").read_text(encoding="utf-8")
    start = bundle.index("CONTENTS 1. TOURNAMENT DEFINITIONS")
    listed = _FURNITURE.sub(" ", bundle[start : bundle.index("SECTION 1: TOURNAMENT DEFINITIONS", start)])
    return tuple(re.findall(r"(?<!\S)(\d+(?:\.\d+)*)\. (?=[A-Z])", listed))


@cache
def comprehensive_rules(shared: Path) -> dict[str, str]:
    """Give the official text of each rule of 2.3.0 by its number."""
    file = shared / "documents" / "comprehensive_rules_2.3.0_en.json"
    return {entry["id"]: entry["text"] for entry in json.loads(file.read_text(encoding="utf-8"))["rules"]}


@cache
def correction_guidelines(shared: Path) -> dict[str, str]:
    """Give what is at hand of the Play Correction Guidelines, by the number of the section."""
    text = (shared / "documents" / "play_correction_guidelines_2024-05-21_en.md").read_text(encoding="utf-8")
    marks = list(re.finditer(r"(?<![\d.])(?:## (\d(?:\.\d)?) |(?<=[.)] )(\d\.\d) (?=[A-Z])|(?<=\n)(\d\.\d) (?=[A-Z]))", text))
    cuts = [*(mark.start() for mark in marks), len(text)]
    numbers = [next(group for group in mark.groups() if group) for mark in marks]
    return {number: text[start:end] for number, (start, end) in zip(numbers, pairwise(cuts), strict=True)}


@cache
def german_terms(shared: Path) -> tuple[str, ...]:
    """Give the lines of the German glossary that name a term, English and German run together."""
    lines = (shared / "seeds" / "004_471a22e4e10a3b0f.txt").read_text(encoding="utf-8").splitlines()
    return tuple(before for before, line in pairwise(lines) if "(CR " in line)


def says(text: str, value: int) -> bool:
    """Tell whether a text has a number in it, in digits or as a word."""
    spoken = _WORDS.get(value)
    words = rf"|\b(?:{spoken})\b" if spoken else ""
    return re.search(rf"(?<![\d.]){value}(?![\d.]*\d){words}", text, re.IGNORECASE) is not None
