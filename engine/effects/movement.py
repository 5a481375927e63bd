"""Resolve effects that move cards between zones: draw, discard, banish, return, put, shuffle (1.12, 7)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.abilities.effects import (
    Banish,
    Discard,
    DiscardUntil,
    Draw,
    DrawUntil,
    PutIntoDiscard,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    PutOntoStack,
    PutUnder,
    ShuffleDeck,
    ShuffleIntoDeck,
)
from engine.abilities.references import Chosen, ChosenAmong, RandomCards, Reference, TopOfDeck
from engine.abilities.vocabulary import DeckEnd, PutOrder, Zone
from engine.cite import refs, rule
from engine.events import CardMoved, CardPutUnder, DeckShuffled, Event
from engine.rules.choices import (
    amount_for,
    bind_cards,
    bottom_of_deck,
    cards_for,
    choose_option,
    pick,
    players_for,
    put_in_order,
    top_of_deck,
)
from engine.rules.context import NOT_DONE, Context, Frame, Origin, Outcome, handles
from engine.rules.feasible import spared
from engine.rules.moving import moving, moving_alone, stack_of
from engine.rules.query import persons, read
from engine.state.objects import CardId, PlayerId
from engine.terms import Manner
from engine.wording import counted


def needed(reference: Reference, frame: Frame, context: Context) -> int:
    """Give how many cards a reference asks for at the least, for an effect on it to be done completely."""
    match reference:
        case Chosen() | ChosenAmong():
            return max(1, read(reference.minimum, frame, context.view))
        case RandomCards() | TopOfDeck():
            return max(1, read(reference.count, frame, context.view))
        case _:
            return 1


def settle_deck(reference: Reference, frame: Frame, context: Context) -> None:
    """Let chance say which cards are on top of a deck of unknown order, before a reference points there."""
    if isinstance(reference, TopOfDeck):
        count = amount_for(reference.count, frame, context)
        for player in persons(reference.player, frame, context.view):
            top_of_deck(player, count, frame, context)


def cards_moved(reference: Reference, bind: str, frame: Frame, context: Context) -> tuple[tuple[CardId, ...], int]:
    """Make the choices of a reference and remember its cards; gives them and how many would be complete."""
    settle_deck(reference, frame, context)
    cards = tuple(card for card in cards_for(reference, frame, context))
    bind_cards(bind, cards, frame, context)
    return cards, needed(reference, frame, context)


def _done(happened: Sequence[Event], cards: Sequence[CardId], least: int, frame: Frame, bind: str) -> Outcome:
    """Judge what became of moving some cards, and remember how many: complete when all of them, and enough, moved."""
    moved = {event.card for event in happened if isinstance(event, CardMoved | CardPutUnder)}
    done = tuple(card for card in cards if card in moved)
    frame.amounts[bind] = len(done)
    return Outcome(len(done) == len(cards) and len(done) >= least, len(done), done)


def _propose_moves(
    cards: Sequence[CardId], zone: Zone, manner: Manner, frame: Frame, context: Context, *, exerted: bool = False
) -> tuple[Event, ...]:
    events = [
        event
        for card in cards
        for event in moving(card, zone, manner, context.view, exerted=exerted, actor=frame.you, by=frame.source)
    ]
    return context.propose(*events, frame=frame, rules=refs(*_RULES[zone]))


_RULES: dict[Zone, tuple[str, ...]] = {
    Zone.HAND: ("7.3.1", "1.12.3"),
    Zone.INKWELL: ("7.5.6", "4.2.3.2"),
    Zone.DISCARD: ("7.6.1",),
    Zone.DECK: ("7.2.1",),
}
"""The rules about being put into each zone."""


@handles(Draw)
@rule("1.12.1", "drawing a card")
@rule("1.12.2", "one at a time")
def _draw(effect: Draw, frame: Frame, context: Context) -> Outcome:
    amount = max(0, amount_for(effect.amount, frame, context))
    drawn = 0
    players = players_for(effect.player, frame, context)
    for player in players:
        drawn += draw_cards(player, amount, frame, context, effect.end)
    return Outcome(drawn == amount * len(players) and drawn > 0, drawn)


def draw_cards(player: PlayerId, amount: int, frame: Frame, context: Context, end: DeckEnd = DeckEnd.TOP) -> int:
    """Let a player draw cards in succession; an empty deck gives none."""
    drawn = 0
    for _ in range(amount):
        top = bottom_of_deck(player, frame, context) if end is DeckEnd.BOTTOM else top_of_deck(player, 1, frame, context)
        if not top:
            break
        moved = CardMoved(top[0], Zone.DECK, Zone.HAND, Manner.DRAW, actor=player)
        happened = context.propose(moved, frame=frame, rules=refs("1.12.1"))
        if not happened:
            break
        drawn += 1
    return drawn


@handles(DrawUntil)
@rule("6.1.8.1", "until a number of cards")
def _draw_until(effect: DrawUntil, frame: Frame, context: Context) -> Outcome:
    wanted = amount_for(effect.amount, frame, context)
    drawn, complete = 0, True
    for player in players_for(effect.player, frame, context):
        missing = max(0, wanted - len(context.state.players[player].hand))
        got = draw_cards(player, missing, frame, context)
        drawn += got
        complete = complete and got == missing
    return Outcome(complete and drawn > 0, drawn)


@handles(Discard)
@rule("7.3.4", "discarding")
@rule("7.6.3", "several cards at a time")
def _discard(effect: Discard, frame: Frame, context: Context) -> Outcome:
    kept = spared(effect, frame, context) if frame.origin is not Origin.COST else ()
    if kept:  # which of them is chosen makes no difference
        bind_cards(effect.bind, (), frame, context)
        return discard_cards(kept[:1], 1, frame, context, effect.bind)
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    return discard_cards(cards, least, frame, context, effect.bind)


def discard_cards(cards: Sequence[CardId], least: int, frame: Frame, context: Context, bind: str = "discarded") -> Outcome:
    """Put cards from hands into their players' discards, at one time."""
    held = [card for card in cards if context.state.card(card).zone is Zone.HAND]
    events = [CardMoved(card, Zone.HAND, Zone.DISCARD, Manner.DISCARD, actor=frame.you, by=frame.source) for card in held]
    happened = context.propose(*events, frame=frame, rules=refs("7.3.4"))
    return _done(happened, cards, least, frame, bind)


