"""Play a game: the turn actions, what is legal now, and everything that follows from what players do."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

import engine.effects
from corpus.records import CardType
from engine.abilities.vocabulary import Keyword, Zone
from engine.actions.activate import Boost, Use, activated
from engine.actions.base import TurnAction
from engine.actions.challenge import ChallengeWith
from engine.actions.ink import Ink
from engine.actions.move import Move
from engine.actions.play import Play, singer_refusals
from engine.actions.quest import Quest
from engine.cite import refs, rule
from engine.errors import IllegalStep, Refusal
from engine.events import Corrected, GameLost
from engine.resolve.bag import describe, next_player, resolve_entry
from engine.resolve.settle import Bag
from engine.resolve.state_check import leave_game
from engine.rules.costs import alternate_costs
from engine.rules.perform import Stage
from engine.rules.shifting import shift_bases
from engine.state.game_state import BagEntry, GameState, OngoingEffect
from engine.state.objects import Card, PlayerId, PlayerState
from engine.terms import LossReason, Phase, PlayMode
from engine.turn import EndTurn, begin_turn, carry_on, end_effects

FAMILIES = tuple(import_module(f"engine.effects.{found.name}") for found in iter_modules(engine.effects.__path__))
"""The families of effects; importing them fills the table of handlers."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A moment between two steps, to which a game can go back (1.7.6)."""

    state: GameState
    logged: int
    checked: int


class Game(Stage):
    """A game that players act in."""

    def boundary(self) -> Boundary:
        """Remember this moment."""
        return Boundary(self.state, len(self.log), self.checked)

    def go_back(self, boundary: Boundary) -> None:
        """Undo everything since a moment (1.7.6)."""
        self.state = boundary.state
        self.checked = boundary.checked
        # a replacement that was to follow what is undone must not follow what comes next
        self._afterwards.clear()
        del self.log[boundary.logged :]

    @rule("1.7.6", "an illegal action is undone")
    @rule("4.1.4", "a turn action that cannot be completed")
    @rule("1.7.6.1", "the player may attempt it again")
    def act(self, action: TurnAction, bag: Bag = Bag.RESOLVE) -> None:
        """Take a turn action and everything that follows from it.

        :raises IllegalStep: the action is refused; nothing has changed.
        :raises DecisionNeeded: a decision is open; go back to a :meth:`boundary` before taking it again.
        :raises EngineLimit: the game goes on without end.
        """
        self.begin_step()
        refusals = action.verify(self)
        if refusals:
            raise IllegalStep(refusals)
        before = self.boundary()
        try:
            action.do(self)
        except IllegalStep:
            self.go_back(before)
            raise
        carry_on(self, bag)

    @rule("3.2", "Start-of-Turn Phase")
    def begin_turn(self, bag: Bag = Bag.RESOLVE) -> None:
        """Replay the Start-of-Turn Phase of the active player up to their Main Phase."""
        self.begin_step()
        begin_turn(self)
        carry_on(self, bag)

    @rule("7.7.4.2", "a player chooses any of their abilities in the bag")
    def resolve_from_bag(self, entry: BagEntry, bag: Bag = Bag.RESOLVE) -> None:
        """Resolve an ability that waits in the bag, then what follows.

        :raises IllegalStep: it is not one that may resolve next.
        """
        self.begin_step()
        player = next_player(self.state)
        if entry not in self.state.bag or entry.you != player:
            name = describe(entry, self.state)
            raise IllegalStep((Refusal(f"{name} can't resolve next", refs("7.7.4.2", "7.7.4.3")),))
        before = self.boundary()
        try:
            resolve_entry(self, entry)
        except IllegalStep:
            self.go_back(before)
            raise
        carry_on(self, bag)

    @rule("2.3.3.4", "conceding")
    @rule("9.2.3", "leaving the game")
    def concede(self, player: PlayerId) -> None:
        """Let a player concede at any time: they lose and leave the game."""
        self.begin_step()
        if player not in self.state.turn_order():
            raise IllegalStep((Refusal(f"{self.state.players[player].label} has left the game", refs("2.3.3.4")),))
        was_active = player == self.state.active
        self.propose(GameLost(player, LossReason.CONCEDED), rules=refs("2.3.3.4"))
        leave_game(self, player)
        carry_on(self)
        if was_active and not self.state.over:
            self._pass_on(player)

    def _pass_on(self, player: PlayerId) -> None:
        """End the turn of the active player, who has left; then the next player's begins."""
        end_effects(self)
        carry_on(self)

    def correct(
        self,
        cards: tuple[Card, ...] = (),
        players: tuple[tuple[PlayerId, PlayerState], ...] = (),
        effects: tuple[OngoingEffect, ...] = (),
    ) -> None:
        """Set cards and players as a judge says; nothing triggers from it, a game state check follows."""
        self.begin_step()
        self.propose(Corrected(cards, players, effects))
        carry_on(self)

    def waiting(self) -> tuple[tuple[str, BagEntry], ...]:
        """List the abilities in the bag, each as answers name it."""
        return tuple((describe(entry, self.state), entry) for entry in self.state.bag)

    def settle(self, bag: Bag = Bag.RESOLVE) -> None:
        """Check the state and resolve what waits, for a board that was just built."""
        self.begin_step()
        carry_on(self, bag)

    @rule("4.1.3", "the turn actions")
    @rule("4.1.1", "turn actions")
    def legal_actions(self) -> tuple[TurnAction, ...]:
        """List what the active player may do now, by the same checks that refuse."""
        if self.state.over or self.state.phase is not Phase.MAIN or self.state.bag:
            return ()
        return tuple(action for action in self._candidates() if action.can(self))

    def _candidates(self) -> Iterator[TurnAction]:
        state, view = self.state, self.view
        player = state.active
        mine = state.players[player]
        for card in (*mine.hand, *mine.discard, *mine.deck[:1], *state.zone_of(player, Zone.UNDER)):
            yield Ink(card)
            if view.card(card).face is not None:
                yield from self._ways_to_play(card)
        locations = [other for other in mine.play if view.sheet(other).type is CardType.LOCATION]
        for card in (*mine.play, *(other for other in view.sheets if view.card(other).owner != player)):
            yield from (Use(card, held.key) for held in activated(card, view))
        for card in mine.play:
            sheet = view.sheet(card)
            if sheet.has(Keyword.BOOST):
                yield Boost(card)
            if sheet.type is CardType.CHARACTER:
                yield Quest(card)
                yield from (ChallengeWith(card, other) for other in view.sheets if view.card(other).owner != player)
                yield from (Move(card, location) for location in locations)
        yield EndTurn()

    def _ways_to_play(self, card: int) -> Iterator[TurnAction]:
        view, player = self.view, self.state.active
        yield Play(card)
        for bases in shift_bases(card, player, view):
            yield Play(card, PlayMode.SHIFT, shift_onto=bases)
        sheet = view.sheet(card)
        if "Song" in sheet.classifications:
            singers = [other for other in self.state.players[player].play if not singer_refusals(other, player, view)]
            yield from (Play(card, PlayMode.SING, singers=(singer,)) for singer in singers)
            if sheet.has(Keyword.SING_TOGETHER) and len(singers) > 1:
                yield Play(card, PlayMode.SING_TOGETHER, singers=tuple(singers))
        if view.card(card).zone is not Zone.PLAY:
            for change, static in alternate_costs("play", card, player, view):
                mode = PlayMode.ALTERNATE if change.costs else PlayMode.FOR_FREE
                yield Play(card, mode, alternate=static.ability.name)
