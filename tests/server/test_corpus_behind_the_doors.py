"""Policy, older editions, German, misreadings, rulings and penalties are answered with what they rest on."""

from typing import Any

import pytest

from corpus.editions import crosswalk, number_in
from corpus.infractions import load_infractions
from corpus.policy import load_policy
from corpus.refs import CURRENT_EDITION, Document
from server.library import Library
from server.registry import tool_named
from server.wire import as_json, tokens
from tests.server.test_look_ups import ask, refusal


@pytest.mark.parametrize("code", [Document.TOURNAMENT_RULES, Document.PLAY_CORRECTION_GUIDELINES])
def test_every_section_of_policy_is_given_whole_and_brief(library: Library, code: Document) -> None:
    heavy = []
    for clause in load_policy(code):
        answer = ask(library, "get_rule", ref=f"{code.value} {clause.ref.number}")
        assert answer["rule"]["ref"] == str(clause.ref)
        assert answer["rule"].get("condensed", "") == clause.condensed
        heavy += [str(clause.ref)] if tokens(as_json(answer)) >= 2_500 else []
    assert heavy == []


def test_section_of_policy_says_what_it_rests_on(library: Library) -> None:
    (source,) = ask(library, "get_rule", ref="TR 1.6.2")["sources"]
    assert (source["document"], source["edition"], source["effective"], source["wording"]) == (
        "tournament-rules-2026-07-14",
        "2026-07-14",
        "2026-07-14",
        "restated",
    )


def test_older_edition_of_policy_is_told_as_what_has_changed(library: Library) -> None:
    answer = ask(library, "get_rule", ref="TR 2026-06-11 1.6.2")
    assert answer["rule"]["ref"] == "TR 2026-07-14 1.6.2"
    assert any("Fortisphere" in caveat for caveat in answer["caveats"])
    assert any(
        "same in 2026-06-11" in caveat for caveat in ask(library, "get_rule", ref="TR 3.9", edition="2026-06-11")["caveats"]
    )
    assert "2026-07-14" in refusal(library, "get_rule", ref="TR 1.6", edition="2020-01-01")


@pytest.mark.parametrize("edition", ["2.0.1", "2.1.0", "2.2.0"])
def test_rule_is_given_as_an_older_edition_has_it(library: Library, edition: str) -> None:
    answer = ask(library, "get_rule", ref="4.6.4.2", edition=edition)
    assert answer["rule"]["ref"] == f"CR {edition} 4.6.4.2"
    assert [source["edition"] for source in answer["sources"]] == [edition]
    assert answer["other_editions"][CURRENT_EDITION] == "CR 2.3.0 4.6.4.2"


def test_number_of_2023_finds_its_place_today(library: Library) -> None:
    for place in crosswalk():
        answer = ask(library, "get_rule", ref=place.number, edition="2023")
        assert answer["rule"]["ref"] == f"CR {CURRENT_EDITION} {place.places[0]}"
        assert any(place.number in caveat for caveat in answer["caveats"])
    bag = ask(library, "get_rule", ref="8.7.5", edition="2023")["rule"]["ref"]
    assert bag.startswith("CR 2.3.0 7.7.")
    assert number_in("8.7", "2023", CURRENT_EDITION) == "7.7"
    assert "8.7" in refusal(library, "get_rule", ref="8.99", edition="2023")


def test_rule_shows_who_refers_to_it(library: Library) -> None:
    pointed = ask(library, "get_rule", ref="8.15", detail="full")["pointed_at_by"]
    assert pointed["keyword"] == "Ward"
    assert pointed["cards_in_all"] > len(pointed["cards"]) > 5
    lost = ask(library, "get_rule", ref="1.8.1.2")["pointed_at_by"]
    assert any("empty" in claim for claim in lost["misreadings"])


def test_card_leads_to_its_rules_and_rulings(library: Library) -> None:
    card = ask(library, "get_card", name="Lantern")["card"]
    assert "CR 2.3.0 6.3" in card["rules"]
    assert "clar-lantern-does-not-change-cost" in card["rulings"]


def test_misreading_is_corrected_before_anything_else(library: Library) -> None:
    answer = ask(library, "search_rules", query="do I lose the moment I must draw from an empty deck?")
    (first, *_) = answer["corrections"]
    assert first["rules"][0] == "CR 2.3.0 1.8.1.2"
    assert list(answer).index("corrections") < list(answer).index("results")
    assert "misreadings" in {source["document"] for source in answer["sources"]}
    said = tool_named("search_rules").say(tool_named("search_rules").ask({"query": "empty deck"}, library))
    assert said.startswith("Not so: ")


