"""Say what has to be true: of cards, of players, of this turn, of what the trigger saw."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.filters import CardFilter, Criterion
from engine.abilities.players import PlayerRef
from engine.abilities.references import Reference
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Comparison, Counted, TurnOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(Node):
    """Something that is true or false of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsExist(Condition):
    """So many cards match: "if you have 2 or more other characters in play"; "no" is ``EXACTLY`` 0."""

    cards: CardFilter
    comparison: Comparison = Comparison.AT_LEAST
    amount: Amount = Number(value=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardIs(Condition):
    """The referenced cards (at least one, and all of them) meet the criteria."""

    card: Reference
    criteria: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyCardIs(Condition):
    """At least one of the referenced cards meets the criteria."""

    cards: Reference
    criteria: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountIs(Condition):
    """Two numbers compare."""

    left: Amount
    comparison: Comparison
    right: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerHas(Condition):
    """A number of a player compares with an amount; ``AnyOpponent`` needs one such player, ``EachOpponent`` all."""

    player: PlayerRef
    property: str
    """As in ``PlayerNumber``."""
    comparison: Comparison
    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class HasMoreCards(Condition):
    """A player has more, or fewer, matching cards than each of other players; the filter does not say whose they are."""

    player: PlayerRef
    cards: CardFilter
    than: PlayerRef
    comparison: Comparison = Comparison.MORE


@dataclass(frozen=True, slots=True, kw_only=True)
class HappenedThisTurn(Condition):
    """Something has happened this turn, so often: "if you played another character this turn"."""

    event: Node
    """An ``EventPattern``."""
    comparison: Comparison = Comparison.AT_LEAST
    times: Amount = Number(value=1)
    counted: Counted = Counted.TIMES


@dataclass(frozen=True, slots=True, kw_only=True)
class DuringTurn(Condition):
    """It is the turn of you or of an opponent."""

    turn: TurnOf


@dataclass(frozen=True, slots=True, kw_only=True)
class OnFirstTurn(Condition):
    """It is your first turn; ``going_second`` of a rule text is ``Both`` with ``NotFirstPlayer``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotFirstPlayer(Condition):
    """You are not the starting player (2.2.1.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WasShifted(Condition):
    """The referenced card was played by shifting ("if you used Shift to play them")."""

    card: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidWithInkDrop(Condition):
    """An ink drop, or so many of them, was removed to pay for the card or ability."""

    at_least: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class WasDone(Condition):
    """An earlier effect of this resolution, remembered under ``bind`` by ``Noted``, was done."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhileChallenging(Condition):
    """The affected card is the challenging character now (8.5.1)."""

    against: CardFilter | None = None
    """What it has to be challenging, if that matters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhileChallenged(Condition):
    """The affected card is being challenged now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBy(Condition):
    """A condition as seen by another player: "each opponent who has …", "if they have …"."""

    player: PlayerRef
    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Negated(Condition):
    """The condition is false: "unless", "if you don't"."""

    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Both(Condition):
    """Every condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Condition):
    """At least one condition holds."""

    conditions: tuple[Condition, ...]
