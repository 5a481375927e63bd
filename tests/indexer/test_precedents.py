"""Questions that were judged before speak for the rules that answer a new one."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from corpus.asking import load_search_words
from corpus.questions import AskedQuestion
from corpus.refs import Document
from indexer.features import Naming, features_of
from indexer.learning import write_precedents
from indexer.phrases import Phrasing
from indexer.precedents import Precedents
from indexer.query import Index

RULES, POLICY = Document.COMPREHENSIVE_RULES, Document.TOURNAMENT_RULES
WORDINGS = {"Able - To Choose": frozenset({"may"}), "Bound - To Do": frozenset({"must"})}
JUDGED = (
    AskedQuestion("Able: do I have to?", ": do I have to?", (("Able - To Choose",),), ((RULES, "6.1.4"),)),
    AskedQuestion("Bound: do I have to?", ": do I have to?", (("Bound - To Do",),), ((RULES, "6.1.2"), (RULES, "1.2.3"))),
    AskedQuestion("draft pods", "draft pods", (), ((POLICY, "1.6.2"),)),
    AskedQuestion("booster price", "booster price", (), ()),
)


@pytest.fixture
def precedents(tmp_path: Path) -> Iterator[Precedents]:
    write_precedents(tmp_path, JUDGED, WORDINGS, Phrasing(load_search_words()), ["prize of a booster"])
    opened = Precedents(tmp_path)
    yield opened
    opened.close()


def best(precedents: Precedents, stems: Iterable[str], *named: Naming) -> str:
    speaking = precedents.speaking_for(features_of(dict.fromkeys(stems, 1.0), named)).entries[RULES]
    return max(speaking, key=lambda number: speaking[number].score)


def test_the_wording_of_another_card_decides_where_the_words_do_not(precedents: Precedents) -> None:
    asked = ("have",)
    assert best(precedents, asked, Naming("Other - Card", 1.0, frozenset({"may"}))) == "6.1.4"
    assert best(precedents, asked, Naming("Other - Card", 1.0, frozenset({"must"}))) == "6.1.2"


def test_the_first_rule_of_a_question_counts_more_and_the_nearest_question_is_told(precedents: Precedents) -> None:
    told = precedents.speaking_for(features_of({}, [Naming("Bound - To Do", 1.0, WORDINGS["Bound - To Do"])]))
    speaking = told.entries[RULES]
    assert speaking["6.1.2"].score > speaking["1.2.3"].score > 0
    assert speaking["6.1.2"].question == speaking["1.2.3"].question == "Bound: do I have to?"
    assert set(told.near) == {RULES}
    assert 0 < told.near[RULES] <= 1


def test_a_question_asked_again_is_as_near_as_can_be_and_a_strange_one_is_not(precedents: Precedents) -> None:
    again = precedents.speaking_for(features_of(dict.fromkeys(("draft", "pod"), 1.0), ()))
    assert again.near == {POLICY: pytest.approx(1.0)}
    assert max(again.entries[POLICY].values(), key=lambda each: each.score).question == "draft pods"
    for strange in ({"zyzzyva": 1.0}, {}):
        told = precedents.speaking_for(features_of(strange, ()))
        assert (told.entries, told.near) == ({}, {})


def test_words_of_questions_that_nothing_answers_are_doubtful(precedents: Precedents) -> None:
    assert precedents.doubt("booster price") > precedents.doubt("booster") > precedents.doubt("draft pods") < 0
    assert precedents.doubt("zyzzyva") == precedents.doubt("") == 0
    assert precedents.knows("pod")
    assert not precedents.knows("price")


def test_a_card_is_told_apart_from_its_wording_and_several_that_may_be_meant_share() -> None:
    made = features_of({"have": 1.0, "draw": 0.5}, [Naming("A", 0.5, frozenset({"may"})), Naming("B", 0.25, frozenset({"may"}))])
    assert made["word have"] == 1.0
    assert made["card A"] == 2 * made["card B"]
    assert made["wording may"] == pytest.approx(2 * made["card A"])
    assert "pair have draw" in made


def test_the_nearest_question_is_a_reason_of_a_hit(index: Index) -> None:
    hits = index.search_rules("Stitch - Carefree Surfer: may I say no to the cards that he lets me draw?")
    assert "6.1.4" in [hit.rule.ref.number for hit in hits[:5]]
    assert any(reason.startswith("asked like: ") for hit in hits[:5] for reason in hit.matched)
