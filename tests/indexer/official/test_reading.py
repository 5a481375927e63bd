"""Official documents are read from every form, each number under its place; what has no place is told."""

import json
import os
from pathlib import Path

import pytest

from corpus.editions import numbers
from corpus.errors import BadInput
from corpus.load import load_glossary
from corpus.policy import load_policy
from corpus.refs import Document, number_key
from indexer.official.read import MOST_BYTES, read_official, read_official_bytes
from indexer.official.records import Form, Grade, OfficialDocument
from indexer.official.words import compared
from tests.indexer.official.published import Published, published_pdf

RULES = [
    ("1", "CONCEPTS"),
    ("1.1", "General"),
    ("1.1.1", "This is the first rule of the game, and it is a sentence that is long enough (see 1.1.3)."),
    ("1.1.2", "A second rule costs 2 {I} and {E}; it points at section\n1.2.1. That is no entry, and the cards know it."),
    (
        "1.1.3",
        "Players who can do this may do it when the cards of the game say so.\nExample A: Ann does.\nExample B: Bob does not.",
    ),
    ("1.2", "Golden Rules"),
    ("1.2.1", "When a card says otherwise, the card is right about the game and the player who plays it."),
    ("2", "GAMEPLAY"),
    ("2.1", "General"),
    ("2.1.1", "The last rule of this small document of the game is here for the players."),
]
TERMS = [("bag", "Where abilities wait for the players."), ("zone", "A place for cards of the game.")]


def small(version: str = "9.9.9", columns: int = 2, password: str = "", rules: list[tuple[str, str]] | None = None) -> bytes:
    return published_pdf(Published(version, "January 2, 2030", rules or RULES, TERMS, columns, password))


def only(data: bytes, name: str = "rules.pdf") -> OfficialDocument:
    (document,) = read_official_bytes(data, name).documents
    return document


def texts(document: OfficialDocument) -> dict[str, str]:
    return {entry.number: entry.text for entry in document.entries}


@pytest.mark.parametrize("columns", [1, 2])
def test_published_layout_is_read_in_order_whatever_its_columns(columns: int) -> None:
    document = only(small(columns=columns))
    assert [entry.number for entry in document.entries] == [number for number, _ in RULES]
    assert (document.edition, str(document.effective), document.grade, document.form) == (
        "9.9.9",
        "2030-01-02",
        Grade.PUBLISHED,
        Form.PDF,
    )
    read = texts(document)
    assert read["1.1.1"] == RULES[2][1]
    assert read["1.1.3"].splitlines() == RULES[4][1].splitlines()
    assert {term.name: term.text for term in document.terms} == dict(TERMS)


def test_pages_and_lines_are_kept_and_furniture_is_not_read() -> None:
    document = only(
        small(rules=[*RULES[:2], *((f"1.1.{at}", f"Rule {at} of the game is for the players. " * 12) for at in range(1, 80))])
    )
    pages = [entry.page for entry in document.entries]
    assert pages == sorted(pages)
    assert pages[0] == 2
    assert pages[-1] > 3
    assert all(entry.line > 0 for entry in document.entries)
    assert not [text for text in texts(document).values() if "disneylorcana.com" in text or "Comprehensive Rules" in text]


def test_glyphs_of_an_edition_that_is_not_known_are_told_and_not_guessed() -> None:
    document = only(
        small(rules=[*RULES[:3], ("1.1.2", "It costs {I}{INKWELL} of the game for the players of it, and nothing else.")])
    )
    assert "{?}" in texts(document)["1.1.2"]
    assert any("glyph" in str(each) and "page 2" in str(each) for each in document.unplaced)


def test_gaps_and_numbers_out_of_order_are_told_with_page_and_line() -> None:
    document = only(small(rules=[*RULES[:3], RULES[4], ("1.9.1", RULES[6][1]), *RULES[7:]]))
    told = [str(each) for each in document.unplaced]
    assert any("1.1.2 was not found, expected after 1.1.1" in each and each.startswith("page 2, line") for each in told)


def test_whole_rules_come_out_of_the_published_layout_as_they_went_in(shared: Path) -> None:
    data = json.loads((shared / "documents" / "comprehensive_rules_2.3.0_en.json").read_text(encoding="utf-8"))
    rules = [(rule["id"], rule["text"]) for rule in data["rules"]]
    terms = [(term["term"], term["text"]) for term in data["glossary"]]
    document = only(published_pdf(Published("2.3.0", data["effective"], rules, terms)))
    assert [entry.number for entry in document.entries] == sorted((number for number, _ in rules), key=number_key)
    read = {entry.number: " ".join(dict.fromkeys([entry.heading, entry.text])) for entry in document.entries}
    differ = [number for number, text in rules if compared(text) not in compared(read[number])]
    assert differ == []
    assert {term.name: compared(term.text) for term in document.terms} == {name: compared(text) for name, text in terms}
    assert not [each for each in document.unplaced if "glyph" in each.problem or "not found" in each.problem]


