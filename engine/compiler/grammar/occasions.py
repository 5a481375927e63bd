"""Describe what happens: trigger conditions, and what has happened this turn.

``event`` lowers to an ``EventPattern`` and notes in the scope what the words after it may point back at. ``happened`` is
the same thing as a condition in the past ("you played a song this turn").
"""

from dataclasses import replace

from corpus.records import CardType
from engine.abilities.base import Node
from engine.abilities.conditions import Condition, HappenedThisTurn
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    CardFilter,
    Criterion,
    IsAmong,
    IsOther,
    IsSong,
    IsType,
    OfPlayer,
    OnSide,
)
from engine.abilities.players import AnyPlayer, BoundPlayer, EachOpponent, PlayerOf, PlayerRef, You
from engine.abilities.references import Bound, Reference, This
from engine.abilities.triggers import EventIs, EventPattern
from engine.abilities.values import BoundAmount, Number
from engine.abilities.vocabulary import Comparison, Counted, Occurrence, Side, Zone
from engine.compiler.errors import Unresolved
from engine.compiler.grammar.references import yours
from engine.compiler.grammar.table import rule, same, words
from engine.compiler.meanings import Entity, Kind, Who
from engine.compiler.scope import Scope

ORDINALS = {"first": 1, "second": 2, "third": 3}

# Who takes part


@rule("who", "{card:this}")
def _this(scope: Scope, card: Reference) -> Who:
    return Who(card)


@rule("who", "{word=he|she|it|they}")
def _pronoun(scope: Scope, word: str) -> Who:
    return Who(scope.pronoun(word))


@rule("who", "[a|an|any] {kind:kind}")
def _any(scope: Scope, kind: Kind) -> Who:
    return Who(kind.filter(Zone.PLAY), kind)


@rule("who", "[1 or more|one or more] {kind:kind}")
def _some(scope: Scope, kind: Kind) -> Who:
    return Who(kind.filter(Zone.PLAY), kind, batched=True)


@rule("who", "[1 or more|one or more] of your {kind:kind}")
def _one_or_more(scope: Scope, kind: Kind) -> Who:
    return Who(yours(kind).filter(Zone.PLAY), kind, batched=True)


@rule("who", "another {kind:kind}")
def _another(scope: Scope, kind: Kind) -> Who:
    return Who(kind.limited(IsOther()).filter(Zone.PLAY), kind)


@rule("who", "one of your {kind:kind}")
def _one_of_yours(scope: Scope, kind: Kind) -> Who:
    return Who(yours(kind).filter(Zone.PLAY), kind)


@rule("who", "one of your opponents' {kind:kind}", "one of an opponent's {kind:kind}")
def _one_of_theirs(scope: Scope, kind: Kind) -> Who:
    return Who(kind.limited(OnSide(side=Side.OPPOSING)).filter(Zone.PLAY), kind)


def _or_this(kind: Kind) -> Who:
    other = AllOf(criteria=kind.criteria) if len(kind.criteria) > 1 else kind.criteria[0]
    return Who(CardFilter(criteria=(AnyOf(criteria=(IsAmong(cards=This()), other)),)), kind)


@rule("who", "{this:this} or one of your {kind:kind}")
def _this_or_yours(scope: Scope, this: Reference, kind: Kind) -> Who:
    return _or_this(yours(kind))


@rule("who", "{this:this} or another {kind:kind}", "this or another {kind:kind}")
def _this_or_another(scope: Scope, kind: Kind, this: Reference | None = None) -> Who:
    return _or_this(kind.limited(IsOther()))


@rule("contracted_who", "{card:contracted}")
def _contracted(scope: Scope, card: Reference) -> Who:
    return Who(card)


def subject(scope: Scope, who: Who, role: str | None = None) -> Node:
    """Note who the event is about, and give it for the pattern."""
    return _side(scope, who, "subject", role)


def other(scope: Scope, who: Who, role: str | None = None) -> Node:
    """Note the other side of the event, and give it for the pattern."""
    return _side(scope, who, "other", role)


def _side(scope: Scope, who: Who, name: str, role: str | None) -> Node:
    if name == "subject":
        scope.subject = Bound(name=name) if who.kind is not None else This()
    if who.kind is not None:
        entity = Entity(Bound(name=name), who.kind.noun.words, plural=who.batched, gendered=who.kind.gendered)
        scope.mention(entity)
    if role is not None:
        scope.roles[role] = Bound(name=name) if who.kind is not None else This()
    return who.node


