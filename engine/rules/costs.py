"""Work out what something costs (1.5, 4.3.2.3), whether it can be paid, and pay it."""

from collections.abc import Iterable
from dataclasses import dataclass

from corpus.records import CardType
from engine.abilities.costs import Cost, DoToPay, ExertThis, PayInk, RemoveInkDrops
from engine.abilities.effects import Effect, Exert, LoseLore, NextPlayEnters, NextPlayModifier, PayInkEffect
from engine.abilities.filters import CardFilter
from engine.abilities.kinds import StaticAbility
from engine.abilities.players import PlayerRef
from engine.abilities.references import Chosen, Reference
from engine.abilities.statics import AlternateCost, CostModifier, Doing
from engine.abilities.vocabulary import Keyword, Occurrence, Stat, Zone
from engine.cite import refs, rule
from engine.errors import IllegalStep, Refusal, Unsupported
from engine.events import CardExerted, CostPaid, InkDropsSpent
from engine.rules.choices import amount_for, bind_cards, candidates_of, choices_in, enough_within, pick
from engine.rules.context import Context, Frame, Origin
from engine.rules.continuous import applies_now
from engine.rules.prevention import barring, permitting, tolls
from engine.rules.query import holds, meets, persons, present, read
from engine.rules.scope import Scope
from engine.state.game_state import GameState, OngoingEffect
from engine.state.objects import NO_BINDINGS, CardId, Mark, PlayerId, Static
from engine.state.view import View
from engine.terms import PlayMode
from engine.wording import counted


@dataclass(frozen=True, slots=True)
class Payment:
    """How a player pays ink."""

    drops: int | None = None
    """How many ink drops are to be removed; None: only what ready ink cannot cover."""


BY_INK_FIRST = Payment()


def own_statics(card: CardId, view: View) -> tuple[Static, ...]:
    """List the static abilities of a card that work from where it is, outside play (4.3.6, 6.1.12)."""
    found = view.card(card)
    if found.zone is Zone.PLAY:
        return ()
    return tuple(
        Static(held.ability, found.owner, found.ref, NO_BINDINGS)
        for held in view.sheet(card).abilities
        if isinstance(held.ability, StaticAbility) and held.ability.works_from not in (Zone.PLAY,)
    )


@dataclass(frozen=True, slots=True)
class Paid:
    """What a cost is paid for."""

    kind: str
    """``play``, ``shift``, ``move``, ``use`` or ``boost``, as payment modifiers call it."""
    card: CardId
    """The card played, moved to, used or boosted."""
    player: PlayerId
    mover: CardId | None = None
    """The character that moves."""
    onto: tuple[CardId, ...] = ()
    """The cards shifted onto."""


def modifiers(paid: Paid, view: View) -> tuple[tuple[CostModifier, Mark], ...]:
    """List the payment modifiers that apply to a cost (1.5.4)."""
    found: list[tuple[CostModifier, Mark]] = []
    for change, mark in view.of_kind(CostModifier):
        if change.kind != paid.kind or not _reaches(change.cards, change.player, paid.card, paid.player, mark.static, view):
            continue
        if change.first_each_turn and _did_before(paid.kind, change.cards, paid.player, mark.static, view, change.mover):
            continue
        if _concerns(change, paid, mark.static, view):
            found.append((change, mark))
    for static in own_statics(paid.card, view):
        scope = Scope.of_static(static)
        if static.ability.condition is not None and not holds(static.ability.condition, scope, view):
            continue
        own = (change for change in static.ability.changes if isinstance(change, CostModifier))
        found.extend(
            (change, Mark(change, static))
            for change in own
            if change.kind == paid.kind and change.cards is None and _concerns(change, paid, static, view)
        )
    return tuple(found)


def _concerns(change: CostModifier, paid: Paid, static: Static, view: View) -> bool:
    """Tell whether a modifier that asks who moves, or what is shifted onto, means this cost."""
    scope = Scope.of_static(static)
    if change.mover is not None and (paid.mover is None or not _is_meant(change.mover, paid.mover, scope, view)):
        return False
    return change.onto is None or any(_is_meant(change.onto, base, scope, view) for base in paid.onto)


