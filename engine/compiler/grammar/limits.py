"""Say what cards can't do, alone, unless something is paid, or except in one way.

``forbidden`` is one thing that can't be done, ``forbiddens`` a list of them: "quest, challenge, or ready".
"""

from engine.abilities.costs import PayInk
from engine.abilities.filters import AllOf, CardFilter, Criterion, Not
from engine.abilities.kinds import StaticAbility
from engine.abilities.statics import Cannot, Doing
from engine.abilities.values import Number
from engine.abilities.vocabulary import Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.changes import Changes
from engine.compiler.grammar.statics import Affected, Statics
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Kind
from engine.compiler.scope import Scope

Doings = tuple[Doing, ...]

same("forbiddens", "{doing:forbidden}")


@rule("forbiddens", "{first:forbidden} [or|and] {last:forbidden}")
@rule("forbiddens", "{first:forbidden}, {second:forbidden}, [or|and] {last:forbidden}")
def _forbiddens(scope: Scope, first: Doings, last: Doings, second: Doings = ()) -> Doings:
    return first + second + last


@rule("change", "can't {doings:forbiddens}")
def _cannot(scope: Scope, doings: Doings) -> Changes:
    return tuple(Cannot(doing=doing) for doing in doings)


def all_but(kind: Kind) -> CardFilter:
    """Give the filter of every card in play that is not of a kind."""
    such: Criterion = kind.criteria[0] if len(kind.criteria) == 1 else AllOf(criteria=kind.criteria)
    return CardFilter(zone=Zone.PLAY, criteria=(Not(criterion=such),))


@rule("change", "can only be challenged by {kind:kind}", "can't be challenged except by {kind:kind}")
def _only_challenged_by(scope: Scope, kind: Kind) -> Changes:
    return (Cannot(doing=Doing.BE_CHALLENGED, by=all_but(kind)),)


@rule("change", "can only challenge {kind:kind}", "can't challenge except {kind:kind}")
def _only_challenges(scope: Scope, kind: Kind) -> Changes:
    return (Cannot(doing=Doing.CHALLENGE, by=all_but(kind)),)


_TOLLED = (Doing.QUEST, Doing.CHALLENGE)


@rule("static_clause", "{affected:affected} can't {doings:forbiddens} unless you pay {n:number} ⬡")
def _unless_paid(scope: Scope, affected: Affected, doings: Doings, n: int) -> Statics:
    if any(doing not in _TOLLED for doing in doings):
        raise Unresolved("nobody can pay for that as it would happen")
    cost = (PayInk(amount=Number(value=n)),)
    return (StaticAbility(changes=tuple(Cannot(doing=doing, unless_paid=cost) for doing in doings), affects=affected),)


__all__: list[str] = []