# What a card does

words(
    "deed",
    {
        "[quests|quest]": Occurrence.QUESTED,
        "[leaves|leave] play": Occurrence.LEFT_PLAY,
        "[challenges|challenge]": Occurrence.CHALLENGED,
        "[is|are] banished": Occurrence.BANISHED,
        "[is|are] banished in a challenge": Occurrence.BANISHED_IN_CHALLENGE,
        "[is exerted|are exerted|becomes exerted|become exerted|exerts]": Occurrence.EXERTED,
        "[is|are] readied": Occurrence.READIED,
        "is chosen for Support": Occurrence.CHOSEN_FOR_SUPPORT,
        "[enters|enter] play": Occurrence.ENTERED_PLAY,
        "[is|are] played": Occurrence.PLAYED,
        "[moves|move] to a location": Occurrence.MOVED_TO_LOCATION,
        "[takes damage|take damage|is damaged|are damaged]": Occurrence.DAMAGE_TAKEN,
        "[is|are] dealt damage": Occurrence.DAMAGE_DEALT_TO,
    },
)
_ROLE_OF = {
    Occurrence.BANISHED: "banished",
    Occurrence.BANISHED_IN_CHALLENGE: "banished",
    Occurrence.CHALLENGED: "challenging",
    Occurrence.EXERTED: "exerted",
    Occurrence.MOVED_TO_LOCATION: "moved",
    Occurrence.PLAYED: "played",
}


@rule("event", "{who:who} {deed:deed}")
def _does(scope: Scope, who: Who, deed: Occurrence) -> EventPattern:
    side = subject(scope, who, _ROLE_OF.get(deed))
    if deed is Occurrence.CHALLENGED:
        scope.roles["challenged"] = Bound(name="other")
    if deed is Occurrence.BANISHED_IN_CHALLENGE:
        scope.roles["challenging"] = Bound(name="other")
    if deed is Occurrence.MOVED_TO_LOCATION:
        scope.mention(Entity(Bound(name="other"), frozenset({"location"}), plural=False))
    if deed in (Occurrence.DAMAGE_TAKEN, Occurrence.DAMAGE_DEALT_TO):
        scope.amounts.append(BoundAmount(name="event"))
    return EventPattern(occurrence=deed, subject=side, batched=who.batched)


@rule("event", "{who:who} quests or challenges")
def _quests_or_challenges(scope: Scope, who: Who) -> tuple[EventPattern, ...]:
    side = subject(scope, who)
    return EventPattern(occurrence=Occurrence.QUESTED, subject=side), EventPattern(occurrence=Occurrence.CHALLENGED, subject=side)


@rule("event", "{who:who} [challenges|challenge] {whom:who}")
def _challenges(scope: Scope, who: Who, whom: Who) -> EventPattern:
    against = other(scope, whom, "challenged")
    return EventPattern(occurrence=Occurrence.CHALLENGED, subject=subject(scope, who, "challenging"), other=against)


@rule("event", "{who:who} is challenged", "{who:contracted_who} challenged")
def _is_challenged(scope: Scope, who: Who) -> EventPattern:
    scope.roles["challenging"] = Bound(name="other")
    scope.meet(PlayerOf(card=Bound(name="other")))
    return EventPattern(occurrence=Occurrence.BEING_CHALLENGED, subject=subject(scope, who, "challenged"))


@rule("event", "{who:who} is challenged by {whom:who}")
def _is_challenged_by(scope: Scope, who: Who, whom: Who) -> EventPattern:
    side = subject(scope, who, "challenged")
    against = other(scope, whom, "challenging")
    return EventPattern(occurrence=Occurrence.BEING_CHALLENGED, subject=side, other=against)


@rule("event", "{who:who} is challenged and banished")
def _is_challenged_and_banished(scope: Scope, who: Who) -> EventPattern:
    scope.roles["challenging"] = Bound(name="other")
    return EventPattern(occurrence=Occurrence.CHALLENGED_AND_BANISHED, subject=subject(scope, who, "banished"))


@rule("event", "{who:who} challenges and is banished")
def _challenges_and_is_banished(scope: Scope, who: Who) -> EventPattern:
    scope.roles["challenged"] = Bound(name="other")
    return EventPattern(occurrence=Occurrence.CHALLENGES_AND_BANISHED, subject=subject(scope, who, "banished"))


