"""Join effects: may, and, then, or, to, if you do, otherwise, instead; and sentences into a whole effect.

``clause`` lowers to an ``Effect``, ``sentence`` to a ``Step`` and ``body`` (sentences to the end of the ability, option or
quotation) to an ``Effect``.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.abilities.base import Node, walk
from engine.abilities.conditions import CardIs, Condition, Negated, OneOf, WasDone
from engine.abilities.effects import (
    AddTrigger,
    Apply,
    Choose,
    ChooseOne,
    ChoosePlayer,
    DealDamage,
    DoNothing,
    Draw,
    Effect,
    Either,
    ForEachPlayer,
    GainLore,
    GetInkDrops,
    If,
    IfDone,
    LoseLore,
    May,
    NextPlayModifier,
    Noted,
    Remember,
    Repeat,
    RepeatThisEffect,
    Sequence,
    ShuffleDeck,
)
from engine.abilities.kinds import TriggeredAbility
from engine.abilities.players import (
    AnyPlayer,
    BoundPlayer,
    ChosenPlayer,
    EachOpponent,
    EachPlayer,
    PlayerRef,
    PlayersWho,
    PlayersWithMost,
    You,
)
from engine.abilities.references import Bound, Chosen, ChosenAmong, Reference
from engine.abilities.statics import Cannot
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.values import BoundAmount, CountOf, Number
from engine.abilities.vocabulary import Occurrence, Until, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.filters import noun_criteria
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Each, Kind, Noun, Step
from engine.compiler.scope import Scope, swap
from engine.compiler.syntax import Syntax

_SEVERAL = (EachOpponent, EachPlayer, PlayersWho, PlayersWithMost)
_SIMPLE = (Draw, GainLore, LoseLore, GetInkDrops, ShuffleDeck)
_EACH = BoundPlayer(name="each")


def sequence(*effects: Effect) -> Effect:
    """Put effects one after another, without nesting."""
    flat: list[Effect] = []
    for effect in effects:
        flat.extend(effect.effects if type(effect) is Sequence else (effect,))
    doing = [effect for effect in flat if not isinstance(effect, DoNothing)] or flat[:1]
    return doing[0] if len(doing) == 1 else Sequence(effects=tuple(doing))


# Players as subjects


def done_by(scope: Scope, who: PlayerRef, act: Callable[[], Effect]) -> Effect:
    """Let players do something: several players one after another, part by part (6.7.6.1)."""
    if not isinstance(who, _SEVERAL) and not _plural(scope, who):
        outer, scope.ahead = scope.ahead, []
        with scope.acting(_after_choice(who)):
            effect = act()
        first, scope.ahead = scope.ahead, outer
        return sequence(*first, _chosen_first(who, effect))
    outer, scope.ahead = scope.ahead, []
    with scope.acting(_EACH):
        effect = act()
    first, scope.ahead = scope.ahead, outer
    scope.meet(who, plural=True)
    return sequence(*first, *(_for_each(who, part) for part in _parts(effect)))


def _parts(effect: Effect) -> list[Effect]:
    """Split an effect into the parts that all players do one after another: what builds on the part before stays with it."""
    parts: list[Effect] = []
    named: set[str] = set()
    for step in effect.effects if type(effect) is Sequence else (effect,):
        if parts and named & _names(step, ("name",)):
            parts[-1] = sequence(parts[-1], step)
        else:
            parts.append(step)
        named |= _names(step, ("bind", "found"))
    return parts


def _names(effect: Node, entries: tuple[str, ...]) -> set[str]:
    return {getattr(node, entry) for node in walk(effect) for entry in entries if isinstance(getattr(node, entry, None), str)} - {
        "each"
    }


def _plural(scope: Scope, who: PlayerRef) -> bool:
    return any(people.plural and people.player == who for people in scope.people)


def _for_each(who: PlayerRef, effect: Effect) -> Effect:
    if isinstance(effect, _SIMPLE) and swap(effect, _EACH, who) == replace(effect, player=who):
        return replace(effect, player=who)
    return ForEachPlayer(players=who, effect=effect)


def _after_choice(who: PlayerRef) -> PlayerRef:
    return BoundPlayer(name=who.bind) if isinstance(who, ChosenPlayer) else who


def _chosen_first(who: PlayerRef, effect: Effect) -> Effect:
    if isinstance(who, ChosenPlayer):
        return sequence(ChoosePlayer(player=who, bind=who.bind), effect)
    return effect


@rule("subject_act", "{who:one_player} {act:act_tos}", lazy=True)
@rule("subject_act", "{who:many_players} {act:act_list}", lazy=True)
@rule("subject_act", "you {act:act_list}", lazy=True)
def _player_does(scope: Scope, act: Syntax, who: Syntax | None = None) -> Effect:
    player = You() if who is None else scope.lower(who)
    return done_by(scope, player, lambda: scope.lower(act))


@rule("subject_act", "{who:many_players} {act:act_list} each", lazy=True)
def _players_do_each(scope: Scope, act: Syntax, who: Syntax) -> Effect:
    return _player_does(scope, act, who)


@rule("subject_act", "you and {who:one_player} each {act:act_list}", lazy=True)
def _you_and(scope: Scope, who: Syntax, act: Syntax) -> Effect:
    other = scope.lower(who)
    yours = done_by(scope, You(), lambda: scope.lower(act))
    theirs = done_by(scope, other, lambda: scope.lower(act))
    return sequence(yours, theirs)


@rule("act", "<choose> [a|an] {who=player|opponent}")
def _choose_player(scope: Scope, who: str) -> Effect:
    bind = scope.fresh("player")
    scope.meet(BoundPlayer(name=bind))
    among = EachPlayer() if who == "player" else EachOpponent()
    return ChoosePlayer(player=ChosenPlayer(among=among, bind=bind), bind=bind)


@rule("act", "<choose> any number of players")
def _choose_players(scope: Scope) -> Effect:
    bind = scope.fresh("player")
    scope.meet(BoundPlayer(name=bind), plural=True)
    return ChoosePlayer(player=ChosenPlayer(minimum=0, maximum=None, bind=bind), bind=bind)


@rule("subject_may", "{who:one_player} may {act:act_to}", lazy=True)
@rule("subject_may", "{who:many_players} may {act:act_to}", lazy=True)
def _player_may(scope: Scope, act: Syntax, who: Syntax) -> Effect:
    player = scope.lower(who)

    def may() -> Effect:
        bind = scope.done("done")
        return Noted(effect=May(effect=scope.lower(act), player=scope.actor), bind=bind)

    return done_by(scope, player, may)


# Lists of acts

same("act_list", "{act:act}")
same("act_lists", "{act:acts}")


@rule("act_list", "{first:act} and[ then|] {rest:act_list}", "{first:act}, then {rest:act_list}")
@rule("act_lists", "{first:acts} and[ then|] {rest:act_lists}", "{first:acts}, then {rest:act_lists}")
@rule("act_list", "{first:act}, {rest:act_series}")
@rule("act_lists", "{first:acts}, {rest:act_series_s}")
@rule("act_series", "{first:act}, {rest:act_series}", "{first:act}, [and|then|and then] {rest:act}")
@rule("act_series_s", "{first:acts}, {rest:act_series_s}", "{first:acts}, [and|then|and then] {rest:acts}")
def _acts(scope: Scope, first: Effect, rest: Effect) -> Effect:
    return sequence(first, rest)


@rule("act_to", "{first:act_list} to {then:purpose}")
@rule("act_tos", "{first:act_lists} to {then:purpose}")
def _to(scope: Scope, first: Effect, then: Effect) -> Effect:
    return IfDone(first=first, then=then)


same("act_to", "{acts:act_list}")
same("act_tos", "{acts:act_lists}")
same("purpose", "{acts:act_list}")


@rule("purpose", "have {who:one_player} {act:act_list}", lazy=True)
def _have_done(scope: Scope, who: Syntax, act: Syntax) -> Effect:
    return done_by(scope, scope.lower(who), lambda: scope.lower(act))


@rule("act_list", "{first:act} or {second:act}")
@rule("act_lists", "{first:acts} or {second:acts}")
def _or(scope: Scope, first: Effect, second: Effect) -> Effect:
    return Either(options=(first, second), player=scope.actor)


# Clauses
#
# "may" covers everything up to the end of its clause, but for a further "may" (6.1.4, 6.1.4.2).

same("full", "{act:subject_act}", "{act:subject_may}", "{act:card_act}")
same("fulls", "{act:full}")
same("chain", "{act:act_to}")


@rule("fulls", "{first:full}[,|] and {rest:fulls}", "{first:full}, then {rest:fulls}")
@rule("chain", "{first:act_to}[,|] and {rest:fulls}", "{first:act_to}, then {rest:fulls}")
def _in_turn(scope: Scope, first: Effect, rest: Effect) -> Effect:
    return sequence(first, rest)


@rule("may", "you may[ also|] {chain:chain}")
def _may(scope: Scope, chain: Effect) -> Effect:
    return May(effect=chain, player=scope.actor)


@rule("may", "you may have {who:one_player} {act:act_list}", lazy=True)
def _may_have_done(scope: Scope, who: Syntax, act: Syntax) -> Effect:
    return May(effect=_have_done(scope, who, act), player=scope.actor)


same("clause", "{act:chain}", "{act:may}", "{act:fulls}")


@rule(
    "clause",
    "{first:fulls}, then {rest:chain}",
    "{first:fulls}, then {rest:may}",
    "{first:chain}, then {rest:may}",
    "{first:chain} and then {rest:may}",
)
@rule("clause", "{first:fulls} and {rest:may}", "{first:chain} and {rest:may}", "{first:may} and[ then|] {rest:may}")
def _clauses(scope: Scope, first: Effect, rest: Effect) -> Effect:
    return sequence(first, rest)


@rule("act", "<count> the number of {kind:kind}")
def _count(scope: Scope, kind: Kind) -> Effect:
    bind = scope.fresh("counted")
    scope.amounts.append(BoundAmount(name=bind))
    return Remember(amount=CountOf(cards=kind.filter(Zone.PLAY)), bind=bind)


@rule("act", "repeat this effect")
def _repeat(scope: Scope) -> Effect:
    return RepeatThisEffect()


# Choose one


@rule("act", "<choose> YES! or NO!: • YES! ^{yes:body} • NO! ^{no:body}")
def _yes_or_no(scope: Scope, yes: Effect, no: Effect) -> Effect:
    return ChooseOne(options=(yes, no), player=scope.actor)


Case = tuple[Noun, Effect]


@rule("sentence", "if {card:owner} card type is: {cases:cases}")
def _by_type(scope: Scope, card: Reference, cases: list[Case]) -> Step:
    effects = (If(condition=CardIs(card=card, criteria=noun_criteria(noun)), effect=effect) for noun, effect in cases)
    return Step(effect=sequence(*effects))


@rule("case", "• {noun:one_nouns}, {clause:clause}{stop:stop}")
def _case(scope: Scope, noun: Noun, clause: Effect, stop: None) -> Case:
    return noun, clause


@rule("cases", "{first:case} {rest:cases}")
def _cases(scope: Scope, first: Case, rest: list[Case]) -> list[Case]:
    return [first, *rest]


@rule("cases", "{last:case}")
def _last_case(scope: Scope, last: Case) -> list[Case]:
    return [last]


@rule("act", "<choose> [one|one of the following][:|.] {options:options}")
def _choose_one(scope: Scope, options: tuple[Effect, ...]) -> Effect:
    return ChooseOne(options=options, player=scope.actor)


@rule("options", "• ^{first:body} {rest:options}")
def _options(scope: Scope, first: Effect, rest: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return first, *rest


@rule("options", "• ^{last:body}")
def _last_option(scope: Scope, last: Effect) -> tuple[Effect, ...]:
    return (last,)


# Sentences


@rule("sentence", "{clause:conditional}")
def _plain_sentence(scope: Scope, clause: Effect) -> Step:
    return Step(effect=clause)


@rule("sentence", "[then,|then] {sentence:sentence}")
def _then(scope: Scope, sentence: Step) -> Step:
    return sentence


@rule("conditional", "if {condition:conditions}[,|] {clause:conditional}")
def _if(scope: Scope, condition: Condition, clause: Effect) -> Effect:
    return If(condition=condition, effect=clause)


@rule("conditional", "{clause:clause} if {condition:conditions}")
def _trailing_if(scope: Scope, clause: Effect, condition: Condition) -> Effect:
    return If(condition=condition, effect=_one_thing(clause))


def _one_thing(clause: Effect) -> Effect:
    """Refuse a condition after several things, which may be of the last of them only."""
    doings = clause.effects if type(clause) is Sequence else (clause,)
    if sum(not isinstance(each, (Choose, ChoosePlayer)) for each in doings) > 1:
        raise Unresolved("which of several things the condition is of is not said")
    return clause


@rule("conditional", "{first:clause}, then {last:clause} if {condition:conditions}")
def _then_if(scope: Scope, first: Effect, last: Effect, condition: Condition) -> Effect:
    return sequence(first, If(condition=condition, effect=_one_thing(last)))


@rule("conditional", "{clause:clause} unless {condition:conditions}")
def _unless(scope: Scope, condition: Condition, clause: Effect) -> Effect:
    if isinstance(clause, Apply) and any(isinstance(change, Cannot) for change in clause.changes):
        raise Unresolved("the exception belongs to what can't be done, which is asked all the time")
    return If(condition=Negated(condition=condition), effect=_one_thing(clause))


@rule("conditional", "{clause:clause} unless {who:one_player} {act:acts}", lazy=True)
def _unless_they_do(scope: Scope, clause: Syntax, who: Syntax, act: Syntax) -> Effect:
    effect: Effect = scope.lower(clause)
    player = scope.lower(who)
    with scope.acting(player):
        done: Effect = scope.lower(act)
    offer = May(effect=done, player=player)
    choices, effect = _chosen_before(_one_thing(effect), offer)
    return sequence(*choices, IfDone(first=offer, then=DoNothing(), otherwise=effect))


same("conditional", "{clause:clause}", "{later:later}")


@rule("conditional", "for each {each:tally}, {clause:clause}")
def _for_each_of(scope: Scope, each: Each, clause: Effect) -> Effect:
    return _times(each, clause)


def _times(each: Each, effect: Effect) -> Effect:
    """Give an effect for each of what is counted: its number so often, or the whole so often."""
    if isinstance(effect, (GainLore, LoseLore, Draw, GetInkDrops, NextPlayModifier)) and isinstance(effect.amount, Number):
        return replace(effect, amount=each.times(effect.amount.value))
    if isinstance(effect, Sequence):
        return sequence(*(_times(each, part) for part in effect.effects))
    return Repeat(effect=effect, times=each.times(1))


@rule("sentence", "for each opposing player, {clause:clause}", lazy=True)
def _for_each_opponent(scope: Scope, clause: Syntax) -> Step:
    scope.meet(_EACH)
    effect: Effect = scope.lower(clause)
    return Step(effect=ForEachPlayer(players=EachOpponent(), effect=effect))


@rule("sentence", "if [you|they] do, {clause:conditional}")
def _if_done(scope: Scope, clause: Effect) -> Step:
    return Step(fold=lambda before: [*before[:-1], _then_do(_last(before), clause)])


@rule("sentence", "if you do either, {clause:conditional}")
def _if_either_done(scope: Scope, clause: Effect) -> Step:
    first, second = scope.fresh("either"), scope.fresh("either")

    def noted(effect: Effect) -> Effect:
        if isinstance(effect, If):
            return replace(effect, effect=noted(effect.effect))
        if not isinstance(effect, Sequence) or len(effect.effects) != 2:
            raise Unresolved("'either' needs two things that may be done")
        one, other = (Noted(effect=part, bind=bind) for part, bind in zip(effect.effects, (first, second), strict=True))
        done = OneOf(conditions=(WasDone(name=first), WasDone(name=second)))
        return sequence(one, other, If(condition=done, effect=clause))

    return Step(fold=lambda before: [*before[:-1], noted(_last(before))])


@rule("sentence", "if [you|they] do and {condition:conditions}, {clause:conditional}")
def _if_done_and(scope: Scope, condition: Condition, clause: Effect) -> Step:
    then = If(condition=condition, effect=clause)
    return Step(fold=lambda before: [*before[:-1], _then_do(_last(before), then)])


def _last(before: list[Effect]) -> Effect:
    if not before:
        raise Unresolved("nothing before this was done")
    return before[-1]


def _then_do(first: Effect, then: Effect) -> Effect:
    if isinstance(first, If) and first.otherwise is None:
        return replace(first, effect=IfDone(first=first.effect, then=then))
    return IfDone(first=first, then=then)


@rule("sentence", "otherwise, {clause:conditional}", "if [you|they] don't, {clause:conditional}")
def _otherwise(scope: Scope, clause: Effect) -> Step:
    return Step(fold=lambda before: [*before[:-1], _or_else(_last(before), clause)])


@rule("sentence", "if [you|they] can't, {clause:conditional}")
def _unable(scope: Scope, clause: Effect) -> Step:
    def fold_in(before: list[Effect]) -> list[Effect]:
        last = _last(before)
        if _optional(last):
            raise Unresolved("what a player may do and did not is not what they could not do")
        return [*before[:-1], IfDone(first=last, then=DoNothing(), otherwise=clause)]

    return Step(fold=fold_in)


def _or_else(first: Effect, otherwise: Effect) -> Effect:
    """Otherwise is when it was not done: because the condition was false, or because the player did not want to."""
    if isinstance(first, If) and first.otherwise is None and not _optional(first.effect):
        return _of_either(first, otherwise)
    if isinstance(first, ForEachPlayer):
        steps = first.effect.effects if isinstance(first.effect, Sequence) else (first.effect,)
        if isinstance(steps[-1], If):
            own = _own_part(otherwise, first.players) or otherwise
            return replace(first, effect=sequence(*steps[:-1], _or_else(steps[-1], own)))
        return sequence(first, otherwise)
    if isinstance(first, IfDone) and first.otherwise is None:
        if _optional(first.then):
            return replace(first, then=_or_else(first.then, otherwise))
        return replace(first, otherwise=otherwise)
    return IfDone(first=first, then=DoNothing(), otherwise=otherwise)


def _of_either(first: If, otherwise: Effect) -> Effect:
    """Give an effect with its alternative; what is chosen for one and spoken of by the other is chosen before (6.7.2.1)."""
    choices, effect = _chosen_before(first.effect, otherwise)
    return sequence(*choices, replace(first, effect=effect, otherwise=otherwise))


def _chosen_before(effect: Effect, speaking: Node) -> tuple[tuple[Effect, ...], Effect]:
    """Take out of an effect the choices that something else speaks of, so that they are made before both."""
    spoken = {node.name for node in walk(speaking) if isinstance(node, Bound)}
    chosen = [node for node in walk(effect) if isinstance(node, (Chosen, ChosenAmong)) and node.bind in spoken]
    for reference in chosen:
        effect = swap(effect, reference, Bound(name=reference.bind))
    return tuple(Choose(cards=reference, bind=reference.bind) for reference in chosen), effect


def _optional(effect: Effect) -> bool:
    return isinstance(effect, May) or (isinstance(effect, Noted) and _optional(effect.effect))


@rule("sentence", "this damage can't be reduced by Resist")
def _unreduced(scope: Scope) -> Step:
    return Step(fold=lambda before: [*before[:-1], unreduced(_last(before))])


def unreduced(effect: Effect) -> Effect:
    """Let the damage of an effect be dealt whole.

    :raises Unresolved: the effect deals none.
    """
    changed = effect
    for node in walk(effect):
        if isinstance(node, DealDamage):
            changed = swap(changed, node, replace(node, unreduced=True))
    if changed == effect:
        raise Unresolved("no damage was dealt before this")
    return changed


# Later, and for a time


@rule("later", "[when|whenever] {event:event} this turn, {steps:conditional}")
@rule("later", "{until:front_until}, [when|whenever] {event:event}, {steps:conditional}")
def _floating(scope: Scope, event: EventPattern, steps: Effect, until: Until = Until.END_OF_TURN) -> Effect:
    """Make a floating triggered ability (6.2.7.1)."""
    ability = TriggeredAbility(triggers=(Trigger(event=event),), effect=steps)
    return AddTrigger(ability=ability, until=until)


@rule("later", "the next time {event:event} this turn, {steps:conditional}")
def _next_time(scope: Scope, event: EventPattern, steps: Effect) -> Effect:
    ability = TriggeredAbility(triggers=(Trigger(event=event),), effect=steps)
    return AddTrigger(ability=ability, until=Until.END_OF_TURN, once=True)


@rule("later", "at the end of {whose=your|the} turn, {clause:conditional}")
def _at_end(scope: Scope, whose: str, clause: Effect) -> Effect:
    """Make a delayed triggered ability (6.2.7.2)."""
    actor = You() if whose == "your" else AnyPlayer()
    end = Trigger(event=EventPattern(occurrence=Occurrence.END_OF_TURN, actor=actor))
    ability = TriggeredAbility(triggers=(end,), effect=clause)
    return AddTrigger(ability=ability, until=Until.FOREVER, once=True)


@rule("later", "at the start of your next turn, {clause:conditional}")
def _at_next_start(scope: Scope, clause: Effect) -> Effect:
    start = Trigger(event=EventPattern(occurrence=Occurrence.START_OF_TURN, actor=You()))
    return AddTrigger(ability=TriggeredAbility(triggers=(start,), effect=clause), until=Until.FOREVER, once=True)


@rule("later", "{clause:clause} after the challenge")
def _after_challenge(scope: Scope, clause: Effect) -> Effect:
    end = Trigger(event=EventPattern(occurrence=Occurrence.CHALLENGE_ENDED))
    ability = TriggeredAbility(triggers=(end,), effect=clause)
    return AddTrigger(ability=ability, until=Until.FOREVER, once=True)


@rule("sentences", "{first:sentence}{stop:stop} ^{rest:sentences}")
def _sentences(scope: Scope, first: Step, rest: list[Step], stop: None) -> list[Step]:
    return [first, *rest]


@rule("sentences", "{last:sentence}{stop:stop}")
def _last_sentence(scope: Scope, last: Step, stop: None) -> list[Step]:
    return [last]


@rule("body", "{sentences:sentences}")
def _body(scope: Scope, sentences: list[Step]) -> Effect:
    return fold(sentences)


def fold(steps: list[Step]) -> Effect:
    """Put sentences together."""
    effects: list[Effect] = []
    for step in steps:
        if step.fold is not None:
            effects = step.fold(effects)
        elif step.effect is not None:
            effects = [*effects[:-1], *_together(effects[-1:], step.effect)]
    return sequence(*effects)


def _together(before: list[Effect], effect: Effect) -> list[Effect]:
    """Let each player do what depends on what that player did in the sentence before: "If it's a …, they may …"."""
    if before and isinstance(effect, If) and isinstance(before[0], ForEachPlayer):
        loop, own = before[0], _own_part(effect.effect, before[0].players)
        if own is not None and _names(effect.condition, ("name",)) & _names(loop.effect, ("bind",)):
            return [replace(loop, effect=sequence(loop.effect, replace(effect, effect=own)))]
    if before and isinstance(before[0], If) and before[0].otherwise is None and _counted(before[0]) & _names(effect, ("name",)):
        return [replace(before[0], effect=sequence(before[0].effect, effect))]
    return [*before, effect]


def _counted(effect: If) -> set[str]:
    """Give the names of cards that only the condition speaks of: "If 2 or more characters sang this song, ready them. They …"."""
    return _names(effect.condition, ("name",)) & {"singers"}


def _own_part(effect: Effect, players: PlayerRef) -> Effect | None:
    return effect.effect if isinstance(effect, ForEachPlayer) and effect.players == players else None


__all__ = ["done_by", "fold", "sequence"]
