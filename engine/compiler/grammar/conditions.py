"""Say what has to be true: after "if", "while" and "unless".

``condition`` lowers to a ``Condition``. ``some`` is what one can have: "a character", "2 or more items", "no cards".
"""

from engine.abilities.base import Node
from engine.abilities.conditions import (
    AmountIs,
    AnyCardIs,
    Both,
    CardIs,
    CardsExist,
    Condition,
    DuringTurn,
    Negated,
    NotFirstPlayer,
    OneOf,
    OnFirstTurn,
    PaidWithInkDrop,
    SeenBy,
    WasShifted,
    WhileChallenged,
    WhileChallenging,
)
from engine.abilities.filters import (
    AtLocation,
    CardFilter,
    Criterion,
    DiffersInName,
    HasBoundName,
    HasCardUnder,
    HasKeyword,
    HasName,
    IsInState,
    IsInZone,
    IsNot,
    IsOther,
    IsUnder,
    Not,
    OfPlayer,
    SharesName,
    StatIs,
)
from engine.abilities.players import AnyOpponent, EachOpponent, You
from engine.abilities.references import CardsUnder, Every, Reference, Those
from engine.abilities.values import Amount, BoundAmount, CountOf, LargestStat, Number
from engine.abilities.vocabulary import CardState, Comparison, Keyword, Stat, TurnOf, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.filters import any_of, either, noun_criteria
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Compared, Entity, Kind, Limited, Noun
from engine.compiler.scope import Scope, bound


def _reference(node: Node) -> Reference:
    assert isinstance(node, Reference)
    return node


AT_LEAST_ONE = Compared(Comparison.AT_LEAST, Number(value=1))

Some = tuple[Kind, Compared]


@rule("some", "[a|an|any|1 or more|one or more] {kind:kind}")
def _any(scope: Scope, kind: Kind) -> Some:
    return kind, AT_LEAST_ONE


@rule("some", "another {kind:kind}")
def _another(scope: Scope, kind: Kind) -> Some:
    return kind.limited(IsOther()), AT_LEAST_ONE


@rule("some", "[a|an] {first:kind} or [a|an] {second:kind}")
def _either(scope: Scope, first: Kind, second: Kind) -> Some:
    return either(first, second), AT_LEAST_ONE


@rule("some", "another {first:kind} or [a|an] {second:kind}")
def _another_or(scope: Scope, first: Kind, second: Kind) -> Some:
    return either(first.limited(IsOther()), second), AT_LEAST_ONE


@rule("some", "{n:number} [or {way=more|fewer}|] {kind:kind}")
def _so_many(scope: Scope, n: int, kind: Kind, way: str = "") -> Some:
    comparison = {"more": Comparison.AT_LEAST, "fewer": Comparison.AT_MOST, "": Comparison.EXACTLY}[way]
    scope.counted.add("number")
    return kind, Compared(comparison, Number(value=n))


@rule("some", "exactly {n:number} {kind:kind}")
def _exactly(scope: Scope, n: int, kind: Kind) -> Some:
    return _so_many(scope, n, kind)


@rule("some", "at least {n:number} {kind:kind}")
def _at_least(scope: Scope, n: int, kind: Kind) -> Some:
    return _so_many(scope, n, kind, "more")


@rule("some", "{way=more|fewer} than {n:number} {kind:kind}")
def _more_than(scope: Scope, way: str, n: int, kind: Kind) -> Some:
    return kind, Compared(Comparison.MORE if way == "more" else Comparison.FEWER, Number(value=n))


@rule("some", "no {kind:kind}")
def _none(scope: Scope, kind: Kind) -> Some:
    return kind, Compared(Comparison.EXACTLY, Number(value=0))


@rule("some", "only {n:number} {kind:kind}")
def _only(scope: Scope, n: int, kind: Kind) -> Some:
    scope.counted.add("number")
    return kind, Compared(Comparison.EXACTLY, Number(value=n))


