"""Imports go to the left only: the table of the architecture, held as data and checked over every module.

Imports under ``TYPE_CHECKING`` and inside functions count like all others.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS: dict[str, frozenset[str]] = {
    "corpus": frozenset({"corpus"}),
    "engine": frozenset({"corpus", "engine"}),
    "indexer": frozenset({"corpus", "engine", "indexer"}),
    "server": frozenset({"corpus", "engine", "indexer", "server"}),
}
"""Which folders a folder may import from."""

ONLY_IMPORTERS: dict[str, frozenset[str]] = {
    "sqlite_utils": frozenset({"indexer.store"}),
    "whoosh": frozenset({"indexer.fulltext"}),
    "tomllib": frozenset({"corpus.load"}),
    "pdfminer": frozenset({"indexer.official.pdf"}),
    "numpy": frozenset({"indexer.precedents", "indexer.learning"}),
}
"""Packages that few modules may import."""

ORDER: dict[str, tuple[str, ...]] = {
    "corpus": (
        *("refs", "records", "names", "errors", "tables", "load"),
        *(
            "vocabulary",
            "policy",
            "formats",
            "infractions",
            "editions",
            "misreadings",
            "rulings",
            "asking",
            "questions",
            "documents",
        ),
    ),
    "indexer": (
        *("results", "databases", "measure", "weights", "keywords", "names", "german", "fetch", "official", "readers", "link"),
        *("fulltext", "phrases", "asked", "abilities", "related", "compiled", "features", "precedents", "learning", "store"),
        *(
            "build",
            "importing",
            "spelling",
            "question",
            "beside",
            "search",
            "finder",
            "words",
            "glossary",
            "query",
            "decks",
            "export",
        ),
    ),
}
"""Modules of a folder from the left to the right: one may import from those before it."""

FORBIDDEN: dict[str, frozenset[str]] = {
    "engine": frozenset({"sqlite3", "sqlite_utils", "whoosh", "urllib", "socket", "subprocess"}),
    "corpus": frozenset({"sqlite3", "sqlite_utils", "whoosh", "urllib", "socket", "subprocess", "pydantic"}),
}
"""What a folder does not need and must not grow to need."""


def modules(folder: str) -> Iterator[tuple[str, Path]]:
    """Give the modules of a folder with their dotted names."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), path


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Give the line and the dotted name of every import in a file, wherever it stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


@pytest.mark.parametrize("folder", FOLDERS)
def test_folder_imports_only_folders_to_its_left(folder: str) -> None:
    against = [
        f"{module}:{line} imports {name}"
        for module, path in modules(folder)
        for line, name in imports(path)
        if name.split(".")[0] in FOLDERS and name.split(".")[0] not in FOLDERS[folder]
    ]
    assert against == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_imports_are_absolute(folder: str) -> None:
    assert [f"{module}:{line}" for module, path in modules(folder) for line, name in imports(path) if name.startswith(".")] == []


@pytest.mark.parametrize("folder", ORDER)
def test_module_imports_only_modules_before_it(folder: str) -> None:
    place = {f"{folder}.{name}": at for at, name in enumerate(ORDER[folder])}
    against = []
    for module, path in modules(folder):
        if module == folder:
            continue
        here = ".".join(module.split(".")[:2])
        assert here in place, f"{module} has no place in the order of {folder}; give it one in ORDER"
        against += [
            f"{module}:{line} imports {name}"
            for line, name in imports(path)
            if (other := ".".join(name.split(".")[:2])) in place and place[other] >= place[here] and other != here
        ]
    assert against == []


@pytest.mark.parametrize("package", ONLY_IMPORTERS)
def test_package_is_imported_by_its_one_module_only(package: str) -> None:
    importers = {
        module
        for folder in FOLDERS
        for module, path in modules(folder)
        for _, name in imports(path)
        if name.split(".")[0] == package
    }
    assert importers == ONLY_IMPORTERS[package]


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_folder_stays_free_of_what_is_not_its_business(folder: str) -> None:
    against = [
        f"{module}:{line} imports {name}"
        for module, path in modules(folder)
        for line, name in imports(path)
        if name.split(".")[0] in FORBIDDEN[folder]
    ]
    assert against == []


def test_the_check_sees_imports_in_functions_and_under_type_checking(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import server.cli\n"
        "def f():\n    from indexer.query import Index\n"
    )
    assert [name for _, name in imports(file)] == ["typing", "server.cli", "indexer.query"]


def test_every_folder_has_modules_to_check() -> None:
    assert all(list(modules(folder)) for folder in FOLDERS)
