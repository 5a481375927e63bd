"""Read the formats as data: decks, sets, rotations, bans, and the numbers of tournaments, each with its section.

What is legal depends on the day of the event: a set comes in on its prerelease (TR 1.6), rotations take sets out of
Core Constructed (TR 1.6.1), and bans name cards by format (TR 1.6.2). The look-ups below answer for one day each.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from corpus.names import name_key
from corpus.policy import POLICY
from corpus.records import TournamentLevel
from corpus.refs import RuleRef
from corpus.tables import Table, TableReader

__all__ = [
    "Ban",
    "Binding",
    "CardPool",
    "DeckFormat",
    "DeckRule",
    "DraftPick",
    "ExpectedRotation",
    "Figure",
    "FormatKind",
    "FormatName",
    "Formats",
    "LegalSet",
    "OtherName",
    "Pods",
    "Rotation",
    "Rounds",
    "load_formats",
    "read_formats",
]


class FormatName(StrEnum):
    """The formats of tournaments (TR 1.3)."""

    CORE = "core"
    INFINITY = "infinity"
    SEALED = "sealed"
    DRAFT = "draft"
    PRECONSTRUCTED = "preconstructed"
    PACK_RUSH = "pack_rush"


class FormatKind(StrEnum):
    """The two types of tournaments (TR 1.1)."""

    CONSTRUCTED = "constructed"
    LIMITED = "limited"


class CardPool(StrEnum):
    """Where the cards of a deck may be from."""

    ROTATION = "rotation"
    """Sets that no rotation took out (TR 1.3.1.1)."""
    EVERY_SET = "every_set"
    """All sets (TR 1.3.1.2)."""
    PROVIDED = "provided"
    """Product that the tournament provides (TR 1.3.2)."""


class Binding(StrEnum):
    """How strictly a number is meant."""

    REQUIRED = "required"
    RECOMMENDED = "recommended"
    FIXED = "fixed"
    """A fact of the procedure, such as the size of an opening hand."""


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A number that a deck has to keep to, with the sections that set it."""

    value: int | None
    """None where there is no limit."""
    refs: tuple[RuleRef, ...]


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """A format: what its decks are made of."""

    name: FormatName
    title: str
    kind: FormatKind
    ref: RuleRef
    levels: tuple[TournamentLevel, ...]
    """Levels at which tournaments of the format may be held."""
    min_cards: DeckRule
    max_cards: DeckRule
    max_copies: DeckRule
    """Cards of one full name."""
    max_inks: DeckRule
    boosters: DeckRule | None
    """Booster packs that each player is provided with at least."""
    pool: CardPool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LegalSet:
    """A set and the days that matter for its legality."""

    code: str
    name: str
    prerelease: date
    """First day on which the set is legal (TR 1.6)."""
    release: date
    allowed_from: date | None
    """The day that LorcanaJSON gives for tournaments; None where it gives none yet."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Sets leaving Core Constructed."""

    first_day: date
    """First day on which the sets aren't legal any more."""
    with_set: str
    """The set whose coming takes them out."""
    out: tuple[str, ...]
    legal_from_set: str
    """The oldest set that stays."""
    ref: RuleRef


@dataclass(frozen=True, slots=True)
class ExpectedRotation:
    """A rotation that nobody has announced: inferred from those before it, and without a day."""

    with_set: str
    out: tuple[str, ...]
    legal_from_set: str
    ref: RuleRef


@dataclass(frozen=True, slots=True)
class OtherName:
    """A second name under which a card was printed."""

    printed: str
    card: str
    """Full name that counts."""
    ref: RuleRef


@dataclass(frozen=True, slots=True)
class Ban:
    """A card banned in a format."""

    card: str
    """Full name as the catalogue spells it."""
    format: FormatName
    first_day: date
    last_day: date | None
    """Last day of the ban; None while it goes on."""
    listed: tuple[RuleRef, ...]
    """Sections of the editions that name the card."""
    lifted: RuleRef | None
    """Section of the edition that doesn't name it any more."""

    def applies_on(self, day: date) -> bool:
        """Tell whether the card is banned on that day."""
        return self.first_day <= day and (self.last_day is None or day <= self.last_day)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of tournaments that stands by itself."""

    id: str
    what: str
    value: int
    unit: str
    binding: Binding
    refs: tuple[RuleRef, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds are advised for a number of players (TR 3.2)."""

    fewest: int
    most: int | None
    """None in the last row, which is open."""
    swiss: int
    top: int | None
    """Players of the top cut; None for no top cut."""
    ref: RuleRef


