"""Describe the smallest parts of a scenario: strict bases, counts, names of cards, custom cards."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError
from rapidfuzz import process

from corpus.names import single_names
from corpus.records import CardText, CardType
from engine.abilities.vocabulary import Keyword
from engine.catalogue import CardCatalogue
from engine.terms import EventName

NEAREST = 60.0
"""How alike a word has to be, out of 100, to be offered instead of an unknown one."""
NAMES_OFFERED = 5
"""How many near names of cards a fault lists."""


class Entry(BaseModel):
    """A mapping of the scenario format: unknown keys and loose types are faults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _remember(cls, data: Any, info: ValidationInfo) -> Any:
        """Note which model a mapping was read by, so that a fault can offer that model's keys."""
        if isinstance(data, dict) and info.context is not None:
            info.context.setdefault("read_by", {})[id(data)] = cls
        return data

    @classmethod
    def keys(cls) -> list[str]:
        """List the keys as they stand in a document."""
        return [field.alias or name for name, field in cls.model_fields.items()]

    def given(self, name: str) -> bool:
        """Tell whether a field stood in the document."""
        return name in self.model_fields_set


def nearest(word: str, known: list[str]) -> str:
    """Say what *word* was probably meant to be, or what is known at all."""
    best = process.extractOne(word.casefold(), {name: name.casefold() for name in known}, score_cutoff=NEAREST)
    return f"did you mean {best[2]!r}?" if best else f"known are {', '.join(known)}"


def fault(problem: str) -> PydanticCustomError:
    """Make the error of a validator whose message stands as it is."""
    return PydanticCustomError("scenario", "{problem}", {"problem": problem})


def _known_card(name: str, info: ValidationInfo) -> str:
    catalogue: CardCatalogue | None = (info.context or {}).get("catalogue")
    if catalogue is not None and catalogue.find(name) is None:
        raise fault(unknown_card(name, catalogue))
    return name


def unknown_card(name: str, catalogue: CardCatalogue) -> str:
    """Say that the catalogue has no card of that name, with the nearest it has."""
    near = catalogue.near(name, NAMES_OFFERED)
    shown = "; ".join(near)
    offered = f"the nearest full names are: {shown}" if near else "no name in the catalogue is near it"
    return f"no card is called {name!r}; {offered}"


CardName = Annotated[str, AfterValidator(_known_card)]
"""The full name of a card in the catalogue; punctuation, case, accents and dashes do not matter."""

Count = Annotated[int, Field(ge=0, le=999)]
"""A number of things on a table."""
Number = Annotated[int, Field(ge=-999, le=999)]
"""A number that may be negative."""
Text = Annotated[str, Field(min_length=1, max_length=4000)]
"""Rules text in the game's own wording."""


def _from_values(kind: Any, what: str) -> Callable[[Any], Any]:
    """Read a word as a member of an enumeration, offering the nearest one where it is none."""
    members = {member.value.casefold(): member for member in kind}

    def read(value: Any) -> Any:
        found = members.get(value.casefold()) if isinstance(value, str) else None
        if found is None:
            raise fault(f"{value!r} is no {what}; {nearest(str(value), [member.value for member in kind])}")
        return found

    return read


KeywordName = Annotated[Keyword, BeforeValidator(_from_values(Keyword, "keyword"))]
"""The name of a keyword, such as `Evasive`."""
Event = Annotated[EventName, BeforeValidator(_from_values(EventName, "event of a timeline"))]
"""The name of an event in the timeline."""


INKS = ("amber", "amethyst", "emerald", "ruby", "sapphire", "steel")
"""The ink types (5.2.5.1)."""


def _ink(value: Any) -> Any:
    word = value.casefold() if isinstance(value, str) else value
    if word not in INKS:
        raise fault(f"{value!r} is no ink type; {nearest(str(value), list(INKS))}")
    return word


InkName = Annotated[Literal["amber", "amethyst", "emerald", "ruby", "sapphire", "steel"], BeforeValidator(_ink)]


def form_of(*forms: tuple[Callable[[Any], bool], str]) -> Callable[[Any], str | None]:
    """Make the function that tells in which of several forms a value is written."""

    def tell(value: Any) -> str | None:
        return next((tag for is_form, tag in forms if is_form(value)), None)

    return tell


