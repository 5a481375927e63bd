"""Read what is continuously true (6.4): who, what, and while what holds.

``static`` lowers to a tuple of ``StaticAbility``. Its subject is a filter, so that it reaches cards that come later.
"""

from dataclasses import replace

from corpus.records import CardType
from engine.abilities.base import walk
from engine.abilities.conditions import Both, CardIs, CardsExist, Condition, DuringTurn, HappenedThisTurn, Negated
from engine.abilities.effects import Effect
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    AtLocation,
    CardFilter,
    Criterion,
    DidThisTurn,
    IsAmong,
    IsOther,
    IsType,
    Not,
    OfPlayer,
    OnSide,
)
from engine.abilities.keywords import KeywordAbility
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import BoundPlayer, EachOpponent, EachPlayer, PlayerRef, You
from engine.abilities.references import Bound, OtherSide, Reference, This
from engine.abilities.statics import (
    AdditionalInk,
    AllowsShift,
    AlternateCost,
    Cannot,
    DealsDamageWith,
    DeckRule,
    Doing,
    EntersPlay,
    GainsKeyword,
    InkableAs,
    InkedExerted,
    InkFrom,
    LoreToWin,
    Must,
    NotReducedBelow,
    PlayFrom,
    PlayWithTopRevealed,
    SetsStat,
    SkipStep,
)
from engine.abilities.triggers import EventPattern
from engine.abilities.values import Amount, CountOf, Number
from engine.abilities.vocabulary import Occurrence, Side, Stat, TurnOf, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.changes import Changes, scaled
from engine.compiler.grammar.references import yours
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Compared, Each, Entity, Kind
from engine.compiler.scope import Scope

Statics = tuple[StaticAbility, ...]
Affected = CardFilter | Reference | None

# Whom it affects


@rule("affected", "{card:this}")
def _this(scope: Scope, card: Reference) -> Affected:
    return card


@rule("affected", "{word=he|she|it|they}")
def _pronoun(scope: Scope, word: str) -> Affected:
    card = scope.pronoun(word)
    return scope.affected if card == EACH_AFFECTED else card


EACH_AFFECTED = Bound(name="affected")
"""Each of the cards that a static ability affects, for which its numbers are worked out one by one."""


def affecting(scope: Scope, cards: CardFilter, *, plural: bool = True) -> CardFilter:
    """Note the cards that a static ability affects, so that "they" (or "it", of each of them) means them."""
    scope.affected = cards
    scope.mention(Entity(EACH_AFFECTED, frozenset(), plural=plural))
    return cards


@rule("affected", "your {kind:kind}", "each of your {kind:kind}")
def _yours(scope: Scope, kind: Kind) -> Affected:
    return affecting(scope, yours(kind).filter(Zone.PLAY), plural=kind.noun.plural)


@rule("affected", "[all|each|] {kind:kind}")
def _all(scope: Scope, kind: Kind) -> Affected:
    return affecting(scope, kind.filter(Zone.PLAY), plural=kind.noun.plural)


@rule("affected", "{card:this} and [each of|] your {kind:kind}")
def _this_and_yours(scope: Scope, card: Reference, kind: Kind) -> Affected:
    own = yours(kind).criteria
    both = AnyOf(criteria=(IsAmong(cards=card), AllOf(criteria=own)))
    return affecting(scope, CardFilter(criteria=(both,)))


@rule("affected", "your {first:kind} and {second:kind}")
def _yours_and(scope: Scope, first: Kind, second: Kind) -> Affected:
    from engine.compiler.grammar.filters import either

    return affecting(scope, either(yours(first), yours(second)).filter(Zone.PLAY))


@rule("static_clause", "{affected:affected} {changes:changes}")
def _changes(scope: Scope, affected: Affected, changes: Changes) -> Statics:
    return (StaticAbility(changes=_counting(changes, affected), affects=affected),)


def _counting(changes: Changes, affected: Affected) -> Changes:
    """Refuse to count "other" cards for several cards, each of which would have others of its own."""
    if isinstance(affected, CardFilter):
        for change in changes:
            counts = [node for node in walk(change) if isinstance(node, CountOf)]
            if any(isinstance(node, IsOther) for count in counts for node in walk(count)):
                raise Unresolved("what is other differs from card to card")
    return changes


@rule("static_clause", "{affected:affected} {changes:changes} while here")
def _changes_here(scope: Scope, affected: Affected, changes: Changes) -> Statics:
    if not isinstance(affected, CardFilter):
        raise Unresolved("only other cards can be here")
    here = _limited(affected, AtLocation(location=scope.place()))
    return (StaticAbility(changes=_counting(changes, affected), affects=here),)


