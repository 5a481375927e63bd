"""Tell what a card could do at this moment, by the same checks that refuse a step."""

from engine.actions.challenge import ChallengeWith
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.game import Game
from engine.state.game_state import GameState
from engine.state.objects import CardId
from engine.terms import PlayMode


def can_quest(state: GameState, card: CardId) -> bool:
    """Tell whether a character can quest now (4.5.1)."""
    return Quest(card).can(Game(state))


def can_challenge(state: GameState, card: CardId, target: CardId) -> bool:
    """Tell whether a character can challenge a character or location now (4.6.4)."""
    return ChallengeWith(card, target).can(Game(state))


def can_sing(state: GameState, card: CardId, song: CardId) -> bool:
    """Tell whether a character can sing a song now, alone (5.4.4.2)."""
    return Play(song, PlayMode.SING, singers=(card,)).can(Game(state))
