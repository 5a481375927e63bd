"""Give one rule in its place."""

from collections.abc import Mapping
from typing import ClassVar

from corpus.editions import EARLIEST_EDITION, crosswalk, editions, number_in
from corpus.policy import load_policy_changes
from corpus.records import Rule
from corpus.refs import Document, RuleRef, cr, parent_number
from indexer.query import Book, Referrers
from server.answers import Answer, Entry, RuleEntry, caveat_lines, heading_path
from server.errors import NotKnown
from server.library import Library
from server.limits import Detail, cut, entry_budget
from server.paging import fit
from server.requests import Request
from server.tools.edition import choose_edition
from server.tools.reference import CURRENT, Pointed, read_reference

_BRIEF_TEXT = 160
_FAMILY = 12
_BRIEF_NAMES = 8
_FULL_NAMES = 40


class GetRule(Request):
    """Which rule."""

    aliases: ClassVar[Mapping[str, str]] = {"rule": "ref", "number": "ref", "id": "ref", "reference": "ref"}

    ref: str
    """4.6.4.3, CR 2.3.0 4.6.4.3, TR 1.6.2 or PCG 2.1."""
    edition: str | None = None
    """Edition, such as 2.1.0, or 2023 for old numbers; the current one when left out."""
    detail: Detail = Detail.BRIEF
    """full: related rules with their texts whole."""


class PointedAtBy(Entry):
    """What points at the rule from elsewhere."""

    terms: list[str] | None = None
    keyword: str | None = None
    sections: list[str] | None = None
    """Sections of other documents."""
    cards: list[str] | None = None
    """Cards with this keyword or kind of ability."""
    cards_in_all: int | None = None
    rulings: list[str] | None = None
    """Our executable rulings (get_rulings)."""
    infractions: list[str] | None = None
    """Infractions it is about (get_penalty)."""
    misreadings: list[str] | None = None
    """Claims that it refutes."""


class RuleAnswer(Answer):
    """A rule and its neighbours."""

    rule: RuleEntry
    parents: list[RuleEntry]
    """From the chapter down."""
    children: list[RuleEntry]
    refers_to: list[RuleEntry]
    referred_by: list[RuleEntry]
    pointed_at_by: PointedAtBy | None = None
    other_editions: dict[str, str]
    """Edition to the rule's reference there."""


def get_rule(request: GetRule, library: Library) -> RuleAnswer:
    """Give a rule whole, with the rules around it.

    :raises NotKnown: there is no such rule, document or edition.
    """
    ref, caveats = _pointed_at(request, library)
    context = library.index.context(ref)
    if context is None:
        raise NotKnown(request.ref, f"is not in {Book.of(ref)}", _near(ref, library), "Or ask search_rules.")
    entry = library.shown(context.rule, Detail.FULL)
    room = entry_budget(request.detail) - len(entry.model_dump_json(exclude_none=True))
    pointing, left_out = _pointing(library.index.referrers(ref), library, request.detail, room)
    room -= len(pointing.model_dump_json(exclude_none=True)) if pointing else 0
    families: dict[str, list[RuleEntry]] = {}
    for name, rules in (
        ("parents", context.parents),
        ("children", context.children),
        ("refers_to", context.refers_to),
        ("referred_by", context.referred_by),
    ):
        related = [_related(rule, request.detail) for rule in rules]
        families[name] = fit(related, room) if room > 0 else []
        left_out += len(related) - len(families[name])
        room -= sum(len(entry.model_dump_json()) for entry in families[name])
    if left_out:
        caveats.append(f"{left_out} related rules or names are left out; ask for `detail: full`, or read_rules_document.")
    if request.detail is Detail.BRIEF and any(entry.text.endswith(" …") for family in families.values() for entry in family):
        caveats.append("Texts of related rules that end in … are cut.")
    return RuleAnswer(
        rule=entry,
        **families,
        pointed_at_by=pointing,
        other_editions=_other_editions(ref),
        sources=library.sources_of([ref]),
        caveats=caveats,
    )


def say_rule(answer: RuleAnswer) -> str:
    """Write the rule as a judge would read it aloud, then what stands around it."""
    lines = [f"{answer.rule.ref} ({answer.rule.heading})"]
    if answer.rule.official:
        lines += [f"“{answer.rule.official}”", f"In our words: {answer.rule.text}"]
    else:
        lines.append(answer.rule.text)
    lines += [f"Example: {example}" for example in answer.rule.examples or ()]
    lines += [f"  {child.ref}  {child.text}" for child in answer.children]
    for name, family in (("Refers to", answer.refers_to), ("Referred to by", answer.referred_by)):
        if family:
            lines.append(f"{name}: {', '.join(entry.ref for entry in family)}")
    lines += _pointing_lines(answer.pointed_at_by)
    return "\n".join(lines) + caveat_lines(answer.caveats)


def _pointing_lines(pointing: PointedAtBy | None) -> list[str]:
    """Write what points at the rule from elsewhere."""
    if pointing is None:
        return []
    named = {
        "Defines": pointing.terms,
        "Also in": pointing.sections,
        "Rulings": pointing.rulings,
        "Infractions": pointing.infractions,
        "Not so": pointing.misreadings,
        f"Cards ({pointing.cards_in_all})": pointing.cards,
    }
    return [f"{name}: {', '.join(names)}" for name, names in named.items() if names]


