"""Find the triggered abilities whose condition is met (6.2, 7.4.3) and make their entries for the bag."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.abilities.base import Node, walk
from engine.abilities.filters import IsAmong
from engine.abilities.kinds import TriggeredAbility
from engine.abilities.references import This
from engine.abilities.triggers import Trigger
from engine.abilities.vocabulary import Limit, Occurrence, Zone
from engine.cite import rule
from engine.events import CardMoved, CardPutUnder, Event
from engine.rules.conditions import is_turn_of
from engine.rules.continuous import goes_on
from engine.rules.occurrences import earlier, fits
from engine.rules.query import holds
from engine.rules.scope import Scope
from engine.state.game_state import BagEntry, FloatingTrigger
from engine.state.objects import Bindings, Card, CardId, Happening, Held, ObjectRef, PlayerId, Snapshot
from engine.state.printed import printed_sheet
from engine.state.view import View

LEAVING = frozenset(
    {
        Occurrence.LEFT_PLAY,
        Occurrence.BANISHED,
        Occurrence.BANISHED_IN_CHALLENGE,
        Occurrence.CHALLENGED_AND_BANISHED,
        Occurrence.CHALLENGES_AND_BANISHED,
        Occurrence.BANISHES_IN_CHALLENGE,
        Occurrence.RETURNED_TO_HAND,
        Occurrence.PUT_INTO_DISCARD,
    }
)
"""Occurrences of cards leaving play, which the cards that leave with them still see (7.4.3)."""


PUT_ON_TOP = frozenset({Occurrence.PLAYED, Occurrence.SHIFTED})
"""Occurrences that a card sees although the card played is put on top of it (4.3.4.2)."""


ARRIVING = frozenset({Occurrence.PLAYED, Occurrence.ENTERED_PLAY, Occurrence.ENTERED_PLAY_EXERTED, Occurrence.PAID_TO_PLAY})
"""Occurrences of a card coming into play, which its own abilities see only where they speak of this card (4.3.4.1)."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A triggered ability that may be met, with what its words refer to."""

    ability: TriggeredAbility
    key: str
    name: str
    you: PlayerId
    source: Snapshot | None
    bindings: Bindings
    floating: FloatingTrigger | None = None

    def scope(self) -> Scope:
        """Build the scope in which its condition is judged."""
        return Scope(self.you, self.source.ref if self.source is not None else None).with_bindings(self.bindings)


@rule("5.2.8", "story names")
def ability_name(held: Held) -> str:
    """Give the name by which answers call an ability: its story name, its keyword, or ``text`` and its number."""
    if held.ability.name:
        return held.ability.name
    return held.key.replace("printed", "text")


@rule("6.2.1", "once for each condition met")
@rule("6.2.3", "added to the bag")
@rule("6.2.6", "several trigger conditions")
@rule("7.7.3", "adding to the bag")
@rule("1.7.4", "triggered abilities wait in the bag")
@rule("7.7.2", "only triggered abilities")
def met(
    happenings: Sequence[Happening],
    events: Sequence[Event],
    before: View,
    after: View,
    outside: Sequence[CardId],
    serial: Callable[[], int],
) -> tuple[list[BagEntry], list[int]]:
    """Find the abilities that the happenings of one batch trigger.

    *outside* lists the cards that have triggered abilities working from other zones than play (6.1.12). Gives the new
    entries of the bag and the serials of the delayed abilities that are gone now (6.2.7.2).
    """
    entries: list[BagEntry] = []
    spent: list[int] = []
    occurrences = frozenset(happening.occurrence for happening in happenings)
    follows = _follows(events, before, after)
    for watcher, view in _watchers(occurrences, before, after, outside):
        for trigger in watcher.ability.triggers:
            if trigger.event.occurrence not in occurrences:
                continue
            groups = _met_by(watcher, trigger, happenings, view, after)
            once = watcher.floating is not None and (watcher.floating.once or watcher.ability.limit is Limit.NEXT_TIME)
            for group in groups[:1] if once else groups:
                entries.append(_entry(watcher, group, follows, serial()))
            if groups and once and watcher.floating is not None:
                spent.append(watcher.floating.serial)
                break
    return entries, spent


@rule("8.10.5", "what would apply to a character applies to the one put on top of it")
def _follows(events: Sequence[Event], before: View, after: View) -> dict[ObjectRef, ObjectRef]:
    """Give the object that each card became which moved, and for one shifted onto the object on top of it."""
    moved = [event for event in events if isinstance(event, CardMoved | CardPutUnder)]
    follows = {before.card(event.card).ref: after.card(event.card).ref for event in moved}
    shifted = ((base, event.card) for event in moved if isinstance(event, CardMoved) for base in event.onto)
    return follows | {before.card(base).ref: after.card(top).ref for base, top in shifted}


