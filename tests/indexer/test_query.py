"""Look-ups over the whole catalogue and the current rules give what a player means, and refuse nothing as text."""

import re
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.errors import BadQuery, ExitStatus
from corpus.records import CardType
from engine.catalogue import CardCatalogue
from indexer.build import index_folder
from indexer.query import CardQuery, CardSort, Index, open_index

BUNDLE_NAMES = 2477


def bundle_names(shared: Path) -> list[str]:
    """Give the names of the seed bundle's name index: ``Name, Version [code] — type`` one after the other."""
    text = next((shared / "seeds").glob("000_*.txt")).read_text(encoding="utf-8")
    _, found, listed = text.partition("full details are in that file. ")
    assert found
    return re.findall(r"(\S.*?) \[\w{3}\] — (?:character|action|item|location)", listed)


def test_every_name_of_the_bundle_is_found_exactly_and_with_other_punctuation(index: Index, shared: Path) -> None:
    names = bundle_names(shared)
    assert len(names) == BUNDLE_NAMES
    missed = []
    for name in names:
        dashed = name.replace(", ", " - ", 1)
        forms = (name, dashed, dashed.replace(" - ", " – "), name.replace("'", "’"), name.replace("’", "'"), name.upper())
        found = [index.card(form) for form in forms]
        if any(card is None or card != found[0] for card in found):
            missed.append(name)
    assert missed == []


def test_accents_do_not_count(index: Index) -> None:
    accented = next(name for name, _ in index.near_cards("Te Ka", 5) if not name.isascii())
    plain = "".join(char for char in unicodedata.normalize("NFKD", accented) if not unicodedata.combining(char))
    card = index.card(plain)
    assert card is not None
    assert card.printed.full_name == accented


def test_card_of_the_rules_own_example(index: Index) -> None:
    card = index.card("stitch, new dog")
    assert card is not None
    printed = card.printed
    assert (printed.full_name, printed.cost, printed.strength, printed.willpower, printed.lore) == (
        "Stitch - New Dog",
        1,
        2,
        2,
        1,
    )
    assert index.card_by_id(card.printings[-1].id) == card
    assert index.find("Stitch – New Dog") == printed


def test_unknown_card_and_number_are_none(index: Index) -> None:
    assert index.card("Stitch") is None
    assert index.card("") is None
    assert index.card_by_id(0) is None
    assert index.find("No Such Card") is None


def test_short_name_lists_its_versions_first(index: Index) -> None:
    near = index.near_cards("Stitch", 50)
    names = [name for name, _ in near]
    stitches = [name for name in names if name.startswith("Stitch - ")]
    assert len(stitches) > 8
    assert names[: len(stitches)] == stitches
    assert [score for _, score in near] == sorted((score for _, score in near), reverse=True)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Stich New Dog", "Stitch - New Dog"),
        ("elsa spirit", "Elsa - Spirit of Winter"),
        ("Tinkerbell giant fairy", "Tinker Bell - Giant Fairy"),
        ("Elsa - Queen of Snow", "Elsa - Snow Queen"),
        ("Maleficent dragon", "Maleficent - Monstrous Dragon"),
        ("let it go!", "Let It Go"),
    ],
)
def test_misspelt_name_is_near_the_one_that_is_meant(index: Index, typed: str, meant: str) -> None:
    assert index.near_cards(typed, 3)[0][0] == meant
    assert index.near(typed, 3)[0] == meant


@pytest.mark.parametrize("nonsense", ["", " ", "??", "xyzzy qwerty", "lorem ipsum dolor sit amet", "q" * 10_000, "🦙🦙🦙"])
def test_nonsense_has_no_near_name(index: Index, nonsense: str) -> None:
    assert index.near_cards(nonsense, 10) == []


def test_index_is_a_catalogue_for_the_engine(index: Index) -> None:
    catalogue: CardCatalogue = index
    assert catalogue.find("Stitch - New Dog") is not None
    assert len(catalogue.near("Stitch", 3)) == 3


def test_rule_and_its_context(index: Index) -> None:
    context = index.rule_context("4.6.4.3")
    assert context is not None
    assert [rule.ref.number for rule in context.parents] == ["4", "4.6", "4.6.4"]
    assert context.rule == index.rule("4.6.4.3")
    section = index.rule_context("4.6")
    assert section is not None
    assert [rule.ref.number for rule in section.children][:3] == ["4.6.1", "4.6.2", "4.6.3"]
    pointed = index.rule_context("1.7.6")
    assert pointed is not None
    assert "4.1.4" in [rule.ref.number for rule in pointed.referred_by]
    assert "1.7.6" in [rule.ref.number for rule in index.rule_context("4.1.4").refers_to]  # type: ignore[union-attr]


