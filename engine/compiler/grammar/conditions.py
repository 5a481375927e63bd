"""Say what has to be true: after "if", "while" and "unless".

``condition`` lowers to a ``Condition``. ``some`` is what one can have: "a character", "2 or more items", "no cards".
"""

from engine.abilities.conditions import (
    AmountIs,
    AnyCardIs,
    Both,
    CardIs,
    CardsExist,
    Condition,
    DuringTurn,
    HappenedThisTurn,
    HasMoreCards,
    Negated,
    NotFirstPlayer,
    OneOf,
    OnFirstTurn,
    PaidWithInkDrop,
    PlayerHas,
    SeenBy,
    WasShifted,
    WhileChallenged,
    WhileChallenging,
)
from engine.abilities.filters import (
    AtLocation,
    CardFilter,
    Criterion,
    HasBoundName,
    HasCardUnder,
    HasName,
    IsInState,
    IsInZone,
    IsOther,
    Not,
    OfPlayer,
    SharesName,
    StatIs,
)
from engine.abilities.players import AnyOpponent, EachOpponent, PlayerRef, You
from engine.abilities.references import Reference, This
from engine.abilities.values import Amount, BoundAmount, Number, PlayerNumber
from engine.abilities.vocabulary import CardState, Comparison, Stat, TurnOf, Zone
from engine.compiler.grammar.filters import either
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Compared, Kind
from engine.compiler.scope import Scope

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
    return kind, Compared(comparison, Number(value=n))


@rule("some", "{way=more|fewer} than {n:number} {kind:kind}")
def _more_than(scope: Scope, way: str, n: int, kind: Kind) -> Some:
    return kind, Compared(Comparison.MORE if way == "more" else Comparison.FEWER, Number(value=n))


@rule("some", "no {kind:kind}")
def _none(scope: Scope, kind: Kind) -> Some:
    return kind, Compared(Comparison.EXACTLY, Number(value=0))


@rule("some", "only {n:number} {kind:kind}")
def _only(scope: Scope, n: int, kind: Kind) -> Some:
    return kind, Compared(Comparison.EXACTLY, Number(value=n))


def exist(some: Some, *criteria: Criterion) -> Condition:
    """Say that so many cards of a kind are there."""
    kind, compared = some
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


@rule("condition", "[an opponent has|one or more opponents have] {some:some}")
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


# Numbers of players

words("rival", {"each opponent": EachOpponent(), "an opponent": AnyOpponent(), "you": You()})
words("rival_has", {"an opponent has": AnyOpponent(), "you have": You(), "each opponent has": EachOpponent()})
words(
    "property",
    {
        "cards in [their|your] hand": "hand",
        "cards in [their|your] discard": "discard",
        "cards in [their|your] inkwell": "ink",
        "lore": "lore",
        "ink drops": "ink_drops",
    },
)


@rule("condition", "{who:rival_has} more {property:property} than {than:rival}")
def _has_more(scope: Scope, who: PlayerRef, property: str, than: PlayerRef) -> Condition:
    return PlayerHas(
        player=who, property=property, comparison=Comparison.MORE, amount=PlayerNumber(property=property, player=than)
    )


@rule("condition", "chosen opponent has more {property:property} than you")
def _chosen_has_more(scope: Scope, property: str) -> Condition:
    player = scope.choose_opponent()
    mine = PlayerNumber(property=property, player=You())
    return PlayerHas(player=player, property=property, comparison=Comparison.MORE, amount=mine)


@rule("condition", "{who:rival_has} more {kind:kind} than {than:rival}")
def _has_more_cards(scope: Scope, who: PlayerRef, kind: Kind, than: PlayerRef) -> Condition:
    return HasMoreCards(player=who, cards=kind.filter(Zone.PLAY), than=than)


@rule("condition", "{who:rival_has} more {kind:kind} in play than {than:rival}")
def _has_more_in_play(scope: Scope, who: PlayerRef, kind: Kind, than: PlayerRef) -> Condition:
    return HasMoreCards(player=who, cards=kind.filter(Zone.PLAY), than=than)


@rule("condition", "{who:rival_has} {n:number} [or {way=more|less}|] {property:number_property}")
def _has_number(scope: Scope, who: PlayerRef, n: int, property: str, way: str = "") -> Condition:
    comparison = {"more": Comparison.AT_LEAST, "less": Comparison.AT_MOST, "": Comparison.EXACTLY}[way]
    return PlayerHas(player=who, property=property, comparison=comparison, amount=Number(value=n))


