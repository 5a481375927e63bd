"""Move a character to a location (4.7)."""

from dataclasses import dataclass

from corpus.records import CardType
from engine.abilities.statics import AlternateCost, Doing
from engine.abilities.vocabulary import Stat
from engine.actions.base import TurnAction, own_in_play, timing_refusals
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.events import CharacterMoved
from engine.rules.costs import BY_INK_FIRST, Paid, Payment, alternate_costs, ink_refusals, pay_ink, total_of
from engine.rules.perform import Stage
from engine.rules.prevention import barring
from engine.state.objects import CardId
from engine.state.view import View


@rule("4.7.3.2", "for free")
@rule("4.7.3.3", "the total cost to move")
@rule("5.6.5.2", "move cost")
def cost_to_move(card: CardId, location: CardId, view: View) -> int:
    """Give the ink that moving a character to a location costs; 0 where it may move for free."""
    player = view.state.active
    for change, static in (*alternate_costs("move", location, player, view), *alternate_costs("move", card, player, view)):
        if not change.costs and _means_this_move(change, static.source.id if static.source else None, location, view):
            return 0
    base = view.sheet(location).counted(Stat.MOVE_COST)
    return total_of(Paid("move", location, player, mover=card), base, view)


def _means_this_move(change: AlternateCost, source: CardId | None, location: CardId, view: View) -> bool:
    """Tell whether an offer of a location ("move here for free") means this location."""
    if source is None or view.sheet(source).type is not CardType.LOCATION:
        return True
    return source == location


@dataclass(frozen=True, slots=True)
class Move(TurnAction):
    """Pay a location's move cost to move a character there."""

    card: CardId
    location: CardId
    payment: Payment = BY_INK_FIRST

    @rule("4.7.1", "one's own characters to one's own locations")
    @rule("4.7.2", "already there")
    @rule("4.7.3.1", "choose a character and a location")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the character may not move there now."""
        view = stage.view
        refusals = [
            *timing_refusals(stage),
            *own_in_play(self.card, CardType.CHARACTER, view, "move", "4.7.1"),
            *own_in_play(self.location, CardType.LOCATION, view, "move a character to", "4.7.1"),
        ]
        found, place = view.card(self.card), view.card(self.location)
        if found.at == self.location:
            refusals.append(Refusal(f"{found.name} is already at {place.name}", refs("4.7.2")))
        if barring(self.card, Doing.MOVE, view, self.location) is not None:
            refusals.append(Refusal(f"an effect keeps {found.name} from moving", refs("1.2.2")))
        if not refusals:
            cost = cost_to_move(self.card, self.location, view)
            refusals.extend(ink_refusals(cost, stage.state.active, stage.state, self.payment, "move"))
        return tuple(refusals)

    @rule("4.7.3.4", "pay the move cost")
    @rule("4.7.4", "the character moves")
    @rule("4.7.3", "steps of moving a character")
    def do(self, stage: Stage) -> None:
        """Pay and move."""
        player = stage.state.active
        pay_ink(cost_to_move(self.card, self.location, stage.view), player, stage, None, self.payment)
        stage.propose(CharacterMoved(self.card, self.location, player), rules=refs("4.7.4"))