def _is_meant(meant: CardFilter | Reference, card: CardId, scope: Scope, view: View) -> bool:
    if isinstance(meant, CardFilter):
        return meets(meant.criteria, view.card(card), view.sheet(card), scope, view)
    return card in present(meant, scope, view)


def _reaches(cards: CardFilter | None, whose: PlayerRef, card: CardId, player: PlayerId, static: Static, view: View) -> bool:
    """Tell whether a cost change reaches a card that a player plays, moves to or uses; its zone is not looked at."""
    scope = Scope.of_static(static)
    if player not in persons(whose, scope, view):
        return False
    if cards is None:
        return static.source is not None and static.source.id == card
    return meets(cards.criteria, view.card(card), view.sheet(card), scope, view)


_COUNTED = {"play": Occurrence.PLAYED, "shift": Occurrence.PLAYED, "move": Occurrence.MOVED_TO_LOCATION}


def _did_before(
    kind: str,
    cards: CardFilter | None,
    player: PlayerId,
    static: Static,
    view: View,
    mover: CardFilter | Reference | None = None,
) -> bool:
    """Tell whether the player already did this turn what the first of is cheaper."""
    scope = Scope.of_static(static)
    for happening in view.state.history:
        if happening.occurrence is not _COUNTED.get(kind) or happening.actor != player:
            continue
        # what is moved to is the other side of a move
        done = happening.other if kind == "move" else happening.subject
        if done is None or (cards is not None and not meets(cards.criteria, done.card, done.sheet, scope, view)):
            continue
        if mover is None or (happening.subject is not None and _is_meant(mover, happening.subject.card.id, scope, view)):
            return True
    return False


@rule("4.3.6", "the next one you play")
def next_play_modifiers(
    card: CardId, player: PlayerId, state: GameState, view: View, mode: PlayMode = PlayMode.SHIFT
) -> tuple[OngoingEffect, ...]:
    """List the effects on "the next … you play" that this card would use up."""
    found = []
    for effect in state.ongoing:
        modifier = effect.ability
        if not isinstance(modifier, NextPlayModifier | NextPlayEnters) or not applies_now(effect.expiry, state):
            continue
        if isinstance(modifier, NextPlayModifier) and modifier.only_shift and mode is not PlayMode.SHIFT:
            continue
        scope = Scope(effect.you, effect.source.ref if effect.source is not None else None).with_bindings(effect.bindings)
        if player not in persons(modifier.player, scope, view):
            continue
        if meets(modifier.cards.criteria, view.card(card), view.sheet(card), scope, view):
            found.append(effect)
    return tuple(found)


@rule("4.3.2.3", "total cost")
@rule("1.5.4", "payment modifiers")
@rule("4.3.5", "the ink cost of the card does not change")
@rule("5.2.2", "card cost")
def total_to_play(base: int, card: CardId, player: PlayerId, view: View, onto: tuple[CardId, ...] = ()) -> int:
    """Give the total ink to play a card from its ink cost, or from the ink of a Shift cost when it is put onto cards."""
    total = base
    for kind in ("play", "shift") if onto else ("play",):
        for change, mark in modifiers(Paid(kind, card, player, onto=onto), view):
            total -= read(change.amount, Scope.of_static(mark.static), view)
    for effect in next_play_modifiers(card, player, view.state, view):
        modifier = effect.ability
        if isinstance(modifier, NextPlayModifier) and (onto or not modifier.only_shift):
            scope = Scope(effect.you, effect.source.ref if effect.source is not None else None).with_bindings(effect.bindings)
            total -= read(modifier.amount, scope, view)
    return max(0, total)


@rule("4.4.3.3", "the total cost to use an ability")
def total_of(paid: Paid, base: int, view: View) -> int:
    """Give the total ink to move to a location, to use an ability or to boost (4.7.3.3, 4.4.3.3)."""
    total = base
    for change, mark in modifiers(paid, view):
        total -= read(change.amount, Scope.of_static(mark.static), view)
    return max(0, total)