@rule("static_clause", "{affected:affected} {changes:changes} while {state:card_state}")
def _changes_in_state(scope: Scope, affected: Affected, changes: Changes, state: tuple[Criterion, ...]) -> Statics:
    if isinstance(affected, CardFilter):
        return (StaticAbility(changes=_counting(changes, affected), affects=_limited(affected, *state)),)
    assert affected is not None
    return (StaticAbility(changes=changes, affects=affected, condition=CardIs(card=affected, criteria=state)),)


def _limited(cards: CardFilter, *criteria: Criterion) -> CardFilter:
    return replace(cards, criteria=(*cards.criteria, *criteria))


@rule("static_clause", "for each {each:tally}, {affected:affected} {changes:changes}")
def _changes_for_each(scope: Scope, each: Each, affected: Affected, changes: Changes) -> Statics:
    return (StaticAbility(changes=scaled(changes, each), affects=affected),)


@rule("static_clause", "{affected:affected} [enter|enters] play exerted")
def _enters_exerted(scope: Scope, affected: Affected) -> Statics:
    cards = affected if isinstance(affected, CardFilter) else None
    return (StaticAbility(changes=(EntersPlay(cards=cards, exerted=True),)),)


@rule("static_clause", "{affected:affected} [enter|enters] play with {n:number} damage")
def _enters_damaged(scope: Scope, affected: Affected, n: int) -> Statics:
    cards = affected if isinstance(affected, CardFilter) else None
    return (StaticAbility(changes=(EntersPlay(cards=cards, damage=Number(value=n)),)),)


@rule("static_clause", "{affected:affected} enters play exerted and {changes:changes}")
def _enters_exerted_and(scope: Scope, affected: Affected, changes: Changes) -> Statics:
    assert affected == This()
    return StaticAbility(changes=(EntersPlay(exerted=True),)), StaticAbility(changes=changes, affects=affected)


@rule("affected", "[each opponent's|your opponents'|opponents'] {kind:kind}")
def _theirs(scope: Scope, kind: Kind) -> Affected:
    return affecting(scope, kind.limited(OnSide(side=Side.OPPOSING)).filter(Zone.PLAY))


@rule("static_clause", "you may move {card:this} to a location for free")
def _moves_for_free(scope: Scope, card: Reference) -> Statics:
    return (StaticAbility(changes=(AlternateCost(costs=(), kind="move"),)),)


@rule("static_clause", "you may move [your|] {kind:kind} here for free")
def _move_yours_here(scope: Scope, kind: Kind) -> Statics:
    return (StaticAbility(changes=(AlternateCost(costs=(), cards=yours(kind).filter(Zone.PLAY), kind="move"),)),)


@rule("affected", "that location")
def _that_location(scope: Scope) -> Affected:
    return scope.that("location", plural=False)


@rule("affected", "the challenging character")
def _challenging(scope: Scope) -> Affected:
    return OtherSide()


@rule("static_clause", "while one of your {kind:kind} is {state:card_state}, that [character|item|location] {changes:changes}")
def _one_of_yours(scope: Scope, kind: Kind, state: tuple[Criterion, ...], changes: Changes) -> Statics:
    """Any of them, so all that are in that state."""
    return (StaticAbility(changes=changes, affects=yours(kind).limited(*state).filter(Zone.PLAY)),)


@rule("static_clause", "while you have {some:some}, they {changes:changes}")
def _so_many(scope: Scope, some: tuple[Kind, Compared], changes: Changes) -> Statics:
    kind, compared = some
    if not kind.noun.plural and compared.amount != Number(value=1):
        raise Unresolved("'they' are not the cards that are counted")
    if compared.amount == Number(value=0) or kind.zone not in (None, Zone.PLAY) or "number" not in scope.counted:
        raise Unresolved("'they' are not the cards that are counted")
    cards = kind.limited(OfPlayer(player=You())).filter(Zone.PLAY)
    condition = CardsExist(cards=cards, comparison=compared.comparison, amount=compared.amount)
    return (StaticAbility(changes=changes, affects=cards, condition=condition),)


@rule("static", "if {condition:happened}, {affected:affected} {changes:changes} this turn")
def _this_turn(scope: Scope, condition: Condition, affected: Affected, changes: Changes) -> Statics:
    return (StaticAbility(changes=changes, affects=affected, condition=condition),)


@rule("static_clause", "this [card|character] gains {keyword:shift_entry}")
def _this_card_gains(scope: Scope, keyword: KeywordAbility) -> Statics:
    """Of the card wherever it is: Shift is about playing it (8.10.1)."""
    return (StaticAbility(changes=(GainsKeyword(keyword=keyword),), affects=This(), works_from=Zone.HAND),)


