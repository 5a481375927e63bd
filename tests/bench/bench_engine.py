"""Measure how fast the engine plays on and that its memory stays flat.

Usage: bench_engine.py [STEPS]     at least 1,000 quest, challenge and end-of-turn steps a second are promised

Seconds are those that this process had of a processor, so that the figures do not tell what else the machine was doing.
"""

import random
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.actions.challenge import ChallengeWith
from engine.actions.quest import Quest
from engine.game import Game
from engine.turn import EndTurn
from tests.engine.board import Board
from tests.engine.test_properties import ByChance, any_state, play_on

PROMISED = 1_000
"""Steps a second."""

FLAT = 5_000
"""How many kilobytes of memory the second half of the steps may add."""


def board_to_play_on() -> Game:
    """Lay out a board on which both players can quest and challenge for ever."""
    board = Board(decks=(60, 60))
    for side in board.sides:
        side.character("Front", strength=1, willpower=10**6, exerted=side is board.p2)
        for number in range(4):
            side.character(f"Back {number}", lore=0)
    return board.game()


def steps_a_second(steps: int) -> tuple[float, int]:
    """Play steps in a loop; gives how many a second, and the kilobytes that the second half of them added."""
    game = board_to_play_on()
    start = game.state
    taken, half = 0, 0
    began = time.process_time()
    while taken < steps:
        active = game.state.active
        mine, theirs = game.state.players[active].play, game.state.players[1 - active].play
        game.act(Quest(mine[1]))
        taken += 1
        if game.state.card(theirs[0]).exerted:
            game.act(ChallengeWith(mine[0], theirs[0]))
            taken += 1
        game.act(EndTurn())
        taken += 1
        game.log.clear()
        if not game.state.players[0].deck or not game.state.players[1].deck:
            game = Game(replace(start))
        if not half and taken >= steps // 2:
            half = memory()
    return taken / (time.process_time() - began), memory() - half


def memory() -> int:
    """Give the most memory used so far, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def random_steps_a_second(games: int) -> float:
    """Play boards full of abilities at random, listing what is legal before every step."""
    taken = 0
    began = time.process_time()
    for seed in range(games):
        chance = random.Random(seed)
        game = Game(any_state(chance), ByChance(chance))
        game.settle()
        taken += play_on(game, chance, 40)
    return taken / (time.process_time() - began)


def main() -> int:
    """Measure, and say whether the promise is kept."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rate, grown = steps_a_second(steps)
    print(f"quest and challenge loop: {rate:,.0f} steps/s (promised {PROMISED:,}); {grown:,} kB more in its second half")
    print(f"random legal play, all legal actions listed: {random_steps_a_second(20):,.0f} steps/s")
    return 0 if rate >= PROMISED and grown <= FLAT else 1


if __name__ == "__main__":
    raise SystemExit(main())
