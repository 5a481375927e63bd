"""Describe answers to decisions and facts that are expected to hold."""

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from engine.scenario.fields import Count, Entry, Event, KeywordName, Number, fault, form_of, has_key, is_count, is_list, is_text

LABELS_LIMIT = 200
"""The most names of one answer."""


def _listed(value: Any) -> Any:
    """Take a bare name for a list of one."""
    return [value] if isinstance(value, str) else value


Label = Annotated[str, Field(min_length=1, max_length=200)]
"""A label of a card, or its full name."""
LabelList = Annotated[list[Label], BeforeValidator(_listed), Field(max_length=LABELS_LIMIT)]
"""Labels; a single one may stand without the list."""

ANSWER_KINDS = ("may", "choose", "amount", "option", "name", "order", "resolve", "player", "random")
"""The keys of which an answer has exactly one."""


class Answer(Entry):
    """Settles one decision."""

    may: bool | None = None
    """"You may …", and whether to pay an optional cost."""
    choose: LabelList | None = None
    """Chosen cards; an empty list is "none" for "up to"."""
    amount: Count | None = None
    option: Annotated[int, Field(ge=1, le=20)] | None = None
    """"Choose one", counted from 1 as printed."""
    name: Label | None = None
    """"Name a card"."""
    order: LabelList | None = None
    """Cards in order, first is the top."""
    resolve: Label | None = None
    """`label: ABILITY`: which ability leaves the bag next, or which replacement effect applies."""
    player: LabelList | None = None
    """A chosen player, or a list of players."""
    random: LabelList | None = None
    """What chance gave."""
    by: Label | None = None
    """The player who decides, where two decisions could be meant."""
    about: Label | None = Field(default=None, alias="for")
    """The label or ability that asks, where two decisions could be meant."""

    @model_validator(mode="after")
    def _settles_one_thing(self) -> Self:
        stated = [kind for kind in ANSWER_KINDS if getattr(self, kind) is not None]
        if len(stated) != 1:
            has = f"has {' and '.join(stated)}" if stated else "has none"
            raise fault(f"an answer has exactly one of {', '.join(ANSWER_KINDS)}; this one {has}")
        return self

    @property
    def kind(self) -> str:
        """The key that says what it settles."""
        return next(kind for kind in ANSWER_KINDS if getattr(self, kind) is not None)

    def as_given(self) -> dict[str, Any]:
        """Give the answer as it stands in a document."""
        return self.model_dump(by_alias=True, exclude_unset=True)


Aims = Annotated[
    Annotated[Label, Tag("(label)")] | Annotated[LabelList, Tag("(list)")] | Annotated[dict[Label, bool], Tag("(map)")],
    Discriminator(
        form_of((is_text, "(label)"), (is_list, "(list)"), (has_key(), "(map)")),
        custom_error_type="scenario",
        custom_error_message="this is a label, or a mapping from labels to true or false",
    ),
]
"""What an action is aimed at: labels with whether it is legal; a bare label means that it is."""


def aims(value: str | list[str] | dict[str, bool]) -> dict[str, bool]:
    """Give the labels with whether the action is said to be legal."""
    if isinstance(value, dict):
        return value
    return dict.fromkeys([value] if isinstance(value, str) else value, True)


class Can(Entry):
    """What a card can do at the moment the fact is checked."""

    quest: bool | None = None
    challenge: Aims | None = None
    """What it can challenge."""
    be_challenged_by: Aims | None = None
    sing: Aims | None = None
    """Which songs it can sing alone."""


ZoneName = Literal["play", "hand", "deck", "discard", "inkwell", "under", "outside"]


class CardFact(Entry):
    """Something that holds of a card; values are current values."""

    card: Label
    zone: ZoneName | None = None
    damage: Count | None = None
    exerted: bool | None = None
    drying: bool | None = None
    strength: Number | None = None
    willpower: Number | None = None
    lore: Number | None = None
    cost: Number | None = None
    at: str | None = None
    """The location the character is at; null for nowhere."""
    under: Count | None = None
    """How many cards are under it."""
    keywords: dict[KeywordName, bool | Number] | None = None
    """`true` means that it has the keyword, whatever its number."""
    can: Can | None = None
    position: Literal["top", "bottom"] | Annotated[int, Field(ge=1, le=999)] | None = None
    """Place in the deck, counted from 1 at the top."""


Contents = Annotated[
    Annotated[Count, Tag("(number)")] | Annotated[Annotated[list[Label], Field(max_length=LABELS_LIMIT)], Tag("(list)")],
    Discriminator(
        form_of((is_count, "(number)"), (is_list, "(list)")),
        custom_error_type="scenario",
        custom_error_message="this is a number of cards, or a list of their names without regard to order",
    ),
]


class PlayerFact(Entry):
    """Something that holds of a player."""

    player: Label
    lore: Count | None = None
    hand: Contents | None = None
    deck: Contents | None = None
    discard: Contents | None = None
    ink: Count | None = None
    """All cards in the inkwell."""
    ready_ink: Count | None = None
    ink_drops: Count | None = None
    won: bool | None = None
    lost: bool | None = None


class BagFact(Entry):
    """How many abilities wait in the bag."""

    bag: Count


class EventFact(Entry):
    """Something that stands in the timeline, or does not."""

    happened: Event | None = None
    not_happened: Event | None = None
    card: Label | None = None
    player: Label | None = None

    @model_validator(mode="after")
    def _names_one_event(self) -> Self:
        if (self.happened is None) == (self.not_happened is None):
            raise fault("such a fact has either `happened` or `not_happened`")
        return self


Fact = Annotated[
    Annotated[EventFact, Tag("(event)")]
    | Annotated[BagFact, Tag("(bag)")]
    | Annotated[CardFact, Tag("(card)")]
    | Annotated[PlayerFact, Tag("(player)")],
    Discriminator(
        form_of(
            (has_key("happened", "not_happened"), "(event)"),
            (has_key("bag"), "(bag)"),
            (has_key("card"), "(card)"),
            (has_key("player"), "(player)"),
        ),
        custom_error_type="scenario",
        custom_error_message="a fact is a mapping with `card`, `player`, `bag`, `happened` or `not_happened`",
    ),
]

Facts = Annotated[list[Fact], Field(max_length=400)]
Answers = Annotated[list[Answer], Field(max_length=200)]
