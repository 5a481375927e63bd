"""Tell what changed between two editions."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field, field_validator

from corpus.editions import EARLIEST_EDITION, EditionChanges, changes, crosswalk, editions
from corpus.policy import load_policy_changes
from corpus.refs import CURRENT_EDITION, Document, RuleRef, cr, is_within, number_key
from server.answers import Entry, Listing, caveat_lines
from server.errors import NotKnown
from server.library import Library
from server.limits import LONGEST_PAGE, Detail, cut, entry_budget
from server.paging import cursor_at, fit, position_of
from server.requests import Request
from server.tools.reference import CURRENT, read_reference

_BRIEF_TEXT = 220


class CompareRules(Request):
    """Which editions, and which part of them."""

    aliases: ClassVar[Mapping[str, str]] = {
        "older": "from",
        "old": "from",
        "since": "from",
        "newer": "to",
        "new": "to",
        "rule": "ref",
        "section": "ref",
    }

    ref: str | None = None
    """A rule or section and what lies below it, such as 4.6 or TR 1.6; everything when left out."""
    older: Annotated[str | None, Field(alias="from")] = None
    """The older edition, such as 2.2.0 or 2023; the one before `to` when left out."""
    newer: Annotated[str | None, Field(alias="to")] = None
    """The newer edition; the current one when left out."""
    limit: Annotated[int, Field(ge=1, le=LONGEST_PAGE)] = 20
    cursor: str | None = None
    """From the answer before, to go on."""
    detail: Detail = Detail.BRIEF

    @field_validator("ref")
    @classmethod
    def _ref_points_somewhere(cls, value: str | None) -> str | None:
        if value == "":
            raise ValueError("give a rule or section, such as 4.6 or TR 1.6, or leave it out to compare everything")
        return value


class ChangeKind(StrEnum):
    """What happened to a rule."""

    ADDED = "added"
    REMOVED = "removed"
    RENUMBERED = "renumbered"
    CHANGED = "changed"
    REWORDED = "reworded"
    """Only its words differ, not what it says."""


class RuleChange(Entry):
    """What happened to one rule."""

    kind: ChangeKind
    before: str | None = None
    """Its reference in the older edition."""
    after: str | None = None
    """Its reference in the newer edition."""
    said: str | None = None
    """What it said, in our words."""
    says: str | None = None
    """What it says now that it did not, or what it is about."""


class Comparison(Listing):
    """What changed, in order of the numbers."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True)

    older: Annotated[str, Field(alias="from")]
    newer: Annotated[str, Field(alias="to")]
    changes: list[RuleChange]
    counts: dict[str, int]
    """Kind of change to how many there are on all pages."""


def compare_rules(request: CompareRules, library: Library) -> Comparison:
    """Tell what changed between two editions of the Comprehensive Rules or the Tournament Rules.

    :raises NotKnown: an edition is not known, or the reference is none or in neither edition.
    :raises BadRequest: the cursor belongs to another request.
    """
    pointed = read_reference(request.ref) if request.ref else None
    document = pointed.document if pointed else Document.COMPREHENSIVE_RULES
    older, newer, caveats = _editions_of(document, request.older, request.newer)
    found = list(_changes_of(document, older, newer))
    if pointed is not None:
        found = [change for change in found if _is_about(change, pointed.number)]
    found.sort(key=lambda change: number_key(_number(change.after or change.before or "0")))
    counts = {kind.value: sum(change.kind is kind for change in found) for kind in ChangeKind}
    start = position_of(request, request.cursor, "compare_rules")
    stretch = [_shown(change, request.detail) for change in found[start : start + request.limit]]
    shown = fit(stretch, entry_budget(request.detail))
    following = start + len(shown)
    left_out = max(len(found) - following, 0)
    if not found:
        if pointed is not None and not _exists(document, pointed.number, older, newer, library):
            raise NotKnown(request.ref or "", f"is in neither edition, {older} nor {newer}")
        where = f"in {request.ref} " if request.ref else ""
        caveats.append(f"Nothing {where}differs between {older} and {newer}.")
    if left_out:
        caveats.append(f"{left_out} more changes; go on with `cursor`.")
    books = {cr("1", older), cr("1", newer)} if document is Document.COMPREHENSIVE_RULES else ()
    sources = library.sources_of(sorted(books, key=lambda ref: ref.edition)) or [
        source for source in (library.source(f"tournament-rules-{newer}"),) if source is not None
    ]
    return Comparison(
        older=older,
        newer=newer,
        changes=shown,
        counts={kind: count for kind, count in counts.items() if count},
        left_out=left_out,
        next_cursor=cursor_at(request, following) if left_out else None,
        sources=sources,
        caveats=caveats,
    )


def say_comparison(answer: Comparison) -> str:
    """Write the changes, one a line."""
    counted = ", ".join(f"{count} {kind}" for kind, count in answer.counts.items()) or "no changes"
    lines = [f"{answer.older} to {answer.newer}: {counted}"]
    for change in answer.changes:
        moved = " -> ".join(dict.fromkeys(each for each in (change.before, change.after) if each))
        told = [f"was: {change.said}" if change.said else "", f"now: {change.says}" if change.says else ""]
        lines.append(f"{change.kind.value} {moved} {' '.join(part for part in told if part)}".rstrip())
    return "\n".join(lines) + caveat_lines(answer.caveats)


