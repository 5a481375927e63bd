"""Find the replacement effects that can apply to an event, and let the player concerned choose (6.5)."""

from dataclasses import dataclass

from engine.abilities.effects import Effect
from engine.abilities.statics import Replace
from engine.abilities.vocabulary import Limit
from engine.cite import refs, rule
from engine.decisions import Decision, DecisionKind, Option
from engine.events import (
    CardExerted,
    CardMoved,
    CardPutUnder,
    CardReadied,
    CharacterMoved,
    DamagePlaced,
    DamageRemoved,
    Event,
    InkDropsGained,
    LoreGained,
    LoreLost,
    PhaseEntered,
)
from engine.rules.choices import twin_key
from engine.rules.continuous import affected
from engine.rules.happenings import happenings_of
from engine.rules.occurrences import happened_as
from engine.rules.scope import Scope
from engine.state.objects import Happening, Mark, PlayerId
from engine.state.view import View

REPLACEABLE: frozenset[type[Event]] = frozenset(
    {
        DamagePlaced,
        DamageRemoved,
        CardMoved,
        CardPutUnder,
        CardExerted,
        CardReadied,
        CharacterMoved,
        LoreGained,
        LoreLost,
        InkDropsGained,
        PhaseEntered,
    }
)
"""Events that replacement effects of cards look for; the rest are book-keeping or decisions."""


_TIMES = {
    Limit.FIRST_EACH_TURN: 1,
    Limit.ONCE_PER_TURN: 1,
    Limit.TWICE_PER_TURN: 2,
    Limit.NEXT_TIME: 1,
}
"""How often in a turn a replacement effect with a limit applies (6.1.13.2)."""


@dataclass(frozen=True, slots=True)
class Applicable:
    """A replacement effect that can apply to an event."""

    change: Replace
    mark: Mark
    happening: Happening
    """What would happen."""

    @property
    def key(self) -> str:
        """Tell replacement effects apart; two instances of the same one have the same key (6.5.8)."""
        ability = self.mark.static.ability.name
        return f"{ability}: {self.change!r}"

    @property
    def replacement(self) -> Effect | None:
        """What happens instead."""
        return self.change.replacement

    @property
    def forbids(self) -> bool:
        """Tell whether nothing at all happens instead, without anybody's wish."""
        change = self.change
        return change.replacement is None and change.changed_amount is None and change.budget is None and not change.may


@rule("6.5.3", "a replacement effect has to exist when the event would happen")
@rule("6.5.5", "each applies once to an event")
def applicable(event: Event, view: View, applied: frozenset[str]) -> tuple[Applicable, ...]:
    """List the replacement effects that can apply to an event and have not yet."""
    if type(event) not in REPLACEABLE:
        return ()
    marks = view.of_kind(Replace)
    if not marks:
        return ()
    found: list[Applicable] = []
    happenings = happenings_of(event, view, view, 0)
    for change, mark in marks:
        scope = Scope.of_static(mark.static)
        for happening in happenings:
            if not _concerns(mark, happening, scope, view) or not happened_as(change.event, happening, scope, view):
                continue
            candidate = Applicable(change, mark, happening)
            if candidate.key not in applied and not _used_up(candidate, view):
                found.append(candidate)
                break
    return tuple(found)


def _concerns(mark: Mark, happening: Happening, scope: Scope, view: View) -> bool:
    """Tell whether an effect that affects certain cards means the subject."""
    static = mark.static
    if static.targets is None and static.ability.affects is None:
        return True
    if happening.subject is None:
        return False
    if static.targets is not None:
        return happening.subject.ref in static.targets
    return happening.subject.card.id in affected(static, scope, view)


@rule("6.1.13.2", "the first time each turn")
def _used_up(candidate: Applicable, view: View) -> bool:
    """Tell whether a replacement that works once a turn already has."""
    source = candidate.mark.static.source
    most = _TIMES.get(candidate.change.limit, 0) or int(candidate.change.once)
    return source is not None and most > 0 and view.state.used.count((source, candidate.key)) >= most


@rule("6.5.7", "several replacement effects")
@rule("6.5.8", "of two instances of the same one, one is chosen")
def which(found: tuple[Applicable, ...], player: PlayerId, view: View) -> Decision:
    """Ask the player whose cards are affected which replacement effect applies (6.5.7.2)."""
    options = []
    for number, candidate in enumerate(found, start=1):
        source = candidate.mark.static.source
        if source is not None and source.id not in view.state.cards:
            source = None
        name = view.card(source.id).name if source is not None else "effect"
        ability = candidate.mark.static.ability.name
        twin = (candidate.key, twin_key(source.id, view)) if source is not None else candidate.key
        options.append(Option(number, f"{name}: {ability}" if ability else name, twin=twin))
    return Decision(
        DecisionKind.RESOLVE,
        player,
        "which replacement effect applies",
        tuple(options),
        rules=refs("6.5.7.2"),
    )


def affected_player(event: Event, view: View) -> PlayerId:
    """Give the player whose cards an event affects, who decides among replacement effects (6.5.7)."""
    match event:
        case LoreGained(player=player) | LoreLost(player=player) | InkDropsGained(player=player):
            return player
        case _:
            card = getattr(event, "card", None)
            return view.card(card).owner if card is not None else view.state.active
