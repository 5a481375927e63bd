"""Build the view of a state: what is printed, and every static ability that applies (6.4, 6.6).

Statics may depend on each other's results, so all of them are judged on the view so far until it no longer changes.
Within a round the order of effects does not matter (6.6.1.2): what is gained and lost is collected first, then put together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from corpus.names import name_key
from corpus.records import CardType
from engine.abilities.base import Node, walk
from engine.abilities.conditions import Condition, HappenedThisTurn, PaidWithInkDrop, WhileChallenged, WhileChallenging
from engine.abilities.filters import CardFilter, DidThisTurn
from engine.abilities.keywords import KeywordAbility, ShiftAbility
from engine.abilities.kinds import Ability, KeywordEntry, StaticAbility
from engine.abilities.references import Bound, Reference, This
from engine.abilities.statics import (
    AdditionalInk,
    AllowsShift,
    AlternateCost,
    Can,
    Cannot,
    CannotGainKeyword,
    Change,
    CostModifier,
    CountsAsCostToSing,
    CountsAsNamed,
    DealsDamageWith,
    DeckRule,
    EntersPlay,
    GainsAbility,
    GainsClassification,
    GainsKeyword,
    Gets,
    InkableAs,
    InkedExerted,
    InkFrom,
    LoreToWin,
    LosesAbilities,
    LosesAbilityNamed,
    LosesKeyword,
    Must,
    NotReducedBelow,
    PlayFrom,
    PlayWithTopRevealed,
    ReadiesAtMost,
    Replace,
    SetsStat,
    SkipStep,
)
from engine.abilities.values import TurnCount
from engine.abilities.vocabulary import Keyword, Stat, Until, Zone
from engine.cite import rule
from engine.errors import EngineLimit, Unsupported
from engine.rules.query import find, holds, read, seen, unsupported
from engine.rules.scope import Scope
from engine.state.game_state import Expiry, FloatingTrigger, GameState, OngoingEffect
from engine.state.objects import NO_BINDINGS, CardId, Held, Mark, Sheet, Static
from engine.state.printed import KEYWORD_TRIGGERS, add_keyword, keyword_abilities, printed_sheet
from engine.state.view import View

_WRITTEN_OUT = frozenset(keyword.value for keyword in KEYWORD_TRIGGERS)

MOST_ROUNDS = 40
"""How often statics may change each other before the board counts as endless."""

PER_CARD: frozenset[type[Change]] = frozenset(
    {
        Gets,
        SetsStat,
        GainsKeyword,
        LosesKeyword,
        CannotGainKeyword,
        LosesAbilities,
        LosesAbilityNamed,
        GainsAbility,
        GainsClassification,
        CountsAsNamed,
        CountsAsCostToSing,
        NotReducedBelow,
        DealsDamageWith,
        AllowsShift,
    }
)
"""Changes to the sheet of each card that a static ability affects."""

PER_CARD_OR_PLAYER: frozenset[type[Change]] = frozenset({Cannot, Can, Must})
"""Changes that concern the affected cards, or players where they name some."""

OF_GAME: frozenset[type[Change]] = frozenset(
    {
        CostModifier,
        AlternateCost,
        PlayFrom,
        EntersPlay,
        Replace,
        AdditionalInk,
        InkableAs,
        InkFrom,
        SkipStep,
        ReadiesAtMost,
        InkedExerted,
        LoreToWin,
        PlayWithTopRevealed,
        DeckRule,
    }
)
"""Changes that say by themselves whom or what they concern."""


def view_of(state: GameState) -> View:
    """Give the view of a state, worked out once.

    :raises Unsupported: a card in play has text that was not read, or a change that nothing executes.
    :raises EngineLimit: static abilities change each other without end.
    """
    found = state.cache.get("view")
    if isinstance(found, View):
        return found
    view = _build(state)
    state.cache["view"] = view
    return view


@rule("6.4.1", "static abilities")
@rule("1.6.1.3", "static abilities")
@rule("6.6.1.1", "modifiers apply continuously")
def carry_view(view: View, state: GameState) -> None:
    """Let a state have the view of one that it differs from only in what the turn remembers and what waits in the bag."""
    abilities: list[Node] = [effect.ability for effect in view.state.ongoing]
    abilities += [
        held.ability for sheet in view.sheets.values() for held in sheet.abilities if isinstance(held.ability, StaticAbility)
    ]
    if not view.beyond and not any(_reads_history(ability) for ability in abilities):
        state.cache["view"] = replace(view, state=state)


_READS_HISTORY = (HappenedThisTurn, DidThisTurn, TurnCount, PaidWithInkDrop)
_history_readers: dict[int, tuple[Node, bool]] = {}


def _reads_history(ability: Node) -> bool:
    """Tell whether an ability depends on what happened this turn."""
    known = _history_readers.get(id(ability))
    if known is None:
        if len(_history_readers) > 20_000:
            _history_readers.clear()
        found = any(isinstance(node, _READS_HISTORY) for node in walk(ability))
        known = _history_readers[id(ability)] = (ability, found)
    return known[1]


def _build(state: GameState) -> View:
    bases = {card: _base(state, card) for player in state.players for card in player.play}
    view = View(state, bases, {})
    beyond = _beyond(view)
    if beyond:
        view = replace(view, beyond=beyond)
    challenger = state.challenge.challenger.id if state.challenge is not None else None
    if not state.ongoing and challenger is None and not any(has_statics(sheet) for sheet in bases.values()):
        return view
    effects = _ongoing(state)
    for _ in range(MOST_ROUNDS):
        built = _round(view, bases, effects, challenger)
        if built.sheets == view.sheets and built.marks == view.marks:
            return built
        view = built
    raise EngineLimit(f"the static abilities in play still change each other after {MOST_ROUNDS} rounds")


def _base(state: GameState, card: CardId) -> Sheet:
    found = state.cards[card]
    sheet = printed_sheet(found.face)
    if sheet.unread:
        unread = sheet.unread[0]
        raise Unsupported(found.name, unread.text, unread.reason)
    return sheet


def has_statics(sheet: Sheet) -> bool:
    """Tell whether a card has static abilities that work in play."""
    if not sheet.abilities:
        return False
    statics = (held.ability for held in sheet.abilities if isinstance(held.ability, StaticAbility))
    return any(ability.works_from is Zone.PLAY or changes_itself(ability) for ability in statics)


@rule("6.1.13", "durations")
def applies_now(expiry: Expiry, state: GameState) -> bool:
    """Tell whether an effect applies at this moment; some wait for a turn to come (6.1.13.1)."""
    if expiry.until in (Until.DURING_THEIR_NEXT_TURN, Until.DURING_YOUR_NEXT_TURN):
        return state.active == expiry.player and state.turn > expiry.turn
    return True


@rule("6.4.1", "static abilities with a duration")
def goes_on(effect: OngoingEffect | FloatingTrigger, state: GameState) -> bool:
    """Tell whether an effect applies now; one that lasts as long as its source ends once that has left play."""
    if effect.expiry.until is Until.SOURCE_LEAVES_PLAY and effect.source is not None:
        source = state.current(effect.source.ref)
        if source is None or source.zone is not Zone.PLAY:
            return False
    return applies_now(effect.expiry, state)


def _ongoing(state: GameState) -> tuple[Static, ...]:
    """List the static abilities from resolved effects that apply now (6.4.2.1, 6.4.2.2)."""
    return tuple(
        Static(
            effect.ability,
            effect.you,
            effect.source.ref if effect.source is not None else None,
            effect.bindings,
            effect.serial,
            effect.targets,
        )
        for effect in state.ongoing
        if isinstance(effect.ability, StaticAbility) and goes_on(effect, state)
    )


@dataclass(slots=True)
class _Collected:
    """What one round finds to apply."""

    changes: dict[CardId, list[tuple[Change, Static, Scope]]] = field(default_factory=dict)
    marks: dict[type[Change], list[Mark]] = field(default_factory=dict)


@rule("6.4.2.3", "statics of cards in play")
@rule("6.6.1.2", "modifiers apply in no order")
@rule("6.6.1.1", "modifiers apply continuously")
def _round(view: View, bases: dict[CardId, Sheet], effects: tuple[Static, ...], challenger: CardId | None) -> View:
    """Judge every static on *view* and put the results on what is printed."""
    collected = _Collected()
    for static in effects:
        _collect(static, view, collected)
    for card, sheet in view.sheets.items():
        if any(isinstance(held.ability, StaticAbility) for held in sheet.abilities):
            for static in statics_of(view, card):
                _collect(static, view, collected)
    sheets = dict(bases)
    for card, changes in collected.changes.items():
        sheets[card] = _compose(bases[card], changes, view, card)
    if challenger is not None and challenger in sheets:
        sheets[challenger] = _while_challenging(sheets[challenger])
    marks = {kind: tuple(found) for kind, found in collected.marks.items()}
    return View(view.state, sheets, marks, view.beyond)


def statics_of(view: View, card: CardId) -> tuple[Static, ...]:
    """List the static abilities of a card in play that work there."""
    found = view.state.cards[card]
    return tuple(
        Static(held.ability, found.owner, found.ref, NO_BINDINGS)
        for held in view.sheet(card).abilities
        if isinstance(held.ability, StaticAbility) and (held.ability.works_from is Zone.PLAY or changes_itself(held.ability))
    )


@rule("6.1.12", "abilities that apply outside play")
def changes_itself(ability: StaticAbility) -> bool:
    """Tell whether an ability changes what its own card is, wherever that card is ("this card gains …")."""
    own = ability.affects is None or isinstance(ability.affects, This)
    return own and ability.works_from is not Zone.PLAY and all(type(change) in PER_CARD for change in ability.changes)


def _beyond(view: View) -> dict[CardId, Sheet]:
    """Work out the cards in hands whose own text changes what they are there."""
    found: dict[CardId, Sheet] = {}
    for player in view.state.players:
        for card in player.hand:
            sheet = printed_sheet(view.state.cards[card].face)
            if not sheet.abilities:
                continue
            changes = [
                (change, static, scope)
                for static in _own_changes(sheet, view, card)
                if (scope := Scope.of_static(static)) is not None
                and (static.ability.condition is None or holds(static.ability.condition, scope, view))
                for change in static.ability.changes
            ]
            if changes:
                found[card] = _compose(sheet, changes, view, card)
    return found


def _own_changes(sheet: Sheet, view: View, card: CardId) -> Iterator[Static]:
    for held in sheet.abilities:
        if isinstance(held.ability, StaticAbility) and changes_itself(held.ability):
            found = view.state.cards[card]
            yield Static(held.ability, found.owner, found.ref, NO_BINDINGS)


@rule("6.1.13.5", "while")
@rule("6.1.15", "conditional effects")
@rule("6.1.16.3", "effect if condition")
def _collect(static: Static, view: View, collected: _Collected) -> None:
    scope = Scope.of_static(static)
    ability = static.ability
    of_several = isinstance(ability.affects, CardFilter) or static.targets is not None
    personal = ability.condition is not None and of_several and _is_personal(ability.condition)
    if ability.condition is not None and not personal and not holds(ability.condition, scope, view):
        return
    subjects: tuple[CardId, ...] | None = None
    for change in ability.changes:
        kind = type(change)
        if kind in PER_CARD or (kind in PER_CARD_OR_PLAYER and _concerns_cards(change, static)):
            if subjects is None:
                subjects = affected(static, scope, view)
                if personal and ability.condition is not None:
                    subjects = tuple(card for card in subjects if _holds_for(ability.condition, card, scope, view))
            for card in subjects:
                collected.changes.setdefault(card, []).append((change, static, scope))
        elif kind in OF_GAME or kind in PER_CARD_OR_PLAYER:
            collected.marks.setdefault(kind, []).append(Mark(change, static))
        else:
            raise unsupported(change, scope, view)


def _concerns_cards(change: Change, static: Static) -> bool:
    """Tell whether a restriction, permission or duty is one of cards, and not of players alone."""
    on_cards = static.targets is not None or static.ability.affects is not None
    return on_cards or getattr(change, "player", None) is None


_personal: dict[int, tuple[Condition, bool]] = {}


def _is_personal(condition: Condition) -> bool:
    """Tell whether a condition speaks of each affected card rather than of the board."""
    known = _personal.get(id(condition))
    if known is None:
        if len(_personal) > 20_000:
            _personal.clear()
        found = any(
            isinstance(node, WhileChallenging | WhileChallenged) or (isinstance(node, Bound) and node.name == "affected")
            for node in walk(condition)
        )
        known = _personal[id(condition)] = (condition, found)
    return known[1]


def _holds_for(condition: Condition, card: CardId, scope: Scope, view: View) -> bool:
    scope.cards["affected"] = (view.state.cards[card].ref,)
    return holds(condition, scope, view)


def affected(static: Static, scope: Scope, view: View) -> tuple[CardId, ...]:
    """List the cards in play that a static ability affects."""
    if static.targets is not None:
        found = [view.state.current(ref) for ref in static.targets]
        return tuple(card.id for card in found if card is not None and card.id in view.sheets)
    meant = static.ability.affects
    if meant is None:
        source = view.state.current(static.source) if static.source is not None else None
        return (source.id,) if source is not None and source.id in view.sheets else ()
    if isinstance(meant, CardFilter):
        return find(meant, scope, view)
    if isinstance(meant, Reference):
        found_now = (each for each in seen(meant, scope, view) if view.state.current(each.ref) is not None)
        return tuple(each.card.id for each in found_now if each.card.id in view.sheets)
    raise unsupported(static.ability, scope, view)


@rule("8.5.1", "Challenger")
@rule("8.5.2", "not while being challenged")
def _while_challenging(sheet: Sheet) -> Sheet:
    bonus = sheet.keywords.get(Keyword.CHALLENGER, 0)
    if not bonus:
        return sheet
    return replace(sheet, numbers={**sheet.numbers, Stat.STRENGTH: sheet.numbers.get(Stat.STRENGTH, 0) + bonus})


def _compose(base: Sheet, changes: list[tuple[Change, Static, Scope]], view: View, card: CardId) -> Sheet:
    """Put changes on what is printed: what it is and has first, then its numbers."""
    of: dict[type[Change], list[tuple[Any, Static, Scope]]] = {}
    for change, static, scope in changes:
        of.setdefault(type(change), []).append((change, static, scope))
    keywords, shifts, abilities = _abilities(base, of, view, card)
    marks = tuple(
        Mark(change, static)
        for kind in (*PER_CARD_OR_PLAYER, DealsDamageWith, AllowsShift)
        for change, static, _ in of.get(kind, ())
    )
    named = [change for change, _, _ in of.get(CountsAsNamed, ())]
    return replace(
        base,
        names=base.names | {change.name for change in named if not change.only_for_shift},
        shift_names=base.shift_names | {change.name for change in named if change.only_for_shift},
        classifications=base.classifications | {change.classification for change, _, _ in of.get(GainsClassification, ())},
        numbers=_numbers(base, of, view, card),
        keywords=keywords,
        shifts=shifts,
        abilities=abilities,
        marks=marks,
        sing_bonus=sum(_amount(change.amount, scope, view, card) for change, _, scope in of.get(CountsAsCostToSing, ())),
    )


_Changes = dict[type[Change], list[tuple[Any, Static, Scope]]]


@rule("8.1.2", "keywords that stack and that do not")
@rule("1.2.2", "an effect prevents gaining")
def _abilities(
    base: Sheet, of: _Changes, view: View, card: CardId
) -> tuple[dict[Keyword, int], tuple[ShiftAbility, ...], tuple[Held, ...]]:
    gained = [_counted(change, scope, view, card) for change, _, scope in of.get(GainsKeyword, ())]
    held: list[Held] = []
    for number, (change, static, _) in enumerate(of.get(GainsAbility, ())):
        if isinstance(change.ability, KeywordEntry):
            gained.append(change.ability.keyword)
        elif isinstance(change.ability, Ability):
            held.append(Held(change.ability, f"gained {number} from {_origin(static)}", _granting(static, view)))
    if LosesAbilities in of:
        return {}, (), ()
    unnamed = {name_key(change.ability) for change, _, _ in of.get(LosesAbilityNamed, ())}
    barred = {change.keyword for change, _, _ in of.get(CannotGainKeyword, ())}
    lost = {change.keyword for change, _, _ in of.get(LosesKeyword, ())}
    keywords = dict(base.keywords)
    shifts = list(base.shifts)
    for keyword in gained:
        if isinstance(keyword, KeywordAbility) and keyword.keyword not in barred:
            add_keyword(keywords, keyword)
            if isinstance(keyword, ShiftAbility):
                shifts.append(keyword)
    for keyword in lost:
        keywords.pop(keyword, None)
    if keywords == base.keywords and not held and not unnamed:
        return keywords, tuple(shifts), base.abilities
    own = tuple(each for each in base.abilities if each.key not in _WRITTEN_OUT and name_key(each.ability.name) not in unnamed)
    return keywords, tuple(shifts), (*own, *held, *keyword_abilities(keywords))


def _origin(static: Static) -> str:
    """Name where a gained ability comes from, so that limits on its use can be remembered."""
    if static.effect is not None:
        return f"effect {static.effect}"
    return f"card {static.source.id}" if static.source is not None else "nowhere"


@rule("5.2.8", "story names")
def _granting(static: Static, view: View) -> str:
    """Name the ability that grants another, or the action whose effect does."""
    effect = next((each for each in view.state.ongoing if each.serial == static.effect), None)
    if static.ability.name or effect is None:
        return static.ability.name
    source = effect.source
    action = source is not None and source.sheet.type is CardType.ACTION
    return source.card.name if action and source is not None else effect.name


def _counted(change: GainsKeyword, scope: Scope, view: View, card: CardId) -> Node:
    """Give a gained keyword with its number, which may be counted."""
    keyword = change.keyword
    if change.times is None or not isinstance(keyword, KeywordAbility):
        return keyword
    return replace(keyword, value=(keyword.value or 1) * _amount(change.times, scope, view, card))


@rule("6.6.1", "modifiers of characteristics")
@rule("6.6.4", "can't be reduced below")
def _numbers(base: Sheet, of: _Changes, view: View, card: CardId) -> dict[Stat, int]:
    numbers = dict(base.numbers)
    for change, _, scope in of.get(SetsStat, ()):
        numbers[change.stat] = _amount(change.amount, scope, view, card)
    for change, _, scope in of.get(Gets, ()):
        if change.stat in numbers or change.stat is Stat.LORE:
            numbers[change.stat] = numbers.get(change.stat, 0) + _amount(change.amount, scope, view, card)
    for change, _, scope in of.get(NotReducedBelow, ()):
        least = base.numbers.get(change.stat, 0) if change.amount is None else _amount(change.amount, scope, view, card)
        if change.stat in numbers:
            numbers[change.stat] = max(numbers[change.stat], least)
    return numbers


def _amount(amount: Any, scope: Scope, view: View, card: CardId) -> int:
    """Work out an amount for one affected card, which ``Bound("affected")`` points at."""
    scope.cards["affected"] = (view.state.cards[card].ref,)
    return read(amount, scope, view)


def executable(change: Change) -> bool:
    """Tell whether the engine executes a kind of change."""
    return type(change) in PER_CARD | PER_CARD_OR_PLAYER | OF_GAME
