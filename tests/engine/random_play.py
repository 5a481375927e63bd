"""Play at random with real cards: boards, choices and turn actions that nobody would think of."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

from corpus.records import CardText, CardType
from engine.abilities.base import walk
from engine.abilities.effects import QuestEffect
from engine.abilities.kinds import Ability, ActivatedAbility, CompiledCard
from engine.abilities.players import Jointly, You
from engine.abilities.statics import QuestChange
from engine.abilities.vocabulary import Keyword, Zone
from engine.actions.activate import Boost, Use, activated
from engine.actions.base import TurnAction
from engine.actions.challenge import ChallengeWith
from engine.actions.ink import Ink
from engine.actions.move import Move
from engine.actions.play import Play
from engine.actions.quest import Quest
from engine.api import compile_card
from engine.decisions import Choice, Decision, DecisionKind
from engine.errors import IllegalStep, Unsupported
from engine.game import Game
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, PlayerState
from engine.terms import Format, PlayMode
from engine.turn import EndTurn

NAMES = ("Mickey Mouse", "Elsa", "Stitch", "Nobody")
"""What is named where a text asks for a name."""

TRIES = 200
"""How many choices are drawn before all of them are tried in order."""


class NoChoice(AssertionError):
    """A decision was asked that no choice settles."""


@dataclass
class Chance:
    """Answer every decision with a legal choice at random, and remember the choices."""

    rng: random.Random
    given: list[Choice] = field(default_factory=list)

    def take(self, decision: Decision) -> Choice:
        """Give a legal choice."""
        choice = self._draw(decision)
        self.given.append(choice)
        return choice

    def _draw(self, decision: Decision) -> Choice:
        if decision.kind is DecisionKind.NAME:
            return (self.rng.choice(NAMES),)
        values = [option.value for option in decision.options]
        most = min(decision.maximum, len(values))
        for _ in range(TRIES):
            if most < decision.minimum:
                break
            choice = tuple(self.rng.sample(values, self.rng.randint(decision.minimum, most)))
            if decision.admits(choice):
                return choice
        ways = permutations if decision.kind is DecisionKind.ORDER else combinations
        for size in range(decision.minimum, most + 1):
            for choice in ways(values, size):
                if decision.admits(choice):
                    return choice
        raise NoChoice(f"nothing settles {decision}")


@dataclass
class Recorded:
    """Answer with choices that were given before, in order."""

    given: list[Choice]

    def take(self, decision: Decision) -> Choice:
        """Give the next choice."""
        return self.given.pop(0)


@dataclass
class Dealer:
    """Deal boards out of a pool of cards."""

    pool: Sequence[CompiledCard]
    rng: random.Random
    cards: dict[CardId, Card] = field(default_factory=dict)

    def state(self, players: int = 2) -> GameState:
        """Deal a board in the middle of a game."""
        sides = tuple(self._side(player) for player in range(players))
        form = Format.PACK_RUSH if self.rng.random() < 0.1 else Format.CONSTRUCTED
        return GameState(self.cards, sides, active=self.rng.randrange(players), turn=self.rng.choice((1, 3, 8)), format=form)

    def _side(self, player: int) -> PlayerState:
        rng = self.rng
        stays = [card for card in self.pool if card.printed.type is not CardType.ACTION]
        deck = self._put(player, Zone.DECK, rng.randint(*rng.choice(((1, 6), (30, 60)))), self.pool, facedown=True)
        play = self._put(player, Zone.PLAY, rng.randint(2, 7), stays)
        for card in play:
            self._touch(card, play)
        shuffled = frozenset(deck) if len(deck) > 1 and rng.random() < 0.5 else frozenset()
        return PlayerState(
            f"p{player + 1}",
            lore=rng.choice((0, 0, 3, 12)),
            ink_drops=rng.choice((0, 0, 2)),
            deck=deck,
            hand=self._put(player, Zone.HAND, rng.randint(2, 8), self.pool),
            play=play,
            inkwell=self._put(player, Zone.INKWELL, rng.randint(3, 12), self.pool, facedown=True),
            discard=self._put(player, Zone.DISCARD, rng.randint(0, 6), self.pool),
            shuffled=shuffled,
        )

    def _put(
        self, player: int, zone: Zone, count: int, pool: Sequence[CompiledCard], *, facedown: bool = False
    ) -> tuple[CardId, ...]:
        first = len(self.cards) + 1
        for number in range(first, first + count):
            face = self.rng.choice(pool)
            label = f"{face.printed.full_name} ({number})"
            self.cards[number] = Card(number, player, face, zone, label=label, facedown=facedown)
        return tuple(range(first, first + count))

    def _touch(self, card: CardId, play: Sequence[CardId]) -> None:
        """Give a card in play states: exerted, drying, damaged, at a location, with a card under it."""
        rng, found = self.rng, self.cards[card]
        kind = found.face.printed.type if found.face is not None else None
        places = [other for other in play if self._kind(other) is CardType.LOCATION]
        if kind is CardType.CHARACTER:
            willpower = (found.face.printed.willpower or 1) if found.face is not None else 1
            found = replace(
                found,
                exerted=rng.random() < 0.3,
                drying=rng.random() < 0.2,
                damage=rng.randrange(willpower) if willpower > 1 else 0,
                at=rng.choice(places) if places and rng.random() < 0.3 else None,
            )
        self.cards[card] = found
        if kind is not None and rng.random() < 0.1:
            under = len(self.cards) + 1
            face = rng.choice(self.pool)
            self.cards[under] = Card(under, found.owner, face, Zone.UNDER, label=f"under ({under})", top=card, facedown=True)
            self.cards[card] = replace(self.cards[card], under=(under,))

    def _kind(self, card: CardId) -> CardType | None:
        face = self.cards[card].face
        return face.printed.type if face is not None else None


def every_action(game: Game) -> Iterator[TurnAction]:
    """Give the turn actions that name cards of this game in any way, most of them illegal."""
    state, view = game.state, game.view
    cards = list(state.cards)
    inplay = list(view.sheets)
    yield EndTurn()
    for card in cards:
        yield Ink(card)
        yield Play(card)
        yield Quest(card)
        yield Boost(card)
        yield from (Use(card, held.key) for held in activated(card, view))
    for card in inplay:
        yield from (ChallengeWith(card, other) for other in inplay)
        yield from (Move(card, other) for other in inplay)
    for card in cards:
        face = state.cards[card].face
        if face is None:
            continue
        if face.printed.is_song:
            yield from (Play(card, PlayMode.SING, singers=(other,)) for other in inplay)
        if view.sheet(card).has(Keyword.SHIFT):
            yield from (Play(card, PlayMode.SHIFT, shift_onto=(other,)) for other in inplay)


@dataclass(frozen=True)
class Taken:
    """A turn action that was tried, and what it came to."""

    action: TurnAction
    outcome: str
    """``done``, ``illegal`` or ``unsupported``."""
    why: str = ""
    """What the engine does not execute."""


def take(game: Game, action: TurnAction) -> Taken:
    """Take a turn action; undo it where the rules or the engine refuse it."""
    before = game.boundary()
    try:
        game.act(action)
    except IllegalStep:
        return Taken(action, "illegal")
    except Unsupported as error:
        game.go_back(before)
        return Taken(action, "unsupported", str(error))
    return Taken(action, "done")


SELDOM: dict[type[TurnAction], float] = {Quest: 0.15, EndTurn: 0.1}
"""How often kinds of turn actions that bring the game to its end are drawn, where others are legal."""


def next_action(game: Game, rng: random.Random) -> TurnAction | None:
    """Draw a legal action: first its kind, then one of that kind."""
    legal = game.legal_actions()
    kinds = list(dict.fromkeys(type(action) for action in legal))
    if not kinds:
        return None
    kind = rng.choices(kinds, [SELDOM.get(kind, 1.0) for kind in kinds])[0]
    return rng.choice([action for action in legal if type(action) is kind])


QUESTS_ONLY = (QuestEffect, QuestChange, Jointly)
"""What only an Illumineer's Quest explains, so that the engine leaves it alone."""


