"""Describe the server for registries and clients, and build the bundle that desktop clients install.

python -m server.distribution dist     writes dist/loreguide-VERSION.mcpb
"""

import json
import sys
import zipfile
from pathlib import Path
from typing import Any, Final

from server import PROGRAM
from server.mcp import DESCRIPTION, TITLE, program_version
from server.prompts import PROMPTS
from server.registry import TOOLS

__all__ = ["build_bundle", "manifest", "server_entry"]

REGISTRY_NAME: Final = "io.github.loreguide/loreguide"
"""The name in the registry of MCP servers; README repeats it, which proves that both are ours."""

_ROOT: Final = Path(__file__).resolve().parents[1]
_PACKAGES: Final = ("corpus", "engine", "indexer", "server")
_FILES: Final = ("pyproject.toml", "README.md", "LICENSE")
_LEFT_OUT: Final = {"__pycache__"}
_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Every file of a bundle has it, so that the same sources give the same bundle."""
_COMMAND: Final = ("mcp", "--set-up")


def server_entry() -> dict[str, Any]:
    """Give the entry for the registry of MCP servers (``server.json``)."""
    version = program_version()
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": REGISTRY_NAME,
        "title": TITLE,
        "description": DESCRIPTION,
        "version": version,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": PROGRAM,
                "version": version,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "packageArguments": [
                    {"type": "positional", "value": _COMMAND[0]},
                    {"type": "named", "name": _COMMAND[1]},
                ],
            }
        ],
    }


def manifest() -> dict[str, Any]:
    """Give the manifest of the bundle: the client brings uv, which brings Python and what we depend on."""
    return {
        "manifest_version": "0.4",
        "name": PROGRAM,
        "display_name": TITLE,
        "version": program_version(),
        "description": DESCRIPTION,
        "long_description": (
            "Looks rules, cards and terms up, replays boards through a rules engine, checks decks and cites the rule behind every"
            " step. The first start fetches the card catalogue and builds an index; after it, everything works offline."
            " Unofficial fan project; not published, endorsed or approved by Disney or Ravensburger."
        ),
        "author": {"name": "the loreguide authors"},
        "license": "MIT",
        "keywords": ["lorcana", "tcg", "rules", "judge"],
        "server": {
            "type": "uv",
            "entry_point": "server/__main__.py",
            "mcp_config": {"command": "uv", "args": ["run", "--directory", "${__dirname}", PROGRAM, *_COMMAND]},
        },
        "tools": [{"name": tool.name, "description": tool.description} for tool in TOOLS],
        "prompts": [
            {
                "name": prompt.name,
                "description": prompt.description,
                "arguments": [argument.name for argument in prompt.arguments],
                "text": prompt.fill(**{argument.name: "${arguments." + argument.name + "}" for argument in prompt.arguments}),
            }
            for prompt in PROMPTS
        ],
        "compatibility": {"platforms": ["darwin", "linux", "win32"], "runtimes": {"python": ">=3.11"}},
    }


def build_bundle(folder: Path) -> Path:
    """Write the bundle into *folder* and give the file."""
    folder.mkdir(parents=True, exist_ok=True)
    bundle = folder / f"{PROGRAM}-{program_version()}.mcpb"
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
        _add(archive, "manifest.json", as_text(manifest()).encode())
        for name in _FILES:
            _add(archive, name, (_ROOT / name).read_bytes())
        for package in _PACKAGES:
            for file in sorted((_ROOT / package).rglob("*")):
                if file.is_file() and not _LEFT_OUT & set(file.parts):
                    _add(archive, file.relative_to(_ROOT).as_posix(), file.read_bytes())
    return bundle


def as_text(values: dict[str, Any]) -> str:
    """Write values as a JSON file for people to read."""
    return json.dumps(values, indent=2, ensure_ascii=False) + "\n"


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


if __name__ == "__main__":
    print(build_bundle(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")))