def exist(some: Some, *criteria: Criterion) -> Condition:
    """Say that so many cards of a kind are there."""
    kind, compared = some
    if kind.zone is Zone.UNDER and compared.comparison is Comparison.AT_LEAST and isinstance(compared.amount, Number):
        (criterion,) = kind.criteria if len(kind.criteria) == 1 else (None,)
        if isinstance(criterion, IsUnder):
            return CardIs(card=_reference(criterion.top), criteria=(HasCardUnder(at_least=compared.amount.value),))
    owned = tuple(c for c in criteria if c not in kind.criteria)
    cards = kind.limited(*owned).filter(Zone.PLAY)
    return CardsExist(cards=cards, comparison=compared.comparison, amount=compared.amount)


@rule("condition", "you have {some:some}")
def _you_have(scope: Scope, some: Some) -> Condition:
    return exist(some, OfPlayer(player=You()))


@rule("condition", "you don't have {some:some}")
def _you_have_not(scope: Scope, some: Some) -> Condition:
    return Negated(condition=exist(some, OfPlayer(player=You())))


@rule("condition", "you have {first:some} and {second:some}")
def _you_have_both(scope: Scope, first: Some, second: Some) -> Condition:
    mine = OfPlayer(player=You())
    zone = first[0].zone or second[0].zone
    return Both(conditions=(_in(zone, first, mine), _in(zone, second, mine)))


def _in(zone: Zone | None, some: Some, owner: Criterion) -> Condition:
    kind, compared = some
    cards = kind.limited(owner).filter(zone or Zone.PLAY)
    return CardsExist(cards=cards, comparison=compared.comparison, amount=compared.amount)


@rule("condition", "you have characters named {first:name} and {second:name} in play")
def _you_have_both_named(scope: Scope, first: str, second: str) -> Condition:
    mine = OfPlayer(player=You())
    return Both(conditions=tuple(CardsExist(cards=CardFilter(criteria=(HasName(name=name), mine))) for name in (first, second)))


@rule("condition", "[an opponent has|your opponent has|one or more opponents have] {some:some}")
def _opponent_has(scope: Scope, some: Some) -> Condition:
    return SeenBy(player=AnyOpponent(), condition=exist(some, OfPlayer(player=You())))


@rule("condition", "they have {some:some}")
def _they_have(scope: Scope, some: Some) -> Condition:
    return SeenBy(player=scope.that_player(), condition=exist(some, OfPlayer(player=You())))


@rule("condition", "each opponent has {some:some}")
def _each_opponent_has(scope: Scope, some: Some) -> Condition:
    return SeenBy(player=EachOpponent(), condition=exist(some, OfPlayer(player=You())))


@rule("condition", "[there's|there is|there are|there was|there were] {some:some}")
def _there_is(scope: Scope, some: Some) -> Condition:
    return exist(some)


@rule("condition", "{some:some} [is|are] in play")
def _is_in_play(scope: Scope, some: Some) -> Condition:
    return exist(some)


@rule("condition", "{some:some} [has|have] {state=damage|no damage}")
def _some_damaged(scope: Scope, some: Some, state: str) -> Condition:
    return exist(some, IsInState(state=CardState.DAMAGED if state == "damage" else CardState.UNDAMAGED))


@rule("condition", "{some:some} are {state=exerted|ready}")
def _some_in_state(scope: Scope, some: Some, state: str) -> Condition:
    return exist(some, IsInState(state=CardState(state)))


@rule("condition", "you have any in play {modifier:modifier}")
def _any_in_play(scope: Scope, modifier: Limited) -> Condition:
    """Take the noun of the condition before, which "any" leaves out."""
    if scope.last_noun is None:
        raise Unresolved("'any' leaves out a noun that was not said before")
    criteria = (*noun_criteria(scope.last_noun), *modifier.criteria, OfPlayer(player=You()))
    return CardsExist(cards=CardFilter(criteria=criteria))


