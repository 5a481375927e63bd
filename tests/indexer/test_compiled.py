"""The index holds every card compiled: whoever replays a board of known cards needs no grammar."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from corpus.load import load_sources
from engine.api import CompiledCatalogue, compile_card
from indexer import build, compiled
from indexer.build import current_index, index_folder, read_stamp, stale_reasons
from indexer.fetch import CatalogueFile
from indexer.query import Index
from indexer.readers.cards import read_catalogue

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {"players": {"p1": {"play": ["Stitch - New Dog", "Elsa - Spirit of Winter"], "hand": ["Be Prepared"]}, "p2": {}}}
CUSTOM = {"players": {"p1": {"play": [{"custom": {"name": "Odd", "type": "character", "text": "Evasive"}}]}, "p2": {}}}
GRAMMAR_LOADED = """
import json, sys
from server.library import Library
from server.registry import tool_named
library = Library()
tool_named("check_deck").ask({"list": "4 Stitch - New Dog\\n56 Dalmatian Puppy - Tail Wagger", "format": "infinity"}, library)
for scenario in json.load(sys.stdin):
    ruling = tool_named("check_scenario").ask({"scenario": scenario}, library)
    print(ruling.verdict.value, "engine.compiler.grammar" in sys.modules)
"""


def test_the_index_has_every_card_as_the_compiler_reads_it(index: Index, catalogue: CatalogueFile) -> None:
    cards = read_catalogue(catalogue.load(), load_sources().catalogue_provenance).cards
    for card in cards[::41]:
        assert index.compiled(card.printed.full_name) == compile_card(card.printed)
    assert all(index.compiled(spelling) is not None for card in cards for spelling in card.spellings)


def test_a_card_is_read_once_under_whatever_spelling(index: Index) -> None:
    assert isinstance(index, CompiledCatalogue)
    found = index.compiled("Elsa - Spirit of Winter")
    assert found is not None
    assert found.printed.full_name == "Elsa - Spirit of Winter"
    assert [ability.name for ability in found.abilities if ability.name] == ["DEEP FREEZE"]
    assert index.compiled("elsa – SPIRIT of winter") is found


def test_a_name_that_no_card_has_gives_none(index: Index) -> None:
    assert index.compiled("Elsa - Spirit of Plumbing") is None


def test_the_index_says_how_much_is_read(index: Index) -> None:
    coverage = index.compiled_cards.coverage()
    assert coverage.cards == index.status().cards
    assert coverage.with_text > 2400
    assert coverage.whole + len({clause.card for clause in coverage.unread}) == coverage.with_text
    assert coverage.printed_back == coverage.lines_read <= coverage.lines
    assert {clause.card for clause in coverage.unplayed} >= {"The Vine Maw - Final Foe"}
    assert coverage.exceptions <= 10


def test_known_cards_are_replayed_without_the_grammar_and_custom_text_brings_it(built_cache: Path) -> None:
    from tests.server.doors import environment

    command = [sys.executable, "-c", GRAMMAR_LOADED]
    ran = subprocess.run(
        command,
        input=json.dumps([KNOWN, CUSTOM]),
        env=environment(built_cache),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.splitlines() == ["holds False", "holds True"]


def test_an_index_of_another_compiler_is_stale(built_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = read_stamp(current_index(index_folder(built_cache)))
    assert stale_reasons(stamp, None) == ()
    assert stale_reasons(replace(stamp, compiler=""), None) != ()
    monkeypatch.setattr(build, "compiler_hash", lambda: "another")
    (reason,) = stale_reasons(stamp, None)
    assert "compiler" in reason


def test_a_change_of_the_compiler_or_of_what_it_compiles_to_is_another_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "__file__", str(tmp_path / "__init__.py"))
    seen = set()
    for folder in ("compiler/grammar", "abilities", "rules"):
        file = tmp_path / folder / "part.py"
        file.parent.mkdir(parents=True)
        file.write_text("ONE = 1\n")
        seen.add(compiled.compiler_hash.__wrapped__())
        file.write_text("ONE = 2\n")
        seen.add(compiled.compiler_hash.__wrapped__())
    assert len(seen) == 4, "the rules of play do not decide how a text is read"