def test_unknown_rule_number_or_edition_is_none(index: Index) -> None:
    assert index.rule("99.9") is None
    assert index.rule("4.6", "1.0.0") is None
    assert index.rule_context("abc") is None


def test_rules_of_a_document_come_in_order(index: Index) -> None:
    rules = index.rules("comprehensive-rules-2.3.0")
    assert len(rules) == 583
    assert [rule.ref for rule in rules] == sorted((rule.ref for rule in rules), key=lambda ref: ref.sort_key)
    assert {rule.ref.number.split(".")[1] for rule in index.rules("comprehensive-rules-2.3.0", "8.1")} == {"1"}
    assert index.rules("no-such-document") == ()


@pytest.mark.parametrize("query", ["7.7.4.3", "rule 7.7.4.3", "CR 2.3.0 7.7.4.3", "what does 7.7.4.3 say?", "(7.7.4.3)"])
def test_rule_number_in_a_query_comes_first_and_is_the_reason(index: Index, query: str) -> None:
    hits = index.search_rules(query, 5)
    assert hits[0].rule.ref.number == "7.7.4.3"
    assert hits[0].matched == ("number: 7.7.4.3",)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


@pytest.mark.parametrize(("query", "number"), [("CR 8.10", "8.10"), ("rule 4.6", "4.6"), ("section 9", "9")])
def test_section_in_a_query_comes_first(index: Index, query: str, number: str) -> None:
    assert index.search_rules(query, 3)[0].rule.ref.number == number


def test_what_looks_like_a_number_and_is_none_is_only_text(index: Index) -> None:
    assert index.search_rules("rule 99.99 about drying", 3)[0].rule.ref.number != "99.99"


@pytest.mark.parametrize(
    ("query", "section"),
    [
        ("summoning sickness", "5.1.1"),
        ("tapped creature attack", "4.6"),
        ("how does Evasive work", "8.6"),
        ("Can I quest with a drying character?", "4.5"),
        ("what happens when a deck runs out", "1.8"),
        ("multiplayer turn order", "9"),
    ],
)
def test_question_in_a_players_words_finds_the_section(index: Index, query: str, section: str) -> None:
    found = [hit.rule.ref.number for hit in index.search_rules(query, 5)]
    assert any(number == section or number.startswith(f"{section}.") for number in found), found


def test_card_named_in_a_query_brings_the_rules_of_its_keywords(index: Index) -> None:
    hits = index.search_rules("Aladdin - Prince Ali", 10)
    told = {hit.rule.ref.number: hit.matched for hit in hits}
    assert "8.15.1" in told
    assert "via card: Aladdin - Prince Ali (Ward)" in told["8.15.1"]


@pytest.mark.parametrize(
    "query",
    [
        'foo AND (bar OR "',
        "NEAR(a b)",
        "text:*",
        "-quest",
        "quest^99",
        "[a TO b]",
        "'; DROP TABLE rules; --",
        "quest\x00dry",
        "ﬁ",
    ],
)
def test_any_string_is_only_text(index: Index, query: str) -> None:
    assert isinstance(index.search_rules(query, 3), list)
    assert index.search_cards(CardQuery(words=query)).total >= 0
    assert isinstance(index.search_terms(query), list)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(min_size=1, max_size=60))
def test_every_text_gives_hits_or_a_bad_query(index: Index, query: str) -> None:
    if re.search(r"[^\W_]", query):
        assert len(index.search_rules(query, 5)) <= 5
    else:
        with pytest.raises(BadQuery) as refused:
            index.search_rules(query, 5)
        assert refused.value.exit_status is ExitStatus.BAD_INPUT


@pytest.mark.parametrize("query", ["", "   ", "???", "—", "_"])
def test_query_without_a_word_is_refused(index: Index, query: str) -> None:
    with pytest.raises(BadQuery, match="no word in it"):
        index.search_rules(query)
    with pytest.raises(BadQuery, match="no word in it"):
        index.search_terms(query)
    with pytest.raises(BadQuery, match="no word in it"):
        index.search_cards(CardQuery(words=query))
    with pytest.raises(BadQuery, match="no word in it"):
        index.search_cards(CardQuery(text=query))


