"""Settle which edition of the Comprehensive Rules a request is about."""

from dataclasses import dataclass
from datetime import date

from corpus.refs import CURRENT_EDITION
from server.errors import NotKnown
from server.library import Library


@dataclass(frozen=True, slots=True)
class ChosenEdition:
    """An edition, and what has to be said of the choice."""

    edition: str
    caveats: tuple[str, ...] = ()


def choose_edition(library: Library, edition: str | None, as_of: date | None = None) -> ChosenEdition:
    """Take the edition that was named, else the one in force on a date, else the current one.

    :raises NotKnown: the index does not have the named edition.
    """
    known = library.editions()
    if edition is not None:
        if edition not in known:
            raise NotKnown(edition, "is not an edition of the Comprehensive Rules in the index", sorted(known))
        return ChosenEdition(edition)
    if as_of is None:
        return ChosenEdition(CURRENT_EDITION)
    in_force = {name: effective for name, effective in known.items() if effective is not None and effective <= as_of}
    if in_force:
        return ChosenEdition(max(in_force, key=lambda name: in_force[name]))
    caveat = (
        f"The index has no edition that was in force on {as_of}; the answer is from {CURRENT_EDITION},"
        " whose numbers and rules may differ."
    )
    return ChosenEdition(CURRENT_EDITION, (caveat,))
