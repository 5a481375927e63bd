"""Test what texts ask of the game, of players and of this turn."""

from collections.abc import Callable

from engine.abilities.conditions import (
    AmountIs,
    AnyCardIs,
    Both,
    CardIs,
    CardsExist,
    DuringTurn,
    HappenedThisTurn,
    HasMoreCards,
    Negated,
    NotFirstPlayer,
    OneOf,
    OnFirstTurn,
    PaidWithInkDrop,
    PlayerHas,
    SeenBy,
    WasDone,
    WasShifted,
    WhileChallenged,
    WhileChallenging,
)
from engine.abilities.players import PlayerRef
from engine.abilities.triggers import EventIs, EventPattern
from engine.abilities.values import Amount, PlayerNumber
from engine.abilities.vocabulary import Comparison, Counted, Occurrence, TurnOf
from engine.cite import rule
from engine.rules.occurrences import count_cards, count_happened, matching
from engine.rules.persons import player_number
from engine.rules.query import compare, evaluates, find, holds, meets, of_players, read, seen, unsupported
from engine.rules.scope import Scope
from engine.state.objects import ObjectRef, PlayerId
from engine.state.view import View
from engine.terms import PlayMode


def is_turn_of(turn: TurnOf, scope: Scope, view: View) -> bool:
    """Tell whether it is the turn an ability asks for (6.1.13.1)."""
    match turn:
        case TurnOf.ANY:
            return True
        case TurnOf.YOURS:
            return view.state.active == scope.you
        case TurnOf.OPPONENTS:
            return view.state.active != scope.you


@evaluates(CardsExist)
def _cards_exist(condition: CardsExist, scope: Scope, view: View) -> bool:
    return compare(len(find(condition.cards, scope, view)), condition.comparison, read(condition.amount, scope, view))


@evaluates(CardIs)
def _card_is(condition: CardIs, scope: Scope, view: View) -> bool:
    found = seen(condition.card, scope, view)
    return bool(found) and all(meets(condition.criteria, each.card, each.sheet, scope, view) for each in found)


@evaluates(AnyCardIs)
def _any_card_is(condition: AnyCardIs, scope: Scope, view: View) -> bool:
    found = seen(condition.cards, scope, view)
    return any(meets(condition.criteria, each.card, each.sheet, scope, view) for each in found)


@evaluates(AmountIs)
def _amount_is(condition: AmountIs, scope: Scope, view: View) -> bool:
    return compare(read(condition.left, scope, view), condition.comparison, read(condition.right, scope, view))


@evaluates(PlayerHas)
def _player_has(condition: PlayerHas, scope: Scope, view: View) -> bool:
    test = _compared_with(condition.amount, condition.comparison, scope, view)
    return of_players(condition.player, lambda player: test(player_number(view.state, player, condition.property)), scope, view)


def _compared_with(amount: Amount, comparison: Comparison, scope: Scope, view: View) -> Callable[[int], bool]:
    """Compare with a number, or with that of each or of one of several players: "more cards than each opponent"."""
    if not isinstance(amount, PlayerNumber) or not isinstance(amount.player, PlayerRef):
        wanted = read(amount, scope, view)
        return lambda number: compare(number, comparison, wanted)
    whose, name = amount.player, amount.property
    return lambda number: of_players(
        whose, lambda player: compare(number, comparison, player_number(view.state, player, name)), scope, view
    )


@evaluates(HasMoreCards)
def _has_more_cards(condition: HasMoreCards, scope: Scope, view: View) -> bool:
    counts = {
        player: sum(view.card(card).owner == player for card in find(condition.cards, scope, view))
        for player in range(len(view.state.players))
    }

    def has_more(player: PlayerId) -> bool:
        return of_players(condition.than, lambda other: compare(counts[player], condition.comparison, counts[other]), scope, view)

    return of_players(condition.player, has_more, scope, view)


