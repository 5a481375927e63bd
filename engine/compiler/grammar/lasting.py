"""Effects that last: "chosen character gets +2 ¤ this turn", "they can't quest for the rest of this turn"."""

from engine.abilities.effects import Apply, Effect, Establish
from engine.abilities.kinds import StaticAbility
from engine.abilities.references import Bound, Every, Reference
from engine.abilities.statics import Can, Cannot, Change, Doing, Must
from engine.abilities.vocabulary import Until
from engine.compiler.grammar.changes import Changes, scaled
from engine.compiler.grammar.table import rule, same
from engine.compiler.meanings import Each
from engine.compiler.scope import Scope

Timed = tuple[Changes, Until]

_RULES = (Cannot, Can, Must)
"""Changes of what the rules allow: given to a class of cards they are continuous (6.4.2.1), other changes are applied (6.4.2.2)."""


def last(to: Reference, changes: Changes, until: Until) -> Effect:
    """Make changes last: continuous for a class of cards that the rules treat otherwise, else applied to cards."""
    if isinstance(to, Every) and all(isinstance(change, _RULES) for change in changes):
        return Establish(ability=StaticAbility(changes=changes, affects=to.among), until=until)
    return Apply(to=to, changes=changes, until=until)


@rule("timed", "{changes:changes} {until:until}")
def _timed(scope: Scope, changes: Changes, until: Until) -> Timed:
    return changes, until


@rule("timed", "{changes:scalable} {until:until} for each {each:counted}")
def _timed_each(scope: Scope, changes: Changes, until: Until, each: Each) -> Timed:
    return scaled(changes, each), until


@rule("timed", "can't ready at the start of [their|its|his|her] next turn")
def _cannot_ready_next(scope: Scope) -> Timed:
    return (Cannot(doing=Doing.READY_AT_START),), Until.START_OF_THEIR_NEXT_TURN


@rule("timed", "can't challenge and must quest [if able during their next turn|during their next turn if able]")
def _must_quest_next(scope: Scope) -> Timed:
    return (Cannot(doing=Doing.CHALLENGE), Must(doing=Doing.QUEST)), Until.DURING_THEIR_NEXT_TURN


@rule("card_act", "{to:target} {timed:timed}")
def _lasting(scope: Scope, to: Reference, timed: Timed) -> Effect:
    return last(to, *timed)


@rule("card_act", "{to:pronoun} {changes:changes}")
def _for_good(scope: Scope, to: Reference, changes: Changes) -> Effect:
    """Without a duration: for as long as the card stays in play."""
    return Apply(to=to, changes=changes, until=Until.LEAVES_PLAY)


@rule("act", "<give> {to:target} {changes:given} {until:until}")
def _give(scope: Scope, to: Reference, changes: Changes, until: Until) -> Effect:
    return last(to, changes, until)


same("given", "{changes:number_changes}", "{changes:grants}")


__all__ = ["last"]