def alternate_costs(kind: str, card: CardId, player: PlayerId, view: View) -> tuple[tuple[AlternateCost, Static], ...]:
    """List the alternate costs that texts offer a player for a card (1.5.5)."""
    found: list[tuple[AlternateCost, Static]] = []
    for change, mark in view.of_kind(AlternateCost):
        if change.kind != kind or not _reaches(change.cards, change.player, card, player, mark.static, view):
            continue
        if not (change.first_each_turn and _did_before(kind, change.cards, player, mark.static, view)):
            found.append((change, mark.static))
    for static in own_statics(card, view):
        scope = Scope.of_static(static)
        if static.ability.condition is not None and not holds(static.ability.condition, scope, view):
            continue
        found.extend(
            (change, static)
            for change in static.ability.changes
            if isinstance(change, AlternateCost) and change.kind == kind and change.cards is None
        )
    return tuple(found)


# Whether it can be paid


@rule("1.5.3", "paid in full")
@rule("4.3.2.4", "ink is exerted or ink drops removed")
def ink_refusals(
    amount: int, player: PlayerId, state: GameState, payment: Payment = BY_INK_FIRST, kind: str = "play"
) -> tuple[Refusal, ...]:
    """Say why a player cannot pay so much ink, if they cannot."""
    ready, drops = len(state.ready_ink(player)), state.players[player].ink_drops
    if payment.drops is not None:
        if payment.drops > drops:
            there = f"there {'is' if drops == 1 else 'are'} {counted(drops, 'ink drop')}, not {payment.drops}"
            return (Refusal(there, refs("1.13.1.2", "4.3.2.4")),)
        if payment.drops > amount:
            return (Refusal(f"the total cost is {amount} ink, less than {counted(payment.drops, 'ink drop')}", refs("4.3.2.4")),)
        drops = payment.drops
    if ready + drops >= amount:
        return ()
    have = f"only {ready} ready ink" if ready else "no ready ink"
    beside = f" and {'' if ready else 'only '}{counted(drops, 'ink drop')}" if drops else ""
    return (Refusal(f"the total cost is {amount} ink, but there is {have}{beside}", refs("1.5.3", *_PAID[kind])),)


@rule("4.4.2", "exerting a character to pay")
@rule("6.3.1.1", "a drying character can't exert for an ability")
@rule("6.3.1.2", "items and locations can, the turn they are played")
@rule("5.5.4", "items in the turn they are played")
@rule("5.6.4", "locations in the turn they are played")
@rule("8.7.4", "Reckless characters can exert for abilities")
@rule("8.16.4", "Adventurous characters can exert for abilities")
def exert_refusals(card: CardId, view: View) -> tuple[Refusal, ...]:
    """Say why a card cannot be exerted to pay, if it cannot."""
    found = view.card(card)
    refusals = []
    if found.exerted:
        refusals.append(Refusal(f"{found.name} is exerted", refs("5.1.1.2")))
    is_character = view.sheet(card).type is CardType.CHARACTER
    if is_character and found.drying and permitting(card, Doing.EXERT_DRYING, view) is None:
        refusals.append(Refusal(f"{found.name} is still drying", refs("4.4.2", "6.3.1.1", "5.1.1.11", "1.7.5", "5.3.5")))
    if barring(card, Doing.EXERT, view) is not None:
        refusals.append(Refusal(f"an effect keeps {found.name} from being exerted", refs("1.2.2")))
    return tuple(refusals)


def cost_refusals(
    costs: Iterable[Cost], frame: Frame, context: Context, kind: str, payment: Payment = BY_INK_FIRST
) -> tuple[Refusal, ...]:
    """Say why costs cannot be paid in full, if they cannot (1.5.3)."""
    refusals: list[Refusal] = []
    source = frame.source.id if frame.source is not None else None
    ink = 0
    for cost in costs:
        match cost:
            case PayInk():
                ink += read(cost.amount, frame, context.view)
            case ExertThis():
                if source is not None:
                    refusals.extend(exert_refusals(source, context.view))
            case RemoveInkDrops():
                needed = read(cost.amount, frame, context.view)
                if context.state.players[frame.you].ink_drops < needed:
                    refusals.append(Refusal(f"{needed} ink drops have to be removed", refs("1.13.1.2", "1.5.3")))
            case DoToPay():
                refusals.extend(_doing_refusals(cost, frame, context, kind))
            case _:
                raise Unsupported("a cost", repr(cost), f"no-{type(cost).__name__}")
    if source is not None and kind == "use":
        ink = total_of(Paid("use", source, frame.you), ink, context.view)
    refusals.extend(ink_refusals(ink, frame.you, context.state, payment, kind))
    return tuple(refusals)


