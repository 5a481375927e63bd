"""Tell everything about one card."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from corpus.errors import ExitStatus
from corpus.records import CardRecord
from server.answers import Answer, CardBrief, Entry, card_line, caveat_lines, legality_on
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import QUERY_CHARACTERS, Detail, cut, entry_budget
from server.requests import Request

_NEAR = 40
"""Room for every version of the name that has the most."""
_BRIEF_PRINTINGS = 6
_BRIEF_READING = 160
"""Characters that a brief answer spends on what was understood of one ability."""


class GetCard(Request):
    """Which card: by its full name or by its number."""

    aliases: ClassVar[Mapping[str, str]] = {
        "card": "name",
        "full_name": "name",
        "query": "name",
        "q": "name",
        "card_name": "name",
        "card_id": "id",
    }

    name: Annotated[str | None, Field(max_length=QUERY_CHARACTERS)] = None
    """Full name, such as Stitch - New Dog; case, accents and punctuation do not matter."""
    id: Annotated[int | None, Field(ge=0)] = None
    """The catalogue's number of any of its printings."""
    detail: Detail = Detail.BRIEF
    """full: every clarification, former text, printing and reading."""

    @model_validator(mode="after")
    def _one_of_both(self) -> "GetCard":
        if (self.name is None) == (self.id is None):
            raise ValueError("give either the `name` or the `id` of a card")
        if self.name == "":
            raise ValueError("the name is empty; give a full name, such as Stitch - New Dog")
        return self


class PrintingEntry(Entry):
    """One printing of the card."""

    id: int
    set: str
    number: str
    rarity: str
    identifier: str


class FormerTextEntry(Entry):
    """A text that the card carried before an erratum."""

    until: str | None = None
    text: str


class CardDetail(CardBrief):
    """A card with everything known of it."""

    name: str
    version: str | None = None
    names: list[str] | None = None
    """Every name it counts as having, when there are several."""
    spellings: list[str] | None = None
    """How the catalogue spells it, when in more than one way."""
    printings: list[PrintingEntry]
    errata: list[str] | None = None
    former: list[FormerTextEntry] | None = None
    """Texts before errata."""
    clarifications: list[str] | None = None
    """Official clarifications."""
    understood: list[str] | None = None
    """What a replay takes each ability to say, and what of the text it does not read."""
    rules: list[str] | None = None
    """Sections on its keywords and kinds of abilities."""
    rulings: list[str] | None = None
    """Our executable rulings about it (get_rulings)."""
    legality: dict[str, str]
    """Format to `legal`, `until DATE`, `not legal since DATE` or `not legal`."""


class NearCard(Entry):
    """A card whose name is near."""

    full_name: str
    score: float
    """From 0 to 100."""


class CardAnswer(Answer):
    """The card, or the names that are near."""

    card: CardDetail | None = None
    near: list[NearCard] | None = None
    """Instead of the card when no name is exactly that one; best first."""


def get_card(request: GetCard, library: Library) -> CardAnswer:
    """Give the card of that name or number, else the names near it.

    :raises NotKnown: no printing has that number.
    """
    sources = library.sources(Shelf.CATALOGUE)
    if request.id is not None:
        card = library.index.card_by_id(request.id)
        if card is None:
            raise NotKnown(str(request.id), "is not the number of a printing", advice="Ask by `name`, or search_cards.")
    else:
        card = library.index.card(request.name or "")
    if card is not None:
        detail, caveats = _described(card, request.detail, library)
        return CardAnswer(card=detail, sources=sources, caveats=caveats)
    near = [NearCard(full_name=name, score=round(score, 1)) for name, score in _near(request.name or "", library)]
    shown = (request.name or "")[:80]
    caveats = [
        f"No card is exactly {shown!r}; `near` lists the closest names, none is picked."
        if near
        else f"No card is named {shown!r} and none is near; try search_cards."
    ]
    return CardAnswer(near=near, sources=sources, caveats=caveats)


