"""Build boards for engine tests in one breath.

board = Board()
stitch = board.p1.character("Stitch", strength=2, willpower=2)
milo = board.p2.character("Milo", strength=1, willpower=3, exerted=True)
game = board.game()
game.act(ChallengeWith(stitch, milo))
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from corpus.records import CardText, CardType
from engine.abilities.costs import PayInk
from engine.abilities.effects import Effect
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import Ability, ActionEffect, CompiledCard, KeywordEntry
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword, ShiftKind, Zone
from engine.decisions import Choice, Decision, DecisionKind
from engine.events import Event
from engine.game import Game
from engine.rules.perform import Limits
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, PlayerState
from engine.terms import EventName


def keyword(name: Keyword, value: int | None = None) -> KeywordEntry:
    """Write a keyword line."""
    return KeywordEntry(keyword=KeywordAbility(keyword=name, value=value))


def shift(ink: int, kind: ShiftKind = ShiftKind.SHIFT, onto: str | None = None, *, temporary: bool = False) -> KeywordEntry:
    """Write a Shift line."""
    costs = (PayInk(amount=Number(value=ink)),)
    return KeywordEntry(keyword=ShiftAbility(costs=costs, kind=kind, onto=onto, temporary=temporary))


def face(
    name: str,
    kind: CardType,
    abilities: Sequence[Ability] = (),
    *,
    cost: int = 1,
    strength: int | None = None,
    willpower: int | None = None,
    lore: int | None = None,
    move_cost: int | None = None,
    version: str | None = None,
    names: tuple[str, ...] = (),
    classifications: tuple[str, ...] = (),
    inks: tuple[str, ...] = ("amber",),
    inkwell: bool = True,
) -> CompiledCard:
    """Make a compiled card by hand."""
    printed = CardText(
        name,
        version,
        kind,
        cost,
        inkwell,
        inks,
        strength,
        willpower,
        lore,
        move_cost,
        classifications,
        names=names,
    )
    return CompiledCard(printed=printed, text="", abilities=tuple(abilities))


@dataclass
class Side:
    """One player's cards while a board is laid out."""

    board: "Board"
    player: int
    state: PlayerState

    def put(self, what: CompiledCard | None, zone: Zone = Zone.PLAY, **states: Any) -> CardId:
        """Put a card into a zone; gives its id."""
        number = len(self.board.cards) + 1
        label = states.pop("label", what.printed.full_name if what is not None else "")
        under = states.pop("under", ())
        self.board.cards[number] = Card(number, self.player, what, zone, label=label, **states)
        added: dict[str, Any] = {zone.value: (*getattr(self.state, zone.value), number)}
        self.state = replace(self.state, **added)
        below = []
        for lower in under:
            below.append(len(self.board.cards) + 1)
            self.board.cards[below[-1]] = Card(
                below[-1], self.player, lower, Zone.UNDER, label=lower.printed.full_name if lower else "", top=number
            )
        if below:
            self.board.cards[number] = replace(self.board.cards[number], under=tuple(below))
        return number

    def character(
        self,
        name: str,
        *abilities: Ability,
        strength: int = 1,
        willpower: int = 3,
        lore: int = 1,
        cost: int = 1,
        zone: Zone = Zone.PLAY,
        version: str | None = None,
        names: tuple[str, ...] = (),
        classifications: tuple[str, ...] = ("Storyborn",),
        **states: Any,
    ) -> CardId:
        """Put a character into play, or into another zone."""
        made = face(
            name,
            CardType.CHARACTER,
            abilities,
            cost=cost,
            strength=strength,
            willpower=willpower,
            lore=lore,
            version=version,
            names=names,
            classifications=classifications,
        )
        return self.put(made, zone, **states)

    def item(self, name: str, *abilities: Ability, cost: int = 1, zone: Zone = Zone.PLAY, **states: Any) -> CardId:
        """Put an item into play, or into another zone."""
        return self.put(face(name, CardType.ITEM, abilities, cost=cost), zone, **states)

    def location(
        self,
        name: str,
        *abilities: Ability,
        willpower: int = 5,
        lore: int = 0,
        move_cost: int = 1,
        cost: int = 1,
        zone: Zone = Zone.PLAY,
        **states: Any,
    ) -> CardId:
        """Put a location into play, or into another zone."""
        made = face(name, CardType.LOCATION, abilities, cost=cost, willpower=willpower, lore=lore, move_cost=move_cost)
        return self.put(made, zone, **states)

    def action(self, name: str, *effects: Effect, cost: int = 1, zone: Zone = Zone.HAND, song: bool = False) -> CardId:
        """Put an action or a song into the hand."""
        kinds = ("Action", "Song") if song else ("Action",)
        made = face(name, CardType.ACTION, [ActionEffect(effect=effect) for effect in effects], cost=cost, classifications=kinds)
        return self.put(made, zone)

    def song(self, name: str, *effects: Effect, cost: int = 1, together: int | None = None) -> CardId:
        """Put a song into the hand."""
        abilities: list[Ability] = [ActionEffect(effect=effect) for effect in effects]
        if together is not None:
            abilities.append(keyword(Keyword.SING_TOGETHER, together))
        return self.put(face(name, CardType.ACTION, abilities, cost=cost, classifications=("Action", "Song")), Zone.HAND)

    def ink(self, ready: int, exerted: int = 0) -> "Side":
        """Put unknown cards into the inkwell."""
        for number in range(ready + exerted):
            self.put(None, Zone.INKWELL, exerted=number >= ready, facedown=True)
        return self

    def deck(self, count: int) -> "Side":
        """Put unknown cards into the deck."""
        for _ in range(count):
            self.put(None, Zone.DECK, facedown=True)
        return self

    def hand(self, count: int) -> "Side":
        """Put unknown cards into the hand."""
        for _ in range(count):
            self.put(None, Zone.HAND)
        return self

    def has(self, **values: Any) -> "Side":
        """Set lore, ink drops and the like."""
        self.state = replace(self.state, **values)
        return self


