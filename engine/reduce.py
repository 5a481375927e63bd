"""Apply one event to a state, deciding nothing: the state of a game is the fold of its events."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.errors import StateFault
from engine.events import (
    AbilityResolved,
    AbilityTaken,
    AbilityTriggered,
    AbilityUsed,
    ActionQueued,
    ActionTaken,
    BagEmptied,
    CardDried,
    CardExerted,
    CardMoved,
    CardPutUnder,
    CardReadied,
    CardUncovered,
    ChallengeDeclared,
    ChallengeEnded,
    ChallengeStepEntered,
    CharacterMoved,
    Corrected,
    CostPaid,
    DamagePlaced,
    DamageRemoved,
    DeckArranged,
    DeckShuffled,
    EffectApplied,
    EffectsEnded,
    Event,
    FaceLearned,
    GameLost,
    GameWon,
    HappeningsNoted,
    InkDropsGained,
    InkDropsSpent,
    LimitReached,
    LocationLeft,
    LoreGained,
    LoreLost,
    PhaseEntered,
    PlayerLeft,
    TriggerFloated,
    TurnStarted,
)
from engine.state.game_state import BagEntry, Challenge, FloatingTrigger, GameState, OngoingEffect
from engine.state.objects import Card, CardId, ObjectRef, PlayerId, PlayerState, Standing
from engine.state.renewal import renewed
from engine.terms import Manner, Step

_FIELD = {Zone.DECK: "deck", Zone.HAND: "hand", Zone.PLAY: "play", Zone.INKWELL: "inkwell", Zone.DISCARD: "discard"}


def unknown_places(cards: frozenset[CardId]) -> frozenset[CardId]:
    """Give the cards of a deck whose places nobody knows: a single one can only be in the place that is left."""
    return cards if len(cards) > 1 else frozenset()


class Draft:
    """A state while events are applied to it; :meth:`seal` makes it a state again."""

    __slots__ = ("cards", "changes", "players", "state")

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.cards: dict[CardId, Card] = dict(state.cards)
        self.players: list[PlayerState] = list(state.players)
        self.changes: dict[str, Any] = {}

    def get(self, name: str) -> Any:
        """Give a field of the state as it is by now."""
        return self.changes[name] if name in self.changes else getattr(self.state, name)

    def set_card(self, card: CardId, **values: Any) -> None:
        """Change a card."""
        self.cards[card] = renewed(self.cards[card], values)

    def set_player(self, player: PlayerId, **values: Any) -> None:
        """Change a player."""
        self.players[player] = renewed(self.players[player], values)

    def seal(self) -> GameState:
        """Give the state that the draft has come to."""
        return renewed(self.state, {"cards": self.cards, "players": tuple(self.players), **self.changes})

    def remove(self, card: Card, zone: Zone) -> None:
        """Take a card out of its zone's list."""
        if zone is Zone.UNDER:
            if card.top is not None:
                top = self.cards[card.top]
                self.set_card(top.id, under=tuple(under for under in top.under if under != card.id))
            return
        name = _FIELD.get(zone)
        if name is None:
            return
        cards: tuple[CardId, ...] = getattr(self.players[card.owner], name)
        if card.id not in cards:
            raise StateFault(f"{card.name} is not in the {zone.value} of its player, which holds {cards}")
        place = cards.index(card.id)
        self.set_player(card.owner, **{name: cards[:place] + cards[place + 1 :]})
        if zone is Zone.DECK and card.id in self.players[card.owner].shuffled:
            self.set_player(card.owner, shuffled=unknown_places(self.players[card.owner].shuffled - {card.id}))

    def insert(self, card: Card, zone: Zone, position: int | None) -> None:
        """Put a card into a zone's list, at the end or at a position."""
        name = _FIELD.get(zone)
        if name is None:
            return
        cards: tuple[CardId, ...] = getattr(self.players[card.owner], name)
        place = len(cards) if position is None else min(position, len(cards))
        self.set_player(card.owner, **{name: (*cards[:place], card.id, *cards[place:])})

    def rename(self, old: ObjectRef, new: ObjectRef | None) -> None:
        """Let effects on one object apply to another (8.10.5), or end for it (7.1.6)."""
        if new is not None:
            self._follow(old, new)
        effects: tuple[OngoingEffect, ...] = self.get("ongoing")
        if not any(effect.targets is not None and old in effect.targets for effect in effects):
            return
        kept = []
        for effect in effects:
            if effect.targets is not None and old in effect.targets:
                targets = tuple(dict.fromkeys(new if ref == old else ref for ref in effect.targets))
                left = tuple(ref for ref in targets if ref is not None)
                if left:
                    kept.append(replace(effect, targets=left))
            else:
                kept.append(effect)
        self.changes["ongoing"] = tuple(kept)

    def _follow(self, old: ObjectRef, new: ObjectRef) -> None:
        """Let abilities that wait in the bag, or for their moment, speak of the card put on top (8.10.5)."""
        bag: tuple[BagEntry, ...] = self.get("bag")
        if bag:
            self.changes["bag"] = tuple(
                replace(entry, bindings=replace(entry.bindings, follows={**entry.bindings.follows, old: new})) for entry in bag
            )
        floating: tuple[FloatingTrigger, ...] = self.get("floating")
        if not any(old in refs for trigger in floating for refs in trigger.bindings.cards.values()):
            return
        followed = []
        for trigger in floating:
            cards = {name: tuple(new if ref == old else ref for ref in refs) for name, refs in trigger.bindings.cards.items()}
            followed.append(replace(trigger, bindings=replace(trigger.bindings, cards=cards)))
        self.changes["floating"] = tuple(followed)


