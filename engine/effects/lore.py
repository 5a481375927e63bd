"""Resolve effects on lore, ink and ink drops (1.11, 1.13, 6.1.5.1)."""

from engine.abilities.effects import GainLore, GetInkDrops, LoseLore, PayInkDrops, PayInkEffect
from engine.cite import refs, rule
from engine.events import InkDropsGained, InkDropsSpent, LoreGained, LoreLost
from engine.rules.choices import amount_for, choose_amount, players_for
from engine.rules.context import Context, Frame, Outcome, handles
from engine.rules.costs import pay_ink


@handles(GainLore)
@rule("1.11.1", "lore totals")
def _gain_lore(effect: GainLore, frame: Frame, context: Context) -> Outcome:
    amount = max(0, amount_for(effect.amount, frame, context))
    by = frame.source.id if frame.source is not None else None
    gained = 0
    for player in players_for(effect.player, frame, context):
        if amount:
            happened = context.propose(LoreGained(player, amount, by), frame=frame, rules=refs("1.11.1"))
            gained += sum(event.amount for event in happened if isinstance(event, LoreGained))
    return Outcome(gained > 0, gained)


@handles(LoseLore)
@rule("1.11.1", "no less than 0 lore")
def _lose_lore(effect: LoseLore, frame: Frame, context: Context) -> Outcome:
    amount = max(0, amount_for(effect.amount, frame, context))
    lost = 0
    complete = True
    for player in players_for(effect.player, frame, context):
        loses = min(amount, context.state.players[player].lore)
        complete = complete and loses == amount
        if loses:
            happened = context.propose(LoreLost(player, loses, frame.you), frame=frame, rules=refs("1.11.1"))
            lost += sum(event.amount for event in happened if isinstance(event, LoreLost))
    frame.amounts[effect.bind] = lost
    return Outcome(complete and lost > 0, lost)


@handles(GetInkDrops)
@rule("1.13.1.2", "ink drops")
def _get_ink_drops(effect: GetInkDrops, frame: Frame, context: Context) -> Outcome:
    amount = max(0, amount_for(effect.amount, frame, context))
    gained = 0
    for player in players_for(effect.player, frame, context):
        if amount:
            happened = context.propose(InkDropsGained(player, amount), frame=frame, rules=refs("1.13.1.2"))
            gained += sum(event.amount for event in happened if isinstance(event, InkDropsGained))
    return Outcome(gained > 0, gained)


@handles(PayInkEffect)
@rule("6.1.5.1", "ink paid as the effect resolves")
@rule("6.7.3.1", "ink is paid first")
def _pay_ink(effect: PayInkEffect, frame: Frame, context: Context) -> Outcome:
    amount = max(0, amount_for(effect.amount, frame, context))
    complete = True
    for player in players_for(effect.player, frame, context):
        paid, drops = pay_ink(amount, player, context, frame)
        complete = complete and paid
        frame.amounts["drops"] = frame.amounts.get("drops", 0) + drops
    return Outcome(complete, amount if complete else 0)


@handles(PayInkDrops)
@rule("1.13.1.2", "removing ink drops")
def _pay_ink_drops(effect: PayInkDrops, frame: Frame, context: Context) -> Outcome:
    wanted = max(0, amount_for(effect.amount, frame, context))
    spent = 0
    complete = True
    for player in players_for(effect.player, frame, context):
        there = context.state.players[player].ink_drops
        amount = min(wanted, there)
        if effect.up_to:
            amount = choose_amount(amount, player, frame, context, "how many ink drops to remove")
        elif there < wanted:
            complete = False
            continue
        if amount:
            context.propose(InkDropsSpent(player, amount), frame=frame, rules=refs("1.13.1.2"))
        spent += amount
    frame.amounts[effect.bind] = spent
    return Outcome(complete and (spent > 0 or wanted == 0), spent)
