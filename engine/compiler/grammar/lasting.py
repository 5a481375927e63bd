"""Effects that last: "chosen character gets +2 ¤ this turn", "they can't quest for the rest of this turn"."""

from engine.abilities.conditions import Condition
from engine.abilities.effects import Apply, ChoosePlayer, Effect, Establish, ForEachCard, If, May, MoveToLocation, Sequence
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import BoundPlayer, ChosenPlayer, EachOpponent
from engine.abilities.references import Bound, Chosen, Every, Reference, This
from engine.abilities.statics import Can, Cannot, Doing, GainsAbility, Gets, Must, ReadiesAtMost
from engine.abilities.values import Amount, Number, StatOf, Times
from engine.abilities.vocabulary import Stat, Until, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.changes import Changes, scaled
from engine.compiler.grammar.filters import noun_criteria
from engine.compiler.grammar.readiness import move_to_some_location
from engine.compiler.grammar.references import another, chosen
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Each, Kind, Noun
from engine.compiler.scope import Scope
from engine.compiler.syntax import Syntax

Timed = tuple[Changes, Until]

_RULES = (Cannot, Can, Must)
"""Changes of what the rules allow: continuous for a class of cards (6.4.2.1), where others are applied to cards (6.4.2.2)."""


def last(to: Reference, changes: Changes, until: Until) -> Effect:
    """Make changes last: continuous for a class of cards that the rules treat otherwise, else applied to cards."""
    if isinstance(to, Every) and all(isinstance(change, _RULES) for change in changes):
        return Establish(ability=StaticAbility(changes=changes, affects=to.among), until=until)
    return Apply(to=to, changes=changes, until=until)


@rule("timed", "{changes:changes} {until:until}")
def _timed(scope: Scope, changes: Changes, until: Until) -> Timed:
    return changes, until


@rule("timed", "{changes:scalable} {until:until} for each {each:tally}")
def _timed_each(scope: Scope, changes: Changes, until: Until, each: Each) -> Timed:
    return scaled(changes, each), until


@rule("timed", "[get|gets] {sign=+X|-X} {stat:stat} {until:until}, where X is {amount:capped}")
def _timed_as_many(scope: Scope, sign: str, stat: Stat, until: Until, amount: Amount) -> Timed:
    return (Gets(stat=stat, amount=amount if sign == "+X" else Times(factor=-1, amount=amount)),), until


@rule("timed", "[can't|doesn't|don't] ready at the start of [their|the their|its|his|her] next turn")
def _cannot_ready_next(scope: Scope) -> Timed:
    return (Cannot(doing=Doing.READY_AT_START),), Until.START_OF_THEIR_NEXT_TURN


@rule("timed", "can't challenge and must quest [if able during their next turn|during their next turn if able]")
def _must_quest_next(scope: Scope) -> Timed:
    return (Cannot(doing=Doing.CHALLENGE), Must(doing=Doing.QUEST)), Until.DURING_THEIR_NEXT_TURN


@rule("card_act", "{to:target}[ each|] {timed:timed}")
def _lasting(scope: Scope, to: Reference, timed: Timed) -> Effect:
    return last(to, *timed)


@rule("card_act", "{to:target}[ each|] {first:timed} and {second:timed}")
def _lasting_twice(scope: Scope, to: Reference, first: Timed, second: Timed) -> Effect:
    """Give changes that last for different times."""
    again = Bound(name=to.bind) if isinstance(to, (Chosen, Every)) and to.bind else to
    return Sequence(effects=(last(to, *first), last(again, *second)))


@rule("later", "{who:one_player} can't play {kind:kind} {until:until}", lazy=True)
def _kept_from_playing(scope: Scope, who: Syntax, kind: Syntax, until: Syntax) -> Effect:
    """Restrict a player who is chosen; each opponent is restricted by what ``restricted`` reads."""
    chosen_player = scope.lower(who)
    if not isinstance(chosen_player, ChosenPlayer):
        raise Unresolved("only a chosen player is kept from it so")
    player = BoundPlayer(name=chosen_player.bind)
    kept = Cannot(doing=Doing.PLAY, by=scope.lower(kind).filter(Zone.HAND), player=player)
    duration: Until = scope.lower(until)
    whose = player if duration in _OF_THEIR_TURN else None
    going_on = Establish(ability=StaticAbility(changes=(kept,)), until=duration, player=whose)
    return Sequence(effects=(ChoosePlayer(player=chosen_player, bind=chosen_player.bind), going_on))


@rule("act", "<have> {to:target} {timed:timed}")
def _have(scope: Scope, to: Reference, timed: Timed) -> Effect:
    return last(to, *timed)


@rule("card_act", "{to:pronoun} also {timed:timed}")
def _also(scope: Scope, to: Reference, timed: Timed) -> Effect:
    return last(to, *timed)