@rule("condition", "you have [a|an] {noun:noun} in play with the highest cost, or tied for highest cost")
def _has_highest_cost(scope: Scope, noun: Noun) -> Condition:
    criteria = noun_criteria(noun)
    highest = LargestStat(stat=Stat.COST, of=CardFilter(criteria=criteria))
    as_high = StatIs(stat=Stat.COST, comparison=Comparison.AT_LEAST, amount=highest)
    return CardsExist(cards=CardFilter(criteria=(*criteria, OfPlayer(player=You()), as_high)))


@rule("condition", "{n:number} or more characters sang this song", "a character sang this song")
def _sang(scope: Scope, n: int = 1) -> Condition:
    singers = scope.mention(Entity(bound("singers"), frozenset({"character"}), plural=n > 1))
    return at_least(CountOf(cards=singers), n)


# What a card is


def is_criteria(kind: Kind) -> tuple[Criterion, ...]:
    """Give what has to hold of a card that "is a" kind."""
    zone = (IsInZone(zone=kind.zone),) if kind.zone else ()
    return (*kind.criteria, *zone)


@rule("condition", "{card:known} [is|are] {state:card_state}")
def _is_state(scope: Scope, card: Reference, state: tuple[Criterion, ...]) -> Condition:
    return CardIs(card=card, criteria=state)


@rule("condition", "{card:known} isn't {state:card_state}")
def _is_not_state(scope: Scope, card: Reference, state: tuple[Criterion, ...]) -> Condition:
    return CardIs(card=card, criteria=tuple(Not(criterion=criterion) for criterion in state))


@rule("condition", "{card:known} [has|have|had] {keyword:keyword}")
def _has_keyword(scope: Scope, card: Reference, keyword: Keyword) -> Condition:
    return CardIs(card=card, criteria=(HasKeyword(keyword=keyword),))


words(
    "card_state",
    {
        "exerted": (IsInState(state=CardState.EXERTED),),
        "damaged": (IsInState(state=CardState.DAMAGED),),
        "undamaged": (IsInState(state=CardState.UNDAMAGED),),
        "ready": (IsInState(state=CardState.READY),),
        "in play": (IsInZone(zone=Zone.PLAY),),
        "in your discard": (IsInZone(zone=Zone.DISCARD),),
        "not at a location": (Not(criterion=AtLocation()),),
    },
)


@rule("card_state", "at [a location|locations]")
def _at_a_location(scope: Scope) -> tuple[Criterion, ...]:
    scope.at_location = True
    return (AtLocation(),)


@rule("condition", "{card:contracted} {state:card_state}")
def _contracted_state(scope: Scope, card: Reference, state: tuple[Criterion, ...]) -> Condition:
    return CardIs(card=card, criteria=state)


words("contracted_word", {"[it's|it is]": "it", "they're": "they", "he's": "he", "she's": "she"})


@rule("contracted", "{word:contracted_word}")
def _contracted(scope: Scope, word: str) -> Reference:
    return scope.pronoun(word)


@rule("condition", "{card:contracted} [a|an] {kind:kind}", "{card:known} [is|was] [a|an] {kind:kind}")
def _is_kind(scope: Scope, card: Reference, kind: Kind) -> Condition:
    scope.recognised(card, kind.noun.words, gendered=kind.gendered)
    return CardIs(card=card, criteria=is_criteria(kind))


@rule("condition", "{card:contracted} [a|an] {first:kind} or [a|an] {second:kind}")
@rule("condition", "{card:known} [is|was] [a|an] {first:kind} or [a|an] {second:kind}")
def _is_either(scope: Scope, card: Reference, first: Kind, second: Kind) -> Condition:
    kind = either(first, second)
    scope.recognised(card, kind.noun.words, gendered=kind.gendered)
    return CardIs(card=card, criteria=is_criteria(kind))


@rule("condition", "{card:contracted} [a|an] {classes:classes}", "{card:known} [is|was] [a|an] {classes:classes}")
def _is_classes(scope: Scope, card: Reference, classes: tuple[Criterion, ...]) -> Condition:
    return CardIs(card=card, criteria=(any_of(classes),))