@rule("static_clause", "this character may enter play exerted[ to {act:act_list}|]")
def _may_enter_exerted(scope: Scope, act: Effect | None = None) -> Statics:
    return (StaticAbility(changes=(EntersPlay(exerted=True, may=True, cost=act),)),)


@rule("static_clause", "{affected:affected} [may|can] move here for free")
def _move_here_for_free(scope: Scope, affected: Affected) -> Statics:
    assert isinstance(affected, CardFilter)
    return (StaticAbility(changes=(AlternateCost(costs=(), cards=affected, kind="move"),)),)


@rule("static_clause", "{owners:affected_owners} {stat:stat} can't be reduced below their printed value")
def _not_reduced(scope: Scope, owners: Affected, stat: Stat) -> Statics:
    return (StaticAbility(changes=(NotReducedBelow(stat=stat),), affects=owners),)


@rule("static_clause", "{owners:affected_owners} {stat:stat} can't be reduced below {n:number}")
def _not_reduced_to(scope: Scope, owners: Affected, stat: Stat, n: int) -> Statics:
    return (StaticAbility(changes=(NotReducedBelow(stat=stat, amount=Number(value=n)),), affects=owners),)


@rule("static_clause", "{owners:affected_owners} {stat:stat} is equal to {amount:quantity}")
def _is_equal(scope: Scope, owners: Affected, stat: Stat, amount: Amount) -> Statics:
    return (StaticAbility(changes=(SetsStat(stat=stat, amount=amount),), affects=owners),)


@rule("affected_owners", "this [character's|location's]")
def _this_owner(scope: Scope) -> Affected:
    return This()


@rule("affected_owners", "your {noun=characters'|locations'}")
def _your_owners(scope: Scope, noun: str) -> Affected:
    kind = CardType.CHARACTER if noun == "characters'" else CardType.LOCATION
    return CardFilter(criteria=(IsType(types=(kind,)), OnSide(side=Side.YOURS)))


@rule("static_clause", "during challenges, {affected:affected} deal damage with their {stat:stat} instead of their ¤")
def _deal_with(scope: Scope, affected: Affected, stat: Stat) -> Statics:
    return (StaticAbility(changes=(DealsDamageWith(stat=stat),), affects=affected),)


@rule("static_clause", "[damage|damage counters] can't be removed")
def _no_removal(scope: Scope) -> Statics:
    return (StaticAbility(changes=(Cannot(doing=Doing.REMOVE_DAMAGE),), affects=CardFilter()),)


@rule("static_clause", "[damage|damage counters] can't be removed from {affected:affected}")
def _no_removal_from(scope: Scope, affected: Affected) -> Statics:
    return (StaticAbility(changes=(Cannot(doing=Doing.REMOVE_DAMAGE),), affects=affected),)


@rule("static_clause", "[opponents|your opponents] can't choose {affected:affected}[ for abilities or effects|]")
def _not_chosen(scope: Scope, affected: Affected) -> Statics:
    return (StaticAbility(changes=(Cannot(doing=Doing.BE_CHOSEN_BY_OPPONENTS),), affects=affected),)


@rule("static_clause", "opponents must choose {affected:affected} for actions and abilities if able")
def _must_choose(scope: Scope, affected: Affected) -> Statics:
    return (StaticAbility(changes=(Must(doing=Doing.BE_CHOSEN, player=EachOpponent()),), affects=affected),)


@rule("static_clause", "each turn, only one character can challenge")
def _one_challenger(scope: Scope) -> Statics:
    """Keep all but the first to challenge from challenging."""
    challenged = DidThisTurn(occurrence=Occurrence.CHALLENGED)
    others = CardFilter(criteria=(IsType(types=(CardType.CHARACTER,)), Not(criterion=challenged)))
    after = HappenedThisTurn(event=EventPattern(occurrence=Occurrence.CHALLENGED))
    return (StaticAbility(changes=(Cannot(doing=Doing.CHALLENGE),), affects=others, condition=after),)


@rule("static_clause", "you can shift any {kind:kind} on top of this character")
@rule("static_clause", "you may play any {kind:kind} on this character as if this character had any name")
def _allows_shift(scope: Scope, kind: Kind) -> Statics:
    return (StaticAbility(changes=(AllowsShift(cards=kind.filter(Zone.HAND)),), affects=This()),)


@rule("static_clause", "cards enter opponents' inkwells exerted")
def _inked_exerted(scope: Scope) -> Statics:
    return (StaticAbility(changes=(InkedExerted(player=EachOpponent()),)),)


