"""Find what the Play Correction Guidelines say about a told situation or an infraction."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field, field_validator, model_validator

from corpus.errors import ExitStatus
from corpus.infractions import infraction, load_infractions, match_infractions
from corpus.records import CorrectiveAction, Infraction, Penalty, TournamentLevel
from corpus.refs import Document
from server.answers import Answer, Entry, caveat_lines
from server.errors import NotKnown
from server.library import Library
from server.limits import QUERY_CHARACTERS, Detail, cut, entry_budget
from server.paging import fit
from server.requests import Request

_BRIEF_MATCHES = 3
_FULL_MATCHES = 6
_BRIEF_TEXT = 240
_COLUMNS = {"casual": "entry", "entry-level": "entry", "premier play": "premier"}
"""Other names of the levels."""


class GetPenalty(Request):
    """What happened, or which infraction; and at what level."""

    aliases: ClassVar[Mapping[str, str]] = {
        "query": "description",
        "situation": "description",
        "text": "description",
        "name": "infraction",
        "id": "infraction",
    }

    description: Annotated[str | None, Field(max_length=QUERY_CHARACTERS)] = None
    """What happened, in plain words."""
    infraction: str | None = None
    """An infraction by its name, id or section, such as Missed Trigger or 2.1."""
    level: TournamentLevel | None = None
    """The level of the tournament; all of them when left out."""
    detail: Detail = Detail.BRIEF

    @field_validator("level", mode="before")
    @classmethod
    def _usual_names(cls, value: object) -> object:
        return _COLUMNS.get(value.strip().casefold(), value.strip().casefold()) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one_of_both(self) -> "GetPenalty":
        if (self.description is None) == (self.infraction is None):
            raise ValueError("give either a `description` of what happened or an `infraction`")
        if self.description == "":
            raise ValueError("the description is empty; say what happened, such as 'a player forgot a trigger'")
        return self


class PenaltyEntry(Entry):
    """The corrective action in one case."""

    case: str | None = None
    """What it depends on."""
    actions: dict[TournamentLevel, CorrectiveAction]
    then: str | None = None
    """What comes on top of it."""


class UpgradeEntry(Entry):
    """When it is treated more gravely."""

    condition: str
    action: CorrectiveAction | None = None
    infraction: str | None = None
    """As which infraction it is then handled."""


class PenaltyMatch(Entry):
    """An infraction that it may be."""

    infraction: str
    id: str
    section: str
    description: str
    matched: list[str] | None = None
    """The phrases of the telling that spoke for it."""
    remedy: list[str]
    """What is done about the game."""
    penalties: list[PenaltyEntry]
    upgrades: list[UpgradeEntry] | None = None
    exceptions: list[str] | None = None
    """When no corrective action is given."""
    examples: list[str] | None = None
    see: list[str] | None = None


class Penalties(Answer):
    """The infractions that it may be, nearest first; a judge decides which one it is."""

    matches: list[PenaltyMatch]


def get_penalty(request: GetPenalty, library: Library) -> Penalties:
    """Propose infractions for what happened, with remedy and corrective action.

    :raises NotKnown: there is no such infraction.
    """
    found: list[tuple[Infraction, list[str] | None]]
    if request.infraction is not None:
        found = [(_named(request.infraction), None)]
        in_all = 1
    else:
        told = match_infractions(request.description or "")
        in_all = len(told)
        most = _BRIEF_MATCHES if request.detail is Detail.BRIEF else _FULL_MATCHES
        found = [(match.infraction, list(match.matched)) for match in told[:most]]
    matches = [_match(entry, matched, request) for entry, matched in found]
    shown = fit(matches, entry_budget(request.detail))
    caveats = _caveats(shown, in_all, library)
    shelf = [ref for entry, _ in found for ref in (entry.ref,)] or [load_infractions()[0].ref]
    return Penalties(matches=shown, sources=library.sources_of(shelf), caveats=caveats)


def penalty_status(answer: Penalties) -> ExitStatus:
    """Count a situation that fits no infraction as a negative answer."""
    return ExitStatus.DONE if answer.matches else ExitStatus.NEGATIVE


def say_penalties(answer: Penalties) -> str:
    """Write the infractions, each with what is done about it."""
    lines: list[str] = []
    for match in answer.matches:
        lines.append(f"{match.infraction} ({match.section}): {match.description}")
        lines += [f"  Remedy: {text}" for text in match.remedy]
        for penalty in match.penalties:
            actions = ", ".join(f"{level.value}: {action.value.replace('_', ' ')}" for level, action in penalty.actions.items())
            case = f"{penalty.case}: " if penalty.case else ""
            lines.append(f"  Corrective action: {case}{actions}{'; ' + penalty.then if penalty.then else ''}")
        for upgrade in match.upgrades or ():
            becomes = upgrade.action.value.replace("_", " ") if upgrade.action else upgrade.infraction
            lines.append(f"  Upgrade to {becomes}: {upgrade.condition}")
        lines += [f"  No corrective action: {text}" for text in match.exceptions or ()]
    return ("\n".join(lines) or "No infraction fits.") + caveat_lines(answer.caveats)


def _named(name: str) -> Infraction:
    """Give the infraction of that name.

    :raises NotKnown: there is none.
    """
    number = name.strip().split()[-1] if name.strip().upper().startswith(Document.PLAY_CORRECTION_GUIDELINES.value) else name
    found = infraction(number)
    if found is None:
        raise NotKnown(
            name[:80], "is not an infraction", [entry.name for entry in load_infractions()], "Or give a `description`."
        )
    return found


def _match(entry: Infraction, matched: list[str] | None, request: GetPenalty) -> PenaltyMatch:
    """Show an infraction as it is handled at the level."""
    whole = request.detail is Detail.FULL
    levels = [request.level] if request.level else list(TournamentLevel)
    upgrades = [upgrade for upgrade in entry.upgrades if set(levels) & set(upgrade.levels)]
    names = {each.id: each.name for each in load_infractions()}
    return PenaltyMatch(
        infraction=entry.name,
        id=entry.id,
        section=str(entry.ref),
        description=entry.description if whole else cut(entry.description, _BRIEF_TEXT),
        matched=matched,
        remedy=[text if whole else cut(text, _BRIEF_TEXT) for text in entry.remedy],
        penalties=[_penalty(penalty, levels) for penalty in entry.penalties],
        upgrades=[
            UpgradeEntry(condition=upgrade.condition, action=upgrade.action, infraction=names.get(upgrade.infraction))
            for upgrade in upgrades
        ]
        or None,
        exceptions=list(entry.exceptions) or None,
        examples=list(entry.examples) if whole and entry.examples else None,
        see=[str(ref) for ref in entry.see] or None,
    )


def _penalty(penalty: Penalty, levels: list[TournamentLevel]) -> PenaltyEntry:
    """Show the corrective action of one case at the levels."""
    actions = {level: action for level, action in penalty.actions.items() if level in levels}
    return PenaltyEntry(case=penalty.case or None, actions=actions, then=penalty.then or None)


def _caveats(shown: list[PenaltyMatch], in_all: int, library: Library) -> list[str]:
    """Say what is uncertain: which infraction it is, how much of it was at hand, whether a newer edition exists."""
    caveats: list[str] = []
    if not shown:
        names = ", ".join(entry.name for entry in load_infractions())
        caveats.append(f"No infraction fits this telling; ask what exactly happened, or the Lead Lore Guide. There are: {names}.")
    elif in_all > 1:
        caveats.append(f"It may be {in_all} infractions; the matches are proposals by words alone, and a judge decides.")
    if in_all > len(shown) > 0:
        caveats.append(f"{in_all - len(shown)} further matches are left out; ask for `detail: full`.")
    condensed = [entry.name for match in shown if (entry := infraction(match.id)) is not None and entry.condensed]
    if condensed:
        caveats.append(f"Only a summary of the official section was at hand: {', '.join(condensed)}.")
    notes = [entry.note for entry in library.documents() if entry.provenance.document.startswith("play-correction")]
    return caveats + [note for note in notes if note]
