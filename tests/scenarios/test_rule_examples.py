"""Every example printed in the Comprehensive Rules is a scenario, or is named as not being about play."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from corpus.load import load_rules
from corpus.refs import CURRENT_EDITION, is_within
from engine.scenario.parse import parse_scenario

FILES = sorted((Path(__file__).parent / "rules").glob("*.yaml"))
NOT_ABOUT_PLAY = re.compile(r"# Not about play: (\d+(?:\.\d+)+ example(?: [A-Z])?) \(")
RULES = {rule.ref.number: rule for rule in load_rules()}


def scenarios(file: Path) -> list[dict[str, Any]]:
    documents: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return documents


SCENARIOS = [pytest.param(file, document, id=document["id"]) for file in FILES for document in scenarios(file)]


def test_every_example_is_covered_once_or_set_aside() -> None:
    printed = {f"{number} example {example.letter}".strip() for number, rule in RULES.items() for example in rule.examples}
    sources = {document["source"].removeprefix(f"CR {CURRENT_EDITION} ") for file in FILES for document in scenarios(file)}
    aside = {found for file in FILES for found in NOT_ABOUT_PLAY.findall(file.read_text(encoding="utf-8"))}
    assert len(printed) == 99
    assert sources | aside == printed
    assert not sources & aside
    assert len(aside) == 5


def test_identifiers_are_unique() -> None:
    counted = Counter(document["id"] for file in FILES for document in scenarios(file))
    assert [identifier for identifier, times in counted.items() if times > 1] == []


@pytest.mark.parametrize(("file", "document"), SCENARIOS)
def test_scenario_stands_in_the_file_of_its_section_and_cites_rules(file: Path, document: dict[str, Any]) -> None:
    section = file.name.partition("-")[0]
    assert is_within(document["source"].split()[2], section)
    assert document["cites"]
    assert [number for number in document["cites"] if number not in RULES] == []
    refused = [step.get("rule", section) for step in document.get("steps", [])]
    assert [number for number in refused if number not in RULES] == []


@pytest.mark.parametrize(("file", "document"), SCENARIOS)
def test_scenario_is_in_the_contract_and_expects_something(file: Path, document: dict[str, Any]) -> None:
    parsed = parse_scenario(document)
    expected = len(parsed.expect) + sum(len(step.expect) for step in parsed.steps)
    assert expected > 0, file.name
