"""Describe cards: adjectives, nouns, and what follows the noun.

``kind`` is the phrase without its article: "opposing damaged characters with cost 3 or less named Stitch".
It lowers to a ``Kind``; the determiners that make a filter or a reference of it are in ``references`` and ``occasions``.
"""

from collections.abc import Sequence

from corpus.records import CardType
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    AtLocation,
    CardFilter,
    Criterion,
    DidThisTurn,
    DifferentNames,
    HasBoundName,
    HasCardUnder,
    HasClassification,
    HasInk,
    HasInkwellSymbol,
    HasKeyword,
    HasName,
    IsInState,
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
from engine.abilities.players import EachOpponent, EachPlayer, You
from engine.abilities.references import Every, Reference
from engine.abilities.values import Number
from engine.abilities.vocabulary import CardState, Comparison, Keyword, Occurrence, Side, Stat, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Compared, Kind, Limited, Noun
from engine.compiler.scope import Scope

# Nouns


def _noun(*kinds: str, plural: bool = False, card: bool = False) -> Noun:
    return Noun(frozenset(kinds), plural, card)


words(
    "one_noun",
    {
        "character": _noun("character"),
        "item": _noun("item"),
        "location": _noun("location"),
        "action": _noun("action"),
        "song": _noun("song"),
    },
)
words(
    "many_noun",
    {
        "characters": _noun("character", plural=True),
        "items": _noun("item", plural=True),
        "locations": _noun("location", plural=True),
        "actions": _noun("action", plural=True),
        "songs": _noun("song", plural=True),
    },
)
words(
    "noun",
    {
        "card": _noun(card=True),
        "cards": _noun(plural=True, card=True),
        "non-character": _noun("item", "location", "action"),
    },
)


@rule("one_nouns", "{first:one_noun} [or|and] {last:one_noun}", "{first:one_noun}, {second:one_noun}, [or|and] {last:one_noun}")
@rule("many_nouns", "{first:many_noun} [or|and|and/or] {last:many_noun}")
@rule("many_nouns", "{first:many_noun}, {second:many_noun}, [or|and|and/or] {last:many_noun}")
def _nouns(scope: Scope, first: Noun, last: Noun, second: Noun | None = None) -> Noun:
    return Noun(first.words | last.words | (second.words if second else frozenset()), first.plural, card=False)


same("one_nouns", "{noun:one_noun}")
same("many_nouns", "{noun:many_noun}")
same("noun", "{noun:one_nouns}", "{noun:many_nouns}")


@rule("noun", "{kinds:one_nouns} {number=card|cards}")
def _card_noun(scope: Scope, kinds: Noun, number: str) -> Noun:
    return Noun(kinds.words, number == "cards", card=True)


TYPES = {"character": CardType.CHARACTER, "item": CardType.ITEM, "location": CardType.LOCATION, "action": CardType.ACTION}


def noun_criteria(noun: Noun) -> tuple[Criterion, ...]:
    """Give what the noun itself asks of a card."""
    if not noun.words:
        return ()
    types = tuple(TYPES[word] for word in TYPES if word in noun.words)
    if "song" not in noun.words:
        return (IsType(types=types),)
    return (IsSong(),) if not types else (AnyOf(criteria=(IsType(types=types), IsSong())),)


# Adjectives

words(
    "adjective",
    {
        "opposing": OnSide(side=Side.OPPOSING),
        "other": IsOther(),
        "damaged": IsInState(state=CardState.DAMAGED),
        "undamaged": IsInState(state=CardState.UNDAMAGED),
        "exerted": IsInState(state=CardState.EXERTED),
        "ready": IsInState(state=CardState.READY),
        "non-character": Not(criterion=IsType(types=(CardType.CHARACTER,))),
        "non-item": Not(criterion=IsType(types=(CardType.ITEM,))),
        "non-location": Not(criterion=IsType(types=(CardType.LOCATION,))),
        "non-action": Not(criterion=IsType(types=(CardType.ACTION,))),
        "non-song": Not(criterion=IsSong()),
    },
)


