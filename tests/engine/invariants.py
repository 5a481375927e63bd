"""What is true of every state in which a player may act, whatever happened before."""

from collections import Counter
from collections.abc import Callable, Iterator

from corpus.records import CardType
from engine.abilities.vocabulary import Stat, Until, Zone
from engine.game import Game
from engine.resolve.state_check import lore_to_win
from engine.rules.continuous import view_of
from engine.state.game_state import GameState
from engine.state.objects import Card, Standing
from engine.terms import Phase

Invariant = Callable[[GameState], Iterator[str]]

LISTED = (Zone.DECK, Zone.HAND, Zone.PLAY, Zone.INKWELL, Zone.DISCARD)


def zones_are_a_partition(state: GameState) -> Iterator[str]:
    """A card is in exactly one zone, that of its owner (7.1.5)."""
    places = Counter[int]()
    for player in range(len(state.players)):
        for zone in LISTED:
            for number in state.zone_of(player, zone):
                places[number] += 1
                found = state.cards[number]
                if (found.zone, found.owner) != (zone, player):
                    yield f"{found.name} lies in the {zone} of player {player}, but says {found.zone} of {found.owner}"
    for card in state.cards.values():
        if places[card.id] != (card.zone in LISTED):
            yield f"{card.name} in {card.zone} is listed {places[card.id]} times"


def stacks_agree(state: GameState) -> Iterator[str]:
    """The cards under a card know it, and no others do (5.1.1.7)."""
    below = Counter(under for card in state.cards.values() for under in card.under)
    for card in state.cards.values():
        if card.under and card.zone is not Zone.PLAY:
            yield f"{card.name} in {card.zone} has cards under it"
        for under in card.under:
            if state.cards[under].top != card.id:
                yield f"{state.cards[under].name} lies under {card.name} and says {state.cards[under].top}"
        if below[card.id] != (card.zone is Zone.UNDER) or (card.top is not None) != (card.zone is Zone.UNDER):
            yield f"{card.name} in {card.zone} lies under {below[card.id]} cards, top {card.top}"


def states_fit_the_zone(state: GameState) -> Iterator[str]:
    """Outside play a card is neither damaged nor at a location; only some states are possible in each zone (5.1.2)."""
    for card in state.cards.values():
        wrong = []
        if card.zone is not Zone.PLAY:
            wrong = [name for name in ("damage", "drying", "at", "was_at") if getattr(card, name)]
            if card.exerted and card.zone is not Zone.INKWELL:
                wrong.append("exerted")
        if card.zone in (Zone.DECK, Zone.INKWELL) and not card.facedown:
            wrong.append("faceup")
        if card.zone in (Zone.PLAY, Zone.DISCARD, Zone.HAND) and card.facedown:
            wrong.append("facedown")
        if wrong:
            yield f"{card.name} in {card.zone}: {wrong}"


def states_fit_the_type(state: GameState) -> Iterator[str]:
    """Items have no damage, locations are not exerted, actions do not stay in play (5.1.2.2, 5.1.2.3, 7.4.1)."""
    view = view_of(state)
    for card in view.sheets:
        found, kind = state.cards[card], view.sheet(card).type
        if kind is CardType.ACTION:
            yield f"the action {found.name} is in play"
        if found.damage and kind not in (CardType.CHARACTER, CardType.LOCATION):
            yield f"{found.name} has {found.damage} damage"
        if found.exerted and kind is CardType.LOCATION:
            yield f"the location {found.name} is exerted"


def characters_are_at_their_locations(state: GameState) -> Iterator[str]:
    """A character is at a location in play of its own player, or nowhere (4.7.1, 5.6.6)."""
    view = view_of(state)
    for card in view.sheets:
        found = state.cards[card]
        if found.at is None:
            continue
        place: Card = state.cards[found.at]
        if place.zone is not Zone.PLAY or view.sheet(place.id).type is not CardType.LOCATION or place.owner != found.owner:
            yield f"{found.name} is at {place.name}, in {place.zone} of {place.owner}"