def reduce(state: GameState, event: Event) -> GameState:
    """Apply one event.

    :raises StateFault: the event does not fit the state.
    """
    return reduce_all(state, (event,))


def reduce_all(state: GameState, events: Iterable[Event]) -> GameState:
    """Apply events in order; the same as applying each by :func:`reduce`.

    :raises StateFault: an event does not fit the state.
    """
    draft = Draft(state)
    for event in events:
        apply = _APPLY.get(type(event))
        if apply is not None:
            apply(draft, event)
    return draft.seal()


E = TypeVar("E", bound=Event)
_APPLY: dict[type[Event], Callable[[Draft, Any], None]] = {}
"""How each kind of event changes a state; kinds that are not here change nothing."""


def _applies(kind: type[E]) -> Callable[[Callable[[Draft, E], None]], Callable[[Draft, E], None]]:
    def enter(function: Callable[[Draft, E], None]) -> Callable[[Draft, E], None]:
        _APPLY[kind] = function
        return function

    return enter


@_applies(TurnStarted)
def _turn_started(draft: Draft, event: TurnStarted) -> None:
    draft.changes |= {
        "active": event.player,
        "turn": event.turn,
        "last_turn": draft.get("history"),
        "history": (),
        "used": (),
        "resolving": None,
    }
    for player, found in enumerate(draft.players):
        if found.inks:
            draft.set_player(player, inks=0)


@_applies(PhaseEntered)
def _phase_entered(draft: Draft, event: PhaseEntered) -> None:
    draft.changes |= {"phase": event.phase, "step": event.step}


@_applies(CardMoved)
@rule("7.1.6", "a new card")
@rule("1.9.6", "damage ceases to exist")
@rule("1.13.2", "counters cease to exist")
@rule("5.1.2.4", "states in the inkwell")
@rule("5.1.2.5", "states in a deck")
@rule("5.1.2.6", "states in a discard")
@rule("5.1.2.7", "no states in a hand")
@rule("7.1.5", "one zone at a time")
@rule("5.1.2", "the states a card can have in each zone")
def _card_moved(draft: Draft, event: CardMoved) -> None:
    card = draft.cards[event.card]
    if card.zone is not event.origin:
        raise StateFault(f"{card.name} is in the zone {card.zone.value}, not in {event.origin.value}")
    draft.remove(card, event.origin)
    moved = replace(
        card,
        zone=event.destination,
        incarnation=card.incarnation + 1,
        exerted=event.exerted,
        drying=event.drying,
        damage=event.damage,
        at=None,
        was_at=None,
        top=None,
        # the cards under it go along by events of their own (5.1.1.7)
        under=card.under if event.destination is not Zone.PLAY else (),
        facedown=event.facedown,
        came=event.manner,
        mode=event.mode,
    )
    draft.cards[card.id] = moved
    if event.origin is Zone.PLAY or event.origin is Zone.UNDER:
        draft.rename(card.ref, None)
    for base in event.onto:
        _stack(draft, base, card.id)
    draft.insert(moved, event.destination, event.position)
    if event.manner is Manner.INK:
        draft.set_player(card.owner, inks=draft.players[card.owner].inks + 1)


