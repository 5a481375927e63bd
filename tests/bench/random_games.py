"""Play games at random with all cards of the catalogue, and say what breaks.

    python tests/bench/random_games.py 2000 [--first 0] [--steps 200] [--catalogue FILE]

Every game is played again from its recorded choices, folded from its events, and asked about the invariants after every step.
The cards come from the index that `loreguide setup` built, or from a LorcanaJSON file. Exit status 1 where something broke.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from corpus.records import CardText
from engine.game import Game
from engine.reduce import reduce_all
from indexer.query import open_index
from tests.bench.cases import read_printed
from tests.engine.invariants import broken, conserved, unexplained
from tests.engine.random_play import Played, Pool, Recorded, games, playable


def printed(file: Path | None) -> Iterable[CardText]:
    """List the cards of the catalogue."""
    if file is not None:
        return read_printed(file)
    index = open_index()
    found = (index.find(name) for name in index.printings())
    return (card for card in found if card is not None)


def faults(played: Played) -> list[str]:
    """List what is wrong with a whole game."""
    found = [*conserved(played.start, played.game.state), *unexplained(played.game)]
    if reduce_all(played.start, [entry.event for entry in played.game.log]) != played.game.state:
        found.append("the state is not the fold of its events")
    again = Game(played.start, Recorded(list(played.given)))
    for action in played.done():
        again.act(action)
    if (again.state, again.log) != (played.game.state, played.game.log):
        found.append("played again it ends otherwise")
    return found


def run(pool: Pool, seed: int, steps: int, told: Counter[str]) -> list[str]:
    """Play the games of a seed; gives what is wrong."""
    found: list[str] = []
    seen: dict[int, Played] = {}
    try:
        for played in games(pool, seed, steps):
            seen[id(played)] = played
            last = played.taken[-1]
            told[last.outcome] += 1
            if last.outcome == "unsupported":
                told[last.why] += 1
            if last.outcome == "illegal":
                found.append(f"{last.action} was listed as legal and is not")
            found += broken(played.game.state)
            if found:
                return found
        for played in seen.values():
            found += faults(played)
    except Exception as error:  # a crash is what this command looks for
        where = " < ".join(f"{Path(at.filename).name}:{at.lineno}" for at in traceback.extract_tb(error.__traceback__)[:-6:-1])
        found.append(f"{type(error).__name__}: {error} ({where})")
    return found


def main() -> int:
    """Play, and print what broke and what was not executed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, help="how many seeds")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--steps", type=int, default=200, help="steps a seed")
    parser.add_argument("--catalogue", type=Path, help="a LorcanaJSON file, packed or not")
    given = parser.parse_args()
    pool = playable(printed(given.catalogue))
    told: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    began = time.process_time()
    for seed in range(given.first, given.first + given.count):
        for fault in run(pool, seed, given.steps, told):
            wrong[fault[:200]] += 1
            print(f"seed {seed}: {fault[:300]}", flush=True)
    seconds = time.process_time() - began
    taken = told.pop("done", 0)
    print(f"{len(pool)} cards, {given.count} seeds, {taken:,} steps taken in {seconds:.0f} s, {sum(wrong.values())} faults")
    for what, times in told.most_common():
        print(f"{times} {what}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