@rule("4.3.4.2", "a card put on top of the source")
@rule("7.4.3", "cards that leave together see each other")
def _watchers(
    occurrences: frozenset[Occurrence], before: View, after: View, outside: Sequence[CardId]
) -> Iterator[tuple[Watcher, View]]:
    """List the abilities to judge, each with the view in which its source has it."""
    leaving = not occurrences.isdisjoint(LEAVING)
    shifted = not occurrences.isdisjoint(PUT_ON_TOP)
    for card in after.sheets:
        yield from ((watcher, after) for watcher in _held(card, after, occurrences, Zone.PLAY))
    if leaving or shifted:
        for card in before.sheets:
            if card not in after.sheets:
                yield from ((watcher, before) for watcher in _held(card, before, occurrences, Zone.PLAY))
    for card in outside:
        found = after.state.cards[card]
        if found.zone is not Zone.PLAY:
            # a card that has just come to its zone is the one that the event saw leave another
            came = found.incarnation != before.state.cards[card].incarnation
            source = before.snapshot(card) if came else None
            yield from ((watcher, after) for watcher in _held(card, after, occurrences, found.zone, source))
    for trigger in after.state.floating:
        if goes_on(trigger, after.state):
            key = f"floating {trigger.serial}"
            yield (
                Watcher(trigger.ability, key, trigger.name, trigger.you, trigger.source, trigger.bindings, trigger),
                after,
            )


_NOTHING = Bindings()


def _held(
    card: CardId, view: View, occurrences: frozenset[Occurrence], zone: Zone, source: Snapshot | None = None
) -> Iterator[Watcher]:
    for held in view.sheet(card).abilities:
        ability = held.ability
        if not isinstance(ability, TriggeredAbility) or ability.works_from is not zone:
            continue
        if any(trigger.event.occurrence in occurrences for trigger in ability.triggers):
            snapshot = source if source is not None else view.snapshot(card)
            yield Watcher(ability, held.key, ability_name(held), snapshot.card.owner, snapshot, _NOTHING)


@rule("6.1.13.6", "combined durations")
def _met_by(
    watcher: Watcher, trigger: Trigger, happenings: Sequence[Happening], view: View, after: View
) -> list[tuple[Happening, ...]]:
    """List the groups of happenings that each meet the condition once."""
    scope = watcher.scope()
    if not is_turn_of(watcher.ability.turn, scope, after):
        return []
    found = []
    for happening in happenings:
        if happening.occurrence is not trigger.event.occurrence:
            continue
        if watcher.source is not None and not _sees(watcher, happening, view, after):
            continue
        if not fits(trigger.event, happening, scope, view):
            continue
        if _is_itself_arriving(watcher, trigger, happening):
            continue
        if trigger.condition is not None and not holds(trigger.condition, scope.bind_happenings((happening,)), view):
            continue
        found.append(happening)
    if not found:
        return []
    groups: list[tuple[Happening, ...]] = [(happening,) for happening in found]
    if trigger.event.batched:
        groups = [tuple(found)]
    return _within_limit(watcher, trigger, groups, scope, after)


@rule("4.3.4.2", "a card put on top of the one with the ability")
def _sees(watcher: Watcher, happening: Happening, view: View, after: View) -> bool:
    """Tell whether a source sees a happening: one that left in the batch sees leaving and what was played onto it (4.3.4.2)."""
    if view is after:
        return True
    return happening.occurrence in LEAVING or happening.occurrence in PUT_ON_TOP


@rule("1.6.1", "abilities apply while their source is in play")
@rule("4.3.4.1", "when you play this")
def _is_itself_arriving(watcher: Watcher, trigger: Trigger, happening: Happening) -> bool:
    """Tell whether an ability would see its own source being played without speaking of it."""
    if happening.occurrence not in ARRIVING or watcher.source is None or happening.subject is None:
        return False
    return happening.subject.ref == watcher.source.ref and not _speaks_of_itself(trigger.event.subject)


def _speaks_of_itself(subject: Node | None) -> bool:
    """Tell whether a side of an event is this card, or this card among others ("this character or another …")."""
    if subject is None or isinstance(subject, This):
        return subject is not None
    return any(isinstance(node, IsAmong) and isinstance(node.cards, This) for node in walk(subject))


@rule("6.2.2", "the first time, the second time")
def _within_limit(
    watcher: Watcher, trigger: Trigger, groups: list[tuple[Happening, ...]], scope: Scope, after: View
) -> list[tuple[Happening, ...]]:
    wanted = trigger.event.nth or {Limit.FIRST_EACH_TURN: 1, Limit.SECOND_EACH_TURN: 2}.get(watcher.ability.limit)
    if wanted is None:
        return groups
    place = wanted - 1 - earlier(trigger.event, groups[0][0], scope, after)
    return groups[place : place + 1] if place >= 0 else []


def _entry(watcher: Watcher, group: tuple[Happening, ...], follows: dict[ObjectRef, ObjectRef], serial: int) -> BagEntry:
    bindings = watcher.bindings
    kept = Bindings(
        bindings.cards,
        bindings.amounts,
        bindings.players,
        bindings.words,
        bindings.done,
        bindings.snapshots,
        {**bindings.follows, **follows},
    )
    return BagEntry(serial, watcher.you, watcher.source, watcher.ability, watcher.key, group, kept, watcher.name)


def works_outside(cards: Iterable[Card]) -> tuple[CardId, ...]:
    """List the cards that have triggered abilities working from other zones than play (6.1.12)."""
    return tuple(
        card.id
        for card in cards
        if any(
            isinstance(held.ability, TriggeredAbility) and held.ability.works_from is not Zone.PLAY
            for held in printed_sheet(card.face).abilities
        )
    )