@dataclass(frozen=True, slots=True)
class Pods:
    """How a number of players is recommended to be seated for Draft (TR 1.3.2.4)."""

    fewest: int
    most: int
    pods: tuple[tuple[int, int], ...]
    """Each pod as the fewest and the most players it has."""
    ref: RuleRef


@dataclass(frozen=True, slots=True)
class DraftPick:
    """The time for a pick in Draft (TR 6.2)."""

    cards: int
    """Cards remaining in the pack."""
    seconds: int
    ref: RuleRef


@dataclass(frozen=True, slots=True)
class Formats:
    """Everything that formats.yaml holds, and look-ups in it."""

    formats: tuple[DeckFormat, ...]
    sets: tuple[LegalSet, ...]
    set_ref: RuleRef
    """The section by which a set becomes legal."""
    quest_codes: tuple[str, ...]
    """Sets whose cards are no standard cards."""
    quest_ref: RuleRef
    rotations: tuple[Rotation, ...]
    expected_rotation: ExpectedRotation
    other_names: tuple[OtherName, ...]
    bans: tuple[Ban, ...]
    figures: tuple[Figure, ...]
    rounds: tuple[Rounds, ...]
    pods: tuple[Pods, ...]
    draft_picks: tuple[DraftPick, ...]

    def format(self, name: FormatName) -> DeckFormat:
        """Give a format by its name; every name has one."""
        return next(entry for entry in self.formats if entry.name is name)

    def legal_set(self, code: str) -> LegalSet | None:
        """Give a set by its code, or None where the table doesn't know it."""
        return next((entry for entry in self.sets if entry.code == code), None)

    def rotation_of(self, code: str) -> Rotation | None:
        """Give the rotation that takes a set out of Core Constructed, past or announced, or None."""
        return next((entry for entry in self.rotations if code in entry.out), None)

    def other_name(self, card: str) -> OtherName | None:
        """Give the name that counts for a card printed under a second one, or None for every other card."""
        return next((entry for entry in self.other_names if name_key(entry.printed) == name_key(card)), None)

    def sets_on(self, name: FormatName, day: date) -> tuple[LegalSet, ...]:
        """Give the sets that are legal in a format on that day, oldest first.

        For a Limited format these are the sets whose product may be opened.
        """
        released = (entry for entry in self.sets if entry.prerelease <= day)
        if self.format(name).pool is not CardPool.ROTATION:
            return tuple(released)
        gone = {code for rotation in self.rotations if rotation.first_day <= day for code in rotation.out}
        return tuple(entry for entry in released if entry.code not in gone)

    def bans_on(self, name: FormatName, day: date) -> tuple[Ban, ...]:
        """Give the bans of a format that apply on that day."""
        return tuple(ban for ban in self.bans if ban.format is name and ban.applies_on(day))

    def bans_of(self, card: str) -> tuple[Ban, ...]:
        """Give every ban of a card, whatever the spelling of its full name, lifted ones included."""
        return tuple(ban for ban in self.bans if name_key(ban.card) == name_key(card))

    def figure(self, identifier: str) -> Figure | None:
        """Give a number of tournaments by its identifier, or None."""
        return next((entry for entry in self.figures if entry.id == identifier), None)

    def rounds_for(self, players: int) -> Rounds | None:
        """Give the rounds advised for that many players; None below the table."""
        return next((row for row in self.rounds if row.fewest <= players <= (row.most or players)), None)

    def pods_for(self, players: int) -> Pods | None:
        """Give the pods recommended for that many players; None outside the table."""
        return next((row for row in self.pods if row.fewest <= players <= row.most), None)


