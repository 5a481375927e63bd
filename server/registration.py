"""Write the sheet with which a deck is registered, as a page to print.

Where a tournament takes lists on paper, an official form is recommended and not required (TR 3.8). Full names are
printed in full; everything that comes from a caller or a catalogue is escaped.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from indexer.decks.check import DeckReport, type_of
from indexer.decks.records import DeckCard

__all__ = ["Registration", "registration_sheet"]

_PAGE: Final = Path(__file__).with_name("registration_sheet.html")
_FOOTER: Final = (
    "Written by loreguide from the list of the player, who answers for it. Unofficial fan project; not published, endorsed or"
    " approved by Disney or Ravensburger."
)
_TITLES: Final = {
    "character": "Characters",
    "action": "Actions",
    "song": "Songs",
    "item": "Items",
    "location": "Locations",
}


@dataclass(frozen=True, slots=True)
class Registration:
    """Who registers the deck, and for what; empty fields stay empty lines to fill in."""

    player: str = ""
    event: str = ""


def registration_sheet(report: DeckReport, registration: Registration) -> str:
    """Write the sheet of a checked deck as HTML."""
    return Template(_PAGE.read_text(encoding="utf-8")).substitute(
        of_player=escape(f": {registration.player}" if registration.player else ""),
        player=escape(registration.player),
        event=escape(registration.event),
        date=report.day.isoformat(),
        format=escape(report.format.title),
        verdict=_verdict(report),
        sections="\n".join(_sections(report)),
        total=report.figures.cards,
        footer=escape(_FOOTER),
    )


def _verdict(report: DeckReport) -> str:
    """Say whether the deck is legal; a deck that is not has every reason on its sheet."""
    what = f"{escape(report.format.title)} on {report.day}"
    if report.legal:
        return f'<div class="verdict">Checked: legal in {what}, by what the list says.</div>'
    reasons = "".join(f"<li>{escape(reason.text)} ({escape(', '.join(map(str, reason.refs)))})</li>" for reason in report.reasons)
    return f'<div class="verdict no"><strong>Checked: not legal in {what}.</strong><ul>{reasons}</ul></div>'


def _sections(report: DeckReport) -> Iterator[str]:
    """Write the cards, a table for each type that the deck has."""
    for name, title in _TITLES.items():
        cards = [entry for entry in report.cards if type_of(entry.card) == name]
        if cards:
            rows = "\n".join(map(_row, cards))
            copies = sum(entry.count for entry in cards)
            yield f"<section>\n<h2><span>{title}</span><span>{copies}</span></h2>\n<table>\n{rows}\n</table>\n</section>"


def _row(entry: DeckCard) -> str:
    name = escape(entry.full_name)
    return f'<tr><td class="count">{entry.count}</td><td>{name}</td><td class="check"></td></tr>'
