"""Resolve effects that play cards, or let abilities be used, as part of their resolution (6.1.7, 6.7.8)."""

from collections.abc import Sequence

from engine.abilities.costs import ExertThis
from engine.abilities.effects import NextPlayEnters, PutIntoPlayFrom, Remember, UseAbility
from engine.abilities.kinds import ActivatedAbility
from engine.abilities.statics import Doing
from engine.abilities.vocabulary import Keyword, PlayManner, Stat, Until, Zone
from engine.cite import refs, rule
from engine.decisions import Decision, DecisionKind, Option
from engine.effects.movement import settle_deck
from engine.events import AbilityUsed, CardExerted, EffectApplied
from engine.rules.choices import amount_for, bind_cards, cards_for, choose_option, players_for, twin_key
from engine.rules.context import DONE, NOT_DONE, Context, Frame, Origin, Outcome, handles
from engine.rules.costs import exert_refusals, ink_refusals, pay_ink, total_to_play
from engine.rules.playing import Playing, play
from engine.rules.prevention import barring_player
from engine.rules.shifting import shift_bases, usable_shift
from engine.rules.triggers import ability_name
from engine.state.game_state import Expiry, OngoingEffect
from engine.state.objects import CardId, Held, PlayerId
from engine.terms import PlayMode


@handles(PutIntoPlayFrom)
@rule("6.7.8", "a card played by an effect")
@rule("6.1.7", "for free")
@rule("1.2.1", "cards played from other zones, or in another player's turn")
def _play_card(effect: PutIntoPlayFrom, frame: Frame, context: Context) -> Outcome:
    settle_deck(effect.card, frame, context)
    cards = cards_for(effect.card, frame, context)
    players = players_for(effect.player, frame, context)
    played = []
    for card in cards:
        owner = context.state.card(card).owner
        player = owner if owner in players or not players else players[0]
        if _play_one(card, player, effect, frame, context):
            played.append(card)
    bind_cards(effect.bind, played, frame, context)
    return Outcome(bool(played) and len(played) == len(cards), len(played), tuple(played))


def _play_one(card: CardId, player: PlayerId, effect: PutIntoPlayFrom, frame: Frame, context: Context) -> bool:
    """Play one card; gives whether it was played."""
    if context.state.card(card).zone is Zone.PLAY:
        return False
    context.know((card,), player, "it is played")
    if barring_player(player, Doing.PLAY, context.view, card) is not None:
        return False
    onto = _bases(card, player, effect.manner, frame, context)
    if onto is None:
        return False
    drops = ink = 0
    if not effect.free:
        ink = _cost(card, player, onto, effect, frame, context)
        if ink_refusals(ink, player, context.state):
            return False
        _, drops = pay_ink(ink, player, context, frame)
    shift = usable_shift(card, onto, player, context.view) if onto else None
    mode = PlayMode.SHIFT if onto else PlayMode.FOR_FREE if effect.free else PlayMode.INK_COST
    playing = Playing(
        card,
        player,
        mode,
        onto=onto,
        temporary=shift is not None and shift.temporary,
        exerted=effect.exerted,
        drops=drops,
        ink=ink,
        to_bottom=effect.then_to_bottom,
    )
    play(playing, context, frame)
    return True


def _cost(
    card: CardId, player: PlayerId, onto: tuple[CardId, ...], effect: PutIntoPlayFrom, frame: Frame, context: Context
) -> int:
    base = context.view.sheet(card).counted(Stat.COST)
    total = total_to_play(base, card, player, context.view, onto)
    discount = amount_for(effect.discount, frame, context) if effect.discount is not None else 0
    return max(0, total - discount)


