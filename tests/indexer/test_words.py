"""Words that are not the rules' own are understood: German in any form, other games', players', and misreadings."""

import pytest

from corpus.load import load_glossary
from corpus.misreadings import Misreading, load_misreadings
from corpus.vocabulary import load_foreign_words, load_translations
from indexer.german import WordForms, folded
from indexer.query import Index, WordKind

GERMAN = [term.name for term in load_translations("de")]
ENGLISH = [term.name for term in load_glossary()]


@pytest.mark.parametrize("name", GERMAN)
@pytest.mark.parametrize("language", [None, "de"])
def test_each_german_term_is_found_first_by_its_name(index: Index, name: str, language: str | None) -> None:
    first = index.look_up(name, language)[0]
    assert name in first.names["de"]
    assert first.names["en"]
    assert first.rules


@pytest.mark.parametrize("name", ENGLISH)
@pytest.mark.parametrize("language", [None, "en"])
def test_each_english_term_is_found_first_by_its_name(index: Index, name: str, language: str | None) -> None:
    first = index.look_up(name, language)[0]
    assert (first.name, first.language, first.kind) == (name, "en", WordKind.TERM)


@pytest.mark.parametrize(
    ("written", "term"),
    [
        ("Beutel", "Beutel"),
        ("des Beutels", "Beutel"),
        ("wendige", "Wendig"),
        ("Wendiger", "Wendig"),
        ("erschöpfen", "erschöpfen"),
        ("erschopfen", "erschöpfen"),
        ("erschoepfen", "erschöpfen"),
        ("erschöpfte", "erschöpfen"),
        ("Gegenstaende", "Gegenstand"),
        ("Charakteren", "Charakter"),
        ("Staerke", "Stärke"),
        ("Starke", "Stärke"),
        ("trockene", "trocken"),
        ("trocknender", "trocknend"),
        ("herausgefordert", "Herausforderung"),
        ("auslösbaren Fähigkeiten", "auslösbare Fähigkeit"),
    ],
)
def test_german_is_found_without_umlauts_and_inflected(index: Index, written: str, term: str) -> None:
    assert index.look_up(written, "de")[0].name == term


def test_umlauts_and_their_spelt_out_forms_are_one() -> None:
    assert {folded(word) for word in ("Stärke", "STAERKE", "starke")} == {"starke"}
    assert folded("neue") == "neue"
    assert folded("Größe") == folded("groesse") == "grosse"


def test_phrases_are_found_longest_first_and_nearest_in_form() -> None:
    forms = WordForms([("Tinte", 1), ("frische Tinte", 2), ("Stärke", 3), ("Stärken", 4)])
    assert [meaning for _, meaning in forms.within("frischen Tinten und Tinte")] == [2, 1]
    assert [meaning for _, meaning in forms.within("Stärken")] == [4]


@pytest.mark.parametrize("word", [word.word for word in load_foreign_words()])
def test_each_word_of_other_games_says_that_it_is_one(index: Index, word: str) -> None:
    hits = index.look_up(word)
    own = next(hit for hit in hits if hit.kind is WordKind.OTHER_GAMES and hit.name == word)
    assert own.text.startswith("A word of other games. Here: ")


@pytest.mark.parametrize(
    ("query", "foreign"),
    [
        ("can I tap a creature to block", {"tap", "block", "creature"}),
        ("does it go to the graveyard", {"graveyard"}),
        ("summoning sickness", {"summoning sickness"}),
        ("whose turn is it", set()),
        ("can my ally ready", set()),
    ],
)
def test_words_of_other_games_are_told_from_the_rules_own(index: Index, query: str, foreign: set[str]) -> None:
    found = {word.word for word in index.understand(query).foreign}
    assert foreign <= found
    assert foreign or not found & {"tap", "stack"}


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("Was ist der Beutel?", {"7.7", "7.7.1", "7.7.2"}),
        ("Darf ein trocknender Charakter erkunden?", {"5.1.1.11", "1.7.5"}),
        ("Wann verliere ich, wenn mein Deck leer ist?", {"1.8.1.2", "2.3.3.2"}),
        ("Was bedeutet Wendig?", {"8.6", "8.6.1"}),
        ("Wie erschöpfe ich eine Karte?", {"5.1.1.2"}),
        ("Spielstatusprüfung", {"1.8", "1.8.1"}),
    ],
)
def test_german_questions_find_the_rules(index: Index, query: str, numbers: set[str]) -> None:
    found = {hit.rule.ref.number for hit in index.search_rules(query, 5)}
    assert found & numbers


def test_english_is_not_taken_for_german(index: Index) -> None:
    for query in ("When is the hand empty?", "Deck", "song", "Can I die in the main phase?", "rush", "Was it banished?"):
        assert index.understand(query).language == "en"
    for query in (
        "Singer tapped from questing. Still sing?",
        "mulligan",
        "proxies",
        "draft",
        "Both creatures have lethal. Does only one die?",
    ):
        assert index.understand(query).language == "en"


@pytest.mark.parametrize("query", ["Wer fängt an?", "Zug beenden", "Ersatzeffekt", "Was kostet ein Booster?"])
def test_german_is_told_by_umlauts_and_everyday_words(index: Index, query: str) -> None:
    assert index.understand(query).language == "de"


def test_german_words_that_are_not_known_are_told(index: Index) -> None:
    assert index.understand("Wie wird das Wetter in München, wenn mein Charakter erkundet?").strange == ("wetter", "munchen")
    assert index.understand("Darf Elsa das Lied singen?").strange == ("elsa",)


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.id) for entry in load_misreadings()])
def test_misreading_is_met_by_most_of_its_own_phrases(index: Index, entry: Misreading) -> None:
    missed = [phrase for phrase in entry.words if entry.id not in {each.id for each in index.understand(phrase).misread}]
    assert len(missed) <= len(entry.words) // 2
