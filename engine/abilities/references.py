"""Point at cards: this one, a remembered one, chosen ones, all that match."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.filters import CardFilter, Criterion
from engine.abilities.players import PlayerRef, You
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import Manner, Stat


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference(Node):
    """No, one or several cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class This(Reference):
    """The source of the ability: "this character", "this card", "he"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound(Reference):
    """Cards remembered under a name.

    ``subject`` and ``other`` are the two sides of what the trigger saw; every other name was given by a ``bind``
    earlier in the same ability. The cards count only as long as they are the same objects (6.1.11.1, 7.1.6), except
    that an effect may follow a card into the zone which the trigger or effect itself moved it to.
    """

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen(Reference):
    """Cards chosen as the effect resolves (6.1.3)."""

    among: CardFilter
    minimum: Amount = Number(value=1)
    maximum: Amount | None = Number(value=1)
    """None: any number."""
    chooser: PlayerRef = You()
    total: tuple[Criterion, ...] = ()
    """Limits on the whole choice: ``StatIs`` read on the sum ("with total ¤ 10 or less"), ``SameNames``."""
    bind: str = "chosen"
    """The name under which the chosen cards are remembered."""
    manner: Manner = Manner.CHOOSE
    """Whether the text calls it a choice; a selection is not stopped by Ward and sets off nothing that asks for "chosen"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenAmong(Reference):
    """Cards selected from remembered cards, such as those looked at or revealed."""

    cards: Reference
    criteria: tuple[Criterion, ...] = ()
    minimum: Amount = Number(value=1)
    maximum: Amount | None = Number(value=1)
    chooser: PlayerRef = You()
    total: tuple[Criterion, ...] = ()
    """Limits on the whole choice, as in ``Chosen``."""
    bind: str = "chosen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Every(Reference):
    """All cards that match as the effect is applied."""

    among: CardFilter
    bind: str = ""
    """The name under which they are remembered, if they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Those(Reference):
    """The remembered cards that meet criteria."""

    cards: Reference
    criteria: tuple[Criterion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestOf(Reference):
    """The remembered cards that have not been moved since: "the rest", "the other"."""

    cards: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class TopOfDeck(Reference):
    """The top cards of a player's deck."""

    count: Amount = Number(value=1)
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomCards(Reference):
    """Cards that chance picks (answer ``random``)."""

    among: CardFilter
    count: Amount = Number(value=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Highest(Reference):
    """Those of some cards with the highest value of a characteristic, ties included."""

    cards: Reference
    stat: Stat


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowest(Reference):
    """Those of some cards with the lowest value of a characteristic, ties included."""

    cards: Reference
    stat: Stat


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsUnder(Reference):
    """The cards under a card, or that were under it as it left play."""

    top: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationOf(Reference):
    """The location a character is at."""

    character: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Reference):
    """Several references at once: "this character and chosen character"."""

    parts: tuple[Reference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherSide(Reference):
    """The other side of the challenge that the source is in now: "the challenging character" while it is being challenged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThisAndUnder(Reference):
    """The source together with its stack, wherever it is now."""
