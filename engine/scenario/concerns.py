"""Say which cards and players an event concerns, as the timeline and facts about it need."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from engine import events as e
from engine.state.game_state import GameState
from engine.state.objects import CardId, PlayerId


@dataclass(frozen=True, slots=True)
class Concern:
    """Whom and what an event is about."""

    card: CardId | None = None
    target: CardId | None = None
    """The other side: what is challenged, moved to, put onto."""
    player: PlayerId | None = None
    """Who did it, or whose it is."""
    amount: int | None = None
    others: tuple[CardId, ...] = ()
    """Further cards."""

    @property
    def cards(self) -> frozenset[CardId]:
        """The cards that a fact about the event may name."""
        return frozenset(card for card in (self.card, *self.others) if card is not None)


def concern_of(event: e.Event, state: GameState) -> Concern:
    """Tell what an event is about; whose a card is counts where nobody is said to have done it."""
    read = _READERS.get(type(event))
    concern = read(event) if read is not None else Concern()
    if concern.player is None and concern.card is not None and concern.card in state.cards:
        return Concern(concern.card, concern.target, state.cards[concern.card].owner, concern.amount, concern.others)
    return concern


def players_of(event: e.Event, state: GameState) -> frozenset[PlayerId]:
    """List the players that a fact about the event may name: who did it, and whose card it happened to."""
    concern = concern_of(event, state)
    found = {concern.player} if concern.player is not None else set()
    if not isinstance(event, e.CardsChosen) and concern.card is not None and concern.card in state.cards:
        found.add(state.cards[concern.card].owner)
    return frozenset(found)


E = TypeVar("E", bound=e.Event)
_READERS: dict[type[e.Event], Callable[[Any], Concern]] = {}


def _reads(kind: type[E]) -> Callable[[Callable[[E], Concern]], Callable[[E], Concern]]:
    def enter(function: Callable[[E], Concern]) -> Callable[[E], Concern]:
        _READERS[kind] = function
        return function

    return enter


_OF_PLAYER: tuple[type[e.Event], ...] = (
    e.TurnStarted,
    e.TurnEnded,
    e.DeckShuffled,
    e.GameWon,
    e.GameLost,
    e.PlayerLeft,
    e.CardNamed,
)
_OF_AMOUNT: tuple[type[e.Event], ...] = (e.LoreGained, e.LoreLost, e.InkDropsGained, e.InkDropsSpent)
_OF_CARD: tuple[type[e.Event], ...] = (
    e.CardExerted,
    e.CardReadied,
    e.CardDried,
    e.CardUncovered,
    e.LocationLeft,
    e.FaceLearned,
    e.EventReplaced,
)
_OF_ENTRY: tuple[type[e.Event], ...] = (e.AbilityTriggered, e.AbilityTaken, e.AbilityResolved)
_OF_CARDS: tuple[type[e.Event], ...] = (e.CardsRevealed, e.CardsLookedAt, e.CardsChosen)


def _of_entry(event: Any) -> Concern:
    source = event.entry.source
    return Concern(card=source.card.id if source is not None else None, player=event.entry.you)


def _of_cards(event: Any) -> Concern:
    first = event.cards[0] if event.cards else None
    return Concern(card=first, player=event.player, amount=len(event.cards), others=event.cards[1:])


_READERS |= dict.fromkeys(_OF_PLAYER, lambda event: Concern(player=event.player))
_READERS |= dict.fromkeys(_OF_AMOUNT, lambda event: Concern(player=event.player, amount=event.amount))
_READERS |= dict.fromkeys(_OF_CARD, lambda event: Concern(card=event.card))
_READERS |= dict.fromkeys(_OF_ENTRY, _of_entry)
_READERS |= dict.fromkeys(_OF_CARDS, _of_cards)


@_reads(e.CardMoved)
def _moved(event: e.CardMoved) -> Concern:
    return Concern(card=event.card, target=event.onto[0] if event.onto else None, player=event.actor)


@_reads(e.CardPutUnder)
def _put_under(event: e.CardPutUnder) -> Concern:
    return Concern(card=event.card, target=event.top, player=event.actor)


@_reads(e.CardPlayed)
def _played(event: e.CardPlayed) -> Concern:
    return Concern(card=event.card, player=event.player)


@_reads(e.SongSung)
def _sung(event: e.SongSung) -> Concern:
    return Concern(card=event.card, player=event.player, others=event.singers)


@_reads(e.CostPaid)
def _paid(event: e.CostPaid) -> Concern:
    return Concern(player=event.player, amount=len(event.inks) + event.drops)


@_reads(e.Quested)
def _quested(event: e.Quested) -> Concern:
    return Concern(card=event.card, player=event.player, amount=event.lore)


@_reads(e.ChallengeDeclared)
def _declared(event: e.ChallengeDeclared) -> Concern:
    return Concern(card=event.challenger, target=event.challenged, player=event.player, others=(event.challenged,))


@_reads(e.ChallengeEnded)
def _ended(event: e.ChallengeEnded) -> Concern:
    return Concern(card=event.challenger.id, target=event.challenged.id, others=(event.challenged.id,))


@_reads(e.CharacterMoved)
def _to_location(event: e.CharacterMoved) -> Concern:
    return Concern(card=event.card, target=event.location, player=event.player)


@_reads(e.DamagePlaced)
def _placed(event: e.DamagePlaced) -> Concern:
    return Concern(card=event.card, player=event.player, amount=event.amount)


@_reads(e.DamageRemoved)
def _removed(event: e.DamageRemoved) -> Concern:
    return Concern(card=event.card, player=event.player, amount=event.amount)


@_reads(e.AbilityUsed)
def _used(event: e.AbilityUsed) -> Concern:
    return Concern(card=event.card, player=event.player)


@_reads(e.EffectApplied)
def _applied(event: e.EffectApplied) -> Concern:
    targets = tuple(ref.id for ref in event.effect.targets or ())
    return Concern(card=targets[0] if targets else None, player=event.effect.you, others=targets[1:])


@_reads(e.TriggerFloated)
def _floated(event: e.TriggerFloated) -> Concern:
    source = event.trigger.source
    return Concern(card=source.card.id if source is not None else None, player=event.trigger.you)