@rule("condition", "{card:contracted} the named card", "{card:known} is the named card")
def _is_named(scope: Scope, card: Reference) -> Condition:
    return CardIs(card=card, criteria=(HasBoundName(name=scope.this_way("named")),))


@rule("condition", "{card:known} is named {name:name}")
def _is_called(scope: Scope, card: Reference, name: str) -> Condition:
    scope.recognised(card, gendered=True)
    return CardIs(card=card, criteria=(HasName(name=name),))


@rule("condition", "[a|an] {kind:kind} is chosen")
def _is_chosen(scope: Scope, kind: Kind) -> Condition:
    card = scope.role("chosen")
    scope.recognised(card, kind.noun.words, gendered=True)
    return AnyCardIs(cards=card, criteria=is_criteria(kind))


@rule("condition", "{card:known} [has|have|had] {state=damage|no damage}")
def _has_damage(scope: Scope, card: Reference, state: str) -> Condition:
    state_of = CardState.DAMAGED if state == "damage" else CardState.UNDAMAGED
    return CardIs(card=card, criteria=(IsInState(state=state_of),))


@rule("condition", "{card:known} [isn't|wasn't] [a|an] {kind:kind}")
def _is_no_kind(scope: Scope, card: Reference, kind: Kind) -> Condition:
    return Negated(condition=CardIs(card=card, criteria=is_criteria(kind)))


@rule("condition", "{card:contracted} {kind:kind}", "{card:known} [are|were] {kind:kind}")
def _are_kind(scope: Scope, card: Reference, kind: Kind) -> Condition:
    if not kind.noun.plural:
        raise Unresolved("a noun alone does not say what a card is")
    return CardIs(card=card, criteria=is_criteria(kind))


@rule("condition", "{card:owner} {stat:stat_name} [is|was] {compared:compared}")
def _stat_is(scope: Scope, card: Reference, stat: Stat, compared: Compared) -> Condition:
    number = StatIs(stat=stat, comparison=compared.comparison, amount=compared.amount)
    return CardIs(card=card, criteria=(number,))


@rule("condition", "{card:owner} {stat:stat_name} [is|was] {way:beyond} than {amount:quantity}")
def _stat_is_beyond(scope: Scope, card: Reference, stat: Stat, way: Comparison, amount: Amount) -> Condition:
    return CardIs(card=card, criteria=(StatIs(stat=stat, comparison=way, amount=amount),))


words("beyond", {"[greater|higher|more]": Comparison.MORE, "[less|lower|fewer]": Comparison.FEWER})


@rule("condition", "{card:owner} {stat:stat_name} [is|was] equal to {amount:quantity}")
def _stat_is_equal(scope: Scope, card: Reference, stat: Stat, amount: Amount) -> Condition:
    return _stat_is_beyond(scope, card, stat, Comparison.EXACTLY, amount)


@rule("condition", "{card:known} [has|have|had] {stat:with_stat}")
def _has_stat(scope: Scope, card: Reference, stat: Criterion) -> Condition:
    return CardIs(card=card, criteria=(stat,))


@rule("condition", "{card:known} is {stat:with_stat}")
def _is_stat(scope: Scope, card: Reference, stat: Criterion) -> Condition:
    return CardIs(card=card, criteria=(stat,))


@rule("condition", "{card:known} [has|have|had] {n:number} or more damage")
def _has_so_much_damage(scope: Scope, card: Reference, n: int) -> Condition:
    much = StatIs(stat=Stat.DAMAGE, comparison=Comparison.AT_LEAST, amount=Number(value=n))
    return CardIs(card=card, criteria=(much,))


@rule("condition", "{card:known} [has|have|had] a card under [them|it|him|her]")
@rule("condition", "{card:known} [has|have|had] {n:number} or more cards under [them|it|him|her]")
def _has_card_under(scope: Scope, card: Reference, n: int = 1) -> Condition:
    return CardIs(card=card, criteria=(HasCardUnder(at_least=n),))


@rule("condition", "{card:known} [has|have|had] no cards under [them|it|him|her]")
def _has_no_card_under(scope: Scope, card: Reference) -> Condition:
    return CardIs(card=card, criteria=(Not(criterion=HasCardUnder()),))


