"""Say what happened to cards: where they went, what they show, how they lie."""

from dataclasses import dataclass

from engine.abilities.kinds import CompiledCard
from engine.abilities.vocabulary import Zone
from engine.events.base import Event
from engine.state.objects import CardId, ObjectRef, PlayerId
from engine.terms import EventName, Manner, PlayMode


@dataclass(frozen=True, slots=True)
class CardMoved(Event):
    """A card changed zones and became a new object (7.1.6)."""

    card: CardId
    origin: Zone
    destination: Zone
    manner: Manner
    position: int | None = None
    """The place in the deck it is put into, from 0 at the top; None is the end of the zone, the bottom of a deck."""
    facedown: bool = False
    exerted: bool = False
    drying: bool = False
    damage: int = 0
    onto: tuple[CardId, ...] = ()
    """The cards it is put on top of, from top to bottom, each with the cards under it (8.10)."""
    mode: PlayMode | None = None
    """The cost for which it was played."""
    actor: PlayerId | None = None
    """The player who did it."""
    by: ObjectRef | None = None
    """The card that did it: who banished (1.8.1.4), whose effect moved it."""
    in_challenge: bool = False
    """Banished as a result of damage in a challenge."""

    @property
    def names(self) -> tuple[EventName, ...]:
        """The manner tells the name; leaving and entering play are names as well."""
        telling: dict[Manner, EventName] = {
            Manner.PLAY: EventName.ENTERED_PLAY,
            Manner.BANISH: EventName.BANISHED,
            Manner.DISCARD: EventName.DISCARDED,
            Manner.DRAW: EventName.DRAWN,
            Manner.INK: EventName.INKED,
        }
        found = [telling.get(self.manner, EventName.PUT_INTO_ZONE)]
        if self.origin is Zone.PLAY and self.destination is not Zone.PLAY:
            found.append(EventName.LEFT_PLAY)
        if self.destination is Zone.PLAY and EventName.ENTERED_PLAY not in found:
            found.append(EventName.ENTERED_PLAY)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class CardPutUnder(Event):
    """A card was put under a card in play, on top of those already there."""

    NAMES = (EventName.PUT_UNDER,)

    card: CardId
    origin: Zone
    top: CardId
    facedown: bool
    boosted: bool = False
    """By Boost (8.4.1)."""
    actor: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class CardUncovered(Event):
    """The card on top of it left play alone, so this card is in play again, with the rest of the stack under it (8.10.8.5)."""

    NAMES = (EventName.ENTERED_PLAY,)

    card: CardId
    exerted: bool
    drying: bool
    damage: int = 0


@dataclass(frozen=True, slots=True)
class FaceLearned(Event):
    """It turned out which card an unknown card is."""

    card: CardId
    face: CompiledCard
    label: str


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """A deck was shuffled; its order is unknown from now on."""

    player: PlayerId
    cards: tuple[CardId, ...] | None = None
    """Only these cards of it came to lie in random order; None: the whole deck was shuffled."""

    @property
    def names(self) -> tuple[EventName, ...]:
        """Cards put in random order are no shuffle."""
        return (EventName.SHUFFLED,) if self.cards is None else ()


@dataclass(frozen=True, slots=True)
class DeckArranged(Event):
    """Cards came up in a deck whose order was unknown, or were put in order: these are its top cards now."""

    player: PlayerId
    top: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CardsRevealed(Event):
    """Cards were shown to all players (6.1.14)."""

    NAMES = (EventName.REVEALED,)

    cards: tuple[CardId, ...]
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CardsLookedAt(Event):
    """A player looked at cards."""

    NAMES = (EventName.LOOKED_AT,)

    cards: tuple[CardId, ...]
    player: PlayerId


@dataclass(frozen=True, slots=True)
class CardNamed(Event):
    """A player named a card."""

    NAMES = (EventName.NAMED,)

    player: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class CardExerted(Event):
    """A card was exerted (5.1.1.2)."""

    NAMES = (EventName.EXERTED,)

    card: CardId
    to_sing: bool = False


@dataclass(frozen=True, slots=True)
class CardReadied(Event):
    """A card was readied (5.1.1.1)."""

    NAMES = (EventName.READIED,)

    card: CardId


@dataclass(frozen=True, slots=True)
class CardDried(Event):
    """A card is dry from now on (3.2.2.1)."""

    NAMES = (EventName.DRIED,)

    card: CardId


@dataclass(frozen=True, slots=True)
class CardsChosen(Event):
    """A player chose cards as an effect resolved."""

    NAMES = (EventName.CHOSEN,)

    cards: tuple[CardId, ...]
    player: PlayerId
    by: CardId | None
    """The card whose effect it is; none where an action that has resolved floats an ability."""
    for_support: bool = False
