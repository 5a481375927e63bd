"""Read the LorcanaJSON card catalogue into cards, sets and official clarifications.

Spellings of a name that differ only in case or punctuation are one card. Where printings of a card differ in their
text, the newest regular printing has the text that counts.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from corpus.errors import BadInput
from corpus.names import name_key, single_names
from corpus.records import (
    Authority,
    CardRecord,
    CardSet,
    CardText,
    CardType,
    FormerText,
    Printing,
    Provenance,
    Ruling,
)
from engine.cite import rule

__all__ = ["Catalogue", "card_names_in", "read_catalogue"]

_UNDATED = date.max


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything that is read from one catalogue."""

    cards: tuple[CardRecord, ...]
    """In order of the catalogue's numbers."""
    sets: tuple[CardSet, ...]
    """The sets that have cards, in order of release."""
    rulings: tuple[Ruling, ...]
    generated: date

    @property
    def printings(self) -> int:
        """How many printings the cards have together."""
        return sum(len(card.printings) for card in self.cards)

    @property
    def spellings(self) -> int:
        """How many full names there are as spelt."""
        return sum(len(card.spellings) for card in self.cards)


def read_catalogue(data: Mapping[str, Any], provenance: Provenance) -> Catalogue:
    """Make records of a LorcanaJSON document (``metadata``, ``sets``, ``cards``).

    :raises BadInput: the document does not have LorcanaJSON's keys.
    """
    try:
        generated = date.fromisoformat(data["metadata"]["generatedOn"][:10])
        groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for entry in data["cards"]:
            groups[name_key(entry["fullName"])].append(entry)
        cards = sorted((_card(group, data["sets"]) for group in groups.values()), key=lambda card: card.id)
        sets = tuple(_sets(data["sets"], cards))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(
            f"the catalogue is not in LorcanaJSON's form ({type(error).__name__}: {error}); "
            "right is an allCards.json of format 2 with metadata, sets and cards"
        ) from error
    if not cards:
        raise BadInput("the catalogue has no cards; right is an allCards.json of LorcanaJSON")
    official = replace(
        provenance,
        document=f"{provenance.document}-clarifications",
        title="Official clarifications on cards, as LorcanaJSON carries them",
        authority=Authority.OFFICIAL_RULING,
        official=True,
    )
    rulings = (Ruling(card.printed.full_name, text, official) for card in cards for text in card.clarifications)
    return Catalogue(tuple(cards), sets, tuple(rulings), generated)


def card_names_in(packed: bytes) -> dict[str, str]:
    """Give the full names in a gzip-packed catalogue of any language by the number of their printing.

    :raises BadInput: the document does not have LorcanaJSON's keys.
    """
    try:
        return {str(entry["id"]): entry["fullName"] for entry in json.loads(gzip.decompress(packed))["cards"]}
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise BadInput("the catalogue is not in LorcanaJSON's form; right is an allCards.json of format 2") from error


def _card(group: list[Mapping[str, Any]], sets: Mapping[str, Any]) -> CardRecord:
    """Make one card of all its printings."""
    group = sorted(group, key=lambda entry: int(entry["id"]))
    newest = min(group, key=lambda entry: _precedence(entry, sets))
    spellings = dict.fromkeys([newest["fullName"], *(entry["fullName"] for entry in group)])
    return CardRecord(
        id=group[0]["id"],
        printed=_printed(newest),
        spellings=tuple(spellings),
        printings=tuple(_printing(entry) for entry in group),
        former=_former(group),
        errata=_distinct(text for entry in group for text in entry.get("errata", ())),
        clarifications=_distinct(text for entry in group for text in entry.get("clarifications", ())),
        legal_in=_legality(newest["allowedInFormats"]),
    )


def _precedence(entry: Mapping[str, Any], sets: Mapping[str, Any]) -> tuple[bool, bool, int, int]:
    """Order printings so that the newest regular one comes first: expansions before quests, promos last."""
    home = sets[entry["setCode"]]
    released = date.fromisoformat(home["releaseDate"]).toordinal() if home["releaseDate"] else 0
    return home["type"] != "expansion", "baseId" in entry, -released, entry["id"]


def _printed(entry: Mapping[str, Any]) -> CardText:
    """Read what is printed on one printing."""
    return CardText(
        name=entry["name"],
        version=entry.get("version"),
        type=CardType(entry["type"].lower()),
        cost=entry["cost"],
        inkwell=entry["inkwell"],
        inks=tuple(ink for ink in entry["color"].lower().split("-") if ink),
        strength=entry.get("strength"),
        willpower=entry.get("willpower"),
        lore=entry.get("lore"),
        move_cost=entry.get("moveCost"),
        classifications=tuple(entry.get("subtypes", ())),
        text=_rules_text(entry["fullTextSections"]),
        names=_names(entry["name"], entry.get("names", ())),
    )


def _rules_text(sections: Iterable[str]) -> str:
    """Give one ability a line: the lines within a section are only wrapped."""
    return "\n".join(line for line in (" ".join(section.split()) for section in sections) if line)


@rule("5.2.6.3", "a card that is treated as if it had an ampersand")
def _names(name: str, listed: Iterable[str]) -> tuple[str, ...]:
    """Give every name of a card that is several characters (5.2.6.1), in the order of its printed name."""
    return tuple(sorted(tuple(listed) or single_names(name), key=name.find))


def _printing(entry: Mapping[str, Any]) -> Printing:
    """Read where and how a card was printed."""
    number = f"{entry['number']}{entry.get('variant', '')}"
    return Printing(entry["id"], entry["setCode"], number, entry["rarity"], entry["fullIdentifier"])


def _former(group: list[Mapping[str, Any]]) -> tuple[FormerText, ...]:
    """Give the distinct texts that were changed by errata, oldest first; changes of other things are left out."""
    texts = {
        FormerText(date.fromisoformat(old["usedUntil"]) if old.get("usedUntil") else None, _rules_text(old["fullTextSections"]))
        for entry in group
        for old in entry.get("historicData", ())
        if "fullTextSections" in old
    }
    return tuple(sorted(texts, key=lambda former: (former.until or _UNDATED, former.text)))


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Give texts that differ in more than their line ends, in order."""
    return tuple({" ".join(text.split()): text.strip() for text in reversed(list(texts))}.values())[::-1]


def _legality(formats: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Say for each format whether it allows the card or set: ``legal``, ``until DATE`` or ``not legal``."""
    said: dict[str, str] = {}
    for name, entry in formats.items():
        until = entry.get("bannedSinceDate") or entry.get("allowedUntilDate")
        said[name.lower()] = "legal" if entry["allowed"] else f"until {until}" if until else "not legal"
    return said


def _sets(sets: Mapping[str, Any], cards: list[CardRecord]) -> list[CardSet]:
    """Make records of the sets that have cards, in order of release."""
    found = []
    for code, entry in sets.items():
        printings = [printing for card in cards for printing in card.printings if printing.set_code == code]
        if not printings:
            continue
        found.append(
            CardSet(
                code=code,
                name=entry["name"],
                kind=entry["type"],
                released=_day(entry["releaseDate"]),
                prerelease=_day(entry["prereleaseDate"]),
                cards=sum(any(printing.set_code == code for printing in card.printings) for card in cards),
                printings=len(printings),
                legal_in=_legality(entry["allowedInFormats"]),
            )
        )
    return sorted(found, key=lambda each: (each.released or _UNDATED, each.code))


def _day(text: str | None) -> date | None:
    """Read a date that may be missing."""
    return date.fromisoformat(text) if text else None
