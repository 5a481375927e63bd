"""Say which of several happenings of a turn is meant, and how a happening came about.

"The second time … each turn", "for the first time each turn", "is banished by an action", "is put into an opponent's inkwell".
"""

from dataclasses import replace

from engine.abilities.filters import CardFilter, OfPlayer
from engine.abilities.players import AnyPlayer, EachOpponent, PlayerOf, PlayerRef, You
from engine.abilities.references import Bound
from engine.abilities.triggers import EventPattern, Trigger
from engine.abilities.vocabulary import Occurrence, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.occasions import ORDINALS, does, subject
from engine.compiler.grammar.table import rule, words
from engine.compiler.meanings import Entity, Kind, Who
from engine.compiler.scope import Scope

words("ordinal", ORDINALS)


@rule("trigger", "the {nth:ordinal} time {event:event}[ each turn|]", "the {nth:ordinal} time each turn {event:event}")
@rule("trigger", "[when|whenever] {event:event} for the {nth:ordinal} time each turn")
def _nth_time(scope: Scope, nth: int, event: EventPattern | tuple[EventPattern, ...]) -> tuple[Trigger, ...]:
    if isinstance(event, tuple):
        raise Unresolved("which of two happenings is counted is not said")
    if event.nth is not None:
        raise Unresolved("the happening is numbered twice")
    return (Trigger(event=replace(event, nth=nth)),)


words(
    "player_ordinal", {"an opponent plays": EachOpponent(), "your opponent plays": EachOpponent(), "a player plays": AnyPlayer()}
)


@rule("event", "{doer:player_ordinal} [a|their] {nth:ordinal} {kind:kind}[ each turn| in a turn| this turn|]")
def _plays_nth(scope: Scope, doer: PlayerRef, nth: int, kind: Kind) -> EventPattern:
    side = subject(scope, Who(kind.filter(Zone.PLAY), kind), "played")
    return EventPattern(occurrence=Occurrence.PLAYED, subject=side, actor=does(scope, doer), nth=nth)


@rule("event", "you draw your {nth:ordinal} card [each turn|in a turn]")
def _draws_nth(scope: Scope, nth: int) -> EventPattern:
    return EventPattern(occurrence=Occurrence.DRAWN, actor=You(), nth=nth)


@rule("event", "{doer:doer} [move|moves] {who:who} to a location")
def _moves_to_some(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    side = subject(scope, who, "moved")
    return EventPattern(occurrence=Occurrence.MOVED_TO_LOCATION, subject=side, actor=does(scope, doer))


@rule("event", "a card is put under {who:who}")
def _put_under(scope: Scope, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.PUT_UNDER, subject=subject(scope, who))


@rule("event", "you sing a song with {who:who}")
def _sing_with(scope: Scope, who: Who) -> EventPattern:
    scope.mention(Entity(Bound(name="other"), frozenset({"song", "action"}), plural=False))
    return EventPattern(occurrence=Occurrence.SANG, subject=subject(scope, who), actor=You())


@rule("event", "{who:who} is banished here")
def _banished_here(scope: Scope, who: Who) -> EventPattern:
    side = subject(scope, who, "banished")
    return EventPattern(occurrence=Occurrence.BANISHED, subject=side, while_here=True)


@rule("event", "{who:who} is returned to an opponent's hand from play")
def _returned_to_theirs(scope: Scope, who: Who) -> EventPattern:
    if not isinstance(who.node, CardFilter):
        raise Unresolved("this card does not go to an opponent's hand")
    theirs = replace(who.node, criteria=(*who.node.criteria, OfPlayer(player=EachOpponent())))
    side = subject(scope, replace(who, node=theirs), "returned")
    scope.meet(PlayerOf(card=Bound(name="subject")))
    return EventPattern(occurrence=Occurrence.RETURNED_TO_HAND, subject=side, from_zone=Zone.PLAY)


@rule(
    "event", "a card is put into an opponent's inkwell", "an opponent puts a card into their inkwell", "an opponent inks a card"
)
def _inked_by_opponent(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.INKED, actor=does(scope, EachOpponent()))


@rule("event", "a card leaves an opponent's discard")
def _leaves_their_discard(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.LEFT_DISCARD, subject=CardFilter(criteria=(OfPlayer(player=EachOpponent()),)))


__all__: list[str] = []
