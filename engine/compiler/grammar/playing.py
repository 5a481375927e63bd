"""Play cards as part of an effect (6.1.7, 6.7.8), and make the next one cheaper."""

from dataclasses import replace

from engine.abilities.base import walk
from engine.abilities.effects import Effect, NextPlayEnters, NextPlayModifier, PutIntoPlayFrom, Reveal, Sequence
from engine.abilities.filters import Criterion, IsInZone, OfPlayer
from engine.abilities.references import Chosen, ChosenAmong, Reference, Those
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Manner, PlayManner, Until, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.changes import Changes
from engine.compiler.grammar.looking import picked
from engine.compiler.grammar.references import another, chosen
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Kind, Step
from engine.compiler.scope import Scope, bound, swap


def play(scope: Scope, card: Reference, *, exerted: bool = False) -> PutIntoPlayFrom:
    """Play a card for free, remembered as the played one."""
    bind = scope.done("played")
    scope.roles["played"] = bound(card.bind) if isinstance(card, (Chosen, ChosenAmong)) else card
    return PutIntoPlayFrom(card=card, exerted=exerted, player=scope.actor, bind=bind)


@rule("act", "<play> [a|an] {kind:kind} for free")
def play_of_kind(scope: Scope, kind: Kind) -> PutIntoPlayFrom:
    """Play a card of a kind, from the hand unless another zone is said."""
    own = kind if kind.zone else kind.limited(OfPlayer(player=scope.actor))
    return play(scope, chosen(scope, own, manner=Manner.SELECT, zone=Zone.HAND))


@rule("act", "<play> another {kind:kind} for free")
def _play_another(scope: Scope, kind: Kind) -> Effect:
    return play_of_kind(scope, another(scope, kind))


@rule("act", "<play> [a|an] {kind:kind} for free, exerted")
def _play_exerted(scope: Scope, kind: Kind) -> Effect:
    return replace(play_of_kind(scope, kind), exerted=True)


@rule("act", "<play> [a|an] {kind:kind} for free and [they|it|he|she] [enter|enters] play exerted")
def _play_kind_exerted(scope: Scope, kind: Kind) -> Effect:
    return replace(play_of_kind(scope, kind), exerted=True)


@rule("act", "play or shift [a|an] {kind:kind} for free")
def _play_or_shift(scope: Scope, kind: Kind) -> Effect:
    return replace(play_of_kind(scope, kind), manner=PlayManner.EITHER)


@rule("act", "<shift> [a|an] {kind:kind} for free")
def _shift(scope: Scope, kind: Kind) -> Effect:
    return replace(play_of_kind(scope, kind), manner=PlayManner.SHIFT)


@rule("act", "<play> [a|an] {kind:kind} from [there|among them] for free")
def _play_from_there(scope: Scope, kind: Kind) -> Effect:
    return play(scope, picked(scope, kind, Number(value=1), Number(value=1)))


@rule("act", "<play> {cards:played_cards}[ as if it were in your hand|]")
def _play_for_cost(scope: Scope, cards: Reference) -> Effect:
    """Play a card for what it costs."""
    return replace(play(scope, cards), free=False)


same("played_cards", "{card:known}", "{card:located}")


@rule("act", "<play> {card:known} and [he|she|they|it] enters play exerted")
def _play_for_cost_exerted(scope: Scope, card: Reference) -> Effect:
    return replace(play(scope, card, exerted=True), free=False)


@rule("act", "<reveal> {cards:seen_cards} and <play> it for free")
def _reveal_and_play(scope: Scope, cards: Reference) -> Effect:
    bind = scope.done("revealed")
    return Sequence(effects=(Reveal(cards=cards, bind=bind), play(scope, bound(bind))))


@rule("act", "<play> {card:known} again from your discard for free")
def _play_again(scope: Scope, card: Reference) -> Effect:
    return play(scope, Those(cards=card, criteria=(IsInZone(zone=Zone.DISCARD),)))


@rule("act", "<play> {card:played_cards} for free")
def _play_known(scope: Scope, card: Reference) -> Effect:
    return play(scope, card)


@rule("act", "<play> {card:played_cards} for free and [they|it|he|she] [enter|enters] play exerted")
def _play_known_exerted(scope: Scope, card: Reference) -> Effect:
    return play(scope, card, exerted=True)


@rule("sentence", "[they|it|he|she|that [character|item|location|card]] [enter|enters] play exerted")
def _enters_exerted(scope: Scope) -> Step:
    return Step(fold=lambda before: [*before[:-1], entering_exerted(before[-1] if before else None)])


def entering_exerted(effect: Effect | None) -> Effect:
    """Let what an effect plays enter play exerted.

    :raises Unresolved: nothing is played.
    """
    changed = effect
    for node in walk(effect) if effect is not None else ():
        if isinstance(node, PutIntoPlayFrom):
            changed = swap(changed, node, replace(node, exerted=True))
    if changed is None or changed == effect:
        raise Unresolved("nothing is played before this")
    return changed


@rule("act", "<play> up to {n:number} {kind:kind} for free")
def _play_some(scope: Scope, n: int, kind: Kind) -> Effect:
    own = kind if kind.zone else kind.limited(OfPlayer(player=scope.actor))
    return play(scope, chosen(scope, own, Number(value=0), Number(value=n), manner=Manner.SELECT, zone=Zone.HAND))


@rule("act", "<pay> {n:amount} ⬡ less for the next {kind:kind} you play this turn")
@rule("act", "<pay> {n:amount} ⬡ less for the next {kind:kind} you play {name:with_name} this turn")
def _next_costs_less(scope: Scope, n: Amount, kind: Kind, name: Criterion | None = None) -> Effect:
    cards = kind.limited(*((name,) if name else ()))
    return NextPlayModifier(cards=cards.filter(Zone.HAND), amount=n, player=scope.actor)


@rule("act", "<pay> {n:amount} ⬡ less for the next {kind:kind} you shift this turn")
def _next_shift_costs_less(scope: Scope, n: Amount, kind: Kind) -> Effect:
    return NextPlayModifier(cards=kind.filter(Zone.HAND), amount=n, player=scope.actor, only_shift=True)


@rule("card_act", "the next {kind:kind} you play this turn {timed:timed}")
def _next_gains(scope: Scope, kind: Kind, timed: tuple[Changes, Until]) -> Effect:
    changes, until = timed
    return NextPlayEnters(cards=kind.filter(Zone.HAND), exerted=False, changes=changes, until=until, player=scope.actor)


@rule("card_act", "the next {kind:kind} you play this turn {changes:grants_change}")
def _next_gains_for_good(scope: Scope, kind: Kind, changes: Changes) -> Effect:
    return _next_gains(scope, kind, (changes, Until.LEAVES_PLAY))


@rule("card_act", "the next {kind:kind} you play this turn enters play exerted[ and {timed:timed}|]")
def _next_enters(scope: Scope, kind: Kind, timed: tuple[Changes, Until] = ((), Until.LEAVES_PLAY)) -> Effect:
    changes, until = timed
    cards = kind.filter(Zone.HAND)
    return NextPlayEnters(cards=cards, exerted=True, changes=changes, until=until, player=scope.actor)


__all__ = ["play"]
