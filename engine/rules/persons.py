"""Find the players that texts name."""

from engine.abilities.conditions import Condition
from engine.abilities.players import (
    ActivePlayer,
    AnyOpponent,
    AnyPlayer,
    BoundPlayer,
    ChosenPlayer,
    EachOpponent,
    EachPlayer,
    Jointly,
    OtherPlayers,
    PlayerOf,
    PlayersWho,
    PlayersWithMost,
    You,
)
from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.errors import StateFault
from engine.rules.query import cards_meant, evaluates, holds, persons, unsupported
from engine.rules.scope import Scope
from engine.state.game_state import GameState
from engine.state.objects import PlayerId
from engine.state.view import View

_ZONES = {"hand": Zone.HAND, "deck": Zone.DECK, "discard": Zone.DISCARD, "ink": Zone.INKWELL}


def player_number(state: GameState, player: PlayerId, name: str) -> int:
    """Give a number of a player by the name that texts use for it.

    :raises StateFault: players have no such number.
    """
    if name in _ZONES:
        return len(state.zone_of(player, _ZONES[name]))
    match name:
        case "lore":
            return state.players[player].lore
        case "ink_drops":
            return state.players[player].ink_drops
        case "ready_ink":
            return len(state.ready_ink(player))
        case "opponents":
            return len(state.opponents(player))
        case "exerted_ink":
            return len(state.players[player].inkwell) - len(state.ready_ink(player))
        case _:
            raise StateFault(f"a player has no number {name!r}; there are lore, hand, deck, discard, ink, ready_ink, ink_drops")


@evaluates(You)
@rule("1.3.3", "you")
@rule("1.4.3.1", "you and your")
def _you(reference: You, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    return (scope.you,)


@evaluates(EachOpponent, AnyOpponent, OtherPlayers)
@rule("1.3.5", "opponents")
@rule("1.3.5.1", "anyone a player plays against")
@rule("1.3.5.2", "an opponent")
@rule("1.3.5.3", "opposing player")
def _opponents(reference: EachOpponent, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    return view.state.opponents(scope.you)


@evaluates(EachPlayer, AnyPlayer)
def _each_player(reference: EachPlayer, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    return view.state.turn_order()


@evaluates(ActivePlayer)
def _active_player(reference: ActivePlayer, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    return (view.state.active,)


@evaluates(Jointly)
def _jointly(reference: Jointly, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    return persons(reference.players, scope, view)[:1]


@evaluates(ChosenPlayer)
def _chosen_player(reference: ChosenPlayer, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    found = scope.selected_players.get(id(reference))
    if found is None:
        raise unsupported(reference, scope, view)
    return found


@evaluates(BoundPlayer)
def _bound_player(reference: BoundPlayer, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    return scope.players.get(reference.name, ())


@evaluates(PlayerOf)
def _player_of(reference: PlayerOf, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    owners = dict.fromkeys(snapshot.card.owner for snapshot in cards_meant(reference.card, scope, view))
    return tuple(player for player in view.state.turn_order() if player in owners)


@evaluates(PlayersWho)
def _players_who(reference: PlayersWho, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    condition = reference.condition
    if not isinstance(condition, Condition):
        raise unsupported(reference, scope, view)
    among = persons(reference.among, scope, view)
    return tuple(player for player in among if holds(condition, scope.seen_by(player), view))


@evaluates(PlayersWithMost)
def _players_with_most(reference: PlayersWithMost, scope: Scope, view: View) -> tuple[PlayerId, ...]:
    numbers = {player: player_number(view.state, player, reference.property) for player in persons(reference.among, scope, view)}
    most = max(numbers.values(), default=0)
    return tuple(player for player, number in numbers.items() if number == most)
