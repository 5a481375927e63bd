"""The table of infractions says what the Play Correction Guidelines say, and told situations find their infraction."""

from pathlib import Path

import pytest

from corpus.errors import CorpusFault
from corpus.infractions import infraction, load_infractions, match_infractions, read_infractions
from corpus.load import load_rules
from corpus.policy import load_policy
from corpus.records import CorrectiveAction, Infraction, TournamentLevel
from corpus.refs import Document
from tests.corpus import official

ENTRY, COMPETITIVE, PREMIER = TournamentLevel
CAUTION, WARNING, GAME_LOSS, MATCH_LOSS, DISQUALIFICATION = CorrectiveAction

CORRECTIVE_ACTIONS = [
    ("2.1", "Missed Trigger", CAUTION, CAUTION),
    ("2.2", "Hidden Information Error", CAUTION, WARNING),
    ("2.3", "Card Count Error", CAUTION, WARNING),
    ("2.4", "General Rule Error", CAUTION, WARNING),
    ("3.2", "Slow Play", CAUTION, WARNING),
    ("3.3", "Deck/Registration Error - Minor", WARNING, WARNING),
    ("3.4", "Deck/Registration Error - Major", GAME_LOSS, GAME_LOSS),
    ("3.5", "Limited Error", CAUTION, WARNING),
    ("3.6", "Information and Communication Error", CAUTION, WARNING),
    ("3.7", "Marked Cards", WARNING, WARNING),
    ("3.8", "Outside Assistance", GAME_LOSS, MATCH_LOSS),
    ("4.1", "Unsporting Conduct - Minor", WARNING, WARNING),
    ("4.2", "Unsporting Conduct - Major", MATCH_LOSS, MATCH_LOSS),
    ("4.3", "Unsporting Conduct - Severe", DISQUALIFICATION, DISQUALIFICATION),
    ("4.4", "Cheating", DISQUALIFICATION, DISQUALIFICATION),
    ("4.5", "Improper Match Result", MATCH_LOSS, DISQUALIFICATION),
    ("4.6", "Wagering", MATCH_LOSS, DISQUALIFICATION),
]
"""Section, name, casual column, competitive column, as the guidelines have them; 3.1 is apart, with its minutes."""


def found(name: str) -> Infraction:
    """Give an infraction that has to be there."""
    entry = infraction(name)
    assert entry is not None
    return entry


def test_every_section_of_an_infraction_has_one() -> None:
    sections = {entry.ref.number for entry in load_policy(Document.PLAY_CORRECTION_GUIDELINES)}
    assert {entry.ref.number for entry in load_infractions()} == {
        number for number in sections if number[:2] in {"2.", "3.", "4."}
    }
    assert len(load_infractions()) == 18


@pytest.mark.parametrize(("number", "name", "casual", "competitive"), CORRECTIVE_ACTIONS)
def test_corrective_action_is_that_of_its_column(
    number: str, name: str, casual: CorrectiveAction, competitive: CorrectiveAction
) -> None:
    entry = found(number)
    assert entry.name == name
    (penalty,) = entry.penalties
    assert penalty.actions == {ENTRY: casual, COMPETITIVE: competitive, PREMIER: competitive}


def test_tardiness_depends_on_the_minutes() -> None:
    early, later, latest = found("Tardiness").penalties
    assert ("0 to 2" in early.case, "3 to 9" in later.case, "10 minutes" in latest.case) == (True, True, True)
    assert [penalty.actions[ENTRY] for penalty in (early, later, latest)] == [CAUTION, WARNING, MATCH_LOSS]
    assert [penalty.actions[COMPETITIVE] for penalty in (early, later, latest)] == [WARNING, GAME_LOSS, MATCH_LOSS]
    assert "dropped" in latest.then


def test_upgrades_are_those_of_the_guidelines() -> None:
    upgrades = {entry.id: entry.upgrades for entry in load_infractions() if entry.upgrades}
    assert set(upgrades) == {"missed_trigger", "hidden_information_error", "marked_cards"}
    (trigger,) = upgrades["missed_trigger"]
    assert (trigger.levels, trigger.action) == ((COMPETITIVE, PREMIER), WARNING)
    (hidden,) = upgrades["hidden_information_error"]
    assert (hidden.infraction, hidden.action) == ("cheating", None)
    (marked,) = upgrades["marked_cards"]
    assert marked.action == GAME_LOSS


def test_condensed_infractions_are_those_of_condensed_sections() -> None:
    sections = {entry.ref: entry for entry in load_policy(Document.PLAY_CORRECTION_GUIDELINES)}
    assert [entry.id for entry in load_infractions() if entry.condensed != bool(sections[entry.ref].condensed)] == []


def test_names_are_the_official_ones(shared: Path) -> None:
    text = official.correction_guidelines(shared)
    for entry in load_infractions():
        words = entry.name.replace("Unsporting Conduct - ", "").replace("Deck/Registration Error - ", "")
        assert words in text[entry.ref.number], entry.id


def test_every_reference_leads_somewhere() -> None:
    known = {rule.ref for rule in load_rules()}
    known |= {entry.ref for code in Document if code is not Document.COMPREHENSIVE_RULES for entry in load_policy(code)}
    assert [str(ref) for entry in load_infractions() for ref in (entry.ref, *entry.see) if ref not in known] == []


