"""Resolve effects that deal, put, remove and move damage (1.9)."""

from corpus.records import CardType
from engine.abilities.effects import DealDamage, MoveDamage, PutDamage, RemoveDamage
from engine.abilities.vocabulary import Zone
from engine.cite import refs, rule
from engine.events import DamagePlaced, DamageRemoved, Event
from engine.rules.choices import amount_for, bind_cards, cards_for, choose_amount, prepare
from engine.rules.context import NOT_DONE, Context, Frame, Outcome, handles
from engine.rules.damaging import total_damage
from engine.rules.query import seen
from engine.state.objects import CardId, ObjectRef
from engine.terms import DamageManner


@handles(DealDamage)
@rule("1.9.2.1", "dealing damage")
@rule("6.7.2.2", "choices for damage, then its total")
@rule("1.9.4.3", "all damage of an effect at the same time")
@rule("1.9.4", "how much damage is dealt")
@rule("1.13.1.1", "damage counters")
def _deal_damage(effect: DealDamage, frame: Frame, context: Context) -> Outcome:
    cards = _in_play(cards_for(effect.to, frame, context), context)
    base = max(0, amount_for(effect.amount, frame, context))
    by, player = _dealer(effect, frame, context)
    if not base:
        frame.amounts[effect.bind] = 0
        return NOT_DONE
    events = [
        DamagePlaced(
            card,
            total_damage(card, base, context.view, unreduced=effect.unreduced),
            DamageManner.DEAL,
            by,
            player,
            base,
            unreduced=effect.unreduced,
        )
        for card in cards
    ]
    happened = context.propose(*events, frame=frame, rules=refs("1.9.2.1", "1.9.4", "6.7.2.2"))
    dealt = sum(event.amount for event in happened if isinstance(event, DamagePlaced))
    frame.amounts[effect.bind] = dealt
    return Outcome(bool(happened), dealt, cards)


def _dealer(effect: DealDamage, frame: Frame, context: Context) -> tuple[ObjectRef | None, int]:
    """Find the card that deals the damage, and its player."""
    if effect.by is not None:
        prepare(effect.by, frame, context)
        found = seen(effect.by, frame, context.view)
        if found:
            return found[0].ref, found[0].card.owner
    return frame.source, frame.you


@rule("1.13.1.1", "only on characters and locations in play")
@rule("5.1.2.2", "items can't be damaged")
def _in_play(cards: tuple[CardId, ...], context: Context) -> tuple[CardId, ...]:
    """Leave out cards that are not in play any more, and those on which no damage can be placed."""
    view = context.view
    return tuple(
        card
        for card in cards
        if view.card(card).zone is Zone.PLAY and view.sheet(card).type in (CardType.CHARACTER, CardType.LOCATION)
    )


@handles(PutDamage)
@rule("1.9.2.2", "putting damage")
@rule("8.8.3", "Resist does not affect damage that is put")
def _put_damage(effect: PutDamage, frame: Frame, context: Context) -> Outcome:
    cards = _in_play(cards_for(effect.on, frame, context), context)
    amount = max(0, amount_for(effect.amount, frame, context))
    events = [DamagePlaced(card, amount, DamageManner.PUT, frame.source, frame.you, amount) for card in cards if amount]
    happened = context.propose(*events, frame=frame, rules=refs("1.9.2.2"))
    put = sum(event.amount for event in happened if isinstance(event, DamagePlaced))
    return Outcome(bool(happened), put, cards)


@handles(RemoveDamage)
@rule("1.9.2.3", "removing damage")
def _remove_damage(effect: RemoveDamage, frame: Frame, context: Context) -> Outcome:
    cards = _in_play(cards_for(effect.cards, frame, context), context)
    named = amount_for(effect.amount, frame, context) if effect.amount is not None else None
    events: list[Event] = []
    short = False
    left = named
    for place, card in enumerate(cards):
        there = context.state.card(card).damage
        amount = there if left is None else min(left, there)
        least = 0
        if effect.in_total and not effect.up_to and left is not None:
            least = max(0, left - sum(context.state.card(other).damage for other in cards[place + 1 :]))
        if effect.up_to or effect.in_total:
            name = context.state.card(card).name
            text = f"how much damage to remove from {name}"
            amount = choose_amount(amount, frame.you, frame, context, text, least=min(least, amount))
        elif named is not None and there < named:
            short = True
        if effect.in_total and left is not None:
            left -= amount
        if amount:
            events.append(DamageRemoved(card, amount, player=frame.you))
    if effect.in_total and not effect.up_to and left:
        short = True
    happened = context.propose(*events, frame=frame, rules=refs("1.9.2.3"))
    removed = sum(event.amount for event in happened if isinstance(event, DamageRemoved))
    bind_cards(effect.bind, [event.card for event in happened if isinstance(event, DamageRemoved)], frame, context)
    frame.amounts[effect.bind] = removed
    return Outcome(removed > 0 and not short, removed, cards)


@handles(MoveDamage)
@rule("1.9.2.4", "moving damage")
@rule("8.8.3", "Resist does not affect damage that is moved")
def _move_damage(effect: MoveDamage, frame: Frame, context: Context) -> Outcome:
    sources = _in_play(cards_for(effect.source, frame, context), context)
    targets = _in_play(cards_for(effect.target, frame, context), context)
    named = amount_for(effect.amount, frame, context) if effect.amount is not None else None
    moved = 0
    short = not sources or not targets
    for source in sources:
        target = next((card for card in targets if card != source), None)
        if target is None:
            short = True
            continue
        there = context.state.card(source).damage
        amount = there if named is None else min(named, there)
        if effect.up_to:
            name = context.state.card(source).name
            amount = choose_amount(amount, frame.you, frame, context, f"how much damage to move from {name}")
        elif named is not None and there < named:
            short = True
        moved += _move(source, target, amount, frame, context)
    frame.amounts[effect.bind] = moved
    return Outcome(moved > 0 and not short, moved, targets)


def _move(source: CardId, target: CardId, amount: int, frame: Frame, context: Context) -> int:
    """Remove damage from one card and put it on another, as one event; what can't be removed is not put."""
    if not amount:
        return 0
    with context.together():
        removed = context.propose(
            DamageRemoved(source, amount, DamageManner.MOVE, frame.you), frame=frame, rules=refs("1.9.2.4", "1.9.2.3")
        )
        taken = sum(event.amount for event in removed if isinstance(event, DamageRemoved))
        if not taken:
            return 0
        placed = DamagePlaced(target, taken, DamageManner.MOVE, frame.source, frame.you, taken)
        happened = context.propose(placed, frame=frame, rules=refs("1.9.2.4", "1.9.2.2"))
    return sum(event.amount for event in happened if isinstance(event, DamagePlaced))
