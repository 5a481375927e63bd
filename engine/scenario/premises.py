"""Say what a board, as it is given, can't keep: what a game state check finds on it before anything is done."""

from collections.abc import Iterator, Sequence

from engine.abilities.vocabulary import Stat
from engine.cite import rule
from engine.errors import EngineLimit, Unsupported
from engine.events import CardMoved, DeckShuffled, Event, GameWon, StateChecked
from engine.narrate import refs_in_words
from engine.resolve.state_check import CHECKS
from engine.rules.continuous import view_of
from engine.state.game_state import GameState
from engine.state.view import View
from engine.terms import Manner
from engine.trace import TraceEntry


@rule("1.8.1", "what a game state check finds")
def due_check(state: GameState, log: Sequence[tuple[int, TraceEntry]]) -> list[str]:
    """Say in one caveat what the game state check that is due on *state* finds, and in which step of the *log* it is made.

    Gives nothing where the board is one that a game can reach, and where text stands in the way of telling.
    """
    try:
        view = view_of(state)
        found = [
            f"{said}{refs_in_words(check.rules)}"
            for check in CHECKS
            for event in check.find(view, ())
            for said in _in_words(event, view)
        ]
    except (Unsupported, EngineLimit):
        return []
    if not found:
        return []
    made = next((step for step, entry in log if isinstance(entry.event, StateChecked)), None)
    when = f"made {_place(made)}" if made is not None else "not made in this replay"
    return [f"A game state check is due on the board as it is given: {'; '.join(found)}. It is {when}."]


def _in_words(event: Event, view: View) -> Iterator[str]:
    """Say what on the board leads to a result, and the result; what only goes along with another one goes unsaid."""
    match event:
        case GameWon(player=player):
            winner = view.state.players[player]
            yield f"{winner.label} has {winner.lore} lore and wins the game"
        case CardMoved(card=card, manner=Manner.BANISH):
            found, willpower = view.card(card), view.sheet(card).number(Stat.WILLPOWER)
            yield f"{found.name} has {found.damage or 'no'} damage with Willpower {willpower} and is banished"
        case DeckShuffled(player=player):
            yield f"{view.state.players[player].label} has no cards in their deck and shuffles their discard into it"


def _place(step: int) -> str:
    return f"in step {step}" if step else "in the Start-of-Turn Phase"
