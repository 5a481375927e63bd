"""Name players: as subjects ("each opponent"), as owners ("their"), and the ones spoken of before.

``one_player`` is a singular subject and takes a verb with s, ``many_players`` a plural one. Both lower to a ``PlayerRef``.
"""

from engine.abilities.conditions import CardsExist, Negated, PlayerHas, WasDone
from engine.abilities.filters import CardFilter, IsAmong, OfPlayer
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
from engine.abilities.references import This, Those
from engine.abilities.values import Number, PlayerNumber
from engine.abilities.vocabulary import Comparison, Zone
from engine.compiler.grammar.table import rule, words
from engine.compiler.meanings import Entity, Kind
from engine.compiler.scope import Scope


@rule("one_player", "chosen {who=opponent|player}")
def _chosen(scope: Scope, who: str) -> PlayerRef:
    bind = scope.fresh("player")
    among = EachOpponent() if who == "opponent" else EachPlayer()
    chosen = ChosenPlayer(among=among, bind=bind)
    scope.meet(BoundPlayer(name=bind))
    return chosen


YOU_OF_SOURCE = PlayerOf(card=This())
"""You, inside a condition that another player is asked about."""


words("each_one", {"each [opponent|opposing player]": EachOpponent(), "each player": EachPlayer()})


@rule("one_player", "each [opponent|opposing player] [with|who has] {way=more|fewer|less} {number:property} than you")
def _with_more_than_you(scope: Scope, way: str, number: str) -> PlayerRef:
    mine = PlayerNumber(property=number, player=YOU_OF_SOURCE)
    comparison = Comparison.MORE if way == "more" else Comparison.FEWER
    return PlayersWho(
        among=EachOpponent(), condition=PlayerHas(player=You(), property=number, comparison=comparison, amount=mine)
    )


@rule("one_player", "{among:each_one} [with|who has] {way=more|fewer|less} than {n:number} {number:property}")
def _with_number(scope: Scope, among: PlayerRef, way: str, n: int, number: str) -> PlayerRef:
    comparison = Comparison.MORE if way == "more" else Comparison.FEWER
    has = PlayerHas(player=You(), property=number, comparison=comparison, amount=Number(value=n))
    return PlayersWho(among=among, condition=has)


@rule("one_player", "{among:each_one} [with|who has] {n:number} or {way=more|fewer|less} {number:property}")
def _with_number_bounded(scope: Scope, among: PlayerRef, n: int, way: str, number: str) -> PlayerRef:
    comparison = Comparison.AT_LEAST if way == "more" else Comparison.AT_MOST
    has = PlayerHas(player=You(), property=number, comparison=comparison, amount=Number(value=n))
    return PlayersWho(among=among, condition=has)


@rule("one_player", "{among:each_one} [with|who has] no {number:property}")
def _with_none(scope: Scope, among: PlayerRef, number: str) -> PlayerRef:
    has = PlayerHas(player=You(), property=number, comparison=Comparison.EXACTLY, amount=Number(value=0))
    return PlayersWho(among=among, condition=has)


@rule("one_player", "each player who reveals [a|an] {kind:kind}")
def _who_reveals(scope: Scope, kind: Kind) -> PlayerRef:
    own = Those(cards=scope.role("revealed"), criteria=(OfPlayer(player=BoundPlayer(name="each")),))
    scope.mention(Entity(own, kind.noun.words, plural=False))
    revealed = CardFilter(
        zone=Zone.DECK, criteria=(*kind.criteria, IsAmong(cards=scope.role("revealed")), OfPlayer(player=You()))
    )
    return PlayersWho(among=EachPlayer(), condition=CardsExist(cards=revealed))


@rule("one_player", "the player or players with the most cards in their [hand|hands]")
@rule("many_players", "the player or players with the most cards in their [hand|hands]")
def _with_most(scope: Scope) -> PlayerRef:
    return PlayersWithMost(among=EachPlayer(), property="hand")


@rule("one_player", "each [opponent|opposing player] who {did:did_or_not}")
def _who_did(scope: Scope, did: str) -> PlayerRef:
    done = WasDone(name=scope.this_way("done"))
    return PlayersWho(among=EachOpponent(), condition=done if did == "does" else Negated(condition=done))


words("did_or_not", {"[does|did]": "does", "[doesn't|didn't]": "doesn't"})


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


@rule("one_player", "[its|their] player", "that [character's|card's|item's|location's] player")
def _player_of_last(scope: Scope) -> PlayerRef:
    return scope.meet(PlayerOf(card=scope.cards[-1].reference))


@rule("one_player", "the {role=challenging|challenged} [player|character's player]")
def _player_of_role(scope: Scope, role: str) -> PlayerRef:
    return scope.meet(PlayerOf(card=scope.role(role)))


__all__: list[str] = []