def test_word_of_another_game_is_answered_saying_so(library: Library) -> None:
    answer = ask(library, "search_rules", query="what happens when I tap a creature")
    assert {word["word"]: word["here"] for word in answer["words"]} == {"tap": ["exert"], "creature": ["character"]}
    assert any("'tap' is a word of other games; here: exert" in caveat for caveat in answer["caveats"])
    (first, *_) = ask(library, "search_glossary", term="graveyard")["terms"]
    assert first["kind"] == "other_games"


def test_german_question_and_term_are_answered(library: Library) -> None:
    answer = ask(library, "search_rules", query="Darf ein trocknender Charakter erkunden?")
    assert {"CR 2.3.0 5.1.1.11", "CR 2.3.0 1.7.5"} & {rule["ref"] for rule in answer["results"][:5]}
    assert {word["of"] for word in answer["words"]} == {"de"}
    (bag, *_) = ask(library, "search_glossary", term="Beutel")["terms"]
    assert bag["names"] == {"de": ["Beutel"], "en": ["bag"]}
    assert bag["english"]
    (english, *_) = ask(library, "search_glossary", term="bag")["terms"]
    assert english["names"] == {"en": ["bag"], "de": ["Beutel"]}


def test_documents_and_language_keep_a_search_where_it_is_asked(library: Library) -> None:
    policy = ask(library, "search_rules", query="banned cards", documents=["tournament-rules-2026-07-14"])
    assert policy["results"][0]["ref"] == "TR 2026-07-14 1.6.2"
    assert all(entry["ref"].startswith("TR ") for entry in policy["results"])
    german = ask(library, "search_rules", query="Beutel", language="de")
    assert german["results"][0]["ref"] == "Beutel"
    assert "glossary-de" in {source["document"] for source in german["sources"]}
    both = ask(library, "search_rules", query="lantern cost", documents=["rulings", "lorcanajson-clarifications"])
    assert any(entry["ref"] == "clar-lantern-does-not-change-cost" for entry in both["results"])


def test_search_as_of_a_day_answers_from_the_edition_in_force(library: Library) -> None:
    answer = ask(library, "search_rules", query="Shift", as_of="2026-03-01")
    assert all(rule["ref"].startswith("CR 2.0.1 ") for rule in answer["results"][:5])
    before = ask(library, "search_rules", query="banned cards Core Constructed", as_of="2026-06-20")
    assert any("Fortisphere" in caveat for caveat in before["caveats"])


@pytest.mark.parametrize("document", ["tournament-rules-2026-07-14", "glossary-2.3.0", "glossary-de", "misreadings", "rulings"])
def test_every_document_is_read_to_its_end(library: Library, document: str) -> None:
    listed = {each["id"]: each for each in ask(library, "list_rules_documents")["documents"]}
    refs: list[str] = []
    cursor = None
    while True:
        page = ask(library, "read_rules_document", document=document, detail="full", cursor=cursor)
        refs += [entry["ref"] for entry in page["entries"]]
        cursor = page.get("next_cursor")
        if cursor is None:
            break
    assert len(refs) == len(set(refs)) == listed[document]["chunks"]


def compare(library: Library, **arguments: Any) -> dict[str, Any]:
    return ask(library, "compare_rules", **arguments)


def test_newest_edition_is_compared_with_the_one_before(library: Library) -> None:
    answer = compare(library, detail="full", limit=50)
    assert (answer["from"], answer["to"]) == ("2.2.0", "2.3.0")
    assert answer["counts"]["added"] == 583 - 566 + answer["counts"].get("removed", 0)
    assert {source["edition"] for source in answer["sources"]} == {"2.2.0", "2.3.0"}


def test_pages_of_changes_show_each_once(library: Library) -> None:
    seen: list[str] = []
    cursor = None
    while True:
        answer = compare(library, **{"from": "2.0.1"}, cursor=cursor)
        seen += [as_json(change) for change in answer["changes"]]
        cursor = answer.get("next_cursor")
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == sum(answer["counts"].values())


def test_section_policy_and_2023_are_compared(library: Library) -> None:
    vanish = compare(library, ref="8.16")
    assert all(change["after"].startswith("CR 2.3.0 8.16") for change in vanish["changes"])
    assert vanish["counts"]["added"] == len(vanish["changes"])
    bans = compare(library, ref="TR 1.6.2")
    assert any("Fortisphere" in change["said"] for change in bans["changes"])
    assert bans["sources"]
    earliest = compare(library, **{"from": "2023"}, ref="8.7", limit=50, detail="full")
    assert any(change["before"] == "CR 2023 8.7.5" for change in earliest["changes"])


