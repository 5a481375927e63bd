"""Say what an event means for triggers and for "this turn": its occurrences, each card as it was at that moment (6.7.7)."""

from collections.abc import Callable, Iterable
from typing import Any

from engine.abilities.vocabulary import Occurrence, Zone
from engine.cite import rule
from engine.events import (
    AbilityUsed,
    CardExerted,
    CardMoved,
    CardPlayed,
    CardPutUnder,
    CardReadied,
    CardsChosen,
    CardsRevealed,
    ChallengeDeclared,
    ChallengeEnded,
    CharacterMoved,
    CostPaid,
    DamagePlaced,
    DamageRemoved,
    DeckShuffled,
    Event,
    InkDropsGained,
    InkDropsSpent,
    LoreGained,
    LoreLost,
    PhaseEntered,
    Quested,
    SongSung,
    StartReached,
)
from engine.state.objects import CardId, Happening, ObjectRef, Snapshot
from engine.state.renewal import renewed
from engine.state.view import View
from engine.terms import DamageManner, Manner, Step

Reader = Callable[[Any, View, View], Iterable[Happening]]

READERS: dict[type[Event], Reader] = {}
"""What each kind of event means; kinds that are not here mean nothing to card texts."""


def happenings_of(event: Event, before: View, after: View, batch: int) -> tuple[Happening, ...]:
    """List what an event means, given the views right before and right after it."""
    reader = READERS.get(type(event))
    if reader is None:
        return ()
    return tuple(renewed(happening, {"batch": batch}) for happening in reader(event, before, after))


def _reads(kind: type[Event]) -> Callable[[Reader], Reader]:
    def enter(function: Reader) -> Reader:
        READERS[kind] = function
        return function

    return enter


def _known(ref: ObjectRef | None, before: View) -> Snapshot | None:
    if ref is None or ref.id not in before.state.cards:
        return None
    return before.snapshot(ref.id)


def _at_hand(card: CardId | None, view: View) -> Snapshot | None:
    """Give a card as it is now; None for the card of an effect that was told of without being in any zone."""
    return view.snapshot(card) if card is not None and card in view.state.cards else None


@_reads(CardMoved)
@rule("7.4.3", "leaving play")
@rule("7.5.2", "several cards are separate instances")
def _card_moved(event: CardMoved, before: View, after: View) -> Iterable[Happening]:
    left = before.snapshot(event.card)
    if event.origin is Zone.PLAY and event.destination is not Zone.PLAY:
        yield Happening(
            Occurrence.LEFT_PLAY,
            left,
            _known(event.by, before),
            actor=left.card.owner,
            origin=event.origin,
            destination=event.destination,
        )
    match event.manner:
        case Manner.BANISH:
            yield from _banished(event, left, before)
        case Manner.DISCARD:
            yield Happening(Occurrence.DISCARDED, left, actor=left.card.owner, amount=1, origin=event.origin)
        case Manner.DRAW:
            yield Happening(Occurrence.DRAWN, left, actor=left.card.owner, amount=1, origin=event.origin)
    if event.destination is Zone.HAND and event.manner is not Manner.DRAW:
        yield Happening(
            Occurrence.RETURNED_TO_HAND, left, actor=left.card.owner, origin=event.origin, destination=event.destination
        )
    if event.destination is Zone.INKWELL:
        yield Happening(Occurrence.INKED, left, actor=left.card.owner, amount=1, origin=event.origin, destination=Zone.INKWELL)
    if event.destination is Zone.DISCARD:
        yield Happening(
            Occurrence.PUT_INTO_DISCARD, left, actor=left.card.owner, amount=1, origin=event.origin, destination=Zone.DISCARD
        )
    if event.origin is Zone.DISCARD:
        yield Happening(Occurrence.LEFT_DISCARD, left, actor=event.actor, origin=event.origin, destination=event.destination)
    if event.destination is Zone.PLAY:
        yield from _entered(event, before, after)


def _entered(event: CardMoved, before: View, after: View) -> Iterable[Happening]:
    card = after.snapshot(event.card)
    kinds = [Occurrence.ENTERED_PLAY]
    if event.exerted:
        kinds.append(Occurrence.ENTERED_PLAY_EXERTED)
    for kind in kinds:
        yield Happening(kind, card, actor=card.card.owner, origin=event.origin, destination=Zone.PLAY, mode=event.mode)
    if event.manner is Manner.PLAY:
        for base in event.onto:
            yield Happening(Occurrence.SHIFTED, card, before.snapshot(base), actor=card.card.owner)