@rule("event", "{who:who} [banishes|banish] {whom:who} in a challenge")
def _banishes(scope: Scope, who: Who, whom: Who) -> EventPattern:
    against = other(scope, whom, "banished")
    return EventPattern(occurrence=Occurrence.BANISHES_IN_CHALLENGE, subject=subject(scope, who), other=against)


@rule("event", "{who:who} deals damage to {whom:who} in a challenge")
def _deals(scope: Scope, who: Who, whom: Who) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    against = other(scope, whom, "damaged")
    return EventPattern(occurrence=Occurrence.DEALS_CHALLENGE_DAMAGE, subject=subject(scope, who), other=against)


@rule("event", "{who:who} deals damage to {whom:who}")
def _deals_anyhow(scope: Scope, who: Who, whom: Who) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    side = subject(scope, who)
    return EventPattern(occurrence=Occurrence.DEALS_DAMAGE, subject=side, other=other(scope, whom, "damaged"))


@rule("event", "{who:who} [sings|sing] a song")
def _sings(scope: Scope, who: Who) -> EventPattern:
    scope.mention(Entity(Bound(name="other"), frozenset({"song", "action"}), plural=False))
    return EventPattern(occurrence=Occurrence.SANG, subject=subject(scope, who), batched=who.batched)


@rule("event", "{who:who} [sings|sing] a song with {stat:with_stat}")
def _sings_such(scope: Scope, who: Who, stat: Criterion) -> EventPattern:
    scope.mention(Entity(Bound(name="other"), frozenset({"song", "action"}), plural=False))
    song = CardFilter(criteria=(IsSong(), stat))
    return EventPattern(occurrence=Occurrence.SANG, subject=subject(scope, who), other=song, batched=who.batched)


@rule("event", "{who:who} [sings|sing] a song with Sing Together")
def _sings_together(scope: Scope, who: Who) -> EventPattern:
    scope.mention(Entity(Bound(name="other"), frozenset({"song", "action"}), plural=False))
    return EventPattern(occurrence=Occurrence.SANG_TOGETHER, subject=subject(scope, who))


@rule("event", "{who:who} moves here")
def _moves_here(scope: Scope, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.MOVED_TO_LOCATION, subject=subject(scope, who, "moved"), other=This())


@rule("event", "{who:who} is returned to [your|their] hand from play")
def _is_returned(scope: Scope, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.RETURNED_TO_HAND, subject=subject(scope, who, "returned"), from_zone=Zone.PLAY)


@rule("event", "this [character|item|location] is returned to your hand")
def _this_is_returned(scope: Scope) -> EventPattern:
    return _is_returned(scope, Who(This()))


@rule("event", "{who:who} enters play exerted")
def _enters_exerted(scope: Scope, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.ENTERED_PLAY_EXERTED, subject=subject(scope, who))


# What a player does

words("doer", {"you": You(), "an opponent": EachOpponent(), "your opponent": EachOpponent(), "a player": AnyPlayer()})


def does(scope: Scope, doer: PlayerRef) -> PlayerRef:
    """Note who acts, and give it for the pattern."""
    if not isinstance(doer, You):
        scope.meet(BoundPlayer(name="actor"))
    return doer


@rule("event", "you play a {nth=second|third} {kind:kind}[ in a turn| this turn|]")
@rule("event", "you play your {nth=first|second|third} {kind:kind} [each turn|in a turn]")
def _plays_nth(scope: Scope, nth: str, kind: Kind) -> EventPattern:
    side = subject(scope, Who(kind.filter(Zone.PLAY), kind), "played")
    return EventPattern(occurrence=Occurrence.PLAYED, subject=side, actor=You(), nth=ORDINALS[nth])


@rule("event", "you pay {n:number} ⬡ or less to play {who:who}")
def _pays_little(scope: Scope, n: int, who: Who) -> EventPattern:
    return EventPattern(
        occurrence=Occurrence.PAID_TO_PLAY,
        subject=subject(scope, who, "played"),
        actor=You(),
        amount=Number(value=n),
        comparison=Comparison.AT_MOST,
    )


@rule("event", "{doer:doer} [play|plays] {who:who}")
def _plays(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.PLAYED, subject=subject(scope, who, "played"), actor=does(scope, doer))


