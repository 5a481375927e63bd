"""Check whether a deck is legal in a format on a day."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

from pydantic import BeforeValidator, StringConstraints, WithJsonSchema

from corpus.errors import ExitStatus
from corpus.formats import FormatName, load_formats
from corpus.policy import TOURNAMENT_RULES, policy_documents
from corpus.refs import CURRENT_EDITION, Document
from engine.wording import counted
from indexer.decks.records import DeckLine, DeckReport, Part, Reason
from server.answers import Entry, Listing, Source, caveat_lines
from server.library import Library, Shelf
from server.limits import Detail, cut, entry_budget
from server.paging import cursor_at, fit, position_of
from server.requests import Request


@dataclass(frozen=True, slots=True)
class _Fit:
    """How much of each part is shown."""

    characters: int
    """Of a reason, a remedy or a caveat."""
    cards: int
    """Of a reason; how many there are beside them is said."""
    remedies: int
    caveats: int


_FITS = {
    Detail.BRIEF: (_Fit(220, 6, 30, 6), _Fit(140, 3, 8, 4), _Fit(90, 1, 4, 3), _Fit(60, 0, 2, 2)),
    Detail.FULL: (_Fit(1_500, 60, 40, 40), _Fit(500, 20, 40, 20), _Fit(220, 6, 40, 10)),
}
"""From the widest: the first one with which an answer stays in its bounds is taken. No reason is ever left out."""
_BRIEF_NEAR = 3
_LIST_SHARE = 3
"""The list in one form takes this part of an answer at most."""


def _joined(value: object) -> object:
    """Make one text of its lines."""
    lines = isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(line, str) for line in value)
    return "\n".join(cast("Sequence[str]", value)) if lines else value


def _format_name(given: object) -> object:
    """Understand a format by its title as well: ``Core Constructed``, ``Pack Rush``."""
    if not isinstance(given, str):
        return given
    return given.strip().casefold().removesuffix("constructed").strip().replace(" ", "_").replace("-", "_")


class CheckDeck(Request):
    """A deck list, and the event it is for."""

    aliases: ClassVar[Mapping[str, str]] = {
        "deck": "list",
        "deck_list": "list",
        "decklist": "list",
        "text": "list",
        "day": "date",
    }

    list: Annotated[str, StringConstraints(strip_whitespace=False)]
    """The deck as people write it: a card a line, or CSV."""
    format: Annotated[FormatName, BeforeValidator(_format_name)]
    date: datetime.date | None = None
    """Day of the event; today when left out."""
    detail: Detail = Detail.BRIEF
    cursor: str | None = None
    """Goes on with the lines."""

    @classmethod
    def arrange(cls, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take a list that came line by line."""
        return {name: _joined(value) for name, value in arguments.items()}


class DeckReason(Entry):
    """A reason why the deck is not legal."""

    section: str
    """The one that decides it."""
    also: list[str] | None = None
    text: str
    cards: list[str] | None = None


class DeckListLine(Entry):
    """A line of the list: its card, or why it names none."""

    line: int
    text: str
    count: int | None = None
    card: str | None = None
    near: list[str] | None = None
    problem: str | None = None
    note: str | None = None
    part: Part | None = None
    """Where it isn't the deck."""

    @classmethod
    def of(cls, line: DeckLine, detail: Detail) -> "DeckListLine":
        """Show a line."""
        near = line.near[:_BRIEF_NEAR] if detail is Detail.BRIEF else line.near
        return cls(
            line=line.number,
            text=line.text,
            count=line.count,
            card=line.card.printed.full_name if line.card else None,
            near=list(near) or None,
            problem=line.problem or None,
            note=line.note or None,
            part=None if line.part is Part.DECK else line.part,
        )


class DeckCounts(Entry):
    """What the deck consists of, in copies."""

    cards: int
    different: int
    types: dict[str, int]
    inks: dict[str, int]
    curve: dict[str, int]
    """Ink cost to copies."""
    inkable: int
    inkable_share: float


class DeckAnswer(Listing):
    """Legal or not, and why."""

    legal: bool
    format: FormatName
    date: str
    reasons: list[DeckReason]
    remedies: list[str]
    """What would make it legal."""
    legal_until: str | None = None
    """Last day, by what is known."""
    legal_from: str | None = None
    then: list[str] | None = None
    """Why not after `legal_until`."""
    counts: Annotated[DeckCounts, WithJsonSchema({"type": "object"})]
    """In copies: cards, different, types, inks, curve, inkable, inkable_share."""
    deck: str | None = None
    """The deck in one form, to copy."""
    lines: list[DeckListLine]
    """Unresolved ones first."""