@pytest.mark.parametrize(
    ("name", "edition", "lost"),
    [
        ("comprehensive_rules_2.0.1_en.md", "2.0.1", set()),
        ("comprehensive_rules_2.1.0_en.json", "2.1.0", {"8.10.8.1"}),
        ("comprehensive_rules_2.2.0_en.json", "2.2.0", set()),
        ("comprehensive_rules_2.3.0_en.json", "2.3.0", set()),
    ],
)
def test_every_number_of_a_document_is_placed(shared: Path, name: str, edition: str, lost: set[str]) -> None:
    (document,) = read_official(shared / "documents" / name).documents
    assert (document.code, document.edition) == (Document.COMPREHENSIVE_RULES, edition)
    # what is lost was run together with the rule before when the file at hand was made
    assert [entry.number for entry in document.entries] == [each for each in numbers(edition) if each not in lost]
    assert {each.problem.split()[0] for each in document.unplaced if "is not in the file" in each.problem} == lost


def test_markdown_of_2_0_1_has_under_each_number_what_the_next_edition_has_there(shared: Path) -> None:
    (document,) = read_official(shared / "documents" / "comprehensive_rules_2.0.1_en.md").documents
    later = json.loads((shared / "documents" / "comprehensive_rules_2.1.0_en.json").read_text(encoding="utf-8"))
    newer = {rule["id"]: compared(rule["text"]).split()[:6] for rule in later["rules"]}
    alike = [compared(text).split()[:6] == newer.get(number) for number, text in texts(document).items()]
    assert sum(alike) > 0.85 * len(alike)


def test_bundle_on_one_line_has_rules_glossary_tournament_rules_and_names(shared: Path) -> None:
    reading = read_official(shared / "seeds" / "000_a9643d8038d3ef8e.txt")
    rules, tournament = reading.documents
    assert (rules.edition, rules.form, len(rules.entries)) == ("2.0.1", Form.BUNDLE, len(numbers("2.0.1")))
    assert (tournament.code, tournament.edition) == (Document.TOURNAMENT_RULES, "2026-07-14")
    assert [entry.number for entry in tournament.entries] == [
        clause.ref.number for clause in load_policy(Document.TOURNAMENT_RULES)
    ]
    assert tournament.unplaced == ()
    assert len(reading.names) == 2477
    assert any("Glossary" in each for each in reading.left_aside)
    (markdown,) = read_official(shared / "documents" / "comprehensive_rules_2.0.1_en.md").documents
    assert {number: compared(text) for number, text in texts(rules).items()} == {
        number: compared(text) for number, text in texts(markdown).items()
    }
    assert [term.name for term in rules.terms] == [term.name for term in markdown.terms]


def test_every_term_that_2_0_1_shares_with_today_is_found_in_it(shared: Path) -> None:
    (document,) = read_official(shared / "documents" / "comprehensive_rules_2.0.1_en.md").documents
    found = {term.name.partition(" {")[0] for term in document.terms}
    today = {term.name.partition(" {")[0] for term in load_glossary()}
    assert today - found == {"counter", "ink drop", "limiter", "requirement"}
    assert all(term.text for term in document.terms)


def test_tournament_pdf_has_the_same_sections_as_its_text(shared: Path) -> None:
    (pdf,) = read_official(shared / "documents" / "tournament_rules_2026-06-11_en.pdf").documents
    (text,) = read_official(shared / "documents" / "tournament_rules_2026-06-11_en.txt").documents
    assert (pdf.grade, text.grade) == (Grade.PUBLISHED, Grade.TRANSCRIPT)
    assert [(entry.number, entry.heading) for entry in pdf.entries] == [(entry.number, entry.heading) for entry in text.entries]
    assert len(pdf.entries) == len(load_policy(Document.TOURNAMENT_RULES))
    bare = str.maketrans("", "", "•▪")
    assert [compared(entry.text.translate(bare)) for entry in pdf.entries] == [
        compared(entry.text.translate(bare)) for entry in text.entries
    ]
    assert [entry.page for entry in pdf.entries] == [entry.page for entry in text.entries]


