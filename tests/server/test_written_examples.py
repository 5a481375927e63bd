"""What README and docs show is what happens."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.cli.program import program
from server.library import Library
from server.registry import tool_named
from server.wire import structured
from tests.server.doors import FIRST_RULING, ROOT, Loreguide, request

PAGES = [ROOT / "README.md", ROOT / "server" / "scenario_format.md", *sorted((ROOT / "docs").glob("*.md"))]
STATUS = re.compile(r"\(exit status (\d)\)")
ASSIGNMENTS = re.compile(r"^(?:[A-Z_]+=\S+ )+")
LINK = re.compile(r"\]\(([^)#:]+)\)")


def blocks(kind: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for block in re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            yield page, block


@dataclass(slots=True)
class Shown:
    """A command as a page shows it."""

    command: str
    lines: list[str] = field(default_factory=list)
    """What its output has to contain."""
    status: int = 0
    """Its exit status, shown below it where it is not 0."""


def commands() -> list[Shown]:
    """Give every command that is shown with its output."""
    shown: list[Shown] = []
    for _, block in blocks("console"):
        for line in filter(None, map(str.strip, block.splitlines())):
            status = STATUS.fullmatch(line)
            if line.startswith("$ "):
                shown.append(Shown(line[2:]))
            elif status is not None:
                shown[-1].status = int(status[1])
            else:
                shown[-1].lines.append(line)
    return shown


@pytest.mark.parametrize("shown", commands(), ids=lambda shown: shown.command)
def test_a_command_shown_prints_what_is_shown(loreguide: Loreguide, monkeypatch: pytest.MonkeyPatch, shown: Shown) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(shown.command)
    assert name == "loreguide"
    outcome = loreguide(*arguments)
    assert (outcome.status, outcome.err) == (shown.status, "")
    assert shown.lines
    assert [line for line in shown.lines if line not in outcome.out] == []


def shell_lines(program: str) -> list[str]:
    """Give the lines of shell blocks that run a program, the variables before it left out."""
    lines = [line for _, block in blocks("sh") for line in block.splitlines()]
    return [line for line in lines if ASSIGNMENTS.sub("", line).split(" ")[0] == program]


@pytest.mark.parametrize("line", [line for name in ("loreguide", "uvx", "claude") for line in shell_lines(name)])
def test_a_shell_line_shown_runs_a_command_that_there_is(line: str) -> None:
    words = shlex.split(line.partition("  #")[0])
    if "http" in words:
        assert words[-1].endswith("/mcp")
        return
    check_command(words[len(words) - words[::-1].index("loreguide") :])


def check_command(arguments: list[str]) -> None:
    """Read a command line of ours without running it."""
    name, *options = arguments
    files = {"board.yaml": str(FIRST_RULING)}
    program.commands[name].make_context(name, [files.get(option, option) for option in options])


@pytest.mark.parametrize("line", shell_lines("curl"))
def test_a_request_shown_is_answered(server_url: str, line: str) -> None:
    words = shlex.split(line)
    url = next(word for word in words if word.startswith("http"))
    path = url.removeprefix("http://127.0.0.1:8180")
    assert path != url
    body = words[words.index("-d") + 1].encode() if "-d" in words else None
    headers = dict(re.split(r":\s*", words[at + 1], maxsplit=1) for at, word in enumerate(words) if word == "-H")
    answer = request(server_url, "POST" if body else "GET", path, body, headers)
    assert answer.status == 200
    assert answer.data


def test_the_make_targets_and_files_shown_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = [line.split()[1] for line in shell_lines("make")]
    assert targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []
    for line in shell_lines("docker"):
        assert [word for word in line.split() if word.endswith((".yaml", ".yml")) and not (ROOT / word).is_file()] == []


@pytest.mark.parametrize(("page", "text"), list(blocks("yaml")), ids=lambda value: value.name if isinstance(value, Path) else "")
def test_a_board_shown_holds(library: Library, page: Path, text: str) -> None:
    assert structured(tool_named("check_scenario").ask({"scenario": text}, library))["verdict"] == "holds"


def test_the_first_ruling_shown_is_the_packaged_one() -> None:
    packaged: dict[str, Any] = yaml.safe_load(FIRST_RULING.read_text(encoding="utf-8"))
    packaged.pop("source")
    shown = [yaml.safe_load(text) for _, text in blocks("yaml")]
    assert packaged in shown


def configurations() -> Iterator[dict[str, Any]]:
    """Give every client's configuration of our server, JSON and TOML."""
    for _, text in blocks("json"):
        values = json.loads(text)
        yield values.get("mcpServers", values.get("servers"))["loreguide"]
    for _, text in blocks("toml"):
        yield tomllib.loads(text)["mcp_servers"]["loreguide"]


def test_configurations_shown_start_or_reach_our_server() -> None:
    shown = list(configurations())
    assert len(shown) > 8
    for values in shown:
        address = values.get("url") or values.get("httpUrl")
        if address is not None:
            assert address.endswith("/mcp")
            continue
        assert values["command"] in ("loreguide", "uvx")
        words = [values["command"], *values["args"]]
        check_command(words[words.index("loreguide") + 1 :])


def test_the_readme_proves_that_the_entry_in_the_registry_is_ours() -> None:
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    assert f"mcp-name: {entry['name']}" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    broken = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