@rule("adjective", "{classification:non_classification}")
def _not_of_classification(scope: Scope, classification: str) -> Criterion:
    return Not(criterion=HasClassification(classification=classification))


@rule("adjective", "{ink:non_ink}")
def _not_of_ink(scope: Scope, ink: str) -> Criterion:
    return Not(criterion=HasInk(ink=ink))


@rule("adjective", "{first:state} or {last:state}")
def _either_state(scope: Scope, first: Criterion, last: Criterion) -> Criterion:
    return AnyOf(criteria=(first, last))


words(
    "state",
    {
        "damaged": IsInState(state=CardState.DAMAGED),
        "undamaged": IsInState(state=CardState.UNDAMAGED),
        "exerted": IsInState(state=CardState.EXERTED),
        "ready": IsInState(state=CardState.READY),
    },
)


@rule("class", "{classification:classification}")
def _classification(scope: Scope, classification: str) -> Criterion:
    return HasClassification(classification=classification)


@rule("class", "{ink:ink}")
def _ink(scope: Scope, ink: str) -> Criterion:
    return HasInk(ink=ink)


@rule("classes", "{first:class}")
def _one_class(scope: Scope, first: Criterion) -> tuple[Criterion, ...]:
    return (first,)


@rule("classes", "{first:class} [or|and] {last:class}", "{first:class}, [or|and] {last:class}")
def _two_classes(scope: Scope, first: Criterion, last: Criterion) -> tuple[Criterion, ...]:
    return first, last


