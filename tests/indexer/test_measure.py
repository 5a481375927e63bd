"""Questions are measured against what was judged to answer them, and runs are compared."""

import json
from pathlib import Path

import pytest

from corpus.errors import BadInput
from indexer.measure import Half, Judged, Measured, counts, differences, measure, read_questions, read_run, write_run

ASKED = (
    Judged("a", "may I ink twice", ("4.2.3", "4.2.3.1")),
    Judged("b", "who is late", ("TR 3.4",)),
    Judged("c", "what does it cost in the shop", ()),
)


def run(found: dict[str, list[str]]) -> Measured:
    return measure(lambda question: found.get(question.id, []), ASKED)


def test_figures_of_a_run() -> None:
    figures = run({"a": ["1.1.1", "4.2.3"], "b": ["3.4", "TR 3.4"], "c": ["1.1.1"]}).figures
    assert figures["questions"] == 3
    assert figures["recall@5"] == 1.0  # 4.2.3 is the parent of 4.2.3.1 and has three parts
    assert figures["mrr@10"] == 0.5
    assert figures["false answers"] == 1.0
    assert figures["false refusals"] == 0.0


def test_nothing_found_is_a_refusal_and_right_where_nothing_answers() -> None:
    figures = run({}).figures
    assert (figures["hit@5"], figures["false refusals"], figures["false answers"]) == (0.0, 1.0, 0.0)


def test_documents_are_told_apart() -> None:
    assert counts("TR 3.4", "TR 3.4")
    assert not counts("3.4", "TR 3.4")
    assert not counts("TR 3.4", "3.4")


def test_run_is_kept_and_compared(tmp_path: Path) -> None:
    before, after = run({"a": ["4.2.3"], "b": ["TR 3.4"]}), run({"a": [], "b": ["TR 3.4"]})
    write_run(before, tmp_path / "run.jsonl")
    assert read_run(tmp_path / "run.jsonl") == before
    assert [(old.id, new.first) for old, new in differences(before, after)] == [("a", None)]


def test_halves_depend_on_the_text_alone_and_cover_everything(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(json.dumps({"id": n, "query": f"question {n}", "relevant": ["1.1"]}) + "\n" for n in range(40)))
    train, test = read_questions(file, Half.TRAIN), read_questions(file, Half.TEST)
    assert train
    assert test
    assert sorted(each.id for each in (*train, *test)) == sorted(each.id for each in read_questions(file))


def test_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": 1, "query": "x", "relevant": []}\n{"id": 2}\n')
    with pytest.raises(BadInput, match=r"line 2 of questions\.jsonl"):
        read_questions(file)