def _editions_of(document: Document, older: str | None, newer: str | None) -> tuple[str, str, list[str]]:
    """Settle the two editions; given the wrong way round they are turned.

    :raises NotKnown: one of them is not known, or they are the same.
    """
    if document is Document.COMPREHENSIVE_RULES:
        known = [EARLIEST_EDITION, *(edition.number for edition in editions())]
    else:
        steps = [change for change in load_policy_changes() if change.ref.document is document]
        known = list(dict.fromkeys([*(change.since for change in steps), CURRENT[document]]))
    if len(known) == 1 and newer in (None, known[0]) and older in (None, known[0]):
        raise NotKnown(document.value, f"is known in one edition only, {known[0]}, so there is nothing to compare")
    latest = newer or known[-1]
    before = known[max(known.index(latest) - 1, 0)] if latest in known else known[0]
    earlier = older or before
    for edition in (earlier, latest):
        if edition not in known:
            raise NotKnown(edition, f"is not an edition of {document.value} that is known", known)
    if earlier == latest:
        raise NotKnown(earlier, "cannot be compared with itself", [each for each in known if each != earlier])
    if known.index(earlier) > known.index(latest):
        return latest, earlier, [f"{earlier} is the newer one; the changes are told from {latest} to {earlier}."]
    return earlier, latest, []


def _changes_of(document: Document, older: str, newer: str) -> Iterator[RuleChange]:
    """Give every change between two editions."""
    if document is not Document.COMPREHENSIVE_RULES:
        yield from _policy_changes(document, older, newer)
    elif older == EARLIEST_EDITION:
        yield from _since_2023(newer)
    else:
        yield from _between(changes(older, newer))


def _between(step: EditionChanges) -> Iterator[RuleChange]:
    """Give the changes between two editions that are known whole."""
    older, newer = step.older.number, step.newer.number
    for added in step.added:
        yield RuleChange(kind=ChangeKind.ADDED, after=str(cr(added.number, newer)), says=added.text)
    for removed in step.removed:
        see = ", ".join(str(cr(number, newer)) for number in removed.see)
        yield RuleChange(
            kind=ChangeKind.REMOVED, before=str(cr(removed.number, older)), said=removed.text, says=f"See {see}." if see else None
        )
    told = {change.number for change in step.changed}
    for moved in step.renumbered:
        if moved.new not in told:
            yield RuleChange(kind=ChangeKind.RENUMBERED, before=str(cr(moved.old, older)), after=str(cr(moved.new, newer)))
    for change in step.changed:
        origin = step.origin(change.number)
        yield RuleChange(
            kind=ChangeKind.CHANGED if change.substance else ChangeKind.REWORDED,
            before=str(cr(origin, older)) if origin else None,
            after=str(cr(change.number, newer)),
            said=change.before or None,
            says=change.after,
        )


def _since_2023(newer: str) -> Iterator[RuleChange]:
    """Give what is known of the edition of 2023: where its numbers are today, and what differs.

    :raises NotKnown: another edition than the current one is asked for.
    """
    if newer != CURRENT_EDITION:
        raise NotKnown(newer, f"cannot be compared with {EARLIEST_EDITION}", [CURRENT_EDITION])
    for place in crosswalk():
        yield RuleChange(
            kind=ChangeKind.CHANGED if place.differs else ChangeKind.RENUMBERED,
            before=str(cr(place.number, EARLIEST_EDITION)),
            after=str(cr(place.places[0])),
            said=place.differs or None,
            says=place.about,
        )


def _policy_changes(document: Document, older: str, newer: str) -> Iterator[RuleChange]:
    """Give what editions of a policy document changed."""
    for change in load_policy_changes():
        if change.ref.document is document and older <= change.since and change.ref.edition <= newer:
            yield RuleChange(
                kind=ChangeKind.CHANGED if change.substance else ChangeKind.REWORDED,
                before=f"{document.value} {change.since} {change.ref.number}",
                after=str(change.ref),
                said=change.before,
                says=change.after,
            )


def _exists(document: Document, number: str, older: str, newer: str, library: Library) -> bool:
    """Tell whether a rule is in one of two editions, or may be in one that the index does not have."""
    held = {book.edition for book in library.index.books if book.document is document}
    return any(edition not in held or library.rule(RuleRef(document, edition, number)) for edition in (older, newer))


def _is_about(change: RuleChange, number: str) -> bool:
    """Tell whether a change is about a rule or what lies below it, by its number in either edition."""
    return any(is_within(_number(ref), number) for ref in (change.before, change.after) if ref)


def _number(ref: str) -> str:
    """Give the number of a reference."""
    return ref.rpartition(" ")[2]


def _shown(change: RuleChange, detail: Detail) -> RuleChange:
    """Cut the texts of a change for a brief answer."""
    if detail is Detail.FULL:
        return change
    texts = {name: cut(text, _BRIEF_TEXT) for name in ("said", "says") if (text := getattr(change, name))}
    return change.model_copy(update=texts)
