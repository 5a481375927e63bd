"""German terms, words of other games and players' words: whole, in our words, and pointing at rules that exist."""

import re
from pathlib import Path

import pytest

from corpus.errors import CorpusFault
from corpus.load import load_glossary, load_rules
from corpus.names import name_key
from corpus.records import ForeignWord, PlayersWord, TranslatedTerm
from corpus.vocabulary import (
    load_foreign_words,
    load_players_words,
    load_translations,
    read_translations,
    translated_languages,
)
from tests.corpus import official

TERMS = 80
FOREIGN = """
    tap, untap, attack, block, graveyard, stack, mana, summoning sickness, haste, flying, mill, sacrifice, exile, hexproof,
    shroud, trample, deathtouch, lifelink, indestructible, counter a spell, instant, sorcery, enchantment, creature,
    planeswalker, life total, upkeep, untap step, end step, priority, battlefield, library, hand size, mulligan, scry,
    discard pile, token, deck-out, hit points, bench, energy
"""
SPOKEN = """
    dies, kill, bounce, draw-go, inkable, uninkable, boardwipe, turn sideways, cast, target, triggers, stack on top,
    floodborn on top, summon sick, wet ink
"""


def listed(words: str) -> set[str]:
    """Give the words of a list with commas."""
    return {" ".join(word.split()) for word in words.split(",")}


def german(name: str) -> TranslatedTerm:
    """Give a German term that has to be there."""
    return next(term for term in load_translations("de") if term.name == name)


def foreign(word: str) -> ForeignWord:
    """Give a word of other games that has to be there."""
    return next(entry for entry in load_foreign_words() if entry.word == word)


def spoken(word: str) -> PlayersWord:
    """Give a players' word that has to be there."""
    return next(entry for entry in load_players_words() if entry.word == word)


def test_german_has_its_terms_and_is_the_language_there_is() -> None:
    assert translated_languages() == ("de",)
    assert len(load_translations("de")) == TERMS
    with pytest.raises(CorpusFault, match="no terms in 'fr'; there are: de"):
        load_translations("fr")


def test_german_terms_are_the_official_ones(shared: Path) -> None:
    lines = official.german_terms(shared)
    assert len(lines) == TERMS
    for line, term in zip(lines, load_translations("de"), strict=True):
        assert line.replace("„", "").find(term.name.replace("„", "")) >= 0, (line, term.name)
        assert any(english.casefold() in line.casefold() for english in term.english), (line, term.english)


def test_english_side_of_a_term_is_a_term_of_the_game() -> None:
    known = {name_key(part) for term in load_glossary() for part in re.split(r"[/{]", term.name)}
    known |= {name_key(rule.heading) for rule in load_rules() if rule.heading}
    told = " ".join(name_key(rule.text) for rule in load_rules())
    unknown = [
        (term.name, english)
        for term in load_translations("de")
        for english in term.english
        if name_key(english) not in known and name_key(english) not in told
    ]
    # "mulligan" is what players and the German glossary call altering a starting hand
    assert unknown == [("Starthand verändern", "mulligan")]


def test_every_rule_behind_a_word_exists() -> None:
    numbers = {rule.ref.number for rule in load_rules()}
    refs = {rule.ref for rule in load_rules()}
    assert [(term.name, number) for term in load_translations("de") for number in term.rules if number not in numbers] == []
    words: tuple[ForeignWord | PlayersWord, ...] = (*load_foreign_words(), *load_players_words())
    assert [(entry.word, str(ref)) for entry in words for ref in entry.rules if ref not in refs] == []
    assert [entry.word for entry in words if not entry.rules] == []


def test_rules_of_a_german_term_define_it() -> None:
    expected = {
        "Beutel": "7.7",
        "Wendig": "8.6.1",
        "erschöpfen": "5.1.1.2",
        "Gestaltwandel": "8.10.1",
        "Spielstatusprüfung": "1.8.1",
    }
    assert {name: german(name).rules[0] for name in expected} == expected


def test_german_keywords_are_the_fifteen_and_the_variants_of_shift() -> None:
    keywords = {rule.heading for rule in load_rules() if re.fullmatch(r"8\.\d+", rule.ref.number)} - {"General"}
    english = {term.english[0] for term in load_translations("de")}
    assert len(keywords) == 15
    assert keywords <= english
    assert {"Universal Shift", "Duo Shift", "Combo Shift", "Temporary Shift", "Potato Shift"} <= english


