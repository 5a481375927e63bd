"""What is handed out is whole: the entry in the registry, the bundle, the wheel, the image, the replicas."""

import asyncio
import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Any

import fakeredis
import pytest
import yaml
from mcp import Client, StdioServerParameters

from server.cli.program import program
from server.distribution import build_bundle, manifest, server_entry
from server.mcp import program_version
from server.registry import TOOLS
from tests.server.doors import ROOT, environment, serving

PINNED = re.compile(r"[\w./-]+:\d+(?:\.\d+)+[\w.-]*")
COMPOSE = ROOT / "distribution" / "compose.yaml"


def packaged() -> set[str]:
    """Give every file that the four packages have."""
    files = (file for name in ("corpus", "engine", "indexer", "server") for file in (ROOT / name).rglob("*") if file.is_file())
    return {file.relative_to(ROOT).as_posix() for file in files if "__pycache__" not in file.parts}


def read_command(words: list[str]) -> None:
    """Read a command line of ours without running it."""
    name, *options = words
    program.commands[name].make_context(name, options)


def test_the_entry_in_the_registry_is_short_and_starts_a_command_that_there_is() -> None:
    entry = server_entry()
    assert entry["$schema"].endswith("/2025-12-11/server.schema.json")
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert len(entry["description"]) <= 100
    (package,) = entry["packages"]
    assert (package["identifier"], package["version"], entry["version"]) == ("loreguide", program_version(), program_version())
    read_command([argument.get("value") or argument["name"] for argument in package["packageArguments"]])


def test_the_manifest_names_every_tool_and_starts_a_command_that_there_is() -> None:
    values = manifest()
    assert [tool["name"] for tool in values["tools"]] == [tool.name for tool in TOOLS]
    words = values["server"]["mcp_config"]["args"]
    read_command(words[words.index("loreguide") + 1 :])


def test_the_same_sources_give_the_same_bundle(tmp_path: Path) -> None:
    one, other = build_bundle(tmp_path / "one"), build_bundle(tmp_path / "other")
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert set(archive.namelist()) == packaged() | {"manifest.json", "pyproject.toml", "README.md", "LICENSE"}


def test_the_unpacked_bundle_serves(tmp_path: Path, built_cache: Path) -> None:
    with zipfile.ZipFile(build_bundle(tmp_path)) as archive:
        archive.extractall(tmp_path / "bundle")
    own = {**environment(built_cache), "PYTHONPATH": str(tmp_path / "bundle")}

    async def play() -> Any:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "server", "mcp", "--set-up"], env=own, cwd=tmp_path / "bundle"
        )
        async with Client(server, read_timeout_seconds=60) as client:
            return await client.call_tool("get_rule", {"ref": "4.6.4.2"})

    answer = asyncio.run(play())
    assert not answer.is_error
    assert answer.structured_content["rule"]["ref"] == "CR 2.3.0 4.6.4.2"


@pytest.mark.slow
def test_the_wheel_has_every_file_of_the_packages(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in sorted(packaged() | {"pyproject.toml", "README.md", "LICENSE"}):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert packaged() - set(archive.namelist()) == set()


def test_the_image_is_pinned_non_root_and_runs_a_command_that_there_is() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    instructions = [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines if line and not line.startswith("#")]
    (base,) = [value.split("=", 1)[1] for name, value in instructions if name == "ARG"]
    assert PINNED.fullmatch(base)
    assert {value.split()[0] for name, value in instructions if name == "FROM"} == {"${BASE}"}
    (user,) = [value for name, value in instructions if name == "USER"]
    assert user.split(":")[0] not in ("0", "root")
    assert any(name == "HEALTHCHECK" and "/healthz" in value for name, value in instructions)
    copied = [word for name, value in instructions if name == "COPY" and "--from" not in value for word in value.split()[:-1]]
    assert [path for path in copied if not (ROOT / path).exists()] == []
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [path for path in copied if f"!{path}" not in ignored] == [], "what is copied must not be ignored"
    assert any("--require-hashes" in value for name, value in instructions if name == "RUN")
    (entry,) = [json.loads(value) for name, value in instructions if name == "ENTRYPOINT"]
    (command,) = [json.loads(value) for name, value in instructions if name == "CMD"]
    assert entry == ["loreguide"]
    read_command(command)


def test_the_image_installs_what_is_locked_with_the_extras_of_a_server() -> None:
    lock = (ROOT / "requirements-serve.lock").read_text(encoding="utf-8")
    plain = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    names = set(re.findall(r"^([\w.-]+)==", lock, re.M))
    assert {"redis", "opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http", "hatchling"} <= names
    assert set(re.findall(r"^([\w.-]+==\S+)", plain, re.M)) <= set(re.findall(r"^([\w.-]+==\S+)", lock, re.M))


def test_the_replicas_are_pinned_without_rights_and_run_a_command_that_there_is() -> None:
    services = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
    assert set(services) == {"proxy", "loreguide", "redis"}
    assert all(PINNED.fullmatch(service["image"]) for service in services.values())
    ours = services["loreguide"]
    assert ours["deploy"]["replicas"] == 2
    assert ours["read_only"] is True
    assert ours["cap_drop"] == ["ALL"]
    read_command([word.replace("${LOREGUIDE_HOST:-localhost}", "judge.example.org") for word in ours["command"]])
    for volume in services["proxy"]["volumes"]:
        source = volume.split(":")[0]
        assert not source.startswith(".") or (COMPOSE.parent / source).is_file()
    assert "name loreguide" in (COMPOSE.parent / "Caddyfile").read_text(encoding="utf-8")


@pytest.mark.skipif(
    subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode != 0
    if shutil.which("docker")
    else True,
    reason="docker compose is not here",
)
def test_docker_compose_reads_the_replicas() -> None:
    done = subprocess.run(shlex.split(f"docker compose -f {COMPOSE} config -q"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def redis_address() -> Iterator[str]:
    """Give the address of a Redis of our own."""
    server = fakeredis.TcpFakeServer(("127.0.0.1", 0), server_type="redis")
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"redis://127.0.0.1:{server.server_address[1]}/0"
    server.shutdown()
    server.server_close()


def test_two_replicas_of_two_workers_count_a_client_together(built_cache: Path, redis_address: str) -> None:
    options = ["--redis", redis_address, "--rate", "6", "--burst", "30", "--workers", "2"]
    with serving(built_cache, *options) as one, serving(built_cache, *options) as other, ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(lambda turn: (one, other)[turn % 2].ask("list_games", {}).status, range(60)))
    passed = statuses.count(200)
    assert 30 <= passed <= 32, "one more for every ten seconds that pass meanwhile"
    assert statuses.count(429) == 60 - passed
