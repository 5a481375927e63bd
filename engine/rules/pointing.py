"""Find the cards that references point at."""

from engine.abilities.references import (
    Bound,
    CardsUnder,
    Chosen,
    ChosenAmong,
    Every,
    Highest,
    LocationOf,
    Lowest,
    OtherSide,
    RandomCards,
    RestOf,
    This,
    ThisAndUnder,
    Those,
    Together,
    TopOfDeck,
)
from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.rules.query import evaluates, find, meets, persons, read, seen, unsupported
from engine.rules.scope import Scope
from engine.state.objects import ObjectRef, Snapshot
from engine.state.view import View


def known(refs: tuple[ObjectRef, ...], scope: Scope, view: View) -> tuple[Snapshot, ...]:
    """Give remembered cards as they are or were last known; those of which nothing is known are left out."""
    found = (scope.last_known(ref, view) for ref in refs)
    return tuple(snapshot for snapshot in found if snapshot is not None)


@evaluates(This)
def _this(reference: This, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    return () if scope.source is None else known((scope.source,), scope, view)


@evaluates(Bound)
@rule("6.1.11", "that")
def _bound(reference: Bound, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    return known(scope.cards.get(reference.name, ()), scope, view)


@evaluates(Chosen, ChosenAmong, RandomCards)
def _chosen(reference: Chosen, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    found = scope.selected.get(id(reference))
    if found is None:
        raise unsupported(reference, scope, view)
    return known(found, scope, view)


@evaluates(Every)
@rule("8.15.2", "without a choice")
def _every(reference: Every, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    return tuple(view.snapshot(card) for card in find(reference.among, scope, view))


@evaluates(Those)
def _those(reference: Those, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    found = seen(reference.cards, scope, view)
    return tuple(each for each in found if meets(reference.criteria, each.card, each.sheet, scope, view))


@evaluates(RestOf)
def _rest_of(reference: RestOf, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    return tuple(each for each in seen(reference.cards, scope, view) if view.state.current(each.ref) is not None)


@evaluates(TopOfDeck)
def _top_of_deck(reference: TopOfDeck, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    count = max(0, read(reference.count, scope, view))
    decks = (view.state.players[player].deck for player in persons(reference.player, scope, view))
    return tuple(view.snapshot(card) for deck in decks for card in deck[:count])


@evaluates(Highest)
def _highest(reference: Highest, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    found = seen(reference.cards, scope, view)
    best = max((each.sheet.counted(reference.stat) for each in found), default=0)
    return tuple(each for each in found if each.sheet.counted(reference.stat) == best)


@evaluates(Lowest)
def _lowest(reference: Lowest, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    found = seen(reference.cards, scope, view)
    best = min((each.sheet.counted(reference.stat) for each in found), default=0)
    return tuple(each for each in found if each.sheet.counted(reference.stat) == best)


@evaluates(CardsUnder)
def _cards_under(reference: CardsUnder, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    tops = seen(reference.top, scope, view)
    return tuple(view.snapshot(under) for top in tops for under in top.card.under)


@evaluates(LocationOf)
def _location_of(reference: LocationOf, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    places = dict.fromkeys(each.card.at for each in seen(reference.character, scope, view))
    return tuple(view.snapshot(at) for at in places if at is not None and view.state.cards[at].zone is Zone.PLAY)


@evaluates(Together)
def _together(reference: Together, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    found = {each.ref: each for part in reference.parts for each in seen(part, scope, view)}
    return tuple(found.values())


@evaluates(OtherSide)
@rule("4.6.2", "who is in the challenge")
def _other_side(reference: OtherSide, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    challenge = view.state.challenge
    if challenge is None or scope.source not in (challenge.challenger, challenge.challenged):
        return ()
    other = challenge.challenged if scope.source == challenge.challenger else challenge.challenger
    return known((other,), scope, view)


@evaluates(ThisAndUnder)
def _this_and_under(reference: ThisAndUnder, scope: Scope, view: View) -> tuple[Snapshot, ...]:
    found = () if scope.source is None else known((scope.source,), scope, view)
    return tuple(part for each in found for part in (each, *(view.snapshot(under) for under in each.card.under)))
