"""Read the table of infractions and find the ones that a told situation may be.

The table stands beside the restated Play Correction Guidelines. Matching is by the table's phrases alone: it proposes
infractions to a judge, best first, and says which phrases spoke for each; it decides nothing.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from corpus.policy import POLICY
from corpus.records import CorrectiveAction, Infraction, Penalty, TournamentLevel, Upgrade
from corpus.refs import Document, RuleRef
from corpus.tables import Table, TableReader

__all__ = ["InfractionMatch", "infraction", "load_infractions", "match_infractions", "read_infractions"]

_KEYS = (
    *("id", "name", "section", "condensed", "description", "examples", "remedy"),
    *("penalties", "upgrades", "exceptions", "see", "words"),
)
_SHORTEST_STEM = 4
"""Letters from which on a word of a phrase may begin a longer one."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")


@dataclass(frozen=True, slots=True)
class InfractionMatch:
    """An infraction that a told situation may be."""

    infraction: Infraction
    score: int
    """Words of the matching phrases, counted; more is nearer."""
    matched: tuple[str, ...]
    """The phrases that spoke for it, longest first."""


def _penalty(reader: TableReader, entry: Table) -> Penalty:
    """Read the corrective actions of one case."""
    reader.keys(entry, "case", "then", *(level.value for level in TournamentLevel))
    actions = {level: reader.choice(entry, level.value, CorrectiveAction) for level in TournamentLevel}
    given = {level: action for level, action in actions.items() if action is not None}
    return Penalty(reader.optional_text(entry, "case"), given, reader.optional_text(entry, "then"))


def _upgrade(reader: TableReader, entry: Table) -> Upgrade:
    """Read one condition of an upgrade."""
    reader.keys(entry, "condition", "levels", "action", "infraction")
    levels = (reader.choice(entry, "levels", TournamentLevel, level) for level in reader.texts(entry, "levels"))
    action = reader.choice(entry, "action", CorrectiveAction) if "action" in entry else None
    becomes = reader.optional_text(entry, "infraction")
    if action is None and not becomes:
        reader.fault(entry, "an upgrade names an 'action' or an 'infraction'")
    return Upgrade(reader.text(entry, "condition"), tuple(level for level in levels if level), action, becomes)


def _infraction(reader: TableReader, entry: Table, edition: str) -> Infraction:
    """Read one infraction."""
    reader.keys(entry, *_KEYS)
    ref = reader.reference(entry, "section")
    if ref is not None and (ref.document, ref.edition) != (Document.PLAY_CORRECTION_GUIDELINES, edition):
        reader.fault(entry, f"{ref} is not a section of PCG {edition}")
    return Infraction(
        id=reader.text(entry, "id"),
        name=reader.text(entry, "name"),
        ref=ref or RuleRef(Document.PLAY_CORRECTION_GUIDELINES, edition, "0"),
        condensed=reader.truth(entry, "condensed"),
        description=reader.text(entry, "description"),
        examples=reader.texts(entry, "examples"),
        remedy=reader.texts(entry, "remedy"),
        penalties=tuple(_penalty(reader, row) for row in reader.tables(entry.get("penalties"), "'penalties'")),
        upgrades=tuple(_upgrade(reader, row) for row in reader.tables(entry.get("upgrades"), "'upgrades'")),
        exceptions=reader.texts(entry, "exceptions"),
        see=reader.references(entry, "see"),
        words=reader.texts(entry, "words"),
    )


def read_infractions(file: Path) -> tuple[Infraction, ...]:
    """Read a table of infractions.

    :raises CorpusFault: with every fault of the table.
    """
    reader = TableReader(file)
    root = reader.table({"file": reader.load()}, "file")
    reader.keys(root, "edition", "infractions")
    edition = reader.text(root, "edition")
    rows = reader.tables(root.get("infractions"), "'infractions'")
    infractions = tuple(_infraction(reader, row, edition) for row in rows)
    known = [entry.id for entry in infractions]
    for row, entry in zip(rows, infractions, strict=True):
        if known.count(entry.id) > 1:
            reader.fault(row, f"the infraction {entry.id!r} stands here more than once")
        for upgrade in entry.upgrades:
            if upgrade.infraction and upgrade.infraction not in known:
                reader.fault(row, f"an upgrade leads to {upgrade.infraction!r}, which is no infraction")
    reader.close()
    return infractions


@cache
def load_infractions() -> tuple[Infraction, ...]:
    """Give the infractions of the Play Correction Guidelines, in order of their sections.

    :raises CorpusFault: the table has faults.
    """
    return read_infractions(POLICY / "play-correction-guidelines" / "infractions.yaml")


def infraction(name: str) -> Infraction | None:
    """Give the infraction of that identifier, name or section number, or None."""
    key = _spoken(name)
    for entry in load_infractions():
        if key in (_spoken(entry.id.replace("_", " ")), _spoken(entry.name)) or name.strip() == entry.ref.number:
            return entry
    return None


def match_infractions(told: str) -> tuple[InfractionMatch, ...]:
    """Give the infractions that a told situation may be, best first; none where no phrase fits.

    A phrase fits when each of its words begins a word of the telling. A phrase within a longer one that fits as well
    counts no further. Of equal scores the earlier section comes first.
    """
    words = _spoken(told)
    begun = frozenset(words) | {word[:length] for word in words for length in range(_SHORTEST_STEM, len(word))}
    found: list[InfractionMatch] = []
    for entry, phrases in _told_phrases():
        fitting = [phrase for phrase, stems in phrases if stems and begun.issuperset(stems)]
        kept = [phrase for phrase in fitting if not any(_within(phrase, other) for other in fitting)]
        if kept:
            kept.sort(key=lambda phrase: -len(phrase.split()))
            found.append(InfractionMatch(entry, sum(len(phrase.split()) for phrase in kept), tuple(kept)))
    return tuple(sorted(found, key=lambda match: -match.score))


@cache
def _told_phrases() -> tuple[tuple[Infraction, tuple[tuple[str, tuple[str, ...]], ...]], ...]:
    """Give the infractions with their phrases and the words of each."""
    return tuple((entry, tuple((phrase, _spoken(phrase)) for phrase in entry.words)) for entry in load_infractions())


def _spoken(text: str) -> tuple[str, ...]:
    """Give the words of a text without case, accents or typographic apostrophes."""
    folded = unicodedata.normalize("NFKD", text).casefold().replace("’", "'")
    return tuple(_WORD.findall("".join(char for char in folded if not unicodedata.combining(char))))


def _within(phrase: str, other: str) -> bool:
    """Tell whether all words of a phrase stand in another, longer one."""
    return phrase != other and set(phrase.split()) < set(other.split())
