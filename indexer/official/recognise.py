"""Tell which document a text is, of which edition, in which language, and what is known of its numbers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from corpus.editions import editions, rules_of
from corpus.errors import BadInput
from corpus.load import load_glossary
from corpus.policy import load_policy, load_policy_changes
from corpus.refs import Document
from indexer.official.records import TITLES

__all__ = ["LANGUAGE", "Recognised", "check_language", "known_headings", "known_terms", "recognise"]

LANGUAGE = "en"
"""The language whose official text counts (1.1.4)."""

_HEAD = 12_000
"""Characters at the start of a document in which it says what it is."""
_VERSION = re.compile(r"\bVersion\s+(\d+(?:\.\d+){1,2})\b", re.IGNORECASE)
_DAY = re.compile(
    r"\beffective:?\s+(?:(?P<month>[A-Z][a-z]+)\s+(?P<day>\d{1,2}),?\s+(?P<year>\d{4})"
    r"|(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})|(?P<iso>\d{4}-\d{2}-\d{2}))",
    re.IGNORECASE,
)
_TITLES = {code: re.compile(r"\b" + title.replace(" ", r"\s+") + r"\b", re.IGNORECASE) for code, title in TITLES.items()}
_PART = re.compile(r"\b(?:extract of|condensed|excerpt)\b", re.IGNORECASE)
_SAMPLE = 60_000
_WORDS: Mapping[str, str] = {
    "English": "the of and that this is are be player players card cards when their",
    "German": "der die das und ist eine einen spieler karte karten wenn nicht wird dem",
    "French": "le la les des et est une un joueur carte cartes quand pas ses",
    "Italian": "il lo gli di che una un giocatore carta carte quando non suo della",
    "Spanish": "el los las del que una un jugador carta cartas cuando no su",
}
"""Short words by which a language is told."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a text says that it is."""

    code: Document
    edition: str
    effective: date | None
    partly: bool
    """Whether it says that it has only a part of the document, or its words cut short."""


def recognise(text: str, name: str) -> Recognised:
    """Tell which document and edition a text is.

    :raises BadInput: it is none of the known documents, or does not say of which edition it is.
    """
    head = text[:_HEAD]
    found = {code: match.start() for code, title in _TITLES.items() if (match := title.search(head))}
    if not found:
        raise BadInput(f"{name} is none of the documents that can be imported: {', '.join(TITLES.values())}")
    code = min(found, key=lambda each: found[each])
    effective = _effective(head[found[code] :]) or _effective(head)
    version = _VERSION.search(head)
    edition = version[1] if version and code is Document.COMPREHENSIVE_RULES else ""
    if code is Document.COMPREHENSIVE_RULES and not edition:
        edition = next((each.number for each in editions() if each.effective == effective), "")
    elif code is not Document.COMPREHENSIVE_RULES and effective is not None:
        edition = effective.isoformat()
    if not edition:
        raise BadInput(f"{name} has the title of the {TITLES[code]} but does not say of which edition it is")
    if effective is None:
        effective = next((each.effective for each in editions() if each.number == edition), None)
    return Recognised(code, edition, effective, _PART.search(head[:600]) is not None)


def _effective(text: str) -> date | None:
    """Read the day from which a document counts; None where it has none that can be read."""
    for match in _DAY.finditer(text):
        try:
            if match["iso"]:
                return date.fromisoformat(match["iso"])
            if match["y"]:
                return date(int(match["y"]), int(match["m"]), int(match["d"]))
            return datetime.strptime(f"{match['month'].title()} {match['day']} {match['year']}", "%B %d %Y").date()
        except ValueError:
            continue
    return None


def check_language(text: str, name: str) -> None:
    """Make sure that a text is English.

    :raises BadInput: it is in another language, or in none.
    """
    words = re.findall(r"[a-zäöüßéèàçìòù]+", text[:_SAMPLE].lower())
    told = {language: frozenset(known.split()) for language, known in _WORDS.items()}
    counts = {language: sum(word in known for word in words) for language, known in told.items()}
    likely = max(counts, key=lambda language: counts[language])
    if counts[likely] * 20 < len(words) or not words:
        raise BadInput(f"{name} has no text in a language that can be told; the official documents are read in English")
    if likely != "English":
        raise BadInput(f"{name} is in {likely}; the English edition is the official one and the only one that is read")


@cache
def known_headings(code: Document, edition: str) -> Mapping[str, str]:
    """Give the numbers that an edition is known to have, with their heading words; nothing for an unknown edition."""
    if code is Document.COMPREHENSIVE_RULES:
        known = edition in {each.number for each in editions()}
        return {rule.ref.number: rule.heading for rule in rules_of(edition)} if known else {}
    restated = load_policy(code)
    same = restated[0].ref.edition == edition or (code is Document.TOURNAMENT_RULES and edition in _counted_alike())
    return {clause.ref.number: clause.heading for clause in restated} if same else {}


def _counted_alike() -> frozenset[str]:
    """Give the older editions of the Tournament Rules whose sections have the same numbers as the restated one."""
    return frozenset(change.since for change in load_policy_changes())


def known_terms() -> tuple[str, ...]:
    """Give the names of the glossary's terms, in its order."""
    return tuple(term.name for term in load_glossary())
