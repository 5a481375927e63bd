"""List the card sets."""

from datetime import date

from server.answers import Answer, Entry, caveat_lines, legality_on
from server.library import Library, Shelf
from server.limits import Detail, entry_budget
from server.paging import fit
from server.requests import Request


class ListCardSets(Request):
    """Nothing to say."""


class SetEntry(Entry):
    """A card set."""

    code: str
    name: str
    kind: str
    released: date | None = None
    prerelease: date | None = None
    cards: int
    printings: int
    legal_in: dict[str, str]
    """Format to `legal`, `until DATE`, `not legal since DATE` or `not legal`."""


class CardSets(Answer):
    """The sets in order of release."""

    sets: list[SetEntry]


def list_card_sets(request: ListCardSets, library: Library) -> CardSets:
    """Describe every set of the catalogue."""
    sets = [
        SetEntry(
            code=card_set.code,
            name=card_set.name,
            kind=card_set.kind,
            released=card_set.released,
            prerelease=card_set.prerelease,
            cards=card_set.cards,
            printings=card_set.printings,
            legal_in=legality_on(card_set.legal_in, date.today()),
        )
        for card_set in library.index.card_sets()
    ]
    shown = fit(sets, entry_budget(Detail.FULL))
    caveats = ["Legality is what the catalogue says of each set; a single card can differ (get_card)."]
    if len(shown) < len(sets):
        caveats.append(f"{len(sets) - len(shown)} later sets did not fit.")
    return CardSets(sets=shown, sources=library.sources(Shelf.CATALOGUE), caveats=caveats)


def say_sets(answer: CardSets) -> str:
    """Write the sets, one a line."""
    lines = [f"{entry.code}: {entry.name} ({entry.kind}, {entry.released}, {entry.cards} cards)" for entry in answer.sets]
    return "\n".join(lines) + caveat_lines(answer.caveats)
