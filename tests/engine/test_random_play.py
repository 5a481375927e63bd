"""What holds of every game with real cards, found by playing all cards of the catalogue at random.

A longer run: ``python tests/bench/random_games.py 2000``.
"""

import random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from engine.errors import IllegalStep
from engine.game import Game
from engine.reduce import reduce_all
from indexer.query import Index
from tests.engine.invariants import broken, conserved, unexplained
from tests.engine.random_play import Dealer, Pool, Recorded, every_action, games, playable

STEPS = 200
SEEDS = st.integers(0, 2**32 - 1)


def examples(count: int) -> settings:
    """Give so many seeds; shrinking a seed says nothing."""
    return settings(max_examples=count, deadline=None, phases=(Phase.generate,), database=None)


@pytest.fixture(scope="module")
def pool(index: Index) -> Pool:
    printed = (index.find(name) for name in index.printings())
    found = playable(card for card in printed if card is not None)
    assert len(found) > 2_500
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
@given(seed=SEEDS)
@examples(50)
def test_200_random_steps_break_nothing(pool: Pool, seed: int) -> None:
    for played in games(pool, seed, STEPS):
        assert played.taken[-1].outcome != "illegal", played.taken[-1]
        assert broken(played.game.state) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@given(seed=SEEDS)
@examples(25)
def test_a_game_is_the_fold_of_its_events_and_the_same_when_it_is_played_again(pool: Pool, seed: int) -> None:
    for played in {id(played): played for played in games(pool, seed, STEPS)}.values():
        folded = reduce_all(played.start, [entry.event for entry in played.game.log])
        assert folded == played.game.state
        assert conserved(played.start, folded) == []
        assert unexplained(played.game) == []
        again = Game(played.start, Recorded(list(played.given)))
        for action in played.done():
            again.act(action)
        assert again.state == played.game.state
        assert again.log == played.game.log


@pytest.mark.slow
@pytest.mark.timeout(600)
@given(seed=SEEDS)
@examples(20)
def test_what_is_not_listed_as_legal_is_refused_and_changes_nothing(pool: Pool, seed: int) -> None:
    for number, played in enumerate(games(pool, seed, 40)):
        if number % 13:
            continue
        game = played.game
        legal, state, logged = set(game.legal_actions()), game.state, len(game.log)
        for action in every_action(game):
            assert action.can(game) is (action in legal), action
            if action not in legal:
                with pytest.raises(IllegalStep):
                    game.act(action)
                assert (game.state is state, len(game.log)) == (True, logged)


def test_the_same_seed_deals_the_same_board(pool: Pool) -> None:
    assert Dealer(pool, random.Random(7)).state() == Dealer(pool, random.Random(7)).state()
