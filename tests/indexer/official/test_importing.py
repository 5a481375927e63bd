"""Importing changes everything or nothing, never a better copy silently, and can be gone back on."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest

from corpus.errors import BadInput, FetchFailed
from corpus.load import CatalogueSource, OfficialSource, Sources, load_sources
from corpus.refs import CURRENT_EDITION, Document, RuleRef, cr
from indexer.build import current_index, index_folder, read_stamp, roll_back, set_up, stale_reasons
from indexer.fetch import read_stored, store_given_file
from indexer.importing import import_files, update
from indexer.official.keep import Kept, Replacing, current_generation
from indexer.query import Index, open_index
from tests.indexer.official.test_reading import small
from tests.indexer.test_build import write_catalogue

PARTIAL = {"1": "CONCEPTS", "1.1": "General", "1.1.1": "The publisher says this of the game and of the players of it."}


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """Give a cache with a small catalogue and an index in it."""
    folder = tmp_path / "cache"
    set_up(write_catalogue(tmp_path / "cards.json", "Ann"), folder)
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of the official documents of this test."""
    monkeypatch.setenv("LOREGUIDE_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "official"


def rules_file(folder: Path, edition: str = CURRENT_EDITION, name: str = "rules.json", note: str = "", **texts: str) -> Path:
    rows = [{"id": number, "text": text} for number, text in {**PARTIAL, **texts}.items()]
    file = folder / name
    file.write_text(
        json.dumps({"version": edition, "note": note, "rules": rows, "glossary": [{"term": "bag", "text": "Their bag."}]})
    )
    return file


def everything(*folders: Path) -> dict[str, str]:
    """Give every file of some folders with its hash."""
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file()]
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def opened(cache: Path) -> Index:
    return open_index(index_folder(cache))


def test_imported_words_are_quoted_with_ours_beside_them(cache: Path, home: Path, tmp_path: Path) -> None:
    imported = import_files([rules_file(tmp_path)], cache=cache)
    assert set(imported.became.values()) == {Kept.NEW}
    index = opened(cache)
    official, ours = index.official(cr("1.1.1")), index.rule("1.1.1")
    assert official is not None
    assert ours is not None
    assert official.text == PARTIAL["1.1.1"] != ours.text
    term = index.official_term("bag")
    assert term is not None
    assert term.text == "Their bag."
    assert index.official(cr("1.1.2")) is None
    assert index.status().official == (f"Disney Lorcana TCG Comprehensive Rules {CURRENT_EDITION} (transcript)",)
    assert index.status().stale == ()


def test_edition_that_we_do_not_restate_is_answered_in_the_publishers_words(cache: Path, home: Path, tmp_path: Path) -> None:
    import_files([rules_file(tmp_path, "9.9.9")], cache=cache)
    rule = opened(cache).entry(RuleRef(Document.COMPREHENSIVE_RULES, "9.9.9", "1.1.1"))
    assert rule is not None
    assert (rule.text, rule.path) == (PARTIAL["1.1.1"], ("CONCEPTS", "General"))
    assert [hit.rule.ref.edition for hit in opened(cache).search_rules("publisher players", 3, "9.9.9")][:1] == ["9.9.9"]


def test_the_same_file_again_changes_nothing(cache: Path, home: Path, tmp_path: Path) -> None:
    file = rules_file(tmp_path)
    import_files([file], cache=cache)
    before = everything(cache, home)
    again = import_files([file], cache=cache)
    assert set(again.became.values()) == {Kept.SAME}
    assert again.index is None
    assert everything(cache, home) == before


@pytest.mark.parametrize("worse", ["reconstructed", "shorter"])
def test_better_copy_is_not_overwritten_unless_told(cache: Path, home: Path, tmp_path: Path, worse: str) -> None:
    import_files([rules_file(tmp_path, **{"1.1.2": "A second rule of the game for all the players."})], cache=cache)
    before = everything(cache, home)
    note = "Reconstruction" if worse == "reconstructed" else ""
    more = {"1.1.2": "Another.", "1.1.3": "And the third."} if worse == "reconstructed" else {}
    file = rules_file(tmp_path, name="worse.json", note=note, **more)
    with pytest.raises(BadInput, match=r"better copy .* is there: rules\.json .*--replace"):
        import_files([file], cache=cache)
    assert everything(cache, home) == before
    replaced = import_files([file], Replacing.ALWAYS, cache=cache)
    assert set(replaced.became.values()) == {Kept.REPLACED}
    assert current_generation(home).documents[0].origin == "worse.json"