@rule("8.10.5", "effects on the card beneath stay")
@rule("5.1.3", "states are applied immediately")
def _stack(draft: Draft, base: CardId, top: CardId) -> None:
    """Put a card in play, with all cards under it, under the card that is shifted onto it."""
    lower = draft.cards[base]
    draft.remove(lower, Zone.PLAY)
    draft.rename(lower.ref, draft.cards[top].ref)
    draft.cards[base] = replace(
        lower,
        zone=Zone.UNDER,
        incarnation=lower.incarnation + 1,
        exerted=False,
        drying=False,
        damage=0,
        at=None,
        under=(),
        top=top,
    )
    for under in lower.under:
        draft.set_card(under, top=top)
    upper = draft.cards[top]
    draft.set_card(top, under=(*upper.under, base, *lower.under), at=upper.at if upper.at is not None else lower.at)


@_applies(CardPutUnder)
def _card_put_under(draft: Draft, event: CardPutUnder) -> None:
    card = draft.cards[event.card]
    draft.remove(card, event.origin)
    if event.origin is Zone.PLAY:
        draft.rename(card.ref, None)
    draft.cards[card.id] = replace(
        card,
        zone=Zone.UNDER,
        incarnation=card.incarnation + 1,
        exerted=False,
        drying=False,
        damage=0,
        at=None,
        under=(),
        top=event.top,
        facedown=event.facedown,
    )
    top = draft.cards[event.top]
    draft.set_card(top.id, under=(card.id, *top.under))


@_applies(CardUncovered)
def _card_uncovered(draft: Draft, event: CardUncovered) -> None:
    card = draft.cards[event.card]
    if card.top is None:
        raise StateFault(f"{card.name} is under no card, so it can't be uncovered")
    stack = draft.cards[card.top].under
    rest = tuple(under for under in stack if under != card.id)
    draft.set_card(card.top, under=())
    for under in rest:
        draft.set_card(under, top=card.id)
    draft.cards[card.id] = replace(
        card,
        zone=Zone.PLAY,
        incarnation=card.incarnation + 1,
        exerted=event.exerted,
        drying=event.drying,
        damage=event.damage,
        under=rest,
        top=None,
        facedown=False,
    )
    draft.insert(draft.cards[card.id], Zone.PLAY, None)


@_applies(FaceLearned)
def _face_learned(draft: Draft, event: FaceLearned) -> None:
    draft.set_card(event.card, face=event.face, label=event.label)


@_applies(DeckShuffled)
def _deck_shuffled(draft: Draft, event: DeckShuffled) -> None:
    found = draft.players[event.player]
    mixed = frozenset(found.deck) if event.cards is None else found.shuffled | frozenset(event.cards)
    draft.set_player(event.player, shuffled=unknown_places(mixed))


@_applies(DeckArranged)
def _deck_arranged(draft: Draft, event: DeckArranged) -> None:
    found = draft.players[event.player]
    rest = tuple(card for card in found.deck if card not in event.top)
    draft.set_player(event.player, deck=(*event.top, *rest), shuffled=unknown_places(found.shuffled.difference(event.top)))


@_applies(CardExerted)
@rule("5.1.3", "states are applied immediately")
def _card_exerted(draft: Draft, event: CardExerted) -> None:
    draft.set_card(event.card, exerted=True)


@_applies(CardReadied)
def _card_readied(draft: Draft, event: CardReadied) -> None:
    draft.set_card(event.card, exerted=False)


