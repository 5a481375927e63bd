"""Tell why a card could not do something at this moment, by the same checks that refuse a step."""

from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.errors import Refusal
from engine.game import Game
from engine.state.game_state import GameState
from engine.state.objects import CardId
from engine.terms import PlayMode


def against_questing(state: GameState, card: CardId) -> tuple[Refusal, ...]:
    """Give every reason why a character can't quest now (4.5.1); none means that it can."""
    return Quest(card).verify(Game(state))


def against_challenging(state: GameState, card: CardId, target: CardId) -> tuple[Refusal, ...]:
    """Give every reason why a character can't challenge a character or location now (4.6.4); none means that it can."""
    return ChallengeWith(card, target).verify(Game(state))


def against_singing(state: GameState, card: CardId, song: CardId) -> tuple[Refusal, ...]:
    """Give every reason why a character can't sing a song now, alone (5.4.4.2); none means that it can."""
    return Play(song, PlayMode.SING, singers=(card,)).verify(Game(state))
