"""Follow the Comprehensive Rules through their editions: what changed, where a number went, how a rule stood.

The corpus restates the current edition whole and every older one as what differs from the next
(``rules/changes/2.0.1-2.1.0.yaml`` and so on), so that the text of an older edition is the current one with the
changes taken back. Of the edition of 2023 only the places of some numbers are known (``rules/changes/2023.yaml``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path

from corpus.errors import BadInput, CorpusFault, Fault
from corpus.load import CORPUS, load_rules, rule_numbers_in
from corpus.records import Example, Rule
from corpus.refs import CURRENT_EDITION, cr, number_key
from corpus.tables import Table, TableReader

__all__ = [
    "EARLIEST_EDITION",
    "Addition",
    "Change",
    "EarlierPlace",
    "Edition",
    "EditionChanges",
    "Removal",
    "Renumbering",
    "changes",
    "crosswalk",
    "edition_on",
    "editions",
    "number_in",
    "numbers",
    "read_changes",
    "read_crosswalk",
    "rule_as_of",
    "rules_of",
]

EARLIEST_EDITION = "2023"
"""The edition of which only the places of some numbers are known."""

_FOLDER = CORPUS / "rules" / "changes"


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the Comprehensive Rules whose rules are all known."""

    number: str
    effective: date
    """Its first day."""


@dataclass(frozen=True, slots=True)
class Renumbering:
    """A rule that got another number."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Addition:
    """A rule that the newer edition has and the older has not."""

    number: str
    text: str
    """What it is about, in a line."""


@dataclass(frozen=True, slots=True)
class Removal:
    """A rule that the older edition has and the newer has not."""

    number: str
    text: str
    """The rule as it stood."""
    see: tuple[str, ...] = ()
    """Numbers of the newer edition where what it said stands now, if it stands anywhere."""


@dataclass(frozen=True, slots=True)
class Change:
    """A rule that the newer edition words otherwise."""

    number: str
    """In the newer edition."""
    substance: bool
    """False where nothing but the wording differs."""
    after: str
    """What the rule says now that it did not say; for mere wording, what differs."""
    before: str = ""
    """The rule as it stood; empty where our words fit both editions."""
    examples_before: tuple[Example, ...] | None = None
    """The examples as they stood; None where they are the same."""


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """What differs between two editions, each kind in order of the numbers."""

    older: Edition
    newer: Edition
    renumbered: tuple[Renumbering, ...]
    added: tuple[Addition, ...]
    removed: tuple[Removal, ...]
    changed: tuple[Change, ...]

    def place(self, number: str) -> str | None:
        """Give the newer number of a rule of the older edition, or None for a rule that was removed."""
        if any(entry.number == number for entry in self.removed):
            return None
        return next((entry.new for entry in self.renumbered if entry.old == number), number)

    def origin(self, number: str) -> str | None:
        """Give the older number of a rule of the newer edition, or None for a rule that was added."""
        if any(entry.number == number for entry in self.added):
            return None
        return next((entry.old for entry in self.renumbered if entry.new == number), number)


@dataclass(frozen=True, slots=True)
class EarlierPlace:
    """Where a rule of the edition of 2023 is today."""

    number: str
    """In the edition of 2023."""
    places: tuple[str, ...]
    """Numbers of the current edition, the closest first."""
    about: str
    differs: str = ""
    """What the rule of 2023 said otherwise."""


def _by_number(numbered: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give pairs of numbers in order of the left ones."""
    yield from sorted(numbered.items(), key=lambda pair: number_key(pair[0]))


def _number(reader: TableReader, entry: Table, key: str) -> str:
    """Read a rule number, which stands in quotes so that YAML does not take 1.10 for 1.1."""
    given = reader.text(entry, key)
    if given and not all(part.isdigit() for part in given.split(".")):
        reader.fault(entry, f"{given!r} is not a rule number; one looks like 4.6.4.3")
        return ""
    return given


def _numbers(reader: TableReader, entry: Table, key: str) -> tuple[str, ...]:
    """Read a list of rule numbers."""
    given = reader.texts(entry, key)
    if wrong := [number for number in given if not all(part.isdigit() for part in number.split("."))]:
        reader.fault(entry, f"{key!r}: not rule numbers: {', '.join(wrong)}")
    return given


def _change(reader: TableReader, entry: Table) -> Change:
    """Read one changed rule: before and after for a change in substance, a note for one of wording."""
    reader.keys(entry, "number", "substance", "before", "after", "note", "examples_before")
    substance = reader.truth(entry, "substance")
    if "after" in entry and "note" in entry:
        reader.fault(entry, "'after' tells a change in substance and 'note' one of wording; one of them is right")
    examples: tuple[Example, ...] | None = None
    if "examples_before" in entry:
        rows = reader.tables(entry["examples_before"], "'examples_before'")
        examples = tuple(Example(reader.optional_text(row, "letter"), reader.text(row, "text")) for row in rows)
    return Change(
        number=_number(reader, entry, "number"),
        substance=substance,
        after=reader.text(entry, "after" if substance else "note"),
        before=reader.text(entry, "before") if substance else reader.optional_text(entry, "before"),
        examples_before=examples,
    )