def test_each_explanation_is_in_its_language() -> None:
    for term in load_translations("de"):
        assert re.search(
            r"\b(der|die|das|ein|eine|einen|und|mit|für|auf|im|in|nicht|zum|von|wer|nur|oder)\b", term.text, re.IGNORECASE
        ), term.name
        assert re.search(r"\b(the|a|an|and|of|to|with|for|on|in|it|is|that)\b", term.english_text, re.IGNORECASE), term.name
        assert not re.search(r"\b(the|which|whoever)\b", term.text, re.IGNORECASE), term.name


def test_nothing_of_the_german_glossary_is_repeated(shared: Path) -> None:
    source = name_words((shared / "seeds" / "004_471a22e4e10a3b0f.txt").read_text(encoding="utf-8"))
    runs = {tuple(source[at : at + 8]) for at in range(len(source) - 7)}
    for term in load_translations("de"):
        words = name_words(term.text)
        assert [words[at : at + 8] for at in range(len(words) - 7) if tuple(words[at : at + 8]) in runs] == [], term.name


def name_words(text: str) -> list[str]:
    """Give the words of a German text in lower case."""
    return re.findall(r"[a-z0-9äöüß]+", text.casefold().replace("ß", "ss"))


def test_words_of_other_games_are_there() -> None:
    assert listed(FOREIGN) <= {entry.word for entry in load_foreign_words()}


def test_players_words_are_there() -> None:
    assert listed(SPOKEN) <= {entry.word for entry in load_players_words()}


def test_terms_given_for_a_word_are_terms_of_the_game() -> None:
    known = {name_key(part) for term in load_glossary() for part in (term.name, *re.split(r"[/{]", term.name))}
    told = " ".join(name_key(f"{rule.heading} {rule.text}") for rule in load_rules())
    given = [(entry.word, term) for entry in load_foreign_words() for term in entry.ours]
    given += [(entry.word, term) for entry in load_players_words() for term in entry.terms]
    assert [(word, term) for word, term in given if name_key(term) not in known and name_key(term) not in told] == []


@pytest.mark.parametrize(
    ("word", "ours"),
    [
        ("tap", "exert"),
        ("untap", "ready"),
        ("attack", "challenge"),
        ("graveyard", "discard"),
        ("stack", "bag"),
        ("haste", "Rush"),
        ("flying", "Evasive"),
        ("hexproof", "Ward"),
        ("summoning sickness", "drying"),
        ("creature", "character"),
        ("hit points", "Willpower"),
    ],
)
def test_word_of_another_game_comes_to_ours(word: str, ours: str) -> None:
    assert foreign(word).ours[0] == ours


@pytest.mark.parametrize("word", ["trample", "lifelink", "deathtouch", "exile", "first strike", "vigilance"])
def test_what_this_game_does_not_have_is_said_to_be_missing(word: str) -> None:
    assert foreign(word).ours == ()
    assert foreign(word).difference


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("dies", "banish"),
        ("uninkable", "inkwell symbol"),
        ("wet ink", "drying"),
        ("cast", "play a card"),
        ("turn sideways", "exert"),
    ],
)
def test_players_word_means_a_term(word: str, term: str) -> None:
    assert spoken(word).terms[0] == term


def test_a_wrong_saying_is_put_right() -> None:
    assert "end of that player's turn" in spoken("deck out").note
    assert "no blocking" in spoken("block").note


def test_loader_reports_every_fault_of_a_glossary_at_once(tmp_path: Path) -> None:
    file = tmp_path / "de.md"
    file.write_text(
        "# Glossar\n\nVorab.\n\n## Beutel\nEnglish: bag\nRules: 7.7, sieben\n\nde: Ein Ort.\nde: Noch einer.\n\n"
        "## Beutel\nEnglish: bag\nRules: 7.7\n\nde: Ein Ort.\nen: A place.\nfr: Un lieu.\n",
        encoding="utf-8",
    )
    with pytest.raises(CorpusFault) as caught:
        read_translations(file, "de")
    told = str(caught.value)
    for problem in (
        "de.md:3: neither a term nor one of its lines, each once: 'Vorab.'",
        "de.md:10: neither a term nor one of its lines, each once: 'de: Noch einer.'",
        "de.md:12: the term 'Beutel' stands here a second time",
        "de.md:5: the term 'Beutel' has no line 'en:'",
        "de.md:5: 'sieben' is not a rule number",
        "de.md:12: the term 'Beutel' has a line 'fr:' of a third language",
    ):
        assert problem in told
    assert len(caught.value.faults) == 6
