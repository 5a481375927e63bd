"""What holds of every game, whatever is on the cards: found by playing at random."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.records import CardType
from engine.abilities.effects import (
    Banish,
    Discard,
    IfDone,
    May,
    MoveDamage,
    PutDamage,
    PutIntoHand,
    PutIntoInkwell,
    PutOnDeck,
    Ready,
    RemoveDamage,
    Sequence,
    ShuffleIntoDeck,
)
from engine.abilities.kinds import Ability, ActionEffect, CompiledCard
from engine.abilities.references import This
from engine.abilities.vocabulary import DeckEnd, Keyword, Limit, Occurrence, Stat, Zone
from engine.decisions import Choice, Decision
from engine.errors import IllegalStep
from engine.game import Game
from engine.reduce import reduce, reduce_all
from engine.state.game_state import GameState
from engine.state.objects import Card, PlayerState
from engine.turn import EndTurn
from tests.engine.board import face, keyword, shift
from tests.engine.texts import (
    OPPOSING,
    OTHER,
    YOURS,
    apply,
    characters,
    chosen,
    deal,
    draw,
    from_zone,
    gain,
    gains,
    gets,
    n,
    static,
    use,
    when,
)

ABILITIES: tuple[tuple[Ability, ...], ...] = (
    (),
    (keyword(Keyword.RUSH), keyword(Keyword.RECKLESS)),
    (keyword(Keyword.EVASIVE), keyword(Keyword.WARD)),
    (keyword(Keyword.BODYGUARD), keyword(Keyword.RESIST, 1)),
    (keyword(Keyword.SUPPORT), keyword(Keyword.CHALLENGER, 2)),
    (keyword(Keyword.BOOST, 1), keyword(Keyword.SINGER, 4), keyword(Keyword.ALERT)),
    (shift(1), keyword(Keyword.VANISH)),
    (static(gets(Stat.STRENGTH, 1), affects=characters(YOURS, OTHER)),),
    (static(gains(Keyword.EVASIVE), gets(Stat.LORE, -1), affects=characters(OPPOSING)),),
    (when(Occurrence.PLAYED, May(effect=deal(2))),),
    (when(Occurrence.QUESTED, IfDone(first=Discard(cards=from_zone(Zone.HAND)), then=draw(2))),),
    (when(Occurrence.BANISHED, PutIntoHand(cards=This())),),
    (when(Occurrence.BANISHED, gain(1), characters(OPPOSING), limit=Limit.ONCE_PER_TURN),),
    (when(Occurrence.CHALLENGED, apply(gets(Stat.STRENGTH, 2), to=This())),),
    (use(effect=MoveDamage(amount=n(1), source=chosen(), target=chosen(bind="to")), limit=Limit.ONCE_PER_TURN),),
)
"""What the characters of random games have."""

ACTIONS = (
    deal(3),
    Banish(cards=chosen()),
    PutIntoHand(cards=chosen(OPPOSING)),
    PutIntoInkwell(cards=chosen()),
    PutOnDeck(cards=chosen(least=0, most=2), end=DeckEnd.BOTTOM),
    ShuffleIntoDeck(cards=chosen()),
    Ready(cards=chosen()),
    Sequence(effects=(RemoveDamage(amount=n(2), cards=chosen(), up_to=True), PutDamage(amount=n(1), on=chosen(bind="b")))),
    draw(2),
)


class ByChance:
    """Answer every decision by chance."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def take(self, decision: Decision) -> Choice | None:
        """Give some legal choice."""
        values = [option.value for option in decision.options]
        for _ in range(50):
            size = self._chance.randint(min(decision.minimum, len(values)), min(decision.maximum, len(values)))
            choice = tuple(self._chance.sample(values, size))
            if decision.admits(choice):
                return choice
        return None


def any_face(chance: random.Random) -> CompiledCard:
    """Make some card."""
    name = chance.choice(("Elsa", "Anna", "Olaf"))
    match chance.randint(0, 5):
        case 0:
            return face("Song", CardType.ACTION, (_effect(chance),), cost=2, classifications=("Action", "Song"))
        case 1:
            return face("Well", CardType.ITEM, (use(effect=gain(1), limit=Limit.ONCE_PER_TURN),), cost=1)
        case 2:
            return face("Castle", CardType.LOCATION, (), cost=1, willpower=4, lore=1, move_cost=1)
        case _:
            return face(
                name,
                CardType.CHARACTER,
                chance.choice(ABILITIES),
                cost=chance.randint(1, 3),
                strength=chance.randint(0, 4),
                willpower=chance.randint(1, 5),
                lore=chance.randint(0, 2),
            )


def _effect(chance: random.Random) -> Ability:
    return ActionEffect(effect=chance.choice(ACTIONS))


