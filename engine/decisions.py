"""Ask the players: a decision is a question with its legal options, never a stored continuation."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from corpus.refs import RuleRef
from engine.errors import EngineError


class DecisionKind(StrEnum):
    """What is asked, named as the answer that settles it."""

    MAY = "may"
    """Whether to do something optional; options True and False."""
    CHOOSE = "choose"
    """Cards; a choice is a tuple of card ids."""
    AMOUNT = "amount"
    """A number; options are the legal ones, ascending."""
    OPTION = "option"
    """One of the listed effects; options count from 1 as printed."""
    NAME = "name"
    """The name of a card; any name is legal, so there are no options."""
    ORDER = "order"
    """Cards put in order, first is the top; a choice is a permutation of the options."""
    RESOLVE = "resolve"
    """Which ability leaves the bag next, or which replacement effect applies; options are the keys of entries."""
    PLAYER = "player"
    """Players, by their place in turn order."""
    RANDOM = "random"
    """What chance gave: cards, in the order in which they came up."""
    IDENTITY = "identity"
    """Which card an unknown card is, since an effect needs its face; answered by ``random`` or ``choose``."""


Value = bool | int | str
"""What one option stands for: yes or no, a card or player or number, a name or a key."""

Choice = tuple[Value, ...]
"""What was chosen, in order where order matters."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen."""

    value: Value
    text: str
    rules: tuple[RuleRef, ...] = ()
    """The rules that allow it; the decision's own rules where empty."""
    twin: Hashable = None
    """Options with an equal twin that is not None cannot be told apart and count as one."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A question to one player."""

    kind: DecisionKind
    player: int
    text: str
    """The question in words."""
    options: tuple[Option, ...] = ()
    minimum: int = 1
    """The fewest options that make a choice."""
    maximum: int = 1
    """The most options that make a choice."""
    rules: tuple[RuleRef, ...] = ()
    source: int | None = None
    """The card whose text asks."""
    ability: str = ""
    """The name of the ability that asks, as ``for`` may name it."""
    resolution: int = 0
    """Serial number of the resolving effect: a choice of too many names hands the rest on within it."""
    behind: frozenset[int] = frozenset()
    """For a "may": the cards that the effect behind it could choose, so that choosing one says yes."""
    ordered: bool = False
    """For a choice of cards: whether they are put on a deck in an order that is decided next, so that an order says both."""
    default: Choice | None = None
    """What is chosen when nobody answers, such as the most for an amount "up to" (timeline notes it)."""
    accepts: Callable[[Choice], bool] | None = None
    """A limit on the whole choice beyond its size, such as a total cost."""

    def admits(self, choice: Choice) -> bool:
        """Tell whether *choice* is legal: of the right size, out of the options, without repeats (6.1.3), within limits."""
        if self.kind is DecisionKind.NAME:
            return len(choice) == 1 and isinstance(choice[0], str)
        if not self.minimum <= len(choice) <= self.maximum:
            return False
        values = {option.value for option in self.options}
        if len(set(choice)) != len(choice) or not values.issuperset(choice):
            return False
        if any(isinstance(value, bool) for value in choice) is not (self.kind is DecisionKind.MAY):
            # True is no card, though it equals the first one's number
            return False
        return self.accepts is None or self.accepts(choice)


class Answers(Protocol):
    """Where decisions are settled from: a script, an exploration, a person."""

    def take(self, decision: Decision) -> Choice | None:
        """Give the first unused answer that fits *decision* and mark it used, or None where none fits."""


class NoAnswers:
    """Answer nothing: every decision that does not settle itself is open."""

    def take(self, decision: Decision) -> Choice | None:
        """Give None."""
        return None


class DecisionNeeded(EngineError):
    """Stop because a decision is open."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        listed = ", ".join(option.text for option in decision.options)
        super().__init__(f"player {decision.player + 1} has to decide: {decision.text} ({listed or 'any answer'})")
