"""The policy documents are restated section by section, and the loader reports every fault at once."""

from datetime import date
from pathlib import Path

import pytest

from corpus.errors import CorpusFault
from corpus.load import load_rules
from corpus.policy import (
    PLAY_CORRECTION_GUIDELINES,
    TOURNAMENT_RULES,
    clause,
    load_policy,
    load_policy_changes,
    policy_documents,
    read_policy,
)
from corpus.refs import Document, RuleRef
from tests.corpus import official

TR, PCG = Document.TOURNAMENT_RULES, Document.PLAY_CORRECTION_GUIDELINES
TOURNAMENT_NUMBERS = """
    1 1.1 1.2 1.3 1.3.1 1.3.1.1 1.3.1.2 1.3.2 1.3.2.1 1.3.2.2 1.3.2.3 1.3.2.4 1.4 1.5 1.6 1.6.1 1.6.2
    2 2.1 2.2 2.3 2.4 2.5 2.6 2.7
    3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.7.1 3.7.2 3.7.3 3.7.4 3.8 3.9 3.10 3.11 3.12
    4 4.1 4.2
    5 5.1 5.2 5.3 5.4 5.5 5.6
    6 6.1 6.2
    7 7.1 7.2 7.3
    8 8.1 8.2
    9 9.1
"""
"""The numbers of the Tournament Rules, by their table of contents and 1.3.1.1 and 1.3.1.2."""

GUIDELINE_NUMBERS = "1 1.1 1.2 1.3 2 2.1 2.2 2.3 2.4 3 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 4 4.1 4.2 4.3 4.4 4.5 4.6"
MERE_HEADINGS = {"1", "1.3", *"23456789"}


def written(folder: Path, text: str) -> Path:
    """Write a policy file of one chapter."""
    file = folder / "document.md"
    file.write_text(text, encoding="utf-8")
    return file


def test_tournament_rules_have_exactly_the_official_sections() -> None:
    assert [entry.ref.number for entry in load_policy(TR)] == TOURNAMENT_NUMBERS.split()
    assert {str(entry.ref)[:14] for entry in load_policy(TR)} == {"TR 2026-07-14 "}


def test_tournament_sections_are_those_of_the_official_text(shared: Path) -> None:
    numbers = {entry.ref.number for entry in load_policy(TR)}
    with_text = official.tournament_sections(shared, TOURNAMENT_RULES)
    assert set(official.tournament_contents(shared)) <= numbers
    assert set(with_text) | {number.split(".")[0] for number in with_text} == numbers


def test_every_section_with_text_is_restated_in_proportion(shared: Path) -> None:
    with_text = official.tournament_sections(shared, TOURNAMENT_RULES)
    share = {number: len(clause_text(number)) / len(text) for number, text in with_text.items() if len(text) > 40}
    assert len(share) == 54
    assert {number: round(part, 2) for number, part in share.items() if not 0.45 < part < 1.3} == {}


def clause_text(number: str) -> str:
    """Give the restated text of a section of the Tournament Rules."""
    found = clause(RuleRef(TR, TOURNAMENT_RULES, number))
    assert found is not None
    return found.text


def test_only_mere_headings_have_no_text() -> None:
    assert {entry.ref.number for entry in load_policy(TR) if not entry.text} == MERE_HEADINGS


def test_guidelines_have_exactly_the_sections_at_hand(shared: Path) -> None:
    assert [entry.ref.number for entry in load_policy(PCG)] == GUIDELINE_NUMBERS.split()
    at_hand = official.correction_guidelines(shared)
    assert {number for number in GUIDELINE_NUMBERS.split() if number not in {"1", "2"}} == set(at_hand)


def test_guidelines_say_which_sections_were_at_hand_only_condensed() -> None:
    condensed = {entry.ref.number for entry in load_policy(PCG) if entry.condensed}
    whole = {"1.2", "1.3", "2.1", "2.2", "2.3", "2.4"}
    assert condensed == set(GUIDELINE_NUMBERS.split()) - whole
    assert not [entry.ref for entry in load_policy(TR) if entry.condensed]


def test_section_knows_its_headings_from_the_chapter_down() -> None:
    draft = clause(RuleRef(TR, TOURNAMENT_RULES, "1.3.2.4"))
    assert draft is not None
    assert draft.path == ("Tournament Definitions", "Tournament Formats", "Limited Tournament Formats", "Draft")


