"""Write boards with texts in the game's own wording, in the fewest words that a test needs."""

from typing import Any

from engine.api import ScenarioResult, Verdict, check_scenario
from tests.engine.scenario.cards import CATALOGUE


def holds(result: ScenarioResult) -> None:
    """Ask that a scenario holds, and say what does not."""
    failing = [(check.fact, check.actual) for check in result.checks if not check.holds]
    assert (result.verdict, failing) == (Verdict.HOLDS, []), result.ruling


def check(p1: dict[str, Any], *steps: dict[str, Any], p2: dict[str, Any] | None = None, **rest: Any) -> ScenarioResult:
    """Replay steps of p1 against p2."""
    return check_scenario({"players": {"p1": p1, "p2": p2 or {}}, "steps": list(steps), **rest}, CATALOGUE)


def among(players: dict[str, dict[str, Any]], *steps: dict[str, Any], **rest: Any) -> ScenarioResult:
    """Replay steps of the first of several players."""
    return check_scenario({"players": players, "steps": list(steps), **rest}, CATALOGUE)


def character(name: str, text: str = "", strength: int = 2, willpower: int = 4, **states: Any) -> dict[str, Any]:
    """Write a character with a text; further keys are its states on the board."""
    printed = {"name": name, "type": "character", "cost": 2, "strength": strength, "willpower": willpower, "lore": 1}
    if "classifications" in states:
        printed["classifications"] = states.pop("classifications")
    return {"custom": printed | {"text": text}, "as": name, **states}


def action(name: str, text: str, kind: str = "action") -> dict[str, Any]:
    """Write an action that costs 1."""
    return {"custom": {"name": name, "type": kind, "cost": 1, "text": text}, "as": name}


def play(card: str, *answers: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Play a card."""
    return {"do": "play", "card": card, "answers": list(answers), **rest}
