"""A question is understood, answered with reasons, or told that nothing answers it."""

import pytest

from indexer.query import Index, current_books


@pytest.mark.parametrize(
    "query",
    ["How much does a booster box cost at the shop?", "What is the best deck in the meta?", "What is the capital of Peru?"],
)
def test_what_no_document_answers_is_told_so(index: Index, query: str) -> None:
    answer = index.answer(query, current_books(index.books))
    assert answer.hits == ()
    assert answer.beyond


@pytest.mark.parametrize("query", ["Can a drying character quest?", "8.10", "Ward", "Was bedeutet Wendig?", "Smash"])
def test_what_is_answered_is_not_refused(index: Index, query: str) -> None:
    assert index.answer(query, current_books(index.books)).hits


def test_card_brings_the_rules_of_its_wording_and_says_so(index: Index) -> None:
    # 6.1.6: "another" is never the card itself
    answer = index.answer("Can Madame Medusa - Diamond Lover deal the damage to herself?", current_books(index.books))
    hit = next(hit for hit in answer.hits[:5] if hit.rule.ref.number == "6.1.6")
    assert any(reason.startswith("via card: Madame Medusa - Diamond Lover (other)") for reason in hit.matched)


def test_score_is_told_in_parts(index: Index) -> None:
    hit = index.answer("can a drying character quest", current_books(index.books)).hits[0]
    assert len(hit.evidence) > 1
    assert [part.amount for part in hit.evidence] == sorted((part.amount for part in hit.evidence), reverse=True)


def test_slips_of_the_pen_are_mended(index: Index) -> None:
    answer = index.answer("oponent chalenges an exherted caracter", current_books(index.books))
    assert set(answer.question.corrected) == {"oponent", "chalenges", "exherted", "caracter"}
    assert {"oppon", "challeng", "exert", "charact"} <= set(answer.question.stems)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("Should I let it go?", []),
        ("Can I sing Let It Go with her?", ["Let It Go"]),
        ("the queen quests", []),
        ("Does Ward stop my own actions?", []),
        ("stich rock star shifted onto him", ["Stitch - Rock Star"]),
        ("Prince Erik - Dashing and Brave is challenged", ["Prince Eric - Dashing and Brave"]),
        ("Don Karnage's Lasting Impression", ["Don Karnage - Debonair Pirate"]),
    ],
)
def test_cards_in_a_question_without_false_alarms(index: Index, query: str, names: list[str]) -> None:
    assert [card.name for card in index.answer(query, current_books(index.books)).question.cards] == names


def test_answer_is_kept_with_its_index(index: Index) -> None:
    books = current_books(index.books)
    assert index.answer("who goes first", books) is index.answer("who goes first", books)