def test_what_is_only_an_extract_says_so(shared: Path) -> None:
    (extract,) = read_official(shared / "documents" / "tournament_rules_2026-07-14_en_extract.md").documents
    (guidelines,) = read_official(shared / "documents" / "play_correction_guidelines_2024-05-21_en.md").documents
    assert extract.grade is guidelines.grade is Grade.EXTRACT
    assert [entry.number for entry in extract.entries] == ["1.3.1.1", "1.3.1.2", "1.3.2", "1.6.1", "1.6.2"]
    placed = {entry.number for entry in guidelines.entries}
    assert {clause.ref.number for clause in load_policy(Document.PLAY_CORRECTION_GUIDELINES)} - placed == {"1", "2"}


def test_reconstructed_json_says_so(shared: Path) -> None:
    (document,) = read_official(shared / "documents" / "comprehensive_rules_2.3.0_en.json").documents
    assert document.grade is Grade.RECONSTRUCTION


def test_json_may_be_a_mere_list_when_its_name_tells_what_it_is() -> None:
    rows = [{"id": number, "text": text} for number, text in RULES]
    document = only(json.dumps(rows).encode(), "comprehensive_rules_9.9.9.json")
    assert document.edition == "9.9.9"
    assert texts(document)["2.1.1"] == RULES[-1][1]


def test_text_with_one_entry_a_line_is_read() -> None:
    lines = "\n".join(["COMPREHENSIVE RULES", "Version 9.9.9", *(f"{number}. {text}" for number, text in RULES)])
    assert [entry.number for entry in only(lines.encode(), "rules.txt").entries] == [number for number, _ in RULES]


def unreadable() -> dict[str, tuple[bytes, str]]:
    pdf = small()
    cut = pdf.rindex(b"endstream")
    broken = pdf.replace(b" obj", b" obk")
    german = (
        "Umfassende Regeln. Der Spieler und die Karte und das Spiel: wenn eine Karte nicht im Spiel ist, wird sie nicht. " * 30
    )
    return {
        "empty.pdf": (b"", "is empty"),
        "truncated.pdf": (pdf[:cut], "truncated"),
        "damaged.pdf": (broken, "damaged"),
        "noise.pdf": (b"%PDF-1.7\n" + os.urandom(3000) + b"\n%%EOF\n", "damaged"),
        "encrypted.pdf": (small(password="secret"), "encrypted"),
        "picture.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "neither a PDF nor text"),
        "zeros.txt": (b"\x00" * 500, "neither a PDF nor text"),
        "list.json": (b'{"rules": [{"number": 1}]}', "another kind"),
        "half.json": (b'[{"id": "1.1", "text": "ab', "damaged JSON"),
        "deep.json": (b'[{"a":' * 50_000, "damaged JSON"),
        "recipe.txt": (b"Take the flour and the eggs and mix them. " * 50, "none of the documents"),
        "numbers.txt": (b"1 2 3 4 5 6 7 8 9 10", "no text in a language"),
        "undated.txt": (b"COMPREHENSIVE RULES\n" + b"This is the text of the game. " * 30, "does not say of which edition"),
        "bare.txt": (b"COMPREHENSIVE RULES\nVersion 1.2.3\n" + b"This is the text of the game. " * 30, "no numbered sections"),
        "deutsch.txt": (german.encode(), "is in German"),
    }


@pytest.mark.parametrize("name", unreadable())
def test_file_that_cannot_be_read_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    data, said = unreadable()[name]
    file = tmp_path / name
    file.write_bytes(data)
    with pytest.raises(BadInput) as refused:
        read_official(file)
    told = str(refused.value)
    assert name in told
    assert said in told
    assert "\n" not in told


def test_german_pdf_is_refused_for_its_language() -> None:
    rules = [
        ("1", "KONZEPTE"),
        ("1.1", "Der Spieler und die Karte und das Spiel, wenn eine Karte nicht im Spiel ist, wird sie. " * 20),
    ]
    with pytest.raises(BadInput, match="is in German"):
        only(small(rules=rules))


def test_file_of_200_megabytes_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "huge.pdf"
    with file.open("wb") as opened:
        opened.write(b"%PDF-1.7\n")
        opened.truncate(200 * 1024 * 1024)
    with pytest.raises(BadInput, match=rf"huge.pdf has 200 MB.*less than {MOST_BYTES // 2**20} MB"):
        read_official(file)


def test_file_that_is_gone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_official(tmp_path / "gone.pdf")
