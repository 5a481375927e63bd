"""Show the current characteristics of all cards of one state, with everything that applies to them.

Printed and current values never mix: whoever wants a number, a name, a keyword, an ability or a restriction asks here.
The view is built by :mod:`engine.rules.continuous`; this module only says what it holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.abilities.statics import Change
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, Mark, ObjectRef, Sheet, Snapshot
from engine.state.printed import printed_sheet

C = TypeVar("C", bound=Change)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A projection of one state."""

    state: GameState
    sheets: Mapping[CardId, Sheet]
    """The cards in play."""
    marks: Mapping[type[Change], tuple[Mark, ...]]
    """Changes that concern players, events or the game rather than single cards, by kind."""
    beyond: Mapping[CardId, Sheet] = field(default_factory=dict)
    """The cards outside play whose own text changes what they are there."""

    def sheet(self, card: CardId) -> Sheet:
        """Give what a card is now; outside play that is what is printed (7.1.6), unless its own text says otherwise."""
        found = self.sheets.get(card) or self.beyond.get(card)
        return printed_sheet(self.state.cards[card].face) if found is None else found

    def card(self, card: CardId) -> Card:
        """Find a card."""
        return self.state.cards[card]

    def snapshot(self, card: CardId) -> Snapshot:
        """Give a card as it is now."""
        return Snapshot(self.state.cards[card], self.sheet(card))

    def current(self, ref: ObjectRef) -> Snapshot | None:
        """Give a card as it is now if it is still that object (7.1.6)."""
        card = self.state.current(ref)
        return None if card is None else Snapshot(card, self.sheet(card.id))

    def on_card(self, card: CardId, kind: type[C]) -> tuple[tuple[C, Mark], ...]:
        """List the changes of one kind that apply to a card in play, each with its mark."""
        found = self.sheets.get(card)
        if found is None or not found.marks:
            return ()
        return tuple((mark.change, mark) for mark in found.marks if isinstance(mark.change, kind))

    def of_kind(self, kind: type[C]) -> tuple[tuple[C, Mark], ...]:
        """List the changes of one kind that concern players, events or the game, each with its mark."""
        return tuple((mark.change, mark) for mark in self.marks.get(kind, ()) if isinstance(mark.change, kind))
