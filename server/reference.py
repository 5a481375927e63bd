"""Write the reference of tools and commands, and the snapshot of published schemas, from the table of operations.

python -m server.reference          writes them; a test fails while they have fallen behind
"""

import json
from pathlib import Path
from typing import Any, Final

import anyio
import click

from engine.api import ScenarioDocument
from server import PROGRAM
from server.cli.program import program
from server.distribution import as_text, manifest, server_entry
from server.lending import LendingDesk
from server.mcp import build_mcp_server
from server.outline import described_outline
from server.registry import TOOLS, Tool
from server.service import Service
from server.tools.check_scenario import OUTLINE
from server.wire import answer_schema, as_json, request_schema

_ROOT: Final = Path(__file__).resolve().parents[1]
_WIDTH: Final = 100
_OUTLINE_DEPTH: Final = 2


def documents() -> dict[str, str]:
    """Give every generated file: its path below the checkout, and its text."""
    return {
        f"server/{OUTLINE}": as_json(described_outline(ScenarioDocument, _OUTLINE_DEPTH)) + "\n",
        "server.json": as_text(server_entry()),
        "distribution/manifest.json": as_text(manifest()),
        "docs/tools.md": _tools_page(),
        "docs/commands.md": _commands_page(),
        "tests/server/published_tools.json": _published(),
    }


def _published() -> str:
    listed = anyio.run(build_mcp_server(Service(LendingDesk())).list_tools)
    values = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed]
    return json.dumps(values, indent=1, ensure_ascii=False) + "\n"


def _tools_page() -> str:
    head = [
        "# Tools",
        "",
        "Written by `python -m server.reference` from the table of operations. Every tool is read-only. Every answer also has",
        "`sources` (what it rests on: document, edition, effective date, authority, official or restated) and `caveats`.",
        "",
    ]
    return "\n".join([*head, *(line for tool in TOOLS for line in _tool_section(tool))])


def _tool_section(tool: Tool[Any, Any]) -> list[str]:
    """Describe one tool: what it is for, what it takes, what it gives."""
    lines = [f"## `{tool.name}`", "", tool.description, ""]
    if tool.command:
        lines += [f"On the command line: `{PROGRAM} {tool.command}`.", ""]
    takes = request_schema(tool.request)
    if takes["properties"]:
        lines += ["| takes | | |", "|---|---|---|"]
        required = takes.get("required", [])
        lines += [_row(name, part, name in required) for name, part in takes["properties"].items()]
        lines.append("")
    gives = answer_schema(tool.answer)["properties"]
    lines += ["| gives | | |", "|---|---|---|"]
    lines += [_row(name, part, True) for name, part in gives.items() if name not in ("sources", "caveats")]
    return [*lines, ""]


def _row(name: str, part: dict[str, Any], needed: bool) -> str:
    """Write one argument or key as a row of a table."""
    default = f" Default: `{part['default']}`." if "default" in part else ""
    text = f"{part.get('description', '')}{default}".strip() + ("" if needed else " Optional.")
    return f"| `{name}` | {_kind(part)} | {text.strip()} |"


def _kind(part: dict[str, Any]) -> str:
    """Say in a few words what a value is."""
    if "enum" in part:
        return " or ".join(f"`{value}`" for value in part["enum"])
    if "anyOf" in part:
        return " or ".join(dict.fromkeys(_kind(arm) for arm in part["anyOf"]))
    if part.get("type") == "array":
        return f"list of {_kind(part.get('items', {}))}"
    reference = part.get("$ref", "")
    return str(part.get("type", reference.rsplit("/", 1)[-1] or "object"))


def _commands_page() -> str:
    lines = ["# Commands", "", "Written by `python -m server.reference` from the commands themselves.", ""]
    lines += ["```text", _help(program, PROGRAM), "```", ""]
    for name, command in program.commands.items():
        lines += [f"## `{PROGRAM} {name}`", "", "```text", _help(command, name), "```", ""]
    return "\n".join(lines)


def _help(command: click.Command, name: str) -> str:
    whole = program.make_context(PROGRAM, [], resilient_parsing=True, terminal_width=_WIDTH, max_content_width=_WIDTH)
    if command is program:
        return command.get_help(whole).rstrip()
    context = command.make_context(name, [], parent=whole, resilient_parsing=True, terminal_width=_WIDTH)
    return command.get_help(context).rstrip()


def main() -> None:
    """Write every generated file."""
    for name, text in documents().items():
        path = _ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        click.echo(name)


if __name__ == "__main__":
    main()
