"""Use an activated ability (4.4), Boost included (8.4)."""

from dataclasses import dataclass

from engine.abilities.costs import Cost, ExertThis
from engine.abilities.kinds import ActivatedAbility
from engine.abilities.players import Jointly, You
from engine.abilities.statics import Doing
from engine.abilities.vocabulary import Keyword, Limit, Wording, Zone
from engine.actions.base import TurnAction, own_in_play, timing_refusals
from engine.cite import refs, rule
from engine.errors import Refusal, Unsupported
from engine.events import AbilityUsed, CardPutUnder, LimitReached
from engine.resolve.bag import TIMES
from engine.rules.choices import may, top_of_deck
from engine.rules.conditions import is_turn_of
from engine.rules.context import Frame, Origin
from engine.rules.costs import (
    BY_INK_FIRST,
    Paid,
    Payment,
    alternate_costs,
    cost_refusals,
    ink_refusals,
    pay,
    pay_ink,
    paying_cards,
    total_of,
)
from engine.rules.perform import Stage
from engine.rules.prevention import barring
from engine.rules.query import holds, persons
from engine.rules.scope import Scope
from engine.rules.triggers import ability_name
from engine.state.objects import CardId, Held, PlayerId
from engine.state.view import View


def activated(card: CardId, view: View) -> tuple[Held, ...]:
    """List the activated abilities of a card that work where it is."""
    zone = view.card(card).zone
    return tuple(
        held
        for held in view.sheet(card).abilities
        if isinstance(held.ability, ActivatedAbility) and held.ability.works_from is zone
    )


@rule("1.2.1", "a text lets other players use an ability")
def users(held: Held, owner: PlayerId, view: View) -> tuple[PlayerId, ...]:
    """List the players who may use an activated ability, in their own turn."""
    ability = held.ability
    if not isinstance(ability, ActivatedAbility) or isinstance(ability.used_by, You):
        return (owner,)
    scope = Scope(owner, None)
    if isinstance(ability.used_by, Jointly) and len(persons(ability.used_by.players, scope, view)) > 1:
        raise Unsupported(f"a card of {view.state.players[owner].label}", ability_name(held), "players-acting-together")
    return persons(ability.used_by, scope, view)