words("number_property", {"lore": "lore", "⬡": "ink", "[ink drop|ink drops]": "ink_drops", "opponents": "opponents"})


@rule("condition", "you have an ink drop")
def _has_ink_drop(scope: Scope) -> Condition:
    return PlayerHas(player=You(), property="ink_drops", comparison=Comparison.AT_LEAST, amount=Number(value=1))


# What a card is


def is_criteria(kind: Kind) -> tuple[Criterion, ...]:
    """Give what has to hold of a card that "is a" kind."""
    zone = (IsInZone(zone=kind.zone),) if kind.zone else ()
    return (*kind.criteria, *zone)


@rule("condition", "{card:known} [is|are] {state:card_state}")
def _is_state(scope: Scope, card: Reference, state: tuple[Criterion, ...]) -> Condition:
    return CardIs(card=card, criteria=state)


words(
    "card_state",
    {
        "exerted": (IsInState(state=CardState.EXERTED),),
        "ready": (IsInState(state=CardState.READY),),
        "at a location": (AtLocation(),),
        "in play": (IsInZone(zone=Zone.PLAY),),
        "in your discard": (IsInZone(zone=Zone.DISCARD),),
        "not at a location": (Not(criterion=AtLocation()),),
    },
)


@rule("condition", "{card:contracted} {state:card_state}")
def _contracted_state(scope: Scope, card: Reference, state: tuple[Criterion, ...]) -> Condition:
    return CardIs(card=card, criteria=state)


words("contracted_word", {"[it's|it is]": "it", "they're": "they", "he's": "he", "she's": "she"})


@rule("contracted", "{word:contracted_word}")
def _contracted(scope: Scope, word: str) -> Reference:
    return scope.pronoun(word)


@rule("condition", "{card:contracted} [a|an] {kind:kind}", "{card:known} is [a|an] {kind:kind}")
def _is_kind(scope: Scope, card: Reference, kind: Kind) -> Condition:
    if kind.gendered:
        scope.recognised(card)
    return CardIs(card=card, criteria=is_criteria(kind))


@rule("condition", "{card:contracted} [a|an] {first:kind} or [a|an] {second:kind}")
@rule("condition", "{card:known} is [a|an] {first:kind} or [a|an] {second:kind}")
def _is_either(scope: Scope, card: Reference, first: Kind, second: Kind) -> Condition:
    return CardIs(card=card, criteria=is_criteria(either(first, second)))


@rule("condition", "{card:contracted} [a|an] {classes:classes}", "{card:known} is [a|an] {classes:classes}")
def _is_classes(scope: Scope, card: Reference, classes: tuple[Criterion, ...]) -> Condition:
    from engine.compiler.grammar.filters import any_of

    return CardIs(card=card, criteria=(any_of(classes),))


@rule("condition", "{card:contracted} the named card", "{card:known} is the named card")
def _is_named(scope: Scope, card: Reference) -> Condition:
    return CardIs(card=card, criteria=(HasBoundName(name=scope.this_way("named")),))


@rule("condition", "{card:known} is named {name:name}")
def _is_called(scope: Scope, card: Reference, name: str) -> Condition:
    scope.recognised(card)
    return CardIs(card=card, criteria=(HasName(name=name),))


@rule("condition", "[a|an] {kind:kind} is chosen")
def _is_chosen(scope: Scope, kind: Kind) -> Condition:
    card = scope.role("chosen")
    scope.recognised(card)
    return AnyCardIs(cards=card, criteria=is_criteria(kind))


@rule("condition", "{card:known} [has|have] {state=damage|no damage}")
def _has_damage(scope: Scope, card: Reference, state: str) -> Condition:
    state_of = CardState.DAMAGED if state == "damage" else CardState.UNDAMAGED
    return CardIs(card=card, criteria=(IsInState(state=state_of),))


@rule("condition", "{card:known} [has|have] {stat:with_stat}")
def _has_stat(scope: Scope, card: Reference, stat: Criterion) -> Condition:
    return CardIs(card=card, criteria=(stat,))


