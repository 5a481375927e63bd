"""Every scenario that is written down here holds, replayed with the cards of the pinned catalogue."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.api import Verdict, check_scenario
from indexer.query import Index

FOLDER = Path(__file__).parent


def scenarios() -> list[Any]:
    found = []
    for file in sorted(FOLDER.rglob("*.yaml")):
        for document in yaml.safe_load(file.read_text(encoding="utf-8")) or []:
            found.append(pytest.param(document, id=f"{file.relative_to(FOLDER).parent}-{document['id']}"))
    return found


@pytest.mark.parametrize("document", scenarios())
def test_scenario_holds(document: dict[str, Any], index: Index) -> None:
    result = check_scenario(document, index)
    if result.verdict is Verdict.UNSUPPORTED:
        pytest.xfail(result.ruling)
    failing = [(found.step, found.fact, found.actual) for found in result.checks if not found.holds]
    assert (result.verdict, failing) == (Verdict.HOLDS, []), result.ruling