@rule("timed", "can't ready at the start of [their|its|his|her] next turn unless {condition:conditions}")
def _cannot_ready_next_unless(scope: Scope, condition: Condition) -> Timed:
    return (Cannot(doing=Doing.READY_AT_START, unless=condition),), Until.START_OF_THEIR_NEXT_TURN


@rule("timed", "[takes|take] no damage from the challenge")
def _no_damage_from_this(scope: Scope) -> Timed:
    return (Cannot(doing=Doing.BE_DEALT_CHALLENGE_DAMAGE),), Until.END_OF_CHALLENGE


@rule("timed", "{changes:numbers_change} while {condition:ongoing} {until:until}")
@rule("timed", "{changes:no_damage} while {condition:ongoing} {until:until}")
def _while_and_until(scope: Scope, changes: Changes, condition: Condition, until: Until) -> Timed:
    """Make it an ability, since the condition is checked all the time."""
    ability = StaticAbility(changes=changes, affects=This(), condition=condition)
    return (GainsAbility(ability=ability),), until


@rule("no_damage", "[takes|take] no damage")
def _no_damage(scope: Scope) -> Changes:
    return (Cannot(doing=Doing.BE_DAMAGED),)


@rule("card_act", "{to:target} may move to a location for free")
def _may_move(scope: Scope, to: Reference) -> Effect:
    if not isinstance(to, Every):
        return May(effect=move_to_some_location(scope, to), player=scope.actor)
    one = May(effect=move_to_some_location(scope, Bound(name="each_card")), player=scope.actor)
    return ForEachCard(cards=to, effect=one)


@rule("card_act", "{to:target} may move there for free", "{to:target} may move to that location for free")
def _may_move_there(scope: Scope, to: Reference) -> Effect:
    location = scope.that("location", plural=False)
    return May(effect=MoveToLocation(characters=to, location=location), player=scope.actor)


@rule("card_act", "{until:front_until}, {to:target} {changes:changes}")
def _until_then(scope: Scope, until: Until, to: Reference, changes: Changes) -> Effect:
    return last(to, changes, until)


@rule("card_act", "{until:front_until}, {to:target} {first:change} and, if {condition:conditions}, {second:change}")
def _until_then_if(scope: Scope, until: Until, to: Reference, first: Changes, condition: Condition, second: Changes) -> Effect:
    return Sequence(effects=(last(to, first, until), If(condition=condition, effect=last(_again(to), second, until))))


def _again(to: Reference) -> Reference:
    return Bound(name=to.bind) if isinstance(to, Chosen) else to


@rule("later", "{until:front_until}, {static:player_static}", "{static:player_static} {until:until}")
def _players_for_a_time(scope: Scope, until: Until, static: tuple[StaticAbility, ...]) -> Effect:
    (ability,) = static
    theirs = until in _OF_THEIR_TURN and len(ability.changes) == 1
    whose = getattr(ability.changes[0], "player", None) if theirs else None
    return Establish(ability=ability, until=until, player=whose)


_OF_THEIR_TURN = (Until.DURING_THEIR_NEXT_TURN, Until.START_OF_THEIR_NEXT_TURN)
"""Durations that speak of the turn of each of the players who are meant."""


@rule("act", "<add> {owner:owner} {stat:stat} to {to:possessed} {added:stat} this turn")
def _add_stat(scope: Scope, owner: Reference, stat: Stat, to: Reference, added: Stat) -> Effect:
    gets = Gets(stat=added, amount=StatOf(stat=stat, of=owner))
    return Apply(to=to, changes=(gets,), until=Until.END_OF_TURN)


@rule("possessed", "another chosen character's")
def _another_character(scope: Scope) -> Reference:
    noun = Noun(frozenset({"character"}), plural=False, card=False)
    return chosen(scope, another(scope, Kind(noun_criteria(noun), noun)))


@rule("later", "each opponent can't ready more than {n:number} of their {kind:kind} at the start of their next turn")
def _ready_at_most(scope: Scope, n: int, kind: Kind) -> Effect:
    change = ReadiesAtMost(amount=Number(value=n), cards=kind.filter(Zone.PLAY), player=EachOpponent())
    static = StaticAbility(changes=(change,))
    return Establish(ability=static, until=Until.START_OF_THEIR_NEXT_TURN, player=EachOpponent())


@rule("card_act", "{to:pronoun} {changes:grants_change}")
def _for_good(scope: Scope, to: Reference, changes: Changes) -> Effect:
    """Without a duration: for as long as the card stays in play."""
    return Apply(to=to, changes=changes, until=Until.LEAVES_PLAY)


@rule("act", "<give> {to:target} {changes:given} {until:until}")
def _give(scope: Scope, to: Reference, changes: Changes, until: Until) -> Effect:
    return last(to, changes, until)


same("given", "{changes:number_changes}", "{changes:grants}")


@rule("given", "{first:number_changes} and {second:grants}")
def _given_both(scope: Scope, first: Changes, second: Changes) -> Changes:
    return first + second


__all__ = ["last"]