def counters_are_not_negative(state: GameState) -> Iterator[str]:
    """No negative damage, lore or ink drops (1.9.1, 1.11.1, 1.13)."""
    yield from (f"{card.name}: {card.damage} damage" for card in state.cards.values() if card.damage < 0)
    yield from (f"{p.label}: {p.lore} lore, {p.ink_drops} drops" for p in state.players if p.lore < 0 or p.ink_drops < 0)


def one_active_player(state: GameState) -> Iterator[str]:
    """The active player is in the game, unless it is over (1.3.4.1)."""
    if not state.over and state.players[state.active].standing is not Standing.PLAYING:
        yield f"{state.players[state.active].label} is active and {state.players[state.active].standing}"


def nothing_waits(state: GameState) -> Iterator[str]:
    """When a player may act nothing is left to resolve (3.3.2.1, 4.1.2)."""
    if not state.over and (
        state.phase is not Phase.MAIN or state.bag or state.waiting or state.challenge is not None or state.resolving is not None
    ):
        yield f"{state.phase} {state.step}: {len(state.bag)} in the bag, {len(state.waiting)} waiting, {state.challenge}"


def checks_are_done(state: GameState) -> Iterator[str]:
    """No condition of the game state check is met (1.8.3)."""
    if state.over:
        return
    view = view_of(state)
    for card in view.sheets:
        willpower = view.sheet(card).number(Stat.WILLPOWER)
        if willpower is not None and state.cards[card].damage >= max(willpower, 0):
            yield f"{state.cards[card].name} has {state.cards[card].damage} damage and {willpower} Willpower"
    for player in state.turn_order():
        if state.players[player].lore >= lore_to_win(player, view):
            yield f"{state.players[player].label} has {state.players[player].lore} lore"


def effects_have_something_to_apply_to(state: GameState) -> Iterator[str]:
    """Effects speak of objects that are still there, end in time, and are told apart by their numbers (6.1.13, 7.1.6)."""
    serials = Counter(effect.serial for effect in state.lasting)
    yield from (f"{times} effects have the number {serial}" for serial, times in serials.items() if times > 1)
    for effect in state.ongoing:
        yield from (f"{effect.name} applies to {ref}" for ref in effect.targets or () if state.current(ref) is None)
    for each in state.lasting:
        over = each.expiry.until is Until.END_OF_TURN and each.expiry.turn != state.turn
        # A game that is won in the middle of a challenge leaves the challenge as it was.
        if over or (each.expiry.until is Until.END_OF_CHALLENGE and state.challenge is None):
            yield f"{each.name} until {each.expiry.until} of turn {each.expiry.turn} still applies on turn {state.turn}"


def unknown_order_is_of_the_deck(state: GameState) -> Iterator[str]:
    """Cards of unknown place are several, and in the deck (7.2.2)."""
    for player in state.players:
        if not player.shuffled.issubset(player.deck) or len(player.shuffled) == 1:
            yield f"{player.label}: {sorted(player.shuffled)} of {player.deck}"


INVARIANTS: tuple[Invariant, ...] = (
    zones_are_a_partition,
    stacks_agree,
    states_fit_the_zone,
    states_fit_the_type,
    characters_are_at_their_locations,
    counters_are_not_negative,
    one_active_player,
    nothing_waits,
    checks_are_done,
    effects_have_something_to_apply_to,
    unknown_order_is_of_the_deck,
)


def broken(state: GameState) -> list[str]:
    """List what is not true of a state although it should be."""
    return [f"{invariant.__name__}: {problem}" for invariant in INVARIANTS for problem in invariant(state)]


def conserved(before: GameState, after: GameState) -> list[str]:
    """List the cards that came, went, changed hands or faces between two states."""
    found = [f"card {card} is gone or new" for card in before.cards.keys() ^ after.cards.keys()]
    for card in before.cards.keys() & after.cards.keys():
        old, new = before.cards[card], after.cards[card]
        if (old.owner, old.label) != (new.owner, new.label) or old.face is not new.face or new.incarnation < old.incarnation:
            found.append(f"{old} became {new}")
    return found


def unexplained(game: Game) -> list[str]:
    """List the events of a timeline that name no rule."""
    return [f"{entry.event}" for entry in game.log if entry.event.names and not entry.rules]
