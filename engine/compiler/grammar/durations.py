"""Say how long an effect lasts (6.1.13)."""

from engine.abilities.vocabulary import Until
from engine.compiler.grammar.table import words

words(
    "until",
    {
        "[this turn|for the rest of this turn]": Until.END_OF_TURN,
        "until the end of [this|the] turn": Until.END_OF_TURN,
        "until the start of your next turn": Until.START_OF_YOUR_NEXT_TURN,
        "until the start of their next turn": Until.START_OF_THEIR_NEXT_TURN,
        "until the end of your next turn": Until.END_OF_YOUR_NEXT_TURN,
        "during [their|his|her|its] next turn": Until.DURING_THEIR_NEXT_TURN,
        "during your next turn": Until.DURING_YOUR_NEXT_TURN,
        "during that challenge": Until.END_OF_CHALLENGE,
        "while [this item|this location|this character] is in play": Until.SOURCE_LEAVES_PLAY,
    },
)
words(
    "front_until",
    {
        "[this turn|for the rest of this turn]": Until.END_OF_TURN,
        "until the end of [this|the] turn": Until.END_OF_TURN,
        "until the start of your next turn": Until.START_OF_YOUR_NEXT_TURN,
        "until the end of your next turn": Until.END_OF_YOUR_NEXT_TURN,
        "while [this item|this location|this character] is in play": Until.SOURCE_LEAVES_PLAY,
    },
)
