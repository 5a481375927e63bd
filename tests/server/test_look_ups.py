"""The look-ups answer what a player, a judge or an assistant asks of them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.errors import BadInput, LoreguideError
from server.answers import legality_on
from server.library import Library
from server.registry import TOOLS, tool_named
from server.wire import as_json, structured, tokens


def ask(library: Library, tool: str, **arguments: Any) -> dict[str, Any]:
    return structured(tool_named(tool).ask(arguments, library))


def refusal(library: Library, tool: str, **arguments: Any) -> str:
    with pytest.raises(LoreguideError) as refused:
        tool_named(tool).ask(arguments, library)
    return str(refused.value)


def test_the_table_has_the_fourteen_tools_of_the_interface() -> None:
    assert {tool.name for tool in TOOLS} == {
        "check_deck",
        "check_scenario",
        "compare_rules",
        "get_card",
        "get_penalty",
        "get_rule",
        "get_rulings",
        "list_card_sets",
        "list_games",
        "list_rules_documents",
        "read_rules_document",
        "search_cards",
        "search_glossary",
        "search_rules",
    }
    assert len(TOOLS) == 14


def test_the_one_game_is_listed_with_its_counts(library: Library) -> None:
    (game,) = ask(library, "list_games")["games"]
    assert (game["id"], game["rules"], game["cards"], game["printings"]) == ("disney-lorcana", 583, 2785, 3556)


def test_documents_say_edition_date_authority_and_wording(library: Library) -> None:
    documents = {document["id"]: document for document in ask(library, "list_rules_documents")["documents"]}
    rules = documents["comprehensive-rules-2.3.0"]
    assert (rules["edition"], rules["effective"], rules["wording"]) == ("2.3.0", "2026-10-16", "restated")
    assert rules["chunks"] == 583


def test_another_game_is_refused_with_the_one_there_is(library: Library) -> None:
    assert "disney-lorcana" in refusal(library, "list_rules_documents", game="magic")


@pytest.mark.parametrize("query", ["4.6.4.3", "rule 4.6.4.3", "CR 2.3.0 4.6.4.3"])
def test_a_rule_number_finds_its_rule_first(library: Library, query: str) -> None:
    assert ask(library, "search_rules", query=query)["results"][0]["ref"] == "CR 2.3.0 4.6.4.3"


def test_a_question_finds_the_rule_that_answers_it(library: Library) -> None:
    found = ask(library, "search_rules", query="Can a drying character quest?")["results"]
    assert {"CR 2.3.0 5.1.1.11", "CR 2.3.0 1.7.5"} & {rule["ref"] for rule in found[:5]}
    assert all(rule["matched"] and rule["heading"] and rule["text"] for rule in found)


def test_a_day_before_every_indexed_edition_is_answered_with_a_caveat(library: Library) -> None:
    answer = ask(library, "search_rules", query="challenge", as_of="2024-01-01")
    assert any("2024-01-01" in caveat for caveat in answer["caveats"])


def test_unknown_edition_document_and_language_name_the_known(library: Library) -> None:
    assert "2.3.0" in refusal(library, "search_rules", query="quest", edition="9.9")
    assert "comprehensive-rules-2.3.0" in refusal(library, "search_rules", query="quest", documents=["nonsense"])
    assert "en" in refusal(library, "search_rules", query="quest", language="xx")


def test_a_rule_comes_with_parents_children_and_referrers(library: Library) -> None:
    answer = ask(library, "get_rule", ref="4.6.4")
    assert [parent["ref"] for parent in answer["parents"]] == ["CR 2.3.0 4", "CR 2.3.0 4.6"]
    assert [child["ref"].rsplit(".", 1)[1] for child in answer["children"]] == ["1", "2", "3", "4", "5"]


def test_a_rule_tells_its_number_in_other_editions(library: Library) -> None:
    old, added_in_2_2_0, new = (ask(library, "get_rule", ref=ref)["other_editions"] for ref in ("8.11.1", "8.10.4.2", "8.16.3"))
    assert old == {edition: f"CR {edition} 8.11.1" for edition in ("2.0.1", "2.1.0", "2.2.0")}
    assert added_in_2_2_0 == {"2.2.0": "CR 2.2.0 8.10.4.2"}
    assert new == {}


@pytest.mark.parametrize("ref", ["4.6.4.3", "CR 2.3.0 4.6.4.3", "CR 4.6.4.3", "rule 4.6.4.3", "§ 4.6.4.3", "4.6.4.3."])
def test_a_rule_reference_is_read_in_every_usual_form(library: Library, ref: str) -> None:
    assert ask(library, "get_rule", ref=ref)["rule"]["ref"] == "CR 2.3.0 4.6.4.3"


def test_an_unknown_rule_number_names_its_neighbours(library: Library) -> None:
    message = refusal(library, "get_rule", ref="4.6.4.99")
    assert "CR 2.3.0 4.6.4.5" in message
    assert "search_rules" in message


def test_what_is_no_rule_number_is_told_what_one_looks_like(library: Library) -> None:
    assert "4.6.4.3" in refusal(library, "get_rule", ref="the one about questing")
    assert "TR 2026-07-14 1.6" in refusal(library, "get_rule", ref="TR 2026-07-14 1.6.99")


def test_the_glossary_knows_drying_and_its_rule(library: Library) -> None:
    (first, *_) = ask(library, "search_glossary", term="drying")["terms"]
    assert first["term"] == "drying"
    assert "CR 2.3.0 5.1.1.11" in first["rules"]


@pytest.mark.parametrize(
    "name", ["Stitch - New Dog", "stitch, new dog", "STITCH – NEW DOG", "Stitch New Dog", "  Stitch - New Dog "]
)
def test_a_card_is_found_whatever_the_punctuation(library: Library, name: str) -> None:
    card = ask(library, "get_card", name=name)["card"]
    assert (card["full_name"], card["cost"], card["strength"], card["willpower"], card["lore"]) == (
        "Stitch - New Dog",
        1,
        2,
        2,
        1,
    )


def test_a_short_name_lists_its_versions_and_picks_none(library: Library) -> None:
    answer = ask(library, "get_card", name="Stitch")
    assert "card" not in answer
    names = [near["full_name"] for near in answer["near"]]
    assert "Stitch - New Dog" in names
    versions = [name for name in names if name.startswith("Stitch - ")]
    assert names[: len(versions)] == versions
    assert len(versions) == 16


def test_a_misspelt_name_lists_the_nearest(library: Library) -> None:
    answer = ask(library, "get_card", name="Elza - Spirit of Wintr")
    assert answer["near"][0]["full_name"] == "Elsa - Spirit of Winter"


def test_nonsense_has_an_empty_list_and_says_so(library: Library) -> None:
    answer = ask(library, "get_card", name="xqzzy wvut")
    assert answer["near"] == []
    assert "none is near" in answer["caveats"][0]


def test_spellings_that_differ_by_case_are_one_card(library: Library) -> None:
    first, second = (ask(library, "get_card", name=name)["card"] for name in ("Let It Go", "let it go"))
    assert first["id"] == second["id"]


def test_a_card_is_found_by_the_number_of_any_printing(library: Library) -> None:
    card = ask(library, "get_card", name="Elsa - Spirit of Winter", detail="full")["card"]
    assert len(card["printings"]) > 1
    for printing in card["printings"]:
        assert ask(library, "get_card", id=printing["id"])["card"]["full_name"] == "Elsa - Spirit of Winter"


def test_a_number_that_no_printing_has_is_refused(library: Library) -> None:
    assert "search_cards" in refusal(library, "get_card", id=999_999)


def test_cards_are_found_by_what_they_are(library: Library) -> None:
    answer = ask(library, "search_cards", ink="Amber", type="character", cost="1", classification="Alien", keyword="Rush")
    assert answer["total"] == len(answer["cards"])
    everything = ask(library, "search_cards", ink="amber", type="character", cost=1, classification="Alien", limit=50)
    assert "Stitch - New Dog" in {card["full_name"] for card in everything["cards"]}
    assert all("amber" in card["inks"] and card["cost"] == 1 for card in everything["cards"])


@pytest.mark.parametrize(("cost", "low", "high"), [("9+", 9, 99), (">=9", 9, 99), ("<=1", 0, 1), ("0-1", 0, 1), ("<2", 0, 1)])
def test_a_range_of_costs_is_read(library: Library, cost: str, low: int, high: int) -> None:
    found = ask(library, "search_cards", cost=cost, limit=50, detail="full")
    assert found["cards"]
    assert all(low <= card["cost"] <= high for card in found["cards"])


def test_a_cost_that_is_no_number_is_told_how_to_write_one(library: Library) -> None:
    assert "3-5" in refusal(library, "search_cards", cost="cheap")


def test_a_song_is_an_action_with_its_classification(library: Library) -> None:
    cards = ask(library, "search_cards", type="song", limit=10)["cards"]
    assert cards
    assert all(card["type"] == "action" and "Song" in card["classifications"] for card in cards)


def test_unknown_ink_and_set_name_the_known(library: Library) -> None:
    assert "amethyst" in refusal(library, "search_cards", ink="purple")
    assert "list_card_sets" in refusal(library, "search_cards", set="99")


def test_pages_of_cards_show_every_card_once(library: Library) -> None:
    seen: list[str] = []
    cursor = None
    while True:
        answer = ask(library, "search_cards", ink="steel", classification="Villain", limit=7, cursor=cursor)
        seen += [card["full_name"] for card in answer["cards"]]
        assert answer["left_out"] == answer["total"] - len(seen)
        cursor = answer.get("next_cursor")
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == answer["total"] > 7


def test_a_cursor_of_another_search_is_refused(library: Library) -> None:
    cursor = ask(library, "search_cards", ink="steel", limit=1)["next_cursor"]
    assert "cursor" in refusal(library, "search_cards", ink="amber", cursor=cursor)
    assert "cursor" in refusal(library, "search_cards", ink="amber", cursor="x")


def test_sets_have_codes_dates_and_counts(library: Library) -> None:
    sets = {entry["code"]: entry for entry in ask(library, "list_card_sets")["sets"]}
    assert len(sets) == 17
    assert (sets["1"]["name"], sets["1"]["released"]) == ("The First Chapter", "2023-09-01")


@pytest.mark.parametrize("detail", ["brief", "full"])
def test_reading_a_document_to_its_end_gives_every_rule_once(library: Library, detail: str) -> None:
    refs: list[str] = []
    cursor = None
    while True:
        page = ask(library, "read_rules_document", document="comprehensive-rules-2.3.0", detail=detail, cursor=cursor)
        refs += [entry["ref"] for entry in page["entries"]]
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    assert len(refs) == len(set(refs)) == 583
    assert refs[0] == "CR 2.3.0 1"


def test_a_section_is_read_alone(library: Library) -> None:
    page = ask(library, "read_rules_document", document="comprehensive-rules-2.3.0", section="4.2", detail="full")
    assert [entry["ref"] for entry in page["entries"]][:2] == ["CR 2.3.0 4.2", "CR 2.3.0 4.2.1"]
    assert all(entry["ref"].startswith("CR 2.3.0 4.2") for entry in page["entries"])


def test_unknown_document_and_section_are_refused(library: Library) -> None:
    assert "comprehensive-rules-2.3.0" in refusal(library, "read_rules_document", document="nonsense")
    assert "section" in refusal(library, "read_rules_document", document="comprehensive-rules-2.3.0", section="77")


LOOK_UPS: list[tuple[str, dict[str, Any]]] = [
    ("list_games", {}),
    ("list_rules_documents", {}),
    ("search_rules", {"query": "when does a character quest and what happens", "limit": 50}),
    ("read_rules_document", {"document": "comprehensive-rules-2.3.0"}),
    ("search_glossary", {"term": "character", "limit": 20}),
    ("search_cards", {"query": "draw a card", "limit": 50}),
    ("get_card", {"name": "Elsa - Spirit of Winter"}),
    ("get_rule", {"ref": "6.2"}),
    ("get_rule", {"ref": "TR 1.3.2"}),
    ("compare_rules", {"from": "2.0.1"}),
    ("get_rulings", {"keyword": "Shift"}),
    ("get_penalty", {"description": "drew an extra card, looked at the deck and shuffled it, late for the round"}),
]


@pytest.mark.parametrize(("tool", "arguments"), LOOK_UPS, ids=[f"{tool}-{number}" for number, (tool, _) in enumerate(LOOK_UPS)])
def test_a_brief_answer_has_sources_no_nulls_and_stays_in_budget(library: Library, tool: str, arguments: dict[str, Any]) -> None:
    answer = ask(library, tool, **arguments)
    assert answer["sources"]
    assert isinstance(answer["caveats"], list)
    assert "null" not in as_json(answer).replace('"', " ").replace(":", " ").replace(",", " ").split()
    assert tokens(as_json(answer)) < 1_500
    assert len(tool_named(tool).say(tool_named(tool).ask(arguments, library))) < 1_500 * 4


def test_every_card_and_every_rule_fits_a_brief_answer(library: Library) -> None:
    heavy = []
    for document in ("comprehensive-rules-2.3.0",):
        for rule in library.index.rules(document):
            if tokens(as_json(ask(library, "get_rule", ref=rule.ref.number))) >= 1_500:
                heavy.append(str(rule.ref))
    cursor = 1
    for number in range(cursor, 4_000):
        card = library.index.card_by_id(number)
        if card is not None and tokens(as_json(ask(library, "get_card", id=number))) >= 1_500:
            heavy.append(card.printed.full_name)
    assert heavy == []


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_rules", {"q": "quest"}),
        ("get_card", {"card_name": "Stitch - New Dog"}),
        ("get_card", {"name": "Stitch - New Dog", "id": None}),
        ("get_rule", {"number": "4.6"}),
        ("search_rules", {"query": "quest", "documents": '["comprehensive-rules-2.3.0"]'}),
        ("search_rules", {"query": "quest", "documents": "comprehensive-rules-2.3.0"}),
        ("get_rule", {"ref": "4.6", "edition": None}),
    ],
)
def test_usual_other_forms_of_arguments_are_understood(library: Library, tool: str, arguments: dict[str, Any]) -> None:
    assert ask(library, tool, **arguments)["sources"]


def test_every_fault_of_the_arguments_is_named_at_once(library: Library) -> None:
    message = refusal(library, "search_rules", qurey="quest", limit=500, detail="verbose")
    for part in ("'query'", "limit is 500", "'brief' or 'full'", "did you mean"):
        assert part in message


def test_a_query_without_a_word_is_refused(library: Library) -> None:
    for query in ("", "   ", "?!"):
        assert "word" in refusal(library, "search_rules", query=query)


def test_a_query_of_ten_thousand_characters_is_answered(library: Library) -> None:
    assert ask(library, "search_rules", query=("challenge banish " * 700)[:10_000])["results"]
    assert "at most 20000 characters" in refusal(library, "search_rules", query="x" * 1_000_000)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60))
def test_any_text_is_just_text(library: Library, text: str) -> None:
    for tool, argument in (("search_rules", "query"), ("get_card", "name"), ("search_glossary", "term"), ("get_rule", "ref")):
        try:
            answer = ask(library, tool, **{argument: text})
        except BadInput:
            continue
        assert answer["sources"]


def test_many_callers_at_once_get_the_answers_that_one_gets(library: Library) -> None:
    questions: list[tuple[str, dict[str, Any]]] = [
        ("search_rules", {"query": "when is a character banished"}),
        ("search_rules", {"query": "Ward and challenge"}),
        ("get_card", {"name": "Elsa - Spirit of Winter"}),
        ("get_card", {"name": "Mickey"}),
        ("search_cards", {"query": "draw a card", "ink": "amethyst"}),
        ("get_rule", {"ref": "7.7"}),
        ("search_glossary", {"term": "bag"}),
    ]
    alone = [ask(library, tool, **arguments) for tool, arguments in questions]
    with ThreadPoolExecutor(16) as callers:
        turns = [number % len(questions) for number in range(280)]
        together = list(callers.map(lambda turn: ask(library, questions[turn][0], **questions[turn][1]), turns))
    assert together == [alone[turn] for turn in turns]


@pytest.mark.parametrize(("day", "edition"), [("2026-11-30", "2.3.0"), ("2026-10-15", "2.2.0"), ("2026-05-01", "2.1.0")])
def test_a_day_has_the_edition_that_was_in_force(library: Library, day: str, edition: str) -> None:
    answer = ask(library, "search_rules", query="quest", as_of=day, limit=1)
    assert answer["results"][0]["ref"].startswith(f"CR {edition} ")


def test_what_a_format_let_go_before_today_reads_as_past(library: Library) -> None:
    rotated = ask(library, "get_card", name="Stitch - New Dog")
    assert rotated["card"]["legality"] == {"core": "not legal since 2025-09-05", "infinity": "legal"}
    sets = ask(library, "list_card_sets")["sets"]
    assert sets[0]["legal_in"] == {"core": "not legal since 2025-09-05", "infinity": "legal"}


def test_a_last_day_is_past_from_that_day_on() -> None:
    said = {"core": "until 2026-07-17", "infinity": "legal", "other": "not legal"}
    assert legality_on(said, date(2026, 7, 16)) == said
    assert legality_on(said, date(2026, 7, 17)) == {**said, "core": "not legal since 2026-07-17"}
