"""Set cards and players as a judge says they are: nothing is played, moved or triggered by it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.abilities.vocabulary import Zone
from engine.errors import ScenarioFaults, Unsupported
from engine.events import Corrected
from engine.scenario.board import Board, CardEntry, CardStates, CardUnder, DeckParts, Inkwell
from engine.scenario.build import Table, exert_ink, with_states
from engine.scenario.faces import Faces
from engine.scenario.fields import CardChoice
from engine.scenario.labels import entries, free_label, label_key
from engine.scenario.ongoing import Underway, UnreadClause, used_abilities
from engine.scenario.past import remember
from engine.scenario.schema import SetCardStep, SetPlayerStep
from engine.scenario.told import whose
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, PlayerId

Given = CardChoice | str | None
"""A card as a document gives it; None for one that nobody has named."""


def correction(step: SetCardStep | SetPlayerStep, state: GameState, faces: Faces, path: str) -> Corrected:
    """Give the correction that a step makes to a state.

    :raises ScenarioFaults: a card, a location or an ability that the step names is not there.
    :raises Unsupported: a text of the step was not read.
    """
    writer = _Writer(state, faces)
    if isinstance(step, SetCardStep):
        card = writer.table.find(step.card, f"{path}.card")
        if card is not None:
            writer.set_card(card, step, path)
    else:
        player = next(number for number, known in enumerate(state.players) if known.label == step.player)
        writer.set_player(player, step, path)
    return writer.sealed()


@dataclass(slots=True)
class _Writer:
    state: GameState
    faces: Faces
    table: Table = field(init=False)
    underway: Underway = field(init=False)
    changed: set[CardId] = field(default_factory=set)
    player: PlayerId | None = None

    def __post_init__(self) -> None:
        labels = {label_key(card.label): card.id for card in self.state.cards.values() if card.label}
        self.table = Table(self.faces, cards=dict(self.state.cards), labels=labels)
        self.underway = Underway(self.table, self.state, serial=self.state.serial + 1)

    def put(self, card: Card) -> None:
        """Change a card."""
        self.table.cards[card.id] = card
        self.changed.add(card.id)

    def set_card(self, card: Card, given: CardStates, path: str) -> None:
        """Give a card in play the states that are given."""
        if card.zone is not Zone.PLAY:
            self.table.fault(path, f"{card.name} is not in play; only cards in play have states to set")
            return
        card = with_states(self.table, card, given, path)
        if given.given("under"):
            card = self._restack(card, given)
        self.put(card)
        for place, gained in enumerate(given.gained):
            self.underway.gain(card, gained, f"{path}.gained[{place}]")
        if given.given("used"):
            others = tuple((ref, key) for ref, key in self.underway.state.used if ref != card.ref)
            used = used_abilities(self.table, card, given, path)
            self.underway.state = replace(self.underway.state, used=(*others, *used))

    def _restack(self, card: Card, given: CardStates) -> Card:
        """Put other cards under a card than those that are."""
        listed: Iterable[tuple[str, Given]]
        if isinstance(given.under, int):
            listed = (("", None) for _ in range(given.under))
        else:
            listed = (("", entry) for entry in given.under)
        pool = [self.table.cards[under] for under in card.under]
        below = self._take(card.owner, Zone.UNDER, listed, pool)
        for under, entry in below:
            facedown = entry is None or (isinstance(entry, CardUnder) and entry.facedown)
            self.put(replace(self.table.cards[under], top=card.id, facedown=facedown))
        self._remove(pool, {under for under, _ in below})
        return replace(card, under=tuple(under for under, _ in below))

    def set_player(self, player: PlayerId, given: SetPlayerStep, path: str) -> None:
        """Give a player the fields of a board that are given."""
        self.player = player
        found = self.state.players[player]
        changes: dict[str, Any] = {key: getattr(given, key) for key in ("lore", "ink_drops") if given.given(key)}
        piles = self._piles(given)
        pool = [self.table.cards[card] for zone in piles for card in self.state.zone_of(player, zone)]
        pool += [self.table.cards[under] for card in pool for under in card.under]
        kept: set[CardId] = set()
        for zone, listed in piles.items():
            taken = self._take(player, zone, listed, [card for card in pool if card.id not in kept])
            kept |= {card for card, _ in taken}
            changes[zone.value] = tuple(card for card, _ in taken)
            if zone is Zone.PLAY:
                self._set_states(taken, path)
            if zone is Zone.INKWELL:
                self._exert(changes[zone.value], given.whole_inkwell)
        kept |= {under for card in kept for under in self.table.cards[card].under}
        self._remove(pool, kept)
        if given.given("this_turn"):
            changes["inks"] = given.this_turn.inked
            others = tuple(happening for happening in self.state.history if whose(happening) != player)
            forgotten = replace(self.underway.state, history=others)
            self.underway.state = remember(forgotten, player, given.this_turn, self.table, f"{path}.this_turn")
        for place, effect in enumerate(given.effects):
            self.underway.play_on(player, effect, f"{path}.effects[{place}]")
        if "deck" in changes:
            changes["shuffled"] = frozenset()
        players = list(self.underway.state.players)
        players[player] = replace(found, **changes)
        self.underway.state = replace(self.underway.state, players=tuple(players))

    @staticmethod
    def _piles(given: Board) -> dict[Zone, list[tuple[str, Given]]]:
        """List the cards of the zones that are given."""
        piles: dict[Zone, list[tuple[str, Given]]] = {}
        if given.given("play"):
            piles[Zone.PLAY] = list(entries("play", list(given.play)))
        if given.given("hand"):
            piles[Zone.HAND] = list(entries("hand", given.hand))
        if given.given("inkwell") or given.given("ink"):
            inkwell = given.whole_inkwell
            unnamed = inkwell.ready + inkwell.exerted - len(inkwell.named)
            piles[Zone.INKWELL] = [*(("", card) for card in inkwell.named), *[("", None)] * unnamed]
        if given.given("discard"):
            piles[Zone.DISCARD] = list(entries("discard", given.discard))
        if given.given("deck"):
            deck = given.deck
            parts = (deck.top, deck.unknown, deck.bottom) if isinstance(deck, DeckParts) else (deck,)
            piles[Zone.DECK] = [entry for part in parts for entry in entries("deck", part)]
        return piles

    def _take(
        self, player: PlayerId, zone: Zone, listed: Iterable[tuple[str, Given]], pool: list[Card]
    ) -> list[tuple[CardId, Given]]:
        """Find the listed cards among those at hand, or make them."""
        left = list(pool)
        taken: list[tuple[CardId, Given]] = []
        for _, entry in listed:
            card = self._find(entry, zone, left)
            if card is None:
                card = self._make(player, entry)
            else:
                left.remove(card)
            if card.zone is not zone:
                label, incarnation = card.label, card.incarnation + 1
                card = Card(card.id, player, card.face, zone, label, incarnation, facedown=zone is Zone.INKWELL)
            self.put(card)
            taken.append((card.id, entry))
        return taken

    def _find(self, entry: Given, zone: Zone, left: list[Card]) -> Card | None:
        """Find a card of an entry, best one that is in the zone already."""
        if entry is None:
            fitting = [card for card in left if card.face is None]
        else:
            label = entry if isinstance(entry, str) else getattr(entry, "label", None) or entry.full_name
            key = label_key(label)
            face = self.faces.of(entry)
            labelled = [card for card in left if card.label and label_key(card.label) == key]
            fitting = labelled or [card for card in left if card.face is not None and card.face is face]
        return next((card for card in fitting if card.zone is zone), fitting[0] if fitting else None)

    def _make(self, player: PlayerId, entry: Given) -> Card:
        """Make a card that was not there."""
        number = max((*self.table.cards, -1)) + 1
        face = None if entry is None else self.faces.of(entry)
        label = ""
        if face is not None and entry is not None:
            given = None if isinstance(entry, str) else getattr(entry, "label", None)
            label = given or free_label(face.printed.full_name, set(self.table.labels))
            self.table.labels[label_key(label)] = CardId(number)
        card = Card(id=CardId(number), owner=player, face=face, zone=Zone.OUTSIDE, label=label)
        self.put(card)
        return card

    def _set_states(self, taken: list[tuple[CardId, Given]], path: str) -> None:
        for place, (card, entry) in enumerate(taken):
            if isinstance(entry, CardEntry):
                self.set_card(self.table.cards[card], entry, f"{path}.play[{place}]")

    def _exert(self, cards: tuple[CardId, ...], inkwell: Inkwell) -> None:
        for card in cards:
            self.put(replace(self.table.cards[card], exerted=False))
        exert_ink(self.table, list(cards), inkwell)

    def _remove(self, pool: list[Card], kept: set[CardId]) -> None:
        """Take cards that are no longer anywhere out of the game."""
        for card in pool:
            if card.id not in kept:
                gone = self.table.cards[card.id]
                self.put(replace(gone, zone=Zone.OUTSIDE, incarnation=gone.incarnation + 1, top=None, under=(), at=None))

    def sealed(self) -> Corrected:
        """Give the correction."""
        if self.table.faults:
            raise ScenarioFaults(self.table.faults)
        _refuse_unread(self.underway.unread)
        after = self.underway.state
        return Corrected(
            cards=tuple(self.table.cards[card] for card in sorted(self.changed)),
            players=() if self.player is None else ((self.player, after.players[self.player]),),
            effects=tuple(self.underway.ongoing),
            floating=tuple(self.underway.floating),
            history=after.history if after.history != self.state.history else None,
            used=after.used if after.used != self.state.used else None,
        )


def _refuse_unread(unread: list[UnreadClause]) -> None:
    if unread:
        raise Unsupported(unread[0].card, unread[0].text, unread[0].reason)
