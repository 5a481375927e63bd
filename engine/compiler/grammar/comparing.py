"""Compare numbers of players: their lore, ink, and cards in a zone, with a number or with another player's."""

from engine.abilities.conditions import AmountIs, Condition, HasMoreCards, Negated, PlayerHas, SeenBy
from engine.abilities.players import AnyOpponent, EachOpponent, PlayerRef, You
from engine.abilities.triggers import EventPattern
from engine.abilities.values import Number, PlayerNumber, TurnTotal
from engine.abilities.vocabulary import Comparison, Occurrence, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.table import rule, words
from engine.compiler.meanings import Compared, Kind
from engine.compiler.scope import Scope

words("rival", {"each [opponent|opposing player]": EachOpponent(), "an opponent": AnyOpponent(), "you": You()})
words("rival_has", {"[an opponent|your opponent] has": AnyOpponent(), "you have": You(), "each opponent has": EachOpponent()})
words(
    "property",
    {
        "cards in [their|your] hand": "hand",
        "cards in [their|your] discard": "discard",
        "cards in [their|your] inkwell": "ink",
        "lore": "lore",
        "ink drops": "ink_drops",
    },
)


words("more", {"more": Comparison.MORE, "[fewer|less]": Comparison.FEWER})


@rule("condition", "{who:rival_has} {way:more} {number:property} than {than:rival}")
def _has_more(scope: Scope, who: PlayerRef, way: Comparison, number: str, than: PlayerRef) -> Condition:
    return PlayerHas(player=who, property=number, comparison=way, amount=PlayerNumber(property=number, player=than))


@rule("condition", "{who:rival_has} the same number of {number:property} as {than:rival}")
@rule("condition", "{who:rival_has} as many {number:property} as {than:rival}")
def _has_as_many(scope: Scope, who: PlayerRef, number: str, than: PlayerRef) -> Condition:
    same_number = PlayerNumber(property=number, player=than)
    return PlayerHas(player=who, property=number, comparison=Comparison.EXACTLY, amount=same_number)


@rule("condition", "chosen opponent has {way:more} {number:property} than you")
def _chosen_has_more(scope: Scope, way: Comparison, number: str) -> Condition:
    player = scope.choose_player(EachOpponent())
    mine = PlayerNumber(property=number, player=You())
    return PlayerHas(player=player, property=number, comparison=way, amount=mine)


@rule("condition", "{who:rival_has} {way:more} {kind:kind} than {than:rival}")
def _has_more_cards(scope: Scope, who: PlayerRef, way: Comparison, kind: Kind, than: PlayerRef) -> Condition:
    if kind.zone is not Zone.PLAY:
        raise Unresolved("cards that are not in play are counted as numbers of a player")
    return HasMoreCards(player=who, cards=kind.filter(Zone.PLAY), than=than, comparison=way)


@rule("condition", "{who:rival_has} {n:number} [or {way=more|less}|] {number:number_property}")
def _has_number(scope: Scope, who: PlayerRef, n: int, number: str, way: str = "") -> Condition:
    comparison = {"more": Comparison.AT_LEAST, "less": Comparison.AT_MOST, "": Comparison.EXACTLY}[way]
    return PlayerHas(player=who, property=number, comparison=comparison, amount=Number(value=n))


words("number_property", {"lore": "lore", "⬡": "ink", "[ink drop|ink drops]": "ink_drops", "opponents": "opponents"})


@rule("condition", "{who:rival_has} {n:number} ⬡ or {way=more|less}")
def _has_ink(scope: Scope, who: PlayerRef, n: int, way: str) -> Condition:
    comparison = Comparison.AT_LEAST if way == "more" else Comparison.AT_MOST
    return PlayerHas(player=who, property="ink", comparison=comparison, amount=Number(value=n))


@rule("condition", "you have an ink drop")
def _has_ink_drop(scope: Scope) -> Condition:
    return PlayerHas(player=You(), property="ink_drops", comparison=Comparison.AT_LEAST, amount=Number(value=1))


@rule("condition", "no opponent has more {number:property} than you")
def _none_has_more(scope: Scope, number: str) -> Condition:
    return Negated(condition=_has_more(scope, AnyOpponent(), Comparison.MORE, number, You()))


words("lore_maker", {"[you|you've]": You(), "[an opponent|an opponent has]": AnyOpponent()})


@rule("condition", "{who:lore_maker} {way:lore_verb} {compared:compared} lore this turn")
def _lore_this_turn(scope: Scope, who: PlayerRef, way: Occurrence, compared: Compared) -> Condition:
    total = TurnTotal(event=EventPattern(occurrence=way, actor=You()))
    condition = AmountIs(left=total, comparison=compared.comparison, right=compared.amount)
    return condition if isinstance(who, You) else SeenBy(player=who, condition=condition)


__all__: list[str] = []
