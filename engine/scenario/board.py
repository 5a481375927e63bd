"""Describe a player's board: cards in zones, counters, what was done this turn, effects that are going on."""

from typing import Annotated, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from engine.scenario.fields import (
    CardChoice,
    CardMention,
    CardName,
    Count,
    Entry,
    Number,
    Text,
    fault,
    form_of,
    has_key,
    is_count,
    is_list,
    is_text,
)

CARDS_LIMIT = 400
"""The most entries of one list of cards."""

UntilName = Literal["end_of_turn", "start_of_your_next_turn", "start_of_their_next_turn", "leaves_play"]


class Gained(Entry):
    """An effect that a card already has."""

    strength: Number | None = None
    willpower: Number | None = None
    lore: Number | None = None
    keyword: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Such as `Evasive` or `Resist +1`."""
    cannot: Literal["quest", "challenge", "ready"] | None = None
    text: Text | None = None
    """The effect in the game's wording."""
    until: UntilName = "leaves_play"
    """`your` is the card's player, `their` the next opponent."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        kinds = ("strength", "willpower", "lore", "keyword", "cannot", "text")
        if all(getattr(self, kind) is None for kind in kinds):
            raise fault(f"a gained effect has one of {', '.join(kinds)}")
        return self


class CardUnder(CardChoice):
    """A card under another one."""

    label: str | None = Field(default=None, alias="as", min_length=1, max_length=160)
    """A label, to point at the card."""
    facedown: bool = False


UnderEntry = Annotated[
    Annotated[CardName, Tag("(name)")] | Annotated[CardUnder, Tag("(card)")],
    Discriminator(
        form_of((is_text, "(name)"), (has_key(), "(card)")),
        custom_error_type="scenario",
        custom_error_message="a card under another is its full name, or a mapping with `card` or `custom` and `facedown`",
    ),
]

Under = Annotated[
    Annotated[Count, Tag("(number)")] | Annotated[list[UnderEntry], Field(max_length=60), Tag("(list)")],
    Discriminator(
        form_of((is_count, "(number)"), (is_list, "(list)")),
        custom_error_type="scenario",
        custom_error_message="what is under a card is a list of cards from top to bottom, or a number of facedown cards",
    ),
]


class CardStates(Entry):
    """The states of a card in play."""

    exerted: bool = False
    drying: bool = False
    damage: Count = 0
    at: str | None = None
    """Label of the location the character is at."""
    under: Under = []
    """Cards under it, from top to bottom, or a number of unknown facedown cards."""
    gained: Annotated[list[Gained], Field(max_length=60)] = []
    """Effects it already has."""
    used: Annotated[list[str], Field(max_length=20)] = []
    """Names of its abilities that were already used or resolved this turn."""


class CardEntry(CardChoice, CardStates):
    """A card with a label and its states."""

    label: str | None = Field(default=None, alias="as", min_length=1, max_length=160)
    """A label, to point at the card; its full name when left out, with `#2`, `#3` … for further copies."""


class UnknownCards(Entry):
    """Cards that nobody has named."""

    unknown: Count


CardInPlay = Annotated[
    Annotated[CardName, Tag("(name)")] | Annotated[CardEntry, Tag("(card)")],
    Discriminator(
        form_of((is_text, "(name)"), (has_key(), "(card)")),
        custom_error_type="scenario",
        custom_error_message="a card is its full name, or a mapping with `card` or `custom`",
    ),
]

CardOrUnknown = Annotated[
    Annotated[CardName, Tag("(name)")] | Annotated[UnknownCards, Tag("(unknown)")] | Annotated[CardEntry, Tag("(card)")],
    Discriminator(
        form_of((is_text, "(name)"), (has_key("unknown"), "(unknown)"), (has_key(), "(card)")),
        custom_error_type="scenario",
        custom_error_message="a card is its full name, a mapping with `card` or `custom`, or `{unknown: N}`",
    ),
]

Cards = Annotated[list[CardOrUnknown], Field(max_length=CARDS_LIMIT)]

Pile = Annotated[
    Annotated[Count, Tag("(number)")] | Annotated[Cards, Tag("(list)")],
    Discriminator(
        form_of((is_count, "(number)"), (is_list, "(list)")),
        custom_error_type="scenario",
        custom_error_message="this is a list of cards, or a number of unknown cards",
    ),
]


class DeckParts(Entry):
    """A deck of which the ends are known."""

    top: Cards = []
    """The first is the top card."""
    unknown: Count = 0
    bottom: Cards = []
    """The last is the bottom card."""


DeckEntry = Annotated[
    Annotated[Count, Tag("(number)")] | Annotated[Cards, Tag("(list)")] | Annotated[DeckParts, Tag("(parts)")],
    Discriminator(
        form_of((is_count, "(number)"), (is_list, "(list)"), (has_key(), "(parts)")),
        custom_error_type="scenario",
        custom_error_message="a deck is a list of cards, top first, a number of unknown cards, or `{top, unknown, bottom}`",
    ),
]


class Inkwell(Entry):
    """An inkwell."""

    ready: Count = 0
    exerted: Count = 0
    cards: Cards = []
    """Names some of those cards, adds none."""

    @model_validator(mode="after")
    def _holds_the_named(self) -> Self:
        named = self.named
        if len(named) > self.ready + self.exerted:
            raise fault(
                f"`cards` names {len(named)} cards, but `ready` and `exerted` count {self.ready + self.exerted}; "
                "`cards` names some of the counted cards and adds none"
            )
        exerted = sum(isinstance(card, CardEntry) and card.exerted for card in named)
        if exerted > self.exerted:
            raise fault(f"{exerted} of the named cards are exerted, but `exerted` counts {self.exerted}")
        return self

    @property
    def named(self) -> list[CardEntry | str]:
        """The cards that are named."""
        return [card for card in self.cards if not isinstance(card, UnknownCards)]


class ChallengeDone(Entry):
    """A challenge that is over."""

    by: str
    """Label of the challenging character."""
    target: str
    """Label of what was challenged."""


Labels = Annotated[list[str], Field(max_length=CARDS_LIMIT)]
Mentions = Annotated[list[CardMention], Field(max_length=CARDS_LIMIT)]


class ThisTurn(Entry):
    """What a player already did this turn."""

    inked: Count = 0
    """Cards put into the inkwell by the turn action."""
    played: Mentions = []
    sang: Mentions = []
    """Songs that were sung."""
    quested: Labels = []
    challenged: Annotated[list[ChallengeDone], Field(max_length=60)] = []
    moved: Labels = []
    """Characters that moved to a location."""
    drawn: Count = 0
    discarded: Mentions = []
    banished: Mentions = []
    """Of this player's cards."""
    banished_in_challenge: Mentions = []
    """Of this player's cards."""
    damaged: Labels = []
    lore_gained: Count = 0
    lore_lost: Count = 0
    boosted: Labels = []
    ink_drops_gained: Count = 0


class PlayerEffect(Entry):
    """An effect of a player that is going on and sits on no single card."""

    text: Text
    """In the game's wording; `you` is the player."""
    source: CardMention | None = Field(default=None, alias="from")
    """The card that it comes from."""


class Board(Entry):
    """The board of one player."""

    lore: Count = 0
    ink: Count | None = None
    """Short for `inkwell: {ready: N}`."""
    inkwell: Inkwell | None = None
    ink_drops: Count = 0
    hand: Pile = []
    discard: Pile = []
    deck: DeckEntry = 10
    play: Annotated[list[CardInPlay], Field(max_length=CARDS_LIMIT)] = []
    this_turn: ThisTurn = ThisTurn()
    effects: Annotated[list[PlayerEffect], Field(max_length=60)] = []

    @model_validator(mode="after")
    def _has_one_inkwell(self) -> Self:
        if self.ink is not None and self.inkwell is not None:
            raise fault("`ink` is short for `inkwell: {ready: N}`; give one of the two")
        return self

    @property
    def whole_inkwell(self) -> Inkwell:
        """The inkwell, whichever way it was given."""
        return self.inkwell if self.inkwell is not None else Inkwell(ready=self.ink or 0)
