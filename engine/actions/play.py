"""Play a card (4.3)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.names import name_key
from corpus.records import CardType
from engine.abilities.costs import Cost, DoToPay, PayInk
from engine.abilities.effects import Effect
from engine.abilities.keywords import ShiftAbility
from engine.abilities.statics import AlternateCost, Cannot, Doing, PlayFrom
from engine.abilities.values import Number
from engine.abilities.vocabulary import Keyword, Occurrence, Stat, Zone
from engine.actions.base import TurnAction, timing_refusals
from engine.cite import refs, rule
from engine.errors import Refusal
from engine.events import CardExerted, CardsRevealed
from engine.rules.context import Frame, Origin
from engine.rules.costs import (
    BY_INK_FIRST,
    Payment,
    alternate_costs,
    cost_refusals,
    cost_to_sing,
    ink_refusals,
    own_statics,
    pay,
    pay_ink,
    total_to_play,
)
from engine.rules.perform import Stage
from engine.rules.playing import Playing, may_enter_exerted, play, resolve_action
from engine.rules.prevention import barring, barring_player, reason_of
from engine.rules.query import holds, meets, persons, read
from engine.rules.scope import Scope
from engine.rules.shifting import shift_refusals, usable_shift
from engine.state.objects import CardId, Mark, PlayerId, Static
from engine.state.view import View
from engine.terms import PlayMode


@dataclass(frozen=True, slots=True)
class Play(TurnAction):
    """Play a card for its ink cost or for one alternate cost (4.3.2.2)."""

    card: CardId
    mode: PlayMode = PlayMode.INK_COST
    shift_onto: tuple[CardId, ...] = ()
    singers: tuple[CardId, ...] = ()
    alternate: str = ""
    """The ability that offers the alternate cost, or the verb of the cost; empty: any."""
    bodyguard: bool | None = None
    """Whether Bodyguard, or another text by which it may, is used to enter exerted; None: ask."""
    payment: Payment = BY_INK_FIRST

    @rule("4.3.1", "from the hand")
    @rule("4.3.2", "only in one's own turn")
    @rule("4.3.2.2", "one cost is chosen")
    @rule("1.2.2", "can't play")
    def verify(self, stage: Stage) -> tuple[Refusal, ...]:
        """Give every reason why the card may not be played so now."""
        view, player = stage.view, stage.state.active
        found = view.card(self.card)
        refusals = list(timing_refusals(stage))
        if found.owner != player or not (found.zone is Zone.HAND or playable_from(self.card, player, view)):
            refusals.append(Refusal(f"{found.name} is not in the active player's hand", refs("4.3.1", "4.3.2")))
        if found.face is None:
            refusals.append(Refusal("nobody knows which card this is", refs("4.3.2.1")))
            return tuple(refusals)
        barred = barring_player(player, Doing.PLAY, view, self.card) or _forbidding_itself(self.card, view)
        if barred is not None:
            refusals.append(Refusal(f"an effect says that {found.name} can't be played", refs(*reason_of(barred))))
        if self.bodyguard and not may_enter_exerted(self._playing(view), stage):
            refusals.append(Refusal(f"nothing lets {found.name} enter play exerted", refs("8.3.2", "5.1.1.1", "6.7.9")))
        refusals.extend(self._cost_refusals(stage))
        return tuple(refusals)

    def _cost_refusals(self, stage: Stage) -> tuple[Refusal, ...]:
        view, player = stage.view, stage.state.active
        match self.mode:
            case PlayMode.INK_COST:
                total = total_to_play(view.sheet(self.card).counted(Stat.COST), self.card, player, view)
                return ink_refusals(total, player, stage.state, self.payment)
            case PlayMode.SHIFT:
                return self._shift_refusals(stage)
            case PlayMode.SING | PlayMode.SING_TOGETHER:
                return singing_refusals(self.card, self.singers, player, view)
            case PlayMode.FOR_FREE | PlayMode.ALTERNATE:
                return self._alternate_refusals(stage)

    def _shift_refusals(self, stage: Stage) -> tuple[Refusal, ...]:
        view, player = stage.view, stage.state.active
        refusals = shift_refusals(self.card, self.shift_onto, player, view)
        shift = usable_shift(self.card, self.shift_onto, player, view)
        if refusals or shift is None:
            return refusals
        frame = self._frame(stage, Keyword.SHIFT.value)
        if self.alternate and not any(self._is_meant(*offer) for offer in alternate_costs("shift", self.card, player, view)):
            name = view.card(self.card).name
            return (Refusal(f"nothing lets the player shift {name} for that cost", refs("1.5.5", "1.5.5.2")),)
        return cost_refusals(self._shift_costs(shift, frame, stage), frame, stage, "paid", self.payment)

    @rule("4.3.2.3", "the alternate cost with payment modifiers")
    def _shift_costs(self, shift: ShiftAbility | None, frame: Frame, stage: Stage) -> tuple[Cost, ...]:
        """Give the parts of a Shift cost, or of what a text offers instead, their ink changed by payment modifiers."""
        costs = shift.costs if shift is not None else ()
        for change, static in alternate_costs("shift", self.card, frame.you, stage.view):
            if not change.costs or self._is_meant(change, static):
                costs = change.costs
        return self._modified(costs, frame, stage)

    def _is_meant(self, change: AlternateCost, static: Static) -> bool:
        """Tell whether the player named this offer of another cost, by its ability or its verb."""
        wanted = name_key(self.alternate)
        return bool(wanted) and wanted in (name_key(static.ability.name), *verbs(change.costs))

    def _modified(self, costs: Sequence[Cost], frame: Frame, stage: Stage) -> tuple[Cost, ...]:
        """Give the parts of a cost, their ink changed by the payment modifiers."""
        if not any(isinstance(cost, PayInk) for cost in costs):
            return tuple(costs)
        ink = sum(read(cost.amount, frame, stage.view) for cost in costs if isinstance(cost, PayInk))
        total = total_to_play(ink, self.card, frame.you, stage.view, self.shift_onto)
        return (PayInk(amount=Number(value=total)), *(cost for cost in costs if not isinstance(cost, PayInk)))

    @rule("1.5.5", "alternate costs")
    @rule("1.5.5.3", "for free")
    def _alternate_refusals(self, stage: Stage) -> tuple[Refusal, ...]:
        view = stage.view
        name = view.card(self.card).name
        offers = self._offers(view)
        if not offers:
            kind = "for free" if self.mode is PlayMode.FOR_FREE else "for another cost"
            return (Refusal(f"nothing lets the player play {name} {kind}", refs("1.5.5", "4.3.2.2")),)
        tried = [self._offer_refusals(change, static, stage) for change, static in offers]
        return () if any(not refusals for refusals in tried) else tried[0]

    def _offer_refusals(self, change: AlternateCost, static: Static, stage: Stage) -> tuple[Refusal, ...]:
        frame = self._frame(stage, static.ability.name, static)
        return cost_refusals(self._modified(change.costs, frame, stage), frame, stage, "paid", self.payment)

    def _offers(self, view: View) -> tuple[tuple[AlternateCost, Static], ...]:
        """List the alternate costs that the player may mean."""
        found = alternate_costs("play", self.card, view.state.active, view)
        if self.mode is PlayMode.FOR_FREE:
            return tuple(offer for offer in found if not offer[0].costs)
        wanted = name_key(self.alternate)
        return tuple(
            (change, static)
            for change, static in found
            if change.costs and (not wanted or wanted == name_key(static.ability.name) or wanted in verbs(change.costs))
        )

    def _frame(self, stage: Stage, name: str, static: Static | None = None) -> Frame:
        source = static.source if static is not None else stage.state.card(self.card).ref
        frame = Frame(stage.state.active, source, origin=Origin.COST, resolution=stage.next_resolution(), name=name)
        frame.cards["played"] = (stage.state.card(self.card).ref,)
        return frame

    @rule("4.3.2.1", "announce and reveal")
    @rule("4.3.2.4", "pay the total cost")
    @rule("4.3.4", "abilities wait until it is played")
    def do(self, stage: Stage) -> None:
        """Announce the card, pay, put it into play; an action resolves at once."""
        player = stage.state.active
        stage.propose(CardsRevealed((self.card,), player), rules=refs("4.3.2.1"))
        ready = len(stage.state.ready_ink(player))
        drops, temporary = self._pay(stage)
        ink = drops + ready - len(stage.state.ready_ink(player))
        play(replace(self._playing(stage.view), temporary=temporary, drops=drops, ink=ink), stage)
        waiting = [action for action in stage.state.waiting if action.card.id == self.card]
        if waiting:
            resolve_action(waiting[-1], stage)

    def _playing(self, view: View) -> Playing:
        """Say how the card is played, what is paid for it aside."""
        return Playing(
            self.card,
            view.state.active,
            self.mode,
            onto=self.shift_onto,
            singers=self.singers,
            exerted=_enters_exerted(self.card, view.state.active, view),
            bodyguard=self.bodyguard,
        )

    @rule("5.4.4.3", "Sing Together")
    def _pay(self, stage: Stage) -> tuple[int, bool]:
        """Pay the chosen cost; gives the ink drops that went into it, and whether the Shift is a temporary one."""
        view, player = stage.view, stage.state.active
        match self.mode:
            case PlayMode.INK_COST:
                total = total_to_play(view.sheet(self.card).counted(Stat.COST), self.card, player, view)
                return pay_ink(total, player, stage, None, self.payment)[1], False
            case PlayMode.SHIFT:
                shift = usable_shift(self.card, self.shift_onto, player, view)
                frame = self._frame(stage, Keyword.SHIFT.value)
                costs = self._shift_costs(shift, frame, stage)
                return pay(costs, frame, stage, "paid", self.payment), shift is not None and shift.temporary
            case PlayMode.SING | PlayMode.SING_TOGETHER:
                number = "5.4.4.2" if len(self.singers) == 1 else "8.12.1"
                exerted = (CardExerted(singer, to_sing=True) for singer in self.singers)
                stage.propose(*exerted, rules=refs(number, "1.5.5.1"))
                return 0, False
            case PlayMode.FOR_FREE | PlayMode.ALTERNATE:
                for change, static in self._offers(view):
                    if not self._offer_refusals(change, static, stage):
                        frame = self._frame(stage, static.ability.name, static)
                        costs = self._modified(change.costs, frame, stage)
                        return pay(costs, frame, stage, "paid", self.payment), False
                return 0, False


@rule("6.1.12", "a text that applies outside play")
def _forbidding_itself(card: CardId, view: View) -> Mark | None:
    """Find the restriction by which a card's own text says that it can't be played now."""
    for static in own_statics(card, view):
        scope = Scope.of_static(static)
        if static.ability.condition is not None and not holds(static.ability.condition, scope, view):
            continue
        for change in static.ability.changes:
            if isinstance(change, Cannot) and change.doing is Doing.PLAY and change.player is None:
                met = change.unless is not None and holds(change.unless, scope, view)
                return None if met else Mark(change, static)
    return None


def verbs(costs: Sequence[Cost]) -> frozenset[str]:
    """List the verbs by which a step may call an alternate cost, such as ``banish`` or ``discard``."""
    found = {name_key(type(cost).__name__) for cost in costs}
    for cost in costs:
        if isinstance(cost, DoToPay):
            found.add(_verb(cost.effect))
    return frozenset(found)


def _verb(effect: Effect) -> str:
    return name_key(type(effect).__name__)


@rule("1.2.1", "a text lets cards be played from elsewhere")
def playable_from(card: CardId, player: PlayerId, view: View) -> bool:
    """Tell whether a text lets a player play a card from where it is, outside the hand."""
    return any(True for _ in _permissions(card, player, view))


def _permissions(card: CardId, player: PlayerId, view: View) -> list[PlayFrom]:
    found = view.card(card)
    if found.zone in (Zone.HAND, Zone.PLAY, Zone.OUTSIDE):
        return []
    permissions = []
    for change, mark in view.of_kind(PlayFrom):
        scope = Scope.of_static(mark.static)
        if player not in persons(change.player, scope, view) or change.cards.zone is not found.zone:
            continue
        if found.zone is Zone.DECK and view.state.players[player].deck[:1] != (card,):
            continue
        if change.different_names and _shares_a_name_with_played(card, player, view):
            continue
        if meets(change.cards.criteria, found, view.sheet(card), scope, view):
            permissions.append(change)
    return permissions


def _shares_a_name_with_played(card: CardId, player: PlayerId, view: View) -> bool:
    """Tell whether the player already played a card of that name from the same zone this turn."""
    names, zone = view.sheet(card).names, view.card(card).zone
    return any(
        happening.occurrence is Occurrence.PLAYED
        and happening.actor == player
        and happening.origin is zone
        and happening.subject is not None
        and bool(happening.subject.sheet.names & names)
        for happening in view.state.history
    )


def _enters_exerted(card: CardId, player: PlayerId, view: View) -> bool:
    return any(permission.exerted for permission in _permissions(card, player, view))


@rule("5.4.4.2", "sing a song")
@rule("8.12.1", "Sing Together")
@rule("8.12.2", "their ink costs together")
@rule("4.4.2.1", "only dry characters exert to pay")
@rule("1.5.5.1", "singing is an alternate cost")
@rule("5.4.4.3", "songs with Sing Together")
def singing_refusals(card: CardId, singers: Sequence[CardId], player: PlayerId, view: View) -> tuple[Refusal, ...]:
    """Give every reason why these characters may not sing this song."""
    sheet, found = view.sheet(card), view.card(card)
    if sheet.type is not CardType.ACTION or "Song" not in sheet.classifications:
        return (Refusal(f"{found.name} is not a song", refs("5.4.4.1", "5.4.4.2")),)
    refusals = [reason for singer in singers for reason in singer_refusals(singer, player, view)]
    if not singers or len(set(singers)) != len(singers):
        refusals.append(Refusal("each singing character is exerted once, and there is at least one", refs("5.4.4.2")))
    total = sum(cost_to_sing(singer, view) for singer in singers)
    together = sheet.keywords.get(Keyword.SING_TOGETHER)
    needed = sheet.counted(Stat.COST)
    alone = len(singers) == 1 and total >= needed and barring(singers[0], Doing.SING_ALONE, view, card) is None
    if alone or (together is not None and total >= together):
        return tuple(refusals)
    if together is not None:
        text = f"they count as cost {total} together, but {together} is needed to sing {found.name} together"
        refusals.append(Refusal(text, refs("8.12.2", "8.12.1")))
    elif len(singers) > 1:
        refusals.append(Refusal(f"{found.name} has no Sing Together", refs("5.4.4.2", "8.12.1")))
    elif total >= needed:
        refusals.append(Refusal(f"an effect keeps {view.card(singers[0]).name} from singing alone", refs("1.2.2", "5.4.4.2")))
    else:
        text = f"the singer counts as cost {total}, but {needed} or more is needed"
        refusals.append(Refusal(text, refs("5.4.4.2", "8.11.1")))
    return tuple(refusals)


@rule("8.7.4", "Reckless characters may sing")
@rule("8.16.4", "Adventurous characters may sing")
def singer_refusals(singer: CardId, player: PlayerId, view: View) -> tuple[Refusal, ...]:
    """Give every reason why a character may not be exerted to sing."""
    found = view.card(singer)
    if singer not in view.sheets or view.sheet(singer).type is not CardType.CHARACTER:
        return (Refusal(f"{found.name} is not a character in play", refs("5.4.4.2")),)
    refusals = []
    if found.owner != player:
        refusals.append(Refusal(f"{found.name} is not a character of the player", refs("5.4.4.2")))
    if found.exerted:
        refusals.append(Refusal(f"{found.name} is exerted", refs("5.1.1.2", "5.4.4.2")))
    if found.drying:
        refusals.append(Refusal(f"{found.name} is still drying", refs("5.1.1.11", "5.4.4.2", "3.2.2.1", "5.3.5")))
    for doing in (Doing.SING, Doing.EXERT_TO_SING, Doing.EXERT):
        if barring(singer, doing, view) is not None:
            refusals.append(Refusal(f"an effect keeps {found.name} from singing", refs("1.2.2")))
    return tuple(refusals)
