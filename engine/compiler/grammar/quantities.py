"""Say how much: counts for "for each …", and numbers for "equal to …"."""

from dataclasses import replace

from engine.abilities.conditions import Negated, WasDone
from engine.abilities.filters import CardFilter, Criterion, DidThisTurn, OnSide
from engine.abilities.players import EachOpponent, PlayersWho, You
from engine.abilities.references import Bound, Reference, This, Those
from engine.abilities.triggers import EventPattern
from engine.abilities.values import (
    Amount,
    AtMost,
    BoundAmount,
    CountDistinct,
    CountOf,
    CountPlayers,
    Number,
    PlayerNumber,
    StatOf,
    Sum,
    Times,
    TurnCount,
    TurnTotal,
)
from engine.abilities.vocabulary import Occurrence, Side, Stat, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.filters import noun_criteria
from engine.compiler.grammar.references import another, chosen, placed, yours
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Each, Kind, Noun
from engine.compiler.scope import Scope

# Amounts


@rule("amount", "{n:number}")
def _number(scope: Scope, n: int) -> Amount:
    return Number(value=n)


@rule("amount", "that [many|much]", "the same amount of", "that amount of")
def _that_much(scope: Scope) -> Amount:
    return scope.that_amount()


# What is counted


@rule("counted", "{kind:kind}")
def _counted(scope: Scope, kind: Kind) -> Each:
    return Each(_count(kind))


def _count(kind: Kind) -> Amount:
    """Count cards of a kind where they are.

    :raises Unresolved: the kind is of what was played this turn, which counts wherever it is by now.
    """
    if DidThisTurn(occurrence=Occurrence.PLAYED) in kind.criteria and kind.zone is None:
        raise Unresolved("what was played is counted whether it is still in play or not")
    return CountOf(cards=kind.filter(Zone.PLAY))


@rule("counted", "of your {kind:kind}")
def _of_yours(scope: Scope, kind: Kind) -> Each:
    return Each(CountOf(cards=yours(kind).filter(Zone.PLAY)))


@rule("counted", "{noun:noun} put into [your|their|a] discard this way")
def _put_this_way(scope: Scope, noun: Noun) -> Each:
    return Each(CountOf(cards=those(noun, Bound(name=scope.this_way("put")))))


@rule("counted", "{n:number} damage on {card:known}", "[damage|damage counter] on {card:known}")
def _damage_on(scope: Scope, card: Reference, n: int = 1) -> Each:
    return Each(StatOf(stat=Stat.DAMAGE, of=card), n)


@rule("counted", "{n:number} damage on {kind:kind}")
def _damage_on_all(scope: Scope, n: int, kind: Kind) -> Each:
    return Each(StatOf(stat=Stat.DAMAGE, of=kind.filter(Zone.PLAY)), n)


_WAYS = "banished|discarded|returned|moved|revealed|removed|lost"


@rule("counted", "{noun:noun} {way=banished|discarded|returned|moved|revealed|put}[ this way|]")
@rule("counted", "{noun:noun} you {way=moved}")
def _cards_this_way(scope: Scope, noun: Noun, way: str) -> Each:
    return Each(CountOf(cards=those(noun, Bound(name=scope.this_way(way)))))


def those(noun: Noun, cards: Reference) -> Reference:
    """Limit remembered cards to those that a noun can name."""
    criteria = noun_criteria(noun)
    return Those(cards=cards, criteria=criteria) if criteria else cards


@rule("counted", "[{n:number}|] damage {way=removed|moved}[ this way|]", "damage counter {way=moved|removed} this way")
def _damage_this_way(scope: Scope, way: str, n: int = 1) -> Each:
    return Each(BoundAmount(name=scope.this_way(f"damage {way}")), n)


@rule("counted", "{n:number} lore lost[ this way|]")
def _lore_this_way(scope: Scope, n: int) -> Each:
    return Each(BoundAmount(name=scope.this_way("lost")), n)


@rule("counted", "{noun:noun} you removed damage from this way")
def _healed_this_way(scope: Scope, noun: Noun) -> Each:
    return Each(CountOf(cards=those(noun, Bound(name=scope.this_way("damage removed")))))


@rule("counted", "opponent who doesn't")
def _opponents_who_did_not(scope: Scope) -> Each:
    undone = Negated(condition=WasDone(name=scope.this_way("done")))
    return Each(CountPlayers(player=PlayersWho(among=EachOpponent(), condition=undone)))


@rule("counted", "opponent")
def _opponents(scope: Scope) -> Each:
    return Each(CountPlayers(player=EachOpponent()))


