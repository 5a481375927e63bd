"""Every document of the corpus is declared once, with files that are there; the stamp is over all of them."""

from pathlib import Path

import pytest

from corpus import documents as listing
from corpus.documents import corpus_hash, documents
from corpus.errors import CorpusFault
from corpus.load import CORPUS, DocumentKind
from corpus.rulings import load_board_rulings, read_board_rulings
from corpus.vocabulary import load_plain_words
from engine.scenario.parse import parse_scenario


def test_every_document_has_its_own_name_and_files_that_are_there() -> None:
    names = [document.provenance.document for document in documents()]
    assert len(names) == len(set(names)) >= 12
    assert [name for document in documents() for name in document.files if not list(CORPUS.glob(name))] == []
    assert {document.kind for document in documents()} == set(DocumentKind)


def test_every_corpus_file_that_is_indexed_counts_in_the_stamp(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    live = {"synonyms.toml", "wordings.toml", "stale_references.toml"}
    whole = {file.relative_to(CORPUS).as_posix() for file in CORPUS.rglob("*") if file.suffix in {".md", ".yaml", ".toml"}} - live
    for file in whole:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_bytes((CORPUS / file).read_bytes())
    monkeypatch.setattr(listing, "CORPUS", tmp_path)
    stamp = corpus_hash()
    unseen = []
    for file in sorted(whole):
        text = (tmp_path / file).read_bytes()
        (tmp_path / file).write_bytes(text + b"\n")
        unseen += [file] if corpus_hash() == stamp else []
        (tmp_path / file).write_bytes(text)
    assert unseen == []
    assert corpus_hash() == stamp


def test_every_ruling_has_its_rules_its_cards_and_a_board_in_the_contract() -> None:
    rulings = load_board_rulings()
    assert len(rulings) >= 150
    assert [ruling.id for ruling in rulings if not ruling.rules or not ruling.cards] == []
    assert [ruling.id for ruling in rulings if not parse_scenario(dict(ruling.scenario)).steps] == []


def test_ruling_about_a_card_names_it_first() -> None:
    ruling = next(ruling for ruling in load_board_rulings() if ruling.id == "clar-lantern-does-not-change-cost")
    assert ruling.cards[:2] == ("Stitch - Rock Star", "Lantern")


def test_every_fault_of_rulings_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        '- id: one\n  title: A\n  source: B\n  cites: ["99.9"]\n  players: {}\n  color: red\n- id: one\n  title: A\n'
    )
    with pytest.raises(CorpusFault) as caught:
        read_board_rulings(tmp_path)
    told = [(fault.line, fault.problem) for fault in caught.value.faults]
    assert any(line == 1 and "99.9" in problem for line, problem in told)
    assert any(line == 1 and "color" in problem for line, problem in told)
    assert any(line == 7 and "second time" in problem for line, problem in told)


def test_everyday_words_are_there_for_german_only() -> None:
    assert load_plain_words("de")["gewinnen"] == "win the game"
    assert load_plain_words("fr") == {}