@rule("event", "they {deed=play|draw|choose} {who:who}")
def _they_do(scope: Scope, deed: str, who: Who) -> EventPattern:
    occurrence = {"play": Occurrence.PLAYED, "draw": Occurrence.DRAWN, "choose": Occurrence.CHOSEN}[deed]
    return EventPattern(occurrence=occurrence, subject=subject(scope, who), actor=scope.that_player())


@rule("event", "{doer:doer} [draw|draws] a card")
def _draws(scope: Scope, doer: PlayerRef) -> EventPattern:
    return EventPattern(occurrence=Occurrence.DRAWN, actor=does(scope, doer))


@rule("event", "{doer:doer} {way=gain|gains|lose|loses} lore")
def _lore(scope: Scope, doer: PlayerRef, way: str) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    occurrence = Occurrence.LORE_GAINED if way.startswith("gain") else Occurrence.LORE_LOST
    return EventPattern(occurrence=occurrence, actor=does(scope, doer))


@rule("event", "{doer:doer} [discard|discards] {who:discarded}")
def _discards(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    scope.ways["discarded"] = "subject"
    return EventPattern(
        occurrence=Occurrence.DISCARDED, subject=subject(scope, who, "discarded"), actor=does(scope, doer), batched=who.batched
    )


same("discarded", "{who:who}")


@rule("event", "{doer:doer} [ready|readies] {who:who}")
def _readies(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.READIED, subject=subject(scope, who), actor=does(scope, doer))


@rule("event", "{doer:doer} [remove|removes] [damage|{n:number} or more damage] from {who:who}")
def _removes_damage(scope: Scope, doer: PlayerRef, who: Who, n: int = 1) -> EventPattern:
    scope.amounts.append(BoundAmount(name="event"))
    scope.ways["damage removed"] = "event"
    return EventPattern(occurrence=Occurrence.DAMAGE_REMOVED, subject=subject(scope, who), actor=doer, amount=Number(value=n))


@rule("event", "{doer:doer} [put|puts] a card under {who:who}")
def _puts_under(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.PUT_UNDER, subject=subject(scope, who), actor=doer)


@rule("event", "{doer:doer} [move|moves] {who:who} here")
def _moves(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    side = subject(scope, who, "moved")
    return EventPattern(occurrence=Occurrence.MOVED_TO_LOCATION, subject=side, other=This(), actor=doer)


@rule("event", "{doer:doer} [move|moves] {who:who} here from a location")
def _moves_from(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    return replace(_moves(scope, doer, who), from_location=True)


@rule("event", "a card is put into your inkwell", "you put a card into your inkwell", "you ink a card")
def _inked(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.INKED, actor=You())


@rule("event", "{doer:doer} [choose|chooses] {who:who} for an action or ability")
def _chooses(scope: Scope, doer: PlayerRef, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.CHOSEN, subject=subject(scope, who), actor=does(scope, doer))


@rule("event", "a card leaves your discard")
def _leaves_discard(scope: Scope) -> EventPattern:
    return EventPattern(occurrence=Occurrence.LEFT_DISCARD, subject=CardFilter(criteria=(OfPlayer(player=You()),)))


@rule("event", "you shift {who:who} on top of {card:known}")
def _shifts(scope: Scope, who: Who, card: Reference) -> EventPattern:
    side = subject(scope, who)
    return EventPattern(occurrence=Occurrence.SHIFTED, subject=side, other=card, actor=You())


@rule("event", "you play {who:who} on {card:this}")
def _plays_on(scope: Scope, who: Who, card: Reference) -> EventPattern:
    return EventPattern(occurrence=Occurrence.SHIFTED, subject=subject(scope, who), other=card, actor=You())


@rule("event", "you shift {card:this}")
def _shifts_this(scope: Scope, card: Reference) -> EventPattern:
    scope.subject = This()
    return EventPattern(occurrence=Occurrence.SHIFTED, subject=card, actor=You())


@rule("event", "{who:who} is chosen for an action or an item's ability")
def _is_chosen_for(scope: Scope, who: Who) -> EventPattern:
    asks = CardFilter(criteria=(IsType(types=(CardType.ACTION, CardType.ITEM)),))
    return EventPattern(occurrence=Occurrence.CHOSEN, subject=subject(scope, who), other=asks)


@rule("event", "you return {who:who} to your hand")
def _you_return(scope: Scope, who: Who) -> EventPattern:
    zone = who.kind.zone if who.kind is not None else None
    side = subject(scope, who, "returned")
    return EventPattern(occurrence=Occurrence.RETURNED_TO_HAND, subject=side, actor=You(), from_zone=zone)


@rule("event", "you put {who:who} into your discard from your deck")
@rule("event", "{who:who} is put into your discard from your deck")
def _put_into_discard_from_deck(scope: Scope, who: Who) -> EventPattern:
    return EventPattern(
        occurrence=Occurrence.PUT_INTO_DISCARD,
        subject=subject(scope, who),
        actor=You(),
        from_zone=Zone.DECK,
        batched=who.batched,
    )


@rule("event", "you use the Boost ability of {who:who}")
def _boosts(scope: Scope, who: Who) -> EventPattern:
    return EventPattern(occurrence=Occurrence.BOOSTED, subject=subject(scope, who), actor=You())


@rule("event", "you {way=get|remove} an ink drop")
def _ink_drops(scope: Scope, way: str) -> EventPattern:
    occurrence = Occurrence.INK_DROP_GAINED if way == "get" else Occurrence.INK_DROP_SPENT
    return EventPattern(occurrence=occurrence, actor=You())


# In the past


def this_turn(event: EventPattern, comparison: Comparison = Comparison.AT_LEAST, times: int = 1) -> Condition:
    """Say that an event has happened so often this turn."""
    return HappenedThisTurn(event=event, comparison=comparison, times=Number(value=times))


words(
    "past_deed",
    {
        "[was|were] banished": Occurrence.BANISHED,
        "[was|were] banished in a challenge": Occurrence.BANISHED_IN_CHALLENGE,
        "[has|have|] challenged": Occurrence.CHALLENGED,
        "[has|have|] quested": Occurrence.QUESTED,
        "took damage": Occurrence.DAMAGE_TAKEN,
        "sang a song": Occurrence.SANG,
        "[was|were] damaged": Occurrence.DAMAGE_TAKEN,
        "entered play": Occurrence.ENTERED_PLAY,
        "[was|were] played": Occurrence.PLAYED,
        "[was|were] dealt damage": Occurrence.DAMAGE_DEALT_TO,
        "[was|were] challenged": Occurrence.BEING_CHALLENGED,
        "moved to a location": Occurrence.MOVED_TO_LOCATION,
        "[was|were] readied": Occurrence.READIED,
        "[was|were] exerted": Occurrence.EXERTED,
    },
)


@rule("happened", "{who:who} {deed:past_deed} this turn")
def _did(scope: Scope, who: Who, deed: Occurrence) -> Condition:
    return this_turn(EventPattern(occurrence=deed, subject=who.node))


words(
    "undone_deed",
    {
        "[didn't quest|hasn't quested]": Occurrence.QUESTED,
        "[didn't challenge|hasn't challenged]": Occurrence.CHALLENGED,
        "[wasn't|hasn't been] challenged": Occurrence.BEING_CHALLENGED,
    },
)


@rule("happened", "{who:who} {deed:undone_deed} this turn")
def _did_not(scope: Scope, who: Who, deed: Occurrence) -> Condition:
    if who.kind is not None:
        raise Unresolved("'a character didn't' may mean one that didn't, or that none did")
    return this_turn(EventPattern(occurrence=deed, subject=who.node), Comparison.EXACTLY, 0)


@rule("happened", "{n:number} or more of your {kind:kind} {deed:past_deed} this turn")
def _so_many_of_yours_did(scope: Scope, n: int, kind: Kind, deed: Occurrence) -> Condition:
    event = EventPattern(occurrence=deed, subject=yours(kind).filter(Zone.PLAY))
    return HappenedThisTurn(event=event, times=Number(value=n), counted=Counted.CARDS)


@rule("happened", "none of your {kind:kind} {deed:past_deed} this turn")
def _none_of_yours_did(scope: Scope, kind: Kind, deed: Occurrence) -> Condition:
    event = EventPattern(occurrence=deed, subject=yours(kind).filter(Zone.PLAY))
    return this_turn(event, Comparison.EXACTLY, 0)


@rule("happened", "no {kind:kind} {deed:past_deed} this turn")
def _none_did(scope: Scope, kind: Kind, deed: Occurrence) -> Condition:
    return this_turn(EventPattern(occurrence=deed, subject=kind.filter(Zone.PLAY)), Comparison.EXACTLY, 0)


@rule("happened", "one of their {kind:kind} {deed:past_deed} this turn")
def _theirs_did(scope: Scope, kind: Kind, deed: Occurrence) -> Condition:
    if isinstance(scope.actor, You):
        raise Unresolved("'their' points at nobody")
    subject = kind.limited(OfPlayer(player=scope.actor)).filter(Zone.PLAY)
    return this_turn(EventPattern(occurrence=deed, subject=subject))


@rule("happened", "[you|you've] played {who:who} this turn")
def _played(scope: Scope, who: Who) -> Condition:
    return this_turn(EventPattern(occurrence=Occurrence.PLAYED, subject=who.node, actor=You()))


@rule("happened", "you discarded [a|an] {kind:kind} this turn")
def _discarded(scope: Scope, kind: Kind) -> Condition:
    subject = kind.filter(Zone.PLAY) if kind.criteria else None
    return this_turn(EventPattern(occurrence=Occurrence.DISCARDED, subject=subject, actor=You()))


@rule("happened", "[you|you've] played {n:number} or more {kind:kind} this turn")
def _played_several(scope: Scope, n: int, kind: Kind) -> Condition:
    event = EventPattern(occurrence=Occurrence.PLAYED, subject=kind.filter(Zone.PLAY), actor=You())
    return this_turn(event, times=n)


@rule("happened", "you didn't play {who:who} this turn")
def _did_not_play(scope: Scope, who: Who) -> Condition:
    event = EventPattern(occurrence=Occurrence.PLAYED, subject=who.node, actor=You())
    return this_turn(event, Comparison.EXACTLY, 0)


@rule("happened", "you didn't put any cards into your inkwell this turn")
def _did_not_ink(scope: Scope) -> Condition:
    return this_turn(EventPattern(occurrence=Occurrence.INKED, actor=You()), Comparison.EXACTLY, 0)


@rule("happened", "[you|you've] put a card under {who:under_who} this turn")
def _put_under(scope: Scope, who: Who) -> Condition:
    return this_turn(EventPattern(occurrence=Occurrence.PUT_UNDER, subject=who.node, actor=You()))


same("under_who", "{who:who}")


@rule("under_who", "{word=him|her|them}")
def _under_pronoun(scope: Scope, word: str) -> Who:
    return Who(scope.pronoun(word))


@rule("happened", "you got an ink drop this turn")
def _got_drop(scope: Scope) -> Condition:
    return this_turn(EventPattern(occurrence=Occurrence.INK_DROP_GAINED, actor=You()))


@rule("happened", "you removed [damage|{n:number} or more damage] from {who:who} this turn")
def _removed(scope: Scope, who: Who, n: int = 1) -> Condition:
    removed = EventPattern(occurrence=Occurrence.DAMAGE_REMOVED, subject=who.node, actor=You(), amount=Number(value=n))
    return this_turn(removed)


@rule("happened", "{n:number} or more [other|] cards were put into your discard this turn")
def _put_into_discard(scope: Scope, n: int) -> Condition:
    return this_turn(EventPattern(occurrence=Occurrence.PUT_INTO_DISCARD, actor=You()), times=n)


@rule("happened", "{n:number} or more cards have left a player's discard this turn", "a card left a player's discard this turn")
def _left_discard(scope: Scope, n: int = 1) -> Condition:
    return this_turn(EventPattern(occurrence=Occurrence.LEFT_DISCARD), times=n)


# What the trigger saw


@rule("condition", "it's the {nth=second|third} card you've put into your inkwell this turn")
def _nth_inked(scope: Scope, nth: str) -> Condition:
    return EventIs(event=EventPattern(occurrence=Occurrence.INKED, actor=You(), nth=ORDINALS[nth]))


@rule("condition", "it's the {nth=second|third} card they've drawn this turn")
def _nth_drawn(scope: Scope, nth: str) -> Condition:
    return EventIs(event=EventPattern(occurrence=Occurrence.DRAWN, actor=scope.that_player(), nth=ORDINALS[nth]))


@rule("condition", "it's the {nth=second|third} challenge this turn")
def _nth_challenge(scope: Scope, nth: str) -> Condition:
    return EventIs(event=EventPattern(occurrence=Occurrence.CHALLENGED, nth=ORDINALS[nth]))


__all__ = ["ORDINALS", "other", "subject", "this_turn"]
