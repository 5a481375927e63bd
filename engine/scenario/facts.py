"""Judge facts against a state and its timeline, and say what is actually so."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.names import name_key
from engine.abilities.vocabulary import Stat, Zone
from engine.errors import Refusal
from engine.rules.continuous import view_of
from engine.scenario.concerns import concern_of, players_of
from engine.scenario.labels import label_key
from engine.scenario.legality import against_challenging, against_questing, against_singing
from engine.scenario.statements import BagFact, Can, CardFact, EventFact, PlayerFact, aims
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, PlayerId, Standing
from engine.state.view import View
from engine.trace import TraceEntry

AnyFact = CardFact | PlayerFact | BagFact | EventFact

NOWHERE = "nowhere"
"""What a fact answers about a card or a place that is not there."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a fact: what is actually so, and whether it holds."""

    fact: dict[str, Any]
    actual: dict[str, Any]
    holds: bool
    reasons: tuple[Refusal, ...] = ()
    """Why a card can't do what the fact is about."""


class Witness:
    """Judges facts at one moment."""

    def __init__(self, state: GameState, trace: Sequence[TraceEntry]) -> None:
        """Look at a state and at what has happened so far.

        :raises Unsupported: the state has text that the engine does not execute.
        """
        self._state = state
        self._trace = trace

    @property
    def _view(self) -> View:
        return view_of(self._state)

    def judge(self, fact: AnyFact) -> Judgement:
        """Judge one fact."""
        given = fact.model_dump(by_alias=True, exclude_unset=True, mode="json")
        match fact:
            case CardFact():
                return self._judge_card(fact, given)
            case PlayerFact():
                return self._judge_player(fact, given)
            case BagFact():
                waiting = len(self._state.bag)
                return Judgement(given, {"bag": waiting}, waiting == fact.bag)
            case EventFact():
                return self._judge_event(fact, given)

    def find(self, label: str) -> Card | None:
        """Find the card of a label, or the only one of that full name."""
        return find_card(self._state, label)

    def _judge_card(self, fact: CardFact, given: dict[str, Any]) -> Judgement:
        card = self.find(fact.card)
        if card is None:
            return Judgement(given, {"zone": NOWHERE}, False)
        actual: dict[str, Any] = {}
        holds = True
        reasons: tuple[Refusal, ...] = ()
        for key in given:
            if key == "card":
                continue
            wanted = getattr(fact, key)
            if wanted is None and key != "at":
                continue
            if isinstance(wanted, Can):
                value, agrees, reasons = self._can(card, wanted)
            else:
                value, agrees = self._about_card(card, key, wanted)
            actual[key] = value
            holds = holds and agrees
        return Judgement(given, actual, holds, reasons)

    def _about_card(self, card: Card, key: str, wanted: Any) -> tuple[Any, bool]:
        """Give what is so of a card under one key of a fact, and whether it agrees."""
        match key:
            case "keywords":
                return self._keywords(card, wanted)
            case "position":
                return self._position(card, wanted)
            case "at":
                location = self._state.cards[card.at].name if card.at is not None else None
                agrees = location is None if wanted is None else card.at is not None and self._is(card.at, wanted)
                return location or NOWHERE, agrees
            case "zone":
                value: Any = card.zone.value
            case "under":
                value = len(card.under)
            case "damage" | "exerted" | "drying":
                value = getattr(card, key)
            case _:
                number = self._view.sheet(card.id).number(Stat(key))
                return "none" if number is None else number, number == wanted
        return value, value == wanted

    def _is(self, card: CardId, label: str) -> bool:
        found = self.find(label)
        return found is not None and found.id == card

    def _keywords(self, card: Card, wanted: dict[Any, bool | int]) -> tuple[dict[str, Any], bool]:
        has = self._view.sheet(card.id).keywords
        actual: dict[str, Any] = {}
        agrees = True
        for keyword, value in wanted.items():
            number = has.get(keyword)
            if isinstance(value, bool):
                actual[keyword.value] = number is not None
                agrees = agrees and (number is not None) is value
            else:
                actual[keyword.value] = False if number is None else number
                agrees = agrees and number is not None and number == value
        return actual, agrees

    def _can(self, card: Card, wanted: Can) -> tuple[dict[str, Any], bool, tuple[Refusal, ...]]:
        """Give what a card can do of what is asked, whether that agrees, and why it can't do the rest."""
        actual: dict[str, Any] = {}
        agrees = True
        reasons: list[Refusal] = []
        if wanted.quest is not None:
            refusals = against_questing(self._state, card.id)
            actual["quest"] = not refusals
            agrees = actual["quest"] is wanted.quest
            reasons += refusals
        tests: dict[str, Callable[[CardId], tuple[Refusal, ...]]] = {
            "challenge": lambda other: against_challenging(self._state, card.id, other),
            "be_challenged_by": lambda other: against_challenging(self._state, other, card.id),
            "sing": lambda other: against_singing(self._state, card.id, other),
        }
        for key, test in tests.items():
            aimed = getattr(wanted, key)
            if aimed is None:
                continue
            actual[key] = {}
            for label, legal in aims(aimed).items():
                other = self.find(label)
                refusals = test(other.id) if other is not None else ()
                actual[key][label] = other is not None and not refusals
                agrees = agrees and actual[key][label] is legal
                reasons += refusals
        return actual, agrees, tuple(dict.fromkeys(reasons))

    def _position(self, card: Card, wanted: str | int) -> tuple[Any, bool]:
        owner = self._state.players[card.owner]
        deck = owner.deck
        if card.id not in deck:
            return card.zone.value, False
        if card.id in owner.shuffled:
            return "unknown", False
        place = deck.index(card.id) + 1
        if wanted == "top":
            return ("top" if place == 1 else place), place == 1
        if wanted == "bottom":
            return ("bottom" if place == len(deck) else place), place == len(deck)
        return place, place == wanted

    def _judge_player(self, fact: PlayerFact, given: dict[str, Any]) -> Judgement:
        player = self._player(fact.player)
        if player is None:
            return Judgement(given, {"player": NOWHERE}, False)
        actual: dict[str, Any] = {}
        holds = True
        for key in given:
            wanted = getattr(fact, key)
            if key == "player" or wanted is None:
                continue
            if isinstance(wanted, list):
                cards = self._state.zone_of(player, Zone(key))
                actual[key] = [self._state.cards[card].name for card in cards]
                agrees = names_agree(wanted, [self._state.cards[card] for card in cards])
            else:
                actual[key] = self._about_player(player, key)
                agrees = actual[key] == wanted
            holds = holds and agrees
        return Judgement(given, actual, holds)

    def _about_player(self, player: PlayerId, key: str) -> int | bool:
        found = self._state.players[player]
        match key:
            case "lore" | "ink_drops":
                return int(getattr(found, key))
            case "ink":
                return len(found.inkwell)
            case "ready_ink":
                return len(self._state.ready_ink(player))
            case "won":
                return found.standing is Standing.WON
            case "lost":
                beaten = self._state.winner is not None and self._state.winner != player
                return found.standing is Standing.LOST or beaten
            case _:
                return len(self._state.zone_of(player, Zone(key)))

    def _judge_event(self, fact: EventFact, given: dict[str, Any]) -> Judgement:
        name = fact.happened or fact.not_happened
        card = self.find(fact.card) if fact.card is not None else None
        player = self._player(fact.player) if fact.player is not None else None
        times = 0
        for entry in self._trace:
            if name not in entry.event.names:
                continue
            if fact.card is not None and (card is None or card.id not in concern_of(entry.event, self._state).cards):
                continue
            if fact.player is None or player in players_of(entry.event, self._state):
                times += 1
        return Judgement(given, {"happened": times > 0, "times": times}, (times > 0) is (fact.happened is not None))

    def _player(self, label: str) -> PlayerId | None:
        return next((index for index, known in enumerate(self._state.players) if known.label == label), None)


def find_card(state: GameState, label: str) -> Card | None:
    """Find the card of a label; else the only card of that full name."""
    key = label_key(label)
    labelled = next((card for card in state.cards.values() if card.label and label_key(card.label) == key), None)
    if labelled is not None:
        return labelled
    named = [card for card in state.cards.values() if card.face is not None and name_key(card.face.printed.full_name) == key[0]]
    return named[key[1] - 1] if len(named) >= key[1] else None


def names_agree(wanted: Iterable[str], cards: Sequence[Card]) -> bool:
    """Tell whether cards are those of a list of labels or full names, in any order."""
    wanted = list(wanted)
    if len(wanted) != len(cards):
        return False
    left = list(cards)
    unlabelled = []
    for name in wanted:
        key = label_key(name)
        found = next((card for card in left if card.label and label_key(card.label) == key), None)
        if found is None:
            unlabelled.append(key[0])
        else:
            left.remove(found)
    names = Counter(name_key(card.face.printed.full_name) if card.face is not None else "" for card in left)
    return names == Counter(unlabelled)