def test_query_of_ten_thousand_characters(index: Index) -> None:
    assert index.search_rules(("challenge a drying character " * 400)[:10_000], 5)
    assert index.search_rules("x" * 10_000, 5) == []


def test_unknown_edition_says_which_there_are(index: Index) -> None:
    with pytest.raises(BadQuery, match=r"there are: 2\.3\.0"):
        index.search_rules("quest", edition="0.1")


def test_terms_by_name_by_part_and_by_likeness(index: Index) -> None:
    assert index.search_terms("banished")[0].name == "banish/banished"
    assert index.search_terms("turn action")[0].name == "action, turn"
    assert index.search_terms("dryng")[0].name == "drying"
    assert index.search_terms("zzzzqqq") == []
    assert index.search_terms("bag", "de") == []


def test_card_filters_hold_together(index: Index) -> None:
    page = index.search_cards(CardQuery(keyword="ward", ink="Emerald", type=CardType.CHARACTER, cost_to=3, limit=100))
    assert page.total == len(page.cards) > 3
    for card in page.cards:
        assert re.search(r"^Ward\b|, Ward\b", card.printed.text, re.MULTILINE)
        assert "emerald" in card.printed.inks
        assert card.printed.type is CardType.CHARACTER
        assert card.printed.cost <= 3


def test_card_text_is_found_in_its_order(index: Index) -> None:
    page = index.search_cards(CardQuery(text="banish chosen item", limit=100))
    assert page.total > 5
    assert all("banish chosen item" in card.printed.text.casefold() for card in page.cards)


def test_classification_set_and_legality_filters(index: Index) -> None:
    page = index.search_cards(CardQuery(classification="Princess", set_code="9", legal_in="core", limit=100))
    assert page.total > 3
    for card in page.cards:
        assert "Princess" in card.printed.classifications
        assert "9" in {printing.set_code for printing in card.printings}
        assert card.legal_in["core"] == "legal"


def test_words_find_names_before_texts(index: Index) -> None:
    cards = index.search_cards(CardQuery(words="stitch rock star")).cards
    assert cards[0].printed.full_name == "Stitch - Rock Star"


def test_pages_cover_everything_once_in_order(index: Index) -> None:
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = index.search_cards(CardQuery(type=CardType.LOCATION, sort=CardSort.COST, limit=50, offset=offset))
        seen += [f"{card.printed.cost:02} {card.printed.full_name}" for card in page.cards]
        offset = page.next_offset
    assert len(seen) == page.total
    assert seen == sorted(set(seen))


def test_index_is_shared_between_threads(built_cache: Path) -> None:
    opened = open_index(index_folder(built_cache))

    def ask(turn: int) -> tuple[str, str, int]:
        hits = opened.search_rules(f"challenge a drying character {turn % 5}", 3)
        card = opened.card("Stitch - Rock Star")
        return hits[0].rule.ref.number, card.printed.full_name if card else "", opened.search_cards(CardQuery(words="elsa")).total

    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(ask, range(200)))
    opened.close()
    assert len(answers) <= 5
    assert {name for _, name, _ in answers} == {"Stitch - Rock Star"}
    assert len({total for _, _, total in answers}) == 1


def test_sets_documents_and_rulings(index: Index) -> None:
    sets = index.card_sets()
    assert (len(sets), sets[0].name, sets[-1].name) == (17, "The First Chapter", "Hyperia City")
    documents = {entry.provenance.document: entry.chunks for entry in index.documents()}
    assert documents["comprehensive-rules-2.3.0"] == 583
    assert {name: documents[f"comprehensive-rules-{name}"] for name in ("2.2.0", "2.1.0", "2.0.1")} == {
        "2.2.0": 566,
        "2.1.0": 551,
        "2.0.1": 541,
    }
    assert (documents["glossary-2.3.0"], documents["glossary-de"], documents["lorcanajson"]) == (102, 80, 2785)
    assert documents["tournament-rules-2026-07-14"] >= 64
    assert all(documents.values())
    rulings = index.rulings("lantern")
    assert rulings
    assert all(ruling.provenance.official and ruling.card == "Lantern" for ruling in rulings)
    assert index.rulings("Stitch - New Dog") == ()