def is_text(value: Any) -> bool:
    """Tell whether a value is a bare name."""
    return isinstance(value, str)


def is_count(value: Any) -> bool:
    """Tell whether a value is a bare number."""
    return isinstance(value, int) and not isinstance(value, bool)


def has_key(*keys: str) -> Callable[[Any], bool]:
    """Make the test whether a value is a mapping with one of the keys; without keys any mapping will do."""

    def test(value: Any) -> bool:
        return isinstance(value, Mapping | BaseModel) and (not keys or any(key in value for key in keys))

    return test


def is_list(value: Any) -> bool:
    """Tell whether a value is a list."""
    return isinstance(value, list)


_STATS_OF = {
    "character": ("strength", "willpower", "lore"),
    "location": ("willpower", "lore", "move_cost"),
    "action": (),
    "song": (),
    "item": (),
}
"""The numbers that are printed on each kind of card, cost aside (5.3 to 5.6)."""


class Custom(Entry):
    """A hypothetical card."""

    name: Annotated[str, Field(min_length=1, max_length=120)]
    version: Annotated[str, Field(min_length=1, max_length=120)] | None = None
    type: Literal["character", "action", "song", "item", "location"]
    cost: Count = 0
    inkwell: bool = True
    inks: Annotated[list[InkName], Field(max_length=6)] = []
    strength: Number | None = None
    """0 when left out on a character."""
    willpower: Number | None = None
    """1 when left out on a character or location."""
    lore: Number | None = None
    """0 when left out on a character or location."""
    move_cost: Count | None = None
    """0 when left out on a location."""
    classifications: Annotated[list[str], Field(max_length=20)] = []
    text: Annotated[str, Field(max_length=4000)] = ""
    """Rules text in the game's own wording, one ability a line, symbols as in the catalogue."""

    @model_validator(mode="after")
    def _has_its_numbers(self) -> Self:
        for stat in ("strength", "willpower", "lore", "move_cost"):
            if getattr(self, stat) is not None and stat not in _STATS_OF[self.type]:
                article = "an" if self.type[0] in "aei" else "a"
                own = ", ".join(("cost", *_STATS_OF[self.type]))
                raise fault(f"{article} {self.type} has no {stat}; its numbers are: {own}")
        return self

    @property
    def printed(self) -> CardText:
        """What is printed on the card."""
        stats = _STATS_OF[self.type]
        song = self.type == "song"
        kinds = tuple(self.classifications)
        return CardText(
            name=self.name,
            version=self.version,
            type=CardType.ACTION if song else CardType(self.type),
            cost=self.cost,
            inkwell=self.inkwell,
            inks=tuple(self.inks),
            strength=(self.strength or 0) if "strength" in stats else None,
            willpower=(1 if self.willpower is None else self.willpower) if "willpower" in stats else None,
            lore=(self.lore or 0) if "lore" in stats else None,
            move_cost=(self.move_cost or 0) if "move_cost" in stats else None,
            classifications=(*kinds, "Song") if song and "Song" not in kinds else kinds,
            text=self.text,
            names=single_names(self.name) if self.type == "character" else (),
        )


class CardChoice(Entry):
    """A card by its name in the catalogue, or one that is made up."""

    card: CardName | None = None
    """Full name in the catalogue; instead of `custom`."""
    custom: Custom | None = None
    """A hypothetical card; instead of `card`."""

    @model_validator(mode="after")
    def _is_one_card(self) -> Self:
        if (self.card is None) == (self.custom is None):
            raise fault("a card has either `card`, its full name, or `custom`, a hypothetical card")
        return self

    @property
    def full_name(self) -> str:
        """The name as it stands in the document."""
        if self.custom is not None:
            return self.custom.printed.full_name
        return self.card or ""


CardMention = Annotated[
    Annotated[str, Tag("(name)")] | Annotated[CardChoice, Tag("(card)")],
    Discriminator(
        form_of((is_text, "(name)"), (has_key(), "(card)")),
        custom_error_type="scenario",
        custom_error_message="a card is its full name or label, or a mapping with `card` or `custom`",
    ),
]
"""A card that is spoken of: its label or full name, or a mapping with `card` or `custom`."""
