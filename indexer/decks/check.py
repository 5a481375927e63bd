"""Check a deck: the door of this package.

The answer has every reason against the deck with its sections, each line resolved or reported, what would make the deck
legal, until when it stays as it is by what is known, its figures, and one normal form of the list.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import Final

from corpus.formats import DeckFormat, FormatName, Formats, load_formats
from corpus.policy import TOURNAMENT_RULES
from corpus.records import CardRecord, CardType
from corpus.refs import Document, RuleRef
from engine.wording import counted
from indexer.decks.adjustments import Adjustments, adjustments_of
from indexer.decks.caveats import caveats_of
from indexer.decks.construction import Construction, construct, construction_reasons
from indexer.decks.eligibility import eligibility_reasons
from indexer.decks.finding import Finder, Printed
from indexer.decks.lists import read_list
from indexer.decks.records import DeckCard, DeckFigures, DeckLine, DeckReport, Ground, Part, Reason, Turn
from indexer.decks.standing import Standing, standing_of, turning_days
from indexer.query import Index

__all__ = ["DeckChecker", "DeckReport", "Standing", "figures_of", "standing_of", "type_of"]

_FULL_NAMES: Final = RuleRef(Document.TOURNAMENT_RULES, TOURNAMENT_RULES, "3.8")
"""Players have to give full names on their deck list."""
_SHOWN_LINES: Final = 12
_TYPES: Final = ("character", "action", "song", "item", "location")
_INKS: Final = ("amber", "amethyst", "emerald", "ruby", "sapphire", "steel")


class DeckChecker:
    """Check decks against one index; safe to share between threads."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._printed = Printed(index.printings())

    def check(self, text: str, name: FormatName, day: date) -> DeckReport:
        """Check a deck list for an event of a format on a day.

        :raises BadDeckList: the text is no deck list, or longer than is read.
        """
        formats = load_formats()
        deck_format = formats.format(name)
        read = read_list(text)
        finder = Finder(self._index, formats, self._printed)
        lines = tuple(finder.find(line) for line in read.lines)
        cards = self._in_order(lines)
        unresolved = tuple(line for line in lines if line.card is None and line.part is Part.DECK)
        made = construct(cards, deck_format, partial(_eligible, deck_format=deck_format, formats=formats, day=day))
        missing = sum(line.count or 0 for line in unresolved)
        eligibility = tuple(eligibility_reasons(cards, deck_format, day, formats))
        reasons = (*_list_reasons(unresolved), *construction_reasons(made, missing, deck_format, formats), *eligibility)
        return DeckReport(
            format=deck_format,
            day=day,
            reasons=reasons,
            remedies=tuple(_remedies(reasons, made, deck_format)),
            turn=_turn(cards, deck_format, day, formats, reasons),
            lines=lines,
            cards=cards,
            figures=figures_of(cards),
            caveats=tuple(caveats_of(read, lines, finder.searches_left_out, made, deck_format, day, formats)),
        )

    def _in_order(self, lines: Sequence[DeckLine]) -> tuple[DeckCard, ...]:
        """Put the copies of each card of the deck together, and the cards into order."""
        counts: Counter[str] = Counter()
        found: dict[str, CardRecord] = {}
        for line in lines:
            if line.card is not None and line.count is not None and line.part is Part.DECK:
                counts[line.card.printed.full_name] += line.count
                found[line.card.printed.full_name] = line.card
        entries = (DeckCard(found[name], count, self._adjustments(name)) for name, count in counts.items())
        return tuple(
            sorted(entries, key=lambda entry: (_TYPES.index(type_of(entry.card)), entry.card.printed.cost, entry.full_name))
        )

    def _adjustments(self, full_name: str) -> Adjustments:
        """Give what the text of a card changes about building a deck."""
        compiled = self._index.compiled(full_name)
        return Adjustments() if compiled is None else adjustments_of(compiled)


def type_of(card: CardRecord) -> str:
    """Name the type of a card, songs apart from other actions (CR 5.4.4.1)."""
    return "song" if card.printed.is_song else CardType(card.printed.type).value