@_applies(CardDried)
def _card_dried(draft: Draft, event: CardDried) -> None:
    draft.set_card(event.card, drying=False)


@_applies(CostPaid)
def _cost_paid(draft: Draft, event: CostPaid) -> None:
    for ink in event.inks:
        draft.set_card(ink, exerted=True)
    _spend_drops(draft, event.player, event.drops)


@_applies(InkDropsGained)
def _ink_drops_gained(draft: Draft, event: InkDropsGained) -> None:
    draft.set_player(event.player, ink_drops=draft.players[event.player].ink_drops + event.amount)


@_applies(InkDropsSpent)
def _ink_drops_spent(draft: Draft, event: InkDropsSpent) -> None:
    _spend_drops(draft, event.player, event.amount)


def _spend_drops(draft: Draft, player: PlayerId, amount: int) -> None:
    if not amount:
        return
    left = draft.players[player].ink_drops - amount
    if left < 0:
        raise StateFault(f"player {player + 1} has {draft.players[player].ink_drops} ink drops and can't spend {amount}")
    draft.set_player(player, ink_drops=left)


@_applies(ActionQueued)
def _action_queued(draft: Draft, event: ActionQueued) -> None:
    draft.changes["waiting"] = (*draft.get("waiting"), event.action)


@_applies(ActionTaken)
def _action_taken(draft: Draft, event: ActionTaken) -> None:
    waiting = list(draft.get("waiting"))
    waiting.remove(event.action)
    draft.changes["waiting"] = tuple(waiting)


@_applies(ChallengeDeclared)
def _challenge_declared(draft: Draft, event: ChallengeDeclared) -> None:
    draft.changes["challenge"] = Challenge(
        draft.cards[event.challenger].ref, draft.cards[event.challenged].ref, Step.CHALLENGE_DECLARATION
    )


@_applies(ChallengeStepEntered)
def _challenge_step_entered(draft: Draft, event: ChallengeStepEntered) -> None:
    challenge: Challenge | None = draft.get("challenge")
    if challenge is None:
        raise StateFault("there is no challenge whose step could begin")
    draft.changes["challenge"] = replace(challenge, step=event.step)


@_applies(ChallengeEnded)
def _challenge_ended(draft: Draft, event: ChallengeEnded) -> None:
    draft.changes["challenge"] = None


@_applies(CharacterMoved)
def _character_moved(draft: Draft, event: CharacterMoved) -> None:
    draft.set_card(event.card, at=event.location, was_at=None)


@_applies(LocationLeft)
def _location_left(draft: Draft, event: LocationLeft) -> None:
    at = draft.cards[event.card].at
    draft.set_card(event.card, at=None, was_at=event.location if at is not None else None)


@_applies(DamagePlaced)
@rule("1.9.1", "damage counters")
def _damage_placed(draft: Draft, event: DamagePlaced) -> None:
    if event.amount:
        draft.set_card(event.card, damage=draft.cards[event.card].damage + event.amount)


@_applies(DamageRemoved)
def _damage_removed(draft: Draft, event: DamageRemoved) -> None:
    left = draft.cards[event.card].damage - event.amount
    if left < 0:
        raise StateFault(f"{draft.cards[event.card].name} has {left + event.amount} damage; {event.amount} can't be removed")
    draft.set_card(event.card, damage=left)


@_applies(LoreGained)
def _lore_gained(draft: Draft, event: LoreGained) -> None:
    draft.set_player(event.player, lore=draft.players[event.player].lore + event.amount)


@_applies(LoreLost)
def _lore_lost(draft: Draft, event: LoreLost) -> None:
    draft.set_player(event.player, lore=max(0, draft.players[event.player].lore - event.amount))


@_applies(AbilityUsed)
def _ability_used(draft: Draft, event: AbilityUsed) -> None:
    if event.limited:
        _remember(draft, draft.cards[event.card].ref, event.key)


@_applies(AbilityTriggered)
def _ability_triggered(draft: Draft, event: AbilityTriggered) -> None:
    bag: tuple[BagEntry, ...] = draft.get("bag")
    draft.changes["bag"] = (*bag, event.entry)
    draft.changes["serial"] = max(draft.get("serial"), event.entry.serial + 1)


