"""Check the state of the game (1.8): named conditions, judged on one snapshot, all results at one time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.refs import RuleRef
from engine.abilities.statics import LoreToWin
from engine.abilities.vocabulary import Occurrence, Stat, Zone
from engine.cite import refs, rule
from engine.errors import EngineLimit
from engine.events import CardMoved, DeckShuffled, Event, GameLost, GameWon, PlayerLeft, StateChecked
from engine.rules.moving import moving
from engine.rules.perform import Stage
from engine.rules.query import persons, read
from engine.rules.scope import Scope
from engine.state.objects import Happening, ObjectRef, PlayerId
from engine.state.view import View
from engine.terms import Format, LossReason, Manner

LORE_TO_WIN = {Format.CONSTRUCTED: 20, Format.PACK_RUSH: 15}
"""The lore with which a player wins (1.8.1.1, 10.2.4)."""

MOST_CHECKS = 500
"""How many game state checks may follow each other before the game counts as endless."""


@dataclass(frozen=True, slots=True)
class Check:
    """A condition that the game checks for, and its results."""

    name: str
    rules: tuple[RuleRef, ...]
    find: Callable[[View, Sequence[Happening]], list[Event]]
    """Gives the results, from the view and what happened since the last check, in turn order of the players."""


@rule("1.8.1.1", "20 lore")
@rule("10.2.4", "15 lore in Pack Rush")
@rule("1.11.3", "20 lore win the game")
@rule("10.1.2", "a variant's rule counts over the normal one")
def lore_to_win(player: PlayerId, view: View) -> int:
    """Give the lore with which a player wins; a text may ask for another number."""
    needed = LORE_TO_WIN[view.state.format]
    for change, mark in view.of_kind(LoreToWin):
        scope = Scope.of_static(mark.static)
        if player in persons(change.player, scope, view):
            needed = max(needed, read(change.amount, scope, view))
    return needed


@rule("2.3.3.1", "winning with lore")
@rule("1.8.4", "in turn order")
@rule("1.11.3", "20 lore win")
def _lore(view: View, since: Sequence[Happening]) -> list[Event]:
    for player in view.state.turn_order():
        if view.state.players[player].lore >= lore_to_win(player, view):
            return [GameWon(player)]
    return []


@rule("1.8.1.3", "the last player")
@rule("2.3.3.3", "the last player wins")
def _last_player(view: View, since: Sequence[Happening]) -> list[Event]:
    left = view.state.turn_order()
    return [GameWon(left[0])] if len(left) == 1 and len(view.state.players) > 1 else []


@rule("1.8.1.4", "damage equal to Willpower or more")
@rule("5.3.6.3", "Willpower of characters")
@rule("5.6.5.3", "Willpower of locations")
def _damage(view: View, since: Sequence[Happening]) -> list[Event]:
    events: list[Event] = []
    for player in view.state.turn_order():
        for card in view.state.players[player].play:
            willpower = view.sheet(card).number(Stat.WILLPOWER)
            if willpower is not None and view.card(card).damage >= max(willpower, 0):
                by, in_challenge = _banished_by(view.card(card).ref, since)
                actor = view.card(by.id).owner if by is not None else None
                events.extend(moving(card, Zone.DISCARD, Manner.BANISH, view, actor=actor, by=by, in_challenge=in_challenge))
    return events


def _banished_by(card: ObjectRef, since: Sequence[Happening]) -> tuple[ObjectRef | None, bool]:
    """Find the card whose damage banishes another: in a challenge before any other (1.8.1.4)."""
    found: tuple[ObjectRef | None, bool] = (None, False)
    for happening in since:
        if happening.occurrence is not Occurrence.DAMAGE_TAKEN or happening.subject is None or happening.other is None:
            continue
        if happening.subject.ref == card:
            if happening.in_challenge:
                return happening.other.ref, True
            found = (happening.other.ref, False)
    return found


@rule("10.2.5", "an empty deck in Pack Rush")
def _pack_rush_deck(view: View, since: Sequence[Happening]) -> list[Event]:
    if view.state.format is not Format.PACK_RUSH:
        return []
    events: list[Event] = []
    for player in view.state.turn_order():
        found = view.state.players[player]
        if not found.deck and found.discard:
            events.extend(
                CardMoved(card, Zone.DISCARD, Zone.DECK, Manner.SHUFFLE, facedown=True, actor=player) for card in found.discard
            )
            events.append(DeckShuffled(player))
    return events


@rule("1.8.1.2", "a turn that ends with an empty deck")
@rule("2.3.3.2", "losing with an empty deck")
def _empty_deck(view: View, since: Sequence[Happening]) -> list[Event]:
    active = view.state.active
    if active not in view.state.turn_order():
        return []
    if view.state.format is Format.PACK_RUSH or view.state.players[active].deck:
        return []
    return [GameLost(active, LossReason.EMPTY_DECK)]


CHECKS: tuple[Check, ...] = (
    Check("lore", refs("1.8.1.1"), _lore),
    Check("last player", refs("1.8.1.3"), _last_player),
    Check("damage", refs("1.8.1.4"), _damage),
    Check("Pack Rush deck", refs("10.2.5"), _pack_rush_deck),
)
"""The conditions of every game state check (1.8.1)."""

AT_END_OF_TURN: tuple[Check, ...] = (*CHECKS, Check("empty deck", refs("1.8.1.2", "3.4.2"), _empty_deck))
"""The conditions of the check as a turn ends."""


@rule("1.8.1", "game state check")
@rule("1.8.3", "again until no condition is met")
@rule("1.8.4", "all results at one time")
@rule("1.8.5", "judged when the check occurs")
def check_state(stage: Stage, checks: Sequence[Check] = CHECKS) -> None:
    """Check the game state until no condition is met.

    :raises EngineLimit: the checks do not come to an end.
    """
    for _ in range(MOST_CHECKS):
        if stage.state.over or not _check_once(stage, checks):
            return
    raise EngineLimit(f"{MOST_CHECKS} game state checks in a row each met a condition", tuple(stage.log[-200:]))


def _check_once(stage: Stage, checks: Sequence[Check]) -> bool:
    view = stage.view
    since = stage.state.history[stage.checked :]
    stage.checked = len(stage.state.history)
    found = [(check, events) for check in checks if (events := check.find(view, since))]
    if not found:
        return False
    stage.propose(
        StateChecked(tuple(check.name for check, _ in found)), rules=refs("1.8.1", *[str(c.rules[0].number) for c, _ in found])
    )
    before = stage.state
    with stage.together():
        for check, events in found:
            stage.propose(*events, rules=check.rules)
    for player in [event.player for _, events in found for event in events if isinstance(event, GameLost)]:
        leave_game(stage, player)
    return stage.state.cards != before.cards or stage.state.players != before.players or stage.state.winner != before.winner


@rule("9.2.3", "a player who loses leaves the game")
@rule("7.7.7", "their abilities leave the bag")
def leave_game(stage: Stage, player: PlayerId) -> None:
    """Let a player who lost leave a game that goes on without them; in a game of two the other one wins."""
    if len(stage.state.turn_order()) > 1:
        stage.propose(PlayerLeft(player), rules=refs("9.2.3", "7.7.7"))
