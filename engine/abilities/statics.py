"""What static abilities change: numbers, keywords, abilities, permissions, costs, and how things happen (6.4 to 6.6)."""

from dataclasses import dataclass
from enum import StrEnum

from engine.abilities.base import Node
from engine.abilities.conditions import Condition
from engine.abilities.costs import Cost
from engine.abilities.effects import Effect
from engine.abilities.filters import CardFilter
from engine.abilities.players import PlayerRef, You
from engine.abilities.references import Reference
from engine.abilities.triggers import EventPattern
from engine.abilities.values import Amount
from engine.abilities.vocabulary import Keyword, Limit, Stat, Zone


class Doing(StrEnum):
    """What a card or player can be kept from or allowed to do."""

    QUEST = "quest"
    CHALLENGE = "challenge"
    BE_CHALLENGED = "be_challenged"
    READY = "ready"
    READY_AT_START = "ready_at_start"
    """Ready in the Ready step only."""
    EXERT_TO_SING = "exert_to_sing"
    BE_CHOSEN = "be_chosen"
    BE_CHOSEN_BY_OPPONENTS = "be_chosen_by_opponents"
    BE_DAMAGED = "be_damaged"
    """Take damage from being dealt damage."""
    BE_DEALT_CHALLENGE_DAMAGE = "be_dealt_challenge_damage"
    MOVE = "move"
    BE_BANISHED = "be_banished"
    BE_RETURNED = "be_returned"
    USE_ABILITIES = "use_abilities"
    EXERT = "exert"
    PLAY = "play"
    """Players: play the cards of the filter."""
    INK = "ink"
    GAIN_LORE = "gain_lore"
    LOSE_LORE = "lose_lore"
    DRAW = "draw"
    SING = "sing"
    SING_ALONE = "sing_alone"
    """Sing songs other than with Sing Together (8.12)."""
    CHALLENGE_READY = "challenge_ready"
    """Permission: challenge ready characters (against 4.6.4.2)."""
    CHALLENGE_DRYING = "challenge_drying"
    """Permission: challenge the turn they are played."""
    QUEST_DRYING = "quest_drying"
    EXERT_DRYING = "exert_drying"
    IGNORE_BODYGUARD = "ignore_bodyguard"
    IGNORE_EVASIVE = "ignore_evasive"
    END_TURN_READY = "end_turn_ready"
    """End the turn while this card is ready and could (Reckless-like duties)."""
    REMOVE_DAMAGE = "remove_damage"
    BE_MOVED = "be_moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Node):
    """One thing that a static ability does. Where it has a subject of its own, the ability's ``affects`` is that subject."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gets(Change):
    """A number changes: "+2 ¤"; negative amounts through ``Times``."""

    stat: Stat
    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class SetsStat(Change):
    """A number is replaced: "their ¤ is 0", "base"."""

    stat: Stat
    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class GainsKeyword(Change):
    """Gains a keyword."""

    keyword: "Node"
    """A ``KeywordAbility`` of :mod:`engine.abilities.keywords`."""
    times: Amount | None = None
    """How many times its number, if that is counted: "Resist +1 for each other Knight character"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LosesKeyword(Change):
    """Loses a keyword."""

    keyword: Keyword


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotGainKeyword(Change):
    """Can't gain a keyword (1.2.2)."""

    keyword: Keyword


@dataclass(frozen=True, slots=True, kw_only=True)
class LosesAbilities(Change):
    """Loses all abilities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LosesAbilityNamed(Change):
    """Loses the ability with a story name; case does not count."""

    ability: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GainsAbility(Change):
    """Gains a quoted ability."""

    ability: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class GainsClassification(Change):
    """Gains a classification."""

    classification: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsAsNamed(Change):
    """Counts as being named so as well; for Shift only where the text says so."""

    name: str
    only_for_shift: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsAsCostToSing(Change):
    """Counts as having so much more cost to sing songs (8.11.3)."""

    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Cannot(Change):
    """Can't do something (1.2.2)."""

    doing: Doing
    by: CardFilter | None = None
    """The other side of the restriction: who can't challenge it, what it can't challenge, what can't be played."""
    player: PlayerRef | None = None
    """Restrict players rather than cards."""
    unless: Condition | None = None
    unless_paid: tuple[Cost, ...] = ()
    """It can be done by paying these as well ("unless you pay 1 ⬡")."""
    from_effects_of: PlayerRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Can(Change):
    """Is allowed to do something the rules would not allow (1.2.1)."""

    doing: Doing
    what: CardFilter | None = None
    player: PlayerRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Must(Change):
    """Has to do something if able: quest, challenge, be chosen, be challenged."""

    doing: Doing
    what: CardFilter | None = None
    player: PlayerRef | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotReducedBelow(Change):
    """A number can't be reduced below a value (6.6.4); None is the printed value."""

    stat: Stat
    amount: Amount | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DealsDamageWith(Change):
    """Deals damage in challenges with another number than Strength."""

    stat: Stat