def test_editions_the_wrong_way_round_are_turned_and_unknown_ones_refused(library: Library) -> None:
    answer = compare(library, **{"from": "2.3.0", "to": "2.2.0"})
    assert (answer["from"], answer["to"]) == ("2.2.0", "2.3.0")
    assert "2.1.0" in refusal(library, "compare_rules", **{"from": "1.0"})
    assert "itself" in refusal(library, "compare_rules", **{"from": "2.3.0"}, to="2.3.0")
    assert any("Nothing in 1.1.1 differs" in caveat for caveat in compare(library, ref="1.1.1")["caveats"])


def test_rulings_on_a_card_are_the_publishers_and_ours_replayed(library: Library) -> None:
    answer = ask(library, "get_rulings", card="stitch, rock star", limit=10, detail="full")
    official = [entry for entry in answer["rulings"] if "replay" not in entry]
    ours = [entry for entry in answer["rulings"] if "replay" in entry]
    assert official
    assert ours
    assert answer["rulings"].index(ours[0]) == len(official)
    (first, *_) = ours
    assert first["id"] == "clar-lantern-does-not-change-cost"
    assert first["replay"]["verdict"] == "holds"
    assert ask(library, "check_scenario", scenario=first["scenario"])["verdict"] == "holds"
    assert {source["document"] for source in answer["sources"]} == {"lorcanajson-clarifications", "rulings"}


def test_rulings_by_keyword_query_and_id(library: Library) -> None:
    ward = ask(library, "get_rulings", keyword="ward", limit=50, detail="full")
    assert ward["total"] > 3
    assert all("ward" in entry["text"].lower() for entry in ward["rulings"] if "replay" not in entry)
    assert ask(library, "get_rulings", query="pay less for a character with Lantern")["total"] > 0
    (one,) = ask(library, "get_rulings", query="clar-lantern-does-not-change-cost")["rulings"]
    assert one["cards"][0] == "Stitch - Rock Star"
    assert "Stitch - New Dog" in refusal(library, "get_rulings", card="Stitch")
    assert "Evasive" in refusal(library, "get_rulings", keyword="Flying")
    assert "one of" in refusal(library, "get_rulings")


@pytest.mark.parametrize("infraction", load_infractions(), ids=lambda entry: entry.id)
def test_every_infraction_is_found_by_name_id_and_section(library: Library, infraction: Any) -> None:
    for given in (infraction.name, infraction.id, infraction.ref.number, str(infraction.ref)):
        (match,) = ask(library, "get_penalty", infraction=given)["matches"]
        assert match["id"] == infraction.id


def test_told_situation_gets_several_proposals_with_the_action_at_its_level(library: Library) -> None:
    answer = ask(
        library, "get_penalty", description="A player drew an extra card by mistake and forgot a trigger", level="competitive"
    )
    assert len(answer["matches"]) > 1
    assert any("a judge decides" in caveat for caveat in answer["caveats"])
    missed = next(match for match in answer["matches"] if match["id"] == "missed_trigger")
    assert [penalty["actions"] for penalty in missed["penalties"]] == [{"competitive": "caution"}]
    assert missed["matched"]
    assert missed["section"] == "PCG 2024-05-21 2.1"
    casual = ask(library, "get_penalty", infraction="Missed Trigger", level="casual")["matches"][0]
    assert [penalty["actions"] for penalty in casual["penalties"]] == [{"entry": "caution"}]


def test_what_fits_no_infraction_is_asked_about(library: Library) -> None:
    answer = ask(library, "get_penalty", description="somebody ate a sandwich")
    assert answer["matches"] == []
    assert any("ask what exactly happened" in caveat and "Missed Trigger" in caveat for caveat in answer["caveats"])
    assert any("newer edition may exist" in caveat for caveat in answer["caveats"])
    assert tool_named("get_penalty").status(tool_named("get_penalty").ask({"description": "sandwich"}, library)) == 1


def test_penalty_takes_either_a_telling_or_a_name(library: Library) -> None:
    assert "either" in refusal(library, "get_penalty")
    assert "either" in refusal(library, "get_penalty", description="late", infraction="Tardiness")
    assert "'premier'" in refusal(library, "get_penalty", description="late", level="galactic")