def test_every_infraction_has_examples_and_words() -> None:
    assert [entry.id for entry in load_infractions() if not entry.examples or len(entry.words) < 5] == []
    assert [entry.id for entry in load_infractions() if not entry.condensed and not entry.remedy] == []


@pytest.mark.parametrize("name", ["missed_trigger", "Missed Trigger", "missed trigger", " 2.1 "])
def test_infraction_is_found_by_identifier_name_and_section(name: str) -> None:
    assert found(name).id == "missed_trigger"


def test_unknown_infraction_is_none() -> None:
    assert infraction("Spilled Coffee") is None


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("My opponent drew two cards for their turn.", "card_count_error"),
        ("The starting player drew a card on the very first turn", "card_count_error"),
        ("She has 8 cards in her opening hand", "card_count_error"),
        ("He looked at the cards in his own inkwell", "hidden_information_error"),
        ("While shuffling I accidentally saw the bottom card of her deck", "hidden_information_error"),
        ("I forgot a triggered ability and remembered it after my next action", "missed_trigger"),
        ("He forgot the Support trigger when questing", "missed_trigger"),
        ("A player quested with a drying character", "general_rule_error"),
        ("Someone quested with a Reckless character", "general_rule_error"),
        ("My opponent inked two cards in one turn", "general_rule_error"),
        ("We forgot to gain the lore from my location", "general_rule_error"),
        ("A character with damage equal to its Willpower was not banished", "general_rule_error"),
        ("He paid too little ink for the song", "general_rule_error"),
        ("The player arrived five minutes late to the match", "tardiness"),
        ("My opponent is playing very slowly and stalling", "slow_play"),
        ("The deck list names a card without its version", "deck_registration_error_minor"),
        ("Deck check: the deck has three ink types", "deck_registration_error_major"),
        ("There are five copies of a card in the deck", "deck_registration_error_major"),
        ("In the draft a player passed the pack in the wrong direction", "limited_error"),
        ("Our lore totals differ because he didn't announce his gains", "information_and_communication_error"),
        ("He inked a card without showing it to me", "information_and_communication_error"),
        ("Some of her sleeves have bent corners", "marked_cards"),
        ("He wrote down every card that I inked", "outside_assistance"),
        ("A spectator told him which character to challenge", "outside_assistance"),
        ("My opponent kept swearing and was rude", "unsporting_conduct_minor"),
        ("He threatened to punch me", "unsporting_conduct_severe"),
        ("The player lied to the judge on purpose", "cheating"),
        ("They offered me half of the prize if I concede", "improper_match_result"),
        ("They rolled a die to decide the winner", "improper_match_result"),
        ("Two players bet money on their match", "wagering"),
    ],
)
def test_told_situation_finds_its_infraction(told: str, expected: str) -> None:
    matches = match_infractions(told)
    assert matches, told
    assert matches[0].infraction.id == expected, [(match.infraction.id, match.score, match.matched) for match in matches]
    assert matches[0].matched


@pytest.mark.parametrize("told", ["", "What a lovely day", "… — ”", "Könnten Sie das wiederholen?"])
def test_a_telling_without_any_of_the_words_finds_nothing(told: str) -> None:
    assert match_infractions(told) == ()


def test_case_accents_and_typographic_apostrophes_do_not_count() -> None:
    assert match_infractions("He DIDN’T ANNOUNCE his lore")[0].infraction.id == "information_and_communication_error"


FAULTY = """
edition: "2024-05-21"
infractions:
  - id: odd
    name: Odd
    section: TR 2026-07-14 1.1
    condensed: maybe
    description: d
    examples: []
    remedy: []
    penalties:
      - {entry: fine, competitive: warning, premier: warning}
    upgrades:
      - {condition: c, levels: [club], infraction: none}
    exceptions: []
    see: [nowhere]
    words: [w]
    extra: 1
"""


def test_faults_of_the_table_come_all_at_once(tmp_path: Path) -> None:
    file = tmp_path / "infractions.yaml"
    file.write_text(FAULTY, encoding="utf-8")
    with pytest.raises(CorpusFault) as caught:
        read_infractions(file)
    told = str(caught.value)
    for problem in (
        "infractions.yaml:4: unknown key 'extra'",
        "infractions.yaml:4: TR 2026-07-14 1.1 is not a section of PCG 2024-05-21",
        "infractions.yaml:4: 'condensed' should be true or false, not 'maybe'",
        "infractions.yaml:12: 'entry' should be one of caution, warning",
        "infractions.yaml:14: 'levels' should be one of entry, competitive, premier, not 'club'",
        "infractions.yaml:4: 'see': 'nowhere' is not a rule reference",
        "infractions.yaml:4: an upgrade leads to 'none', which is no infraction",
    ):
        assert problem in told
    assert len(caught.value.faults) == 7


def test_a_table_that_is_no_yaml_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "infractions.yaml"
    file.write_text("edition: x\ninfractions: [\n", encoding="utf-8")
    with pytest.raises(CorpusFault, match=r"infractions\.yaml:3: not readable as YAML"):
        read_infractions(file)


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "infractions.yaml"
    file.write_text("edition: x\nedition: y\n", encoding="utf-8")
    with pytest.raises(CorpusFault, match=r"infractions\.yaml:2: .*the key 'edition' stands twice"):
        read_infractions(file)