class Board:
    """A board while it is laid out: a player for each deck, which holds so many unknown cards."""

    def __init__(self, *, decks: Sequence[int] = (10, 10)) -> None:
        self.cards: dict[CardId, Card] = {}
        self.sides = [Side(self, number, PlayerState(f"p{number + 1}")) for number in range(len(decks))]
        for side, count in zip(self.sides, decks, strict=True):
            side.deck(count)

    @property
    def p1(self) -> Side:
        """The first player."""
        return self.sides[0]

    @property
    def p2(self) -> Side:
        """The second player."""
        return self.sides[1]

    @property
    def p3(self) -> Side:
        """The third player."""
        return self.sides[2]

    def state(self, **values: Any) -> GameState:
        """Give the state that was laid out."""
        players = tuple(side.state for side in self.sides)
        return GameState(dict(self.cards), players, **values)

    def game(self, answers: "Script | None" = None, *, limits: Limits | None = None, **values: Any) -> Game:
        """Start a game from what was laid out."""
        return Game(self.state(**values), answers if answers is not None else Script(), limits=limits)


Answer = Choice | Callable[[Decision], Choice | None]


@dataclass
class Script:
    """Answer decisions by kind, in the order written; a list of kinds and choices."""

    answers: list[tuple[DecisionKind, Choice]] = field(default_factory=list)
    asked: list[Decision] = field(default_factory=list)

    def take(self, decision: Decision) -> Choice | None:
        """Give the first unused answer of the decision's kind that is legal."""
        self.asked.append(decision)
        for number, (kind, choice) in enumerate(self.answers):
            if kind is decision.kind and decision.admits(choice):
                del self.answers[number]
                return choice
        return None


class AnyOrder(Script):
    """Answer as a script does, and resolve abilities in the order in which they came where it does not say."""

    def take(self, decision: Decision) -> Choice | None:
        """Give the scripted answer, or the first ability of the bag."""
        choice = super().take(decision)
        if choice is None and decision.kind is DecisionKind.RESOLVE:
            return (decision.options[0].value,)
        return choice


def choose(*cards: CardId) -> tuple[DecisionKind, Choice]:
    """Choose cards."""
    return DecisionKind.CHOOSE, cards


def yes() -> tuple[DecisionKind, Choice]:
    """Say yes to a "may"."""
    return DecisionKind.MAY, (True,)


def no() -> tuple[DecisionKind, Choice]:
    """Say no to a "may"."""
    return DecisionKind.MAY, (False,)


def amount(number: int) -> tuple[DecisionKind, Choice]:
    """Give a number."""
    return DecisionKind.AMOUNT, (number,)


def option(number: int) -> tuple[DecisionKind, Choice]:
    """Take an option."""
    return DecisionKind.OPTION, (number,)


def order(*cards: CardId) -> tuple[DecisionKind, Choice]:
    """Put cards in order."""
    return DecisionKind.ORDER, cards


def events(game: Game) -> list[Event]:
    """List the events of the timeline."""
    return [entry.event for entry in game.log]


def happened(game: Game, name: EventName) -> int:
    """Count the events of a name in the timeline."""
    return sum(name in entry.event.names for entry in game.log)
