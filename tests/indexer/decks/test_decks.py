"""Decks get the verdict that the documents give them: every reason with its section and cards, and no other."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from corpus.formats import FormatName
from corpus.load import load_rules
from corpus.policy import clause, load_policy_changes
from corpus.refs import Document, RuleRef
from indexer.decks.check import DeckChecker
from indexer.decks.records import DeckReport, Ground
from indexer.query import Index

FILE = Path(__file__).parent / "decks.yaml"
FEWEST = 120


@cache
def table() -> Mapping[str, Any]:
    read: Mapping[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return read


DECKS: list[Mapping[str, Any]] = table()["decks"]


def bases(deck: Mapping[str, Any]) -> list[str]:
    return deck.get("bases") or ([deck["base"]] if "base" in deck else [])


def deck_list(deck: Mapping[str, Any]) -> str:
    """Write the list of a deck."""
    counts: Counter[str] = Counter()
    for base in bases(deck):
        counts.update(table()["bases"][base])
    counts.update(deck.get("more", {}))
    for name, less in deck.get("less", {}).items():
        assert counts[name] >= less, f"{deck['id']} takes out more {name} than there are"
        counts[name] -= less
    return "\n".join([*(f"{count} {name}" for name, count in counts.items() if count), *deck.get("lines", ())])


def expected(deck: Mapping[str, Any]) -> list[tuple[str, str, list[str]]]:
    """Give the reasons a deck has to have, in the form of :func:`given`."""
    reasons = []
    for reason in deck.get("reasons", ()):
        cards = reason["cards"]
        if cards == "base":
            cards = [name for base in bases(deck) for name in table()["bases"][base] if name not in reason.get("except", ())]
        reasons.append((reason["ground"], reason["section"], sorted([*cards, *reason.get("also_cards", ())])))
    return sorted(reasons)


def given(report: DeckReport) -> list[tuple[str, str, list[str]]]:
    return sorted((reason.ground.value, str(reason.refs[0]), sorted(reason.cards)) for reason in report.reasons)


@pytest.fixture(scope="module")
def checker(index: Index) -> DeckChecker:
    return DeckChecker(index)


def check(checker: DeckChecker, deck: Mapping[str, Any]) -> DeckReport:
    return checker.check(deck_list(deck), FormatName(deck["format"]), deck["date"])


@pytest.mark.parametrize("deck", DECKS, ids=[deck["id"] for deck in DECKS])
def test_a_deck_gets_the_verdict_of_the_documents(checker: DeckChecker, deck: Mapping[str, Any]) -> None:
    report = check(checker, deck)
    assert given(report) == expected(deck), deck["because"]
    assert report.legal is ("reasons" not in deck)
    if "until" in deck:
        assert report.turn is not None
        assert (report.turn.day, bool(report.turn.reasons)) == (deck["until"] + timedelta(days=1), True)
    elif "from" in deck:
        assert report.turn is not None
        assert (report.turn.day, report.turn.reasons) == (deck["from"], ())
    else:
        assert report.turn is None
    if "caveat" in deck:
        assert any(deck["caveat"] in caveat for caveat in report.caveats)


def test_there_are_enough_decks_of_every_kind() -> None:
    assert len(DECKS) >= FEWEST
    assert len({deck["id"] for deck in DECKS}) == len(DECKS)
    assert {deck["format"] for deck in DECKS} == set(FormatName)
    grounds = Counter(reason["ground"] for deck in DECKS for reason in deck.get("reasons", ()))
    alone = Counter(deck["reasons"][0]["ground"] for deck in DECKS if len(deck.get("reasons", ())) == 1)
    wanted = {ground.value for ground in Ground} - {Ground.UNKNOWN_SET}
    assert (set(grounds), set(alone)) == (wanted, wanted)
    assert sum("reasons" not in deck for deck in DECKS) >= FEWEST / 4


def test_every_verdict_is_argued_from_sections_that_exist() -> None:
    numbers = {rule.ref.number for rule in load_rules()}
    older = {change.since for change in load_policy_changes()}
    for deck in DECKS:
        assert any(code in deck["because"] for code in ("TR ", "CR ")), deck["id"]
        for reason in deck.get("reasons", ()):
            ref = RuleRef.parse(reason["section"])
            known = ref.number in numbers if ref.document is Document.COMPREHENSIVE_RULES else ref.edition in older or clause(ref)
            assert known, reason["section"]
            assert ref.number in deck["because"], f"{deck['id']} does not argue with {ref}"


def test_every_reason_says_what_would_mend_it(checker: DeckChecker) -> None:
    for deck in DECKS:
        report = check(checker, deck)
        assert all(reason.text.endswith(".") and reason.remedy.endswith(".") for reason in report.reasons)
        assert bool(report.remedies) is not report.legal
