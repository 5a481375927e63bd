"""What resolving does: one node for each thing a text can tell a player to do, and the nodes that join them."""

from dataclasses import dataclass

from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.filters import CardFilter, Criterion
from engine.abilities.players import PlayerRef, You
from engine.abilities.references import Reference
from engine.abilities.values import Amount, Number
from engine.abilities.vocabulary import DeckEnd, PlayManner, PutOrder, Until


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Node):
    """Something that happens as an action or ability resolves."""


# Joining effects


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence(Effect):
    """Effects in the order written, each as far as it can be done (6.1.2)."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simultaneously(Effect):
    """Effects whose results happen at one time, as one event."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class May(Effect):
    """The player may have it happen (6.1.4)."""

    effect: Effect
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class IfDone(Effect):
    """ "[A] to [B]" and "[A]. If you do, [B]": B needs A done completely (6.1.5.1)."""

    first: Effect
    then: Effect
    otherwise: Effect | None = None
    """"If you don't, …"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(Effect):
    """ "[A] or [B]": one of them, and one that can be done (6.1.5.2)."""

    options: tuple[Effect, ...]
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseOne(Effect):
    """ "Choose one:" with printed options."""

    options: tuple[Effect, ...]
    count: Amount = Number(value=1)
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Effect):
    """The effect if the condition is true as it resolves, otherwise the other one (6.1.16.2, 6.2.4)."""

    condition: Condition
    effect: Effect
    otherwise: Effect | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead(Effect):
    """A self-replacement (6.5.6): ``usual``, or ``replacement`` instead if the condition is true."""

    usual: Effect
    condition: Condition
    replacement: Effect


@dataclass(frozen=True, slots=True, kw_only=True)
class Remember(Effect):
    """Count something and remember the number: "Count the number of characters you have in play"."""

    amount: Amount
    bind: str = "counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEachPlayer(Effect):
    """The effect for each of several players in turn order, the active player first (6.7.6).

    Inside, ``BoundPlayer(bind)`` is that player.
    """

    players: PlayerRef
    effect: Effect
    bind: str = "each"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEachCard(Effect):
    """The effect once for each of several cards; inside, ``Bound(bind)`` is that card."""

    cards: Reference
    effect: Effect
    bind: str = "each_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Effect):
    """The effect a number of times, counted once (6.1.8)."""

    effect: Effect
    times: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatThisEffect(Effect):
    """Resolve the whole effect that contains this one again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Effect):
    """The effect, with whether and how much it was done remembered under ``bind`` (``WasDone``, ``BoundAmount``)."""

    effect: Effect
    bind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DoNothing(Effect):
    """Nothing; what is left of an effect that only counts or reminds."""


# Choosing and looking


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Effect):
    """Choose or point at cards and remember them for later effects."""

    cards: Reference
    bind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosePlayer(Effect):
    """Choose players and remember them."""

    player: PlayerRef
    bind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameACard(Effect):
    """Name a card."""

    player: PlayerRef = You()
    bind: str = "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAt(Effect):
    """Look at cards, remembered under ``bind``."""

    cards: Reference
    player: PlayerRef = You()
    bind: str = "looked"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtHand(Effect):
    """Look at a player's hand."""

    whose: PlayerRef
    bind: str = "looked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Effect):
    """Reveal cards to all players (6.1.14)."""

    cards: Reference
    bind: str = "revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealHand(Effect):
    """A player reveals their hand."""

    player: PlayerRef
    bind: str = "revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealUntil(Effect):
    """Reveal from the top of the deck until a card meets the criteria; the last is bound to ``found``, all to ``bind``."""

    criteria: tuple[Criterion, ...]
    player: PlayerRef = You()
    bind: str = "revealed"
    found: str = "found"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchDeck(Effect):
    """Search a deck for cards (7.1.4: one may fail to find)."""

    criteria: tuple[Criterion, ...]
    count: Amount = Number(value=1)
    player: PlayerRef = You()
    bind: str = "found"


# Cards moving between zones


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Effect):
    """Draw cards, one at a time (1.12)."""

    amount: Amount = Number(value=1)
    player: PlayerRef = You()
    end: DeckEnd = DeckEnd.TOP
    """The end of the deck they are drawn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawUntil(Effect):
    """Draw until the hand has so many cards (6.1.8.1)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class Discard(Effect):
    """Put cards from a hand into the discard (7.3.4); a player who "chooses and discards" is the ``Chosen.chooser``."""

    cards: Reference
    bind: str = "discarded"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardUntil(Effect):
    """Choose and discard until the hand has so many cards (6.1.8.1)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class Banish(Effect):
    """Put from play into the discard."""

    cards: Reference
    bind: str = "banished"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutIntoHand(Effect):
    """Return or put cards into their player's hand; not drawing (1.12.3)."""

    cards: Reference
    alone: bool = False
    """Only these cards, not the stacks under them (8.10.8.5)."""
    bind: str = "returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutIntoInkwell(Effect):
    """Put cards into their player's inkwell facedown (7.5.6)."""

    cards: Reference
    exerted: bool = False
    bind: str = "inked"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutIntoDiscard(Effect):
    """Put cards into their player's discard without discarding or banishing them."""

    cards: Reference
    bind: str = "put"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOnDeck(Effect):
    """Put cards on the top or bottom of their player's deck, in an order the player decides where there are several (7.2.3)."""

    cards: Reference
    end: DeckEnd
    """``EITHER``: the player decides for each card."""
    player: PlayerRef = You()
    """Who decides the order or the end."""
    order: PutOrder = PutOrder.DECIDED
    bind: str = "put"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleIntoDeck(Effect):
    """Shuffle cards into their player's deck."""

    cards: Reference
    bind: str = "shuffled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleDeck(Effect):
    """Shuffle a deck."""

    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class PutUnder(Effect):
    """Put cards under a card in play."""

    cards: Reference
    top: Reference
    facedown: bool = True
    bind: str = "put"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutIntoPlayFrom(Effect):
    """Play a card as part of the effect (6.1.7, 6.7.8)."""

    card: Reference
    """Where the card comes from is in the reference: hand, discard, deck, revealed or under cards."""
    free: bool = True
    discount: Amount | None = None
    """Ink less to pay, when not for free."""
    exerted: bool = False
    player: PlayerRef = You()
    manner: PlayManner = PlayManner.PLAY
    """Whether the card is played, shifted at no cost, or either."""
    then_to_bottom: bool = False
    """The action goes to the bottom of the deck instead of the discard."""
    bind: str = "played"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutOntoStack(Effect):
    """Put a card on top of a character in play as if shifted, without playing it."""

    card: Reference
    onto: Reference