def of_quests_only(ability: Ability) -> bool:
    """Tell whether an ability means nothing outside an Illumineer's Quest."""
    for_others = isinstance(ability, ActivatedAbility) and not isinstance(ability.used_by, You)
    return for_others or any(isinstance(node, QUESTS_ONLY) for node in walk(ability))


class Pool(tuple[CompiledCard, ...]):
    """The cards that random games are dealt from."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{len(self)} cards"


def playable(cards: Iterable[CardText]) -> Pool:
    """Compile the cards of which every word is executed."""
    compiled = (compile_card(card) for card in cards)
    return Pool(card for card in compiled if not card.unread and not any(of_quests_only(ability) for ability in card.abilities))


@dataclass
class Played:
    """A game that was played at random, from the board that was dealt."""

    start: GameState
    game: Game
    given: list[Choice]
    taken: list[Taken] = field(default_factory=list)

    def done(self) -> list[TurnAction]:
        """List the actions that were taken, without those that were undone."""
        return [each.action for each in self.taken if each.outcome == "done"]


def games(pool: Sequence[CompiledCard], seed: int, steps: int) -> Iterator[Played]:
    """Play so many turn actions at random, on a new board whenever a game is over; gives the games after every action.

    The same seed gives the same games.
    """
    rng = random.Random(seed)
    left = steps
    while left > 0:
        state = Dealer(pool, rng).state(rng.choice((2, 2, 2, 3, 4)))
        chance = Chance(rng)
        played = Played(state, Game(state, chance), chance.given)
        while left > 0:
            action = next_action(played.game, rng)
            if action is None:
                break
            kept = len(chance.given)
            played.taken.append(take(played.game, action))
            if played.taken[-1].outcome != "done":
                # an action that was undone leaves nothing behind, its choices neither
                del chance.given[kept:]
            left -= 1
            yield played
        left -= 1
