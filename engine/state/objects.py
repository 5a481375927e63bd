"""Describe cards, players and what they did: the parts a game state is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.abilities.kinds import CompiledCard
from engine.abilities.vocabulary import Occurrence, Zone
from engine.state.sheet import Sheet
from engine.terms import LossReason, PlayMode

CardId = int
"""A physical card for the whole game."""

PlayerId = int
"""A player by place in turn order, from 0."""


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """A card as one object: it stops matching once the card has changed zones (7.1.6)."""

    id: CardId
    incarnation: int


@dataclass(frozen=True, slots=True)
class Card:
    """A physical card and the states it has (5.1). Characteristics come from the view, never from here."""

    id: CardId
    owner: PlayerId
    face: CompiledCard | None
    """What is printed; None for a card that nobody has named."""
    zone: Zone
    label: str = ""
    """What a scenario calls the card."""
    incarnation: int = 0
    """Grows by one whenever the card changes zones (7.1.6)."""
    exerted: bool = False
    drying: bool = False
    """In play, but not since the beginning of its player's turn (5.1.1.11); kept for items too (8.10.4.1)."""
    damage: int = 0
    at: CardId | None = None
    """The location a character is at."""
    under: tuple[CardId, ...] = ()
    """The cards under this one, from top to bottom."""
    top: CardId | None = None
    """The card on top of the stack that this card is under."""
    facedown: bool = False
    played: bool = False
    """Whether it is in play because it was played, and not built so."""

    @property
    def ref(self) -> ObjectRef:
        """The object that the card is now."""
        return ObjectRef(self.id, self.incarnation)

    @property
    def name(self) -> str:
        """What to call the card in a sentence."""
        return self.label or (self.face.full_name if self.face is not None else "an unknown card")


class Standing(StrEnum):
    """Whether a player is still in the game."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A player and the cards in their zones."""

    label: str
    lore: int = 0
    ink_drops: int = 0
    deck: tuple[CardId, ...] = ()
    """Top first."""
    hand: tuple[CardId, ...] = ()
    play: tuple[CardId, ...] = ()
    """Cards in play in the order in which they came, without those under another; an action while it resolves."""
    inkwell: tuple[CardId, ...] = ()
    discard: tuple[CardId, ...] = ()
    """In the order in which they came."""
    deck_order_known: bool = True
    """False after a shuffle, until cards are put or seen."""
    inks: int = 0
    """How often the player inked by the turn action this turn (4.2.3)."""
    standing: Standing = Standing.PLAYING
    loss: LossReason | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A card with its characteristics at one moment: last known information (6.7.7)."""

    card: Card
    sheet: Sheet

    @property
    def ref(self) -> ObjectRef:
        """The object that the card was."""
        return self.card.ref


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, as trigger conditions and "this turn" conditions look at it."""

    occurrence: Occurrence
    subject: Snapshot | None = None
    """Who or what it is about, by the words of the occurrence."""
    other: Snapshot | None = None
    """The other side, by the words of the occurrence."""
    actor: PlayerId | None = None
    """The player who did it, or whose it is."""
    amount: int = 0
    batch: int = 0
    """Happenings of one batch happened at the same time."""
    origin: Zone | None = None
    destination: Zone | None = None
    mode: PlayMode | None = None
    """How a card was played."""
    ability: str = ""
    """The name of the ability used."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """What an effect remembers: cards, numbers, players, words and choices by name."""

    cards: Mapping[str, tuple[ObjectRef, ...]] = field(default_factory=dict)
    amounts: Mapping[str, int] = field(default_factory=dict)
    players: Mapping[str, tuple[PlayerId, ...]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    snapshots: Mapping[ObjectRef, Snapshot] = field(default_factory=dict)
    """Last known information of remembered cards."""