# Damage


@dataclass(frozen=True, slots=True, kw_only=True)
class DealDamage(Effect):
    """Deal damage (1.9.2.1), all at one time."""

    amount: Amount
    to: Reference
    by: Reference | None = None
    """The character that deals it, when not the source itself."""
    unreduced: bool = False
    """Resist does not reduce it."""
    bind: str = "damage"


@dataclass(frozen=True, slots=True, kw_only=True)
class PutDamage(Effect):
    """Put damage counters (1.9.2.2)."""

    amount: Amount
    on: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveDamage(Effect):
    """Remove damage (1.9.2.3)."""

    amount: Amount | None
    """None: all."""
    cards: Reference
    up_to: bool = False
    in_total: bool = False
    """The amount is for all the cards together, not for each."""
    bind: str = "removed"
    """Remembers how much was removed, and from which cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveDamage(Effect):
    """Move damage counters (1.9.2.4)."""

    amount: Amount | None
    """None: all."""
    source: Reference
    target: Reference
    up_to: bool = False
    bind: str = "moved"


# Readiness, places, lore, ink


@dataclass(frozen=True, slots=True, kw_only=True)
class Exert(Effect):
    """Exert cards."""

    cards: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Effect):
    """Ready cards."""

    cards: Reference


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveToLocation(Effect):
    """Move characters to a location."""

    characters: Reference
    location: Reference
    free: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class GainLore(Effect):
    """Gain lore."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseLore(Effect):
    """Lose lore, not below 0 (1.11.1)."""

    amount: Amount
    player: PlayerRef
    bind: str = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class GetInkDrops(Effect):
    """Get ink drop counters (1.13.1.2)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInkEffect(Effect):
    """Pay ink while resolving (6.1.5.1)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class PayInkDrops(Effect):
    """Remove ink drop counters while resolving."""

    amount: Amount
    up_to: bool = False
    player: PlayerRef = You()
    bind: str = "ink_drops"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExertInk(Effect):
    """Exert or ready cards in an inkwell."""

    ready: bool
    amount: Amount | None = None
    """None: all."""
    player: PlayerRef = You()


# Effects that last


@dataclass(frozen=True, slots=True, kw_only=True)
class Apply(Effect):
    """Apply static effects to the cards of a reference as they are now (applied static ability, 6.4.2.2)."""

    to: Reference
    changes: tuple[Node, ...]
    """``Change`` nodes of :mod:`engine.abilities.statics`, whose subject is each of the cards."""
    until: Until


@dataclass(frozen=True, slots=True, kw_only=True)
class Establish(Effect):
    """Make a continuous static ability for a time (6.4.2.1); it reaches cards that enter play later."""

    ability: Node
    """A ``StaticAbility``."""
    until: Until
    player: PlayerRef | None = None
    """Whose next turn ``until`` means, when not yours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTrigger(Effect):
    """Make a floating or delayed triggered ability (6.2.7)."""

    ability: Node
    """A ``TriggeredAbility``; bound names of this effect are kept for it."""
    until: Until
    once: bool = False
    """Delayed: it is gone after it triggered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPlayModifier(Effect):
    """ "You pay N less for the next … you play this turn" (4.3.6)."""

    cards: CardFilter
    amount: Amount
    """Ink less; negative for more."""
    player: PlayerRef = You()
    only_shift: bool = False
    until: Until = Until.END_OF_TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPlayEnters(Effect):
    """ "The next character you play this turn enters play exerted and gains …": used up by the next such card."""

    cards: CardFilter
    exerted: bool
    changes: tuple[Node, ...] = ()
    """What it gains, for ``until``."""
    until: Until = Until.LEAVES_PLAY
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestEffect(Effect):
    """Something that only the rules of an Illumineer's Quest say how to do, such as stealing a crown or making a vine."""

    text: str
    """What is done, in the words of the card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinGame(Effect):
    """A player wins the game."""

    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(Effect):
    """Use an activated ability of a card for free (1.5.5.4)."""

    card: Reference
    free: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AddToSupport(Effect):
    """Add this character's Strength to another chosen character's (8.13.1)."""

    to: Reference