@dataclass(frozen=True, slots=True)
class Use(TurnAction):
    """Pay the cost of an activated ability for its effect."""

    card: CardId
    key: str
    """The ability's key on the card."""
    payment: Payment = BY_INK_FIRST
    pay_with: tuple[CardId, ...] = ()
    """The cards with which a cost that exerts, discards or banishes others is to be paid."""

    def _held(self, view: View) -> Held | None:
        return next((held for held in activated(self.card, view) if held.key == self.key), None)

    @rule("4.4.1", "activated abilities of cards in play")
    @rule("4.4.3", "only the active player")
    @rule("5.1.1.8", "in play")
    @rule("6.3.1", "during the Main Phase")
    @rule("6.3.2", "while nothing else resolves")
    @rule("4.4.3.4", "paid in full")
    @rule("5.5.4", "items, the turn they are played")
    @rule("5.6.4", "locations, the turn they are played")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the ability may not be used now."""
        view = stage.view
        found = view.card(self.card)
        refusals = list(timing_refusals(stage))
        held = self._held(view)
        if held is None or not isinstance(held.ability, ActivatedAbility):
            refusals.extend(own_in_play(self.card, None, view, "use", "4.4.1"))
            return (*refusals, Refusal(f"{found.name} has no such activated ability", refs("4.4.1")))
        ability = held.ability
        if stage.state.active not in users(held, found.owner, view):
            refusals.append(Refusal(f"{found.name} is not a card of the active player", refs("4.4.3", "4.4.1")))
        if found.zone is Zone.PLAY and barring(self.card, Doing.USE_ABILITIES, view) is not None:
            refusals.append(Refusal(f"an effect keeps the abilities of {found.name} from being used", refs("1.2.2")))
        frame = self._frame(held, stage)
        if not is_turn_of(ability.turn, frame, view):
            refusals.append(Refusal("it is not the turn that the ability asks for", refs("6.1.13.1")))
        if ability.condition is not None and not holds(ability.condition, frame, view):
            refusals.append(Refusal("the condition of the ability is not met", refs("6.1.15", "6.1.16.2")))
        refusals.extend(self._limit(held, stage))
        costs = self._costs(ability, view)
        refusals.extend(cost_refusals(costs, frame, stage, "use", self.payment))
        takes = frozenset(card for cost in costs for card in paying_cards(cost, frame, stage))
        for card in self.pay_with:
            if card not in takes:
                refusals.append(Refusal(f"{view.card(card).name} can't pay this cost", refs("1.5.3", "4.4.2.1", "4.4.3.4")))
        return tuple(refusals)

    @rule("4.4.3.2", "for free: all costs but exerting are ignored")
    @rule("6.1.7.1", "used for free")
    def _costs(self, ability: ActivatedAbility, view: View) -> tuple[Cost, ...]:
        """Give the parts of the cost, of which an offer to use it for free leaves only the exerting."""
        offers = alternate_costs("use", self.card, view.card(self.card).owner, view)
        if any(not change.costs for change, _ in offers):
            return tuple(cost for cost in ability.costs if isinstance(cost, ExertThis))
        return ability.costs

    @rule("6.1.13.2", "once")
    def _limit(self, held: Held, stage: Stage) -> tuple[Refusal, ...]:
        most = TIMES.get(held.ability.limit) if isinstance(held.ability, ActivatedAbility) else None
        used = stage.state.used.count((stage.state.card(self.card).ref, held.key))
        if most is None or used < most:
            return ()
        return (Refusal("the ability has been used this turn as often as it can be", refs("6.1.13.2")),)

    def _frame(self, held: Held, stage: Stage) -> Frame:
        snapshot = stage.view.snapshot(self.card)
        frame = Frame(
            snapshot.card.owner,
            snapshot.ref,
            origin=Origin.ACTIVATED,
            name=ability_name(held),
            key=held.key,
            span=held.ability.span,
        )
        frame.snapshots[snapshot.ref] = snapshot
        frame.players["user"] = (stage.state.active,)
        return frame

    @rule("4.4.3.1", "announce the ability")
    @rule("4.4.4", "the effect resolves immediately")
    @rule("6.3.3", "abilities wait until it has resolved")
    @rule("6.1.4", "a permission may be declined")
    def do(self, stage: Stage) -> None:
        """Pay, then resolve the effect."""
        held = self._held(stage.view)
        if held is None or not isinstance(held.ability, ActivatedAbility):
            return
        ability = held.ability
        frame = self._frame(held, stage)
        frame.resolution = stage.next_resolution()
        frame.whole = ability.effect
        if ability.wording is Wording.PERMISSION and not may(frame.you, frame, stage, "whether to use the ability", default=True):
            return
        limited = ability.limit is not Limit.NONE
        used = AbilityUsed(self.card, held.key, frame.name, stage.state.active, limited)
        pay(self._costs(ability, stage.view), frame, stage, "use", self.payment)
        stage.propose(used, frame=frame, rules=refs("4.4.4", "4.4.3.1"))
        stage.resolve(ability.effect, frame)


@dataclass(frozen=True, slots=True)
class Boost(TurnAction):
    """Pay for Boost: the top card of the deck goes facedown under the card."""

    card: CardId
    payment: Payment = BY_INK_FIRST

    @rule("8.4.1", "Boost")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why Boost may not be used now."""
        view = stage.view
        found = view.card(self.card)
        refusals = [*timing_refusals(stage), *own_in_play(self.card, None, view, "boost", "8.4.1")]
        if not view.sheet(self.card).has(Keyword.BOOST):
            return (*refusals, Refusal(f"{found.name} has no Boost", refs("8.4.1")))
        if (found.ref, Keyword.BOOST.value) in stage.state.used:
            refusals.append(Refusal(f"Boost of {found.name} was already used this turn", refs("8.4.1", "6.1.13.2")))
        if barring(self.card, Doing.USE_ABILITIES, view) is not None:
            refusals.append(Refusal(f"an effect keeps the abilities of {found.name} from being used", refs("1.2.2")))
        refusals.extend(ink_refusals(self._cost(view), stage.state.active, stage.state, self.payment, "boost"))
        return tuple(refusals)

    def _cost(self, view: View) -> int:
        base = view.sheet(self.card).keywords.get(Keyword.BOOST, 0)
        return total_of(Paid("boost", self.card, view.state.active), base, view)

    @rule("8.4.1", "once during your turn")
    @rule("8.4.3", "it is not played")
    def do(self, stage: Stage) -> None:
        """Pay and put the top card of the deck facedown under the card."""
        player = stage.state.active
        snapshot = stage.view.snapshot(self.card)
        name = Keyword.BOOST.value
        frame = Frame(player, snapshot.ref, origin=Origin.ACTIVATED, resolution=stage.next_resolution(), name=name, key=name)
        _, drops = pay_ink(self._cost(stage.view), player, stage, frame, self.payment)
        frame.amounts["drops"] = drops
        stage.propose(LimitReached(snapshot.ref, name), frame=frame, rules=refs("8.4.1"))
        stage.propose(AbilityUsed(self.card, name, name, player, False), frame=frame, rules=refs("8.4.1"))
        for card in top_of_deck(player, 1, frame, stage):
            put = CardPutUnder(card, Zone.DECK, self.card, facedown=True, boosted=True, actor=player)
            stage.propose(put, frame=frame, rules=refs("8.4.1", "8.4.3"))
