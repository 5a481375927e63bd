"""Ink a card (4.2)."""

from dataclasses import dataclass

from engine.abilities.statics import AdditionalInk, Doing, InkableAs, InkFrom
from engine.abilities.vocabulary import Zone
from engine.actions.base import TurnAction, timing_refusals
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.events import CardMoved, CardsRevealed
from engine.rules.moving import inked_exerted
from engine.rules.perform import Stage
from engine.rules.prevention import barring_player
from engine.rules.query import meets, persons, read
from engine.rules.scope import Scope
from engine.state.objects import CardId, PlayerId
from engine.state.view import View
from engine.terms import Manner
from engine.wording import counted


@rule("4.2.3", "once during a turn")
@rule("4.2.3.1", "additional cards")
@rule("7.5.5", "putting an additional card into the inkwell")
def most_inks(player: PlayerId, view: View) -> int:
    """Give how many cards a player may ink this turn."""
    most = 1
    for change, mark in view.of_kind(AdditionalInk):
        scope = Scope.of_static(mark.static)
        if player in persons(change.player, scope, view):
            most += read(change.amount, scope, view)
    return most


@dataclass(frozen=True, slots=True)
class Ink(TurnAction):
    """Put a card from the hand into the inkwell."""

    card: CardId

    @rule("4.2.1.1", "a card from hand")
    @rule("4.2.1.2", "the inkwell symbol")
    @rule("5.2.3", "the inkwell symbol")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the card may not be inked now."""
        view, player = stage.view, stage.state.active
        found = view.card(self.card)
        refusals = list(timing_refusals(stage))
        if found.owner != player or not (found.zone is Zone.HAND or self._may_come_from(view)):
            refusals.append(Refusal(f"{found.name} is not in the active player's hand", refs("4.2.1.1")))
        if not has_inkwell_symbol(self.card, view):
            refusals.append(Refusal(f"{found.name} has no inkwell symbol", refs("4.2.1.1", "4.2.1.2", "5.2.3")))
        most, done = most_inks(player, view), stage.state.players[player].inks
        if done >= most:
            been = f"{done} {'has' if done == 1 else 'have'} been"
            refusals.append(Refusal(f"only {counted(most, 'card')} can be inked this turn, and {been}", refs("4.2.3")))
        if barring_player(player, Doing.INK, view, self.card) is not None:
            refusals.append(Refusal("an effect keeps the player from inking", refs("1.2.2")))
        return tuple(refusals)

    def _may_come_from(self, view: View) -> bool:
        found = view.card(self.card)
        for change, mark in view.of_kind(InkFrom):
            scope = Scope.of_static(mark.static)
            theirs = mark.static.you == found.owner and change.cards.zone is found.zone
            if theirs and meets(change.cards.criteria, found, view.sheet(self.card), scope, view):
                return found.zone is not Zone.DECK or view.state.players[found.owner].deck[:1] == (self.card,)
        return False

    @rule("4.2.1.3", "facedown and ready")
    @rule("7.5.2", "facedown and ready")
    @rule("4.2.1", "declare and put into the inkwell")
    def do(self, stage: Stage) -> None:
        """Reveal the card and put it into the inkwell."""
        player = stage.state.active
        origin = stage.state.card(self.card).zone
        stage.propose(CardsRevealed((self.card,), player), rules=refs("4.2.1.1"))
        exerted = inked_exerted(player, stage.view)
        moved = CardMoved(self.card, origin, Zone.INKWELL, Manner.INK, facedown=True, exerted=exerted, actor=player)
        stage.propose(moved, rules=refs("4.2.1.3", "7.5.2"))


def has_inkwell_symbol(card: CardId, view: View) -> bool:
    """Tell whether a card has the inkwell symbol, or counts as having it."""
    found, sheet = view.card(card), view.sheet(card)
    if sheet.inkwell:
        return True
    return any(
        mark.static.you == found.owner and meets(change.cards.criteria, found, sheet, Scope.of_static(mark.static), view)
        for change, mark in view.of_kind(InkableAs)
    )
