"""What every answer is made of: where it comes from, what is uncertain, rules and cards in short."""

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, WithJsonSchema

from corpus.records import Authority, CardRecord, CardType, Provenance, Rule
from indexer.results import OfficialText
from server.limits import CUT_CHARACTERS, Detail, cut

_UNTIL = "until "
"""What the catalogue's word has before the day on which a format let a card go."""


class Wording(StrEnum):
    """Whose words a text is in."""

    OFFICIAL = "official"
    RESTATED = "restated"


class Entry(BaseModel):
    """One part of an answer."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class Source(Entry):
    """A document that an answer rests on."""

    document: str
    title: str
    edition: str
    effective: date | None = None
    authority: Authority
    wording: Wording

    @classmethod
    def of(cls, provenance: Provenance) -> Self:
        """Tell of a document what an answer tells."""
        return cls(
            document=provenance.document,
            title=provenance.title,
            edition=provenance.edition,
            effective=provenance.effective,
            authority=provenance.authority,
            wording=Wording.OFFICIAL if provenance.official else Wording.RESTATED,
        )


_SOURCES = {"type": "array", "items": {"type": "object"}}
"""How sources are published: every tool has them, and clients carry every schema in every conversation."""


class Answer(BaseModel):
    """What an operation gives back."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    sources: Annotated[list[Source], WithJsonSchema(_SOURCES)]
    """What the answer rests on: document, title, edition, effective, authority, wording of each."""
    caveats: list[str]
    """What is uncertain, missing or left out."""


class Listing(Answer):
    """An answer that may have more entries than it shows."""

    left_out: int = 0
    """How many further entries there are."""
    next_cursor: str | None = None
    """Give it back as `cursor` to go on."""


class RuleEntry(Entry):
    """A rule, as a list shows it."""

    ref: str
    heading: str
    text: str
    """In our words, unless the source says official."""
    examples: list[str] | None = None
    official: str | None = None
    """The publisher's own words, where the user has imported them."""
    page: int | None = None
    """Of the publisher's file."""
    condensed: str | None = None
    """What of the official section was not at hand."""

    @classmethod
    def of(cls, rule: Rule, detail: Detail, official: OfficialText | None = None) -> Self:
        """Show a rule: cut and without its examples when brief."""
        whole = detail is Detail.FULL
        quoted = official.text if official is not None and official.text != rule.text else None
        return cls(
            ref=str(rule.ref),
            heading=heading_path(rule),
            text=rule.text if whole else cut(rule.text, CUT_CHARACTERS),
            examples=[example.text for example in rule.examples] or None if whole else None,
            official=quoted if whole or quoted is None else cut(quoted, CUT_CHARACTERS),
            page=official.page or None if official is not None else None,
            condensed=rule.condensed or None,
        )


class CardBrief(Entry):
    """A card, as a list shows it."""

    full_name: str
    id: int
    type: CardType
    cost: int
    inkwell: bool
    inks: list[str]
    strength: int | None = None
    willpower: int | None = None
    lore: int | None = None
    move_cost: int | None = None
    classifications: list[str] | None = None
    text: str | None = None

    @classmethod
    def of(cls, card: CardRecord, characters: int = CUT_CHARACTERS) -> Self:
        """Show a card with at most *characters* of its rules text."""
        printed = card.printed
        return cls(
            full_name=printed.full_name,
            id=card.id,
            type=printed.type,
            cost=printed.cost,
            inkwell=printed.inkwell,
            inks=list(printed.inks),
            strength=printed.strength,
            willpower=printed.willpower,
            lore=printed.lore,
            move_cost=printed.move_cost,
            classifications=list(printed.classifications) or None,
            text=cut(printed.text, characters) or None,
        )


def heading_path(rule: Rule) -> str:
    """Write the headings above a rule on one line."""
    return " > ".join(rule.path)


def legality_on(said: Mapping[str, str], day: date) -> dict[str, str]:
    """Say for each format whether it allows a card or set on a day, what the catalogue says ended before it as past."""
    told = {}
    for name, state in said.items():
        last = state.removeprefix(_UNTIL)
        ended = last != state and date.fromisoformat(last) <= day
        told[name] = f"not legal since {last}" if ended else state
    return told


def caveat_lines(caveats: Iterable[str]) -> str:
    """Write caveats below a text, one a line."""
    return "".join(f"\nNote: {caveat}" for caveat in caveats)


def card_line(card: CardBrief) -> str:
    """Write what is printed on a card on one line, its text left out."""
    stats = [f"cost {card.cost}", "inkable" if card.inkwell else "not inkable"]
    if card.strength is not None or card.willpower is not None:
        stats.append(f"{card.strength or 0}/{card.willpower or 0}")
    if card.lore is not None:
        stats.append(f"lore {card.lore}")
    if card.move_cost is not None:
        stats.append(f"move {card.move_cost}")
    kind = " ".join([*card.inks, card.type.value])
    return f"{card.full_name} [{card.id}]: {kind}, {', '.join(stats)}"