@rule("counted", "different ink type of {kind:kind}")
def _inks(scope: Scope, kind: Kind) -> Each:
    return Each(CountDistinct(cards=kind.filter(Zone.PLAY), property="ink"))


@rule("counted", "different ink type among your {kind:kind}")
def _inks_of_yours(scope: Scope, kind: Kind) -> Each:
    return _inks(scope, yours(kind))


@rule("counted", "different ink [type of|symbol on] [the|] cards {way=revealed} this way")
def _inks_this_way(scope: Scope, way: str) -> Each:
    return Each(CountDistinct(cards=Bound(name=scope.this_way(way)), property="ink"))


@rule("counted", "{noun:noun} with a different name you have in play")
def _names(scope: Scope, noun: Noun) -> Each:
    criteria: tuple[Criterion, ...] = (*noun_criteria(noun), OnSide(side=Side.YOURS))
    return Each(CountDistinct(cards=CardFilter(criteria=criteria), property="name"))


@rule("counted", "{n:number} {kind:kind}")
def _so_many(scope: Scope, n: int, kind: Kind) -> Each:
    placed(kind, Zone.PLAY)
    return Each(_count(kind), n)


@rule("counted", "different {what=name|classification|cost} [of|among] {kind:kind}")
def _different(scope: Scope, what: str, kind: Kind) -> Each:
    return Each(CountDistinct(cards=kind.filter(Zone.PLAY), property=what))


@rule("counted", "different {what=name|classification|cost} [of|among] your {kind:kind}")
def _different_of_yours(scope: Scope, what: str, kind: Kind) -> Each:
    return _different(scope, what, yours(kind))


@rule("counted", "{kind:kind} [you|you've] played this turn")
def _played_this_turn(scope: Scope, kind: Kind) -> Each:
    """Count what was played, wherever it is by now."""
    return Each(TurnCount(event=EventPattern(occurrence=Occurrence.PLAYED, subject=kind.filter(Zone.PLAY), actor=You())))


@rule("plain_quantity", "the number of {kind:kind} [you|you've] played this turn")
def _number_played(scope: Scope, kind: Kind) -> Amount:
    return _played_this_turn(scope, kind).amount


@rule("counted", "{kind:kind} {way=banished|discarded} this turn")
def _gone_this_turn(scope: Scope, kind: Kind, way: str) -> Each:
    occurrence = Occurrence.BANISHED if way == "banished" else Occurrence.DISCARDED
    subject = kind.filter(Zone.PLAY) if kind.criteria else None
    return Each(TurnCount(event=EventPattern(occurrence=occurrence, subject=subject)))


@rule("counted", "character that sang this song")
def _singers(scope: Scope) -> Each:
    return Each(CountOf(cards=Bound(name="singers")))


@rule("counted", "{kind:kind} banished in a challenge this turn")
def _banished_this_turn(scope: Scope, kind: Kind) -> Each:
    event = EventPattern(occurrence=Occurrence.BANISHED_IN_CHALLENGE, subject=kind.filter(Zone.PLAY))
    return Each(TurnCount(event=event))


same("tally", "{each:counted}")


@rule("tally", "{each:counted}, to a maximum of [{n:number}|{n:signed}][ lore| damage| cards| {stat:stat}|]")
def _tally_at_most(scope: Scope, each: Each, n: int, stat: Stat | None = None) -> Each:
    return replace(each, maximum=abs(n))


# Characteristics


@rule("owner", "this [character's|item's|location's|card's]")
def _this_ones(scope: Scope) -> Reference:
    return This()


@rule("owner", "that {noun=character's|item's|location's|card's}")
def _that_ones(scope: Scope, noun: str) -> Reference:
    return scope.that(noun.removesuffix("'s"), plural=False)


@rule(
    "owner", "the {role=banished|challenging|challenged|chosen|discarded|exerted|revealed|returned} [character's|item's|card's]"
)
def _the_ones(scope: Scope, role: str) -> Reference:
    return scope.role(role)


@rule("owner", "{word=his|her|its|their}")
def _their(scope: Scope, word: str) -> Reference:
    return scope.pronoun({"their": "they"}.get(word, word))


@rule("plain_quantity", "{card:owner} {stat:stat_name}")
def _stat(scope: Scope, card: Reference, stat: Stat) -> Amount:
    return StatOf(stat=stat, of=card)


@rule("plain_quantity", "the {stat:stat_name} of {card:single}")
def _stat_of(scope: Scope, stat: Stat, card: Reference) -> Amount:
    return StatOf(stat=stat, of=scope.choose_first(card))