def figures_of(cards: Sequence[DeckCard]) -> DeckFigures:
    """Count what a deck consists of."""
    types: Counter[str] = Counter()
    inks: Counter[str] = Counter()
    curve: Counter[int] = Counter()
    for entry in cards:
        types[type_of(entry.card)] += entry.count
        curve[entry.card.printed.cost] += entry.count
        for ink in entry.card.printed.inks:
            inks[ink] += entry.count
    return DeckFigures(
        cards=sum(entry.count for entry in cards),
        different=len(cards),
        types={name: types[name] for name in _TYPES if types[name]},
        inks={name: inks[name] for name in _INKS if inks[name]},
        curve=dict(sorted(curve.items())),
        inkable=sum(entry.count for entry in cards if entry.card.printed.inkwell),
    )


def _list_reasons(unresolved: Sequence[DeckLine]) -> Iterator[Reason]:
    """Hold lines against the deck that do not say which card they mean."""
    if not unresolved:
        return
    numbers = [str(line.number) for line in unresolved]
    more = f" and {len(numbers) - _SHOWN_LINES} more" if len(numbers) > _SHOWN_LINES else ""
    one = len(numbers) == 1
    which = f"{'Line' if one else 'Lines'} {', '.join(numbers[:_SHOWN_LINES])}{more}"
    yield Reason(
        Ground.LIST,
        (_FULL_NAMES,),
        f"{which} {'does' if one else 'do'} not say which card and how many copies are meant; a deck list has full names.",
        (),
        f"Write the full name and the number of copies on {which[0].lower()}{which[1:]}; near names stand beside it.",
    )


def _remedies(reasons: Sequence[Reason], made: Construction, deck_format: DeckFormat) -> Iterator[str]:
    """Say what makes the deck legal, and what is left to do once cards are out."""
    yield from (reason.remedy for reason in reasons)
    least = deck_format.min_cards.value
    if least is None or any(reason.ground in (Ground.TOO_FEW, Ground.LIST) for reason in reasons):
        return
    left = sum(_left(entry, reasons, made, deck_format) for entry in made.cards)
    if reasons and left < least:
        exact = deck_format.max_cards.value == least
        yield f"What is left has {counted(left, 'card')}: add {least - left}{'' if exact else ' or more'} to come to {least}."


_OUT: Final = {
    Ground.NOT_STANDARD,
    Ground.NOT_YET,
    Ground.ROTATED,
    Ground.UNKNOWN_SET,
    Ground.BANNED,
    Ground.INKS,
    Ground.DUAL_INK,
}
"""Grounds on which every copy of a card has to go."""


def _left(entry: DeckCard, reasons: Sequence[Reason], made: Construction, deck_format: DeckFormat) -> int:
    """Count the copies of a card that stay when everything is mended."""
    grounds = {reason.ground for reason in reasons if entry.full_name in reason.cards}
    if grounds & _OUT:
        return 0
    if Ground.OWN_COPIES in grounds:
        limits = [text.copies for source, text in made.adjusting if source.full_name == entry.full_name]
        return limits[0] or entry.count
    if Ground.COPIES in grounds:
        return deck_format.max_copies.value or entry.count
    return entry.count


_LASTING: Final = {Ground.LIST, Ground.TOO_FEW, Ground.TOO_MANY, Ground.NOT_STANDARD, Ground.UNKNOWN_SET}
"""Grounds that no known day changes."""


def _turn(
    cards: Sequence[DeckCard], deck_format: DeckFormat, day: date, formats: Formats, reasons: Sequence[Reason]
) -> Turn | None:
    """Find the next known day on which the verdict changes with sets, rotations and bans."""
    if any(reason.ground in _LASTING for reason in reasons):
        return None
    for turning in turning_days(deck_format, day, formats):
        # a text that adjusts deck building counts only while its card is legal, so all is judged anew
        made = construct(cards, deck_format, partial(_eligible, deck_format=deck_format, formats=formats, day=turning))
        then = (
            *construction_reasons(made, 0, deck_format, formats),
            *eligibility_reasons(cards, deck_format, turning, formats),
        )
        if bool(then) != bool(reasons):
            return Turn(turning, then)
    return None


def _eligible(entry: DeckCard, *, deck_format: DeckFormat, formats: Formats, day: date) -> bool:
    return standing_of(entry.card, deck_format, day, formats).legal
