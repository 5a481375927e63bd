"""Resolve the nodes that join effects: sequences, options, conditions, repetition (6.1.2 to 6.1.5, 6.7.6)."""

from engine.abilities.base import walk
from engine.abilities.effects import (
    ChooseOne,
    ChoosePlayer,
    DoNothing,
    Effect,
    Either,
    ForEachCard,
    ForEachPlayer,
    If,
    IfDone,
    Instead,
    May,
    Noted,
    Repeat,
    RepeatThisEffect,
    Sequence,
    Simultaneously,
    WinGame,
)
from engine.abilities.references import Chosen, ChosenAmong, Reference
from engine.cite import refs, rule
from engine.events import GameWon
from engine.rules.choices import (
    amount_for,
    bind_cards,
    cards_for,
    choices_in,
    choose_option,
    forget_choices,
    may,
    players_for,
    prepare,
)
from engine.rules.context import DONE, NOT_DONE, Context, Frame, Outcome, handles, joined
from engine.rules.feasible import completable, feasible
from engine.rules.query import find, holds, present
from engine.state.objects import ObjectRef

MOST_REPEATS = 200
"""How often one effect may repeat itself before it counts as endless."""


@handles(Sequence)
@rule("6.1.2", "in the order written, each as far as it can be done")
@rule("1.2.3", "as much as can be done")
@rule("6.7.2.3", "instructions in written order")
def _sequence(effect: Sequence, frame: Frame, context: Context) -> Outcome:
    outcomes = [context.resolve(part, frame) for part in effect.effects]
    return joined(outcomes)


@handles(Simultaneously)
@rule("1.9.4.3", "all damage simultaneously")
def _simultaneously(effect: Simultaneously, frame: Frame, context: Context) -> Outcome:
    for part in effect.effects:
        prepare(part, frame, context)
    with context.together():
        outcomes = [context.resolve(part, frame) for part in effect.effects]
    return joined(outcomes)


@handles(May)
@rule("6.1.4", "may")
@rule("6.1.4.1", "unable to pay is the same as choosing not to")
@rule("6.1.4.2", "each may is a choice")
def _may(effect: May, frame: Frame, context: Context) -> Outcome:
    outcome = NOT_DONE
    for player in players_for(effect.player, frame, context):
        if not feasible(effect.effect, frame, context):
            continue
        if may(player, frame, context, "whether to do it", _behind(effect.effect, frame, context)):
            outcome = context.resolve(effect.effect, frame)
    return outcome


def _behind(effect: Effect, frame: Frame, context: Context) -> frozenset[int]:
    """List the cards that the first choice behind a "may" could take, so that choosing one says yes."""
    for choice in choices_in(effect):
        if isinstance(choice, Chosen | ChosenAmong) and id(choice) not in frame.selected:
            if isinstance(choice, Chosen):
                return frozenset(find(choice.among, frame, context.view))
            return frozenset(present(choice.cards, frame, context.view))
    pointed = (getattr(effect, name, None) for name in ("card", "cards"))
    return frozenset(
        card for reference in pointed if isinstance(reference, Reference) for card in present(reference, frame, context.view)
    )


@handles(IfDone)
@rule("6.1.5.1", "[A] to [B]; [A]. If you do, [B]")
@rule("6.1.5", "sequential effects")
def _if_done(effect: IfDone, frame: Frame, context: Context) -> Outcome:
    _choose_players_first(effect.first, frame, context)
    first = context.resolve(effect.first, frame) if completable(effect.first, frame, context) else NOT_DONE
    if first.complete:
        then = context.resolve(effect.then, frame)
        return Outcome(then.complete, first.amount + then.amount, (*first.cards, *then.cards))
    if effect.otherwise is not None:
        return context.resolve(effect.otherwise, frame)
    return NOT_DONE


def _choose_players_first(effect: Effect, frame: Frame, context: Context) -> None:
    """Choose the players that the parts of [A] speak of, so that it shows whether those can be performed."""
    for part in effect.effects if isinstance(effect, Sequence) else ():
        if not isinstance(part, ChoosePlayer):
            return
        context.resolve(part, frame)


@handles(Either)
@rule("6.1.5.2", "[A] or [B]")
def _either(effect: Either, frame: Frame, context: Context) -> Outcome:
    outcomes: list[Outcome] = []
    for player in players_for(effect.player, frame, context):
        possible = [
            (number, option)
            for number, option in enumerate(effect.options, start=1)
            if feasible(option, frame.for_player(player), context)
        ]
        if not possible:
            return NOT_DONE
        chosen = choose_option([(number, _words(option, frame, context)) for number, option in possible], player, frame, context)
        outcomes.extend(context.resolve(effect.options[number - 1], frame) for number in chosen)
    return joined(outcomes)


@handles(ChooseOne)
@rule("6.1.3", "options are chosen as the effect resolves")
@rule("1.7.7", "only legal options")
def _choose_one(effect: ChooseOne, frame: Frame, context: Context) -> Outcome:
    count = amount_for(effect.count, frame, context)
    outcomes: list[Outcome] = []
    for player in players_for(effect.player, frame, context):
        texts = [(number, _words(option, frame, context)) for number, option in enumerate(effect.options, start=1)]
        for number in sorted(choose_option(texts, player, frame, context, count=count)):
            outcomes.append(context.resolve(effect.options[number - 1], frame))
    return joined(outcomes)


