"""Test what texts ask of single cards."""

from functools import lru_cache

from corpus.names import name_key
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    AtLocation,
    DidThisTurn,
    DifferentNames,
    DiffersInName,
    HasAbilityNamed,
    HasBoundName,
    HasCardUnder,
    HasClassification,
    HasInk,
    HasInkwellSymbol,
    HasKeyword,
    HasName,
    InChallenge,
    IsAmong,
    IsInState,
    IsInZone,
    IsNot,
    IsOther,
    IsSong,
    IsType,
    IsUnder,
    Not,
    OfPlayer,
    OnSide,
    SameNames,
    SharesName,
    StatIs,
)
from engine.abilities.vocabulary import CardState, Side, Stat
from engine.cite import rule
from engine.rules.query import cards_meant, compare, evaluates, matches, meets, persons, read
from engine.rules.scope import Scope
from engine.state.objects import Card, Sheet, Snapshot
from engine.state.view import View

same_name_key = lru_cache(maxsize=10_000)(name_key)
"""The form under which two spellings of a name meet, remembered."""


@evaluates(IsType)
@rule("5.3.1", "characters")
@rule("5.5.1", "items")
@rule("5.6.1", "locations")
def _is_type(criterion: IsType, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return sheet.type in criterion.types


@evaluates(IsSong)
@rule("5.4.4.1", "songs")
def _is_song(criterion: IsSong, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return "Song" in sheet.classifications


@evaluates(OnSide)
def _on_side(criterion: OnSide, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    match criterion.side:
        case Side.YOURS:
            return card.owner == scope.you
        case Side.OPPOSING:
            return card.owner != scope.you
        case Side.ANY:
            return True


@evaluates(OfPlayer)
def _of_player(criterion: OfPlayer, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return card.owner in persons(criterion.player, scope, view)


@evaluates(HasName)
@rule("5.2.6", "name")
@rule("5.2.6.1", "several names")
@rule("5.3.6.1", "not the version")
@rule("5.6.5.1", "not the version")
def _has_name(criterion: HasName, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return criterion.name in sheet.names or any(same_name_key(name) == same_name_key(criterion.name) for name in sheet.names)


@evaluates(HasBoundName)
@rule("5.2.6", "a named card matches whole names only")
def _has_bound_name(criterion: HasBoundName, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    named = scope.words.get(criterion.name)
    return named is not None and any(same_name_key(name) == same_name_key(named) for name in sheet.names)


@evaluates(SharesName)
def _shares_name(criterion: SharesName, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return any(sheet.names & each.sheet.names for each in cards_meant(criterion.card, scope, view))


@evaluates(SameNames, DifferentNames)
def _names_of_all(criterion: SameNames | DifferentNames, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    # a limit on the whole choice, judged where cards are picked
    return True


@evaluates(DiffersInName)
def _differs_in_name(criterion: DiffersInName, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return not any(sheet.names & each.sheet.names for each in cards_meant(criterion.cards, scope, view))


@evaluates(HasClassification)
@rule("5.2.7", "classifications")
def _has_classification(criterion: HasClassification, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return criterion.classification in sheet.classifications


@evaluates(HasInk)
@rule("5.2.5.1", "cards of two ink types are of each")
@rule("5.2.5", "ink type")
def _has_ink(criterion: HasInk, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return criterion.ink in sheet.inks


@evaluates(HasInkwellSymbol)
def _has_inkwell_symbol(criterion: HasInkwellSymbol, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return sheet.inkwell


@evaluates(HasKeyword)
def _has_keyword(criterion: HasKeyword, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return sheet.has(criterion.keyword)


@evaluates(HasAbilityNamed)
def _has_ability_named(criterion: HasAbilityNamed, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return any(same_name_key(held.ability.name) == same_name_key(criterion.ability) for held in sheet.abilities)


@evaluates(StatIs)
@rule("6.6.2", "negative Strength counts as 0")
@rule("6.6.3", "negative Lore counts as 0")
def _stat_is(criterion: StatIs, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    if criterion.stat is Stat.DAMAGE:
        number: int | None = card.damage
    else:
        number = sheet.counted(criterion.stat) if sheet.number(criterion.stat) is not None else None
    return number is not None and compare(number, criterion.comparison, read(criterion.amount, scope, view))


@evaluates(IsInState)
@rule("5.1.1", "states")
@rule("5.1.1.3", "damaged")
@rule("5.1.1.4", "undamaged")
def _is_in_state(criterion: IsInState, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    match criterion.state:
        case CardState.READY:
            return not card.exerted
        case CardState.EXERTED:
            return card.exerted
        case CardState.DAMAGED:
            return card.damage > 0
        case CardState.UNDAMAGED:
            return card.damage == 0
        case CardState.DRYING:
            return card.drying
        case CardState.DRY:
            return not card.drying
        case CardState.FACEDOWN:
            return card.facedown
        case CardState.FACEUP:
            return not card.facedown


@evaluates(IsInZone)
def _is_in_zone(criterion: IsInZone, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    now = scope.live(card.ref, view.state)
    return (card if now is None else now).zone is criterion.zone


@evaluates(AtLocation)
def _at_location(criterion: AtLocation, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    if criterion.location is None:
        return card.at is not None
    places = cards_meant(criterion.location, scope, view)
    return any(each.card.id == card.at or (card.was_at is not None and each.ref == card.was_at) for each in places)


@evaluates(HasCardUnder)
def _has_card_under(criterion: HasCardUnder, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return len(card.under) >= criterion.at_least


@evaluates(IsUnder)
def _is_under(criterion: IsUnder, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return any(card.id in each.card.under for each in cards_meant(criterion.top, scope, view))


@evaluates(IsOther)
def _is_other(criterion: IsOther, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return scope.is_other(card.ref, view.state)


@evaluates(IsNot)
def _is_not(criterion: IsNot, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return not any(_is_same(each, card, scope, view) for each in cards_meant(criterion.cards, scope, view))


@evaluates(IsAmong)
def _is_among(criterion: IsAmong, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return any(_is_same(each, card, scope, view) for each in cards_meant(criterion.cards, scope, view))


def _is_same(meant: Snapshot, card: Card, scope: Scope, view: View) -> bool:
    """Tell whether a card is one that is meant, as it was or where it has gone since (6.1.11.1)."""
    if meant.ref == card.ref:
        return True
    now = scope.live(meant.ref, view.state)
    return now is not None and now.ref == card.ref


@evaluates(DidThisTurn)
def _did_this_turn(criterion: DidThisTurn, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return any(
        happening.occurrence is criterion.occurrence
        and happening.subject is not None
        and happening.subject.card.id == card.id
        and _is_same(happening.subject, card, scope, view)
        for happening in view.state.history
    )


@evaluates(InChallenge)
@rule("4.6.2", "who is in the challenge")
def _in_challenge(criterion: InChallenge, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    challenge = view.state.challenge
    return challenge is not None and card.ref in (challenge.challenger, challenge.challenged)


@evaluates(Not)
def _not(criterion: Not, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return not matches(criterion.criterion, card, sheet, scope, view)


@evaluates(AllOf)
def _all_of(criterion: AllOf, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return meets(criterion.criteria, card, sheet, scope, view)


@evaluates(AnyOf)
def _any_of(criterion: AnyOf, card: Card, sheet: Sheet, scope: Scope, view: View) -> bool:
    return any(matches(part, card, sheet, scope, view) for part in criterion.criteria)
