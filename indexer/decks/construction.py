"""Judge how a deck is made: size, copies, ink types, and what card text changes about them (CR 1.10.1.3).

The ink types of a deck are not written on a list. A deck is legal where *some* two ink types fit all its cards; if none
do, the two that keep most copies are taken, and the cards that do not fit them are named.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from corpus.formats import DeckFormat, FormatKind, FormatName, Formats
from corpus.refs import RuleRef, cr
from engine.wording import counted
from indexer.decks.adjustments import ANY_NUMBER, Adjustments, admits
from indexer.decks.eligibility import in_words
from indexer.decks.records import DeckCard, Ground, Reason

__all__ = ["Construction", "construct", "construction_reasons"]

_ADJUSTED = cr("1.10.1.3")
"""Abilities that adjust deck building apply only if their card could be in the deck to begin with."""
_DUAL = cr("5.2.5.1")
"""A card of two ink types counts as each of the two."""


@dataclass(frozen=True, slots=True)
class Construction:
    """A deck and what its cards' texts change about its making."""

    cards: tuple[DeckCard, ...]
    inks: tuple[str, ...]
    """The ink types that fit the deck, or most of it; all of them where a format has no limit."""
    outside: tuple[DeckCard, ...]
    """Cards that do not fit these ink types."""
    adjusting: tuple[tuple[DeckCard, Adjustments], ...]
    """Cards whose text applies, with what it changes."""
    idle: tuple[DeckCard, ...]
    """Cards with such a text that could not be in the deck to begin with, so that it does not apply."""


def construct(cards: Sequence[DeckCard], deck_format: DeckFormat, eligible: Callable[[DeckCard], bool]) -> Construction:
    """Find the ink types of a deck, and the texts that apply in it.

    *eligible* tells whether sets, rotations and bans let a card into the deck.
    """
    texts = [(entry, entry.adjustments) for entry in cards]
    able = [(entry, text) for entry, text in texts if text.copies is not None or text.any_ink]
    ready = [(entry, text) for entry, text in able if eligible(entry)]
    every = sorted({ink for entry in cards for ink in entry.card.printed.inks})
    limit = deck_format.max_inks.value
    if limit is None:
        pairs: list[tuple[str, ...]] = [tuple(every)]
    else:
        pairs = list(combinations(every, min(limit, len(every))))
    outside = {pair: _outside(cards, ready, frozenset(pair)) for pair in pairs}
    inks = min(pairs, key=lambda pair: (sum(entry.count for entry in outside[pair]), _touched(cards, pair), pair))
    adjusting = tuple((entry, text) for entry, text in ready if _fits(entry, frozenset(inks)))
    applied = {entry.full_name for entry, _ in adjusting}
    idle = tuple(entry for entry, _ in able if entry.full_name not in applied)
    return Construction(tuple(cards), inks, tuple(outside[inks]), adjusting, idle)


def _fits(entry: DeckCard, inks: frozenset[str]) -> bool:
    """Tell whether all ink types of a card are among these (TR 1.3.1.1)."""
    return inks.issuperset(entry.card.printed.inks)


def _outside(cards: Sequence[DeckCard], ready: Sequence[tuple[DeckCard, Adjustments]], inks: frozenset[str]) -> list[DeckCard]:
    """Give the cards that do not fit these ink types and that no text lets in."""
    lets_in = [(source, allowed) for source, text in ready if _fits(source, inks) for allowed in text.any_ink]
    return [
        entry
        for entry in cards
        if not _fits(entry, inks)
        and not any(admits(allowed, entry.card.printed, source.card.printed) for source, allowed in lets_in)
    ]


def _touched(cards: Sequence[DeckCard], inks: Sequence[str]) -> int:
    """Count down the copies of these ink types, so that of equally good pairs the one with more cards is taken."""
    return -sum(entry.count for entry in cards if not {*entry.card.printed.inks}.isdisjoint(inks))


def construction_reasons(made: Construction, unresolved: int, deck_format: DeckFormat, formats: Formats) -> Iterator[Reason]:
    """Give every reason that is about how the deck is made.

    *unresolved* are copies on lines that could not be resolved: they are not held against the size.
    """
    yield from _size(sum(entry.count for entry in made.cards), unresolved, deck_format)
    yield from _copies(made, deck_format, formats)
    yield from _inks(made, deck_format)