@dataclass(frozen=True, slots=True, kw_only=True)
class CostModifier(Change):
    """A payment modifier (1.5.4): ink less to play cards, to move, or to use abilities; negative amount for more."""

    amount: Amount
    cards: CardFilter | None = None
    """The cards to be played, moved to or used; None is the source itself."""
    mover: CardFilter | Reference | None = None
    """For ``move``: which characters have to be moving, if that matters."""
    onto: CardFilter | Reference | None = None
    """For ``shift``: the cards it has to be put on, if that matters."""
    kind: str = "play"
    """``play``, ``move``, ``use``, ``shift`` or ``boost``."""
    player: PlayerRef = You()
    first_each_turn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowsShift(Change):
    """Characters with Shift may be shifted onto the affected card whatever its name."""

    cards: CardFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternateCost(Change):
    """Another cost to play the cards for instead of ink; no costs at all means for free (1.5.5)."""

    costs: tuple[Cost, ...]
    cards: CardFilter | None = None
    """None is the source itself."""
    kind: str = "play"
    """``play`` or ``move``."""
    player: PlayerRef = You()
    first_each_turn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFrom(Change):
    """Cards may be played from another zone than the hand."""

    cards: CardFilter
    player: PlayerRef = You()
    exerted: bool = False
    different_names: bool = False
    """No two cards that are played so may have a name in common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntersPlay(Change):
    """How cards enter play (6.7.9)."""

    cards: CardFilter | None = None
    """None is the source itself."""
    exerted: bool = False
    may: bool = False
    damage: Amount | None = None
    cost: Effect | None = None
    """"may enter play exerted to …": what happens then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Change):
    """A replacement effect (6.5)."""

    event: EventPattern
    replacement: Effect | None
    """None: the event simply does not happen; ``Bound("subject")``, ``BoundAmount("event")`` speak of the event."""
    may: bool = False
    once: bool = False
    """"The next time": gone after it applied."""
    limit: Limit = Limit.NONE
    """"The first time … would": how often it applies in a turn."""
    changed_amount: Amount | None = None
    """The event happens with another amount instead."""
    budget: Amount | None = None
    """The event happens with so much less; what is not used up of it is for the next such event ("the next 2 damage")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadiesAtMost(Change):
    """A player can ready no more than so many of some cards in their Ready step."""

    amount: Amount
    cards: CardFilter
    player: PlayerRef


@dataclass(frozen=True, slots=True, kw_only=True)
class InkedExerted(Change):
    """Cards enter the inkwells of players exerted."""

    player: PlayerRef


@dataclass(frozen=True, slots=True, kw_only=True)
class AdditionalInk(Change):
    """More cards may be inked in a turn (4.2.3.1)."""

    amount: Amount
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class InkableAs(Change):
    """Cards count as having the inkwell symbol."""

    cards: CardFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class InkFrom(Change):
    """Cards may be inked from another zone than the hand."""

    cards: CardFilter


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestChange(Change):
    """Something that only the rules of an Illumineer's Quest give a meaning, such as battleground abilities."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipStep(Change):
    """Skip a step (6.4.3)."""

    step: str
    """``ready``, ``set`` or ``draw``."""
    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreToWin(Change):
    """Players need another amount of lore to win."""

    amount: Amount
    player: PlayerRef


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWithTopRevealed(Change):
    """Play with the top card of the deck faceup."""

    player: PlayerRef = You()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckRule(Change):
    """Deck construction (1.10.1.3): a number of copies, or cards of any ink."""

    copies: int | None = None
    """Most copies of this card; 0 means any number."""
    any_ink: CardFilter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyTo(Node):
    """Whom a static ability affects: cards by filter or reference, and the zone the ability works from."""

    cards: CardFilter | Reference | None = None
    from_zone: Zone = Zone.PLAY