# What a player can and can't do


words(
    "restricted",
    {
        "[opponents|your opponents]": EachOpponent(),
        "[each opponent|each opposing player]": EachOpponent(),
        "you": You(),
        "players": EachPlayer(),
    },
)


@rule("player_static", "{player:restricted} can't play {kind:kind}")
def _cannot_play(scope: Scope, player: PlayerRef, kind: Kind) -> Statics:
    return (StaticAbility(changes=(Cannot(doing=Doing.PLAY, by=kind.filter(Zone.HAND), player=player),)),)


@rule("player_static", "{player:restricted} can't {doing=lose|gain}[ any more|] lore")
def _cannot_lore(scope: Scope, player: PlayerRef, doing: str) -> Statics:
    kept = Doing.LOSE_LORE if doing == "lose" else Doing.GAIN_LORE
    return (StaticAbility(changes=(Cannot(doing=kept, player=player),)),)


@rule("player_static", "{player:restricted} can't [ink cards|put cards into their inkwell|put cards into your inkwell]")
def _cannot_ink(scope: Scope, player: PlayerRef) -> Statics:
    return (StaticAbility(changes=(Cannot(doing=Doing.INK, player=player),)),)


RESTRICTED = BoundPlayer(name="restricted")
"""Each of the players who can't do something, in the exception that is judged for each of them."""


@rule("static", "{static:player_static} unless one of their {kind:kind} {deed:past_deed} this turn")
def _unless_theirs_did(scope: Scope, static: Statics, kind: Kind, deed: Occurrence) -> Statics:
    subject = kind.limited(OfPlayer(player=RESTRICTED)).filter(Zone.PLAY)
    did = HappenedThisTurn(event=EventPattern(occurrence=deed, subject=subject))
    return tuple(
        replace(each, changes=tuple(replace(kept, unless=did) for kept in each.changes if isinstance(kept, Cannot)))
        for each in static
    )


@rule("static_clause", "you can't play {card:this} unless {condition:conditions}")
def _cannot_play_this(scope: Scope, card: Reference, condition: Condition) -> Statics:
    kept = Cannot(doing=Doing.PLAY)
    lacking = Negated(condition=condition)
    return (StaticAbility(changes=(kept,), affects=card, condition=lacking, works_from=Zone.HAND),)


@rule("static_clause", "{player:restricted} need {n:number} lore to win the game")
def _lore_to_win(scope: Scope, player: PlayerRef, n: int) -> Statics:
    return (StaticAbility(changes=(LoreToWin(amount=Number(value=n), player=player),)),)


@rule("static_clause", "skip [your|your turn's] {step=Ready|Set|Draw} step")
def _skip(scope: Scope, step: str) -> Statics:
    return (StaticAbility(changes=(SkipStep(step=step.lower()),)),)


words("each_of_players", {"each player": EachPlayer(), "each [opponent|opposing player]": EachOpponent()})


@rule("static_clause", "{player:each_of_players} plays with the top card of their deck [face up|faceup]")
def _top_faceup(scope: Scope, player: PlayerRef) -> Statics:
    return (StaticAbility(changes=(PlayWithTopRevealed(player=player),)),)


@rule("static_clause", "you can ink cards from your discard")
def _ink_from_discard(scope: Scope) -> Statics:
    return (StaticAbility(changes=(InkFrom(cards=_your_discard(())),)),)


def _your_discard(criteria: tuple[Criterion, ...]) -> CardFilter:
    return CardFilter(zone=Zone.DISCARD, criteria=(*criteria, OfPlayer(player=You())))


@rule("static_clause", "all cards in your hand count as having ◉")
def _inkable(scope: Scope) -> Statics:
    return (StaticAbility(changes=(InkableAs(cards=CardFilter(zone=Zone.HAND, criteria=(OfPlayer(player=You()),))),)),)


@rule("player_static", "you may play {kind:kind}")
def _play_from(scope: Scope, kind: Kind) -> Statics:
    if kind.zone is None:
        raise Unresolved("cards may be played from the hand anyway; the text has to say from where")
    return (StaticAbility(changes=(PlayFrom(cards=kind.filter(kind.zone)),)),)


words(
    "of_played_names",
    {"characters with the same name as characters you played this way this turn": None},
)


@rule(
    "player_static",
    "you may play {kind:kind}. ^if you do, they enter play exerted and you can't play {others:of_played_names}",
)
def _play_from_different(scope: Scope, kind: Kind, others: None) -> Statics:
    if kind.zone is None:
        raise Unresolved("cards may be played from the hand anyway; the text has to say from where")
    return (StaticAbility(changes=(PlayFrom(cards=kind.filter(kind.zone), exerted=True, different_names=True),)),)


