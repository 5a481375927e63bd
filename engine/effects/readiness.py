"""Resolve effects that exert, ready and move to locations, and the addition of Support (5.1.1, 4.7, 8.13)."""

from dataclasses import replace

from corpus.records import CardType
from engine.abilities.effects import AddToSupport, Exert, ExertInk, MoveToLocation, Ready
from engine.abilities.filters import Criterion, IsNot, OnSide
from engine.abilities.kinds import StaticAbility
from engine.abilities.references import Chosen, LocationOf, Reference
from engine.abilities.statics import Doing, Gets
from engine.abilities.values import Number
from engine.abilities.vocabulary import Side, Stat, Until, Zone
from engine.cite import refs, rule
from engine.events import CardExerted, CardReadied, CardsChosen, CharacterMoved, EffectApplied, Event
from engine.rules.choices import amount_for, cards_for, players_for
from engine.rules.context import NOT_DONE, Context, Frame, Outcome, handles
from engine.rules.costs import Paid, pay_ink, total_of
from engine.rules.prevention import barring
from engine.state.game_state import Expiry, OngoingEffect
from engine.state.objects import CardId


@handles(Exert)
@rule("5.1.1.2", "exerted")
def _exert(effect: Exert, frame: Frame, context: Context) -> Outcome:
    cards = _with_states(cards_for(effect.cards, frame, context), context)
    events = [CardExerted(card) for card in cards if not context.state.card(card).exerted]
    happened = context.propose(*events, frame=frame, rules=refs("5.1.1.2"))
    done = tuple(event.card for event in happened if isinstance(event, CardExerted))
    return Outcome(bool(done) and len(done) == len(cards), len(done), done)


@handles(Ready)
@rule("5.1.1.1", "ready")
def _ready(effect: Ready, frame: Frame, context: Context) -> Outcome:
    cards = _with_states(cards_for(effect.cards, frame, context), context)
    events = [CardReadied(card) for card in cards if context.state.card(card).exerted]
    happened = context.propose(*events, frame=frame, rules=refs("5.1.1.1"))
    done = tuple(event.card for event in happened if isinstance(event, CardReadied))
    return Outcome(bool(done) and len(done) == len(events), len(done), done)


@rule("5.1.2.3", "locations can't be ready or exerted")
@rule("5.1.2.4", "cards in an inkwell are ready or exerted")
def _with_states(cards: tuple[CardId, ...], context: Context) -> tuple[CardId, ...]:
    """Leave out cards that are neither in play nor in an inkwell, and locations in play."""
    view = context.view
    turnable = (card for card in _in_play(cards, context) if view.sheet(card).type is not CardType.LOCATION)
    return (*turnable, *(card for card in cards if view.card(card).zone is Zone.INKWELL))


def _in_play(cards: tuple[CardId, ...], context: Context) -> tuple[CardId, ...]:
    return tuple(card for card in cards if context.state.cards[card].zone is Zone.PLAY)


@handles(ExertInk)
def _exert_ink(effect: ExertInk, frame: Frame, context: Context) -> Outcome:
    done = 0
    complete = True
    for player in players_for(effect.player, frame, context):
        inks = [ink for ink in context.state.players[player].inkwell if context.state.card(ink).exerted is effect.ready]
        amount = len(inks) if effect.amount is None else amount_for(effect.amount, frame, context)
        complete = complete and len(inks) >= amount
        events: list[Event] = [CardReadied(ink) if effect.ready else CardExerted(ink) for ink in inks[:amount]]
        done += len(context.propose(*events, frame=frame, rules=refs("5.1.2.4")))
    return Outcome(complete and done > 0, done)


@handles(MoveToLocation)
@rule("4.7.2", "a character already there does not move")
@rule("4.7.3.2", "moving for free")
def _move_to_location(effect: MoveToLocation, frame: Frame, context: Context) -> Outcome:
    movers = _own(effect.characters)
    characters = _in_play(cards_for(movers, frame, context), context)
    place = _own(effect.location, LocationOf(character=movers) if len(characters) == 1 else None)
    locations = _in_play(cards_for(place, frame, context), context)
    for narrowed, original in ((movers, effect.characters), (place, effect.location)):
        if narrowed is not original:
            # made anew where the effect resolves once more
            frame.selected.pop(id(narrowed), None)
    if not characters or not locations:
        return NOT_DONE
    location = locations[0]
    moved: list[CardId] = []
    for character in characters:
        if context.state.card(character).at == location or barring(character, Doing.MOVE, context.view) is not None:
            continue
        if not effect.free:
            base = context.view.sheet(location).counted(Stat.MOVE_COST)
            cost = total_of(Paid("move", location, frame.you, mover=character), base, context.view)
            if not pay_ink(cost, frame.you, context, frame)[0]:
                continue
        owner = context.state.card(character).owner
        event = CharacterMoved(character, location, owner)
        if context.propose(event, frame=frame, rules=refs("4.7.4", "4.7.3.2")):
            moved.append(character)
    return Outcome(len(moved) == len(characters), len(moved), tuple(moved))


_owned: dict[tuple[int, int], tuple[Reference, Reference | None, Reference]] = {}


@rule("4.7.1", "one's own characters to one's own locations")
def _own(reference: Reference, leaving: Reference | None = None) -> Reference:
    """Give a choice that reaches only one's own cards, and not the location that a character is to leave (4.7.2)."""
    if not isinstance(reference, Chosen):
        return reference
    key = (id(reference), id(leaving.character) if isinstance(leaving, LocationOf) else 0)
    known = _owned.get(key)
    if known is None:
        if len(_owned) > 5_000:
            _owned.clear()
        criteria: tuple[Criterion, ...] = (*reference.among.criteria, OnSide(side=Side.YOURS))
        if leaving is not None:
            criteria = (*criteria, IsNot(cards=leaving))
        narrowed = replace(reference, among=replace(reference.among, criteria=criteria))
        known = _owned[key] = (reference, leaving, narrowed)
    return known[2]


@handles(AddToSupport)
@rule("8.13.1", "Support")
@rule("6.6.2", "negative Strength adds nothing")
def _add_to_support(effect: AddToSupport, frame: Frame, context: Context) -> Outcome:
    cards = cards_for(effect.to, frame, context)
    supporter = frame.last_known(frame.source, context.view) if frame.source is not None else None
    if not cards or supporter is None:
        return NOT_DONE
    by = frame.source.id if frame.source is not None else None
    amount = supporter.sheet.counted(Stat.STRENGTH)
    ability = StaticAbility(changes=(Gets(stat=Stat.STRENGTH, amount=Number(value=amount)),), name=frame.name)
    ongoing = OngoingEffect(
        context.next_serial(),
        frame.you,
        supporter,
        ability,
        Expiry(Until.END_OF_TURN, frame.you, context.state.turn),
        tuple(context.state.card(card).ref for card in cards),
        name=frame.name,
    )
    context.propose(
        CardsChosen(cards, frame.you, by, for_support=True),
        EffectApplied(ongoing),
        frame=frame,
        rules=refs("8.13.1"),
    )
    return Outcome(True, amount)
