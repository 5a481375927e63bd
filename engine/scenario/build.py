"""Build the state of a game from the boards of a document."""

from dataclasses import dataclass, field, replace

from corpus.records import CardType
from engine.abilities.kinds import CompiledCard
from engine.abilities.vocabulary import Zone
from engine.errors import ScenarioFault, ScenarioFaults
from engine.scenario.board import Board, CardEntry, CardStates, Inkwell
from engine.scenario.faces import Faces
from engine.scenario.fields import CardChoice, unknown_card
from engine.scenario.labels import LabelKey, Placement, label_key, near_labels, place_cards
from engine.scenario.schema import ScenarioDocument
from engine.state.game_state import GameState
from engine.state.objects import Card, CardId, PlayerId, PlayerState, Snapshot
from engine.state.printed import printed_sheet
from engine.terms import Format, Phase

STATE_FIELDS = ("exerted", "drying", "damage", "at", "under", "gained", "used")
"""The keys of a card that only make sense in play."""


@dataclass(slots=True)
class Table:
    """The cards and players of a document while the state is being built, with the faults found on the way."""

    faces: Faces
    faults: list[ScenarioFault] = field(default_factory=list)
    cards: dict[CardId, Card] = field(default_factory=dict)
    labels: dict[LabelKey, CardId] = field(default_factory=dict)
    ghosts: int = 0
    """How many cards were spoken of that are not on the table."""

    def fault(self, path: str, problem: str) -> None:
        """Note a fault."""
        self.faults.append(ScenarioFault(path, problem))

    def find(self, label: str, path: str) -> Card | None:
        """Find the card of a label; a label that nothing has is a fault."""
        card = self.labels.get(label_key(label))
        if card is None:
            known = [card.label for card in self.cards.values() if card.label]
            self.fault(path, f"no card is labelled {label!r}; {near_labels(label, known)}")
            return None
        return self.cards[card]

    def ghost(self, player: PlayerId, face: CompiledCard | None) -> Snapshot:
        """Make a card that is gone, so that what is said of it can be remembered."""
        self.ghosts += 1
        return Snapshot(Card(CardId(-self.ghosts), player, face, Zone.OUTSIDE), printed_sheet(face))

    def mentioned(self, player: PlayerId, mention: CardChoice | str, path: str) -> Snapshot | None:
        """Find a card that is spoken of: one on the table by its label, else one that is gone."""
        if isinstance(mention, str):
            known = self.labels.get(label_key(mention))
            if known is not None:
                return snapshot(self.cards[known])
        face = self.faces.of(mention)
        if face is not None:
            return self.ghost(player, face)
        if isinstance(mention, str):
            self.fault(path, f"{mention!r} is neither a label on the boards nor the full name of a card; {self._near(mention)}")
        return None

    def _near(self, name: str) -> str:
        return unknown_card(name, self.faces.catalogue).partition("; ")[2]


def snapshot(card: Card) -> Snapshot:
    """Give a card with what is printed on it."""
    return Snapshot(card, printed_sheet(card.face))


def build_table(document: ScenarioDocument, faces: Faces) -> tuple[Table, GameState]:
    """Put the cards of a document on the table: zones, states and counters, without effects and history.

    Faults are left in the table.
    """
    table = Table(faces)
    placements = place_cards(document.players)
    for number, placement in enumerate(placements):
        _put(table, CardId(number), placement)
    for number, placement in enumerate(placements):
        _set_states(table, CardId(number), placement)
        if placement.top is not None:
            top = table.cards[placement.top]
            table.cards[placement.top] = replace(top, under=(*top.under, CardId(number)))
    players = tuple(
        _player(table, index, label, board, placements) for index, (label, board) in enumerate(document.players.items())
    )
    state = GameState(
        cards=table.cards,
        players=players,
        active=list(document.players).index(document.active_player),
        turn=document.turn,
        phase=Phase.MAIN if document.phase == "main" else Phase.START_OF_TURN,
        format=Format(document.format),
    )
    return table, state


