"""Settle the game after an effect or turn action: checks, waiting actions, the bag, until quiet (1.8.3, 6.7.8.1, 7.7)."""

from enum import StrEnum

from engine.cite import rule
from engine.resolve.bag import choose_entry, next_player, resolve_entry
from engine.resolve.state_check import check_state
from engine.rules.perform import Stage
from engine.rules.playing import resolve_action


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
def settle(stage: Stage, bag: Bag = Bag.RESOLVE) -> bool:
    """Let everything happen that has to; gives whether the bag is empty then.

    :raises DecisionNeeded: a decision is open.
    """
    while True:
        check_state(stage)
        if stage.state.over:
            return True
        if stage.state.waiting:
            resolve_action(stage.state.waiting[0], stage)
            continue
        player = next_player(stage.state)
        if player is None:
            return True
        if bag is Bag.LEAVE:
            return False
        resolve_entry(stage, choose_entry(stage, player))