_PAID = {"use": ("4.4.3.4",), "move": ("4.7.3.4",), "boost": ("4.4.3.4", "8.4.1"), "play": ("4.3.2.4",), "paid": ("4.3.2.4",)}
"""The rules by which each kind of cost is paid."""


def _doing_refusals(cost: DoToPay, frame: Frame, context: Context, kind: str) -> tuple[Refusal, ...]:
    for choice in choices_in(cost.effect):
        if isinstance(choice, Chosen):
            least = read(choice.minimum, frame, context.view)
            if not enough_within(choice.total, payable(cost, choice, frame, context), least, frame, context.view):
                return (Refusal("there is nothing to pay the cost with", refs("1.5.3", *_PAID[kind])),)
    return _unpaid(cost.effect, frame, context, kind)


def _unpaid(effect: Effect, frame: Frame, context: Context, kind: str) -> tuple[Refusal, ...]:
    """Say why players cannot pay lore or ink as a part of a cost, if they cannot."""
    state = context.state
    match effect:
        case LoseLore(amount=amount, player=player):
            needed = read(amount, frame, context.view)
            poor = [other for other in persons(player, frame, context.view) if state.players[other].lore < needed]
            return tuple(
                Refusal(f"{state.players[other].label} has less than {needed} lore", refs("1.5.3", *_PAID[kind]))
                for other in poor
            )
        case PayInkEffect(amount=amount, player=player):
            needed = read(amount, frame, context.view)
            payers = persons(player, frame, context.view)
            return tuple(refusal for other in payers for refusal in ink_refusals(needed, other, state, kind=kind))
        case _:
            return ()