ZONES = (Zone.DECK, Zone.DECK, Zone.HAND, Zone.HAND, Zone.PLAY, Zone.INKWELL, Zone.INKWELL, Zone.DISCARD)


def any_state(chance: random.Random) -> GameState:
    """Lay out some board of two or three players."""
    cards: dict[int, Card] = {}
    players = []
    for player in range(chance.choice((2, 2, 3))):
        zones: dict[Zone, list[int]] = {zone: [] for zone in ZONES}
        for _ in range(30):
            made = any_face(chance)
            zone = chance.choice(ZONES)
            if zone is Zone.PLAY and made.printed.type is CardType.ACTION:
                zone = Zone.DISCARD
            number = len(cards) + 1
            exerted = zone is Zone.PLAY and made.printed.type is not CardType.LOCATION and chance.random() < 0.4
            cards[number] = Card(number, player, made, zone, f"{made.printed.name}#{number}", exerted=exerted)
            zones[zone].append(number)
        players.append(
            PlayerState(
                f"p{player + 1}",
                lore=chance.randint(0, 10),
                ink_drops=chance.randint(0, 2),
                deck=tuple(zones[Zone.DECK]),
                hand=tuple(zones[Zone.HAND]),
                play=tuple(zones[Zone.PLAY]),
                inkwell=tuple(zones[Zone.INKWELL]),
                discard=tuple(zones[Zone.DISCARD]),
            )
        )
    return GameState(cards, tuple(players))


def assert_sound(state: GameState) -> None:
    """Assert what holds of every state: each card is in one place, and states fit their zones."""
    places: Counter[int] = Counter()
    for player, found in enumerate(state.players):
        assert found.lore >= 0
        assert found.ink_drops >= 0
        for zone in (Zone.DECK, Zone.HAND, Zone.PLAY, Zone.INKWELL, Zone.DISCARD, Zone.UNDER):
            for card in state.zone_of(player, zone):
                places[card] += 1
                assert (state.card(card).zone, state.card(card).owner) == (zone, player)
    for each in state.cards.values():
        assert places[each.id] == (0 if each.zone is Zone.OUTSIDE else 1)
        if each.zone is not Zone.PLAY:
            assert (each.damage, each.at, each.under) == (0, None, ())
        elif each.at is not None:
            assert state.card(each.at).zone is Zone.PLAY


def play_on(game: Game, chance: random.Random, steps: int) -> int:
    """Take random legal actions; gives how many were taken."""
    taken = 0
    for _ in range(steps):
        legal = game.legal_actions()
        if not legal:
            break
        going = [action for action in legal if not isinstance(action, EndTurn)]
        game.act(chance.choice(going if going and chance.random() < 0.8 else legal))
        assert_sound(game.state)
        assert game.state.over or not (game.state.bag or game.state.waiting or game.state.challenge)
        taken += 1
    return taken


SEEDS = st.integers(min_value=0, max_value=10**9)
CALM = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@CALM
@given(SEEDS)
def test_a_state_is_the_fold_of_its_events_and_cards_are_conserved(seed: int) -> None:
    chance = random.Random(seed)
    initial = any_state(chance)
    game = Game(initial, ByChance(chance))
    game.settle()
    play_on(game, chance, 20)
    events = [entry.event for entry in game.log]
    assert reduce_all(initial, events) == game.state
    state = initial
    for event in events:
        state = reduce(state, event)
    assert state == game.state
    assert set(game.state.cards) == set(initial.cards)


@CALM
@given(SEEDS)
def test_the_same_answers_give_the_same_game(seed: int) -> None:
    results = []
    for _ in range(2):
        chance = random.Random(seed)
        game = Game(any_state(chance), ByChance(chance))
        game.settle()
        play_on(game, chance, 12)
        results.append([entry.event for entry in game.log])
    assert [type(event) for event in results[0]] == [type(event) for event in results[1]]


@CALM
@given(SEEDS)
def test_1_7_6_an_illegal_step_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    game = Game(any_state(chance), ByChance(chance))
    game.settle()
    for action in list(game._candidates()):
        if game.state.over or action.can(game):
            continue
        before, logged = game.state, len(game.log)
        with pytest.raises(IllegalStep):
            game.act(action)
        assert game.state == before
        assert len(game.log) == logged


@CALM
@given(SEEDS)
def test_7_1_6_a_view_depends_on_nothing_but_its_state(seed: int) -> None:
    chance = random.Random(seed)
    game = Game(any_state(chance), ByChance(chance))
    game.settle()
    play_on(game, chance, 6)
    again = replace(game.state)
    assert Game(again).view.sheets == game.view.sheets


def test_random_games_of_200_steps_end_or_go_on_without_a_break() -> None:
    for seed in range(6):
        chance = random.Random(seed)
        game = Game(any_state(chance), ByChance(chance))
        game.settle()
        play_on(game, chance, 200)