def _words(option: Effect, frame: Frame, context: Context) -> str:
    """Give the printed words of an option, or what kind of effect it is."""
    card = context.state.cards.get(frame.source.id) if frame.source is not None else None
    if option.span is not None and card is not None and card.face is not None:
        return option.span.of(card.face.text)
    return type(option).__name__


@handles(If)
@rule("6.1.16.2", "if")
@rule("6.2.4", "a secondary condition is checked on resolution")
@rule("6.7.2.1", "choices of the condition come first")
def _if(effect: If, frame: Frame, context: Context) -> Outcome:
    prepare(effect.condition, frame, context)
    if holds(effect.condition, frame, context.view):
        return context.resolve(effect.effect, frame)
    if effect.otherwise is not None:
        return context.resolve(effect.otherwise, frame)
    return NOT_DONE


@handles(Instead)
@rule("6.5.6", "self-replacement effects come first")
@rule("6.5.1.1", "instead")
@rule("6.5.7.1", "self-replacement first")
def _instead(effect: Instead, frame: Frame, context: Context) -> Outcome:
    prepare(effect.condition, frame, context)
    replaced = holds(effect.condition, frame, context.view)
    return context.resolve(effect.replacement if replaced else effect.usual, frame)


class _Kept:
    """What the rounds of a repeated effect remember, added up over the rounds."""

    def __init__(self, effect: Effect) -> None:
        self._names = frozenset(
            name for node in walk(effect) for field in ("bind", "found") if (name := getattr(node, field, None))
        )
        self._cards: dict[str, tuple[ObjectRef, ...]] = {}
        self._amounts: dict[str, int] = {}

    def begin(self, frame: Frame) -> None:
        """Start a round with nothing remembered under the effect's own names."""
        for name in self._names:
            frame.cards.pop(name, None)
            frame.amounts.pop(name, None)

    def end(self, frame: Frame) -> None:
        """Add what a round remembered."""
        for name in self._names:
            if name in frame.cards:
                self._cards[name] = (*self._cards.get(name, ()), *frame.cards[name])
            if name in frame.amounts:
                self._amounts[name] = self._amounts.get(name, 0) + frame.amounts[name]

    def give(self, frame: Frame) -> None:
        """Remember what all rounds came to."""
        frame.cards.update(self._cards)
        frame.amounts.update(self._amounts)


@handles(ForEachPlayer)
@rule("6.7.6", "the active player first, then in turn order")
@rule("6.7.6.1", "part by part")
@rule("9.2.2", "one player at a time")
def _for_each_player(effect: ForEachPlayer, frame: Frame, context: Context) -> Outcome:
    outcomes: list[Outcome] = []
    outer = frame.players.get(effect.bind)
    kept = _Kept(effect.effect)
    for player in players_for(effect.players, frame, context):
        forget_choices(effect.effect, frame)
        frame.players[effect.bind] = (player,)
        kept.begin(frame)
        outcomes.append(context.resolve(effect.effect, frame))
        kept.end(frame)
    kept.give(frame)
    if outer is not None:
        frame.players[effect.bind] = outer
    else:
        frame.players.pop(effect.bind, None)
    return joined(outcomes)


@handles(ForEachCard)
def _for_each_card(effect: ForEachCard, frame: Frame, context: Context) -> Outcome:
    outcomes = []
    kept = _Kept(effect.effect)
    for card in cards_for(effect.cards, frame, context):
        forget_choices(effect.effect, frame)
        frame.cards[effect.bind] = (context.state.card(card).ref,)
        kept.begin(frame)
        outcomes.append(context.resolve(effect.effect, frame))
        kept.end(frame)
    kept.give(frame)
    return joined(outcomes)


@handles(Repeat)
@rule("6.1.8", "a number is counted once")
def _repeat(effect: Repeat, frame: Frame, context: Context) -> Outcome:
    times = amount_for(effect.times, frame, context)
    outcomes = []
    for _ in range(times):
        forget_choices(effect.effect, frame)
        outcomes.append(context.resolve(effect.effect, frame))
    return joined(outcomes)


@handles(RepeatThisEffect)
def _repeat_this_effect(effect: RepeatThisEffect, frame: Frame, context: Context) -> Outcome:
    if frame.whole is None:
        return NOT_DONE
    forget_choices(frame.whole, frame)
    return context.resolve(frame.whole, frame)


@handles(Noted)
def _noted(effect: Noted, frame: Frame, context: Context) -> Outcome:
    outcome = context.resolve(effect.effect, frame)
    frame.amounts[effect.bind] = outcome.amount
    if effect.bind not in frame.cards or outcome.cards:
        bind_cards(effect.bind, outcome.cards, frame, context)
    names = [effect.bind, *(f"{effect.bind} by {player}" for player in frame.players.get("each", ()))]
    for name in names:
        if outcome.complete:
            frame.done.add(name)
        else:
            frame.done.discard(name)
    return outcome


@handles(DoNothing)
def _do_nothing(effect: DoNothing, frame: Frame, context: Context) -> Outcome:
    return DONE


@handles(WinGame)
@rule("1.2.1", "a card can win the game")
def _win_game(effect: WinGame, frame: Frame, context: Context) -> Outcome:
    for player in players_for(effect.player, frame, context)[:1]:
        context.propose(GameWon(player), frame=frame, rules=refs("1.2.1"))
    return DONE
