"""The kinds of abilities (1.6.1) and the compiled card that holds them."""

from dataclasses import dataclass, fields
from typing import Any, Self

from corpus.records import CardText, CardType
from corpus.refs import Span
from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.costs import Cost
from engine.abilities.effects import Effect
from engine.abilities.filters import CardFilter
from engine.abilities.keywords import KeywordAbility
from engine.abilities.players import PlayerRef, You
from engine.abilities.references import Reference
from engine.abilities.statics import Change
from engine.abilities.triggers import Trigger
from engine.abilities.vocabulary import Limit, TurnOf, Wording, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability(Node):
    """An ability; ``name`` is its story name, empty where it has none."""

    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggeredAbility(Ability):
    """A triggered ability (6.2); several triggers are independent of each other (6.2.6)."""

    triggers: tuple[Trigger, ...]
    effect: Effect
    turn: TurnOf = TurnOf.ANY
    limit: Limit = Limit.NONE
    works_from: Zone = Zone.PLAY
    """The zone the source has to be in for the ability to trigger (6.1.12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivatedAbility(Ability):
    """An activated ability (6.3)."""

    costs: tuple[Cost, ...]
    effect: Effect
    condition: Condition | None = None
    turn: TurnOf = TurnOf.YOURS
    limit: Limit = Limit.NONE
    works_from: Zone = Zone.PLAY
    used_by: PlayerRef = You()
    """Who may use it; "an Illumineer may …" lets each opponent of a quest's side."""
    wording: Wording = Wording.COST


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticAbility(Ability):
    """A static ability (6.4)."""

    changes: tuple[Change, ...]
    affects: CardFilter | Reference | None = None
    """The cards changed; None is the source itself or, for changes about players, nobody."""
    condition: Condition | None = None
    """"While …", "if …", "during …"; checked continuously."""
    works_from: Zone = Zone.PLAY
    """HAND for abilities about playing the card itself (4.3.6, 6.1.12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordEntry(Ability):
    """A printed keyword line."""

    keyword: KeywordAbility


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEffect(Ability):
    """What an action does as it resolves; actions have effects rather than abilities (5.4.3)."""

    effect: Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A stretch of text that the compiler could not read."""

    span: Span
    text: str
    reason: str
    """Stable code, such as ``unknown-wording``."""

    def to_json(self) -> dict[str, Any]:
        """Give the stretch as JSON values, its span as a pair."""
        return {"span": [self.span.start, self.span.end], "text": self.text, "reason": self.reason}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Build the stretch that :meth:`to_json` described."""
        return cls(span=Span(*data["span"]), text=data["text"], reason=data["reason"])


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledCard:
    """A card as the engine plays it."""

    printed: CardText
    text: str
    """The normalised text that spans point into."""
    abilities: tuple[Ability, ...] = ()
    unread: tuple[Unread, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Give the card as JSON values, whatever is empty left out."""
        data: dict[str, Any] = {"printed": _printed_to_json(self.printed), "text": self.text}
        if self.abilities:
            data["abilities"] = [ability.to_json() for ability in self.abilities]
        if self.unread:
            data["unread"] = [unread.to_json() for unread in self.unread]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Build the card that :meth:`to_json` described.

        :raises KeyError: the data names a node class that does not exist.
        """
        return cls(
            printed=_printed_from_json(data["printed"]),
            text=data["text"],
            abilities=tuple(Ability.from_json(ability) for ability in data.get("abilities", ())),
            unread=tuple(Unread.from_json(unread) for unread in data.get("unread", ())),
        )


def _printed_to_json(printed: CardText) -> dict[str, Any]:
    """Give what is printed on a card as JSON values, defaults left out."""
    values = ((entry, getattr(printed, entry.name)) for entry in fields(printed))
    return {entry.name: list(value) if isinstance(value, tuple) else value for entry, value in values if value != entry.default}


def _printed_from_json(data: dict[str, Any]) -> CardText:
    """Build what :func:`_printed_to_json` described."""
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    values["type"] = CardType(values["type"])
    return CardText(**values)