_NOWHERE = RuleRef.parse("TR 0 0")
"""Stands for a reference that could not be read, until the faults are raised."""


class _FormatsReader(TableReader):
    """Read formats.yaml piece by piece."""

    def ref(self, table: Table) -> RuleRef:
        """Give the section of a table that has one."""
        return self.reference(table, "section") or _NOWHERE

    def rule(self, table: Table, key: str) -> DeckRule:
        """Read ``{value, section}``."""
        entry = self.table(table, key)
        self.keys(entry, "value", "section")
        value = None if "value" in entry and entry["value"] is None else self.number(entry, "value")
        return DeckRule(value, self.references(entry, "section"))

    def format(self, name: FormatName, table: Table) -> DeckFormat:
        """Read one format."""
        numbers = ("min_cards", "max_cards", "max_copies", "max_inks", "boosters")
        self.keys(table, "title", "kind", "section", "levels", *numbers, "pool", "notes")
        levels = (self.choice(table, "levels", TournamentLevel, level) for level in self.texts(table, "levels"))
        return DeckFormat(
            name=name,
            title=self.text(table, "title"),
            kind=self.choice(table, "kind", FormatKind) or FormatKind.CONSTRUCTED,
            ref=self.ref(table),
            levels=tuple(level for level in levels if level),
            min_cards=self.rule(table, "min_cards"),
            max_cards=self.rule(table, "max_cards"),
            max_copies=self.rule(table, "max_copies"),
            max_inks=self.rule(table, "max_inks"),
            boosters=self.rule(table, "boosters") if "boosters" in table else None,
            pool=self.choice(table, "pool", CardPool) or CardPool.PROVIDED,
            notes=self.texts(table, "notes"),
        )

    def formats(self, table: Table) -> Iterator[DeckFormat]:
        """Read the formats, of which none may be missing."""
        self.keys(table, *FormatName)
        for name in FormatName:
            yield self.format(name, self.table(table, name))

    def legal_set(self, table: Table) -> LegalSet:
        """Read one set."""
        self.keys(table, "code", "name", "prerelease", "release", "allowed_from")
        return LegalSet(
            code=self.text(table, "code"),
            name=self.text(table, "name"),
            prerelease=self.day(table, "prerelease"),
            release=self.day(table, "release"),
            allowed_from=self.optional_day(table, "allowed_from"),
        )

    def rotation(self, table: Table) -> Rotation:
        """Read one rotation."""
        self.keys(table, "first_day", "with_set", "out", "legal_from_set", "section")
        return Rotation(
            first_day=self.day(table, "first_day"),
            with_set=self.text(table, "with_set"),
            out=self.texts(table, "out"),
            legal_from_set=self.text(table, "legal_from_set"),
            ref=self.ref(table),
        )

    def expected_rotation(self, table: Table) -> ExpectedRotation:
        """Read the rotation that is expected next."""
        self.keys(table, "with_set", "out", "legal_from_set", "section")
        out = self.texts(table, "out")
        return ExpectedRotation(self.text(table, "with_set"), out, self.text(table, "legal_from_set"), self.ref(table))

    def other_names(self, table: Table) -> Iterator[OtherName]:
        """Read the second names of cards."""
        self.keys(table, "section", "list")
        for row in self.tables(table.get("list"), "the list of other names"):
            self.keys(row, "printed", "card")
            yield OtherName(self.text(row, "printed"), self.text(row, "card"), self.ref(table))

    def ban(self, table: Table) -> Ban:
        """Read one ban; its last day and the edition that lifted it come together."""
        self.keys(table, "card", "format", "first_day", "last_day", "listed", "lifted")
        if ("last_day" in table) != ("lifted" in table):
            self.fault(table, "'last_day' and 'lifted' come together or not at all")
        return Ban(
            card=self.text(table, "card"),
            format=self.choice(table, "format", FormatName) or FormatName.CORE,
            first_day=self.day(table, "first_day"),
            last_day=self.optional_day(table, "last_day"),
            listed=self.references(table, "listed"),
            lifted=self.reference(table, "lifted") if "lifted" in table else None,
        )

    def figure(self, table: Table) -> Figure:
        """Read one number of tournaments."""
        self.keys(table, "id", "what", "value", "unit", "binding", "section")
        return Figure(
            id=self.text(table, "id"),
            what=self.text(table, "what"),
            value=self.number(table, "value"),
            unit=self.text(table, "unit"),
            binding=self.choice(table, "binding", Binding) or Binding.FIXED,
            refs=self.references(table, "section"),
        )

    def rows(self, root: Table, key: str) -> tuple[RuleRef, tuple[Table, ...]]:
        """Read a table of rows that has its section above it."""
        table = self.table(root, key)
        self.keys(table, "section", "table")
        return self.ref(table), self.tables(table.get("table"), f"the table of {key}")

    def pair(self, table: Table, value: Any) -> tuple[int, int | None]:
        """Read ``[fewest, most]``; the most may be null."""
        if isinstance(value, list) and len(value) == 2 and isinstance(value[0], int):
            most = value[1]
            if most is None or (isinstance(most, int) and most >= value[0]):
                return value[0], most
        self.fault(table, f"should be [fewest, most], not {value!r}")
        return 0, 0

    def rounds(self, root: Table) -> Iterator[Rounds]:
        """Read the table of rounds."""
        ref, rows = self.rows(root, "rounds")
        for row in rows:
            self.keys(row, "players", "swiss", "top")
            fewest, most = self.pair(row, row.get("players"))
            top = None if row.get("top") is None else self.number(row, "top")
            yield Rounds(fewest, most, self.number(row, "swiss"), top, ref)

    def pods(self, root: Table) -> Iterator[Pods]:
        """Read the table of pods."""
        ref, rows = self.rows(root, "pods")
        for row in rows:
            self.keys(row, "players", "pods")
            fewest, most = self.pair(row, row.get("players"))
            seats = tuple(self.pair(row, pod) for pod in row.get("pods") or ())
            yield Pods(fewest, most or fewest, tuple((low, high or low) for low, high in seats), ref)

    def draft_picks(self, root: Table) -> Iterator[DraftPick]:
        """Read the table of draft timers."""
        ref, rows = self.rows(root, "draft_picks")
        for row in rows:
            self.keys(row, "cards", "seconds")
            yield DraftPick(self.number(row, "cards"), self.number(row, "seconds"), ref)