@rule("8.10.1", "shifted by an effect")
def _bases(card: CardId, player: PlayerId, manner: PlayManner, frame: Frame, context: Context) -> tuple[CardId, ...] | None:
    """Ask what the card is shifted onto; none where it is simply played, None where it cannot be played so."""
    if manner is PlayManner.PLAY:
        return ()
    sets = shift_bases(card, player, context.view)
    if not sets:
        return () if manner is PlayManner.EITHER else None
    view = context.view
    possible = tuple(dict.fromkeys(base for bases in sets for base in bases))
    fitting = {frozenset(bases) for bases in sets}
    least = 0 if manner is PlayManner.EITHER else 1

    def accepts(choice: Sequence[object]) -> bool:
        return not choice or frozenset(base for base in choice if isinstance(base, int)) in fitting

    decision = Decision(
        DecisionKind.CHOOSE,
        player,
        f"what {view.card(card).name} is shifted onto",
        tuple(Option(base, view.card(base).name, twin=twin_key(base, view)) for base in possible),
        minimum=least,
        maximum=max(len(bases) for bases in sets),
        rules=refs("8.10.1"),
        source=card,
        ability=Keyword.SHIFT.value,
        resolution=frame.resolution,
        accepts=accepts,
    )
    chosen = tuple(base for base in context.ask(decision) if isinstance(base, int))
    return chosen if chosen or manner is PlayManner.EITHER else None


@handles(Remember)
def _remember(effect: Remember, frame: Frame, context: Context) -> Outcome:
    amount = amount_for(effect.amount, frame, context)
    frame.amounts[effect.bind] = amount
    return Outcome(True, amount)


@handles(NextPlayEnters)
@rule("6.7.9", "how the next card enters play")
def _next_play_enters(effect: NextPlayEnters, frame: Frame, context: Context) -> Outcome:
    source = frame.last_known(frame.source, context.view) if frame.source is not None else None
    for player in players_for(effect.player, frame, context):
        ongoing = OngoingEffect(
            context.next_serial(),
            player,
            source,
            effect,
            Expiry(Until.END_OF_TURN, player, context.state.turn),
            bindings=frame.to_bindings(),
            name=frame.name,
        )
        context.propose(EffectApplied(ongoing), frame=frame, rules=refs("6.7.9", "6.4.2.1"))
    return DONE


@handles(UseAbility)
@rule("1.5.5.4", "an ability used for free")
@rule("6.1.7.1", "all costs but exerting are ignored")
def _use_ability(effect: UseAbility, frame: Frame, context: Context) -> Outcome:
    outcome = NOT_DONE
    for card in cards_for(effect.card, frame, context):
        held = _which_ability(card, frame, context)
        if held is not None:
            outcome = _use(card, held, frame, context)
    return outcome


def _which_ability(card: CardId, frame: Frame, context: Context) -> Held | None:
    zone = context.state.card(card).zone
    found = [
        held
        for held in context.view.sheet(card).abilities
        if isinstance(held.ability, ActivatedAbility) and held.ability.works_from is zone
    ]
    if len(found) < 2:
        return found[0] if found else None
    texts = [(number, ability_name(held)) for number, held in enumerate(found, start=1)]
    return found[choose_option(texts, frame.you, frame, context)[0] - 1]


def _use(card: CardId, held: Held, frame: Frame, context: Context) -> Outcome:
    """Exert the card if the ability asks for it, and resolve the ability at once."""
    ability = held.ability
    if not isinstance(ability, ActivatedAbility):
        return NOT_DONE
    exerts = any(isinstance(cost, ExertThis) for cost in ability.costs)
    if exerts and exert_refusals(card, context.view):
        return NOT_DONE
    snapshot = context.view.snapshot(card)
    inner = Frame(
        frame.you,
        snapshot.ref,
        origin=Origin.ACTIVATED,
        resolution=context.next_resolution(),
        name=ability_name(held),
        key=held.key,
        span=ability.span,
        whole=ability.effect,
    )
    inner.snapshots[snapshot.ref] = snapshot
    if exerts:
        context.propose(CardExerted(card), frame=inner, rules=refs("6.1.7.1"))
    used = AbilityUsed(card, held.key, inner.name, frame.you, limited=False)
    context.propose(used, frame=inner, rules=refs("1.5.5.4", "4.4.4"))
    return context.resolve(ability.effect, inner)