def _size(cards: int, unresolved: int, deck_format: DeckFormat) -> Iterator[Reason]:
    least, most = deck_format.min_cards, deck_format.max_cards
    if least.value is not None and cards + unresolved < least.value:
        wanted = f"exactly {least.value}" if most.value == least.value else f"at least {least.value}"
        present = counted(cards, "card") + (f" and {unresolved} that could not be resolved" if unresolved else "")
        missing = least.value - cards - unresolved
        yield Reason(
            Ground.TOO_FEW,
            least.refs,
            f"The deck has {present}; a {deck_format.title} deck has {wanted}.",
            (),
            f"Add {counted(missing, 'card')}{'' if most.value == least.value else ' or more'}.",
        )
    if most.value is not None and cards > most.value:
        yield Reason(
            Ground.TOO_MANY,
            most.refs,
            f"The deck has {counted(cards, 'card')}; a {deck_format.title} deck has exactly {most.value}.",
            (),
            f"Take out {cards - most.value}.",
        )


def _copies(made: Construction, deck_format: DeckFormat, formats: Formats) -> Iterator[Reason]:
    own = {entry.full_name: text.copies for entry, text in made.adjusting if text.copies is not None}
    usual = deck_format.max_copies.value
    over = [entry for entry in made.cards if own.get(entry.full_name) is None and usual is not None and entry.count > usual]
    if over and usual is not None:
        yield Reason(
            Ground.COPIES,
            deck_format.max_copies.refs,
            f"More than {usual} cards of one full name: {in_words(f'{entry.full_name} ({entry.count})' for entry in over)}.",
            tuple(entry.full_name for entry in over),
            f"Take out {in_words(f'{entry.count - usual} {entry.full_name}' for entry in over)}.",
        )
    for entry in made.cards:
        limit = own.get(entry.full_name)
        if limit is None or limit == ANY_NUMBER or entry.count <= limit or _only_permits(limit, deck_format, formats):
            continue
        yield Reason(
            Ground.OWN_COPIES,
            (_ADJUSTED, *deck_format.max_copies.refs),
            f"{entry.full_name}: {entry.count} copies, where its own text allows {limit}.",
            (entry.full_name,),
            f"Take out {entry.count - limit} {entry.full_name}.",
        )


def _only_permits(limit: int, deck_format: DeckFormat, formats: Formats) -> bool:
    """Tell whether a text that lifts the Constructed limit is asked about where there is no limit to lift."""
    usual = formats.format(FormatName.CORE).max_copies.value
    return deck_format.kind is FormatKind.LIMITED and usual is not None and limit > usual


def _inks(made: Construction, deck_format: DeckFormat) -> Iterator[Reason]:
    if not made.outside:
        return
    inks = in_words(ink.capitalize() for ink in made.inks)
    names = {entry.full_name: entry for entry in made.outside}
    dual = [entry for entry in made.outside if len(entry.card.printed.inks) > 1]
    single = [entry for entry in made.outside if len(entry.card.printed.inks) <= 1]
    idle = "".join(
        f" {entry.full_name}'s text does not apply, as the card itself does not fit the deck (CR 1.10.1.3)."
        for entry in made.idle
        if entry.adjustments.any_ink
    )
    if single:
        present = sorted({*made.inks, *(ink for entry in single for ink in entry.card.printed.inks)})
        yield Reason(
            Ground.INKS,
            deck_format.max_inks.refs,
            f"The deck has {len(present)} ink types ({in_words(ink.capitalize() for ink in present)}); no more than"
            f" {deck_format.max_inks.value} are allowed. Beside {inks} these do not fit: {in_words(map(str, single))}.{idle}",
            tuple(entry.full_name for entry in single),
            f"Keep to two ink types, such as {inks}: take out {in_words(map(str, single))}.",
        )
    if dual:
        listed = in_words(
            f"{entry.full_name} ({'/'.join(ink.capitalize() for ink in entry.card.printed.inks)})" for entry in dual
        )
        yield Reason(
            Ground.DUAL_INK,
            _dual_refs(deck_format),
            f"{listed}: both ink types of a dual-ink card have to be the deck's two, here {inks}.{'' if single else idle}",
            tuple(names[entry.full_name].full_name for entry in dual),
            f"Take out {in_words(map(str, dual))}.",
        )


def _dual_refs(deck_format: DeckFormat) -> tuple[RuleRef, ...]:
    return (*deck_format.max_inks.refs, _DUAL)
