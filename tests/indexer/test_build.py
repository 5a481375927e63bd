"""An index is whole or not there: built beside, swapped in by one pointer, kept for going back."""

import errno
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import BadInput, FetchFailed, LoreguideError, NotSetUp, Stale
from indexer import build, store
from indexer.build import build_index, current_index, index_folder, read_stamp, roll_back, set_up, stale_reasons
from indexer.fetch import CatalogueFile, store_given_file
from indexer.query import open_index


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Give a catalogue file of two cards."""
    return write_catalogue(tmp_path / "small.json", "Ann", "Bob")


def write_catalogue(file: Path, *names: str) -> Path:
    formats = {"Core": {"allowed": True}}
    cards = [
        {
            "id": number,
            "name": name,
            "fullName": name,
            "type": "Item",
            "color": "Amber",
            "cost": 1,
            "inkwell": True,
            "fullTextSections": ["Draw a card."],
            "setCode": "1",
            "number": number,
            "rarity": "Common",
            "fullIdentifier": "x",
            "allowedInFormats": formats,
        }
        for number, name in enumerate(names, 1)
    ]
    home = {
        "type": "expansion",
        "name": "First",
        "releaseDate": "2023-09-01",
        "prereleaseDate": None,
        "allowedInFormats": formats,
    }
    file.write_text(json.dumps({"metadata": {"generatedOn": "2026-01-01T00:00:00"}, "sets": {"1": home}, "cards": cards}))
    return file


def test_set_up_builds_once_and_again_only_when_something_changed(small: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = set_up(small, cache)
    assert set_up(None, cache) == first
    second = set_up(write_catalogue(tmp_path / "other.json", "Cy"), cache)
    assert second != first
    assert open_index(index_folder(cache)).card("Cy") is not None
    assert open_index(index_folder(cache)).card("Ann") is None


def test_progress_is_told_from_the_first_stage_to_the_last(small: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    set_up(small, tmp_path / "cache", lambda *stage: told.append(stage))
    assert [done for _, done, _ in told] == [1, 2, 3, 4, 5, 6, 7]
    assert {total for _, _, total in told} == {7}


def test_without_an_index_the_way_to_one_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotSetUp, match="loreguide setup"):
        open_index(index_folder(tmp_path))


def test_index_of_other_corpus_files_is_stale(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(small, tmp_path / "cache")
    monkeypatch.setattr(build, "corpus_hash", lambda: "0" * 64)
    with pytest.raises(Stale, match=r"corpus files have changed.*loreguide setup"):
        open_index(index_folder(tmp_path / "cache"))


def test_index_of_another_schema_is_stale_and_built_again(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    first = set_up(small, cache)
    monkeypatch.setattr(store, "SCHEMA", store.SCHEMA + 1)
    with pytest.raises(Stale, match="schema"):
        open_index(index_folder(cache))
    assert set_up(None, cache) != first
    assert open_index(index_folder(cache)).card("Ann") is not None


def test_status_tells_when_another_catalogue_was_fetched_since(small: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    set_up(small, cache)
    status = open_index(index_folder(cache)).status()
    assert (status.cards, status.rules, status.terms, status.newest_set, status.stale) == (2, 583, 102, "First", ())
    assert [source.name for source in status.sources] == ["corpus", "card catalogue"]
    assert "small.json" in status.sources[1].caveat
    store_given_file(write_catalogue(tmp_path / "other.json", "Cy"), cache)
    assert open_index(index_folder(cache)).status().stale == ("another card catalogue has been fetched since it was built",)


def test_failed_build_leaves_the_index_before_it(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    first = set_up(small, cache)
    other = store_given_file(write_catalogue(tmp_path / "other.json", "Cy"), cache)

    def fail(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("indexer.fulltext.write_fulltext", fail)
    with pytest.raises(FetchFailed, match="is full"):
        build_index(other, cache)
    assert current_index(index_folder(cache)) == first
    assert sorted(each.name for each in index_folder(cache).iterdir()) == sorted(["current", first.name])


def test_full_disk_under_the_database_is_said_in_one_sentence(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("indexer.store.write_store", fail)
    with pytest.raises(FetchFailed, match="is full; free some space"):
        set_up(small, tmp_path / "cache")


def test_interrupted_build_leaves_nothing_that_counts(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("indexer.store.write_store", interrupt)
    with pytest.raises(KeyboardInterrupt):
        set_up(small, tmp_path / "cache")
    assert list(index_folder(tmp_path / "cache").iterdir()) == []


def test_only_the_current_index_and_the_one_before_are_kept(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    built = [set_up(write_catalogue(tmp_path / f"{name}.json", name), cache) for name in ("Ann", "Bob", "Cy")]
    assert not built[0].exists()
    assert built[1].exists()
    assert current_index(index_folder(cache)) == built[2]


def test_roll_back_goes_to_the_index_before(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, _ = [set_up(write_catalogue(tmp_path / f"{name}.json", name), cache) for name in ("Ann", "Bob")]
    assert roll_back(cache) == first
    assert open_index(index_folder(cache)).card("Ann") is not None


def test_roll_back_without_an_index_before_says_so(small: Path, tmp_path: Path) -> None:
    set_up(small, tmp_path / "cache")
    with pytest.raises(LoreguideError, match="no index before"):
        roll_back(tmp_path / "cache")


def test_damaged_stamp_is_not_set_up(small: Path, tmp_path: Path) -> None:
    folder = set_up(small, tmp_path / "cache")
    (folder / "stamp.json").write_text("{")
    with pytest.raises(NotSetUp, match="damaged"):
        open_index(index_folder(tmp_path / "cache"))


def test_catalogue_of_another_form_leaves_no_index(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text('{"cards": [{"id": 1}]}')
    with pytest.raises(BadInput, match="LorcanaJSON"):
        set_up(file, tmp_path / "cache")
    assert list(index_folder(tmp_path / "cache").iterdir()) == []


def test_open_index_goes_on_while_another_is_swapped_in(small: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    set_up(small, cache)
    opened = open_index(index_folder(cache))
    set_up(write_catalogue(tmp_path / "other.json", "Cy"), cache)
    assert opened.card("Ann") is not None
    assert opened.search_rules("challenge")


def test_serving_cannot_write(built_cache: Path) -> None:
    folder = current_index(index_folder(built_cache))
    opened = store.Store(folder)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        opened._connection.execute("DELETE FROM rules")


def test_stamp_of_the_whole_catalogue(built_cache: Path, catalogue: CatalogueFile) -> None:
    stamp = read_stamp(current_index(index_folder(built_cache)))
    assert stale_reasons(stamp, catalogue) == ()
    assert (stamp.status.cards, stamp.status.printings, stamp.status.newest_set) == (2785, 3556, "Hyperia City")