def test_other_editions_stay_beside(cache: Path, home: Path, tmp_path: Path) -> None:
    import_files([rules_file(tmp_path)], cache=cache)
    import_files([rules_file(tmp_path, "2.1.0", "older.json")], cache=cache)
    assert [document.edition for document in current_generation(home).documents] == ["2.1.0", CURRENT_EDITION]


def test_one_bad_file_among_good_ones_changes_nothing(cache: Path, home: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.4 nothing more")
    before = everything(cache, home)
    with pytest.raises(BadInput, match=r"bad\.pdf is a truncated PDF"):
        import_files([rules_file(tmp_path), bad], cache=cache)
    assert everything(cache, home) == before


@pytest.mark.parametrize("kind", [OSError, KeyboardInterrupt])
def test_failed_or_interrupted_build_leaves_everything_as_it_was(
    cache: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    import_files([rules_file(tmp_path)], cache=cache)
    before = everything(cache, home)

    def fail(*_: object) -> None:
        raise kind(28, "No space left on device")

    monkeypatch.setattr("indexer.store.write_store", fail)
    with pytest.raises((FetchFailed, KeyboardInterrupt)):
        import_files([rules_file(tmp_path, "2.1.0", "older.json")], cache=cache)
    assert everything(cache, home) == before
    assert opened(cache).official(cr("1.1.1")) is not None


def test_roll_back_takes_the_official_documents_with_it(cache: Path, home: Path, tmp_path: Path) -> None:
    import_files([rules_file(tmp_path)], cache=cache)
    import_files([rules_file(tmp_path, "2.1.0", "older.json")], cache=cache)
    roll_back(cache)
    assert [document.edition for document in current_generation(home).documents] == [CURRENT_EDITION]
    assert opened(cache).status().stale == ()


def test_index_built_before_an_import_elsewhere_is_stale(cache: Path, home: Path, tmp_path: Path) -> None:
    import_files([rules_file(tmp_path)], cache=tmp_path / "other")
    stamp = read_stamp(current_index(index_folder(cache)))
    assert stale_reasons(stamp, read_stored(cache)) == ("other official documents have been imported since it was built",)
    set_up(None, cache)
    assert opened(cache).official(cr("1.1.1")) is not None


def test_before_set_up_documents_are_kept_for_it(home: Path, tmp_path: Path) -> None:
    imported = import_files([rules_file(tmp_path)], cache=tmp_path / "empty")
    assert imported.index is None
    store_given_file(write_catalogue(tmp_path / "cards.json", "Ann"), tmp_path / "empty")
    set_up(None, tmp_path / "empty")
    assert opened(tmp_path / "empty").official(cr("1.1.1")) is not None


SERVED: dict[str, bytes] = {}


class _Publisher(BaseHTTPRequestHandler):
    """Serves what SERVED has."""

    def do_GET(self) -> None:
        data = SERVED.get(self.path)
        self.send_response(200 if data is not None else 404)
        body = data if data is not None else b"gone"
        self.send_header("Content-Length", str(len(body) + (100 if self.path.startswith("/cut") else 0)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def publisher() -> Iterator[str]:
    """Give the address of a publisher on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Publisher)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    SERVED.clear()


def zipped(file: Path) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.write(file, "allCards.json")
    return out.getvalue()


def sources_at(url: str, tmp_path: Path, sha256: str = "") -> Sources:
    """Serve a rules PDF and a catalogue of two cards, and say where."""
    SERVED["/rules.pdf"] = small()
    SERVED["/cards.zip"] = zipped(write_catalogue(tmp_path / "new.json", "Bob", "Cy"))
    german = json.loads((tmp_path / "new.json").read_text())
    german["cards"][0]["fullName"] = "Bobo - Der Große"
    (tmp_path / "de.json").write_text(json.dumps(german))
    SERVED["/de.zip"] = zipped(tmp_path / "de.json")
    rules = OfficialSource("rules", Document.COMPREHENSIVE_RULES, "9.9.9", f"{url}/rules.pdf", sha256)
    newest = CatalogueSource("newest", "archive", f"{url}/cards.zip", member="allCards.json", caveat="As served.")
    names = {"de": CatalogueSource("German names", "archive", f"{url}/de.zip", member="allCards.json")}
    return replace(load_sources(), official=(rules,), catalogue=(newest,), names=names)


def test_update_fetches_documents_catalogue_and_names(cache: Path, home: Path, tmp_path: Path, publisher: str) -> None:
    told: list[str] = []
    sources = sources_at(publisher, tmp_path)
    updated = update(languages=["de"], sources=sources, cache=cache, progress=lambda doing, *_: told.append(doing))
    assert [(file.name, file.pinned) for file in updated.files] == [("rules", False), ("newest", False), ("German names", False)]
    assert updated.files[0].sha256 == hashlib.sha256(SERVED["/rules.pdf"]).hexdigest()
    assert told[:3] == ["fetching rules", "fetching newest", "fetching German names"]
    index = opened(cache)
    assert "9.9.9" in index.status().editions
    assert index.card("Ann") is None
    german = index.card("bobo der grosse") or index.card("Bobo – Der Große")
    assert german is not None
    assert german.printed.full_name == "Bob"
    assert index.status().stale == ()
    assert index.status().sources[1].caveat == "As served."


def test_update_with_the_pinned_hash_is_verified(cache: Path, home: Path, tmp_path: Path, publisher: str) -> None:
    sources = sources_at(publisher, tmp_path)
    pinned = replace(sources, official=(replace(sources.official[0], sha256=hashlib.sha256(SERVED["/rules.pdf"]).hexdigest()),))
    updated = update(without=["newest"], sources=pinned, cache=cache)
    assert updated.files[0].pinned
    assert current_generation(home).documents[0].grade.name == "VERIFIED"


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("tampered", "is not the pinned file: its SHA-256 is"),
        ("gone", "404"),
        ("cut", "broke off"),
        ("other edition", r"serves the .* 1\.2\.3, not the Comprehensive Rules 9\.9\.9"),
        ("no rules", "cannot be read"),
        ("no catalogue", "holds no card catalogue"),
        ("no network", "could not be downloaded"),
        ("full disk", "is full"),
    ],
)
def test_update_that_fails_in_any_part_changes_nothing(
    cache: Path, home: Path, tmp_path: Path, publisher: str, monkeypatch: pytest.MonkeyPatch, trouble: str, said: str
) -> None:
    sources = sources_at(publisher, tmp_path, "0" * 64 if trouble == "tampered" else "")
    match trouble:
        case "gone":
            del SERVED["/cards.zip"]
        case "cut":
            SERVED["/cut.pdf"] = SERVED["/rules.pdf"]
            sources = replace(sources, official=(replace(sources.official[0], url=f"{publisher}/cut.pdf"),))
        case "other edition":
            SERVED["/rules.pdf"] = small("1.2.3")
        case "no rules":
            SERVED["/rules.pdf"] = b"<html>We have moved.</html>"
        case "no catalogue":
            SERVED["/cards.zip"] = b"not a zip"
        case "no network":
            sources = replace(sources, official=(replace(sources.official[0], url="http://127.0.0.1:9/rules.pdf"),))
        case "full disk":
            monkeypatch.setattr("indexer.store.write_store", _full)
        case _:
            assert trouble == "tampered"
    before = everything(cache, home)
    with pytest.raises(FetchFailed, match=said):
        update(languages=["de"], sources=sources, cache=cache)
    assert everything(cache, home) == before


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_update_names_what_there_is_when_asked_for_something_else(cache: Path, home: Path) -> None:
    with pytest.raises(BadInput, match=r"Tournament Rules 2026-07-14"):
        update(without=["nonsense"], cache=cache)
    with pytest.raises(BadInput, match=r"de, fr, it"):
        update(languages=["xx"], cache=cache)


def test_every_address_of_the_publisher_is_declared() -> None:
    sources = load_sources()
    assert {(source.document, source.edition) for source in sources.official} == {
        (Document.COMPREHENSIVE_RULES, "2.3.0"),
        (Document.COMPREHENSIVE_RULES, "2.2.0"),
        (Document.TOURNAMENT_RULES, "2026-07-14"),
        (Document.PLAY_CORRECTION_GUIDELINES, "2024-05-21"),
    }
    assert sources.official[0].sha256 == "8b7a458169978a13b688493d4b24d713bdc8baee32ce5e774b0515079a0b91fe"
    assert all(source.url.startswith("https://files.disneylorcana.com/") for source in sources.official)
    assert set(sources.names) == {"de", "fr", "it"}


def test_staged_files_are_gone_after_an_update(cache: Path, home: Path, tmp_path: Path, publisher: str) -> None:
    update(sources=sources_at(publisher, tmp_path), cache=cache)
    assert not list(cache.glob("staged-*"))
