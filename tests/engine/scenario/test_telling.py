"""What happens is told in words a player understands, and what belongs together in one clause."""

from engine import events as e
from engine.abilities.vocabulary import Zone
from engine.cite import refs
from engine.narrate import _TELLERS, PHASES, STEPS, Speaker, tell, tell_outcome
from engine.scenario.setup import set_up
from engine.terms import DamageManner, Manner, Phase, Step
from engine.trace import TraceEntry
from tests.engine.scenario.cards import CATALOGUE

STATE = set_up(
    {"players": {"Ana": {"play": ["Otter - Small Swimmer", "Badger - Night Watch"], "deck": 3}, "Ben": {}}}, CATALOGUE
).state
OTTER, BADGER = STATE.players[0].play
SPEAKER = Speaker(STATE)


def test_every_event_of_a_timeline_has_words() -> None:
    named = [kind for kind in e.EVENTS if kind.NAMES or "names" in vars(kind)]
    assert [kind.__name__ for kind in named if kind not in _TELLERS] == []


def test_every_step_and_phase_has_words() -> None:
    assert set(STEPS) == set(Step)
    assert set(PHASES) == set(Phase)


def test_amount_that_was_reduced_says_so() -> None:
    dealt = e.DamagePlaced(OTTER, 1, DamageManner.DEAL, STATE.cards[BADGER].ref, 0, 3)
    assert tell(TraceEntry(dealt), SPEAKER) == ("Otter - Small Swimmer is dealt 1 damage by Badger - Night Watch, reduced from 3")
    nothing = e.DamagePlaced(OTTER, 0, DamageManner.DEAL, STATE.cards[BADGER].ref, 0, 2)
    assert tell(TraceEntry(nothing), SPEAKER).endswith("but takes none")


def test_draws_and_banishings_are_told_together() -> None:
    drawn = [TraceEntry(e.CardMoved(card, Zone.DECK, Zone.HAND, Manner.DRAW), refs("1.12.1")) for card in STATE.players[0].deck]
    banished = [
        TraceEntry(e.CardMoved(card, Zone.PLAY, Zone.DISCARD, Manner.BANISH), refs("1.8.1.4")) for card in (OTTER, BADGER)
    ]
    assert tell_outcome([*drawn, *banished], SPEAKER) == (
        "Ana draws 3 unknown cards; Otter - Small Swimmer and Badger - Night Watch are banished"
    )


def test_what_the_step_says_anyway_is_left_out() -> None:
    entered = TraceEntry(e.CardMoved(OTTER, Zone.HAND, Zone.PLAY, Manner.PLAY))
    assert tell_outcome([entered], SPEAKER, known="Otter - Small Swimmer") == ""
    assert tell_outcome([entered], SPEAKER) == "Otter - Small Swimmer enters play"
