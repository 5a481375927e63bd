"""Point at cards in an effect: this one, the ones spoken of, chosen ones, all of a kind.

``reference_back`` is a singular reference to something known ("this character", "that card", "the banished item"),
``pronoun`` a word for one ("they"), ``target`` anything that an effect can be done to. All lower to a ``Reference``
and are noted in the scope, so that later words can point at them.
"""

from dataclasses import replace

from engine.abilities.filters import AtLocation, CardFilter, IsInZone, IsNot, IsOther, IsType, OfPlayer, OnSide
from engine.abilities.players import BoundPlayer, You
from engine.abilities.references import (
    Bound,
    Chosen,
    Every,
    Highest,
    Lowest,
    Reference,
    RestOf,
    This,
    Those,
    Together,
)
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Manner, Side, Stat, Zone
from engine.cite import rule as applies
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.filters import either
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Entity, Kind, Noun
from engine.compiler.scope import Scope

# Known cards


@rule("this", "this {noun=character|item|location|card|action|song}")
def _this(scope: Scope, noun: str) -> Reference:
    return This()


same("reference_back", "{this:this}")


@rule("reference_back", "that {noun:one_noun}[ card|]")
def _that(scope: Scope, noun: Noun) -> Reference:
    return scope.that(next(iter(noun.words)), plural=False)


@rule("reference_back", "that card")
def _that_card(scope: Scope) -> Reference:
    return scope.that("card", plural=False)


@rule("references_back", "those {noun:many_noun}")
def _those(scope: Scope, noun: Noun) -> Reference:
    return scope.that(next(iter(noun.words)), plural=True)


@rule("references_back", "those cards")
def _those_cards(scope: Scope) -> Reference:
    return scope.that("card", plural=True)


_ROLES = "banished|challenging|challenged|chosen|discarded|exerted|moved|revealed|returned|played|damaged"


@rule("reference_back", f"the {{role={_ROLES}}} {{noun=character|item|location|card|action|song}}")
def _the(scope: Scope, role: str, noun: str) -> Reference:
    return scope.mention(Entity(scope.role(role), frozenset({noun}), plural=False))


@rule("references_back", f"the {{role={_ROLES}}} {{noun=characters|items|locations|cards}}")
def _the_several(scope: Scope, role: str, noun: str) -> Reference:
    cards = scope.role(role)
    if role == "revealed":
        # what was revealed and has gone elsewhere since is no longer revealed (6.1.14.2)
        cards = RestOf(cards=cards)
    return scope.mention(Entity(cards, frozenset({noun.removesuffix("s")}), plural=True))


@rule("reference_back", "the {noun:one_noun} you played")
def _the_played(scope: Scope, noun: Noun) -> Reference:
    return scope.that(next(iter(noun.words)), plural=False)


@rule("reference_back", "the other [character|card]")
def _the_other(scope: Scope) -> Reference:
    return scope.role("other")


words("pronoun_word", {word: word for word in ("he", "she", "it", "they", "him", "her", "them")})


@rule("pronoun", "{word:pronoun_word}")
@applies("1.4.3.2", "pronouns")
def _pronoun(scope: Scope, word: str) -> Reference:
    return scope.pronoun(word)


same("known", "{card:reference_back}", "{cards:references_back}", "{card:pronoun}")


@rule("known", "each of {card:pronoun}", "each of {card:references_back}", "both")
def _each_of(scope: Scope, card: Reference | None = None) -> Reference:
    return card or scope.pronoun("they")


@rule("located", "{card:known} from [your|their] {zone=discard|hand}")
def _known_from(scope: Scope, card: Reference, zone: str) -> Reference:
    """Mean a known card as long as it is in that zone (6.1.11.1)."""
    return Those(cards=card, criteria=(IsInZone(zone=Zone(zone)),))


@rule("located", "{card:definite_choice} from here")
def _chosen_from_here(scope: Scope, card: Reference) -> Reference:
    assert isinstance(card, Chosen)
    here = AtLocation(location=scope.place())
    return replace(card, among=replace(card.among, criteria=(*card.among.criteria, here)))


same("definite_choice", "{card:choice}")

# Chosen cards

ONE = Number(value=1)
USER = BoundPlayer(name="user")
"""Another player who uses the ability that is read, and makes its choices."""


