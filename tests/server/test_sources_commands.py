"""The commands about sources: import, index, rollback, clean, export, and what answers look like with official words."""

import json
from pathlib import Path

import pytest

from corpus.refs import CURRENT_EDITION
from indexer.build import index_folder, set_up
from indexer.fetch import CatalogueFile, store_given_file
from server.cli.program import run
from server.library import Library
from server.registry import tool_named
from server.wire import structured
from tests.indexer.official.test_importing import PARTIAL, rules_file
from tests.indexer.test_build import write_catalogue
from tests.server.doors import Loreguide, Outcome


@pytest.fixture
def own(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Loreguide:
    """Give the command line over a cache and data of its own, with a small catalogue."""
    monkeypatch.setenv("LOREGUIDE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LOREGUIDE_DATA", str(tmp_path / "data"))
    set_up(write_catalogue(tmp_path / "cards.json", "Ann"))

    def command(*arguments: str | Path) -> Outcome:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return command


def test_import_tells_what_it_took_and_what_has_no_place(own: Loreguide, tmp_path: Path) -> None:
    outcome = own("import", rules_file(tmp_path))
    assert outcome.status == 0
    assert f"Comprehensive Rules {CURRENT_EDITION}: 3 sections, 1 terms from rules.json (json, transcript): new" in outcome.out
    assert "not placed: 1.1.2 is not in the file" in outcome.out
    assert "more; --json has them all" in outcome.out
    again = own("import", rules_file(tmp_path), "--json").data
    assert again["documents"][0]["became"] == "same"
    assert len(again["documents"][0]["unplaced"]) == 580


def test_answers_quote_the_publisher_and_show_our_words_beside(own: Loreguide, tmp_path: Path) -> None:
    own("import", rules_file(tmp_path))
    shown = own("rule", "1.1.1")
    assert f"“{PARTIAL['1.1.1']}”" in shown.out
    assert "In our words: " in shown.out
    rule = own("rule", "1.1.1", "--json").data
    assert rule["rule"]["official"] == PARTIAL["1.1.1"]
    assert {(source["document"], source["wording"]) for source in rule["sources"]} == {
        (f"comprehensive-rules-{CURRENT_EDITION}", "restated"),
        (f"official-comprehensive-rules-{CURRENT_EDITION}", "official"),
    }
    assert any(each.get("official") for each in own("search", "1.1.1", "--json").data["results"])
    assert own("term", "bag", "--json").data["terms"][0]["official"] == "Their bag."
    library = Library()
    page = structured(
        tool_named("read_rules_document").ask({"document": f"official-comprehensive-rules-{CURRENT_EDITION}"}, library)
    )
    assert [entry["text"] for entry in page["entries"]] == list(PARTIAL.values())
    assert library.rule_text(library.index.rules(f"comprehensive-rules-{CURRENT_EDITION}", "1.1.1")[0].ref) == (
        f"“{PARTIAL['1.1.1']}” In our words: {rule['rule']['text']}"
    )
    library.close()


def test_status_names_the_official_documents(own: Loreguide, tmp_path: Path) -> None:
    own("import", rules_file(tmp_path))
    assert f"Official: Disney Lorcana TCG Comprehensive Rules {CURRENT_EDITION} (transcript)" in own("status").out
    assert own("rollback").status == 0
    assert "Official" not in own("status").out
    assert own("rollback").status == 0


def test_bad_file_and_better_copy_are_one_sentence_and_exit_status_2(own: Loreguide, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 cut")
    refused = own("import", bad)
    assert (refused.status, "truncated" in refused.err) == (2, True)
    own("import", rules_file(tmp_path))
    worse = rules_file(tmp_path, name="worse.json", note="Reconstruction")
    assert own("import", worse).status == 2
    assert own("import", worse, "--replace").status == 0


def test_index_builds_only_what_is_out_of_date(own: Loreguide, tmp_path: Path) -> None:
    assert "up to date" in own("index").out
    assert own("index", "--rebuild", "--json").data["built"] is True
    store_given_file(write_catalogue(tmp_path / "more.json", "Bob"), tmp_path / "cache")
    assert own("index", "--json").data["reasons"] == ["another card catalogue has been fetched since it was built"]
    assert own("card", "Bob").status == 0


def test_clean_removes_caches_and_keeps_imported_documents(own: Loreguide, tmp_path: Path) -> None:
    own("import", rules_file(tmp_path))
    assert own("clean").status == 0
    assert list((tmp_path / "cache").iterdir()) == []
    assert own("index").status == 3
    assert list((tmp_path / "data" / "official").glob("generation-*"))
    own("clean", "--official")
    assert not (tmp_path / "data" / "official").exists()
    assert "nothing to remove" in own("clean").out


def test_export_writes_the_files_and_says_their_sizes(loreguide: Loreguide, tmp_path: Path) -> None:
    outcome = loreguide("export", tmp_path / "out", "--budget", "800000", "--json")
    assert outcome.status == 0
    assert outcome.data["cards_whole"] is False
    assert outcome.data["files"]["llms-full.txt"] <= 800_000
    assert {file.name for file in (tmp_path / "out").iterdir()} == set(outcome.data["files"])
    small = loreguide("export", tmp_path / "none", "--budget", "10")
    assert (small.status, "too small" in small.err) == (2, True)


def test_bundle_of_the_seeds_is_imported_whole(shared: Path, catalogue: CatalogueFile, own: Loreguide, tmp_path: Path) -> None:
    set_up(catalogue.path)
    told = own("import", shared / "seeds" / "000_a9643d8038d3ef8e.txt", "--json").data
    assert {(each["id"], each["sections"]) for each in told["documents"]} == {
        ("official-comprehensive-rules-2.0.1", 541),
        ("official-tournament-rules-2026-07-14", 64),
    }
    assert (told["names"]["names"], told["names"]["unknown"]) == (2477, [])
    assert index_folder().is_dir()
    section = json.loads(own("rule", "TR 3.9", "--json").out)["rule"]
    assert section["official"] != section["text"]
