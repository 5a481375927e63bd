"""The records that everything passes around: rules, terms, cards, rulings, and where they come from."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from corpus.refs import RuleRef


class Authority(StrEnum):
    """How much a source counts, strongest first."""

    COMPREHENSIVE_RULES = "comprehensive_rules"
    TOURNAMENT_RULES = "tournament_rules"
    OFFICIAL_RULING = "official_ruling"
    RESTATEMENT = "restatement"
    FAN_REFERENCE = "fan_reference"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a record comes from."""

    document: str
    """Identifier of the document, such as ``comprehensive-rules-2.3.0``."""
    title: str
    edition: str
    effective: date | None
    authority: Authority
    official: bool
    """True for the publisher's own words, False for our restatement."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example under a rule, restated."""

    letter: str
    """``A``, ``B`` … as officially lettered; empty for a single example."""
    text: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered entry of a rules document."""

    ref: RuleRef
    heading: str
    """The heading words, when the entry is a heading or opens with a name; otherwise empty."""
    path: tuple[str, ...]
    """Headings from the chapter down to this entry's own."""
    text: str
    """The restated paragraph; for an entry that is only a heading, the heading."""
    examples: tuple[Example, ...] = ()
    cross_references: tuple[str, ...] = ()
    """Rule numbers that the text points at, in order, without repeats."""
    condensed: str = ""
    """What of the official entry was not at hand; empty for an entry restated whole."""


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry."""

    name: str
    language: str
    text: str
    rules: tuple[str, ...] = ()
    """Numbers of the rules that define the term, most defining first."""


@dataclass(frozen=True, slots=True)
class TranslatedTerm:
    """A term of the game in another language than English, explained in both."""

    name: str
    """The official term of the language."""
    language: str
    english: tuple[str, ...]
    """The official English term; several where the language has one word, or one entry, for them."""
    also: tuple[str, ...]
    """Other forms and words under which people look for it."""
    text: str
    """The explanation in the language."""
    english_text: str
    rules: tuple[str, ...]
    """Numbers of the rules behind the term, most defining first."""


@dataclass(frozen=True, slots=True)
class ForeignWord:
    """A word of other card games and what it comes to here."""

    word: str
    also: tuple[str, ...]
    ours: tuple[str, ...]
    """Terms of this game that come nearest, best first; empty where it has nothing of the kind."""
    difference: str
    rules: tuple[RuleRef, ...]


@dataclass(frozen=True, slots=True)
class PlayersWord:
    """What players say and which terms of the rules they mean."""

    word: str
    also: tuple[str, ...]
    terms: tuple[str, ...]
    rules: tuple[RuleRef, ...]
    note: str = ""
    """What the saying gets wrong; empty where it gets nothing wrong."""


class CardType(StrEnum):
    """The card types (5.3 to 5.6); a song is an action with the classification Song (5.4.4.1)."""

    CHARACTER = "character"
    ACTION = "action"
    ITEM = "item"
    LOCATION = "location"


@dataclass(frozen=True, slots=True)
class CardText:
    """What is printed on a card, as far as the game uses it (5.2)."""

    name: str
    version: str | None
    type: CardType
    cost: int
    inkwell: bool
    inks: tuple[str, ...] = ()
    """Ink types in lower case, such as ``amber``."""
    strength: int | None = None
    willpower: int | None = None
    lore: int | None = None
    move_cost: int | None = None
    classifications: tuple[str, ...] = ()
    text: str = ""
    """Rules text, one ability a line, symbols as in the catalogue, reminder text included."""
    names: tuple[str, ...] = ()
    """Every name the card counts as having (5.2.6.1); empty means the printed name alone."""

    @property
    def full_name(self) -> str:
        """Name and version together (5.2.6), joined as the catalogue spells it."""
        return self.name if self.version is None else f"{self.name} - {self.version}"

    @property
    def is_song(self) -> bool:
        """Whether the card is a song (5.4.4.1)."""
        return self.type is CardType.ACTION and "Song" in self.classifications


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing of a card."""

    id: int
    """The catalogue's number."""
    set_code: str
    number: str
    rarity: str
    identifier: str
    """As printed, such as ``115/204 • EN • 3``."""


