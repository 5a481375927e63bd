"""Compare the numbers of a card: "with cost 3 or less", "with more ¤ than this character".

``compared`` is a comparison with a number, ``with_stat`` what a card's number has to be; it lowers to a ``Criterion``.
"""

from engine.abilities.filters import Criterion, StatIs
from engine.abilities.references import Reference
from engine.abilities.values import Amount, LargestStat, Number, StatOf, Sum
from engine.abilities.vocabulary import Comparison, Stat, Zone
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Compared, Kind
from engine.compiler.scope import Scope


@rule("compared", "{n:number} or {way=more|greater|less|fewer}")
def _bounded(scope: Scope, n: int, way: str) -> Compared:
    return Compared(Comparison.AT_LEAST if way in ("more", "greater") else Comparison.AT_MOST, Number(value=n))


@rule("compared", "{n:number}", "exactly {n:number}")
def _exact(scope: Scope, n: int) -> Compared:
    return Compared(Comparison.EXACTLY, Number(value=n))


@rule("with_stat", "{n:number} {stat:stat} or {way=more|greater|less|fewer}", "{n:number} or {way=more|less} {stat:stat}")
def _stat_bounded(scope: Scope, n: int, stat: Stat, way: str) -> Criterion:
    comparison = Comparison.AT_LEAST if way in ("more", "greater") else Comparison.AT_MOST
    return StatIs(stat=stat, comparison=comparison, amount=Number(value=n))


@rule("with_stat", "{n:number} {stat:stat}")
def _stat_exact(scope: Scope, n: int, stat: Stat) -> Criterion:
    return StatIs(stat=stat, comparison=Comparison.EXACTLY, amount=Number(value=n))


@rule("with_stat", "[a|] {way=more|greater|higher|less|lower} {stat:stat_name} than {amount:stat_owner}")
def _stat_against(scope: Scope, way: str, stat: Stat, amount: Reference) -> Criterion:
    return StatIs(stat=stat, comparison=_beyond(way), amount=StatOf(stat=stat, of=amount))


def _beyond(way: str) -> Comparison:
    return Comparison.FEWER if way in ("less", "lower", "fewer") else Comparison.MORE


@rule("with_stat", "{stat:stat_name} {way=greater|higher|less|lower} than {amount:quantity}")
def _stat_beyond(scope: Scope, stat: Stat, way: str, amount: Amount) -> Criterion:
    return StatIs(stat=stat, comparison=_beyond(way), amount=amount)


@rule("with_stat", "{stat:stat_name} {way=greater|less} than or equal to {amount:quantity}")
def _stat_bounded_by(scope: Scope, stat: Stat, way: str, amount: Amount) -> Criterion:
    return StatIs(stat=stat, comparison=_reaching(way), amount=amount)


def _reaching(way: str) -> Comparison:
    return Comparison.AT_MOST if way in ("less", "fewer") else Comparison.AT_LEAST


@rule("with_stat", "{stat:stat_name} equal to {amount:quantity}")
def _stat_equal(scope: Scope, stat: Stat, amount: Amount) -> Criterion:
    return StatIs(stat=stat, comparison=Comparison.EXACTLY, amount=amount)


@rule("with_stat", "the same {stat:stat_name} as {card:stat_owner}")
def _stat_same(scope: Scope, stat: Stat, card: Reference) -> Criterion:
    return StatIs(stat=stat, comparison=Comparison.EXACTLY, amount=StatOf(stat=stat, of=card))


@rule("with_stat", "{n:number} or {way=more|less} damage")
def _damage_bounded(scope: Scope, n: int, way: str) -> Criterion:
    return StatIs(stat=Stat.DAMAGE, comparison=_reaching(way), amount=Number(value=n))


@rule("with_stat", "more {stat:stat} than each {others:kind}")
def _stat_above_all(scope: Scope, stat: Stat, others: Kind) -> Criterion:
    largest = LargestStat(stat=stat, of=others.filter(Zone.PLAY))
    return StatIs(stat=stat, comparison=Comparison.MORE, amount=largest)


@rule("with_stat", "{stat:stat_name} equal to or {way=less|more|greater} than {amount:quantity}")
def _stat_up_to(scope: Scope, stat: Stat, way: str, amount: Amount) -> Criterion:
    return StatIs(stat=stat, comparison=_reaching(way), amount=amount)


@rule("with_stat", "cost {compared:compared}")
def _cost(scope: Scope, compared: Compared) -> Criterion:
    return StatIs(stat=Stat.COST, comparison=compared.comparison, amount=compared.amount)


@rule("with_stat", "cost up to {n:number} more than {card:stat_owner}")
def _cost_up_to_more(scope: Scope, n: int, card: Reference) -> Criterion:
    amount = Sum(amounts=(StatOf(stat=Stat.COST, of=card), Number(value=n)))
    return StatIs(stat=Stat.COST, comparison=Comparison.AT_MOST, amount=amount)


@rule("with_stat", "the same cost or less")
def _same_cost_or_less(scope: Scope) -> Criterion:
    last = next(entity.reference for entity in reversed(scope.cards))
    return StatIs(stat=Stat.COST, comparison=Comparison.AT_MOST, amount=StatOf(stat=Stat.COST, of=last))


same("stat_owner", "{card:reference_back}")


__all__: list[str] = []
