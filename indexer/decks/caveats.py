"""Say with a deck check in which way a list was read, and what the verdict does not cover."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from corpus.formats import CardPool, DeckFormat, FormatKind, FormatName, Formats
from corpus.policy import TOURNAMENT_RULES, policy_documents
from corpus.refs import Document, RuleRef
from engine.wording import counted
from indexer.decks.construction import Construction
from indexer.decks.eligibility import in_words
from indexer.decks.records import DeckCard, DeckLine, ListLine, Part, ReadList
from indexer.decks.standing import standing_of

__all__ = ["caveats_of"]

_SHUFFLED: Final = RuleRef(Document.TOURNAMENT_RULES, TOURNAMENT_RULES, "1.3.1.1")
"""A deck has to be shuffled unassisted in a timely manner."""
_REGISTERED: Final = RuleRef(Document.TOURNAMENT_RULES, TOURNAMENT_RULES, "3.8")
"""The deck list is the last word on what is played."""


def caveats_of(
    read: ReadList,
    lines: Sequence[DeckLine],
    searches_left_out: int,
    made: Construction,
    deck_format: DeckFormat,
    day: date,
    formats: Formats,
) -> Iterator[str]:
    """Say what was read in which way, and what the verdict does not cover."""
    yield from read.notes
    yield from _asides(lines)
    uncounted = _uncounted(read.lines, lines)
    if uncounted:
        verbs = ("has", "is") if uncounted == 1 else ("have", "are")
        yield f"{counted(uncounted, 'line')} {verbs[0]} no number of copies and {verbs[1]} read as one copy each."
    if searches_left_out:
        yield (
            f"Near names were looked up for the first lines only; {counted(searches_left_out, 'further unresolved line')}"
            f" {'has' if searches_left_out == 1 else 'have'} none."
        )
    for entry in made.cards:
        for text in entry.adjustments.unread:
            yield (
                f"{entry.full_name}: {text!r} was not understood; if it adjusts deck building (CR 1.10.1.3), the verdict may"
                " be another."
            )
    yield from _about_format(made, deck_format, formats)
    yield from _about_day(made.cards, deck_format, day, formats)


def _asides(lines: Sequence[DeckLine]) -> Iterator[str]:
    """Say what is on the list beside the deck."""
    grouped: dict[Part, list[DeckLine]] = defaultdict(list)
    for line in lines:
        grouped[line.part].append(line)
    if Part.SIDEBOARD in grouped:
        copies = sum(line.count or 0 for line in grouped[Part.SIDEBOARD])
        yield (
            f"There are no sideboards in Disney Lorcana: neither the Tournament Rules nor the Comprehensive Rules have one, and"
            f" what is played is the deck as registered ({_REGISTERED}). The sideboard, {counted(copies, 'card')} from line"
            f" {grouped[Part.SIDEBOARD][0].number} on, is left out."
        )
    if Part.MAYBE in grouped:
        copies = sum(line.count or 0 for line in grouped[Part.MAYBE])
        verb = "is" if copies == 1 else "are"
        yield f"{counted(copies, 'card')} listed beside the deck (from line {grouped[Part.MAYBE][0].number}) {verb} left out."


def _uncounted(read: Sequence[ListLine], lines: Sequence[DeckLine]) -> int:
    """Count the lines on which a card stands without a number."""
    numbered = {line.number for line in read if any(reading.count for reading in line.readings)}
    return sum(line.card is not None and line.count == 1 and line.number not in numbered for line in lines)


def _about_format(made: Construction, deck_format: DeckFormat, formats: Formats) -> Iterator[str]:
    cards = sum(entry.count for entry in made.cards)
    least = deck_format.min_cards.value
    if deck_format.kind is FormatKind.LIMITED:
        yield (
            f"Whether the cards are from the product that the tournament provided cannot be told from a list ({deck_format.ref})."
        )
    if deck_format.name is FormatName.PACK_RUSH:
        yield from deck_format.notes
    elif least is not None and cards > 2 * least:
        yield (
            f"A deck's size has no upper limit, but its player has to shuffle {cards} cards unassisted in a timely manner;"
            f" whether that is so is for a Lore Guide to say ({_SHUFFLED})."
        )


def _about_day(cards: Sequence[DeckCard], deck_format: DeckFormat, day: date, formats: Formats) -> Iterator[str]:
    """Say what is not known about the day of the event."""
    effective = next(
        (
            document.provenance.effective
            for document in policy_documents()
            if document.code is Document.TOURNAMENT_RULES and document.provenance.edition == TOURNAMENT_RULES
        ),
        None,
    )
    if effective is not None and day < effective:
        yield (
            f"On {day} an earlier edition of the Tournament Rules applied; sections are those of {TOURNAMENT_RULES}, with the"
            " sets, rotations and bans of that day."
        )
    early = [
        entry for entry in formats.sets_on(deck_format.name, day) if entry.allowed_from is not None and day < entry.allowed_from
    ]
    needed = [entry.code for entry in early if any(_needs(card, entry.code, deck_format, day, formats) for card in cards)]
    if needed:
        yield (
            f"Set {in_words(needed)} counts from its prerelease (TR 1.6); for tournaments of that time LorcanaJSON gives"
            f" {in_words(str(entry.allowed_from) for entry in early if entry.code in needed)} as the first day."
        )
    expected = formats.expected_rotation
    if deck_format.pool is CardPool.ROTATION and formats.legal_set(expected.with_set) is None:
        leaving = sum(
            card.count
            for card in cards
            if (standing := standing_of(card.card, deck_format, day, formats)).legal and set(standing.sets) <= {*expected.out}
        )
        if leaving and day >= max(rotation.first_day for rotation in formats.rotations):
            yield (
                f"No day of a further rotation is known ({expected.ref}). By the pattern so far one is to be expected with set"
                f" {expected.with_set}; it would take out {leaving} of these cards."
            )


def _needs(card: DeckCard, code: str, deck_format: DeckFormat, day: date, formats: Formats) -> bool:
    """Tell whether a card is legal on that day through this set alone."""
    return standing_of(card.card, deck_format, day, formats).sets == (code,)
