"""Match what happened with what texts look for (6.2, 6.7.7)."""

from collections.abc import Iterable

from engine.abilities.base import Node
from engine.abilities.filters import CardFilter
from engine.abilities.references import Reference, This
from engine.abilities.triggers import EventPattern
from engine.abilities.vocabulary import Occurrence, Zone
from engine.rules.query import compare, meets, persons, read, seen, unsupported
from engine.rules.scope import Scope
from engine.state.objects import Happening, Snapshot
from engine.state.view import View

_USUAL_ORIGIN = {Occurrence.RETURNED_TO_HAND: Zone.PLAY}
"""Where a card comes from when a text does not say."""


def happened_as(pattern: EventPattern, happening: Happening, scope: Scope, view: View) -> bool:
    """Tell whether a happening is one that *pattern* describes, its cards as they were when it happened.

    Which so-manieth of the turn it is counts too, by what the turn remembers.
    """
    if not fits(pattern, happening, scope, view):
        return False
    return pattern.nth is None or earlier(pattern, happening, scope, view) == pattern.nth - 1


def earlier(pattern: EventPattern, happening: Happening, scope: Scope, view: View) -> int:
    """Count the happenings of the turn before this one that *pattern* describes, its own count aside."""
    count = 0
    seen_batches: set[int] = set()
    for other in view.state.history:
        if other is happening or other.batch > happening.batch:
            break
        if not fits(pattern, other, scope, view) or (pattern.batched and other.batch in seen_batches):
            continue
        if pattern.batched and other.batch == happening.batch:
            break
        seen_batches.add(other.batch)
        count += 1
    return count


def fits(pattern: EventPattern, happening: Happening, scope: Scope, view: View) -> bool:
    """Tell whether a happening is one that *pattern* describes, whichever of the turn it is."""
    if happening.occurrence is not pattern.occurrence:
        return False
    origin = pattern.from_zone or _USUAL_ORIGIN.get(pattern.occurrence)
    if origin is not None and happening.origin is not origin:
        return False
    if pattern.to_zone is not None and happening.destination is not pattern.to_zone:
        return False
    if pattern.actor is not None and happening.actor not in persons(pattern.actor, scope, view):
        return False
    if pattern.subject is not None and not _side_is(pattern.subject, happening.subject, scope, view):
        return False
    if pattern.other is not None and not _side_is(pattern.other, happening.other, scope, view):
        return False
    if pattern.amount is not None and not compare(happening.amount, pattern.comparison, read(pattern.amount, scope, view)):
        return False
    if pattern.from_location and happening.left is None:
        return False
    if pattern.while_here:
        here = scope.source.id if scope.source is not None else None
        return happening.subject is not None and happening.subject.card.at == here
    return True


def _side_is(meant: Node, side: Snapshot | None, scope: Scope, view: View) -> bool:
    if side is None:
        return False
    if isinstance(meant, This):
        return scope.source is not None and side.ref == scope.source
    if isinstance(meant, CardFilter):
        return meets(meant.criteria, side.card, side.sheet, scope, view)
    if isinstance(meant, Reference):
        return any(each.ref == side.ref for each in seen(meant, scope, view))
    raise unsupported(meant, scope, view)


def matching(pattern: EventPattern, happenings: Iterable[Happening], scope: Scope, view: View) -> tuple[Happening, ...]:
    """List the happenings that *pattern* describes."""
    return tuple(happening for happening in happenings if happened_as(pattern, happening, scope, view))


def count_cards(pattern: EventPattern, scope: Scope, view: View) -> int:
    """Count the different cards to which something happened this turn."""
    found = matching(pattern, view.state.history, scope, view)
    return len({happening.subject.ref for happening in found if happening.subject is not None})


def count_happened(pattern: EventPattern, scope: Scope, view: View) -> int:
    """Count how often something happened this turn; several at one time count once where the pattern says "1 or more"."""
    found = matching(pattern, view.state.history, scope, view)
    if pattern.batched:
        return len({happening.batch for happening in found})
    return len(found)
