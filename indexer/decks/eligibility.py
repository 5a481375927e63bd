"""Say for a whole deck which cards may not be in it on a day: sets, rotations, bans, cards that are none."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from corpus.formats import Ban, DeckFormat, FormatKind, Formats, LegalSet, Rotation
from corpus.refs import RuleRef, cr
from indexer.decks.records import DeckCard, Ground, Reason
from indexer.decks.standing import Pool, Standing, standing_of

__all__ = ["eligibility_reasons", "in_words"]

_MOST_WRITTEN = 16
"""A deck of 60 cards with 4 copies of each has 15 different ones."""
_BANNED = cr("1.10.1.1")
"""A Constructed deck has no banned cards."""


def eligibility_reasons(cards: Sequence[DeckCard], deck_format: DeckFormat, day: date, formats: Formats) -> Iterator[Reason]:
    """Give a reason for every set, rotation and ban that keeps cards of the deck out."""
    judged = [(entry, standing_of(entry.card, deck_format, day, formats)) for entry in cards]
    yield from _not_standard([entry for entry, standing in judged if standing.pool is Pool.NOT_STANDARD], formats)
    yield from _not_yet(judged, deck_format, formats)
    yield from _rotated(judged, deck_format)
    yield from _unknown(judged, formats)
    yield from _banned(judged, deck_format)


def in_words(parts: Iterable[str]) -> str:
    """Write a list as a sentence has it; of a long one the first entries, and how many there are beside them."""
    every = list(parts)
    if len(every) > _MOST_WRITTEN:
        every = [*every[: _MOST_WRITTEN - 1], f"{len(every) - _MOST_WRITTEN + 1} more"]
    *head, last = every
    return f"{', '.join(head)} and {last}" if head else last


def _names(entries: Iterable[DeckCard]) -> tuple[str, ...]:
    return tuple(entry.full_name for entry in entries)


def _take_out(entries: Iterable[DeckCard]) -> str:
    return f"Take out {in_words(str(entry) for entry in entries)}"


def _not_standard(entries: Sequence[DeckCard], formats: Formats) -> Iterator[Reason]:
    if entries:
        yield Reason(
            Ground.NOT_STANDARD,
            (formats.quest_ref,),
            f"Only in Illumineer's Quest decks, whose cards are no standard cards: {in_words(_names(entries))}.",
            _names(entries),
            f"{_take_out(entries)}.",
        )


def _not_yet(judged: Sequence[tuple[DeckCard, Standing]], deck_format: DeckFormat, formats: Formats) -> Iterator[Reason]:
    coming: dict[str, list[DeckCard]] = defaultdict(list)
    sets: dict[str, LegalSet] = {}
    for entry, standing in judged:
        if standing.pool is Pool.NOT_YET and standing.legal_set is not None:
            coming[standing.legal_set.code].append(entry)
            sets[standing.legal_set.code] = standing.legal_set
    for code in sorted(coming, key=lambda code: sets[code].prerelease):
        entries, home = coming[code], sets[code]
        refs = (formats.set_ref, deck_format.ref) if deck_format.kind is FormatKind.CONSTRUCTED else (formats.set_ref,)
        yield Reason(
            Ground.NOT_YET,
            refs,
            f"Set {code} ({home.name}) is not legal before its prerelease on {home.prerelease}: {in_words(_names(entries))}.",
            _names(entries),
            f"{_take_out(entries)}, or play on {home.prerelease} or later.",
        )


def _rotated(judged: Sequence[tuple[DeckCard, Standing]], deck_format: DeckFormat) -> Iterator[Reason]:
    gone: dict[date, list[tuple[DeckCard, Standing]]] = defaultdict(list)
    rotations: dict[date, Rotation] = {}
    for entry, standing in judged:
        if standing.pool is Pool.ROTATED and standing.rotation is not None:
            gone[standing.rotation.first_day].append((entry, standing))
            rotations[standing.rotation.first_day] = standing.rotation
    for first_day in sorted(gone):
        rotation, entries = rotations[first_day], [entry for entry, _ in gone[first_day]]
        back = [
            f"{entry.full_name} is legal again from {standing.legal_set.prerelease}, with set {standing.legal_set.code}"
            for entry, standing in gone[first_day]
            if standing.legal_set is not None
        ]
        yield Reason(
            Ground.ROTATED,
            (rotation.ref, deck_format.ref),
            f"Sets {in_words(rotation.out)} left {deck_format.title} on {first_day}, with set {rotation.with_set}, and no other"
            f" printing is legal: {in_words(_names(entries))}.",
            _names(entries),
            f"{'; '.join([_take_out(entries), *back])}.",
        )


def _unknown(judged: Sequence[tuple[DeckCard, Standing]], formats: Formats) -> Iterator[Reason]:
    entries = [(entry, standing) for entry, standing in judged if standing.pool is Pool.UNKNOWN_SET]
    if entries:
        sets = in_words(sorted({code for _, standing in entries for code in standing.sets}))
        yield Reason(
            Ground.UNKNOWN_SET,
            (formats.set_ref,),
            f"No day is known from which set {sets} is legal: {in_words(_names(entry for entry, _ in entries))}.",
            _names(entry for entry, _ in entries),
            f"{_take_out(entry for entry, _ in entries)}, or ask the Tournament Organizer.",
        )


def _banned(judged: Sequence[tuple[DeckCard, Standing]], deck_format: DeckFormat) -> Iterator[Reason]:
    for entry, standing in judged:
        for ban in standing.bans:
            yield Reason(
                Ground.BANNED,
                _ban_refs(ban, deck_format),
                f"{entry.full_name} is banned in {deck_format.title} from {ban.first_day}"
                + (f" to {ban.last_day}." if ban.last_day else " on."),
                (entry.full_name,),
                f"{_take_out([entry])}.",
            )


def _ban_refs(ban: Ban, deck_format: DeckFormat) -> tuple[RuleRef, ...]:
    """Give the newest edition that lists the card, then the format's own section and the Comprehensive Rules."""
    return (ban.listed[-1], deck_format.ref, _BANNED)