def test_every_pointer_of_a_section_leads_to_a_section() -> None:
    rules = {rule.ref for rule in load_rules()}
    known = {entry.ref for code in (TR, PCG) for entry in load_policy(code)} | rules
    pointed = {(entry.ref, ref) for code in (TR, PCG) for entry in load_policy(code) for ref in entry.cross_references}
    assert (RuleRef(TR, TOURNAMENT_RULES, "3.7.2"), RuleRef(PCG, PLAY_CORRECTION_GUIDELINES, "2.4")) in pointed
    assert (RuleRef(TR, TOURNAMENT_RULES, "2.5"), RuleRef(TR, TOURNAMENT_RULES, "3.11")) in pointed
    assert [str(source) for source, ref in pointed if ref not in known] == []


def test_a_section_that_does_not_exist_is_none_and_an_edition_is_refused() -> None:
    assert clause(RuleRef(TR, TOURNAMENT_RULES, "3.13")) is None
    with pytest.raises(CorpusFault, match="no document TR 2020-01-01; there are: TR 2026-07-14, PCG 2024-05-21"):
        load_policy(TR, "2020-01-01")


def test_documents_say_their_edition_and_that_a_newer_one_may_exist() -> None:
    by_code = {document.code: document for document in policy_documents()}
    assert by_code[TR].provenance.effective == date(2026, 7, 14)
    assert by_code[PCG].provenance.effective == date(2024, 5, 21)
    assert "newer edition may exist" in by_code[PCG].caveat


def test_changes_of_the_tournament_rules_are_all_there(shared: Path) -> None:
    before = official.tournament_sections(shared, "2026-06-11")
    after = official.tournament_sections(shared, TOURNAMENT_RULES)
    plain = {number: _plain(text) for number, text in before.items()}
    differing = {number for number, text in after.items() if _plain(text) != plain[number]}
    listed = {change.ref.number for change in load_policy_changes()}
    # of 1.5 only the table of contents was changed
    assert listed == differing | {"1.5"}


def _plain(text: str) -> str:
    """Give a text without bullets and typographic noise."""
    letters = "".join(char if char.isascii() else " " for char in text.replace("’", "'"))
    return "".join(word for word in letters.split() if word not in {"o", "-"}).replace("-", "")


def test_the_one_change_of_substance_is_the_core_ban_list() -> None:
    of_substance = [change for change in load_policy_changes() if change.substance]
    assert [str(change.ref) for change in of_substance] == ["TR 2026-07-14 1.6.2"]
    assert "Fortisphere" in of_substance[0].before
    assert of_substance[0].effective == date(2026, 7, 14)
    assert of_substance[0].since == "2026-06-11"


def test_loader_keeps_paragraphs_and_lists_apart(tmp_path: Path) -> None:
    file = written(
        tmp_path, "# 1 One\n\n> Condensed: a part.\n\nFirst (see 1.1).\n\n- a\n  - b\n\nLast.\n\n## 1.1 Two\n\nText.\n"
    )
    one, two = read_policy(file, TR, "x")
    assert one.text == "First (see 1.1).\n\n- a\n  - b\n\nLast."
    assert (one.condensed, two.condensed) == ("a part.", "")
    assert [ref.number for ref in one.cross_references] == ["1.1"]


def test_loader_reports_every_fault_at_once(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "Before.\n# 2 Two\n\nLine.\nAnother.\n\n### 2.1 Depth\n\n> A quotation.\n\n## 1.1 Down\n\n## 2.1 Again\n\n ## Odd\n",
    )
    with pytest.raises(CorpusFault) as caught:
        read_policy(file, TR, "x")
    told = str(caught.value)
    for line, problem in (
        (1, "text before the first numbered heading"),
        (5, "neither heading, paragraph of one line nor list item"),
        (7, "heading 2.1 has 3 '#'"),
        (9, "neither heading, paragraph of one line nor list item"),
        (11, "1.1 comes after 2.1"),
        (11, "1.1 has no section 1 above it"),
        (13, "2.1 stands here a second time"),
        (15, "neither heading, paragraph of one line nor list item"),
    ):
        assert f"document.md:{line}: {problem}" in told
    assert len(caught.value.faults) == 8


def test_loader_names_a_folder_without_chapters(tmp_path: Path) -> None:
    with pytest.raises(CorpusFault, match="no chapter files here"):
        read_policy(tmp_path, TR, "x")