def say_card(answer: CardAnswer) -> str:
    """Write the card as it reads, or the near names."""
    card = answer.card
    if card is None:
        names = "".join(f"\n  {near.full_name}" for near in answer.near or ())
        return " ".join(answer.caveats) + names
    lines = [card_line(card)]
    if card.classifications:
        lines.append(", ".join(card.classifications))
    lines += (card.text or "").splitlines()
    lines += [f"Understood: {said}" for said in card.understood or ()]
    lines += [f"Clarified: {text}" for text in card.clarifications or ()]
    lines += [f"Erratum: {text}" for text in card.errata or ()]
    lines += [f"Before {former.until or 'an erratum'}: {former.text}" for former in card.former or ()]
    lines.append(f"Legality: {', '.join(f'{name} {state}' for name, state in card.legality.items())}")
    lines.append(f"Printed: {'; '.join(printing.identifier for printing in card.printings)}")
    return "\n".join(lines) + caveat_lines(answer.caveats)


def card_status(answer: CardAnswer) -> ExitStatus:
    """Count a name that only has near ones as a negative answer."""
    return ExitStatus.DONE if answer.card is not None else ExitStatus.NEGATIVE


def _near(name: str, library: Library) -> list[tuple[str, float]]:
    return library.index.near_cards(name, _NEAR)


def _described(card: CardRecord, detail: Detail, library: Library) -> tuple[CardDetail, list[str]]:
    """Show a card; brief leaves out what does not fit and says so."""
    printed = card.printed
    printings = [
        PrintingEntry(
            id=printing.id,
            set=printing.set_code,
            number=printing.number,
            rarity=printing.rarity,
            identifier=printing.identifier,
        )
        for printing in card.printings
    ]
    former = [FormerTextEntry(until=str(text.until) if text.until else None, text=text.text) for text in card.former]
    understood, unplayed = _reading(printed.full_name, library)
    whole = CardDetail(
        **CardBrief.of(card, QUERY_CHARACTERS).model_dump(),
        name=printed.name,
        version=printed.version,
        names=list(printed.names) or None,
        spellings=list(card.spellings) if len(card.spellings) > 1 else None,
        printings=printings,
        errata=list(card.errata) or None,
        former=former or None,
        clarifications=list(card.clarifications) or None,
        understood=[cut(said, _BRIEF_READING) if detail is Detail.BRIEF else said for said in understood] or None,
        rules=[str(ref) for ref in library.index.card_sections(printed.full_name)] or None,
        rulings=[board.id for board in library.index.boards_about(printed.full_name) if printed.full_name in board.source]
        or None,
        legality=legality_on(card.legal_in, date.today()),
    )
    card_detail, caveats = (whole, []) if detail is Detail.FULL else _shortened(whole)
    return card_detail, [*caveats, *unplayed]


def _reading(full_name: str, library: Library) -> tuple[list[str], list[str]]:
    """Say what the engine understood of a card, and name what of it a replay does not execute."""
    from engine.compiler.coverage import unplayed  # imported late: other look-ups need no engine
    from engine.compiler.describe import describe

    compiled = library.index.compiled(full_name)
    if compiled is None:
        return [], []
    left = [said for ability in compiled.abilities for said in unplayed(ability)]
    return describe(compiled), [f"A replay does not execute {said!r}, which only a quest's own rules explain." for said in left]


def _shortened(card: CardDetail) -> tuple[CardDetail, list[str]]:
    """Take off what a brief answer has no room for: first printings, then readings, clarifications, former texts."""
    left_out: list[str] = []
    if len(card.printings) > _BRIEF_PRINTINGS:
        left_out.append(f"{len(card.printings) - _BRIEF_PRINTINGS} printings")
        card = card.model_copy(update={"printings": card.printings[:_BRIEF_PRINTINGS]})
    for name, words in (
        ("understood", "readings"),
        ("clarifications", "clarifications"),
        ("former", "former texts"),
        ("errata", "errata"),
    ):
        entries = list(getattr(card, name) or ())
        dropped = 0
        while entries and len(card.model_dump_json(exclude_none=True)) > entry_budget(Detail.BRIEF):
            entries.pop()
            dropped += 1
            card = card.model_copy(update={name: entries or None})
        if dropped:
            left_out.append(f"{dropped} {words}")
    return card, [f"Left out: {', '.join(left_out)}; ask for `detail: full`."] if left_out else []
