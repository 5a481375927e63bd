"""Tell whether a card may be in a deck of a format on a day: its sets, rotations and bans.

A card is legal where any printing of it is from a legal set (TR 1.6); promos and other special printings carry the
code of their set and so come and go with it. Cards of Illumineer's Quest decks alone are no standard cards (CR 1.4.2).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache

from corpus.formats import Ban, CardPool, DeckFormat, Formats, LegalSet, Rotation
from corpus.names import name_key
from corpus.records import CardRecord

__all__ = ["Pool", "Standing", "standing_of", "turning_days"]


_key = lru_cache(maxsize=8192)(name_key)
"""The form under which spellings of a name meet, remembered."""


class Pool(StrEnum):
    """Where a card stands as to the sets of a format."""

    LEGAL = "legal"
    NOT_YET = "not_yet"
    ROTATED = "rotated"
    UNKNOWN_SET = "unknown_set"
    NOT_STANDARD = "not_standard"


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a card may be in a deck, and why not."""

    pool: Pool
    sets: tuple[str, ...]
    """Codes of the sets that decide it: the legal ones; else those that are to come, went, or are not known."""
    legal_set: LegalSet | None = None
    """The set with which a card that is not legal yet comes in."""
    rotation: Rotation | None = None
    """The rotation that took a card out last."""
    bans: tuple[Ban, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the card may be in a deck."""
        return self.pool is Pool.LEGAL and not self.bans


def standing_of(card: CardRecord, deck_format: DeckFormat, day: date, formats: Formats) -> Standing:
    """Judge one card by the day of the event."""
    codes = tuple(dict.fromkeys(printing.set_code for printing in card.printings))
    key = _key(card.printed.full_name)
    bans = tuple(ban for ban in formats.bans if ban.format is deck_format.name and ban.applies_on(day) and _key(ban.card) == key)
    standard = tuple(code for code in codes if code not in formats.quest_codes)
    if not standard:
        return Standing(Pool.NOT_STANDARD, codes, bans=bans)
    known = [entry for entry in (formats.legal_set(code) for code in standard) if entry is not None]
    gone = {
        entry.code: rotation
        for entry in known
        if deck_format.pool is CardPool.ROTATION
        and (rotation := formats.rotation_of(entry.code)) is not None
        and rotation.first_day <= day
    }
    legal = tuple(entry.code for entry in known if entry.prerelease <= day and entry.code not in gone)
    if legal:
        return Standing(Pool.LEGAL, legal, bans=bans)
    coming = min((entry for entry in known if entry.prerelease > day), key=lambda entry: entry.prerelease, default=None)
    if gone:
        last = max(gone.values(), key=lambda rotation: rotation.first_day)
        return Standing(Pool.ROTATED, tuple(code for code in gone if code in last.out), coming, last, bans)
    if coming is not None:
        return Standing(Pool.NOT_YET, (coming.code,), coming, bans=bans)
    return Standing(Pool.UNKNOWN_SET, standard, bans=bans)


def turning_days(deck_format: DeckFormat, after: date, formats: Formats) -> tuple[date, ...]:
    """Give the known days after *after* on which the cards of a format change, earliest first."""
    return tuple(sorted({day for day in _days(deck_format, formats) if day > after}))


def _days(deck_format: DeckFormat, formats: Formats) -> Iterator[date]:
    yield from (entry.prerelease for entry in formats.sets)
    if deck_format.pool is CardPool.ROTATION:
        yield from (rotation.first_day for rotation in formats.rotations)
    yield from _ban_days(ban for ban in formats.bans if ban.format is deck_format.name)


def _ban_days(bans: Iterable[Ban]) -> Iterator[date]:
    """Give the first day of each ban, and the first day after it."""
    for ban in bans:
        yield ban.first_day
        if ban.last_day is not None:
            yield ban.last_day + timedelta(days=1)
