"""Make the choices of a resolving effect (6.1.3, 6.7.3): which cards, which players, in which order, how many."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import fields, replace
from itertools import combinations, islice

from corpus.records import CardType
from engine.abilities.base import Node, walk
from engine.abilities.effects import PutOnDeck
from engine.abilities.filters import (
    AllOf,
    AnyOf,
    CardFilter,
    Criterion,
    DifferentNames,
    IsNot,
    IsOther,
    IsUnder,
    Not,
    OfPlayer,
    OnSide,
    SameNames,
    StatIs,
)
from engine.abilities.kinds import Ability
from engine.abilities.players import ChosenPlayer, PlayerRef
from engine.abilities.references import Bound, Chosen, ChosenAmong, Every, RandomCards, Reference
from engine.abilities.statics import Cannot, Doing, Must
from engine.abilities.values import Amount
from engine.abilities.vocabulary import Keyword, Manner, Zone
from engine.cite import refs, rule
from engine.decisions import Decision, DecisionKind, Option
from engine.events import CardsChosen, DeckArranged
from engine.rules.amounts import stat_of
from engine.rules.context import Context, Frame, Origin
from engine.rules.query import compare, find, meets, persons, present, read
from engine.rules.scope import Others, Scope
from engine.state.objects import CardId, ObjectRef, PlayerId, Snapshot
from engine.state.view import View
from engine.wording import counted

_HIDDEN = frozenset({Zone.HAND, Zone.DECK, Zone.INKWELL, Zone.UNDER})


def cards_for(reference: Reference, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """Make the choices of a reference and list the cards that something can be done to."""
    prepare(reference, frame, context)
    found = present(reference, frame, context.view)
    if isinstance(reference, Every) and reference.bind:
        bind_cards(reference.bind, found, frame, context)
    return found


def bind_cards(name: str, cards: Iterable[CardId], frame: Frame, context: Context) -> None:
    """Remember cards under a name, as they are now."""
    snapshots = [context.view.snapshot(card) for card in cards]
    frame.snapshots.update({snapshot.ref: snapshot for snapshot in snapshots})
    frame.cards[name] = tuple(snapshot.ref for snapshot in snapshots)


def amount_for(amount: Amount, frame: Frame, context: Context) -> int:
    """Make the choices inside an amount and work it out."""
    prepare(amount, frame, context)
    return read(amount, frame, context.view)


def players_for(reference: PlayerRef, frame: Frame, context: Context) -> tuple[PlayerId, ...]:
    """Make the choices of a player reference and list the players meant."""
    prepare(reference, frame, context)
    return persons(reference, frame, context.view)


@rule("6.1.3", "choices are made as the effect resolves")
@rule("6.7.2.3", "choices not made before")
def prepare(node: Node, frame: Frame, context: Context) -> None:
    """Make every choice inside a node that has not been made yet in this resolution, inner ones first."""
    for choice in choices_in(node):
        if isinstance(choice, ChosenPlayer):
            if id(choice) not in frame.selected_players:
                _choose_players(choice, frame, context)
        elif id(choice) not in frame.selected:
            if isinstance(choice, RandomCards):
                _pick_at_random(choice, frame, context)
            elif isinstance(choice, Chosen | ChosenAmong):
                _choose_cards(choice, frame, context)


def forget_choices(node: Node, frame: Frame) -> None:
    """Forget the choices made inside a node, because it is about to resolve once more."""
    for choice in choices_in(node):
        frame.selected.pop(id(choice), None)
        frame.selected_players.pop(id(choice), None)
        if isinstance(choice, ChosenAmong) and isinstance(choice.cards, Bound):
            frame.cards.pop(_picked_from(choice.cards), None)


_choices: dict[int, tuple[Node, tuple[Node, ...]]] = {}


def choices_in(node: Node) -> tuple[Node, ...]:
    """List the nodes inside *node* that ask for a choice, inner ones first, without those of abilities it grants."""
    known = _choices.get(id(node))
    if known is None:
        if len(_choices) > 50_000:
            _choices.clear()
        known = _choices[id(node)] = (node, tuple(_walk_choices(node)))
    return known[1]


def _walk_choices(node: Node) -> Iterable[Node]:
    for entry in fields(node):
        value = getattr(node, entry.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node) and not isinstance(item, Ability):
                yield from _walk_choices(item)
    if isinstance(node, Chosen | ChosenAmong | RandomCards | ChosenPlayer):
        yield node


def _choose_cards(choice: Chosen | ChosenAmong, frame: Frame, context: Context) -> None:
    frame.selected[id(choice)] = ()
    taken: list[ObjectRef] = []
    for chooser in persons(choice.chooser, frame, context.view):
        frame.players["chooser"] = (chooser,)
        taken.extend(_choose_for(choice, chooser, frame, context))
    found = tuple(taken)
    frame.selected[id(choice)] = found
    frame.cards[choice.bind] = found
    if isinstance(choice, ChosenAmong) and isinstance(choice.cards, Bound):
        picked = _picked_from(choice.cards)
        frame.cards[picked] = (*frame.cards.get(picked, ()), *found)


def _picked_from(cards: Bound) -> str:
    """Name what has been picked from remembered cards, one after another."""
    return f"picked from {cards.name}"


@rule("1.2.3", "as much as possible")
@rule("6.1.3.1", "requirements and limiters")
def _choose_for(choice: Chosen | ChosenAmong, chooser: PlayerId, frame: Frame, context: Context) -> tuple[ObjectRef, ...]:
    least = read(choice.minimum, frame, context.view)
    most = read(choice.maximum, frame, context.view) if choice.maximum is not None else None
    others, frame.others = frame.others, Others.SELECTED
    try:
        candidates = candidates_of(choice, chooser, frame, context)
    finally:
        frame.others = others
    most = len(candidates) if most is None else min(most, len(candidates))
    if most <= 0:
        return ()
    picked = pick(
        candidates,
        chooser,
        frame,
        context,
        minimum=min(least, most),
        maximum=most,
        text=f"choose {_how_many(min(least, most), most)}",
        total=choice.total,
        ordered=_goes_on_deck(choice, frame),
    )
    bind_cards("picked", picked, frame, context)
    if not (isinstance(choice, Chosen) and choice.manner is Manner.SELECT):
        _announce(picked, chooser, frame, context)
    return frame.cards["picked"]


@rule("7.2.3", "in any order")
def _goes_on_deck(choice: Chosen | ChosenAmong, frame: Frame) -> bool:
    """Tell whether the effect puts what is chosen on a deck, where an order says which cards and how they lie."""
    if frame.whole is None:
        return False
    puts = (node.cards for node in walk(frame.whole) if isinstance(node, PutOnDeck))
    return any(cards is choice or (isinstance(cards, Bound) and cards.name == choice.bind) for cards in puts)


def _how_many(least: int, most: int) -> str:
    if least == most:
        return counted(most, "card")
    return f"up to {counted(most, 'card')}" if least == 0 else f"{least} to {counted(most, 'card')}"


def _announce(picked: Sequence[CardId], chooser: PlayerId, frame: Frame, context: Context) -> None:
    """Let it be seen which cards in play were chosen."""
    view = context.view
    visible = tuple(card for card in picked if view.state.cards[card].zone is Zone.PLAY)
    if visible:
        context.propose(CardsChosen(visible, chooser, _chosen_by(frame, view)), frame=frame, rules=refs("6.1.3"))


@rule("8.14.1", "chosen as part of resolving an action")
def _chosen_by(frame: Frame, view: View) -> CardId | None:
    if frame.source is None or frame.source.id not in view.state.cards:
        return None
    floating = view.sheet(frame.source.id).type is CardType.ACTION and frame.origin is not Origin.ACTION
    return None if floating else frame.source.id


@rule("6.1.14.3", "only from the cards revealed")
def candidates_of(choice: Chosen | ChosenAmong, chooser: PlayerId, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """List the cards that a player may choose, learning the faces of unknown ones where the text asks for them."""
    if isinstance(choice, ChosenAmong):
        dealt_with = _dealt_with(choice, frame, context)
        cards = tuple(card for card in present(choice.cards, frame, context.view) if card not in dealt_with)
        if asks_for_face(choice.criteria):
            least = read(choice.minimum, frame, context.view)
            context.know(cards, chooser, "the effect looks for certain cards among these", least=least)
            if any(context.state.cards[card].face is None for card in cards):
                return ()
        view = context.view
        return tuple(c for c in cards if meets(choice.criteria, view.card(c), view.sheet(c), frame, view))
    among = choice.among
    if not _HIDDEN.isdisjoint((among.zone, *among.also_in)) and asks_for_face(among.criteria):
        known = find(among, frame, context.view)
        if not known or read(choice.minimum, frame, context.view) > len(known):
            loose = replace(among, criteria=tuple(c for c in among.criteria if not asks_for_face((c,))))
            context.know(find(loose, frame, context.view), chooser, "the effect asks for certain cards")
    found = find(among, frame, context.view)
    if among.zone is not Zone.PLAY or choice.manner is Manner.SELECT:
        return found
    return tuple(card for card in found if may_be_chosen(card, chooser, frame, context.view))


@rule("6.1.6", "one that was not already selected")
def _dealt_with(choice: ChosenAmong, frame: Frame, context: Context) -> frozenset[CardId]:
    """List the cards that were picked from the same ones before and have gone where that took them."""
    if not isinstance(choice.cards, Bound):
        return frozenset()
    before = frame.cards.get(_picked_from(choice.cards), ())
    return frozenset(ref.id for ref in before if context.state.current(ref) is None)


def asks_for_face(criteria: Iterable[Criterion]) -> bool:
    """Tell whether criteria look at what is printed on a card, rather than at whose or where it is."""
    for criterion in criteria:
        if isinstance(criterion, OnSide | OfPlayer | IsOther | IsNot | IsUnder):
            continue
        if isinstance(criterion, AllOf | AnyOf):
            if asks_for_face(criterion.criteria):
                return True
            continue
        if isinstance(criterion, Not):
            if asks_for_face((criterion.criterion,)):
                return True
            continue
        return True
    return False


@rule("8.15.1", "Ward")
@rule("1.2.2", "an effect prevents being chosen")
def may_be_chosen(card: CardId, chooser: PlayerId, scope: Scope, view: View) -> bool:
    """Tell whether a player can choose a card in play when resolving an effect."""
    owner = view.card(card).owner
    if owner != chooser and view.sheet(card).has(Keyword.WARD):
        return False
    for change, mark in view.on_card(card, Cannot):
        if change.doing is Doing.BE_CHOSEN:
            pass
        elif not (change.doing is Doing.BE_CHOSEN_BY_OPPONENTS and owner != chooser):
            continue
        mine = Scope.of_static(mark.static)
        if change.player is not None and chooser not in persons(change.player, mine, view):
            continue
        if change.from_effects_of is not None and chooser not in persons(change.from_effects_of, mine, view):
            continue
        if change.by is not None and not _source_meets(change.by, mine, scope, view):
            continue
        return False
    return True


def _source_meets(by: CardFilter, mine: Scope, resolving: Scope, view: View) -> bool:
    if resolving.source is None:
        return False
    source = resolving.last_known(resolving.source, view)
    return source is not None and meets(by.criteria, source.card, source.sheet, mine, view)


@rule("6.7.3", "requirements and limiters")
@rule("6.7.3.3", "limiters are checked")
@rule("6.1.3.1", "requirements and limiters of a choice")
def pick(
    candidates: Sequence[CardId],
    chooser: PlayerId,
    frame: Frame,
    context: Context,
    *,
    minimum: int,
    maximum: int,
    text: str,
    total: tuple[Criterion, ...] = (),
    ordered: bool = False,
    default: tuple[CardId, ...] | None = None,
) -> tuple[CardId, ...]:
    """Ask a player for some of the candidates, as many as can be; *default* is taken when nobody answers."""
    view = context.view
    musts = frozenset(card for card in candidates if _must_be_chosen(card, chooser, view))
    snapshots = {card: view.snapshot(card) for card in candidates}

    def accepts(choice: Sequence[object]) -> bool:
        if musts and maximum and not musts.intersection(choice):
            return False
        return _within(total, [snapshots[card] for card in choice if isinstance(card, int)], frame, view)

    if total:
        minimum = _fewest_within(total, list(snapshots.values()), minimum, frame, view)
    decision = Decision(
        DecisionKind.CHOOSE,
        chooser,
        text,
        tuple(Option(card, view.card(card).name, twin=twin_key(card, view)) for card in candidates),
        minimum=minimum,
        maximum=maximum,
        rules=refs("6.1.3", "6.7.3"),
        source=frame.source.id if frame.source is not None else None,
        ability=frame.name,
        resolution=frame.resolution,
        ordered=ordered,
        default=default,
        accepts=accepts if musts or total else None,
    )
    return tuple(card for card in context.ask(decision) if isinstance(card, int))


def _must_be_chosen(card: CardId, chooser: PlayerId, view: View) -> bool:
    """Tell whether a card has to be chosen by this player if able (6.7.3.2)."""
    if not view.state.in_play(card):
        return False
    for change, mark in view.on_card(card, Must):
        if change.doing is Doing.BE_CHOSEN:
            scope = Scope.of_static(mark.static)
            if change.player is None or chooser in persons(change.player, scope, view):
                return True
    return False


def _within(total: tuple[Criterion, ...], chosen: Sequence[Snapshot], scope: Scope, view: View) -> bool:
    """Tell whether a whole choice is within its limits, such as a total cost."""
    for limit in total:
        if isinstance(limit, SameNames) and chosen and not frozenset.intersection(*(each.sheet.names for each in chosen)):
            return False
        if isinstance(limit, DifferentNames) and any(a.sheet.names & b.sheet.names for a, b in combinations(chosen, 2)):
            return False
        if isinstance(limit, StatIs):
            number = sum(stat_of(each, limit.stat) for each in chosen)
            if not compare(number, limit.comparison, read(limit.amount, scope, view)):
                return False
    return True


_MOST_TRIED = 5_000


def enough_within(total: tuple[Criterion, ...], cards: Sequence[CardId], least: int, scope: Scope, view: View) -> bool:
    """Tell whether so many of the cards can be chosen within the limits on the whole choice."""
    if len(cards) < least or not total:
        return len(cards) >= least
    snapshots = [view.snapshot(card) for card in cards]
    tried = islice(combinations(snapshots, least), _MOST_TRIED)
    return any(_within(total, choice, scope, view) for choice in tried)


def _fewest_within(total: tuple[Criterion, ...], found: Sequence[Snapshot], minimum: int, scope: Scope, view: View) -> int:
    """Lower the fewest that must be chosen until some choice of that size could be within the limits."""
    while minimum:
        tried = islice(combinations(found, minimum), _MOST_TRIED)
        if any(_within(total, choice, scope, view) for choice in tried):
            break
        minimum -= 1
    return minimum


def twin_key(card: CardId, view: View) -> Hashable:
    """Give a key that two cards share exactly when they cannot be told apart."""
    state = view.state
    found = state.cards[card]
    ref = found.ref
    touched = tuple(effect.serial for effect in state.ongoing if effect.targets is not None and ref in effect.targets)
    challenge = state.challenge is not None and ref in (state.challenge.challenger, state.challenge.challenged)
    if touched or challenge or (found.zone is Zone.PLAY and any(h.subject and h.subject.ref == ref for h in state.history)):
        return None
    face = id(found.face) if found.face is not None else 0
    below = tuple(id(state.cards[under].face) for under in found.under)
    return (found.owner, found.zone, face, found.exerted, found.drying, found.damage, found.at, below, found.facedown)


def _choose_players(choice: ChosenPlayer, frame: Frame, context: Context) -> None:
    among = persons(choice.among, frame, context.view)
    most = len(among) if choice.maximum is None else min(choice.maximum, len(among))
    found: tuple[PlayerId, ...] = ()
    if most:
        state = context.state
        decision = Decision(
            DecisionKind.PLAYER,
            frame.you,
            "choose a player" if most == 1 else "choose players",
            tuple(Option(player, state.players[player].label) for player in among),
            minimum=min(choice.minimum, most),
            maximum=most,
            rules=refs("6.1.3"),
            source=frame.source.id if frame.source is not None else None,
            ability=frame.name,
            resolution=frame.resolution,
        )
        found = tuple(player for player in context.ask(decision) if isinstance(player, int))
    frame.selected_players[id(choice)] = found
    frame.players[choice.bind] = found


def _pick_at_random(choice: RandomCards, frame: Frame, context: Context) -> None:
    candidates = find(choice.among, frame, context.view)
    count = min(read(choice.count, frame, context.view), len(candidates))
    found: tuple[CardId, ...] = candidates
    if 0 < count < len(candidates):
        found = by_chance(candidates, count, frame, context, "chance picks")
    view = context.view
    refs_found = tuple(view.card(card).ref for card in found[:count])
    frame.snapshots.update({ref: view.snapshot(ref.id) for ref in refs_found})
    frame.selected[id(choice)] = refs_found


def by_chance(candidates: Sequence[CardId], count: int, frame: Frame, context: Context, text: str) -> tuple[CardId, ...]:
    """Ask which cards chance gave, in the order in which they came up."""
    view = context.view
    decision = Decision(
        DecisionKind.RANDOM,
        frame.you,
        text,
        tuple(Option(card, view.card(card).name, twin=twin_key(card, view)) for card in candidates),
        minimum=count,
        maximum=count,
        source=frame.source.id if frame.source is not None else None,
        ability=frame.name,
        resolution=frame.resolution,
    )
    return tuple(card for card in context.ask(decision) if isinstance(card, int))


@rule("7.2.2", "the order of a deck")
def top_of_deck(player: PlayerId, count: int, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """List the top cards of a deck; where its order is unknown, chance says which they are."""
    found = context.state.players[player]
    top = list(found.deck[: max(0, count)])
    places = [place for place, card in enumerate(top) if card in found.shuffled]
    if not places:
        return tuple(top)
    pool = tuple(card for card in found.deck if card in found.shuffled)
    if len({twin_key(card, context.view) for card in pool}) > 1:
        came = by_chance(pool, len(places), frame.for_player(player), context, "which cards are on top of the deck")
        for place, card in zip(places, came, strict=True):
            top[place] = card
    context.propose(DeckArranged(player, tuple(top)), frame=frame, rules=refs("7.2.2"))
    return tuple(top)


def bottom_of_deck(player: PlayerId, frame: Frame, context: Context) -> tuple[CardId, ...]:
    """Give the bottom card of a deck; where its place is unknown, chance says which it is."""
    found = context.state.players[player]
    bottom = found.deck[-1:]
    if not bottom or bottom[0] not in found.shuffled:
        return bottom
    pool = tuple(card for card in found.deck if card in found.shuffled)
    if len({twin_key(card, context.view) for card in pool}) == 1:
        return bottom
    return by_chance(pool, 1, frame.for_player(player), context, "which card is at the bottom of the deck")


def put_in_order(
    cards: Sequence[CardId],
    player: PlayerId,
    frame: Frame,
    context: Context,
    text: str,
    *,
    minimum: int | None = None,
) -> tuple[CardId, ...]:
    """Ask a player for the order of cards, first is the top; with a *minimum*, some may be left out."""
    if not cards:
        return ()
    view = context.view
    decision = Decision(
        DecisionKind.ORDER,
        player,
        text,
        tuple(Option(card, view.card(card).name, twin=twin_key(card, view)) for card in cards),
        minimum=len(cards) if minimum is None else minimum,
        maximum=len(cards),
        rules=refs("7.2.3"),
        source=frame.source.id if frame.source is not None else None,
        ability=frame.name,
        resolution=frame.resolution,
    )
    return tuple(card for card in context.ask(decision) if isinstance(card, int))


@rule("6.1.3", "up to includes 0")
def choose_amount(most: int, player: PlayerId, frame: Frame, context: Context, text: str, *, least: int = 0) -> int:
    """Ask for a number up to *most*; unanswered, it is the most."""
    if most <= least:
        return max(most, 0)
    decision = Decision(
        DecisionKind.AMOUNT,
        player,
        text,
        tuple(Option(number, str(number)) for number in range(least, most + 1)),
        rules=refs("6.1.3"),
        source=frame.source.id if frame.source is not None else None,
        ability=frame.name,
        resolution=frame.resolution,
        default=(most,),
    )
    answer = context.ask(decision)[0]
    return int(answer)


@rule("6.1.4", "may")
def may(
    player: PlayerId,
    frame: Frame,
    context: Context,
    text: str,
    behind: frozenset[int] = frozenset(),
    *,
    default: bool | None = None,
) -> bool:
    """Ask a player whether something optional happens; the *default* is taken when nobody answers."""
    decision = Decision(
        DecisionKind.MAY,
        player,
        text,
        (Option(True, "yes"), Option(False, "no")),
        rules=refs("6.1.4"),
        source=frame.source.id if frame.source is not None else None,
        ability=frame.name,
        resolution=frame.resolution,
        behind=behind,
        default=None if default is None else (default,),
    )
    return context.ask(decision) == (True,)


def choose_option(
    texts: Sequence[tuple[int, str]], player: PlayerId, frame: Frame, context: Context, *, count: int = 1
) -> tuple[int, ...]:
    """Ask which of the numbered options a player takes."""
    decision = Decision(
        DecisionKind.OPTION,
        player,
        "choose one" if count == 1 else f"choose {count}",
        tuple(Option(number, text) for number, text in texts),
        minimum=min(count, len(texts)),
        maximum=min(count, len(texts)),
        rules=refs("6.1.5.2"),
        source=frame.source.id if frame.source is not None else None,
        ability=frame.name,
        resolution=frame.resolution,
    )
    return tuple(int(option) for option in context.ask(decision))
