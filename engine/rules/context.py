"""Say what a resolving effect can rely on: its frame, the game it acts on, and how its handler is found."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from corpus.refs import RuleRef, Span
from engine.abilities.effects import Effect
from engine.decisions import Choice, Decision
from engine.events import Event
from engine.rules.scope import Scope
from engine.state.game_state import GameState
from engine.state.objects import CardId, PlayerId
from engine.state.view import View
from engine.trace import Cause


class Origin(StrEnum):
    """What kind of text resolves."""

    ACTION = "action"
    TRIGGERED = "triggered"
    ACTIVATED = "activated"
    COST = "cost"
    """Something done to pay."""
    RULE = "rule"
    """A rule of the game, such as the lore of a location."""


@dataclass(slots=True)
class Frame(Scope):
    """One resolution: what its words refer to, and whose text it is."""

    origin: Origin = Origin.RULE
    resolution: int = 0
    """Serial number that tells resolutions apart."""
    name: str = ""
    """The name of the ability."""
    key: str = ""
    """The ability's key on its source."""
    span: Span | None = None
    """The text of the effect that resolves now."""
    whole: Effect | None = None
    """The whole effect that resolves, for texts that repeat it."""
    replaced: frozenset[str] = field(default_factory=frozenset)
    """Replacement effects that were already applied to the event that resolves (6.5.5)."""

    def cause(self) -> Cause:
        """Point at the text that causes what happens now."""
        return Cause(self.source.id if self.source is not None else None, self.name, self.span)

    def for_player(self, player: PlayerId) -> "Frame":
        """Give the same resolution with another player as "you"; what is remembered is shared."""
        return replace(self, you=player)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an effect."""

    complete: bool
    """Whether it was done completely, as "[A] to [B]" and "If you do" ask (6.1.5.1)."""
    amount: int = 0
    """How much was done: cards moved, damage dealt, lore gained."""
    cards: tuple[CardId, ...] = ()
    """The cards it was done to."""


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """Put the outcomes of parts together: complete when there are parts and all of them are."""
    return Outcome(
        bool(outcomes) and all(outcome.complete for outcome in outcomes),
        sum(outcome.amount for outcome in outcomes),
        tuple(dict.fromkeys(card for outcome in outcomes for card in outcome.cards)),
    )


DONE = Outcome(True)
NOT_DONE = Outcome(False)


class Context(Protocol):
    """The game, as effects and turn actions use it."""

    @property
    def state(self) -> GameState:
        """The state now."""

    @property
    def view(self) -> View:
        """The view of the state now."""

    def propose(
        self, *events: Event, frame: Frame | None = None, rules: tuple[RuleRef, ...] = (), note: str = ""
    ) -> tuple[Event, ...]:
        """Let events happen at the same time, unless restrictions or replacement effects (6.5) intervene.

        Records them with their rules and cause, and adds the abilities that trigger to the bag. Gives the events that
        did happen, in order; inside :meth:`together` those that are going to.
        """

    def ask(self, decision: Decision) -> Choice:
        """Give the answer to a decision; settle it where only one outcome is legal.

        :raises DecisionNeeded: no answer fits.
        """

    def resolve(self, effect: Effect, frame: Frame) -> Outcome:
        """Resolve an effect by the handler of its node.

        :raises Unsupported: nothing handles it.
        """

    def together(self) -> AbstractContextManager[None]:
        """Collect what is proposed inside, so that it happens at one time when the block ends."""

    def know(self, cards: Iterable[CardId], player: PlayerId, why: str, *, least: int = 1) -> None:
        """Find out the faces of those cards that nobody has named, since an effect needs them.

        Where the *least* that the effect takes of them is 0, an answer of "none" leaves them unknown.

        :raises DecisionNeeded: nobody says which card it is.
        """

    def next_serial(self) -> int:
        """Give a serial number that is not in use."""

    def next_resolution(self) -> int:
        """Give a number that tells one more resolution from all others."""


Handler = Callable[[Any, Frame, Context], Outcome]

HANDLERS: dict[type[Effect], Handler] = {}
"""The handler of each kind of effect."""

H = TypeVar("H", bound=Callable[..., Outcome])


def handles(*kinds: type[Effect]) -> Callable[[H], H]:
    """Enter a function as the handler of kinds of effects: ``(node, frame, context) -> Outcome``."""

    def enter(function: H) -> H:
        for kind in kinds:
            HANDLERS[kind] = function
        return function

    return enter