@rule("condition", "it has the same name as {card:known}")
def _same_name(scope: Scope, card: Reference) -> Condition:
    return CardIs(card=scope.role("revealed"), criteria=(SharesName(card=card),))


@rule("condition", "it has the same name as another card in your discard")
def _same_name_in_discard(scope: Scope) -> Condition:
    card = scope.pronoun("it")
    others = (OfPlayer(player=You()), SharesName(card=card), IsNot(cards=card))
    return CardsExist(cards=CardFilter(zone=Zone.DISCARD, criteria=others))


@rule("condition", "they have the same name")
def _same_name_of_two(scope: Scope) -> Condition:
    first, second = scope.cards[-2].reference, scope.cards[-1].reference
    return CardIs(card=second, criteria=(SharesName(card=first),))


@rule("condition", "{card:known} has a different name than each other {kind:kind}")
def _different_name(scope: Scope, card: Reference, kind: Kind) -> Condition:
    others = Every(among=kind.limited(IsNot(cards=card)).filter(Zone.PLAY))
    return CardIs(card=card, criteria=(DiffersInName(cards=others),))


@rule("condition", "{card:known} costs {compared:compared}")
def _costs(scope: Scope, card: Reference, compared: Compared) -> Condition:
    cost = StatIs(stat=Stat.COST, comparison=compared.comparison, amount=compared.amount)
    return CardIs(card=card, criteria=(cost,))


@rule("condition", "one of {cards:known} is {stat:with_stat}")
def _one_is(scope: Scope, cards: Reference, stat: Criterion) -> Condition:
    return AnyCardIs(cards=cards, criteria=(stat,))


@rule("condition", "any of the cards that were under {top:known} are {kind:kind}")
def _any_under(scope: Scope, top: Reference, kind: Kind) -> Condition:
    cards = CardsUnder(top=top)
    scope.mention(Entity(Those(cards=cards, criteria=kind.criteria), kind.noun.words, plural=True))
    return AnyCardIs(cards=cards, criteria=kind.criteria)


@rule("condition", "[all|all of] your {kind:kind} are {state:card_state}")
def _all_are(scope: Scope, kind: Kind, state: tuple[Criterion, ...]) -> Condition:
    others = kind.limited(OfPlayer(player=You()), *(Not(criterion=criterion) for criterion in state))
    return CardsExist(cards=others.filter(Zone.PLAY), comparison=Comparison.EXACTLY, amount=Number(value=0))


@rule("condition", "[a|an|any] {kind:kind} [is|was] put into [a|their|your] discard this way")
def _put_this_way(scope: Scope, kind: Kind) -> Condition:
    return _this_way(scope, "put", kind)


@rule("condition", "all cards in your inkwell are exerted")
def _inkwell_exerted(scope: Scope) -> Condition:
    ready = CardFilter(zone=Zone.INKWELL, criteria=(OfPlayer(player=You()), IsInState(state=CardState.READY)))
    return CardsExist(cards=ready, comparison=Comparison.EXACTLY, amount=Number(value=0))


# What has been done


@rule("condition", "you used Shift to play {card:known}")
def _shifted(scope: Scope, card: Reference) -> Condition:
    return WasShifted(card=card)


@rule("condition", "you removed an ink drop to [play|pay for] {card:known}")
def _paid_with_drop(scope: Scope, card: Reference) -> Condition:
    return PaidWithInkDrop()


@rule("condition", "you removed {n:number} or more ink drops to play {card:known}")
def _paid_with_drops(scope: Scope, n: int, card: Reference) -> Condition:
    return PaidWithInkDrop(at_least=n)


@rule("condition", "this is your first turn and you're not the first player")
def _first_turn_second_player(scope: Scope) -> Condition:
    return Both(conditions=(OnFirstTurn(), NotFirstPlayer()))


@rule("condition", "[it's|this is] your first turn")
def _first_turn(scope: Scope) -> Condition:
    return OnFirstTurn()


