"""Give one rule in its place."""

import re
from collections.abc import Mapping
from typing import ClassVar

from corpus.editions import editions, number_in
from corpus.records import Rule
from corpus.refs import CURRENT_EDITION, Document, RuleRef, cr, parent_number
from server.answers import Answer, RuleEntry, caveat_lines, heading_path
from server.errors import NotKnown
from server.library import Library, Shelf
from server.limits import Detail, cut, entry_budget
from server.paging import fit
from server.requests import Request
from server.tools.edition import choose_edition

_REFERENCE = re.compile(
    r"(?:(?P<document>CR|TR|PCG)\s*)?(?:(?P<edition>\d[\w.-]*)\s+)?(?:rule\s*|section\s*|§\s*)?(?P<number>\d+(?:\.\d+)*)\.?", re.I
)
_BRIEF_TEXT = 160
_FAMILY = 12


class GetRule(Request):
    """Which rule."""

    aliases: ClassVar[Mapping[str, str]] = {"rule": "ref", "number": "ref", "id": "ref", "reference": "ref"}

    ref: str
    """4.6.4.3 or CR 2.3.0 4.6.4.3."""
    edition: str | None = None
    """Edition of the Comprehensive Rules; the current one when left out."""
    detail: Detail = Detail.BRIEF
    """full: related rules with their texts whole."""


class RuleAnswer(Answer):
    """A rule and its neighbours."""

    rule: RuleEntry
    parents: list[RuleEntry]
    """From the chapter down."""
    children: list[RuleEntry]
    refers_to: list[RuleEntry]
    referred_by: list[RuleEntry]
    other_editions: dict[str, str]
    """Edition to the rule's reference there."""


def get_rule(request: GetRule, library: Library) -> RuleAnswer:
    """Give a rule whole, with the rules around it.

    :raises NotKnown: there is no such rule, document or edition.
    """
    ref, caveats = _pointed_at(request, library)
    context = library.index.rule_context(ref.number, ref.edition)
    if context is None:
        raise NotKnown(
            request.ref, f"is not a rule of the Comprehensive Rules {ref.edition}", _near(ref, library), "Or ask search_rules."
        )
    room = entry_budget(request.detail) - len(RuleEntry.of(context.rule, Detail.FULL).model_dump_json())
    families: dict[str, list[RuleEntry]] = {}
    left_out = 0
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
        caveats.append(f"{left_out} related rules are left out; read_rules_document has them in order.")
    if request.detail is Detail.BRIEF and any(entry.text.endswith(" …") for family in families.values() for entry in family):
        caveats.append("Texts of related rules that end in … are cut.")
    return RuleAnswer(
        rule=RuleEntry.of(context.rule, Detail.FULL),
        **families,
        other_editions=_other_editions(ref),
        sources=library.sources(Shelf.RULES, edition=ref.edition),
        caveats=caveats,
    )


def say_rule(answer: RuleAnswer) -> str:
    """Write the rule as a judge would read it aloud, then what stands around it."""
    lines = [f"{answer.rule.ref} ({answer.rule.heading})", answer.rule.text]
    lines += [f"Example: {example}" for example in answer.rule.examples or ()]
    lines += [f"  {child.ref}  {child.text}" for child in answer.children]
    for name, family in (("Refers to", answer.refers_to), ("Referred to by", answer.referred_by)):
        if family:
            lines.append(f"{name}: {', '.join(entry.ref for entry in family)}")
    return "\n".join(lines) + caveat_lines(answer.caveats)


def _pointed_at(request: GetRule, library: Library) -> tuple[RuleRef, list[str]]:
    """Read the reference and settle its edition."""
    match = _REFERENCE.fullmatch(request.ref)
    if match is None:
        raise NotKnown(
            request.ref[:80], "is not a rule reference", advice=f"One looks like 4.6.4.3 or CR {CURRENT_EDITION} 4.6.4.3."
        )
    document = (match["document"] or "CR").upper()
    if document != Document.COMPREHENSIVE_RULES:
        known = [entry.provenance.document for entry in library.documents(Shelf.RULES)]
        raise NotKnown(request.ref, f"points into a document ({document}) that the index does not have", known)
    chosen = choose_edition(library, request.edition or match["edition"])
    return cr(match["number"], chosen.edition), list(chosen.caveats)


def _related(rule: Rule, detail: Detail) -> RuleEntry:
    text = cut(rule.text, _BRIEF_TEXT) if detail is Detail.BRIEF else rule.text
    return RuleEntry(ref=str(rule.ref), heading=heading_path(rule), text=text)


def _near(ref: RuleRef, library: Library) -> list[str]:
    """Name the nearest rule above that exists, and the rules below it."""
    number = parent_number(ref.number)
    while number is not None:
        context = library.index.rule_context(number, ref.edition)
        if context is not None:
            return [str(rule.ref) for rule in (context.rule, *context.children)][:_FAMILY]
        number = parent_number(number)
    chapters = (library.index.rule(str(chapter), ref.edition) for chapter in range(1, _FAMILY + 1))
    return [str(rule.ref) for rule in chapters if rule is not None]


def _other_editions(ref: RuleRef) -> dict[str, str]:
    """Find the rule's number in every other edition that has it."""
    others = [edition.number for edition in editions() if edition.number != ref.edition]
    found = {edition: number_in(ref.number, ref.edition, edition) for edition in others}
    return {edition: str(cr(number, edition)) for edition, number in found.items() if number is not None}
