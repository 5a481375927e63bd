"""Search the card catalogue."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from corpus.records import CardType
from indexer.query import CardQuery, CardSort
from server.answers import CardBrief, Listing, card_line, caveat_lines
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import LONGEST_PAGE, QUERY_CHARACTERS, Detail, entry_budget
from server.paging import cursor_at, fit, position_of
from server.requests import Request

_COST = re.compile(
    r"(?P<exact>\d+)|(?P<low>\d+)\s*[-–]\s*(?P<high>\d+)|(?P<least>\d+)\s*\+|<=?\s*(?P<most>\d+)|>=\s*(?P<from>\d+)"
)
_BRIEF_TEXT = 160


class Ink(StrEnum):
    """The ink types (5.2.3)."""

    AMBER = "amber"
    AMETHYST = "amethyst"
    EMERALD = "emerald"
    RUBY = "ruby"
    SAPPHIRE = "sapphire"
    STEEL = "steel"


class Kind(StrEnum):
    """The card types, and songs, which are actions (5.4.4.1)."""

    CHARACTER = "character"
    ACTION = "action"
    SONG = "song"
    ITEM = "item"
    LOCATION = "location"


class CatalogueFormat(StrEnum):
    """The formats that the catalogue says something of."""

    CORE = "core"
    INFINITY = "infinity"


class SearchCards(Request):
    """What the cards must have; everything left out does not matter."""

    aliases: ClassVar[Mapping[str, str]] = {
        "q": "query",
        "name": "query",
        "color": "ink",
        "format": "legal_in",
        "subtype": "classification",
    }

    query: Annotated[str | None, Field(max_length=QUERY_CHARACTERS)] = None
    """Words in name, classifications or rules text."""
    ink: Ink | None = None
    type: Kind | None = None
    cost: str | None = None
    """3, 3-5, 6+ or <=2."""
    classification: str | None = None
    """Such as Princess or Floodborn."""
    keyword: str | None = None
    """A keyword the card has, such as Evasive."""
    set: str | None = None
    """A set code (list_card_sets)."""
    text: Annotated[str | None, Field(max_length=QUERY_CHARACTERS)] = None
    """Words that stand in the rules text in this order."""
    legal_in: CatalogueFormat | None = None
    sort: CardSort = CardSort.RELEVANCE
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = 20
    cursor: str | None = None
    """From the answer before, to go on."""
    detail: Detail = Detail.BRIEF

    @field_validator("cost", mode="before")
    @classmethod
    def _cost_as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

    @field_validator("cost")
    @classmethod
    def _cost_is_readable(cls, value: str | None) -> str | None:
        if value is not None and not _COST.fullmatch(value):
            raise ValueError("a cost is written 3, 3-5, 6+ or <=2")
        return value

    @field_validator("ink", "type", "legal_in", "sort", mode="before")
    @classmethod
    def _lower_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value


class FoundCards(Listing):
    """Cards that have everything asked for."""

    cards: list[CardBrief]
    total: int
    """How many there are on all pages."""


def search_cards(request: SearchCards, library: Library) -> FoundCards:
    """Find cards.

    :raises NotKnown: there is no such set.
    :raises BadRequest: the cursor belongs to another request.
    """
    codes = [card_set.code for card_set in library.index.card_sets()]
    if request.set is not None and request.set not in codes:
        raise NotKnown(request.set, "is not the code of a set", codes, "See list_card_sets.")
    start = position_of(request, request.cursor, "search_cards")
    page = library.index.search_cards(_query(request, start))
    characters = _BRIEF_TEXT if request.detail is Detail.BRIEF else QUERY_CHARACTERS
    shown = fit([CardBrief.of(card, characters) for card in page.cards], entry_budget(request.detail))
    following = start + len(shown)
    left_out = max(page.total - following, 0)
    caveats = []
    if left_out:
        caveats.append(f"{left_out} of {page.total} cards are left out; go on with `cursor`.")
    if not page.total:
        caveats.append("No card has all of this; ask for less, or get_card with a name.")
    return FoundCards(
        cards=shown,
        total=page.total,
        left_out=left_out,
        next_cursor=cursor_at(request, following) if left_out else None,
        sources=library.sources(Shelf.CATALOGUE),
        caveats=caveats,
    )


def say_found_cards(answer: FoundCards) -> str:
    """Write the cards, one a line."""
    lines = [card_line(card) for card in answer.cards]
    return ("\n".join(lines) or "No card was found.") + caveat_lines(answer.caveats)


def _query(request: SearchCards, start: int) -> CardQuery:
    """Ask the index what the request asks."""
    low, high = _cost_range(request.cost)
    is_song = request.type is Kind.SONG
    return CardQuery(
        words=request.query or None,
        ink=request.ink.value if request.ink else None,
        type=None if request.type is None else CardType.ACTION if is_song else CardType(request.type.value),
        cost_from=low,
        cost_to=high,
        classification=request.classification or ("Song" if is_song else None),
        keyword=request.keyword,
        set_code=request.set,
        text=request.text,
        legal_in=request.legal_in.value if request.legal_in else None,
        sort=request.sort,
        limit=request.limit,
        offset=start,
    )


def _cost_range(cost: str | None) -> tuple[int | None, int | None]:
    """Read a cost or a range of costs into its least and most."""
    match = _COST.fullmatch(cost or "")
    if match is None:
        return None, None
    low = match["exact"] or match["low"] or match["least"] or match["from"]
    high = match["exact"] or match["high"] or match["most"]
    strictly = 1 if match["most"] and "=" not in match[0] else 0
    return (int(low) if low else None), (int(high) - strictly if high else None)