@rule("classes", "{first:class}, {rest:classes_on}")
def _more_classes(scope: Scope, first: Criterion, rest: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    return first, *rest


@rule("classes_on", "{first:class}, {rest:classes_on}")
def _classes_on(scope: Scope, first: Criterion, rest: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    return first, *rest


@rule("classes_on", "{first:class}, [or|and] {last:class}")
def _last_classes(scope: Scope, first: Criterion, last: Criterion) -> tuple[Criterion, ...]:
    return first, last


def any_of(criteria: Sequence[Criterion]) -> Criterion:
    """Join criteria of which one has to hold."""
    return criteria[0] if len(criteria) == 1 else AnyOf(criteria=tuple(criteria))


@rule("adjectives", "{first:adjective} {rest:adjectives}")
def _adjectives(scope: Scope, first: Criterion, rest: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    return first, *rest


@rule("adjectives", "{first:adjective}")
def _last_adjective(scope: Scope, first: Criterion) -> tuple[Criterion, ...]:
    return (first,)


# What follows the noun


@rule("modifier", "with {stat:with_stat}[ each|]")
def _with_stat(scope: Scope, stat: Criterion) -> Limited:
    return Limited((stat,))


@rule("modifier", "with total {stat:stat} {n:number} or less", "with total {n:number} {stat:stat} or less")
def _with_total(scope: Scope, n: int, stat: Stat) -> Limited:
    return Limited(total=(StatIs(stat=stat, comparison=Comparison.AT_MOST, amount=Number(value=n)),))


@rule("modifier", "with total cost {compared:compared}")
def _with_total_cost(scope: Scope, compared: Compared) -> Limited:
    return Limited(total=(StatIs(stat=Stat.COST, comparison=compared.comparison, amount=compared.amount),))


@rule("modifier", "{way=with|without} {keyword:keyword}")
def _with_keyword(scope: Scope, way: str, keyword: Keyword) -> Limited:
    has = HasKeyword(keyword=keyword)
    return Limited((has if way == "with" else Not(criterion=has),))


@rule("modifier", "{way=with|without} {first:keyword} or {second:keyword}")
def _with_either_keyword(scope: Scope, way: str, first: Keyword, second: Keyword) -> Limited:
    has = AnyOf(criteria=(HasKeyword(keyword=first), HasKeyword(keyword=second)))
    return Limited((has if way == "with" else Not(criterion=has),))


@rule("modifier", "[that|who] [isn't|aren't] [a|an|] {classes:classes}[ character| characters|]")
def _that_is_not(scope: Scope, classes: tuple[Criterion, ...]) -> Limited:
    return Limited((Not(criterion=any_of(classes)),))


@rule("modifier", "[that|who] {deed:past_deed} this turn", "{deed:participle} this turn")
def _that_did(scope: Scope, deed: Occurrence) -> Limited:
    return Limited((DidThisTurn(occurrence=deed),))


@rule("modifier", "[that|who] {deed:undone_deed} this turn")
def _that_did_not(scope: Scope, deed: Occurrence) -> Limited:
    return Limited((Not(criterion=DidThisTurn(occurrence=deed)),))


words("participle", {"played": Occurrence.PLAYED})


@rule("modifier", "with {n:number} or more cards under [them|it|him|her]", "with no cards under [them|it|him|her]")
def _with_cards_under(scope: Scope, n: int = 0) -> Limited:
    return Limited((HasCardUnder(at_least=n) if n else Not(criterion=HasCardUnder()),))


@rule("modifier", "[other than|except] {card:known}", "[other than|except] {card:choice}")
def _other_than(scope: Scope, card: Reference) -> Limited:
    return Limited((IsNot(cards=scope.choose_first(card)),))


@rule("modifier", "except {others:kind}")
def _except(scope: Scope, others: Kind) -> Limited:
    if not others.noun.plural or others.zone is not None:
        raise Unresolved("which cards are left out is not said")
    return Limited((Not(criterion=AllOf(criteria=others.criteria)),))


@rule("modifier", "with {state=damage|no damage}")
def _with_damage(scope: Scope, state: str) -> Limited:
    return Limited((IsInState(state=CardState.DAMAGED if state == "damage" else CardState.UNDAMAGED),))


@rule("modifier", "without damage")
def _without_damage(scope: Scope) -> Limited:
    return _with_damage(scope, "no damage")


@rule("modifier", "with a card under [them|it|him|her]", "that [have|has] a card under [them|it|him|her]")
def _with_card_under(scope: Scope) -> Limited:
    return Limited((HasCardUnder(),))


@rule("modifier", "with ◉")
def _with_inkwell(scope: Scope) -> Limited:
    return Limited((HasInkwellSymbol(),))


@rule("with_name", "with that name")
def _with_that_name(scope: Scope) -> Criterion:
    if "named" in scope.ways:
        return HasBoundName(name=scope.this_way("named"))
    return SharesName(card=scope.role("revealed"))


@rule("modifier", "{name:with_name}")
def _named_so(scope: Scope, name: Criterion) -> Limited:
    return Limited((name,))


@rule("modifier", "with the same name as {card:stat_owner}")
def _with_same_name_as(scope: Scope, card: Reference) -> Limited:
    return Limited((SharesName(card=card),))


@rule("modifier", "with the same name")
def _with_same_name(scope: Scope) -> Limited:
    last = scope.cards[-1]
    return Limited(total=(SameNames(),)) if last.source else Limited((SharesName(card=last.reference),))


@rule("modifier", "with different names")
def _with_different_names(scope: Scope) -> Limited:
    return Limited(total=(DifferentNames(),))


@rule("names", "{name:name}")
def _name(scope: Scope, name: str) -> tuple[Criterion, ...]:
    return (HasName(name=name),)


@rule("names", "{first:name} or {last:name}")
def _two_names(scope: Scope, first: str, last: str) -> tuple[Criterion, ...]:
    return HasName(name=first), HasName(name=last)


@rule("modifier", "named {names:names}")
def _named(scope: Scope, names: tuple[Criterion, ...]) -> Limited:
    return Limited((any_of(names),), gendered=True)


@rule("modifier", "not named {name:name}")
def _not_named(scope: Scope, name: str) -> Limited:
    return Limited((Not(criterion=HasName(name=name)),))


words(
    "modifier",
    {
        "of yours": Limited((OnSide(side=Side.YOURS),)),
        "in play": Limited(zone=Zone.PLAY),
        "you have in play": Limited((OnSide(side=Side.YOURS),), zone=Zone.PLAY),
        "[opponents have|an opponent has] in play": Limited((OnSide(side=Side.OPPOSING),), zone=Zone.PLAY),
        "[in|from] any discard": Limited(zone=Zone.DISCARD),
        "in [opponents' hands|your opponents' hands]": Limited((OfPlayer(player=EachOpponent()),), zone=Zone.HAND),
        "that [isn't a song|aren't songs|isn't a song card]": Limited((Not(criterion=IsSong()),)),
    },
)


@rule("modifier", "from [your|their|his|its] {zone=hand|discard|inkwell}")
def _from_zone(scope: Scope, zone: str) -> Limited:
    return Limited((OfPlayer(player=scope.actor),), zone=Zone(zone))


@rule("modifier", "from [your|their] hand or discard")
def _from_hand_or_discard(scope: Scope) -> Limited:
    return Limited((OfPlayer(player=scope.actor),), zone=Zone.HAND, also_in=(Zone.DISCARD,))


@rule("modifier", "from chosen {who=player's|opponent's} discard")
def _from_chosen_discard(scope: Scope, who: str) -> Limited:
    player = scope.choose_player(EachPlayer() if who == "player's" else EachOpponent())
    return Limited((OfPlayer(player=player),), zone=Zone.DISCARD)


@rule("modifier", "[you|you've] played this turn")
def _played_this_turn(scope: Scope) -> Limited:
    return Limited((DidThisTurn(occurrence=Occurrence.PLAYED),))


_ZONES = {
    "hand": Zone.HAND,
    "hands": Zone.HAND,
    "discard": Zone.DISCARD,
    "discards": Zone.DISCARD,
    "inkwell": Zone.INKWELL,
    "deck": Zone.DECK,
}


@rule("modifier", "in [your|their|his|its] {zone=hand|hands|discard|discards|inkwell|deck}")
def _in_zone(scope: Scope, zone: str) -> Limited:
    return Limited((OfPlayer(player=scope.actor),), zone=_ZONES[zone])


@rule("modifier", "not at [a location|locations]")
def _not_at_a_location(scope: Scope) -> Limited:
    return Limited((Not(criterion=AtLocation()),))


@rule("modifier", "at [a location|locations]")
def _at_a_location(scope: Scope) -> Limited:
    scope.at_location = True
    return Limited((AtLocation(),))


@rule("modifier", "you have at [a location|locations]")
def _yours_at_a_location(scope: Scope) -> Limited:
    return Limited((OnSide(side=Side.YOURS), AtLocation()))


@rule("modifier", "they have in play")
def _they_have_in_play(scope: Scope) -> Limited:
    owner = scope.that_player() if isinstance(scope.actor, You) else scope.actor
    return Limited((OfPlayer(player=owner),), zone=Zone.PLAY)


@rule("modifier", "of theirs")
def _of_theirs(scope: Scope) -> Limited:
    owner = scope.that_player() if isinstance(scope.actor, You) else scope.actor
    return Limited((OfPlayer(player=owner),))


@rule("modifier", "[here|you have here|there]", lazy=True)
def _here(scope: Scope) -> Limited:
    return Limited((AtLocation(location=scope.place()),))


@rule("modifier", "at that location")
def _at_that_location(scope: Scope) -> Limited:
    return Limited((AtLocation(location=scope.that("location", plural=False)),))


@rule("modifier", "[under|that was under|that were under|from under] {card:known}", "[under|from under] {card:choice}")
@rule("modifier", "from under your {kind:kind}", lazy=False)
def _under(scope: Scope, card: Reference | None = None, kind: Kind | None = None) -> Limited:
    if kind is not None:
        own = CardFilter(criteria=(*kind.criteria, OnSide(side=Side.YOURS)))
        card = Every(among=own)
    assert card is not None
    return Limited((IsUnder(top=scope.choose_first(card)),), zone=Zone.UNDER)


@rule("modifier", "with {stat:with_stat} or named {names:names}")
def _stat_or_named(scope: Scope, stat: Criterion, names: tuple[Criterion, ...]) -> Limited:
    return Limited((AnyOf(criteria=(stat, *names)),))


@rule("modifiers", "{first:modifier} {rest:modifiers}")
def _modifiers(scope: Scope, first: Limited, rest: tuple[Limited, ...]) -> tuple[Limited, ...]:
    return first, *rest


@rule("modifiers", "{first:modifier}")
def _last_modifier(scope: Scope, first: Limited) -> tuple[Limited, ...]:
    return (first,)


@rule("kind", "[{adjectives:adjectives}|] [{classes:classes}|] {noun:noun} [{modifiers:modifiers}|]")
def _kind(
    scope: Scope,
    noun: Noun,
    adjectives: tuple[Criterion, ...] = (),
    classes: tuple[Criterion, ...] = (),
    modifiers: tuple[Limited, ...] = (),
) -> Kind:
    scope.last_noun = noun
    if "location" in noun.words and any(isinstance(c, AtLocation) for limited in modifiers for c in limited.criteria):
        raise Unresolved("a location is not at a location")
    criteria = (
        *noun_criteria(noun),
        *adjectives,
        *_all_classes(classes),
        *(c for limited in modifiers for c in limited.criteria),
    )
    return Kind(
        criteria,
        noun,
        zone=next((limited.zone for limited in modifiers if limited.zone), None),
        also_in=next((limited.also_in for limited in modifiers if limited.zone), ()),
        total=tuple(c for limited in modifiers for c in limited.total),
        gendered=any(limited.gendered for limited in modifiers),
    )


@rule("kind", "{noun:noun} {modifier:modifier} or {other:noun}")
def _limited_or(scope: Scope, noun: Noun, modifier: Limited, other: Noun) -> Kind:
    """Read "character with Bodyguard or item": only the first noun is limited."""
    return either(_kind(scope, noun, modifiers=(modifier,)), _kind(scope, other))


def _all_classes(classes: tuple[Criterion, ...]) -> tuple[Criterion, ...]:
    return (any_of(classes),) if classes else ()


@rule("kind", "[{adjectives:adjectives}|] {classes:classes} {modifiers:modifiers}")
def _bare_classification(
    scope: Scope,
    classes: tuple[Criterion, ...],
    modifiers: tuple[Limited, ...],
    adjectives: tuple[Criterion, ...] = (),
) -> Kind:
    """Read "chosen Villain of yours": a classification alone is of a character."""
    noun = _noun("character")
    return _kind(scope, noun, adjectives, classes, modifiers)


def either(first: Kind, second: Kind) -> Kind:
    """Give the kind of cards that are of one kind or the other."""
    common = tuple(c for c in first.criteria if c in second.criteria)
    criteria = (*common, AnyOf(criteria=(_all(first, common), _all(second, common))))
    noun = Noun(first.noun.words | second.noun.words, second.noun.plural, first.noun.card or second.noun.card)
    return Kind(criteria, noun, zone=second.zone or first.zone, gendered=first.gendered and second.gendered)


def _all(kind: Kind, without: tuple[Criterion, ...]) -> Criterion:
    own = tuple(c for c in kind.criteria if c not in without)
    return own[0] if len(own) == 1 else AllOf(criteria=own)


__all__ = ["any_of", "either", "noun_criteria"]