def check_deck(request: CheckDeck, library: Library) -> DeckAnswer:
    """Check the deck.

    :raises BadDeckList: the text is no deck list, or longer than is read.
    :raises BadRequest: the cursor belongs to other arguments.
    """
    start = position_of(request, request.cursor, "check_deck")
    report = report_on(request, library)
    caveats = list(report.caveats)
    if request.date is None:
        caveats.insert(0, f"No date was given: checked for today, {report.day}.")
    budget = entry_budget(request.detail)
    for how in _FITS[request.detail]:
        answer = _answer(report, budget // _LIST_SHARE, how, library, caveats)
        used = len(answer.model_dump_json(exclude={"sources"}, exclude_none=True))
        if used < budget:
            break
    lines = sorted(report.lines, key=lambda line: (line.card is not None, line.number))[start:]
    shown = fit([DeckListLine.of(line, request.detail) for line in lines], max(budget - used, 0))
    left_out = len(lines) - len(shown)
    return answer.model_copy(
        update={
            "lines": shown,
            "left_out": left_out,
            "next_cursor": cursor_at(request, start + len(shown)) if left_out else None,
            "caveats": [*answer.caveats, *([f"{left_out} lines are left out; go on with `cursor`."] if left_out else [])],
        }
    )


def report_on(request: CheckDeck, library: Library) -> DeckReport:
    """Check the deck of a request, for today where it has no day.

    :raises BadDeckList: the text is no deck list, or longer than is read.
    """
    return library.decks.check(request.list, request.format, request.date or datetime.date.today())


def _answer(report: DeckReport, longest_list: int, how: _Fit, library: Library, caveats: Sequence[str]) -> DeckAnswer:
    """Put everything but the lines into an answer."""
    remedies, deck = report.remedies[: how.remedies], report.normalised or None
    if len(remedies) < len(report.remedies):
        remedies = (*remedies, f"and {len(report.remedies) - len(remedies)} more, one for each reason")
    if len(caveats) > how.caveats:
        caveats = [*caveats[: how.caveats], f"{len(caveats) - how.caveats} further caveats are left out; ask for `detail: full`."]
    if len(report.normalised) > longest_list:
        caveats = [*caveats, f"The deck in one form is left out: {len(report.cards)} different cards are too many here."]
        deck = None
    turn, figures = report.turn, report.figures
    return DeckAnswer(
        legal=report.legal,
        format=report.format.name,
        date=str(report.day),
        reasons=[_reason(reason, how) for reason in report.reasons],
        remedies=[cut(text, how.characters) for text in remedies],
        legal_until=str(turn.day - datetime.timedelta(days=1)) if turn and report.legal else None,
        legal_from=str(turn.day) if turn and not report.legal else None,
        then=[cut(reason.text, how.characters) for reason in turn.reasons] if turn and turn.reasons else None,
        counts=DeckCounts(
            cards=figures.cards,
            different=figures.different,
            types=figures.types,
            inks=figures.inks,
            curve={str(cost): copies for cost, copies in figures.curve.items()},
            inkable=figures.inkable,
            inkable_share=round(figures.inkable / figures.cards, 3) if figures.cards else 0.0,
        ),
        deck=deck,
        lines=[],
        sources=_sources(library),
        caveats=[cut(caveat, how.characters) for caveat in caveats],
    )


def _reason(reason: Reason, how: _Fit) -> DeckReason:
    """Show a reason with the first of its cards."""
    first, *rest = map(str, reason.refs)
    cards = list(reason.cards[: how.cards])
    if len(cards) < len(reason.cards):
        cards.append(f"and {len(reason.cards) - len(cards)} more")
    return DeckReason(section=first, also=rest or None, text=cut(reason.text, how.characters), cards=cards or None)


def _sources(library: Library) -> list[Source]:
    """Tell what a deck check rests on: Tournament Rules, Comprehensive Rules, catalogue."""
    policy = [
        Source.of(document.provenance)
        for document in policy_documents()
        if (document.code, document.provenance.edition) == (Document.TOURNAMENT_RULES, TOURNAMENT_RULES)
    ]
    return [*policy, *library.sources(Shelf.RULES, Shelf.CATALOGUE, edition=CURRENT_EDITION)]


def deck_status(answer: DeckAnswer) -> ExitStatus:
    """Count a deck that is not legal as a negative answer."""
    return ExitStatus.DONE if answer.legal else ExitStatus.NEGATIVE


def say_deck(answer: DeckAnswer) -> str:
    """Say the verdict, every reason, what would mend it, what is unresolved, and what the deck is made of."""
    title = load_formats().format(answer.format).title
    many = f": {counted(len(answer.reasons), 'reason')}" if answer.reasons else ""
    lines = [f"{'Legal' if answer.legal else 'Not legal'} in {title} on {answer.date}{many}."]
    for reason in answer.reasons:
        lines.append(f"- {reason.text} [{', '.join([reason.section, *(reason.also or ())])}]")
    if answer.remedies:
        lines.append("To make it legal:")
        lines += [f"- {remedy}" for remedy in answer.remedies]
    if answer.legal_until:
        lines.append(f"Legal until {answer.legal_until}. {' '.join(answer.then or ())}".rstrip())
    if answer.legal_from:
        lines.append(f"Legal from {answer.legal_from}, as it is.")
    for line in answer.lines:
        if line.problem:
            near = f" Near: {'; '.join(line.near)}." if line.near else ""
            lines.append(f"Line {line.line}: {line.text!r}: {line.problem}.{near}")
        elif line.note:
            lines.append(f"Line {line.line}: {line.text!r}: {line.note}.")
    lines += _said_counts(answer.counts)
    if answer.deck:
        lines += ["", answer.deck]
    return "\n".join(lines) + caveat_lines(answer.caveats)


def _said_counts(counts: DeckCounts) -> list[str]:
    """Say what a deck consists of."""
    if not counts.cards:
        return []
    return [
        f"{counted(counts.cards, 'card')}, {counts.different} different: "
        + ", ".join(f"{copies} {name}{'s' if copies > 1 else ''}" for name, copies in counts.types.items()),
        "Ink types: " + ", ".join(f"{ink.capitalize()} {copies}" for ink, copies in counts.inks.items()),
        "Ink costs: " + ", ".join(f"{cost}: {copies}" for cost, copies in counts.curve.items()),
        f"Inkable: {counts.inkable} of {counts.cards} ({counts.inkable_share:.0%})",
    ]
