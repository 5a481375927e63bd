"""Resolve effects that choose, look, reveal, search and name (6.1.14, 7.1.3, 7.1.4)."""

from engine.abilities.effects import (
    Choose,
    ChoosePlayer,
    LookAt,
    LookAtHand,
    NameACard,
    Reveal,
    RevealHand,
    RevealUntil,
    SearchDeck,
)
from engine.abilities.filters import CardFilter, OfPlayer
from engine.abilities.players import BoundPlayer
from engine.abilities.vocabulary import Zone
from engine.cite import refs, rule
from engine.decisions import Decision, DecisionKind
from engine.events import CardNamed, CardsLookedAt, CardsRevealed
from engine.rules.choices import (
    amount_for,
    asks_for_face,
    bind_cards,
    cards_for,
    pick,
    players_for,
    top_of_deck,
    twin_key,
)
from engine.rules.context import DONE, NOT_DONE, Context, Frame, Outcome, handles
from engine.rules.query import find, meets
from engine.state.objects import CardId, PlayerId


@handles(Choose)
@rule("1.7.3", "choices are made as the effect resolves")
def _choose(effect: Choose, frame: Frame, context: Context) -> Outcome:
    cards = cards_for(effect.cards, frame, context)
    bind_cards(effect.bind, cards, frame, context)
    return Outcome(complete=bool(cards), amount=len(cards))


@handles(ChoosePlayer)
def _choose_player(effect: ChoosePlayer, frame: Frame, context: Context) -> Outcome:
    frame.players[effect.bind] = players_for(effect.player, frame, context)
    return Outcome(complete=bool(frame.players[effect.bind]), amount=len(frame.players[effect.bind]))


@handles(NameACard)
@rule("5.2.6", "a named card")
def _name(effect: NameACard, frame: Frame, context: Context) -> Outcome:
    for player in players_for(effect.player, frame, context):
        answer = context.ask(
            Decision(
                DecisionKind.NAME,
                player,
                "name a card",
                rules=refs("5.2.6"),
                source=frame.source.id if frame.source is not None else None,
                ability=frame.name,
                resolution=frame.resolution,
            )
        )
        frame.words[effect.bind] = str(answer[0])
        context.propose(CardNamed(player, str(answer[0])), frame=frame, rules=refs("5.2.6"))
    return DONE


@handles(LookAt)
@rule("7.1.3", "looking at cards of a private zone")
def _look(effect: LookAt, frame: Frame, context: Context) -> Outcome:
    cards = cards_for(effect.cards, frame, context)
    bind_cards(effect.bind, cards, frame, context)
    for player in players_for(effect.player, frame, context):
        if cards:
            context.propose(CardsLookedAt(cards, player), frame=frame, rules=refs("7.1.3"))
    return Outcome(complete=bool(cards), amount=len(cards))


@handles(LookAtHand)
@rule("7.3.2", "the hand of another player")
def _look_at_hand(effect: LookAtHand, frame: Frame, context: Context) -> Outcome:
    cards = _hands(players_for(effect.whose, frame, context), context)
    bind_cards(effect.bind, cards, frame, context)
    if cards:
        context.propose(CardsLookedAt(cards, frame.you), frame=frame, rules=refs("7.1.3"))
    return DONE


@handles(Reveal)
@rule("6.1.14.1", "revealing a card")
def _reveal(effect: Reveal, frame: Frame, context: Context) -> Outcome:
    cards = cards_for(effect.cards, frame, context)
    _show(cards, effect.bind, frame, context)
    return Outcome(complete=bool(cards), amount=len(cards))


@handles(RevealHand)
def _reveal_hand(effect: RevealHand, frame: Frame, context: Context) -> Outcome:
    players = players_for(effect.player, frame, context)
    _show(_hands(players, context), effect.bind, frame, context)
    return DONE if players else NOT_DONE


def _hands(players: tuple[PlayerId, ...], context: Context) -> tuple[CardId, ...]:
    return tuple(card for player in players for card in context.state.players[player].hand)


@rule("6.1.14.1", "shown to all players")
def _show(cards: tuple[CardId, ...], bind: str, frame: Frame, context: Context) -> None:
    """Reveal cards, so that everybody knows which they are, and remember them."""
    for player in dict.fromkeys(context.state.cards[card].owner for card in cards):
        theirs = tuple(card for card in cards if context.state.cards[card].owner == player)
        context.know(theirs, player, "the card is revealed")
        context.propose(CardsRevealed(theirs, player), frame=frame, rules=refs("6.1.14"))
    bind_cards(bind, cards, frame, context)


@handles(RevealUntil)
@rule("6.1.14.1", "revealing until a card is found")
def _reveal_until(effect: RevealUntil, frame: Frame, context: Context) -> Outcome:
    revealed: tuple[CardId, ...] = ()
    found: tuple[CardId, ...] = ()
    for player in players_for(effect.player, frame, context):
        shown: tuple[CardId, ...] = ()
        while not found and len(shown) < len(context.state.players[player].deck):
            shown = top_of_deck(player, len(shown) + 1, frame, context)
            latest = shown[-1:]
            _show(latest, effect.bind, frame, context)
            view = context.view
            if meets(effect.criteria, view.card(latest[0]), view.sheet(latest[0]), frame, view):
                found = latest
        revealed += shown
    bind_cards(effect.bind, revealed, frame, context)
    bind_cards(effect.found, found, frame, context)
    return Outcome(complete=bool(found), amount=len(revealed))


@handles(SearchDeck)
@rule("7.1.4", "searching a private zone; one may fail to find")
def _search(effect: SearchDeck, frame: Frame, context: Context) -> Outcome:
    found: tuple[CardId, ...] = ()
    for player in players_for(effect.player, frame, context):
        most = amount_for(effect.count, frame, context)
        candidates = _findable(effect, player, frame, context)
        if candidates and most > 0:
            least = 0 if asks_for_face(effect.criteria) else min(most, len(candidates))
            found += pick(
                candidates,
                player,
                frame,
                context,
                minimum=least,
                maximum=min(most, len(candidates)),
                text="choose what the search finds",
                default=_found_without_asking(candidates, most, context),
            )
    bind_cards(effect.bind, found, frame, context)
    return Outcome(complete=bool(found), amount=len(found))


def _found_without_asking(candidates: tuple[CardId, ...], most: int, context: Context) -> tuple[CardId, ...] | None:
    """Give what a search finds when nobody says, where there is only one card, or one kind of card, to find."""
    kinds = {twin_key(card, context.view) or card for card in candidates}
    return candidates[:most] if len(kinds) == 1 else None


def _findable(effect: SearchDeck, player: PlayerId, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """List the cards of a deck that meet the criteria; when nobody knows one, find out which card is there."""
    frame.players["searcher"] = (player,)
    deck = CardFilter(zone=Zone.DECK, criteria=(OfPlayer(player=BoundPlayer(name="searcher")),))
    cards = find(deck, frame, context.view)
    known = tuple(card for card in cards if context.state.cards[card].face is not None)
    if asks_for_face(effect.criteria) and not _meeting(known, effect, frame, context):
        context.know(cards, player, "the search looks for certain cards", least=0)
        if any(context.state.cards[card].face is None for card in cards):
            return ()
    return _meeting(cards, effect, frame, context)


def _meeting(cards: tuple[CardId, ...], effect: SearchDeck, frame: Frame, context: Context) -> tuple[CardId, ...]:
    view = context.view
    return tuple(card for card in cards if meets(effect.criteria, view.card(card), view.sheet(card), frame, view))
