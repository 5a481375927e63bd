"""Name players: as subjects ("each opponent"), as owners ("their"), and the ones spoken of before.

``one_player`` is a singular subject and takes a verb with s, ``many_players`` a plural one. Both lower to a ``PlayerRef``.
"""

from engine.abilities.players import (
    BoundPlayer,
    ChosenPlayer,
    EachOpponent,
    EachPlayer,
    OtherPlayers,
    PlayerOf,
    PlayerRef,
    PlayersWho,
    PlayersWithMost,
    You,
)
from engine.abilities.references import Reference
from engine.compiler.grammar.table import rule, words
from engine.compiler.scope import Scope


@rule("one_player", "chosen {who=opponent|player}")
def _chosen(scope: Scope, who: str) -> PlayerRef:
    bind = scope.fresh("player")
    among = EachOpponent() if who == "opponent" else EachPlayer()
    chosen = ChosenPlayer(among=among, bind=bind)
    scope.meet(BoundPlayer(name=bind))
    return chosen


@rule("one_player", "another chosen player")
def _another_chosen(scope: Scope) -> PlayerRef:
    bind = scope.fresh("player")
    scope.meet(BoundPlayer(name=bind))
    return ChosenPlayer(among=OtherPlayers(), bind=bind)


@rule("one_player", "each [opponent|opposing player]")
def _each_opponent(scope: Scope) -> PlayerRef:
    return EachOpponent()


@rule("one_player", "each player")
def _each_player(scope: Scope) -> PlayerRef:
    return EachPlayer()


@rule("many_players", "[all|] opponents")
def _opponents(scope: Scope) -> PlayerRef:
    return EachOpponent()


@rule("one_player", "[that player|that opponent]")
def _that_player(scope: Scope) -> PlayerRef:
    return scope.that_player()


@rule("many_players", "they")
def _they(scope: Scope) -> PlayerRef:
    return scope.that_player()


@rule("one_player", "[its|their] player", "that [character|card|item|location]'s player")
def _player_of_last(scope: Scope) -> PlayerRef:
    return scope.meet(PlayerOf(card=scope.cards[-1].reference))


@rule("one_player", "the {role=challenging|challenged} [player|character's player]")
def _player_of_role(scope: Scope, role: str) -> PlayerRef:
    return scope.meet(PlayerOf(card=scope.role(role)))


__all__: list[str] = []