@rule(
    "plain_quantity", "[{other=another}|] chosen [{adjectives:adjectives}|] {noun=character's|item's|location's} {stat:stat_name}"
)
def _stat_of_chosen(scope: Scope, noun: str, stat: Stat, other: str = "", adjectives: tuple[Criterion, ...] = ()) -> Amount:
    word = noun.removesuffix("'s")
    what = Noun(frozenset({word}), plural=False, card=False)
    kind = Kind((*noun_criteria(what), *adjectives), what)
    return StatOf(stat=stat, of=scope.choose_first(chosen(scope, another(scope, kind) if other else kind)))


@rule("plain_quantity", "the {stat:stat_name} {word:pronoun_word} had in play")
def _stat_in_play(scope: Scope, stat: Stat, word: str) -> Amount:
    return StatOf(stat=stat, of=scope.pronoun(word))


@rule("plain_quantity", "the number of your {kind:kind}")
def _number_of_yours(scope: Scope, kind: Kind) -> Amount:
    return CountOf(cards=yours(kind).filter(Zone.PLAY))


@rule("plain_quantity", "the damage on {card:single}")
def _damage(scope: Scope, card: Reference) -> Amount:
    return StatOf(stat=Stat.DAMAGE, of=scope.choose_first(card))


@rule("plain_quantity", "the number of {kind:kind}")
def _number_of(scope: Scope, kind: Kind) -> Amount:
    placed(kind, Zone.PLAY)
    return _count(kind)


@rule("plain_quantity", "the[ amount of|] damage {way=removed|moved|dealt} this way")
def _damage_done(scope: Scope, way: str) -> Amount:
    return BoundAmount(name=scope.this_way(f"damage {way}"))


@rule("plain_quantity", "the[ amount of|] lore [you|you've] {way:lore_verb} this turn")
def _lore_this_turn(scope: Scope, way: Occurrence) -> Amount:
    return TurnTotal(event=EventPattern(occurrence=way, actor=You()))


words("lore_verb", {"gained": Occurrence.LORE_GAINED, "lost": Occurrence.LORE_LOST})


@rule("plain_quantity", "the lore lost[ this way|]")
def _lore_lost(scope: Scope) -> Amount:
    return BoundAmount(name=scope.this_way("lost"))


@rule("plain_quantity", "that number")
def _that_number(scope: Scope) -> Amount:
    return scope.that_amount()


# Numbers worked out from others


@rule("amount", "twice that [many|much]")
def _twice_that_much(scope: Scope) -> Amount:
    return Times(factor=2, amount=scope.that_amount())


same("quantity", "{amount:plain_quantity}")


@rule("quantity", "twice {amount:plain_quantity}")
def _twice(scope: Scope, amount: Amount) -> Amount:
    return Times(factor=2, amount=amount)


@rule("quantity", "half {amount:plain_quantity}, rounded {way=up|down}", "half {amount:plain_quantity} rounded {way=up|down}")
def _half(scope: Scope, amount: Amount, way: str) -> Amount:
    if way == "up":
        amount = Sum(amounts=(amount, Number(value=1)))
    return Times(factor=1, amount=amount, every=2)


@rule("quantity", "{amount:plain_quantity} {way=plus|minus} {n:number}")
def _plus(scope: Scope, amount: Amount, way: str, n: int) -> Amount:
    return adjusted(amount, n if way == "plus" else -n)


@rule("quantity", "{n:number} plus {amount:plain_quantity}", "{n:number} more than {amount:plain_quantity}")
def _more_than(scope: Scope, n: int, amount: Amount) -> Amount:
    return adjusted(amount, n)


def adjusted(amount: Amount, by: int) -> Amount:
    """Give an amount and so much more, or less where *by* is negative."""
    return amount if not by else Sum(amounts=(amount, Number(value=by)))


@rule("adjustment", "")
def _unadjusted(scope: Scope) -> int:
    return 0


@rule("adjustment", "{way=plus|minus} {n:number}")
def _adjustment(scope: Scope, way: str, n: int) -> int:
    return n if way == "plus" else -n


@rule("capped", "{amount:quantity}, to a maximum of {n:number} [lore|damage|]")
def _capped(scope: Scope, amount: Amount, n: int) -> Amount:
    return AtMost(amount=amount, maximum=n)


same("capped", "{amount:quantity}")


@rule("quantity_of_player", "the number of cards in {whose=your|their} hand")
def _hand(scope: Scope, whose: str) -> Amount:
    return PlayerNumber(property="hand", player=You() if whose == "your" else scope.actor)


__all__ = ["those"]