@evaluates(HappenedThisTurn)
def _happened_this_turn(condition: HappenedThisTurn, scope: Scope, view: View) -> bool:
    if not isinstance(condition.event, EventPattern):
        raise unsupported(condition, scope, view)
    count = count_happened(condition.event, scope, view)
    if condition.counted is Counted.CARDS:
        count = count_cards(condition.event, scope, view)
    return compare(count, condition.comparison, read(condition.times, scope, view))


@evaluates(EventIs)
def _event_is(condition: EventIs, scope: Scope, view: View) -> bool:
    return bool(matching(condition.event, scope.happenings, scope, view))


@evaluates(DuringTurn)
@rule("6.1.13.1", "during")
def _during_turn(condition: DuringTurn, scope: Scope, view: View) -> bool:
    return is_turn_of(condition.turn, scope, view)


@evaluates(OnFirstTurn)
def _on_first_turn(condition: OnFirstTurn, scope: Scope, view: View) -> bool:
    return view.state.active == scope.you and view.state.turn <= len(view.state.players)


@evaluates(NotFirstPlayer)
@rule("2.1.3", "turn order")
def _not_first_player(condition: NotFirstPlayer, scope: Scope, view: View) -> bool:
    return scope.you != 0


@evaluates(WasShifted)
def _was_shifted(condition: WasShifted, scope: Scope, view: View) -> bool:
    found = seen(condition.card, scope, view)
    return bool(found) and all(each.card.mode is PlayMode.SHIFT for each in found)


@evaluates(PaidWithInkDrop)
@rule("1.13.1.2", "ink drops pay")
def _paid_with_ink_drop(condition: PaidWithInkDrop, scope: Scope, view: View) -> bool:
    least = condition.at_least
    if scope.amounts.get("drops", 0) >= least:
        return True
    played = (h for h in (*scope.happenings, *view.state.history) if h.occurrence is Occurrence.PLAYED and h.drops >= least)
    return any(h.subject is not None and h.subject.ref == scope.source for h in played)


@evaluates(WasDone)
def _was_done(condition: WasDone, scope: Scope, view: View) -> bool:
    by_players = [name for name in scope.done if name.startswith(f"{condition.name} by ")]
    if by_players and "each" not in scope.players:
        return f"{condition.name} by {scope.you}" in by_players
    return condition.name in scope.done


@evaluates(WhileChallenging)
@rule("4.6.4.5", "while challenging")
def _while_challenging(condition: WhileChallenging, scope: Scope, view: View) -> bool:
    challenge = view.state.challenge
    if challenge is None or challenge.challenger not in affected_refs(scope):
        return False
    if condition.against is None:
        return True
    other = view.snapshot(challenge.challenged.id)
    return meets(condition.against.criteria, other.card, other.sheet, scope, view)


@evaluates(WhileChallenged)
def _while_challenged(condition: WhileChallenged, scope: Scope, view: View) -> bool:
    challenge = view.state.challenge
    return challenge is not None and challenge.challenged in affected_refs(scope)


def affected_refs(scope: Scope) -> tuple[ObjectRef | None, ...]:
    """Give the card that a static ability is being judged for, or else its source."""
    return scope.cards.get("affected") or (scope.source,)


@evaluates(SeenBy)
def _seen_by(condition: SeenBy, scope: Scope, view: View) -> bool:
    return of_players(condition.player, lambda player: holds(condition.condition, scope.seen_by(player), view), scope, view)


@evaluates(Negated)
@rule("6.1.16.1", "unless")
def _negated(condition: Negated, scope: Scope, view: View) -> bool:
    return not holds(condition.condition, scope, view)


@evaluates(Both)
def _both(condition: Both, scope: Scope, view: View) -> bool:
    return all(holds(part, scope, view) for part in condition.conditions)


@evaluates(OneOf)
def _one_of(condition: OneOf, scope: Scope, view: View) -> bool:
    return any(holds(part, scope, view) for part in condition.conditions)