@handles(DiscardUntil)
@rule("6.1.8.1", "until a number of cards")
def _discard_until(effect: DiscardUntil, frame: Frame, context: Context) -> Outcome:
    wanted = amount_for(effect.amount, frame, context)
    done = 0
    for player in players_for(effect.player, frame, context):
        hand = context.state.players[player].hand
        excess = len(hand) - wanted
        if excess > 0:
            text = f"choose {counted(excess, 'card')} to discard"
            cards = pick(hand, player, frame, context, minimum=excess, maximum=excess, text=text)
            done += discard_cards(cards, excess, frame, context).amount
    return Outcome(done > 0, done)


@handles(Banish)
@rule("1.8.1.4", "banished")
def _banish(effect: Banish, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    there = [card for card in cards if context.state.card(card).zone is Zone.PLAY]
    happened = _propose_moves(there, Zone.DISCARD, Manner.BANISH, frame, context)
    return _done(happened, cards, least, frame, effect.bind)


@handles(PutIntoHand)
@rule("1.12.3", "putting into a hand is not drawing")
def _put_into_hand(effect: PutIntoHand, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    outside = [card for card in cards if context.state.card(card).zone is not Zone.HAND]
    if effect.alone:
        events = [
            event
            for card in outside
            for event in moving_alone(card, Zone.HAND, Manner.RETURN, context.view, actor=frame.you, by=frame.source)
        ]
        happened = context.propose(*events, frame=frame, rules=refs("8.10.8.5", "7.3.1"))
    else:
        happened = _propose_moves(outside, Zone.HAND, Manner.RETURN, frame, context)
    return _done(happened, cards, least, frame, effect.bind)


@handles(PutIntoInkwell)
@rule("7.5.6", "put into the inkwell by an effect")
@rule("4.2.3.2", "not the inking of the turn")
@rule("5.1.1.7", "a stack gains the states of its top card")
@rule("7.5.2", "facedown and ready")
def _put_into_inkwell(effect: PutIntoInkwell, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    happened = _propose_moves(cards, Zone.INKWELL, Manner.PUT, frame, context, exerted=effect.exerted)
    return _done(happened, cards, least, frame, effect.bind)


@handles(PutIntoDiscard)
def _put_into_discard(effect: PutIntoDiscard, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    happened = _propose_moves(cards, Zone.DISCARD, Manner.PUT, frame, context)
    return _done(happened, cards, least, frame, effect.bind)


@handles(PutOnDeck)
@rule("7.2.3", "in any order")
@rule("7.2.3.1", "stacks are ordered freely")
def _put_on_deck(effect: PutOnDeck, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    if not cards:
        return NOT_DONE
    decides = (*persons(effect.player, frame, context.view), frame.you)[0]
    ends: dict[DeckEnd, list[CardId]] = {effect.end: list(cards)}
    if effect.end is DeckEnd.EITHER:
        ends = _ends_of(cards, decides, frame, context)
    happened: list[Event] = []
    for owner in context.state.turn_order():
        for end, there in ends.items():
            mine = [card for card in there if context.state.card(card).owner == owner]
            if mine:
                settled = effect.end is DeckEnd.EITHER and end is DeckEnd.TOP
                happened.extend(_put_back(mine, owner, decides, end, effect.order, frame, context, settled=settled))
    return _done(happened, cards, least, frame, effect.bind)


def _ends_of(cards: tuple[CardId, ...], decides: PlayerId, frame: Frame, context: Context) -> dict[DeckEnd, list[CardId]]:
    """Ask which cards go on which end of the deck; several are ordered by the same answers."""
    if len(cards) == 1:
        return {_which_end(cards[0], decides, frame, context): list(cards)}
    text = "which cards go on the top of the deck, in order"
    top = put_in_order(cards, decides, frame, context, text, minimum=0)
    rest = [card for card in cards if card not in top]
    return {DeckEnd.TOP: list(top), DeckEnd.BOTTOM: rest}


def _which_end(card: CardId, decides: PlayerId, frame: Frame, context: Context) -> DeckEnd:
    name = context.state.card(card).name
    texts = ((1, f"{name} on the top of the deck"), (2, f"{name} on the bottom of the deck"))
    return DeckEnd.TOP if choose_option(texts, decides, frame, context) == (1,) else DeckEnd.BOTTOM


def _put_back(
    cards: Sequence[CardId],
    owner: PlayerId,
    decides: PlayerId,
    end: DeckEnd,
    order: PutOrder,
    frame: Frame,
    context: Context,
    *,
    settled: bool = False,
) -> tuple[Event, ...]:
    """Put cards of one player on their deck; cards that were in play are ordered by their own player (7.2.3)."""
    view = context.view
    from_play = any(view.card(card).zone is Zone.PLAY for card in cards)
    whole = stack_of(cards, view)
    if order is PutOrder.RANDOM or settled:
        ordered = whole
    else:
        text = f"in which order, on the {end.value} of the deck"
        ordered = put_in_order(whole, owner if from_play else decides, frame, context, text)
    events = [event for card in cards for event in moving(card, Zone.DECK, Manner.PUT, view, actor=frame.you, by=frame.source)]
    moves = {event.card: event for event in events if isinstance(event, CardMoved)}
    rest = [event for event in events if not isinstance(event, CardMoved)]
    placed = placed_in_order([moves[card] for card in ordered], end)
    if order is PutOrder.RANDOM and len(ordered) > 1:
        rest.append(DeckShuffled(owner, ordered))
    return context.propose(*placed, *rest, frame=frame, rules=refs("7.2.3", "7.2.1"))


def placed_in_order(moves: Sequence[CardMoved], end: DeckEnd) -> list[Event]:
    """Give moves into a deck their places, first is the top."""
    if end is DeckEnd.TOP:
        return [replace(move, position=place) for place, move in enumerate(moves)]
    return list(moves)


@handles(ShuffleIntoDeck)
@rule("1.4.3", "each player's own deck")
def _shuffle_into_deck(effect: ShuffleIntoDeck, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    happened = _propose_moves(cards, Zone.DECK, Manner.SHUFFLE, frame, context)
    owners = dict.fromkeys(context.state.card(card).owner for card in cards)
    for owner in owners:
        context.propose(DeckShuffled(owner), frame=frame, rules=refs("7.2.2"))
    return _done(happened, cards, least, frame, effect.bind)


@handles(ShuffleDeck)
def _shuffle_deck(effect: ShuffleDeck, frame: Frame, context: Context) -> Outcome:
    players = players_for(effect.player, frame, context)
    for player in players:
        context.propose(DeckShuffled(player), frame=frame, rules=refs("7.2.2"))
    return Outcome(bool(players), len(players))


@handles(PutUnder)
@rule("5.1.1.5", "under")
@rule("8.4.2", "facedown cards are not looked at")
def _put_under(effect: PutUnder, frame: Frame, context: Context) -> Outcome:
    cards, least = cards_moved(effect.cards, effect.bind, frame, context)
    tops = [card for card in cards_for(effect.top, frame, context) if context.state.card(card).zone is Zone.PLAY]
    if not tops:
        return NOT_DONE
    events: list[Event] = []
    for card in cards:
        if card != tops[0]:
            events.extend(under_events(card, tops[0], effect.facedown, frame, context))
    happened = context.propose(*events, frame=frame, rules=refs("5.1.1.5", "5.1.1.7"))
    return _done(happened, cards, least, frame, effect.bind)


def under_events(card: CardId, top: CardId, facedown: bool, frame: Frame, context: Context) -> list[Event]:
    """List the events by which a card, with its stack, goes under another."""
    found = context.state.card(card)
    events: list[Event] = [CardPutUnder(card, found.zone, top, facedown, actor=frame.you)]
    events.extend(CardPutUnder(under, Zone.UNDER, top, facedown, actor=frame.you) for under in found.under)
    return events


@handles(PutOntoStack)
@rule("5.1.1.6", "on top")
def _put_onto_stack(effect: PutOntoStack, frame: Frame, context: Context) -> Outcome:
    cards, _ = cards_moved(effect.card, "put", frame, context)
    bases = [card for card in cards_for(effect.onto, frame, context) if context.state.card(card).zone is Zone.PLAY]
    if not cards or not bases:
        return NOT_DONE
    card, base = context.state.card(cards[0]), context.state.card(bases[0])
    moved = CardMoved(
        card.id,
        card.zone,
        Zone.PLAY,
        Manner.PUT,
        exerted=base.exerted,
        drying=base.drying,
        damage=base.damage,
        onto=(base.id,),
        actor=frame.you,
        by=frame.source,
    )
    happened = context.propose(moved, frame=frame, rules=refs("5.1.1.6", "5.1.1.7"))
    return _done(happened, cards[:1], 1, frame, "put")