def chosen(
    scope: Scope,
    kind: Kind,
    minimum: Amount = ONE,
    maximum: Amount | None = ONE,
    *,
    manner: Manner = Manner.CHOOSE,
    zone: Zone = Zone.PLAY,
) -> Reference:
    """Let the acting player choose cards of a kind, and remember them."""
    if manner is Manner.SELECT:
        placed(kind, zone)
    bind = scope.fresh("chosen")
    among = kind.filter(zone)
    if kind.noun.card and kind.zone is None:
        scope.unplaced.add(bind)
    scope.mention(Entity(Bound(name=bind), kind.noun.words, plural=maximum != ONE, gendered=kind.gendered))
    scope.roles["chosen"] = Bound(name=bind)
    chooser = You() if manner is Manner.CHOOSE and scope.actor != USER else scope.actor
    picked = Chosen(among=among, minimum=minimum, maximum=maximum, chooser=chooser, total=kind.total, bind=bind, manner=manner)
    return picked if chooser == scope.actor else scope.choose_first(picked)


def placed(kind: Kind, zone: Zone) -> None:
    """Refuse "cards" of which nothing says where they are.

    :raises Unresolved: the cards need not be in play, and no zone is said.
    """
    if kind.noun.card and kind.zone is None and zone is Zone.PLAY:
        raise Unresolved("nothing says where the cards are")


def choosing(cards: Reference) -> Reference:
    """Make a selection a choice, since the verb is "choose"."""
    return replace(cards, manner=Manner.CHOOSE) if isinstance(cards, Chosen) else cards


def _beside(cards: CardFilter, others: CardFilter) -> CardFilter:
    """Put cards where the cards are that are named with them: "chosen item card and chosen character card from your discard"."""
    owners = tuple(criterion for criterion in others.criteria if isinstance(criterion, OfPlayer))
    return replace(cards, zone=others.zone, criteria=(*cards.criteria, *owners))


def yours(kind: Kind) -> Kind:
    """Limit a kind to your cards."""
    return kind.limited(OnSide(side=Side.YOURS))


def another(scope: Scope, kind: Kind) -> Kind:
    """Limit a kind to cards other than the source and those the ability selected before (6.1.6)."""
    return kind.limited(IsOther(), *selected_before(scope))


def selected_before(scope: Scope, *ways: str) -> tuple[IsNot, ...]:
    """Leave out the cards that were chosen before, or taken in another of some ways."""
    before = (entity.reference for entity in scope.cards if isinstance(entity.reference, Bound))
    return tuple(IsNot(cards=card) for card in before if card.name.startswith(("chosen", *ways)))


@rule("choice", "chosen {kind:kind}", "a chosen {kind:kind}")
def _chosen(scope: Scope, kind: Kind) -> Reference:
    if kind.noun.plural:
        raise Unresolved("nothing says how many are chosen")
    return chosen(scope, kind)


@rule("choice", "another chosen {kind:kind}")
def _another_chosen(scope: Scope, kind: Kind) -> Reference:
    return chosen(scope, another(scope, kind))


@rule("choice", "another {n:number} chosen {kind:kind}")
def _others_chosen(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, another(scope, kind), Number(value=n), Number(value=n))


@rule("choice", "{n:number} chosen {kind:kind}")
def _some_chosen(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, kind, Number(value=n), Number(value=n))


@rule("choice", "up to {n:number} chosen {kind:kind}")
def _up_to_chosen(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, kind, Number(value=0), Number(value=n))


@rule("choice", "up to {n:number} other chosen {kind:kind}")
def _up_to_other_chosen(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, another(scope, kind), Number(value=0), Number(value=n))


@rule("choice", "any number of chosen {kind:kind}")
def _any_number_chosen(scope: Scope, kind: Kind) -> Reference:
    return chosen(scope, kind, Number(value=0), None)


# Selections that the text does not call a choice


@rule("choice", "[a|an] {kind:kind}", "any {kind:kind}")
def _a(scope: Scope, kind: Kind) -> Reference:
    return chosen(scope, kind, manner=Manner.SELECT)


@rule("choice", "[a|an] {first:kind} or [a|an] {second:kind}")
def _a_or_a(scope: Scope, first: Kind, second: Kind) -> Reference:
    return chosen(scope, either(first, second), manner=Manner.SELECT)


@rule("choice", "another {kind:kind}")
def _another(scope: Scope, kind: Kind) -> Reference:
    return chosen(scope, another(scope, kind), manner=Manner.SELECT)


@rule("choice", "one of your {kind:kind}", "{n:number} of your {kind:kind}")
def _of_yours(scope: Scope, kind: Kind, n: int = 1) -> Reference:
    return chosen(scope, yours(kind), Number(value=n), Number(value=n), manner=Manner.SELECT)


@rule("choice", "up to {n:number} of your {kind:kind}")
def _up_to_of_yours(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, yours(kind), Number(value=0), Number(value=n), manner=Manner.SELECT)


