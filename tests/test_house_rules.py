"""What holds in every folder: true export lists, docstrings, no document text, no card names in the engine."""

import ast
import importlib
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.names import name_key
from indexer.fetch import CatalogueFile

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("corpus", "engine", "indexer", "server")
DOORS = ("corpus.load", "engine.api", "indexer.query", "server.registry")
"""The one public door of each folder."""
LINES = 600
FUNCTION_LINES = 60
VERBATIM_WORDS = 14

TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")}


def public(tree: ast.AST) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
    """Give the public classes and functions of a module or class, nested classes included."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


@pytest.mark.parametrize("name", DOORS)
def test_public_door_exports_what_it_says(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__all__
    assert [each for each in module.__all__ if not hasattr(module, each)] == []


def test_every_export_list_is_true() -> None:
    wrong = []
    for path, tree in TREES.items():
        listed = [
            node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and any(isinstance(each, ast.Name) and each.id == "__all__" for each in node.targets)
        ]
        if listed:
            bound = {each.name for each in tree.body if isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)}
            bound |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            bound |= {
                alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
            }
            wrong += [f"{path.relative_to(ROOT)}: {name}" for name in ast.literal_eval(listed[0]) if name not in bound]
    assert wrong == []


def test_every_public_name_has_a_docstring_that_ends_its_first_line_with_a_full_stop() -> None:
    missing = []
    for path, tree in TREES.items():
        for node in (tree, *public(tree)):
            told = ast.get_docstring(node)
            first = told.splitlines()[0] if told else ""
            if not first.endswith((".", "?")):
                missing.append(f"{path.relative_to(ROOT)}: {getattr(node, 'name', 'the module')}: {first!r}")
    assert missing == []


def test_modules_and_functions_are_of_a_size_to_be_read() -> None:
    long = [str(path.relative_to(ROOT)) for path in TREES if len(path.read_text(encoding="utf-8").splitlines()) > LINES]
    for path, tree in TREES.items():
        long += [
            f"{path.relative_to(ROOT)}: {node.name}"
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
        ]
    assert long == []


def test_no_module_is_a_drawer_for_anything() -> None:
    assert [path for path in TREES if path.stem in {"utils", "util", "helpers", "misc", "common"}] == []


def test_no_card_names_in_the_engine(catalogue: CatalogueFile) -> None:
    names = {name_key(card["fullName"]) for card in catalogue.load()["cards"] if " " in name_key(card["fullName"])}
    longest = max(len(name.split()) for name in names)
    found = []
    for path, tree in TREES.items():
        if path.relative_to(ROOT).parts[0] != "engine":
            continue
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
                continue
            words = name_key(node.value).split()
            for start in range(len(words)):
                for length in range(2, longest + 1):
                    run = " ".join(words[start : start + length])
                    if run in names and start + length <= len(words):
                        found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {run}")
    assert found == []


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+(?:'[a-z]+)?", text.lower().replace("’", "'"))


def _strings(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, list | dict):
        for each in node.values() if isinstance(node, dict) else node:
            yield from _strings(each)


def _document_runs(shared: Path) -> set[tuple[str, ...]]:
    """Give every run of words of the official rules, as long as would be too long to repeat."""
    runs: set[tuple[str, ...]] = set()
    for path in sorted((shared / "documents").glob("*")):
        if path.suffix not in {".json", ".md", ".txt"}:
            continue
        text = path.read_text(encoding="utf-8")
        words = _words("\n".join(_strings(json.loads(text))) if path.suffix == ".json" else text)
        runs.update(tuple(words[at : at + VERBATIM_WORDS]) for at in range(len(words) - VERBATIM_WORDS + 1))
    return runs


def test_no_text_of_the_documents_is_repeated(shared: Path) -> None:
    runs = _document_runs(shared)
    assert len(runs) > 10_000
    listed = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    found = []
    for name in listed:
        path = ROOT / name
        if path.suffix in {".md", ".py", ".toml", ".yaml", ".json", ".html", ".lark", ".txt"} and path.is_file():
            found += [f"{name}: {' '.join(run)}" for run in _repeated(path.read_text(encoding="utf-8"), runs)]
    assert found == []


def _repeated(text: str, runs: set[tuple[str, ...]]) -> Iterator[list[str]]:
    """Give the stretches of a text that stand in the documents too, but for lists of names and numbers."""
    written = re.findall(r"[A-Za-z0-9]+(?:['’][A-Za-z]+)?", text)
    words = [word.lower().replace("’", "'") for word in written]
    at = 0
    while at <= len(words) - VERBATIM_WORDS:
        end = at
        while end <= len(words) - VERBATIM_WORDS and tuple(words[end : end + VERBATIM_WORDS]) in runs:
            end += 1
        if end > at:
            stretch = written[at : end + VERBATIM_WORDS - 1]
            if sum(word[0].isupper() or word[0].isdigit() for word in stretch) < 0.6 * len(stretch):
                yield stretch
        at = end + 1


def test_the_check_for_repeated_text_sees_a_sentence_and_passes_a_list_of_names() -> None:
    sentence = "the quick brown fox jumps over the lazy dog and then sleeps all day"
    names = "Ann Bob Cy Dee Eve Flo Gus Hal Ida Jon Kim Lee Max Nan"
    runs = {tuple(_words(sentence)[:VERBATIM_WORDS]), tuple(_words(names))}
    assert [run[:2] for run in _repeated(f"Before it: {sentence}. {names}.", runs)] == [["the", "quick"]]
