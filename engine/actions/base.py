"""Say what every turn action has: ``verify`` gives all reasons against it, ``can`` whether there are none, ``do`` does it."""

from abc import ABC, abstractmethod

from corpus.records import CardType
from engine.abilities.vocabulary import Zone
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.rules.perform import Stage
from engine.state.objects import CardId, PlayerId
from engine.state.view import View
from engine.terms import Phase


class TurnAction(ABC):
    """One thing that the active player can do in their Main Phase."""

    __slots__ = ()

    @abstractmethod
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the action may not be taken now; none means that it may."""

    @abstractmethod
    def do(self, stage: Stage) -> None:
        """Take the action; abilities that trigger wait in the bag.

        :raises IllegalStep: a cost turned out not to be payable in full (4.1.4).
        :raises DecisionNeeded: a decision is open.
        """

    def can(self, stage: Stage) -> bool:
        """Tell whether the action may be taken now."""
        return not self.verify(stage)


@rule("4.1.2", "only the active player, only in the Main Phase")
@rule("4.1.5", "abilities wait until the action is complete")
@rule("5.3.2", "characters in the Main Phase")
@rule("5.4.2", "actions in the Main Phase")
@rule("5.5.2", "items in the Main Phase")
@rule("5.6.2", "locations in the Main Phase")
def timing_refusals(stage: Stage, player: PlayerId | None = None) -> tuple[Refusal, ...]:
    """Say why no turn action may be taken at this moment, if none may."""
    state = stage.state
    refusals = []
    if state.over:
        refusals.append(Refusal("the game is over", refs("2.3.3")))
    if player is not None and player != state.active:
        label, active = state.players[player].label, state.players[state.active].label
        refusals.append(Refusal(f"it is the turn of {active}, and {label} can't take turn actions", refs("4.1.2")))
    if state.phase is not Phase.MAIN:
        refusals.append(Refusal("it is not the Main Phase", refs("4.1.2", "3.3.1")))
    if state.challenge is not None:
        refusals.append(Refusal("a challenge is going on", refs("4.1.2", "6.3.2")))
    if state.bag:
        refusals.append(Refusal("abilities in the bag have to resolve first", refs("4.1.2", "3.3.2.1")))
    return tuple(refusals)


_TYPE_ASKED = {"4.5.1": "5.3.4", "4.6.1": "5.3.4", "4.7.1": "4.7.3.1"}
"""The rule that asks for the type of the card, where it is another one than the rule of the turn action."""


def own_in_play(card: CardId, kind: CardType | None, view: View, doing: str, *rules: str) -> tuple[Refusal, ...]:
    """Say why a card is not one of the active player's cards of a type in play, if it is not."""
    found = view.card(card)
    if found.zone is not Zone.PLAY:
        under = ("5.1.1.5",) if found.zone is Zone.UNDER else ()
        return (Refusal(f"{found.name} is not in play", refs("5.1.1.8", *under, *rules)),)
    refusals = []
    if found.owner != view.state.active:
        refusals.append(
            Refusal(f"{found.name} is not a card of the active player, so they can't {doing} it", refs("4.1.2", *rules))
        )
    if kind is not None and view.sheet(card).type is not kind:
        asked = (_TYPE_ASKED[number] for number in rules if number in _TYPE_ASKED)
        refusals.append(Refusal(f"{found.name} is not a {kind.value}", refs(*rules, *asked)))
    return tuple(refusals)
