"""Measure that numbers, terms and names are found first, however names are misspelt, and that nonsense is none.

python tests/bench/bench_names.py [--seed N]     exit status 1 when a promise is broken
"""

import argparse
import random
import statistics
import string
import sys
import time
from collections.abc import Callable, Sequence

from corpus.load import load_glossary, load_rules
from corpus.names import name_key
from corpus.vocabulary import load_translations
from indexer.build import set_up
from indexer.query import Index, open_index

MISSPELLINGS = 1_000
FIRST_OF_MISSPELLINGS = 0.995
MEDIAN_MILLISECONDS = 2.0
NONSENSE = (
    *("Black Lotus", "Pikachu", "Blue-Eyes White Dragon", "xyzzy", "qwertz uiop", "Zorblax the Unready", "asdfgh jkl"),
    *("Charizard ex", "Jace, the Mind Sculptor", "Lorem ipsum dolor", "flurbing grobnik", "Monkey.D.Luffy", "Dark Magician Girl"),
)


def misspell(name: str, edits: int, chance: random.Random) -> str:
    """Make slips in a name: a letter left out, put in, exchanged, or swapped with the next; never none."""
    letters = list(name)
    while name_key("".join(letters)) == name_key(name):
        letters = list(name)
        for _ in range(edits):
            at = chance.randrange(len(letters) - 1)
            kind = chance.randrange(4)
            if kind == 0 and len(letters) > 3:
                del letters[at]
            elif kind == 1:
                letters.insert(at, chance.choice(string.ascii_lowercase))
            elif kind == 2:
                letters[at] = chance.choice(string.ascii_lowercase)
            else:
                letters[at], letters[at + 1] = letters[at + 1], letters[at]
    return "".join(letters)


def share(found: Callable[[str], bool], asked: Sequence[str]) -> float:
    """Give the share of what was asked that was found, and name some of the rest."""
    missed = [each for each in asked if not found(each)]
    if missed:
        print(f"    not first: {', '.join(missed[:8])}")
    return 1 - len(missed) / len(asked)


def misspelt(index: Index, names: Sequence[str], seed: int) -> tuple[float, float]:
    """Give the share of misspelt names whose card comes first, and the median time in milliseconds."""
    chance = random.Random(seed)
    right, times = 0, []
    for turn in range(MISSPELLINGS):
        name = chance.choice(names)
        typed = misspell(name, 1 + turn % 2, chance)
        started = time.perf_counter()
        near = index.near_cards(typed, 10)
        times.append((time.perf_counter() - started) * 1000)
        if near and near[0][0] == name:
            right += 1
        else:
            print(f"    {typed!r} is {near[0][0] if near else None!r}, not {name!r}")
    return right / MISSPELLINGS, statistics.median(times)


def main() -> int:
    """Measure, print every figure, and say whether the promises are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=20261016)
    seed: int = parser.parse_args().seed
    set_up()
    index = open_index()
    names = list(index.printings())
    numbers = [rule.ref.number for rule in load_rules()]
    written = [number if "." in number else f"rule {number}" for number in numbers]
    index.near_cards("warm up", 1)
    first, median = misspelt(index, names, seed)
    translated = [term.name for term in load_translations("de")]
    figures = {
        "numbers first": (share(lambda each: index.search_rules(each, 1)[0].rule.ref.number in each.split(), written), 1.0),
        "terms first": (share(lambda each: index.look_up(each, "en")[0].name == each, [t.name for t in load_glossary()]), 1.0),
        "German terms first": (share(lambda each: index.look_up(each, "de")[0].name == each, translated), 1.0),
        "exact names first": (share(lambda each: index.near_cards(each, 1)[0][0] == each, names), 1.0),
        "misspelt names first": (first, FIRST_OF_MISSPELLINGS),
        "nonsense is no card": (share(lambda each: index.near_cards(each, 5) == [], NONSENSE), 1.0),
    }
    for name, (value, promised) in figures.items():
        print(f"{name}: {value:.4f} (promised {promised})")
    print(f"misspelt names p50 ms: {median:.2f} (promised {MEDIAN_MILLISECONDS})")
    return int(median > MEDIAN_MILLISECONDS or any(value < promised for value, promised in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
