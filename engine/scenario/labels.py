"""Call cards by their labels: the full name, with ``#2``, ``#3`` … for further copies, or what a scenario says."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from corpus.names import name_key
from engine.abilities.vocabulary import Zone
from engine.scenario.board import Board, CardEntry, Cards, CardUnder, DeckParts, UnknownCards
from engine.scenario.fields import NAMES_OFFERED, NEAREST, CardChoice

_COPY = re.compile(r"(.*\S)\s*#\s*(\d+)\s*")

LabelKey = tuple[str, int]
"""A label in the form under which two spellings are the same: the name, and which copy."""


@lru_cache(maxsize=16_384)
def label_key(label: str) -> LabelKey:
    """Give the form under which two spellings of a label are the same.

    Case, accents and punctuation do not count; a label without ``#`` means the first copy.
    """
    match = _COPY.fullmatch(label)
    return (name_key(match[1]), int(match[2])) if match else (name_key(label), 1)


@dataclass(frozen=True, slots=True)
class Placement:
    """A card, or one of several unknown cards, at its place in a document."""

    player: int
    zone: Zone
    path: str
    entry: CardChoice | str | None
    """How the document gives it; None for a card that nobody has named."""
    label: str = ""
    top: int | None = None
    """For a card under another: the number of that placement."""
    facedown: bool = False

    @property
    def full_name(self) -> str:
        """The card's full name as the document spells it; empty for an unknown card."""
        return self.entry if isinstance(self.entry, str) else self.entry.full_name if self.entry is not None else ""

    @property
    def given_label(self) -> str | None:
        """The label that the document gives it."""
        return self.entry.label if isinstance(self.entry, CardEntry | CardUnder) else None


def place_cards(boards: Mapping[str, Board]) -> tuple[Placement, ...]:
    """List every card of the boards in the order in which copies are counted, each with its label.

    Player by player and, within a player, play, hand, inkwell, discard, deck, under.
    """
    placed: list[Placement] = []
    for player, (name, board) in enumerate(boards.items()):
        placed += _place_board(player, f"players.{name}", board, len(placed))
    return _labelled(placed)


def _place_board(player: int, path: str, board: Board, first: int) -> list[Placement]:
    placed: list[Placement] = []

    def put(zone: Zone, where: str, cards: int | Cards) -> None:
        placed.extend(Placement(player, zone, place, entry) for place, entry in entries(f"{path}.{where}", cards))

    put(Zone.PLAY, "play", list(board.play))
    tops = list(placed)
    put(Zone.HAND, "hand", board.hand)
    placed.extend(_place_ink(player, path, board))
    put(Zone.DISCARD, "discard", board.discard)
    if isinstance(board.deck, DeckParts):
        put(Zone.DECK, "deck.top", board.deck.top)
        put(Zone.DECK, "deck.unknown", board.deck.unknown)
        put(Zone.DECK, "deck.bottom", board.deck.bottom)
    else:
        put(Zone.DECK, "deck", board.deck)
    for number, top in enumerate(tops):
        if isinstance(top.entry, CardEntry):
            placed.extend(_place_under(player, top, first + number))
    return placed


def _place_ink(player: int, path: str, board: Board) -> list[Placement]:
    inkwell = board.whole_inkwell
    named = [
        Placement(player, Zone.INKWELL, where, entry)
        for where, entry in entries(f"{path}.inkwell.cards", inkwell.cards)
        if entry is not None
    ]
    unnamed = Placement(player, Zone.INKWELL, f"{path}.inkwell", None)
    return named + [unnamed] * (inkwell.ready + inkwell.exerted - len(named))


def _place_under(player: int, top: Placement, number: int) -> Iterator[Placement]:
    assert isinstance(top.entry, CardEntry)
    under = top.entry.under
    if isinstance(under, int):
        for _ in range(under):
            yield Placement(player, Zone.UNDER, f"{top.path}.under", None, top=number, facedown=True)
        return
    for place, entry in enumerate(under):
        facedown = isinstance(entry, CardUnder) and entry.facedown
        yield Placement(player, Zone.UNDER, f"{top.path}.under[{place}]", entry, top=number, facedown=facedown)


def entries(path: str, cards: int | Cards) -> Iterator[tuple[str, CardChoice | str | None]]:
    """List the cards of a pile with their places, None for each that nobody has named."""
    if isinstance(cards, int):
        yield from ((path, None) for _ in range(cards))
        return
    for place, entry in enumerate(cards):
        if isinstance(entry, UnknownCards):
            yield from ((f"{path}[{place}]", None) for _ in range(entry.unknown))
        else:
            yield f"{path}[{place}]", entry


def _labelled(placed: list[Placement]) -> tuple[Placement, ...]:
    """Give every named card its label, those that the document gives first."""
    taken = {label_key(card.given_label) for card in placed if card.given_label is not None}
    found = []
    for card in placed:
        label = card.given_label or ""
        if not label and card.full_name:
            label = free_label(card.full_name, taken)
            taken.add(label_key(label))
        found.append(Placement(card.player, card.zone, card.path, card.entry, label, card.top, card.facedown))
    return tuple(found)


def free_label(full_name: str, taken: set[LabelKey]) -> str:
    """Give the first label for a card of that name that is not taken."""
    name, _ = label_key(full_name)
    copy = next(number for number in range(1, len(taken) + 2) if (name, number) not in taken)
    return full_name if copy == 1 else f"{full_name}#{copy}"


def near_labels(label: str, known: list[str]) -> str:
    """Say which labels are near one that nothing has."""
    asked, _ = label_key(label)
    choices = {other: name_key(other) for other in known}
    near = [name for _, _, name in process.extract(asked, choices, scorer=fuzz.WRatio, limit=NAMES_OFFERED, score_cutoff=NEAREST)]
    if near:
        return f"the nearest labels are: {'; '.join(near)}"
    return f"the labels are: {'; '.join(known[:20])}" if known else "there are no labelled cards"