@rule("static", "while {condition:while}, you may play {kind:kind}. ^if you do, they enter play exerted")
def _play_from_exerted(scope: Scope, condition: Condition, kind: Kind) -> Statics:
    if kind.zone is None:
        raise Unresolved("cards may be played from the hand anyway; the text has to say from where")
    return (StaticAbility(changes=(PlayFrom(cards=kind.filter(kind.zone), exerted=True),), condition=condition),)


# Building a deck (1.10.1.3)


@rule("static_clause", "you may have up to {n:number} copies of {name:full_name} in your deck")
@rule("static_clause", "you may only have {n:number} copies of {name:full_name} in your deck")
def _copies(scope: Scope, n: int, name: str) -> Statics:
    return (StaticAbility(changes=(DeckRule(copies=n),), works_from=Zone.OUTSIDE),)


@rule("static_clause", "you may have any number of cards named {name:full_name} in your deck")
def _any_copies(scope: Scope, name: str) -> Statics:
    return (StaticAbility(changes=(DeckRule(copies=0),), works_from=Zone.OUTSIDE),)


@rule("static_clause", "you can have {kind:kind} in your deck regardless of ink type")
def _any_ink(scope: Scope, kind: Kind) -> Statics:
    return (StaticAbility(changes=(DeckRule(any_ink=kind.filter(Zone.DECK)),), works_from=Zone.OUTSIDE),)


@rule("player_static", "you may [ink an additional card|put an additional card from your hand into your inkwell facedown]")
def _additional_ink(scope: Scope) -> Statics:
    return (StaticAbility(changes=(AdditionalInk(amount=Number(value=1)),)),)


# While what holds


def under(condition: Condition, statics: Statics) -> Statics:
    """Let statics apply only while a condition holds too; one on each affected card limits which cards they are.

    :raises Unresolved: the condition asks of each affected card what cannot be asked card by card.
    """
    if any(node == EACH_AFFECTED for node in walk(condition)):
        return tuple(replace(static, affects=_those_who(condition, static.affects)) for static in statics)
    return tuple(replace(static, condition=_both(condition, static.condition)) for static in statics)


def _those_who(condition: Condition, cards: Affected) -> CardFilter:
    denied = isinstance(condition, Negated)
    inner = condition.condition if isinstance(condition, Negated) else condition
    if not isinstance(inner, CardIs) or inner.card != EACH_AFFECTED or not isinstance(cards, CardFilter):
        raise Unresolved("what is asked of each of them differs from card to card")
    such: Criterion = inner.criteria[0] if len(inner.criteria) == 1 else AllOf(criteria=inner.criteria)
    return _limited(cards, Not(criterion=such) if denied else such)


def _both(first: Condition, second: Condition | None) -> Condition:
    return first if second is None else Both(conditions=(first, second))


same("static", "{clause:static_clauses}")
same("static_clause", "{clause:player_static}")
same("static_clauses", "{clause:static_clause}")


@rule("static_clauses", "{first:static_clause} and {rest:static_clause}")
def _two_statics(scope: Scope, first: Statics, rest: Statics) -> Statics:
    return first + rest


@rule("static", "[while|as long as] {condition:while}, {static:static}")
@rule("static", "if {condition:conditions}, {static:static}")
def _while(scope: Scope, condition: Condition, static: Statics) -> Statics:
    return under(condition, static)


@rule("static", "{static:static_clause} [while|as long as] {condition:while}", "{static:static_clause} if {condition:conditions}")
def _static_while(scope: Scope, condition: Condition, static: Statics) -> Statics:
    return under(condition, static)


@rule("static", "{static:static_clause} unless {condition:while}")
def _unless(scope: Scope, condition: Condition, static: Statics) -> Statics:
    return under(Negated(condition=condition), static)


words(
    "turn",
    {
        "[during your turn|on your turn]": TurnOf.YOURS,
        "during [opponents' turns|each opponent's turn|an opponent's turn]": TurnOf.OPPONENTS,
        "during [your opponents' turns|your opponent's turn]": TurnOf.OPPONENTS,
    },
)


@rule("static", "{turn:turn}, {static:static}")
def _during(scope: Scope, turn: TurnOf, static: Statics) -> Statics:
    return under(DuringTurn(turn=turn), static)


@rule("static", "{static:static_clause} {turn:turn}")
def _players_during(scope: Scope, turn: TurnOf, static: Statics) -> Statics:
    return under(DuringTurn(turn=turn), static)


__all__ = ["Statics", "under"]
