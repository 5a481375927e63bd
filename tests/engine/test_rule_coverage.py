"""Every rule with a consequence in play is applied, cited and proved, and the page that shows it is up to date."""

import pytest

from corpus.load import load_rules
from engine.rule_coverage import DOCUMENT, RuleCoverage, astray, coverage, document, places

RULES = {rule.ref.number: rule for rule in load_rules()}


@pytest.fixture(scope="module")
def covered() -> tuple[RuleCoverage, ...]:
    return coverage()


def test_every_rule_stands_in_the_coverage_once(covered: tuple[RuleCoverage, ...]) -> None:
    assert [each.rule.ref.number for each in covered] == list(RULES)


def test_every_rule_with_a_consequence_in_play_is_cited_and_proved(covered: tuple[RuleCoverage, ...]) -> None:
    assert [f"{each.rule.ref.number} has no {each.missing}" for each in covered if each.missing] == []


def test_what_is_not_replayed_is_not_cited_either(covered: tuple[RuleCoverage, ...]) -> None:
    assert [(each.rule.ref.number, each.applied) for each in covered if each.reason and each.applied] == []


def test_the_page_is_up_to_date(covered: tuple[RuleCoverage, ...]) -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(covered), "run: python -m engine.rule_coverage"


def test_every_citation_is_a_rule_whose_words_it_speaks() -> None:
    cited = [(number, place) for number, found in places().items() for place in found if place.heading]
    assert len(cited) > 300
    assert [(number, str(place)) for number, place in cited if number not in RULES] == []
    assert [(number, str(place), place.heading) for number, place in cited if astray(place.heading, RULES[number])] == []


def test_a_heading_with_other_words_is_found_out() -> None:
    assert astray("the bag passes to the left", RULES["8.6.1"])
    assert not astray("Evasive", RULES["8.6.1"])