@_applies(AbilityTaken)
def _ability_taken(draft: Draft, event: AbilityTaken) -> None:
    bag: tuple[BagEntry, ...] = draft.get("bag")
    draft.changes["bag"] = tuple(entry for entry in bag if entry.serial != event.entry.serial)
    draft.changes["resolving"] = event.entry.you


@_applies(AbilityResolved)
def _ability_resolved(draft: Draft, event: AbilityResolved) -> None:
    if event.limited and event.entry.source is not None:
        _remember(draft, event.entry.source.ref, event.entry.key)


@_applies(BagEmptied)
@rule("7.7.4.5", "the game continues with the active player")
def _bag_emptied(draft: Draft, event: BagEmptied) -> None:
    draft.changes["resolving"] = None


@_applies(LimitReached)
def _limit_reached(draft: Draft, event: LimitReached) -> None:
    _remember(draft, event.card, event.key)


def _remember(draft: Draft, card: ObjectRef, key: str) -> None:
    draft.changes["used"] = (*draft.get("used"), (card, key))


@_applies(EffectApplied)
def _effect_applied(draft: Draft, event: EffectApplied) -> None:
    draft.changes["ongoing"] = (*draft.get("ongoing"), event.effect)
    draft.changes["serial"] = max(draft.get("serial"), event.effect.serial + 1)


@_applies(TriggerFloated)
def _trigger_floated(draft: Draft, event: TriggerFloated) -> None:
    draft.changes["floating"] = (*draft.get("floating"), event.trigger)
    draft.changes["serial"] = max(draft.get("serial"), event.trigger.serial + 1)


@_applies(EffectsEnded)
def _effects_ended(draft: Draft, event: EffectsEnded) -> None:
    ongoing: tuple[OngoingEffect, ...] = draft.get("ongoing")
    floating: tuple[FloatingTrigger, ...] = draft.get("floating")
    draft.changes["ongoing"] = tuple(effect for effect in ongoing if effect.serial not in event.serials)
    draft.changes["floating"] = tuple(trigger for trigger in floating if trigger.serial not in event.serials)


@_applies(HappeningsNoted)
def _happenings_noted(draft: Draft, event: HappeningsNoted) -> None:
    draft.changes["history"] = (*draft.get("history"), *event.happenings)


@_applies(GameWon)
def _game_won(draft: Draft, event: GameWon) -> None:
    draft.changes["winner"] = event.player
    draft.set_player(event.player, standing=Standing.WON)


@_applies(GameLost)
def _game_lost(draft: Draft, event: GameLost) -> None:
    draft.set_player(event.player, standing=Standing.LOST, loss=event.reason)


@_applies(PlayerLeft)
def _player_left(draft: Draft, event: PlayerLeft) -> None:
    player = event.player
    for card in list(draft.cards.values()):
        if card.owner == player:
            if card.zone in (Zone.PLAY, Zone.UNDER):
                draft.rename(card.ref, None)
            draft.cards[card.id] = replace(
                card,
                zone=Zone.OUTSIDE,
                incarnation=card.incarnation + 1,
                exerted=False,
                drying=False,
                damage=0,
                at=None,
                was_at=None,
                under=(),
                top=None,
            )
    draft.set_player(player, deck=(), hand=(), play=(), inkwell=(), discard=(), ink_drops=0)
    bag: tuple[BagEntry, ...] = draft.get("bag")
    draft.changes["bag"] = tuple(entry for entry in bag if entry.you != player)
    draft.changes["waiting"] = tuple(action for action in draft.get("waiting") if action.player != player)


@_applies(Corrected)
def _corrected(draft: Draft, event: Corrected) -> None:
    for card in event.cards:
        draft.cards[card.id] = card
    for player, found in event.players:
        draft.players[player] = found
    for effect in event.effects:
        _effect_applied(draft, EffectApplied(effect))
    for trigger in event.floating:
        _trigger_floated(draft, TriggerFloated(trigger))
    if event.history is not None:
        draft.changes["history"] = event.history
    if event.used is not None:
        draft.changes["used"] = event.used
