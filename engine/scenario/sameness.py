"""Tell whether two states are the same to the players: serial numbers and which unknown card is which do not count."""

from collections import Counter
from collections.abc import Hashable, Iterable

from engine.abilities.vocabulary import Zone
from engine.state.game_state import BagEntry, GameState
from engine.state.objects import Bindings, Card, CardId, Happening, PlayerState, Snapshot


def state_key(state: GameState) -> Hashable:
    """Give a value that is equal for states between which no player sees a difference."""
    return (
        state.turn,
        state.active,
        state.phase,
        state.step,
        state.winner,
        state.challenge,
        state.resolving,
        tuple(_player_key(state, player) for player in state.players),
        _bag(_entry_key(entry) for entry in state.bag),
        _bag(
            (effect.you, effect.ability, effect.expiry, effect.targets, effect.name, _bindings_key(effect.bindings))
            for effect in state.ongoing
        ),
        _bag(
            (trigger.you, trigger.ability, trigger.expiry, trigger.once, trigger.name, _bindings_key(trigger.bindings))
            for trigger in state.floating
        ),
        tuple((action.card, action.player, action.mode) for action in state.waiting),
        _bag(state.used),
        _bag(_happening_key(happening) for happening in state.history),
        _bag(_happening_key(happening) for happening in state.last_turn),
    )


def _bag(values: Iterable[Hashable]) -> Hashable:
    """Count values without regard to their order."""
    return frozenset(Counter(values).items())


def _player_key(state: GameState, player: PlayerState) -> Hashable:
    in_order = tuple(_card_key(state, state.cards[card]) for card in player.deck)
    return (
        player.lore,
        player.ink_drops,
        player.inks,
        player.standing,
        in_order if player.deck_order_known else _bag(in_order),
        *(
            _bag(_card_key(state, state.cards[card]) for card in cards)
            for cards in (player.hand, player.play, player.inkwell, player.discard)
        ),
    )


def _card_key(state: GameState, card: Card) -> Hashable:
    identity: Hashable = "unknown" if card.face is None else card.id
    if card.zone in (Zone.DECK, Zone.HAND, Zone.DISCARD):
        return identity
    return (
        identity,
        card.exerted,
        card.drying,
        card.damage,
        card.at,
        card.facedown,
        tuple(_card_key(state, state.cards[under]) for under in card.under),
    )


def _entry_key(entry: BagEntry) -> Hashable:
    return (
        _snapshot_key(entry.source),
        entry.you,
        entry.key,
        entry.name,
        tuple(_happening_key(happening) for happening in entry.happenings),
        _bindings_key(entry.bindings),
    )


def _happening_key(happening: Happening) -> Hashable:
    return (
        happening.occurrence,
        _snapshot_key(happening.subject),
        _snapshot_key(happening.other),
        happening.actor,
        happening.amount,
        happening.origin,
        happening.destination,
        happening.mode,
    )


def _snapshot_key(snapshot: Snapshot | None) -> CardId | str | None:
    if snapshot is None:
        return None
    return snapshot.card.id if snapshot.card.face is not None else "unknown"


def _bindings_key(bindings: Bindings) -> Hashable:
    return (
        tuple(sorted(bindings.cards.items())) if bindings.cards else (),
        tuple(sorted(bindings.amounts.items())),
        tuple(sorted(bindings.players.items())),
        tuple(sorted(bindings.words.items())),
        bindings.done,
    )
