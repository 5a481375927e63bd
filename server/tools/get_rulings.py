"""Give the publisher's clarifications, and our rulings as boards that are replayed."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field, model_validator

from corpus.names import name_key
from corpus.refs import cr
from corpus.rulings import BoardRuling
from server.answers import Entry, Listing, Source, caveat_lines
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import LONGEST_PAGE, QUERY_CHARACTERS, Detail, entry_budget
from server.paging import cursor_at, fit, position_of
from server.requests import Request
from server.wire import structured

_NEAR = 8
_CLARIFICATIONS = "lorcanajson-clarifications"
_BOARDS = "rulings"
_DEEP = 60
_BRIEF_EVENTS = 6


class GetRulings(Request):
    """About which card, keyword or question."""

    aliases: ClassVar[Mapping[str, str]] = {"name": "card", "q": "query", "question": "query", "rule": "ref"}

    card: Annotated[str | None, Field(max_length=QUERY_CHARACTERS)] = None
    """A card's full name."""
    keyword: str | None = None
    """A keyword, such as Ward."""
    query: Annotated[str | None, Field(max_length=QUERY_CHARACTERS)] = None
    """Words of a question, or the id of one of our rulings."""
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = 5
    cursor: str | None = None
    """From the answer before, to go on."""
    detail: Detail = Detail.BRIEF
    """full: every event of the replays."""

    @model_validator(mode="after")
    def _something(self) -> "GetRulings":
        if sum(value is not None for value in (self.card, self.keyword, self.query)) != 1:
            raise ValueError("give one of `card`, `keyword` and `query`")
        return self


class Replay(Entry):
    """What the engine makes of the board."""

    verdict: str
    ruling: str
    events: list[str]
    """What happens, with the rule of each event."""


class RulingEntry(Entry):
    """A ruling."""

    id: str | None = None
    """Of one of our rulings."""
    cards: list[str]
    text: str
    """The publisher's words, or for ours what the board shows."""
    source: str
    rules: list[str] | None = None
    scenario: dict[str, Any] | None = None
    """The board, for check_scenario."""
    replay: Replay | None = None


class Rulings(Listing):
    """Rulings, the publisher's first."""

    rulings: list[RulingEntry]
    total: int


def get_rulings(request: GetRulings, library: Library) -> Rulings:
    """Give the rulings about a card, a keyword or a question; ours are replayed now.

    :raises NotKnown: there is no such card or keyword.
    :raises BadQuery: there is nothing to look for in the query.
    :raises BadRequest: the cursor belongs to another request.
    """
    official, boards = _asked(request, library)
    start = position_of(request, request.cursor, "get_rulings")
    in_all = len(official) + len(boards)
    listed: list[RulingEntry | BoardRuling] = [*official, *boards]
    wanted = listed[start : start + request.limit]
    stretch = [each if isinstance(each, RulingEntry) else _replayed(each, request.detail, library) for each in wanted]
    shown = fit(stretch, entry_budget(request.detail))
    following = start + len(shown)
    left_out = max(in_all - following, 0)
    caveats = [f"{left_out} more rulings; go on with `cursor`."] if left_out else []
    if any(entry.replay is not None and entry.replay.verdict != "holds" for entry in shown):
        caveats.append("Where a replay does not hold, the publisher's answer stands and our engine does not reach it.")
    if not in_all:
        caveats.append("There is no ruling about this; ask check_scenario with a board, or search_rules.")
    return Rulings(
        rulings=shown,
        total=in_all,
        left_out=left_out,
        next_cursor=cursor_at(request, following) if left_out else None,
        sources=_sources(shown, library),
        caveats=caveats,
    )


def say_rulings(answer: Rulings) -> str:
    """Write the rulings, ours with what the replay shows."""
    lines = []
    for entry in answer.rulings:
        lines.append(f"{', '.join(entry.cards[:3])}: {entry.text} [{entry.source}]")
        if entry.replay is not None:
            lines.append(f"  {entry.id}, replayed: {entry.replay.verdict}. {entry.replay.ruling}")
    return ("\n".join(lines) or "No ruling was found.") + caveat_lines(answer.caveats)