def _pointed_at(request: GetRule, library: Library) -> tuple[RuleRef, list[str]]:
    """Read the reference and settle its edition."""
    pointed = read_reference(request.ref)
    edition = request.edition or pointed.edition
    if pointed.document is not Document.COMPREHENSIVE_RULES:
        return _policy_section(pointed, edition, library)
    if edition == EARLIEST_EDITION:
        return _from_2023(pointed.number)
    chosen = choose_edition(library, edition)
    return cr(pointed.number, chosen.edition), list(chosen.caveats)


def _from_2023(number: str) -> tuple[RuleRef, list[str]]:
    """Find what a number of 2023 is today.

    :raises NotKnown: the place of that number is not known.
    """
    place = next((place for place in crosswalk() if place.number == number), None)
    if place is None:
        known = [place.number for place in crosswalk() if place.number.startswith(number.partition(".")[0] + ".")]
        raise NotKnown(
            number,
            "is not among the numbers of 2023 whose place is known",
            known or [place.number for place in crosswalk()],
            "Of that edition only some numbers are known; try search_rules.",
        )
    caveats = [f"{number} of 2023 ({place.about}) is {', '.join(place.places)} today; the text is today's."]
    caveats += [f"In 2023: {place.differs}"] if place.differs else []
    return cr(place.places[0]), caveats


def _policy_section(pointed: Pointed, edition: str | None, library: Library) -> tuple[RuleRef, list[str]]:
    """Settle the edition of a section of policy; an older one is told as what has changed since.

    :raises NotKnown: there is no such edition.
    """
    current = CURRENT[pointed.document]
    if edition is None or Book(pointed.document, edition) in library.index.books:
        return RuleRef(pointed.document, edition or current, pointed.number), []
    changes = [change for change in load_policy_changes() if change.since == edition and change.ref.document is pointed.document]
    if not changes:
        known = sorted({book.edition for book in library.index.books if book.document is pointed.document})
        known += sorted({change.since for change in load_policy_changes() if change.ref.document is pointed.document})
        raise NotKnown(edition, f"is not an edition of {pointed.document.value} that is known", known)
    here = [change for change in changes if change.ref.number == pointed.number]
    caveats = [f"The text is that of {current}."]
    caveats += [f"In {edition}: {change.before}" for change in here] or [f"It is the same in {edition}."]
    return RuleRef(pointed.document, current, pointed.number), caveats


def _pointing(found: Referrers, library: Library, detail: Detail, room: int) -> tuple[PointedAtBy | None, int]:
    """Show what points at a rule from elsewhere, as much as there is room for in a third of the answer."""
    claims = [library.index.misreadings[name].claim for name in found.misreadings]
    most = _BRIEF_NAMES if detail is Detail.BRIEF else _FULL_NAMES
    while most >= 0:
        shown = PointedAtBy(
            terms=list(found.terms[:most]) or None,
            keyword=found.keyword or None,
            sections=[str(ref) for ref in found.sections[:most]] or None,
            cards=list(found.cards[:most]) or None,
            cards_in_all=len(found.cards) or None,
            rulings=list(found.rulings[:most]) or None,
            infractions=list(found.infractions[:most]) or None,
            misreadings=claims[: most // 2] or None,
        )
        if len(shown.model_dump_json(exclude_none=True)) <= max(room // 3, 60):
            break
        most -= 2
    else:
        most = 0
        shown = PointedAtBy()
    lists = (
        *((names, most) for names in (found.terms, found.sections, found.rulings, found.infractions)),
        (claims, most // 2),
    )
    left_out = sum(max(len(names) - kept, 0) for names, kept in lists)
    return (shown if shown.model_dump(exclude_none=True) else None), left_out


def _related(rule: Rule, detail: Detail) -> RuleEntry:
    text = cut(rule.text, _BRIEF_TEXT) if detail is Detail.BRIEF else rule.text
    return RuleEntry(ref=str(rule.ref), heading=heading_path(rule), text=text)


def _near(ref: RuleRef, library: Library) -> list[str]:
    """Name the nearest rule above that exists, and the rules below it."""
    number = parent_number(ref.number)
    while number is not None:
        context = library.index.context(RuleRef(ref.document, ref.edition, number))
        if context is not None:
            return [str(rule.ref) for rule in (context.rule, *context.children)][:_FAMILY]
        number = parent_number(number)
    chapters = (library.rule(RuleRef(ref.document, ref.edition, str(chapter))) for chapter in range(1, _FAMILY + 1))
    return [str(rule.ref) for rule in chapters if rule is not None]


def _other_editions(ref: RuleRef) -> dict[str, str]:
    """Find the rule's number in every other edition that has it."""
    known = [edition.number for edition in editions()]
    if ref.document is not Document.COMPREHENSIVE_RULES or ref.edition not in known:
        return {}
    others = [edition for edition in known if edition != ref.edition]
    found = {edition: number_in(ref.number, ref.edition, edition) for edition in others}
    shown = {edition: str(cr(number, edition)) for edition, number in found.items() if number is not None}
    earliest = number_in(ref.number, ref.edition, EARLIEST_EDITION)
    return {**shown, EARLIEST_EDITION: str(cr(earliest, EARLIEST_EDITION))} if earliest else shown