@rule("1.8.1.4", "banished by a character")
@rule("4.6.2", "banished in a challenge")
def _banished(event: CardMoved, left: Snapshot, before: View) -> Iterable[Happening]:
    by = _known(event.by, before)
    actor = event.actor if event.actor is not None else left.card.owner
    yield Happening(Occurrence.BANISHED, left, by, actor=actor, origin=event.origin, destination=event.destination)
    challenge = before.state.challenge
    if challenge is None or left.ref not in (challenge.challenger, challenge.challenged):
        return
    attacks = left.ref == challenge.challenger
    opposite = _known(challenge.challenged if attacks else challenge.challenger, before)
    yield Happening(Occurrence.BANISHED_IN_CHALLENGE, left, opposite, actor=actor)
    kind = Occurrence.CHALLENGES_AND_BANISHED if attacks else Occurrence.CHALLENGED_AND_BANISHED
    yield Happening(kind, left, opposite, actor=actor)
    if by is not None and event.in_challenge:
        yield Happening(Occurrence.BANISHES_IN_CHALLENGE, by, left, actor=by.card.owner)


@_reads(CardPutUnder)
def _card_put_under(event: CardPutUnder, before: View, after: View) -> Iterable[Happening]:
    top = after.snapshot(event.top)
    put = after.snapshot(event.card)
    yield Happening(Occurrence.PUT_UNDER, top, put, actor=event.actor, origin=event.origin)
    if event.boosted:
        yield Happening(Occurrence.BOOSTED, top, put, actor=event.actor)
    if event.origin is Zone.PLAY:
        left = before.snapshot(event.card)
        yield Happening(Occurrence.LEFT_PLAY, left, actor=left.card.owner, origin=event.origin, destination=Zone.UNDER)


@_reads(CardPlayed)
@rule("6.4.2.3", "a played card has what applies to it")
def _card_played(event: CardPlayed, before: View, after: View) -> Iterable[Happening]:
    yield Happening(
        Occurrence.PLAYED,
        after.snapshot(event.card),
        actor=event.player,
        origin=event.origin,
        mode=event.mode,
        drops=event.drops,
    )
    yield Happening(Occurrence.PAID_TO_PLAY, after.snapshot(event.card), actor=event.player, amount=event.ink)


@_reads(SongSung)
@rule("8.12.3", "each character that sings together sings")
def _song_sung(event: SongSung, before: View, after: View) -> Iterable[Happening]:
    song = after.snapshot(event.card)
    for singer in event.singers:
        yield Happening(Occurrence.SANG, after.snapshot(singer), song, actor=event.player)
        if event.together:
            yield Happening(Occurrence.SANG_TOGETHER, after.snapshot(singer), song, actor=event.player)


@_reads(CostPaid)
def _cost_paid(event: CostPaid, before: View, after: View) -> Iterable[Happening]:
    if event.drops:
        yield Happening(Occurrence.INK_DROP_SPENT, actor=event.player, amount=event.drops)


@_reads(InkDropsGained)
def _ink_drops_gained(event: InkDropsGained, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.INK_DROP_GAINED, actor=event.player, amount=event.amount)


@_reads(InkDropsSpent)
def _ink_drops_spent(event: InkDropsSpent, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.INK_DROP_SPENT, actor=event.player, amount=event.amount)


@_reads(CardExerted)
def _card_exerted(event: CardExerted, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.EXERTED, after.snapshot(event.card), actor=after.card(event.card).owner)


@_reads(CardReadied)
def _card_readied(event: CardReadied, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.READIED, after.snapshot(event.card), actor=after.card(event.card).owner)


@_reads(CardsChosen)
def _cards_chosen(event: CardsChosen, before: View, after: View) -> Iterable[Happening]:
    by = _at_hand(event.by, after)
    occurrence = Occurrence.CHOSEN_FOR_SUPPORT if event.for_support else Occurrence.CHOSEN
    for card in event.cards:
        yield Happening(occurrence, after.snapshot(card), by, actor=event.player)


