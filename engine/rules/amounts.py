"""Work out the numbers that texts give."""

from collections.abc import Iterable

from engine.abilities.players import PlayerRef
from engine.abilities.triggers import EventPattern
from engine.abilities.values import (
    AtMost,
    BoundAmount,
    CountDistinct,
    CountOf,
    CountPlayers,
    LargestStat,
    Number,
    PlayerNumber,
    StatOf,
    Sum,
    Times,
    TurnCount,
    TurnTotal,
)
from engine.abilities.vocabulary import Stat
from engine.cite import rule
from engine.rules.occurrences import count_happened, matching
from engine.rules.persons import player_number
from engine.rules.query import cards_meant, evaluates, persons, read, unsupported
from engine.rules.scope import Scope
from engine.state.objects import Snapshot
from engine.state.view import View


def stat_of(snapshot: Snapshot, stat: Stat) -> int:
    """Give a number of a card as it counts when used: negative Strength and Lore count as 0 (6.6.2, 6.6.3)."""
    return snapshot.card.damage if stat is Stat.DAMAGE else snapshot.sheet.counted(stat)


@evaluates(Number)
def _number(amount: Number, scope: Scope, view: View) -> int:
    return amount.value


@evaluates(CountOf)
@rule("6.1.8", "for each")
def _count_of(amount: CountOf, scope: Scope, view: View) -> int:
    return len(cards_meant(amount.cards, scope, view))


@evaluates(CountDistinct)
def _count_distinct(amount: CountDistinct, scope: Scope, view: View) -> int:
    found: set[object] = set()
    for each in cards_meant(amount.cards, scope, view):
        found.update(_properties(each, amount, scope, view))
    return len(found)


def _properties(each: Snapshot, amount: CountDistinct, scope: Scope, view: View) -> Iterable[object]:
    match amount.property:
        case "ink":
            return each.sheet.inks
        case "name":
            return each.sheet.names
        case "classification":
            return each.sheet.classifications
        case "full_name":
            return (each.card.face.printed.full_name,) if each.card.face is not None else ()
        case "cost":
            return (each.sheet.counted(Stat.COST),)
        case _:
            raise unsupported(amount, scope, view)


@evaluates(StatOf)
@rule("6.7.7", "last known characteristics")
def _stat_of(amount: StatOf, scope: Scope, view: View) -> int:
    return sum(stat_of(each, amount.stat) for each in cards_meant(amount.of, scope, view))


@evaluates(LargestStat)
def _largest_stat(amount: LargestStat, scope: Scope, view: View) -> int:
    return max((stat_of(each, amount.stat) for each in cards_meant(amount.of, scope, view)), default=0)


@evaluates(PlayerNumber)
def _player_number(amount: PlayerNumber, scope: Scope, view: View) -> int:
    if not isinstance(amount.player, PlayerRef):
        raise unsupported(amount, scope, view)
    return sum(player_number(view.state, player, amount.property) for player in persons(amount.player, scope, view))


@evaluates(CountPlayers)
def _count_players(amount: CountPlayers, scope: Scope, view: View) -> int:
    if not isinstance(amount.player, PlayerRef):
        raise unsupported(amount, scope, view)
    return len(persons(amount.player, scope, view))


@evaluates(Times)
def _times(amount: Times, scope: Scope, view: View) -> int:
    return amount.factor * (read(amount.amount, scope, view) // amount.every)


@evaluates(Sum)
def _sum(amount: Sum, scope: Scope, view: View) -> int:
    return sum(read(part, scope, view) for part in amount.amounts)


@evaluates(AtMost)
def _at_most(amount: AtMost, scope: Scope, view: View) -> int:
    return min(read(amount.amount, scope, view), amount.maximum)


@evaluates(BoundAmount)
def _bound_amount(amount: BoundAmount, scope: Scope, view: View) -> int:
    return scope.amounts.get(amount.name, 0)


@evaluates(TurnCount)
def _turn_count(amount: TurnCount, scope: Scope, view: View) -> int:
    if not isinstance(amount.event, EventPattern):
        raise unsupported(amount, scope, view)
    return count_happened(amount.event, scope, view)


@evaluates(TurnTotal)
def _turn_total(amount: TurnTotal, scope: Scope, view: View) -> int:
    if not isinstance(amount.event, EventPattern):
        raise unsupported(amount, scope, view)
    return sum(happening.amount for happening in matching(amount.event, view.state.history, scope, view))
