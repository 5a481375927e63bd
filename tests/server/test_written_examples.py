"""What README and docs show is what happens."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.library import Library
from server.registry import tool_named
from server.wire import structured
from tests.server.doors import FIRST_RULING, ROOT, Loreguide

PAGES = [ROOT / "README.md", ROOT / "server" / "scenario_format.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)\)")


def blocks(kind: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for block in re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            yield page, block


def commands() -> list[tuple[str, list[str]]]:
    """Give every command shown, with lines that its output has to contain."""
    shown: list[tuple[str, list[str]]] = []
    for _, block in blocks("console"):
        for line in block.splitlines():
            if line.startswith("$ "):
                shown.append((line[2:], []))
            elif line.strip():
                shown[-1][1].append(line.strip())
    return shown


@pytest.mark.parametrize(("command", "expected"), commands(), ids=[command for command, _ in commands()])
def test_a_command_shown_prints_what_is_shown(
    loreguide: Loreguide, monkeypatch: pytest.MonkeyPatch, command: str, expected: list[str]
) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(command)
    assert name == "loreguide"
    outcome = loreguide(*arguments)
    assert (outcome.status, outcome.err) == (0, "")
    assert expected
    assert [line for line in expected if line not in outcome.out] == []


@pytest.mark.parametrize(("page", "text"), list(blocks("yaml")), ids=lambda value: value.name if isinstance(value, Path) else "")
def test_a_board_shown_holds(library: Library, page: Path, text: str) -> None:
    assert structured(tool_named("check_scenario").ask({"scenario": text}, library))["verdict"] == "holds"


def test_the_first_ruling_shown_is_the_packaged_one() -> None:
    packaged: dict[str, Any] = yaml.safe_load(FIRST_RULING.read_text(encoding="utf-8"))
    packaged.pop("source")
    shown = [yaml.safe_load(text) for _, text in blocks("yaml")]
    assert packaged in shown


def test_configurations_shown_are_json_that_starts_our_server() -> None:
    shown = [json.loads(text) for _, text in blocks("json")]
    assert [set(each["mcpServers"]) for each in shown] == [{"loreguide"}, {"loreguide"}]


def test_links_lead_somewhere() -> None:
    broken = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
