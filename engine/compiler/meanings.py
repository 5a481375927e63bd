"""Meanings that stand between syntax and abilities: what a phrase contributes before its clause is known."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.abilities.base import Node
from engine.abilities.effects import Effect
from engine.abilities.filters import CardFilter, Criterion
from engine.abilities.players import PlayerRef
from engine.abilities.references import Reference
from engine.abilities.values import Amount, AtMost, Number, Times
from engine.abilities.vocabulary import Comparison, Zone


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun for cards: which cards it can name, and how many."""

    words: frozenset[str]
    """Any of character, item, location, action, song; empty for "card" alone."""
    plural: bool
    card: bool
    """Whether "card" is said, so that the card need not be in play."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards described: "opposing damaged characters with cost 3 or less"."""

    criteria: tuple[Criterion, ...]
    noun: Noun
    zone: Zone | None = None
    """The zone that is said; None is for the verb to say."""
    also_in: tuple[Zone, ...] = ()
    """Further zones that are said."""
    total: tuple[Criterion, ...] = ()
    """Limits on several cards together ("with total ¤ 10 or less")."""
    gendered: bool = False
    """Whether the description is of a person that "he" or "she" may then mean."""

    def filter(self, zone: Zone) -> CardFilter:
        """Make the filter, in *zone* unless the description says where."""
        return CardFilter(zone=self.zone or zone, also_in=self.also_in, criteria=self.criteria)

    def limited(self, *criteria: Criterion) -> "Kind":
        """Give the kind with more criteria."""
        return replace(self, criteria=self.criteria + criteria)


@dataclass(frozen=True, slots=True)
class Who:
    """A side of an event: what the pattern asks for, and the description where it is not the source itself."""

    node: Node
    """A ``CardFilter`` or a ``Reference``."""
    kind: Kind | None = None
    batched: bool = False
    """Whether "1 or more" is said, so that several at one time are one."""


@dataclass(frozen=True, slots=True)
class Limited:
    """What a modifier after the noun adds to a kind."""

    criteria: tuple[Criterion, ...] = ()
    zone: Zone | None = None
    also_in: tuple[Zone, ...] = ()
    total: tuple[Criterion, ...] = ()
    gendered: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with a number: "3 or more"."""

    comparison: Comparison
    amount: Amount


@dataclass(frozen=True, slots=True)
class Each:
    """What is counted for "for each …"."""

    amount: Amount
    every: int = 1
    maximum: int | None = None
    """The most that all of them together can give."""

    def times(self, factor: int) -> Amount:
        """Give *factor* for each of what is counted."""
        if self.maximum is None:
            return Times(factor=factor, amount=self.amount, every=self.every)
        whole = AtMost(amount=Times(factor=abs(factor), amount=self.amount, every=self.every), maximum=self.maximum)
        return whole if factor > 0 else Times(factor=-1, amount=whole)

    def scaled(self, amount: Amount) -> Amount:
        """Give an amount that was said once, for each of what is counted."""
        if isinstance(amount, Number):
            return self.times(amount.value)
        raise ValueError("only a fixed number can be given for each")


@dataclass(frozen=True, slots=True)
class Entity:
    """Cards that a text has spoken of and that a later word may point back at."""

    reference: Reference
    nouns: frozenset[str]
    plural: bool
    gendered: bool = False
    source: bool = False
    """Whether it is the source of the ability."""


@dataclass(frozen=True, slots=True)
class People:
    """Players that a text has spoken of."""

    player: PlayerRef
    plural: bool = False


Fold = Callable[[list[Effect]], list[Effect]]
"""A sentence that changes what was said before it: "If you do, …", "Otherwise, …", "… instead"."""


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of an effect: an effect of its own, or a fold over the sentences before it."""

    effect: Effect | None = None
    fold: Fold | None = None