@rule("choice", "any number of your {kind:kind}")
def _any_number_of_yours(scope: Scope, kind: Kind) -> Reference:
    return chosen(scope, yours(kind), Number(value=0), None, manner=Manner.SELECT)


@rule("choice", "any number of {kind:kind}")
def _any_number(scope: Scope, kind: Kind) -> Reference:
    return chosen(scope, kind, Number(value=0), None, manner=Manner.SELECT)


@rule("choice", "{n:number} {kind:kind}")
def _some(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, kind, Number(value=n), Number(value=n), manner=Manner.SELECT)


@rule("choice", "up to {n:number} {kind:kind}")
def _up_to(scope: Scope, n: int, kind: Kind) -> Reference:
    return chosen(scope, kind, Number(value=0), Number(value=n), manner=Manner.SELECT)


@rule("choice", "one of their {kind:kind}", "{n:number} of their {kind:kind}")
def _of_theirs(scope: Scope, kind: Kind, n: int = 1) -> Reference:
    own = kind.limited(OfPlayer(player=scope.actor))
    return chosen(scope, own, Number(value=n), Number(value=n), manner=Manner.SELECT)


# All of a kind


def every(scope: Scope, kind: Kind, zone: Zone = Zone.PLAY) -> Reference:
    """Mean every card of a kind, and remember them."""
    placed(kind, zone)
    if any(isinstance(criterion, IsOther) for criterion in kind.criteria):
        kind = kind.limited(*selected_before(scope, "every"))
    bind = scope.fresh("every")
    among = kind.filter(zone)
    scope.mention(Entity(Bound(name=bind), kind.noun.words, plural=True))
    return Every(among=among, bind=bind)


@rule("whole", "[all|each] {kind:kind}", "all [of|] the {kind:kind}")
def _every(scope: Scope, kind: Kind) -> Reference:
    return every(scope, kind)


@rule("bare", "{kind:kind}")
def _bare(scope: Scope, kind: Kind) -> Reference:
    if not kind.noun.plural:
        raise Unresolved("a noun alone does not say which card")
    return every(scope, kind)


@rule("whole", "[all|all of|] your {kind:kind}", "each of your {kind:kind}")
def _all_yours(scope: Scope, kind: Kind) -> Reference:
    return every(scope, yours(kind))


@rule("whole", "all their {kind:kind}", "all of their {kind:kind}")
def _all_theirs(scope: Scope, kind: Kind) -> Reference:
    return every(scope, kind.limited(OfPlayer(player=scope.actor)))


@rule("whole", "the {kind:kind} with the {way=highest|lowest} {stat:stat_name}")
def _extreme(scope: Scope, kind: Kind, way: str, stat: Stat) -> Reference:
    found = every(scope, kind)
    return Highest(cards=found, stat=stat) if way == "highest" else Lowest(cards=found, stat=stat)


@rule("whole", "[all|all of|each|each of] [the|] {kind:kind} {way=banished|discarded|returned|moved|revealed} this way")
@rule("whole", "the {kind:kind} {way=banished|discarded|returned|moved|revealed} this way")
def _done_this_way(scope: Scope, kind: Kind, way: str) -> Reference:
    cards = Bound(name=scope.this_way(way))
    scope.mention(Entity(cards, kind.noun.words, plural=kind.noun.plural))
    return Those(cards=cards, criteria=kind.criteria) if kind.criteria else cards


@rule("whole", "[the|each|all|all the|each of the] {kind:kind} that sang this song")
def _singers(scope: Scope, kind: Kind) -> Reference:
    singers = scope.mention(Entity(Bound(name="singers"), kind.noun.words, plural=kind.noun.plural))
    plain = tuple(c for c in kind.criteria if not isinstance(c, IsType))
    return Those(cards=singers, criteria=plain) if plain else singers


words("stat_name", {"cost": Stat.COST, "¤": Stat.STRENGTH, "⛉": Stat.WILLPOWER, "◊": Stat.LORE})


same("definite", "{card:known}", "{card:located}", "{card:choice}", "{cards:whole}")
same("single", "{card:definite}", "{cards:bare}")
same("target", "{card:single}")


@rule("target", "{first:single} and {second:definite}")
def _together(scope: Scope, first: Reference, second: Reference) -> Reference:
    if isinstance(first, Chosen) and isinstance(second, Chosen) and first.bind in scope.unplaced:
        first = replace(first, among=_beside(first.among, second.among))
    if isinstance(first, This) and isinstance(second, Chosen):
        scope.roles["other"] = Bound(name=second.bind)
    return Together(parts=(first, second))


__all__ = ["another", "chosen", "every", "yours"]