@rule("condition", "{card:known} is {stat:with_stat}")
def _is_stat(scope: Scope, card: Reference, stat: Criterion) -> Condition:
    return CardIs(card=card, criteria=(stat,))


@rule("condition", "{card:known} [has|have] {n:number} or more damage")
def _has_so_much_damage(scope: Scope, card: Reference, n: int) -> Condition:
    much = StatIs(stat=Stat.DAMAGE, comparison=Comparison.AT_LEAST, amount=Number(value=n))
    return CardIs(card=card, criteria=(much,))


@rule("condition", "{card:known} [has|had] a card under [them|it|him|her]")
@rule("condition", "[there's|there was] a card under {card:known}")
def _has_card_under(scope: Scope, card: Reference) -> Condition:
    return CardIs(card=card, criteria=(HasCardUnder(),))


@rule("condition", "it has the same name as {card:known}")
def _same_name(scope: Scope, card: Reference) -> Condition:
    return CardIs(card=scope.role("revealed"), criteria=(SharesName(card=card),))


@rule("condition", "all cards in your inkwell are exerted")
def _inkwell_exerted(scope: Scope) -> Condition:
    ready = CardFilter(zone=Zone.INKWELL, criteria=(OfPlayer(player=You()), IsInState(state=CardState.READY)))
    return CardsExist(cards=ready, comparison=Comparison.EXACTLY, amount=Number(value=0))


# What has been done


@rule("condition", "you used Shift to play {card:known}", "{card:known} used Shift")
def _shifted(scope: Scope, card: Reference) -> Condition:
    return WasShifted(card=card)


@rule("condition", "you removed an ink drop to play {card:known}")
def _paid_with_drop(scope: Scope, card: Reference) -> Condition:
    return PaidWithInkDrop()


@rule("condition", "this is your first turn and you're not the first player")
def _first_turn_second_player(scope: Scope) -> Condition:
    return Both(conditions=(OnFirstTurn(), NotFirstPlayer()))


@rule("condition", "it's your turn")
def _your_turn(scope: Scope) -> Condition:
    return DuringTurn(turn=TurnOf.YOURS)


@rule("condition", "you [removed damage|removed {n:number} or more damage] this way")
def _removed_damage(scope: Scope, n: int = 1) -> Condition:
    return at_least(BoundAmount(name=scope.this_way("damage removed")), n)


def at_least(amount: Amount, n: int) -> Condition:
    """Say that an amount is at least *n*."""
    return AmountIs(left=amount, comparison=Comparison.AT_LEAST, right=Number(value=n))


@rule("condition", "you {way=discarded|returned|banished|moved} [a|an] {kind:kind} this way")
def _did_this_way(scope: Scope, way: str, kind: Kind) -> Condition:
    return AnyCardIs(cards=_bound(scope.this_way(way)), criteria=kind.criteria)


@rule("condition", "[a|an|any] {kind:kind} [is|was|were] {way=discarded|returned|banished|moved|revealed} this way")
def _was_this_way(scope: Scope, kind: Kind, way: str) -> Condition:
    return AnyCardIs(cards=_bound(scope.this_way(way)), criteria=kind.criteria)


def _bound(name: str) -> Reference:
    from engine.abilities.references import Bound

    return Bound(name=name)


same("condition", "{happened:happened}")


@rule("conditions", "{first:condition} and {second:condition}")
def _both(scope: Scope, first: Condition, second: Condition) -> Condition:
    return Both(conditions=(first, second))


@rule("conditions", "{first:condition} or {second:condition}")
def _one_of(scope: Scope, first: Condition, second: Condition) -> Condition:
    return OneOf(conditions=(first, second))


same("conditions", "{condition:condition}")


# While this is going on

words(
    "ongoing",
    {
        "[challenging|this character is challenging|he's challenging|she's challenging|they're challenging]": WhileChallenging(),
        "[being challenged|this character is being challenged|he's being challenged|she's being challenged|they're being challenged]": WhileChallenged(),
    },
)


@rule("ongoing", "challenging [a|an] {kind:kind}")
def _challenging_kind(scope: Scope, kind: Kind) -> Condition:
    return WhileChallenging(against=kind.filter(Zone.PLAY))


same("while", "{condition:conditions}", "{condition:ongoing}")

__all__ = ["AT_LEAST_ONE", "Some", "at_least", "exist", "is_criteria"]
