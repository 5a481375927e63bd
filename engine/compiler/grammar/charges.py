"""Say what playing, shifting, moving and using costs: ink less or more, something else instead, or nothing (1.5)."""

from corpus.records import CardType
from engine.abilities.costs import DoToPay
from engine.abilities.effects import Effect
from engine.abilities.filters import AtLocation, CardFilter, HasAbilityNamed, IsAmong, IsType
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import EachOpponent, EachPlayer, PlayerRef, You
from engine.abilities.references import Reference, This
from engine.abilities.statics import AlternateCost, CostModifier
from engine.abilities.values import Number
from engine.abilities.vocabulary import Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.references import yours
from engine.compiler.grammar.statics import Statics
from engine.compiler.grammar.table import rule, words
from engine.compiler.meanings import Each, Kind
from engine.compiler.scope import Scope


@rule("static_clause", "you pay {n:number} ⬡ less to play this [character|item|location|action|card|song]")
def _this_costs_less(scope: Scope, n: int) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=Number(value=n)),), works_from=Zone.HAND),)


@rule("static_clause", "for each {each:tally}, you pay {n:number} ⬡ less to play this [character|item|location|action|card|song]")
@rule("static_clause", "you pay {n:number} ⬡ less to play this [character|item|location|action|card|song] for each {each:tally}")
def _this_costs_less_each(scope: Scope, each: Each, n: int) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=each.times(n)),), works_from=Zone.HAND),)


@rule("static_clause", "this [character|item|location|action|card|song] costs {n:number} ⬡ less to play")
def _this_is_cheaper(scope: Scope, n: int) -> Statics:
    return _this_costs_less(scope, n)


@rule("static_clause", "you pay {n:number} ⬡ less to play {kind:kind}", "{kind:kind} you play cost {n:number} ⬡ less")
def _cards_cost_less(scope: Scope, n: int, kind: Kind) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=Number(value=n), cards=kind.filter(Zone.HAND)),)),)


@rule("static_clause", "you pay {n:number} ⬡ less to play {kind:kind} using their Shift ability")
def _shift_costs_less(scope: Scope, n: int, kind: Kind) -> Statics:
    change = CostModifier(amount=Number(value=n), cards=kind.filter(Zone.HAND), kind="shift")
    return (StaticAbility(changes=(change,)),)


@rule(
    "static_clause",
    "for each {each:tally}, you pay {n:number} ⬡ less to play this character using [her|his|their|its] Shift ability",
)
def _this_shift_costs_less(scope: Scope, each: Each, n: int) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=each.times(n), kind="shift"),), works_from=Zone.HAND),)


@rule("static_clause", "you pay {n:number} ⬡ less to shift [a|an] {kind:kind} on top of this character")
def _shift_onto_costs_less(scope: Scope, n: int, kind: Kind) -> Statics:
    change = CostModifier(amount=Number(value=n), cards=kind.filter(Zone.HAND), kind="shift", onto=This())
    return (StaticAbility(changes=(change,)),)


words(
    "payers",
    {"each player pays": EachPlayer(), "each opponent pays": EachOpponent(), "opponents pay": EachOpponent(), "you pay": You()},
)


@rule("static_clause", "{player:payers} {n:number} ⬡ more to play {kind:kind}")
def _cards_cost_more(scope: Scope, player: PlayerRef, n: int, kind: Kind) -> Statics:
    change = CostModifier(amount=Number(value=-n), cards=kind.filter(Zone.HAND), player=player)
    return (StaticAbility(changes=(change,)),)


@rule("static_clause", "for each {each:tally}, you pay {n:number} ⬡ less for the first {kind:kind} you play each turn")
def _first_costs_less_each(scope: Scope, each: Each, n: int, kind: Kind) -> Statics:
    change = CostModifier(amount=each.times(n), cards=kind.filter(Zone.HAND), first_each_turn=True)
    return (StaticAbility(changes=(change,)),)


@rule("static_clause", "you pay {n:number} ⬡ less for the first {kind:kind} you play each turn")
@rule("static_clause", "once during your turn, you pay {n:number} ⬡ less for the next {kind:kind} you play this turn")
def _first_costs_less(scope: Scope, n: int, kind: Kind) -> Statics:
    change = CostModifier(amount=Number(value=n), cards=kind.filter(Zone.HAND), first_each_turn=True)
    return (StaticAbility(changes=(change,)),)


@rule("static_clause", "you pay {n:number} ⬡ less to move [a character of yours|characters] here")
def _move_here_costs_less(scope: Scope, n: int) -> Statics:
    return (StaticAbility(changes=(CostModifier(amount=Number(value=n), kind="move"),)),)


@rule("static_clause", "you pay {n:number} ⬡ less to move your {kind:kind} here")
def _move_such_here_costs_less(scope: Scope, n: int, kind: Kind) -> Statics:
    change = CostModifier(amount=Number(value=n), mover=yours(kind).filter(Zone.PLAY), kind="move")
    return (StaticAbility(changes=(change,)),)


_LOCATIONS = CardFilter(criteria=(IsType(types=(CardType.LOCATION,)),))


@rule("static_clause", "you pay {n:number} ⬡ less to move your {kind:kind}[ to a location| to locations|]")
def _moves_cost_less(scope: Scope, n: int, kind: Kind) -> Statics:
    if any(isinstance(criterion, AtLocation) for criterion in kind.criteria):
        raise Unresolved("the place is where they move to, not where they are")
    mover = yours(kind).filter(Zone.PLAY)
    return (StaticAbility(changes=(CostModifier(amount=Number(value=n), cards=_LOCATIONS, mover=mover, kind="move"),)),)


@rule("static_clause", "once during your turn, you may pay {n:number} ⬡ less to move {card:this} to a location")
def _one_move_costs_less(scope: Scope, n: int, card: Reference) -> Statics:
    change = CostModifier(amount=Number(value=n), cards=_LOCATIONS, mover=card, kind="move", first_each_turn=True)
    return (StaticAbility(changes=(change,)),)


@rule("static_clause", "you [may|can] play this [character|item|location|action|card|song] for free")
def _this_for_free(scope: Scope) -> Statics:
    return (StaticAbility(changes=(AlternateCost(costs=()),), works_from=Zone.HAND),)


@rule("static_clause", "you may {act:act} to {way=play|shift} this [character|item|location|card] for free")
def _this_for(scope: Scope, act: Effect, way: str) -> Statics:
    cost = AlternateCost(costs=(DoToPay(effect=act),), kind=way)
    return (StaticAbility(changes=(cost,), works_from=Zone.HAND),)


@rule("static_clause", "you may play {kind:kind} for free")
def _cards_for_free(scope: Scope, kind: Kind) -> Statics:
    return (StaticAbility(changes=(AlternateCost(costs=(), cards=kind.filter(Zone.HAND)),)),)


@rule("static_clause", "you may use this [item|character|location]'s {name:story_name} ability for free")
@rule("static_clause", "you may use this [item's|character's|location's] {name:story_name} ability for free")
def _use_for_free(scope: Scope, name: str) -> Statics:
    having = CardFilter(criteria=(IsAmong(cards=This()), HasAbilityNamed(ability=name)))
    return (StaticAbility(changes=(AlternateCost(costs=(), cards=having, kind="use"),)),)


__all__: list[str] = []
