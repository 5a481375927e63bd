"""Hold a whole game at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.abilities.effects import NextPlayEnters, NextPlayModifier
from engine.abilities.kinds import StaticAbility, TriggeredAbility
from engine.abilities.vocabulary import Until, Zone
from engine.cite import rule
from engine.errors import StateFault
from engine.state.objects import Bindings, Card, CardId, Happening, ObjectRef, PlayerId, PlayerState, Snapshot, Standing
from engine.terms import Format, Phase, PlayMode, Step


@dataclass(frozen=True, slots=True)
class Expiry:
    """When an effect with a duration applies and ends (6.1.13)."""

    until: Until
    player: PlayerId
    """Whose turn the duration speaks of."""
    turn: int
    """The turn in which the effect was made."""


@dataclass(frozen=True, slots=True)
class OngoingEffect:
    """A static ability from a resolved effect (6.4.2.1, 6.4.2.2)."""

    serial: int
    you: PlayerId
    """The player who generated it."""
    source: Snapshot | None
    """The card it came from, as it was then; None for what a scenario states."""
    ability: StaticAbility | NextPlayModifier | NextPlayEnters
    """A static ability, or what waits for the next card of a kind to be played (4.3.6)."""
    expiry: Expiry
    targets: tuple[ObjectRef, ...] | None = None
    """The cards it was applied to; None when it is continuous."""
    bindings: Bindings = field(default_factory=Bindings)
    name: str = ""
    """The name of the ability that generated it."""


@dataclass(frozen=True, slots=True)
class FloatingTrigger:
    """A floating or delayed triggered ability, outside the bag until its condition is met (6.2.7)."""

    serial: int
    you: PlayerId
    source: Snapshot | None
    ability: TriggeredAbility
    expiry: Expiry
    once: bool
    """Delayed: gone after it triggered (6.2.7.2)."""
    bindings: Bindings = field(default_factory=Bindings)
    name: str = ""


@dataclass(frozen=True, slots=True)
class BagEntry:
    """A triggered ability that waits in the bag (7.7)."""

    serial: int
    you: PlayerId
    """The player who added it and resolves it."""
    source: Snapshot | None
    """The card whose ability it is, as it was when it triggered."""
    ability: TriggeredAbility
    key: str
    """The ability's key on its source, or of the floating trigger."""
    happenings: tuple[Happening, ...] = ()
    """What met the condition; several where "1 or more" count as one."""
    bindings: Bindings = field(default_factory=Bindings)
    name: str = ""


@dataclass(frozen=True, slots=True)
class WaitingAction:
    """An action that an effect played and that resolves once that effect has (6.7.8.1)."""

    card: ObjectRef
    player: PlayerId
    mode: PlayMode
    singers: tuple[ObjectRef, ...] = ()
    to_bottom: bool = False
    """It goes to the bottom of the deck instead of the discard."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """The challenge that is going on (4.6)."""

    challenger: ObjectRef
    challenged: ObjectRef
    step: Step
    """Declaration or damage."""


@dataclass(frozen=True, slots=True)
class GameState:
    """The game at one moment; change it only by events through ``engine.reduce``."""

    cards: Mapping[CardId, Card]
    players: tuple[PlayerState, ...]
    active: PlayerId = 0
    turn: int = 3
    phase: Phase = Phase.MAIN
    step: Step | None = None
    format: Format = Format.CONSTRUCTED
    bag: tuple[BagEntry, ...] = ()
    resolving: PlayerId | None = None
    """The player who resolved from the bag last, while it is not empty (7.7.4.3)."""
    waiting: tuple[WaitingAction, ...] = ()
    ongoing: tuple[OngoingEffect, ...] = ()
    floating: tuple[FloatingTrigger, ...] = ()
    challenge: Challenge | None = None
    history: tuple[Happening, ...] = ()
    """What happened this turn."""
    last_turn: tuple[Happening, ...] = ()
    used: tuple[tuple[ObjectRef, str], ...] = ()
    """Abilities with a limit that were used or resolved this turn, by card and key; once for each time."""
    serial: int = 1
    """The next serial number."""
    winner: PlayerId | None = None
    cache: dict[str, object] = field(init=False, default_factory=dict, repr=False, compare=False)
    """What has been worked out about this very state, such as its view."""

    def card(self, card: CardId) -> Card:
        """Find a card.

        :raises StateFault: there is no such card.
        """
        found = self.cards.get(card)
        if found is None:
            raise StateFault(f"there is no card {card}; the cards are numbered {sorted(self.cards)}")
        return found

    def current(self, ref: ObjectRef) -> Card | None:
        """Find the card of *ref* if it is still that object (7.1.6)."""
        found = self.cards.get(ref.id)
        return found if found is not None and found.incarnation == ref.incarnation else None

    @rule("5.1.1.10", "facedown cards are never in play")
    def in_play(self, card: CardId) -> bool:
        """Tell whether a card is in play (5.1.1.8)."""
        return self.cards[card].zone is Zone.PLAY

    @rule("7.1.1", "zones are separate")
    def zone_of(self, player: PlayerId, zone: Zone) -> tuple[CardId, ...]:
        """List a player's cards in a zone."""
        found = self.players[player]
        match zone:
            case Zone.DECK:
                return found.deck
            case Zone.HAND:
                return found.hand
            case Zone.PLAY:
                return found.play
            case Zone.INKWELL:
                return found.inkwell
            case Zone.DISCARD:
                return found.discard
            case Zone.UNDER:
                return tuple(under for top in found.play for under in self.cards[top].under)
            case Zone.OUTSIDE:
                return tuple(card.id for card in self.cards.values() if card.zone is zone and card.owner == player)

    @rule("9.2.2", "the active player first")
    def turn_order(self, first: PlayerId | None = None) -> tuple[PlayerId, ...]:
        """List the players still in the game in turn order, from *first* or the active player."""
        start = self.active if first is None else first
        count = len(self.players)
        order = ((start + offset) % count for offset in range(count))
        return tuple(player for player in order if self.players[player].standing is not Standing.LOST)

    @rule("1.3.5.1", "everyone a player plays against")
    def opponents(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """List a player's opponents in turn order from the active player (1.3.5)."""
        return tuple(other for other in self.turn_order() if other != player)

    @rule("7.5.1", "each ink card is one ink")
    def ready_ink(self, player: PlayerId) -> tuple[CardId, ...]:
        """List the ready cards in a player's inkwell."""
        return tuple(ink for ink in self.players[player].inkwell if not self.cards[ink].exerted)

    @property
    def lasting(self) -> tuple[OngoingEffect | FloatingTrigger, ...]:
        """Everything with a duration."""
        return (*self.ongoing, *self.floating)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.winner is not None or len(self.turn_order()) == 0