@rule("condition", "it's your turn")
def _your_turn(scope: Scope) -> Condition:
    return DuringTurn(turn=TurnOf.YOURS)


@rule("condition", "you [removed damage|removed {n:number} or more damage] this way")
def _removed_damage(scope: Scope, n: int = 1) -> Condition:
    return at_least(BoundAmount(name=scope.this_way("damage removed")), n)


def at_least(amount: Amount, n: int) -> Condition:
    """Say that an amount is at least *n*."""
    return AmountIs(left=amount, comparison=Comparison.AT_LEAST, right=Number(value=n))


@rule("condition", "{compared:compared} damage [is|was] {way=removed|moved} this way")
def _damage_this_way(scope: Scope, compared: Compared, way: str) -> Condition:
    done = BoundAmount(name=scope.this_way(f"damage {way}"))
    return AmountIs(left=done, comparison=compared.comparison, right=compared.amount)


@rule("condition", "[a|an|any] {kind:kind} sang this song")
def _such_sang(scope: Scope, kind: Kind) -> Condition:
    if kind.criteria == noun_criteria(kind.noun):
        raise Unresolved("any singer is a character")
    return AnyCardIs(cards=bound("singers"), criteria=is_criteria(kind))


@rule("condition", "you discarded [a|an] {kind:kind}")
def _discarded(scope: Scope, kind: Kind) -> Condition:
    return _this_way(scope, "discarded", kind.limited(OfPlayer(player=You())))


@rule("condition", "they discarded [a|an] {kind:kind}[ this way|]")
def _they_discarded(scope: Scope, kind: Kind) -> Condition:
    return _this_way(scope, "discarded", kind)


@rule("condition", "you {way=discarded|returned|banished|moved} [a|an] {kind:kind} this way")
def _did_this_way(scope: Scope, way: str, kind: Kind) -> Condition:
    # what others discarded as part of the same effect is not what you did (6.7.6)
    own = kind.limited(OfPlayer(player=You())) if way == "discarded" else kind
    return _this_way(scope, way, own)


def _this_way(scope: Scope, way: str, kind: Kind) -> Condition:
    cards = bound(scope.this_way(way))
    scope.recognised(cards, kind.noun.words)
    return AnyCardIs(cards=cards, criteria=kind.criteria)


@rule("condition", "[a|an|any] {kind:kind} [is|was|were] {way=discarded|returned|banished|moved|revealed} this way")
def _was_this_way(scope: Scope, kind: Kind, way: str) -> Condition:
    return _this_way(scope, way, kind)


same("condition", "{happened:happened}")


@rule("conditions", "{first:condition} and {second:condition}")
def _both(scope: Scope, first: Condition, second: Condition) -> Condition:
    return Both(conditions=(first, second))


@rule("conditions", "{first:condition} or {second:condition}")
def _one_of(scope: Scope, first: Condition, second: Condition) -> Condition:
    return OneOf(conditions=(first, second))


same("conditions", "{condition:condition}")


# While this is going on


@rule("ongoing", "challenging", "{card:challenger} challenging")
def _challenging(scope: Scope, card: None = None) -> Condition:
    return WhileChallenging()


@rule("ongoing", "being challenged", "{card:challenger} being challenged")
def _challenged(scope: Scope, card: None = None) -> Condition:
    return WhileChallenged()


words("challenger", {"[this character is|he's|she's|they're|it's]": None})


@rule("ongoing", "challenging [a|an] {kind:kind}")
def _challenging_kind(scope: Scope, kind: Kind) -> Condition:
    return WhileChallenging(against=kind.filter(Zone.PLAY))


@rule("ongoing", "at a location")
def _subject_at_location(scope: Scope) -> Condition:
    if scope.subject is None:
        raise Unresolved("nothing says who is at a location")
    scope.at_location = True
    return CardIs(card=scope.subject, criteria=(AtLocation(),))


same("while", "{condition:conditions}", "{condition:ongoing}")

__all__ = ["AT_LEAST_ONE", "Some", "at_least", "exist", "is_criteria"]