@_reads(CardsRevealed)
def _cards_revealed(event: CardsRevealed, before: View, after: View) -> Iterable[Happening]:
    for card in event.cards:
        yield Happening(Occurrence.REVEALED, after.snapshot(card), actor=event.player)


@_reads(Quested)
def _quested(event: Quested, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.QUESTED, after.snapshot(event.card), actor=event.player, amount=event.lore)


@_reads(ChallengeDeclared)
def _challenge_declared(event: ChallengeDeclared, before: View, after: View) -> Iterable[Happening]:
    challenger, challenged = after.snapshot(event.challenger), after.snapshot(event.challenged)
    yield Happening(Occurrence.CHALLENGED, challenger, challenged, actor=event.player)
    yield Happening(Occurrence.BEING_CHALLENGED, challenged, challenger, actor=event.player)


@_reads(ChallengeEnded)
def _challenge_ended(event: ChallengeEnded, before: View, after: View) -> Iterable[Happening]:
    challenger, challenged = before.snapshot(event.challenger.id), before.snapshot(event.challenged.id)
    yield Happening(Occurrence.CHALLENGE_ENDED, challenger, challenged, actor=challenger.card.owner)


@_reads(CharacterMoved)
def _character_moved(event: CharacterMoved, before: View, after: View) -> Iterable[Happening]:
    yield Happening(
        Occurrence.MOVED_TO_LOCATION,
        after.snapshot(event.card),
        after.snapshot(event.location),
        actor=event.player,
        left=before.card(event.card).at,
    )


@_reads(DamagePlaced)
@rule("1.9.3", "taking damage")
@rule("1.9.5", "damage reduced to 0 is dealt but not taken")
def _damage_placed(event: DamagePlaced, before: View, after: View) -> Iterable[Happening]:
    card, by = before.snapshot(event.card), _known(event.by, before)
    kinds: list[tuple[Occurrence, Snapshot | None, Snapshot | None]] = []
    if event.manner is DamageManner.DEAL:
        kinds.append((Occurrence.DEALS_DAMAGE, by, card))
        if event.in_challenge:
            kinds.append((Occurrence.DEALS_CHALLENGE_DAMAGE, by, card))
        if event.amount:
            kinds.append((Occurrence.DAMAGE_DEALT_TO, card, by))
    if event.amount:
        kinds.append((Occurrence.DAMAGE_TAKEN, card, by))
    if event.manner is DamageManner.MOVE:
        kinds.append((Occurrence.DAMAGE_MOVED, card, by))
    for kind, subject, other in kinds:
        yield Happening(kind, subject, other, actor=event.player, amount=event.amount, in_challenge=event.in_challenge)


@_reads(DamageRemoved)
def _damage_removed(event: DamageRemoved, before: View, after: View) -> Iterable[Happening]:
    if event.amount:
        yield Happening(Occurrence.DAMAGE_REMOVED, before.snapshot(event.card), actor=event.player, amount=event.amount)


@_reads(LoreGained)
def _lore_gained(event: LoreGained, before: View, after: View) -> Iterable[Happening]:
    if event.amount:
        by = _at_hand(event.by, after)
        yield Happening(Occurrence.LORE_GAINED, by, actor=event.player, amount=event.amount)


@_reads(LoreLost)
def _lore_lost(event: LoreLost, before: View, after: View) -> Iterable[Happening]:
    if event.amount:
        yield Happening(Occurrence.LORE_LOST, actor=event.player, amount=event.amount)


@_reads(AbilityUsed)
def _ability_used(event: AbilityUsed, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.ABILITY_USED, after.snapshot(event.card), actor=event.player, ability=event.name)


@_reads(DeckShuffled)
def _deck_shuffled(event: DeckShuffled, before: View, after: View) -> Iterable[Happening]:
    if event.cards is None:
        yield Happening(Occurrence.SHUFFLED, actor=event.player)


@_reads(StartReached)
@rule("3.2.1.4", "at the start of your turn")
def _start_reached(event: StartReached, before: View, after: View) -> Iterable[Happening]:
    yield Happening(Occurrence.START_OF_TURN, actor=event.player)


@_reads(PhaseEntered)
@rule("3.4.1.1", "at the end of the turn")
def _phase_entered(event: PhaseEntered, before: View, after: View) -> Iterable[Happening]:
    if event.step is Step.END_ABILITIES:
        yield Happening(Occurrence.END_OF_TURN, actor=after.state.active)
