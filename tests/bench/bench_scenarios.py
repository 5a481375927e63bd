"""Measure how fast scenarios are built, replayed and explored, in one process.

Usage: bench_scenarios.py     prints one figure a line, beside what is promised

Seconds are those that this process had of a processor, so that the figures do not tell what else the machine was doing.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from corpus.records import CardText, CardType
from engine.api import DictionaryCatalogue, check_scenario
from engine.scenario.outcomes import explore
from engine.scenario.setup import set_up

BUILT_A_SECOND = 500
EXPLORE_SECONDS = 5.0
MEASURED_SECONDS = 1.0

CATALOGUE = DictionaryCatalogue(
    CardText("Otter", version, CardType.CHARACTER, 2, True, ("amber",), 2, 3, 1) for version in ("Swimmer", "Diver", "Sleeper")
)
BAG = (
    "A Whenever one of your characters quests, you may draw a card.",
    "B Whenever one of your characters quests, you may gain 1 lore.",
    "C Whenever one of your characters quests, you may deal 1 damage to chosen opposing character.",
    "D Whenever one of your characters quests, if you have 3 or more lore, draw a card.",
    "E Whenever one of your characters quests, each opponent loses 1 lore.",
)


def board(index: int) -> dict[str, Any]:
    """Give a scenario like those people send: some cards in every zone, a quest and a challenge."""
    cards = ["Otter - Swimmer", "Otter - Diver", {"card": "Otter - Sleeper", "damage": index % 3, "exerted": True}]
    return {
        "players": {
            "p1": {"ink": 5, "lore": index % 10, "play": cards, "hand": ["Otter - Swimmer", {"unknown": 3}], "deck": 30},
            "p2": {"ink": 4, "play": cards, "hand": 5, "discard": ["Otter - Diver"], "deck": 30},
        },
        "steps": [
            {"do": "quest", "card": "Otter - Swimmer", "expect": [{"player": "p1", "lore": index % 10 + 1}]},
            {"do": "challenge", "card": "Otter - Diver", "target": "Otter - Sleeper#2"},
        ],
    }


def bag() -> dict[str, Any]:
    """Give a scenario in which five abilities wait and several ask for choices."""
    mine = [{"custom": {"name": f"C{n}", "type": "character", "lore": 1, "willpower": 9, "text": BAG[n]}} for n in range(5)]
    theirs = ["Otter - Swimmer", "Otter - Diver", "Otter - Sleeper"]
    return {
        "players": {"p1": {"play": mine}, "p2": {"lore": 5, "play": theirs}},
        "steps": [{"do": "quest", "card": "C0"}],
        "explore": True,
    }


def rate(act: Callable[[int], object]) -> float:
    """Give how often something can be done in a second."""
    began, times = time.process_time(), 0
    while time.process_time() - began < MEASURED_SECONDS:
        act(times)
        times += 1
    return times / (time.process_time() - began)


def main() -> int:
    """Print the figures; exit status 1 where a promise is not kept."""
    built = rate(lambda index: set_up(board(index), CATALOGUE))
    replayed = rate(lambda index: check_scenario(board(index), CATALOGUE))
    began = time.process_time()
    exploration = explore(set_up(bag(), CATALOGUE))
    seconds = time.process_time() - began
    for_a_thousand = seconds / exploration.explored * 1000
    print(f"scenarios built a second: {built:,.0f} (at least {BUILT_A_SECOND})")
    print(f"scenarios of two steps checked a second, result written: {replayed:,.0f}")
    print(f"five-ability bag: {exploration.explored} ways replayed, {len(exploration.ends)} distinct ends, {seconds:.2f} s")
    print(f"1,000 outcomes explored in: {for_a_thousand:.2f} s (under {EXPLORE_SECONDS:.0f})")
    return 0 if built >= BUILT_A_SECOND and for_a_thousand < EXPLORE_SECONDS and exploration.complete else 1


if __name__ == "__main__":
    sys.exit(main())
