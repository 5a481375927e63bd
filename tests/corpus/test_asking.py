"""How people ask is read whole, names only what there is, and covers the rules."""

from corpus.asking import load_ability_rules, load_asked, load_beyond, load_search_words
from corpus.load import load_rules
from corpus.refs import Document


def test_every_chapter_and_document_is_asked_for() -> None:
    asked = load_asked()
    assert {entry.document for entry in asked} == set(Document)
    rules = {entry.number for entry in asked if entry.document is Document.COMPREHENSIVE_RULES}
    assert {number.split(".")[0] for number in rules} == {str(chapter) for chapter in range(1, 11)}
    assert len(rules) / len(load_rules()) > 0.9
    assert all(phrase for entry in asked for phrase in entry.phrases)


def test_rules_behind_abilities_have_marks_and_a_wording() -> None:
    table = load_ability_rules()
    assert {"may", "up to", "for each", "if you do", "instead", "other", "this turn"} <= {entry.says for entry in table}
    assert all(entry.marks and entry.rules for entry in table)
    assert len({entry.marks for entry in table}) == len(table)


def test_words_of_players_lead_to_words_of_the_rules() -> None:
    words = load_search_words()
    assert words.meant["tap"] == ("exert",)
    assert words.meant["graveyard"] == ("discard",)
    assert "the" in words.little <= words.stop | words.little
    assert {"prices, and where to buy and sell", "other games"} <= {topic.says for topic in load_beyond()}