def _step(reader: TableReader, data: Table) -> EditionChanges:
    """Read what one edition changed."""
    reader.keys(data, "from", "to", "effective", "renumbered", "added", "removed", "changed")
    days = reader.table(data, "effective")
    tables = {key: reader.tables(data.get(key), f"{key!r}") for key in ("renumbered", "added", "removed", "changed")}
    return EditionChanges(
        older=Edition(reader.text(data, "from"), reader.day(days, "from")),
        newer=Edition(reader.text(data, "to"), reader.day(days, "to")),
        renumbered=tuple(
            Renumbering(_number(reader, entry, "from"), _number(reader, entry, "to")) for entry in tables["renumbered"]
        ),
        added=tuple(Addition(_number(reader, entry, "number"), reader.text(entry, "text")) for entry in tables["added"]),
        removed=tuple(
            Removal(_number(reader, entry, "number"), reader.text(entry, "text"), _numbers(reader, entry, "see"))
            for entry in tables["removed"]
        ),
        changed=tuple(_change(reader, entry) for entry in tables["changed"]),
    )


def _check(reader: TableReader, data: Table, step: EditionChanges, newer: frozenset[str]) -> None:
    """Note every number of a step that cannot be right beside the numbers of its newer edition."""

    def line(key: str, at: int) -> Table:
        return reader.tables(data.get(key), key)[at]

    added = {entry.number for entry in step.added}
    targets = {entry.new for entry in step.renumbered}
    seen_new: set[str] = set()
    for at, number in enumerate(entry.new for entry in step.renumbered):
        if number not in newer:
            reader.fault(line("renumbered", at), f"{step.newer.number} has no rule {number}")
        if number in seen_new or number in added:
            reader.fault(line("renumbered", at), f"{number} is come by in two ways; one is right")
        seen_new.add(number)
    for at, number in enumerate(entry.number for entry in step.added):
        if number not in newer:
            reader.fault(line("added", at), f"{step.newer.number} has no rule {number}")
    for at, number in enumerate(entry.number for entry in step.changed):
        if number not in newer or number in added:
            reader.fault(line("changed", at), f"{number} is not in both {step.older.number} and {step.newer.number}")
    left = [("renumbered", at, entry.old) for at, entry in enumerate(step.renumbered)]
    left += [("removed", at, entry.number) for at, entry in enumerate(step.removed)]
    gone: set[str] = set()
    for key, at, number in left:
        if number in gone:
            reader.fault(line(key, at), f"{number} goes two ways; one is right")
        if number in newer and number not in added and number not in targets:
            reader.fault(line(key, at), f"{number} is gone here and still there in {step.newer.number}")
        gone.add(number)


def _older_numbers(step: EditionChanges, newer: Iterable[str]) -> frozenset[str]:
    """Take a step back from the numbers of its newer edition."""
    kept = (step.origin(number) for number in newer)
    return frozenset(number for number in kept if number is not None) | {entry.number for entry in step.removed}


def read_changes(folder: Path, current: frozenset[str]) -> tuple[EditionChanges, ...]:
    """Read the steps from edition to edition in a folder, the oldest first.

    *current* holds the rule numbers of the edition that the last step leads to.

    :raises CorpusFault: with every fault of every file.
    """
    faults: list[Fault] = []
    read: dict[str, tuple[TableReader, Table, EditionChanges]] = {}
    for file in sorted(folder.glob("*-*.yaml")):
        reader = TableReader(file)
        data = reader.load()
        if not isinstance(data, Table):
            faults.append(Fault(file, 0, "a mapping with the keys from, to, effective, renumbered and so on is right here"))
            continue
        step = _step(reader, data)
        if file.stem != f"{step.older.number}-{step.newer.number}":
            reader.fault({}, f"it leads from {step.older.number} to {step.newer.number} and should be named after that")
        read[step.newer.number] = (reader, data, step)
    chain: list[EditionChanges] = []
    wanted, held = CURRENT_EDITION, current
    while wanted in read:
        reader, data, step = read.pop(wanted)
        _check(reader, data, step, held)
        faults += reader.faults
        chain.insert(0, step)
        wanted, held = step.older.number, _older_numbers(step, held)
    for reader, _, step in read.values():
        faults += [*reader.faults, Fault(reader.file, 0, f"no step leads on from {step.newer.number} to {CURRENT_EDITION}")]
    if faults:
        raise CorpusFault(tuple(sorted(faults, key=lambda fault: (fault.file, fault.line))))
    return tuple(chain)