def _put(table: Table, number: CardId, placement: Placement) -> None:
    """Make a card of a placement."""
    face = _face(table, placement)
    if face is not None and placement.zone is Zone.PLAY and face.printed.type is CardType.ACTION:
        table.fault(placement.path, f"{placement.full_name} is an action; actions are not kept in play")
    table.cards[number] = Card(
        id=number,
        owner=placement.player,
        face=face,
        zone=placement.zone,
        label=placement.label,
        top=placement.top,
        facedown=placement.facedown or placement.zone is Zone.INKWELL,
    )
    if not placement.label:
        return
    key = label_key(placement.label)
    if key in table.labels:
        table.fault(placement.path, f"the label {placement.label!r} is given twice; each card needs its own")
    table.labels.setdefault(key, number)


def _face(table: Table, placement: Placement) -> CompiledCard | None:
    return None if placement.entry is None else table.faces.of(placement.entry)


def _set_states(table: Table, number: CardId, placement: Placement) -> None:
    """Give a card the states of its entry; outside play it has none."""
    entry = placement.entry
    if not isinstance(entry, CardEntry):
        return
    if placement.zone is not Zone.PLAY:
        for name in STATE_FIELDS:
            if entry.given(name) and not (name == "exerted" and placement.zone is Zone.INKWELL):
                where = f"this one is in the {placement.zone.value}"
                table.fault(f"{placement.path}.{name}", f"only a card in play has `{name}`; {where}")
        return
    table.cards[number] = with_states(table, table.cards[number], entry, placement.path)


def with_states(table: Table, card: Card, entry: CardStates, path: str) -> Card:
    """Give a card in play the states that an entry states."""
    kind = card.face.printed.type if card.face is not None else None
    if kind is CardType.ITEM and entry.given("damage") and entry.damage:
        table.fault(f"{path}.damage", f"{card.name} is an item; only characters and locations have damage")
    changes: dict[str, object] = {name: getattr(entry, name) for name in ("exerted", "drying", "damage") if entry.given(name)}
    if entry.given("at"):
        changes["at"] = _location(table, card, entry.at, f"{path}.at")
    return replace(card, **changes)  # type: ignore[arg-type]


def _location(table: Table, card: Card, label: str | None, path: str) -> CardId | None:
    """Find the location a character is at."""
    if label is None:
        return None
    location = table.find(label, path)
    if location is None:
        return None
    if card.face is not None and card.face.printed.type is not CardType.CHARACTER:
        table.fault(path, f"{card.name} is no character; only characters are at locations")
    elif location.face is None or location.face.printed.type is not CardType.LOCATION or location.zone is not Zone.PLAY:
        table.fault(path, f"{label} is no location in play")
    elif location.owner != card.owner:
        table.fault(path, f"{label} is another player's; a character is at a location of its own player (CR 2.3.0 4.7.1)")
    else:
        return location.id
    return None


def _player(table: Table, index: int, label: str, board: Board, placements: tuple[Placement, ...]) -> PlayerState:
    zones: dict[Zone, list[CardId]] = {zone: [] for zone in Zone}
    for number, placement in enumerate(placements):
        if placement.player == index:
            zones[placement.zone].append(CardId(number))
    exert_ink(table, zones[Zone.INKWELL], board.whole_inkwell)
    return PlayerState(
        label=label,
        lore=board.lore,
        ink_drops=board.ink_drops,
        deck=tuple(zones[Zone.DECK]),
        hand=tuple(zones[Zone.HAND]),
        play=tuple(zones[Zone.PLAY]),
        inkwell=tuple(zones[Zone.INKWELL]),
        discard=tuple(zones[Zone.DISCARD]),
        inks=board.this_turn.inked,
    )


def exert_ink(table: Table, cards: list[CardId], inkwell: Inkwell) -> None:
    """Exert as many cards of an inkwell as are exerted: those said to be, then unnamed ones, then named ones."""
    said = {number for number, entry in zip(cards, inkwell.named, strict=False) if isinstance(entry, CardEntry) and entry.exerted}
    others = [number for number in reversed(cards) if number not in said]
    for number in [*said, *others][: inkwell.exerted]:
        table.cards[number] = replace(table.cards[number], exerted=True)


def refuse_faults(table: Table) -> None:
    """Stop where the document has faults.

    :raises ScenarioFaults: with all of them.
    """
    if table.faults:
        raise ScenarioFaults(table.faults)
