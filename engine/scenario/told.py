"""Tell what a player did this turn under the keys of a document, from what the turn remembers."""

from typing import Any

from engine.abilities.vocabulary import Occurrence
from engine.state.game_state import GameState
from engine.state.objects import Happening, PlayerId, Snapshot

_LABELLED = {
    Occurrence.PLAYED: "played",
    Occurrence.QUESTED: "quested",
    Occurrence.MOVED_TO_LOCATION: "moved",
    Occurrence.DISCARDED: "discarded",
    Occurrence.BANISHED: "banished",
    Occurrence.BANISHED_IN_CHALLENGE: "banished_in_challenge",
    Occurrence.DAMAGE_TAKEN: "damaged",
    Occurrence.BOOSTED: "boosted",
}
"""Occurrences that a list of labels tells, by the key of the list."""
_SUMMED = {
    Occurrence.LORE_GAINED: "lore_gained",
    Occurrence.LORE_LOST: "lore_lost",
    Occurrence.INK_DROP_GAINED: "ink_drops_gained",
}
_OWNED = frozenset({"banished", "banished_in_challenge", "damaged", "discarded"})
"""Keys that belong to the player whose card it is, whoever did it."""


def told_this_turn(state: GameState, player: PlayerId) -> tuple[dict[str, Any], list[str]]:
    """Give the ``this_turn`` of one player, and what of it no key can carry."""
    told: dict[str, Any] = {}
    lost: list[str] = []
    if state.players[player].inks:
        told["inked"] = state.players[player].inks
    for happening in state.history:
        if whose(happening) == player:
            _tell(happening, told, lost)
    return told, lost


def whose(happening: Happening) -> PlayerId | None:
    """Tell under which player's board a happening belongs."""
    key = _LABELLED.get(happening.occurrence)
    if key in _OWNED and happening.subject is not None:
        return happening.subject.card.owner
    if happening.actor is not None:
        return happening.actor
    return happening.subject.card.owner if happening.subject is not None else None


def _tell(happening: Happening, told: dict[str, Any], lost: list[str]) -> None:
    occurrence = happening.occurrence
    if occurrence in _LABELLED:
        _list(told, lost, _LABELLED[occurrence], happening.subject)
    elif occurrence is Occurrence.SANG:
        song = _name(happening.other)
        if song is not None and song not in told.get("sang", []):
            told.setdefault("sang", []).append(song)
    elif occurrence is Occurrence.CHALLENGED:
        by, target = _name(happening.subject), _name(happening.other)
        if by is not None and target is not None:
            told.setdefault("challenged", []).append({"by": by, "target": target})
    elif occurrence is Occurrence.DRAWN:
        told["drawn"] = told.get("drawn", 0) + 1
    elif occurrence in _SUMMED:
        key = _SUMMED[occurrence]
        told[key] = told.get(key, 0) + happening.amount


def _list(told: dict[str, Any], lost: list[str], key: str, subject: Snapshot | None) -> None:
    name = _name(subject)
    if name is None:
        lost.append(f"a card that nobody has named in `this_turn.{key}`")
    elif name not in told.setdefault(key, []):
        told[key].append(name)


def _name(subject: Snapshot | None) -> str | None:
    """Give the label of a card, or its name where it never had one."""
    if subject is None:
        return None
    card = subject.card
    return card.label or (card.face.printed.full_name if card.face is not None else None)