def read_crosswalk(file: Path, current: frozenset[str]) -> tuple[EarlierPlace, ...]:
    """Read where the numbers of the edition of 2023 are today.

    :raises CorpusFault: with every fault of the file.
    """
    reader = TableReader(file)
    data = reader.load()
    if not isinstance(data, Table):
        raise CorpusFault((Fault(file, 0, "a mapping with the keys edition, to, source and places is right here"),))
    reader.keys(data, "edition", "to", "source", "places")
    places: dict[str, EarlierPlace] = {}
    for entry in reader.tables(data.get("places"), "'places'"):
        reader.keys(entry, "from", "to", "about", "differs")
        number, found = _number(reader, entry, "from"), _numbers(reader, entry, "to")
        if not found or not set(found) <= current:
            reader.fault(entry, f"'to' should name rules of {CURRENT_EDITION}, not {', '.join(found) or 'nothing'}")
        if number in places:
            reader.fault(entry, f"{number} stands here a second time")
        places[number] = EarlierPlace(number, found, reader.text(entry, "about"), reader.optional_text(entry, "differs"))
    reader.close()
    return tuple(places.values())


@cache
def _current_rules() -> dict[str, Rule]:
    """Give the rules of the current edition by number."""
    return {rule.ref.number: rule for rule in load_rules()}


@cache
def _steps() -> tuple[EditionChanges, ...]:
    """Give the steps between the known editions, the oldest first."""
    return read_changes(_FOLDER, frozenset(_current_rules()))


@cache
def crosswalk() -> tuple[EarlierPlace, ...]:
    """Give where the known numbers of the edition of 2023 are today, in order of those numbers.

    :raises CorpusFault: the table has faults.
    """
    places = read_crosswalk(_FOLDER / f"{EARLIEST_EDITION}.yaml", frozenset(_current_rules()))
    return tuple(sorted(places, key=lambda place: number_key(place.number)))


def editions() -> tuple[Edition, ...]:
    """Give the editions whose rules are all known, the oldest first.

    :raises CorpusFault: the changes have faults.
    """
    return (*(step.older for step in _steps()), _steps()[-1].newer)


def edition_on(day: date) -> Edition | None:
    """Give the edition that was in force on a day, or None for a day before the first one that is known."""
    return next((edition for edition in reversed(editions()) if edition.effective <= day), None)


def _rank(edition: str) -> int:
    """Give the place of an edition among the known ones.

    :raises BadInput: there is no such edition.
    """
    known = [each.number for each in editions()]
    if edition not in known:
        told = f"; of edition {EARLIEST_EDITION} only the places of some numbers are known" if edition == EARLIEST_EDITION else ""
        raise BadInput(f"there are no rules of edition {edition!r}{told}; the known editions are {', '.join(known)}")
    return known.index(edition)


@cache
def numbers(edition: str) -> tuple[str, ...]:
    """Give the numbers of all rules of an edition, in order.

    :raises BadInput: there is no such edition.
    """
    held = frozenset(_current_rules())
    for step in reversed(_steps()[_rank(edition) :]):
        held = _older_numbers(step, held)
    return tuple(sorted(held, key=number_key))


@lru_cache(16_384)
def number_in(number: str, source: str, target: str) -> str | None:
    """Give the number in edition *target* of the rule that is *number* in edition *source*.

    None means that there is no such rule in *source*, or that *target* has none in its place. Either may be the
    edition of 2023; of several places there the closest is given (:func:`crosswalk` has all).

    :raises BadInput: one of the editions is not known.
    """
    if source == EARLIEST_EDITION:
        today = next((place.places[0] for place in crosswalk() if place.number == number), None)
        if today is None or target == EARLIEST_EDITION:
            return None if today is None else number
        return number_in(today, CURRENT_EDITION, target)
    start = _rank(source)
    if number not in numbers(source):
        return None
    if target == EARLIEST_EDITION:
        return _earliest_number(number_in(number, source, CURRENT_EDITION))
    end = _rank(target)
    found: str | None = number
    for step in _steps()[start:end]:
        found = step.place(found) if found is not None else None
    for step in reversed(_steps()[end:start]):
        found = step.origin(found) if found is not None else None
    return found


def _earliest_number(today: str | None) -> str | None:
    """Give the number that the edition of 2023 has in the place nearest to a current one."""
    near = [(place.places.index(today), place.number) for place in crosswalk() if today is not None and today in place.places]
    return min(near, key=lambda entry: entry[0])[1] if near else None