def _asked(request: GetRulings, library: Library) -> tuple[list[RulingEntry], list[BoardRuling]]:
    """Find the clarifications and our rulings that are asked for."""
    index = library.index
    if request.card is not None:
        name = _card(request.card, library)
        return [_clarified(ruling.card, ruling.text) for ruling in index.rulings(name)], list(index.boards_about(name))
    if request.keyword is not None:
        section = _keyword(request.keyword, library)
        boards = [board for board in index.boards.values() if any(section.covers(ref) for ref in board.rules)]
        return _clarifications(f'"{request.keyword}"', library, needs=request.keyword), boards
    board = index.boards.get(request.query or "")
    if board is not None:
        return [], [board]
    found = index.search_passages(request.query or "", [_BOARDS], _DEEP)
    return _clarifications(request.query or "", library), [index.boards[passage.ref] for passage, _ in found]


def _clarifications(query: str, library: Library, needs: str = "") -> list[RulingEntry]:
    """Find the publisher's clarifications with words of a query; *needs* is a word that each has."""
    found = library.index.search_passages(query, [_CLARIFICATIONS], _DEEP)
    wanted = (passage for passage, _ in found if f" {name_key(needs)}" in f" {name_key(passage.text)}")
    return [_clarified(passage.ref, passage.text) for passage in wanted]


def _clarified(card: str, text: str) -> RulingEntry:
    """Show one of the publisher's clarifications."""
    return RulingEntry(cards=[card], text=text, source="official clarification")


def _card(name: str, library: Library) -> str:
    """Give the full name of a card.

    :raises NotKnown: no card has exactly that name.
    """
    card = library.index.card(name)
    if card is None:
        near = [found for found, _ in library.index.near_cards(name, _NEAR)]
        raise NotKnown(name[:80], "is not the full name of a card", near, "Or ask with `query`.")
    return card.printed.full_name


def _keyword(name: str, library: Library) -> Any:
    """Give the section of a keyword.

    :raises NotKnown: there is no such keyword.
    """
    keywords = {name_key(keyword): number for keyword, number in library.index.keywords.items()}
    number = keywords.get(name_key(name))
    if number is None:
        raise NotKnown(name[:80], "is not a keyword", list(library.index.keywords), "See section 8 of the rules.")
    return cr(number)


def _replayed(board: BoardRuling, detail: Detail, library: Library) -> RulingEntry:
    """Show one of our rulings with what the engine makes of it."""
    from engine.api import check_scenario as replay  # imported late: a server answers look-ups before the engine is there

    result = structured(replay(dict(board.scenario), library.index, library.rule_text))
    events = [_event(event) for event in result.get("timeline", ())]
    shown = events if detail is Detail.FULL else events[:_BRIEF_EVENTS]
    return RulingEntry(
        id=board.id,
        cards=list(board.cards),
        text=board.title,
        source=board.source,
        rules=[str(ref) for ref in board.rules],
        scenario=dict(board.scenario),
        replay=Replay(verdict=str(result["verdict"]), ruling=str(result["ruling"]), events=shown),
    )


def _event(event: Mapping[str, Any]) -> str:
    """Write an event with its rules on one line."""
    refs = event.get("rules", [])
    return f"{event['text']}{' [' + ', '.join(refs) + ']' if refs else ''}"


def _sources(shown: Iterable[RulingEntry], library: Library) -> list[Source]:
    """Name what the rulings are from."""
    entries = list(shown)
    documents = [_CLARIFICATIONS] if any(entry.id is None for entry in entries) else []
    documents += [_BOARDS] if any(entry.id is not None for entry in entries) else []
    found = [source for document in documents if (source := library.source(document)) is not None]
    return found or library.sources(Shelf.RULINGS)
