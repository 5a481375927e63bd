"""Settle which edition of the Comprehensive Rules a request is about."""

from dataclasses import dataclass
from datetime import date

from corpus.refs import CURRENT_EDITION
from server.errors import NotKnown
from server.library import Library, Shelf


@dataclass(frozen=True, slots=True)
class ChosenEdition:
    """An edition, and what has to be said of the choice."""

    edition: str
    caveats: tuple[str, ...] = ()


def choose_edition(library: Library, edition: str | None, as_of: date | None = None) -> ChosenEdition:
    """Take the edition that was named, else the one in force on a date, else the current one.

    :raises NotKnown: the index does not have the named edition.
    """
    documents = [entry.provenance for entry in library.documents(Shelf.RULES)]
    known = sorted({provenance.edition for provenance in documents})
    if edition is not None:
        if edition not in known:
            raise NotKnown(edition, "is not an edition of the Comprehensive Rules in the index", known)
        return ChosenEdition(edition)
    if as_of is None:
        return ChosenEdition(CURRENT_EDITION)
    in_force = [entry for entry in documents if entry.effective is not None and entry.effective <= as_of]
    if in_force:
        return ChosenEdition(max(in_force, key=lambda entry: entry.effective or date.min).edition)
    caveat = (
        f"The index has no edition that was in force on {as_of}; the answer is from {CURRENT_EDITION},"
        " whose numbers and rules may differ."
    )
    return ChosenEdition(CURRENT_EDITION, (caveat,))
