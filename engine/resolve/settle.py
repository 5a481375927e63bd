"""Settle the game after an effect or turn action: checks, waiting actions, the bag, until quiet (1.8.3, 6.7.8.1, 7.7)."""

from collections.abc import Hashable
from enum import StrEnum

from engine.cite import refs, rule
from engine.errors import EngineLimit
from engine.events import AbilityTaken, BagEmptied
from engine.resolve.bag import choose_entry, describe, next_player, resolve_entry
from engine.resolve.state_check import check_state
from engine.rules.perform import Stage
from engine.rules.playing import resolve_action
from engine.state.game_state import GameState

LOOKS_FROM = 20
"""How many abilities resolve in a row before the game looks out for a loop."""

MOST_RETURNS = 5
"""How often the same state may come back before it counts as a loop."""


@rule("6.1.10", "loops")
class Returns:
    """Recognise that a state comes back while abilities resolve, so that they would go on without end."""

    def __init__(self) -> None:
        self._resolved = 0
        self._seen: dict[Hashable, list[int]] = {}

    def look(self, stage: Stage) -> None:
        """Look at the state before one more ability resolves.

        :raises EngineLimit: the state has come back again and again.
        """
        self._resolved += 1
        if self._resolved < LOOKS_FROM:
            return
        places = self._seen.setdefault(likeness(stage.state), [])
        places.append(len(stage.log))
        if len(places) > MOST_RETURNS:
            cycle = stage.log[places[-2] : places[-1]]
            names = (describe(entry.event.entry, stage.state) for entry in cycle if isinstance(entry.event, AbilityTaken))
            raise EngineLimit(
                f"a loop (6.1.10): the same state has come back {MOST_RETURNS} times while these abilities trigger each other"
                f" without end: {', '.join(dict.fromkeys(names))}",
                tuple(stage.log[-200:]),
                tuple(cycle),
            )


def likeness(state: GameState) -> Hashable:
    """Give what two states have in common when the one is the other come back; what a turn remembers does not count."""
    cards = tuple(
        (card.id, card.zone, card.exerted, card.drying, card.damage, card.at, card.under, card.facedown)
        for card in state.cards.values()
    )
    effects = tuple((id(effect.ability), tuple(ref.id for ref in effect.targets or ())) for effect in state.ongoing)
    bag = tuple((entry.you, entry.source.card.id if entry.source is not None else None, entry.key) for entry in state.bag)
    return (cards, state.players, effects, bag, state.active, state.phase, state.step, len(state.floating))


class Bag(StrEnum):
    """What becomes of the abilities in the bag while the game settles."""

    RESOLVE = "resolve"
    """They resolve, one after another."""
    LEAVE = "leave"
    """They wait, because a player is going to say which resolves next."""


@rule("1.8.1", "after effects and turn actions")
@rule("1.8.2", "abilities wait until checks are done")
@rule("6.7.4", "abilities wait until the effect has resolved")
@rule("6.7.5", "a check after all effects of an ability")
@rule("6.7.8.1", "actions played by effects resolve before the bag")
@rule("7.7.3.1", "the bag waits for the current effect")
@rule("1.7.2", "one thing resolves fully before the next")
@rule("4.4.5", "abilities after an activated ability")
@rule("4.2.2", "abilities after inking")
@rule("4.7.5", "abilities after a move")
@rule("4.5.3", "the quest is complete")
@rule("5.4.5", "abilities that came up while an action was played")
@rule("7.7.4.5", "until no triggered abilities are left")
def settle(stage: Stage, bag: Bag = Bag.RESOLVE) -> bool:
    """Let everything happen that has to; gives whether the bag is empty then.

    :raises DecisionNeeded: a decision is open.
    """
    returns = Returns()
    while True:
        check_state(stage)
        if stage.state.over:
            return True
        if stage.state.waiting:
            resolve_action(stage.state.waiting[0], stage)
            continue
        player = next_player(stage.state)
        if player is None:
            if stage.state.resolving is not None:
                stage.propose(BagEmptied(), rules=refs("7.7.4.5"))
            return True
        if bag is Bag.LEAVE:
            return False
        returns.look(stage)
        resolve_entry(stage, choose_entry(stage, player))