@dataclass(frozen=True, slots=True)
class FormerText:
    """A text that a printing carried before an erratum."""

    until: date | None
    text: str


@dataclass(frozen=True, slots=True)
class CardRecord:
    """A card of the catalogue with everything known of it."""

    id: int
    """The catalogue's number of its first printing."""
    printed: CardText
    spellings: tuple[str, ...]
    """Full names as the catalogue spells them, the main one first."""
    printings: tuple[Printing, ...]
    former: tuple[FormerText, ...] = ()
    errata: tuple[str, ...] = ()
    clarifications: tuple[str, ...] = ()
    legal_in: dict[str, str] = field(default_factory=dict)
    """Format to what the catalogue says of it: ``legal``, ``until DATE`` or ``not legal``."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set of the catalogue."""

    code: str
    name: str
    kind: str
    released: date | None
    prerelease: date | None
    cards: int
    printings: int
    legal_in: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling:
    """An official clarification about a card."""

    card: str
    text: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class PolicyClause:
    """One numbered section of a policy document, restated."""

    ref: RuleRef
    heading: str
    path: tuple[str, ...]
    """Headings from the chapter down to this section's own."""
    text: str
    """Paragraphs with an empty line between; items of a list start with ``- ``. Empty for a mere heading."""
    condensed: str = ""
    """What of the official section was not at hand; empty for a section restated whole."""
    cross_references: tuple[RuleRef, ...] = ()
    """Sections that the text points at, in order, without repeats."""


@dataclass(frozen=True, slots=True)
class PolicyChange:
    """What one edition of a policy document changed in a section."""

    ref: RuleRef
    """The section in the newer edition."""
    since: str
    """The older edition."""
    effective: date
    """First day of the newer edition."""
    substance: bool
    """False where nothing but the wording differs."""
    before: str
    after: str


class TournamentLevel(StrEnum):
    """The levels of tournaments (TR 1.2), most relaxed first."""

    ENTRY = "entry"
    COMPETITIVE = "competitive"
    PREMIER = "premier"


class CorrectiveAction(StrEnum):
    """The corrective actions (PCG 1.1), mildest first."""

    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"


@dataclass(frozen=True, slots=True)
class Penalty:
    """The corrective action for an infraction, by tournament level."""

    case: str
    """What it depends on, such as ``3 to 9 minutes late``; empty where it depends on nothing."""
    actions: dict[TournamentLevel, CorrectiveAction]
    then: str = ""
    """What comes on top of the corrective action."""


@dataclass(frozen=True, slots=True)
class Upgrade:
    """A condition under which an infraction is treated more gravely."""

    condition: str
    levels: tuple[TournamentLevel, ...]
    action: CorrectiveAction | None
    """The corrective action in place of the normal one, or None where ``infraction`` says more."""
    infraction: str = ""
    """Identifier of the infraction as which it is then handled."""


@dataclass(frozen=True, slots=True)
class Infraction:
    """An infraction of the Play Correction Guidelines and what a judge does about it."""

    id: str
    name: str
    ref: RuleRef
    condensed: bool
    """Whether only a summary of the official section was at hand."""
    description: str
    examples: tuple[str, ...]
    remedy: tuple[str, ...]
    """What is done about the game, case by case; empty where the text at hand names nothing."""
    penalties: tuple[Penalty, ...]
    upgrades: tuple[Upgrade, ...]
    exceptions: tuple[str, ...]
    """When no corrective action is given."""
    see: tuple[RuleRef, ...]
    words: tuple[str, ...]
    """Phrases in which people tell it; each word of a phrase may begin a longer one."""