def _merge_changes(first: EditionChanges, second: EditionChanges) -> Iterator[Change]:
    """Give the changes of two steps together, under the numbers of the second."""
    later = {entry.number: entry for entry in second.changed}
    for entry in first.changed:
        number = second.place(entry.number)
        if number is None:
            continue
        then = later.pop(number, None)
        if then is None:
            yield Change(number, entry.substance, entry.after, entry.before, entry.examples_before)
            continue
        yield Change(
            number=number,
            substance=entry.substance or then.substance,
            after=f"{entry.after} {then.after}",
            before=entry.before or then.before,
            examples_before=then.examples_before if entry.examples_before is None else entry.examples_before,
        )
    fresh = {entry.number for entry in first.added}
    yield from (entry for entry in later.values() if second.origin(entry.number) not in fresh)


def _compose(first: EditionChanges, second: EditionChanges) -> EditionChanges:
    """Make one step of two that follow each other."""
    earlier = {entry.number: entry for entry in first.changed}
    fresh = {entry.number for entry in first.added}
    middle = {entry.old: entry.new for entry in first.renumbered}
    taken = set(middle.values()) | fresh
    middle |= {entry.old: entry.old for entry in second.renumbered if entry.old not in taken}
    moved = {old: second.place(new) for old, new in middle.items()}
    removed = [Removal(entry.number, entry.text, _onwards(second, entry.see)) for entry in first.removed]
    for entry in second.removed:
        if entry.number not in fresh:
            changed = earlier.get(entry.number)
            text = changed.before if changed is not None and changed.before else entry.text
            removed.append(Removal(first.origin(entry.number) or entry.number, text, entry.see))
    kept = ((second.place(entry.number), entry.text) for entry in first.added)
    added = [Addition(number, text) for number, text in kept if number is not None] + list(second.added)
    renumbered = {old: new for old, new in moved.items() if new is not None and new != old}
    return EditionChanges(
        older=first.older,
        newer=second.newer,
        renumbered=tuple(Renumbering(old, new) for old, new in _by_number(renumbered)),
        added=tuple(sorted(added, key=lambda entry: number_key(entry.number))),
        removed=tuple(sorted(removed, key=lambda entry: number_key(entry.number))),
        changed=tuple(sorted(_merge_changes(first, second), key=lambda entry: number_key(entry.number))),
    )


def _onwards(step: EditionChanges, pointed: Iterable[str]) -> tuple[str, ...]:
    """Follow numbers through a step and leave out what it removed."""
    followed = (step.place(number) for number in pointed)
    return tuple(number for number in followed if number is not None)


@cache
def changes(older: str, newer: str) -> EditionChanges:
    """Give what differs between two editions, over all that came between them.

    :raises BadInput: one of the editions is not known, or the first is not older than the second.
    """
    start, end = _rank(older), _rank(newer)
    if start >= end:
        raise BadInput(f"{older} is not older than {newer}; give the older edition first")
    composed = _steps()[start]
    for step in _steps()[start + 1 : end]:
        composed = _compose(composed, step)
    return composed


def rule_as_of(number: str, edition: str) -> Rule | None:
    """Give a rule as an edition has it, in our words, or None where that edition has no such number.

    :raises BadInput: there is no such edition.
    """
    if edition == CURRENT_EDITION:
        return _current_rules().get(number)
    if number not in numbers(edition):
        return None
    text, examples = "", None  # type: str, tuple[Example, ...] | None
    here: str | None = number
    for step in _steps()[_rank(edition) :]:
        removal = next((entry for entry in step.removed if entry.number == here), None)
        if removal is not None:
            text, here = text or removal.text, None
            break
        here = step.place(here) if here is not None else None
        change = next((entry for entry in step.changed if entry.number == here), None)
        if change is not None:
            text = text or change.before
            examples = change.examples_before if examples is None else examples
    today = _current_rules()[here] if here is not None else None
    if examples is None:
        examples = today.examples if today is not None else ()
    if not text and today is not None:
        text = today.text
    told = "\n".join([text, *(example.text for example in examples)])
    return Rule(
        ref=cr(number, edition),
        heading=today.heading if today is not None else "",
        path=_path(number, edition),
        text=text,
        examples=examples,
        cross_references=tuple(pointed for pointed in rule_numbers_in(told) if pointed != number),
    )


def _path(number: str, edition: str) -> tuple[str, ...]:
    """Give the headings from the chapter down to a rule of an edition."""
    parts = number.split(".")
    chain = (number_in(".".join(parts[: depth + 1]), edition, CURRENT_EDITION) for depth in range(len(parts)))
    headings = (_current_rules()[today].heading for today in chain if today is not None)
    return tuple(heading for heading in headings if heading)


@cache
def rules_of(edition: str) -> tuple[Rule, ...]:
    """Give all rules of an edition, in our words and in order of their numbers.

    :raises BadInput: there is no such edition.
    """
    found = (rule_as_of(number, edition) for number in numbers(edition))
    return tuple(rule for rule in found if rule is not None)
