"""The questions that were judged are read whole, with the cards that they name, and every fault of them is told."""

from pathlib import Path

import pytest

from corpus import questions
from corpus.errors import CorpusFault
from corpus.load import load_rules
from corpus.questions import load_questions
from corpus.refs import Document


def read(folder: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[questions.AskedQuestion, ...]:
    file = folder / "questions.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(questions, "_FILE", file)
    return load_questions.__wrapped__()


def test_nearly_every_rule_is_asked_for_and_none_by_an_empty_question() -> None:
    asked = load_questions()
    found = {number for question in asked for document, number in question.answers if document is Document.COMPREHENSIVE_RULES}
    # Numbers of one or two parts are chapters and sections, which say nothing themselves.
    wanted = {rule.ref.number for rule in load_rules() if rule.ref.number.count(".") > 1}
    assert len(wanted & found) / len(wanted) > 0.9
    assert all(question.text.strip() for question in asked)
    assert any(not question.answers for question in asked)


def test_names_of_cards_are_taken_out_of_the_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = read(
        tmp_path,
        monkeypatch,
        '{"edition": "2.3.0"}',
        '{"ask": "Does [Stitch - New Dog] ready [Lilo|Lilo - Galactic Hero|Lilo - Rock Star] or [Elsa|]?", "rules": ["6.1.4"]}',
        '{"ask": "what is it worth", "rules": []}',
    )
    assert told[0].text == "Does Stitch - New Dog ready Lilo or Elsa?"
    assert told[0].words.split() == ["Does", "ready", "or", "?"]
    assert told[0].cards == (("Stitch - New Dog",), ("Lilo - Galactic Hero", "Lilo - Rock Star"), ())
    assert told[0].answers == ((Document.COMPREHENSIVE_RULES, "6.1.4"),)
    assert told[1].answers == ()


def test_every_fault_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CorpusFault) as raised:
        read(
            tmp_path,
            monkeypatch,
            '{"edition": "1.0"}',
            '{"ask": "may I", "rules": ["99.9"]}',
            "may I",
            '{"ask": "may I"}',
            '{"ask": "may I", "rules": ["6.1.4"]}',
        )
    assert [fault.line for fault in raised.value.faults] == [1, 2, 3, 4]
    assert "99.9" in raised.value.faults[1].problem
