"""Describe which cards are meant: a zone and criteria that all have to hold."""

from dataclasses import dataclass

from corpus.records import CardType
from engine.abilities.base import Node
from engine.abilities.players import PlayerRef
from engine.abilities.values import Amount
from engine.abilities.vocabulary import CardState, Comparison, Keyword, Occurrence, Side, Stat, Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion(Node):
    """Something that is true or false of a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFilter(Node):
    """Cards in a zone that meet every criterion."""

    zone: Zone = Zone.PLAY
    also_in: tuple[Zone, ...] = ()
    """Further zones: "from your hand or discard"."""
    criteria: tuple[Criterion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class IsType(Criterion):
    """The card is of one of these types; a character card outside play counts as a character here."""

    types: tuple[CardType, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IsSong(Criterion):
    """The card is a song (5.4.4.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnSide(Criterion):
    """The card is yours or an opponent's."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPlayer(Criterion):
    """The card belongs to a player."""

    player: PlayerRef


@dataclass(frozen=True, slots=True, kw_only=True)
class HasName(Criterion):
    """The card has this name (5.2.6), version aside."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HasBoundName(Criterion):
    """The card has the name that was named under ``name`` (an effect's "name a card")."""

    name: str = "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class SharesName(Criterion):
    """The card has a name in common with another card."""

    card: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class SameNames(Criterion):
    """A limit on a whole choice (``Chosen.total``): the chosen cards have a name in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentNames(Criterion):
    """A limit on a whole choice (``Chosen.total``): no two of the chosen cards have a name in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffersInName(Criterion):
    """The card has no name in common with any of these cards."""

    cards: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class HasClassification(Criterion):
    """The card has this classification (5.2.7)."""

    classification: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HasInk(Criterion):
    """The card has this ink type (5.2.5)."""

    ink: str
    """Lower case, such as ``amber``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HasInkwellSymbol(Criterion):
    """The card has the inkwell symbol (5.2.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HasKeyword(Criterion):
    """The card has the keyword, whatever its number."""

    keyword: Keyword


@dataclass(frozen=True, slots=True, kw_only=True)
class HasAbilityNamed(Criterion):
    """The card has an ability with this story name."""

    ability: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatIs(Criterion):
    """A number of the card compares with an amount."""

    stat: Stat
    comparison: Comparison
    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class IsInState(Criterion):
    """The card is in a state (5.1.1)."""

    state: CardState


@dataclass(frozen=True, slots=True, kw_only=True)
class IsInZone(Criterion):
    """The card is in a zone: "if this card is in your discard"."""

    zone: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class AtLocation(Criterion):
    """The character is at a location: any, or the referenced one ("here")."""

    location: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HasCardUnder(Criterion):
    """At least this many cards are under the card."""

    at_least: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class IsUnder(Criterion):
    """The card is under the referenced card."""

    top: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class IsOther(Criterion):
    """The card is not the ability's source ("other", "another"), nor already selected by it (6.1.6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNot(Criterion):
    """The card is none of the referenced ones."""

    cards: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class IsAmong(Criterion):
    """The card is one of the referenced ones."""

    cards: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class DidThisTurn(Criterion):
    """Something happened to or by this card this turn."""

    occurrence: Occurrence


@dataclass(frozen=True, slots=True, kw_only=True)
class InChallenge(Criterion):
    """The card is in the current challenge (4.6.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Criterion):
    """The criterion does not hold."""

    criterion: Criterion


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf(Criterion):
    """Every criterion holds."""

    criteria: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Criterion):
    """At least one criterion holds."""

    criteria: tuple[Criterion, ...]