_SECTIONS = (
    "formats",
    "sets",
    "quests",
    "rotations",
    "expected_rotation",
    "other_names",
    "bans",
    "figures",
    "rounds",
    "pods",
    "draft_picks",
)
"""The keys of formats.yaml."""


def read_formats(file: Path) -> Formats:
    """Read a file of formats.

    :raises CorpusFault: with every fault of the file.
    """
    reader = _FormatsReader(file)
    root = reader.table({"file": reader.load()}, "file")
    reader.keys(root, *_SECTIONS)
    sets, quests = reader.table(root, "sets"), reader.table(root, "quests")
    formats = Formats(
        formats=tuple(reader.formats(reader.table(root, "formats"))),
        sets=tuple(reader.legal_set(row) for row in reader.tables(sets.get("list"), "the list of sets")),
        set_ref=reader.ref(sets),
        quest_codes=reader.texts(quests, "codes"),
        quest_ref=reader.ref(quests),
        rotations=tuple(reader.rotation(row) for row in reader.tables(root.get("rotations"), "'rotations'")),
        expected_rotation=reader.expected_rotation(reader.table(root, "expected_rotation")),
        other_names=tuple(reader.other_names(reader.table(root, "other_names"))),
        bans=tuple(reader.ban(row) for row in reader.tables(root.get("bans"), "'bans'")),
        figures=tuple(reader.figure(row) for row in reader.tables(root.get("figures"), "'figures'")),
        rounds=tuple(reader.rounds(root)),
        pods=tuple(reader.pods(root)),
        draft_picks=tuple(reader.draft_picks(root)),
    )
    reader.close()
    return formats


@cache
def load_formats() -> Formats:
    """Give the formats of the corpus.

    :raises CorpusFault: the file has faults.
    """
    return read_formats(POLICY / "formats.yaml")
