"""The closed vocabularies of card text: stats, zones, comparisons, durations, keywords and the like."""

from enum import StrEnum

from engine.cite import rule


class Stat(StrEnum):
    """The numbers a card has (6.7.7) and the damage counters on it."""

    STRENGTH = "strength"
    WILLPOWER = "willpower"
    LORE = "lore"
    COST = "cost"
    MOVE_COST = "move_cost"
    DAMAGE = "damage"


class Zone(StrEnum):
    """The zones of the game (7), and the place under another card, which is not in play (5.1.1.5)."""

    DECK = "deck"
    HAND = "hand"
    PLAY = "play"
    INKWELL = "inkwell"
    DISCARD = "discard"
    UNDER = "under"
    OUTSIDE = "outside"
    """Out of the game, as the cards of a player who left (9.2.3)."""


class Comparison(StrEnum):
    """How a number is compared."""

    EXACTLY = "="
    AT_LEAST = ">="
    AT_MOST = "<="
    MORE = ">"
    FEWER = "<"


class CardState(StrEnum):
    """States of a card in play that texts ask about (5.1.1)."""

    READY = "ready"
    EXERTED = "exerted"
    DAMAGED = "damaged"
    UNDAMAGED = "undamaged"
    DRYING = "drying"
    DRY = "dry"
    FACEDOWN = "facedown"
    FACEUP = "faceup"


class Side(StrEnum):
    """Whose cards are meant, seen from the player of the ability."""

    YOURS = "yours"
    OPPOSING = "opposing"
    ANY = "any"


@rule("8.1.1", "the keywords")
class Keyword(StrEnum):
    """The keywords of section 8; Shift and its variants are one keyword with a kind."""

    ADVENTUROUS = "Adventurous"
    ALERT = "Alert"
    BODYGUARD = "Bodyguard"
    BOOST = "Boost"
    CHALLENGER = "Challenger"
    EVASIVE = "Evasive"
    RECKLESS = "Reckless"
    RESIST = "Resist"
    RUSH = "Rush"
    SHIFT = "Shift"
    SINGER = "Singer"
    SING_TOGETHER = "Sing Together"
    SUPPORT = "Support"
    VANISH = "Vanish"
    WARD = "Ward"


class ShiftKind(StrEnum):
    """The variants of Shift (8.10.8)."""

    SHIFT = "Shift"
    CLASSIFICATION = "Classification Shift"
    UNIVERSAL = "Universal Shift"
    DUO = "Duo Shift"
    COMBO = "Combo Shift"
    NAMED = "Named Shift"
    """Onto a card of another name, such as Potato Shift (8.10.8.6)."""


class Until(StrEnum):
    """When an effect ends (6.1.13)."""

    END_OF_TURN = "end_of_turn"
    START_OF_YOUR_NEXT_TURN = "start_of_your_next_turn"
    DURING_THEIR_NEXT_TURN = "during_their_next_turn"
    """Applies only during the next turn of the affected card's (or player's) player, and ends with it."""
    START_OF_THEIR_NEXT_TURN = "start_of_their_next_turn"
    """For "at the start of their next turn": applies through the Ready step of that turn."""
    END_OF_YOUR_NEXT_TURN = "end_of_your_next_turn"
    DURING_YOUR_NEXT_TURN = "during_your_next_turn"
    LEAVES_PLAY = "leaves_play"
    """For as long as the affected card stays in play."""
    SOURCE_LEAVES_PLAY = "source_leaves_play"
    """"While this item is in play": for as long as the source stays in play."""
    END_OF_CHALLENGE = "end_of_challenge"
    FOREVER = "forever"


class TurnOf(StrEnum):
    """Whose turn it has to be for an ability to apply (6.1.13.1)."""

    ANY = "any"
    YOURS = "yours"
    OPPONENTS = "opponents"


class Limit(StrEnum):
    """How often an ability may do its work (6.1.13.2)."""

    NONE = "none"
    ONCE_PER_TURN = "once_per_turn"
    """Also "once during your turn": the ability has fully resolved at most once in a turn."""
    FIRST_EACH_TURN = "first_each_turn"
    """"The first time … each turn" and "for the first time each turn": only the first occurrence in a turn triggers."""
    SECOND_EACH_TURN = "second_each_turn"
    TWICE_PER_TURN = "twice_per_turn"
    """ "Twice during your turn": the ability has fully resolved at most twice in a turn."""
    NEXT_TIME = "next_time"
    """"The next time …": triggers or replaces once, then is gone."""


class Counted(StrEnum):
    """What is counted of something that happens several times."""

    TIMES = "times"
    """How often it happened."""
    CARDS = "cards"
    """How many different cards it happened to: "2 or more of your characters quested"."""


class Wording(StrEnum):
    """How an ability that can be used is worded."""

    COST = "cost"
    """ "[Cost] — [Effect]" (4.4.1)."""
    PERMISSION = "permission"
    """ "You may [A] to [B]" (8.4.1)."""


