"""A question is understood, answered with reasons, or told that nothing answers it."""

import pytest

from corpus.refs import Document
from indexer.query import Index, current_books


def refs(index: Index, query: str) -> list[str]:
    """Give what is found in all current documents, best first, as document and number."""
    return [f"{hit.rule.ref.document} {hit.rule.ref.number}" for hit in index.answer(query, current_books(index.books)).hits]


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
        ("Is Ariel - Spectaculr Singer optional?", ["Ariel - Spectacular Singer"]),
        ("mickey brave little tailor quests", ["Mickey Mouse - Brave Little Tailor"]),
        ("Is Peter Pan's Shadow - Not Sewn On able to quest?", ["Peter Pan's Shadow - Not Sewn On"]),
        ("one thing - can my guy quest - thanks", []),
    ],
)
def test_cards_in_a_question_without_false_alarms(index: Index, query: str, names: list[str]) -> None:
    assert [card.name for card in index.answer(query, current_books(index.books)).question.cards] == names


def test_answer_is_kept_with_its_index(index: Index) -> None:
    books = current_books(index.books)
    assert index.answer("who goes first", books) is index.answer("who goes first", books)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("TR 1.6", "TR 1.6"),
        ("pcg 2.1", "PCG 2.1"),
        ("TR 2026-07-14 3.7.1", "TR 3.7.1"),
        ("TR 8", "TR 8"),
        ("CR 2.3.0 4.5.1.2", "CR 4.5.1.2"),
    ],
)
def test_a_number_with_its_document_is_that_of_the_document_alone(index: Index, query: str, first: str) -> None:
    found = refs(index, query)
    assert found[0] == first
    assert {ref.partition(" ")[0] for ref in found} == {first.partition(" ")[0]}


def test_a_number_without_a_document_is_a_rule_beside_one_that_has_its_document(index: Index) -> None:
    assert {"TR 3.10", "CR 8.10"} <= set(refs(index, "Has TR 3.10 to do with 8.10?"))


@pytest.mark.parametrize("query", ["inkwell", "deck", "draw a card", "If I name Flotsam and reveal Flotsam, is it a match?"])
def test_what_is_about_play_is_answered_by_rules(index: Index, query: str) -> None:
    assert all(ref.startswith("CR ") for ref in refs(index, query)[:3])


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("my opponent drew an extra card", "PCG 2.3"),
        ("I accidentally looked at the top card of my deck", "PCG 2.2"),
        ("My opponent forgot to draw", "PCG 2.3"),
        ("Can my friend watch me play?", "TR 2.6"),
        ("my opponent is cheating", "PCG 4.4"),
        ("I drew 8 cards for my opening hand by mistake", "PCG 2.3"),
    ],
)
def test_a_mistake_that_is_told_brings_policy(index: Index, query: str, section: str) -> None:
    assert section in refs(index, query)[:4]


def test_rules_are_among_the_first_where_a_question_leans_to_tournaments(index: Index) -> None:
    # 1.10.1.1: how many copies a deck may have
    found = refs(index, "Can I have four copies each of three different Elsas in my constructed deck?")
    assert found[0].startswith("TR ")
    assert "CR 1.10.1.1" in found[:5]


@pytest.mark.parametrize(
    ("query", "rules"),
    [
        ("How many people can play?", {"CR 1.1.1", "CR 1.3.1"}),
        ("Can three people play Lorcana?", {"CR 1.1.1", "CR 9.1"}),
        ("how do I win?", {"CR 1.8.1.1"}),
        ("card type", {"CR 5.3.1", "CR 5.4.1", "CR 5.5.1", "CR 5.6.1"}),
        ("passing the bag", {"CR 7.7.4.4"}),
        ("the golden rule", {"CR 1.2"}),
        ("how does questing work", {"CR 4.5.1"}),
        ("Dreamborn", {"CR 5.2.7"}),
        ("priority", {"CR 4.1.2"}),
    ],
)
def test_short_queries_are_looked_up(index: Index, query: str, rules: set[str]) -> None:
    assert rules <= set(refs(index, query)[:5])


@pytest.mark.parametrize("query", ["Time Limits", "Card Count Error", "In-Game Stage", "Cleanup Stage", "Player Conduct"])
def test_a_heading_that_is_all_that_is_asked_comes_first(index: Index, query: str) -> None:
    assert index.answer(query, current_books(index.books)).hits[0].rule.heading == query


@pytest.mark.parametrize("query", ["is this card rare?", "what can you do", "hello", "Is a BGS 9.5 worth more?"])
def test_a_word_of_the_rules_or_a_number_alone_does_not_make_an_answer(index: Index, query: str) -> None:
    assert refs(index, query) == []


def test_what_rules_answer_is_not_answered_by_a_document_of_policy(index: Index) -> None:
    policy = [book for book in current_books(index.books) if book.document is Document.TOURNAMENT_RULES]
    assert index.answer("Can a drying character quest?", policy).hits == ()
    assert index.answer("How long is a round?", policy).hits
    assert index.answer("How long is a round?", []).hits == ()


def test_the_name_of_several_cards_is_told_for_what_it_is(index: Index) -> None:
    answer = index.answer("Robin Hood", current_books(index.books))
    assert answer.hits == ()
    assert answer.question.names_cards_alone
    assert not index.answer("Does Robin Hood quest?", current_books(index.books)).question.names_cards_alone


@pytest.mark.parametrize(
    "query",
    ["Was kostet ein Booster?", "Kannst du mir ein Deck bauen?", "Wann kommt das nächste Set raus?", "Wo finde ich Mitspieler?"],
)
def test_german_questions_of_which_little_is_known_are_not_answered(index: Index, query: str) -> None:
    assert refs(index, query) == []


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("Wer fängt an?", "CR 2.2.1.1"),
        ("Darf ich mein Handy benutzen?", "TR 5.3"),
        ("Mein Gegner spielt zu langsam", "PCG 3.2"),
        ("Was passiert, wenn mein Deck leer ist?", "CR 1.8.1.2"),
        ("Kann ich meinen Gegner direkt angreifen?", "CR 4.6.1"),
        ("Was ist die Strafe für zu spätes Kommen?", "PCG 3.1"),
    ],
)
def test_german_questions_are_answered(index: Index, query: str, ref: str) -> None:
    assert ref in refs(index, query)[:3]
