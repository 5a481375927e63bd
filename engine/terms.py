"""Name the closed terms of a game's course: phases, steps, formats, how cards move, and the events of a timeline."""

from enum import StrEnum


class Format(StrEnum):
    """The formats whose rules change how a game is played."""

    CONSTRUCTED = "constructed"
    PACK_RUSH = "pack_rush"


class Phase(StrEnum):
    """The phases of a turn (3.1.1)."""

    START_OF_TURN = "start_of_turn"
    MAIN = "main"
    END_OF_TURN = "end_of_turn"


class Step(StrEnum):
    """The steps of a Start-of-Turn Phase (3.2), the parts of an End-of-Turn Phase (3.4.1), the steps of a challenge (4.6.3)."""

    READY = "ready"
    SET = "set"
    DRAW = "draw"
    END_ABILITIES = "end_abilities"
    """Abilities that occur at the end of the turn (3.4.1.1)."""
    END_EFFECTS = "end_effects"
    """Effects that end with the turn (3.4.1.2)."""
    CHALLENGE_DECLARATION = "challenge_declaration"
    CHALLENGE_DAMAGE = "challenge_damage"


class Manner(StrEnum):
    """How a card comes to change its zone."""

    PLAY = "play"
    """Played (4.3)."""
    BANISH = "banish"
    DISCARD = "discard"
    """From its player's hand into their discard (7.3.4)."""
    DRAW = "draw"
    INK = "ink"
    """By the turn action of inking (4.2)."""
    RETURN = "return"
    """From play or discard to its player's hand."""
    PUT = "put"
    """Put into a zone by an effect."""
    SHUFFLE = "shuffle"
    """Shuffled into a deck."""
    RESOLVED = "resolved"
    """An action whose effect is completely resolved (4.3.3.2)."""
    ALONG = "along"
    """With the top card of its stack (5.1.1.7)."""
    LEFT_GAME = "left_game"
    """With its player, who left the game (9.2.3)."""


class DamageManner(StrEnum):
    """How damage is placed on a card or taken off (1.9.2)."""

    DEAL = "deal"
    PUT = "put"
    MOVE = "move"
    REMOVE = "remove"


class PlayMode(StrEnum):
    """The cost for which a card is played (4.3.2.2)."""

    INK_COST = "ink_cost"
    SHIFT = "shift"
    SING = "sing"
    SING_TOGETHER = "sing_together"
    FOR_FREE = "for_free"
    ALTERNATE = "alternate"
    """An alternate cost that a card's text offers."""


class LossReason(StrEnum):
    """Why a player loses the game (2.3.3)."""

    EMPTY_DECK = "empty_deck"
    CONCEDED = "conceded"
    OPPONENT_WON = "opponent_won"


class EventName(StrEnum):
    """The events of a timeline: the closed list of the scenario contract."""

    TURN_STARTED = "turn_started"
    STEP_STARTED = "step_started"
    TURN_ENDED = "turn_ended"
    INKED = "inked"
    COST_PAID = "cost_paid"
    PLAYED = "played"
    SUNG = "sung"
    ENTERED_PLAY = "entered_play"
    LEFT_PLAY = "left_play"
    DRAWN = "drawn"
    DISCARDED = "discarded"
    PUT_INTO_ZONE = "put_into_zone"
    PUT_UNDER = "put_under"
    SHUFFLED = "shuffled"
    REVEALED = "revealed"
    LOOKED_AT = "looked_at"
    NAMED = "named"
    EXERTED = "exerted"
    READIED = "readied"
    DRIED = "dried"
    QUESTED = "quested"
    CHALLENGED = "challenged"
    CHALLENGE_ENDED = "challenge_ended"
    MOVED_TO_LOCATION = "moved_to_location"
    LEFT_LOCATION = "left_location"
    DAMAGE_DEALT = "damage_dealt"
    DAMAGE_PUT = "damage_put"
    DAMAGE_MOVED = "damage_moved"
    DAMAGE_REMOVED = "damage_removed"
    BANISHED = "banished"
    LORE_GAINED = "lore_gained"
    LORE_LOST = "lore_lost"
    INK_DROP_GAINED = "ink_drop_gained"
    INK_DROP_SPENT = "ink_drop_spent"
    ABILITY_USED = "ability_used"
    ABILITY_TRIGGERED = "ability_triggered"
    ABILITY_RESOLVED = "ability_resolved"
    EFFECT_APPLIED = "effect_applied"
    EFFECT_ENDED = "effect_ended"
    REPLACED = "replaced"
    CHOSEN = "chosen"
    STATE_CHECKED = "state_checked"
    GAME_WON = "game_won"
    GAME_LOST = "game_lost"
    PLAYER_LEFT = "player_left"
