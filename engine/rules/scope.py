"""Say what the words of one ability refer to while it is evaluated: you, this, those, the event."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from engine.abilities.vocabulary import Zone
from engine.cite import rule
from engine.state.game_state import GameState
from engine.state.objects import Bindings, Card, Happening, ObjectRef, PlayerId, Snapshot, Static
from engine.state.view import View
from engine.terms import Manner


class Others(StrEnum):
    """What "other" leaves out (6.1.6)."""

    SOURCE = "source"
    """The card whose text it is: "your other characters"."""
    SELECTED = "selected"
    """What the text has already selected, or the source where it has not: "another chosen character"."""


@dataclass(slots=True)
class Scope:
    """What words refer to. Names are shared by all effects of one resolution."""

    you: PlayerId
    source: ObjectRef | None
    """The card whose ability it is."""
    cards: dict[str, tuple[ObjectRef, ...]] = field(default_factory=dict)
    amounts: dict[str, int] = field(default_factory=dict)
    players: dict[str, tuple[PlayerId, ...]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    snapshots: dict[ObjectRef, Snapshot] = field(default_factory=dict)
    follows: dict[ObjectRef, ObjectRef] = field(default_factory=dict)
    happenings: tuple[Happening, ...] = ()
    """What the trigger saw."""
    selected: dict[int, tuple[ObjectRef, ...]] = field(default_factory=dict)
    """Choices that were made, by the identity of the node that asked."""
    selected_players: dict[int, tuple[PlayerId, ...]] = field(default_factory=dict)
    others: Others = Others.SOURCE

    @classmethod
    def of_static(cls, static: Static) -> "Scope":
        """Build the scope of a static ability."""
        return Scope(static.you, static.source).with_bindings(static.bindings)

    def with_bindings(self, bindings: Bindings) -> Self:
        """Remember what *bindings* hold; gives itself."""
        if bindings.cards:
            self.cards.update(bindings.cards)
        if bindings.amounts:
            self.amounts.update(bindings.amounts)
        if bindings.players:
            self.players.update(bindings.players)
        if bindings.words:
            self.words.update(bindings.words)
        if bindings.done:
            self.done.update(bindings.done)
        if bindings.snapshots:
            self.snapshots.update(bindings.snapshots)
        if bindings.follows:
            self.follows.update(bindings.follows)
        return self

    @rule("6.1.6", "another and other")
    def is_other(self, ref: ObjectRef, state: GameState) -> bool:
        """Tell whether a card is another one than those the text means by "other", wherever the source has gone."""
        if self.others is Others.SELECTED:
            chosen = [one for refs in self.selected.values() for one in refs if self._was_in_play(one)]
            if chosen:
                return ref not in chosen
        if self.source is None or ref.id != self.source.id:
            return True
        now = self.live(self.source, state)
        return ref != self.source and (now is None or ref != now.ref)

    def _was_in_play(self, ref: ObjectRef) -> bool:
        known = self.snapshots.get(ref)
        return known is not None and known.card.zone is Zone.PLAY

    def to_bindings(self) -> Bindings:
        """Keep what is remembered, for an effect or a trigger that outlives this resolution."""
        return Bindings(
            dict(self.cards),
            dict(self.amounts),
            dict(self.players),
            dict(self.words),
            frozenset(self.done),
            dict(self.snapshots),
            dict(self.follows),
        )

    def seen_by(self, player: PlayerId) -> "Scope":
        """Give the same scope with another player as "you"; what is remembered is shared."""
        return Scope(
            player,
            self.source,
            self.cards,
            self.amounts,
            self.players,
            self.words,
            self.done,
            self.snapshots,
            self.follows,
            self.happenings,
            self.selected,
            self.selected_players,
            self.others,
        )

    def bind_happenings(self, happenings: tuple[Happening, ...]) -> Self:
        """Give the two sides, the actor and the amount of what the trigger saw their names; gives itself.

        A side that the trigger did not see keeps the meaning it had where a delayed ability was made.
        """
        self.happenings = happenings
        subjects = [happening.subject for happening in happenings if happening.subject is not None]
        others = [happening.other for happening in happenings if happening.other is not None]
        for name, found in (("subject", subjects), ("other", others)):
            if found:
                self.cards[name] = tuple(dict.fromkeys(snapshot.ref for snapshot in found))
                self.snapshots.update({snapshot.ref: snapshot for snapshot in found})
        actors = tuple(dict.fromkeys(happening.actor for happening in happenings if happening.actor is not None))
        if actors:
            self.players["actor"] = actors
        if subjects or "event" not in self.amounts:
            self.amounts["event"] = sum(happening.amount for happening in happenings)
        return self

    @rule("6.1.11.1", "that card in that zone")
    @rule("8.14.2", "moved to a different zone")
    def live(self, ref: ObjectRef, state: GameState) -> Card | None:
        """Find a remembered card as it is now, if it still counts as the same one.

        A card that changed zones is a new object (7.1.6), but an effect may still find it where the trigger or the
        effect itself moved it, and an action where it goes once resolved (6.1.11.1).
        """
        for _ in range(8):
            found = state.current(ref)
            if found is not None:
                return found
            card = state.cards.get(ref.id)
            if card is not None and card.incarnation == ref.incarnation + 1 and card.came is Manner.RESOLVED:
                return card
            following = self.follows.get(ref)
            if following is None:
                return None
            ref = following
        return None

    def last_known(self, ref: ObjectRef, view: View) -> Snapshot | None:
        """Give a card's characteristics: current ones while it is that object in play, else the last known (6.7.7)."""
        current = view.current(ref)
        known = self.snapshots.get(ref)
        if current is not None and (current.card.zone is Zone.PLAY or known is None):
            return current
        if known is not None:
            return known
        card = self.live(ref, view.state)
        return None if card is None else view.snapshot(card.id)