@rule("4.4.2.1", "only dry characters exert to pay")
def payable(cost: DoToPay, choice: Chosen, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """List the cards with which a part of a cost can be paid; exerting takes ready and dry ones."""
    found = candidates_of(choice, frame.you, frame, context)
    if not isinstance(cost.effect, Exert):
        return found
    return tuple(card for card in found if not exert_refusals(card, context.view))


def paying_cards(cost: Cost, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """List the cards with which a part of a cost could be paid."""
    if not isinstance(cost, DoToPay):
        return ()
    choices = (choice for choice in choices_in(cost.effect) if isinstance(choice, Chosen))
    return tuple(card for choice in choices for card in payable(cost, choice, frame, context))


@rule("4.3.2", "the card being played may pay for itself, and is played from where it went")
def _choose_to_pay(cost: DoToPay, frame: Frame, context: Context) -> None:
    """Choose the cards with which a part of a cost is paid, which is no choice of a resolving effect.

    Where no more than enough other cards could pay, they are taken unless an answer names the card itself.
    """
    for choice in choices_in(cost.effect):
        if isinstance(choice, Chosen):
            found = payable(cost, choice, frame, context)
            least = min(read(choice.minimum, frame, context.view), len(found))
            most = read(choice.maximum, frame, context.view) if choice.maximum is not None else len(found)
            others = tuple(card for card in found if card not in {ref.id for ref in frame.cards.get("played", ())})
            picked = pick(
                found,
                frame.you,
                frame,
                context,
                minimum=least,
                maximum=min(most, len(found)),
                text=f"choose {counted(least, 'card')} to pay with",
                total=choice.total,
                default=others if len(others) == least < len(found) else None,
            )
            bind_cards(choice.bind, picked, frame, context)
            frame.selected[id(choice)] = frame.cards[choice.bind]


# Paying


@rule("4.3.2.4", "paying ink")
def pay_ink(
    amount: int, player: PlayerId, context: Context, frame: Frame | None, payment: Payment = BY_INK_FIRST
) -> tuple[bool, int]:
    """Pay ink; gives whether it was paid in full, and how many ink drops went into it."""
    if ink_refusals(amount, player, context.state, payment):
        return False, 0
    ready = context.state.ready_ink(player)
    drops = payment.drops if payment.drops is not None else max(0, amount - len(ready))
    inks = ready[: amount - drops]
    if amount:
        context.propose(CostPaid(player, inks, drops), frame=frame, rules=refs("4.3.2.4", "1.5.3"))
    return True, drops


@rule("1.5.2", "costs of abilities and effects")
@rule("6.7.3.1", "ink is paid first")
def pay(costs: Iterable[Cost], frame: Frame, context: Context, kind: str, payment: Payment = BY_INK_FIRST) -> int:
    """Pay all parts of a cost in full, ink first (6.7.3.1); gives how many ink drops went into it.

    :raises IllegalStep: a part could not be paid completely (1.5.3).
    """
    listed = tuple(costs)
    origin, frame.origin = frame.origin, Origin.COST
    source = frame.source.id if frame.source is not None else None
    ink = sum(amount_for(cost.amount, frame, context) for cost in listed if isinstance(cost, PayInk))
    if source is not None and kind == "use":
        ink = total_of(Paid("use", source, frame.you), ink, context.view)
    paid, drops = pay_ink(ink, frame.you, context, frame, payment)
    if not paid:
        raise IllegalStep(ink_refusals(ink, frame.you, context.state, payment))
    for cost in listed:
        match cost:
            case ExertThis():
                if source is not None:
                    context.propose(CardExerted(source), frame=frame, rules=refs("4.4.2"))
            case RemoveInkDrops():
                spent = amount_for(cost.amount, frame, context)
                context.propose(InkDropsSpent(frame.you, spent), frame=frame, rules=refs("1.13.1.2"))
                drops += spent
            case DoToPay():
                _choose_to_pay(cost, frame, context)
                if not context.resolve(cost.effect, frame).complete:
                    raise IllegalStep((Refusal("the cost could not be paid in full", refs("1.5.3", "1.7.6")),))
    frame.amounts["drops"] = drops
    frame.origin = origin
    return drops


# Paying to be allowed


def toll_refusals(card: CardId, doing: Doing, context: Context, against: CardId | None = None) -> tuple[Refusal, ...]:
    """Say why the costs cannot be paid without which a card can't do something, if they cannot."""
    return tuple(
        refusal
        for costs, frame in _tolls(card, doing, context, against)
        for refusal in cost_refusals(costs, frame, context, "paid")
    )


def pay_tolls(card: CardId, doing: Doing, context: Context, against: CardId | None = None) -> None:
    """Pay the costs without which a card can't do something.

    :raises IllegalStep: one of them could not be paid in full.
    """
    for costs, frame in _tolls(card, doing, context, against):
        pay(costs, frame, context, "paid")


def _tolls(card: CardId, doing: Doing, context: Context, against: CardId | None) -> list[tuple[tuple[Cost, ...], Frame]]:
    """List what has to be paid, each in a frame of the card's player."""
    view = context.view
    payer = view.card(card).owner
    return [
        (
            change.unless_paid,
            Frame(payer, mark.static.source, origin=Origin.COST, name=mark.static.ability.name, span=change.span),
        )
        for change, mark in tolls(card, doing, view, against)
    ]


# Singing


@rule("5.4.4.2", "singing a song")
@rule("8.11.1", "Singer")
@rule("8.11.3", "more cost to sing")
@rule("8.11.2", "only to sing")
@rule("4.3.5", "the ink cost does not change")
def cost_to_sing(card: CardId, view: View) -> int:
    """Give the ink cost that a character counts as having to sing songs."""
    sheet = view.sheet(card)
    return max(sheet.counted(Stat.COST), sheet.keywords.get(Keyword.SINGER, 0)) + sheet.sing_bonus