class Manner(StrEnum):
    """How cards are picked out."""

    CHOOSE = "choose"
    """The text says "choose" or "chosen" (6.1.3): Ward and Vanish look at it."""
    SELECT = "select"
    """The text says "a card from your hand", "one of your characters": a selection (6.7.3) that chooses nothing."""


class PlayManner(StrEnum):
    """How an effect lets a card be played for free."""

    PLAY = "play"
    SHIFT = "shift"
    """Only by shifting it ("shift a character … for free")."""
    EITHER = "either"
    """ "Play or shift"."""


class PutOrder(StrEnum):
    """Who says in which order cards come to lie in a deck."""

    DECIDED = "decided"
    """The player who puts them (7.2.3)."""
    RANDOM = "random"


class DeckEnd(StrEnum):
    """Where in a deck a card is put."""

    TOP = "top"
    BOTTOM = "bottom"
    EITHER = "either"
    """The player chooses top or bottom."""


class Occurrence(StrEnum):
    """What can happen that abilities look for or that a turn remembers."""

    PLAYED = "played"
    """A card was played (4.3.3); subject: the card; actor: its player."""
    INKED = "inked"
    """A card was put into an inkwell; subject: the card; actor: its player."""
    QUESTED = "quested"
    CHALLENGED = "challenged"
    """Subject: the challenging character; other: what is challenged."""
    BEING_CHALLENGED = "being_challenged"
    """Subject: what is challenged; other: the challenging character."""
    BANISHED = "banished"
    BANISHED_IN_CHALLENGE = "banished_in_challenge"
    """Subject: what was banished in a challenge; other: the opposite side of the challenge."""
    CHALLENGED_AND_BANISHED = "challenged_and_banished"
    """Subject: what was being challenged and was banished; other: the challenging character."""
    CHALLENGES_AND_BANISHED = "challenges_and_banished"
    """Subject: the challenging character, which was banished; other: what it challenged."""
    BANISHES_IN_CHALLENGE = "banishes_in_challenge"
    """Subject: who banished; other: what was banished (1.8.1.4)."""
    LEFT_PLAY = "left_play"
    RETURNED_TO_HAND = "returned_to_hand"
    """A card moved from play (or the named zone) to its player's hand."""
    ENTERED_PLAY = "entered_play"
    MOVED_TO_LOCATION = "moved_to_location"
    """Subject: the character; other: the location."""
    SANG = "sang"
    """Subject: the singing character; other: the song."""
    SANG_TOGETHER = "sang_together"
    """As ``SANG``, with Sing Together (8.12)."""
    SHIFTED = "shifted"
    """A card was played by shifting; subject: the shifted card; other: each card it was put on; actor: its player."""
    ENTERED_PLAY_EXERTED = "entered_play_exerted"
    EXERTED = "exerted"
    READIED = "readied"
    DAMAGE_DEALT_TO = "damage_dealt_to"
    """Subject: who was dealt damage; other: the source; amount: how much."""
    DAMAGE_TAKEN = "damage_taken"
    """Damage was placed on the subject by any means (1.9.3)."""
    DEALS_DAMAGE = "deals_damage"
    """Subject: the character or card that deals damage; other: who is dealt it (1.9.5: also when reduced to 0)."""
    DEALS_CHALLENGE_DAMAGE = "deals_challenge_damage"
    """As ``DEALS_DAMAGE``, in a challenge."""
    DAMAGE_REMOVED = "damage_removed"
    DAMAGE_MOVED = "damage_moved"
    DRAWN = "drawn"
    DISCARDED = "discarded"
    PUT_INTO_DISCARD = "put_into_discard"
    """A card entered a discard from anywhere."""
    LEFT_DISCARD = "left_discard"
    """A card left a discard; the subject's owner says whose."""
    LORE_GAINED = "lore_gained"
    LORE_LOST = "lore_lost"
    INK_DROP_GAINED = "ink_drop_gained"
    INK_DROP_SPENT = "ink_drop_spent"
    PUT_UNDER = "put_under"
    """Subject: the card on top; other: the card put under it."""
    BOOSTED = "boosted"
    CHOSEN = "chosen"
    """Subject: the chosen card; other: the card whose action or ability asked; actor: who chose."""
    CHOSEN_FOR_SUPPORT = "chosen_for_support"
    ABILITY_USED = "ability_used"
    REVEALED = "revealed"
    SHUFFLED = "shuffled"
    START_OF_TURN = "start_of_turn"
    """Actor: the active player (3.2.1.4)."""
    END_OF_TURN = "end_of_turn"
    """Actor: the active player (3.4.1.1)."""
    CHALLENGE_ENDED = "challenge_ended"
    ENCOUNTER_COMPLETED = "encounter_completed"
    """Only in an Illumineer's Quest."""
    PAID_TO_PLAY = "paid_to_play"
    """A card was played; amount: the ink that was paid for it; subject: the card; actor: its player."""
