"""The bounds of what goes in and what comes out, in one place."""

from enum import StrEnum

CHARACTERS_PER_TOKEN = 4
"""How tokens are estimated everywhere in this project."""

BRIEF_TOKENS = 1_500
"""A brief answer stays below this, its structured content counted whole."""

FULL_TOKENS = 9_000
"""A page of full detail stays below this; clients warn at 10,000."""

ENVELOPE_CHARACTERS = 1_200
"""What an answer spends on sources, caveats and keys before its first entry."""

QUERY_CHARACTERS = 20_000
"""The longest query that is looked at."""

SCENARIO_CHARACTERS = 262_144
"""The longest scenario that is parsed; a board with every card of a game in it is a tenth of that."""

REQUEST_BYTES = 2 * 1024 * 1024
"""The largest HTTP request body."""

LONGEST_PAGE = 50
"""The most entries a caller may ask for at once."""

CUT_CHARACTERS = 300
"""How much of a text a brief list shows at most."""


class Detail(StrEnum):
    """How much an answer says."""

    BRIEF = "brief"
    FULL = "full"


def entry_budget(detail: Detail) -> int:
    """Give the characters that the entries of one answer may fill together."""
    tokens = BRIEF_TOKENS if detail is Detail.BRIEF else FULL_TOKENS
    return tokens * CHARACTERS_PER_TOKEN - ENVELOPE_CHARACTERS


def cut(text: str, characters: int) -> str:
    """Shorten *text* to *characters* at most, at the end of a word, and mark the cut with an ellipsis."""
    if len(text) <= characters:
        return text
    head = text[: max(characters - 2, 1)]
    return f"{head.rsplit(' ', 1)[0] or head} …"
