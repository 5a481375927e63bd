"""Understand a question before anything is looked for: numbers, cards, terms, slips of the pen, words of players."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from corpus.asking import load_search_words
from corpus.names import name_key
from corpus.records import Term
from corpus.refs import Document
from indexer.abilities import CardRule
from indexer.fulltext import stem_of, stems_in
from indexer.names import CardNames, Mention
from indexer.phrases import Phrasing
from indexer.results import Understood
from indexer.spelling import Spelling
from indexer.store import Store
from indexer.weights import WEIGHTS

__all__ = ["NamedCard", "NamedEntry", "Question", "QuestionReader", "stems_of", "term_forms", "words_of"]

_CODES: Final = "|".join(Document)
_NUMBER = re.compile(
    rf"(?:\b({_CODES})\s+(?:\d\.\d\.\d\s+|\d{{4}}-\d\d-\d\d\s+)?)?(?<![\d.])(\d{{1,2}}(?:\.\d{{1,3}}){{1,5}})(?![\d.]*\d)"
    rf"|\b(?:rule|section|chapter|({_CODES}))\s+(\d{{1,2}})\b(?![.-]\d)",
    re.IGNORECASE,
)
"""A number with the code of its document and the edition before it, if any; a number without a point needs a word before it."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SYMBOLS: Final[Mapping[str, str]] = {
    "{S}": " Strength ",
    "{W}": " Willpower ",
    "{L}": " lore ",
    "{I}": " ink ",
    "{E}": " exert ",
    "¤": " Strength ",
    "⛉": " Willpower ",
    "◊": " lore ",
    "⬡": " ink ",
    "⟳": " exert ",
}
_OURS: Final = "en"
_ARTICLES: Final = frozenset({"a", "an", "the"})
_MOST_TEXT: Final = 10_000
"""Characters of a query that are read."""
_MOST_READ: Final = 1_000
"""Characters in which cards and slips are looked for; nobody asks a longer question."""
_MOST_WORDS: Final = 40
"""Distinct words of a query that are looked for."""
_MOST_VERSIONS: Final = 6
"""Cards of a name that are all taken to be meant; of a name with more, none is."""


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """A rule or section that a question names by its number."""

    number: str
    document: Document | None = None
    """The document that is named with it."""

    def __str__(self) -> str:
        """Write it as it is asked for."""
        return self.number if self.document is None else f"{self.document} {self.number}"


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card that a question names."""

    name: str
    """Full name."""
    share: float
    """1 divided by the number of cards that may be meant."""
    rules: tuple[CardRule, ...]
    """What its wording brings up."""


@dataclass(slots=True)
class Question:
    """What was understood of a query."""

    query: str
    numbers: list[NamedEntry] = field(default_factory=list)
    cards: list[NamedCard] = field(default_factory=list)
    card_words: list[str] = field(default_factory=list)
    """The words that only name cards."""
    corrected: dict[str, str] = field(default_factory=dict)
    """Misspelt words to what they are meant for."""
    key: str = ""
    """What is left of the text, in name-key form."""
    words: list[str] = field(default_factory=list)
    """Words to look for in texts."""
    meant: list[str] = field(default_factory=list)
    """Words that are not written but meant, to look for in texts."""
    stems: dict[str, float] = field(default_factory=dict)
    """What to look for among phrases, and how much each counts."""
    terms: list[Term] = field(default_factory=list)
    understood: Understood = field(default_factory=Understood)

    @property
    def names_cards_alone(self) -> bool:
        """Whether nothing is in it but names of cards."""
        return bool(self.card_words) and not self.stems and not self.numbers


class QuestionReader:
    """Reads questions by the words of one index."""

    def __init__(self, names: CardNames, terms: Sequence[Term], phrasing: Phrasing, spelling: Spelling, store: Store) -> None:
        self._names = names
        self._terms = {form: term for term in terms for form in term_forms(term.name)}
        # A word in -er is somebody or something that does it, not another ending: a limiter is no limit.
        others = ((form, term) for form, term in reversed(self._terms.items()) if not form.endswith("er"))
        self._term_stems = {stems_of(form): term for form, term in others}
        self._phrasing = phrasing
        self._spelling = spelling
        self._store = store

    def read(self, query: str, understood: Understood) -> Question:
        """Understand a query; *understood* is what is known of its words already."""
        text = query[:_MOST_TEXT]
        question = Question(query, understood=understood)
        question.numbers = [_named_entry(match) for match in _NUMBER.finditer(text)]
        text = self._take_cards(_NUMBER.sub(" ", text), question)
        for symbol, word in _SYMBOLS.items():
            text = text.replace(symbol, word)
        if understood.language != _OURS:
            text = " ".join(understood.words)
        else:
            question.corrected = self._spelling.corrections(text[:_MOST_READ])
            text = _WORD.sub(lambda match: question.corrected.get(match[0], match[0]), text)
        question.key = name_key(text)
        question.words = words_of(text)[:_MOST_WORDS]
        self._weigh(text, question)
        question.terms = self._terms_in(question.key)
        return question

    def _terms_in(self, key: str) -> list[Term]:
        """Give the terms that stand in a text: as they are, or else in another ending."""
        padded = f" {key} "
        found = [term for form, term in self._terms.items() if f" {form} " in padded or f" {form}s " in padded]
        stems = " ".join(map(stem_of, key.split()))
        known = {stems_of(term.name) for term in found}
        found += [term for form, term in self._term_stems.items() if form not in known and f" {' '.join(form)} " in f" {stems} "]
        return list({term.name: term for term in found}.values())

    def _take_cards(self, text: str, question: Question) -> str:
        """Note the cards that a text names, and give the text without their names."""
        mentions = [mention for mention in self._names.in_text(text[:_MOST_READ]) if name_key(mention.written) not in self._terms]
        told = {name for mention in mentions if len(mention.names) == 1 for name in mention.names}
        kept = []
        at = 0
        for mention in mentions:
            question.card_words += words_of(mention.written)
            question.cards += self._meant_cards(mention, told, {card.name for card in question.cards})
            kept.append(text[at : mention.start])
            at = mention.end
        return " ".join((*kept, text[at:]))

    def _meant_cards(self, mention: Mention, told: set[str], there: set[str]) -> list[NamedCard]:
        """Give the cards that a mention is of; the name of an ability elsewhere in the text tells which version."""
        names: Iterable[str] = mention.names
        if len(mention.names) > 1:
            names = [name for name in mention.names if name in told] or mention.names
        names = tuple(names)
        if len(names) > _MOST_VERSIONS:
            return []
        return [NamedCard(name, 1 / len(names), tuple(self._store.card_rules(name))) for name in names if name not in there]

    def _weigh(self, text: str, question: Question) -> None:
        """Note the stems of a text and how much each counts, and the words that are meant by others."""
        own = {stem for card in question.cards for stem in self._own_stems(card.name)}
        mended = {word for meant in question.corrected.values() for word in name_key(meant).split()}
        for place in self._phrasing.places(text):
            for word in place.words:
                stem = stem_of(word)
                weight = place.weight * (WEIGHTS.own_words if stem in own else 1.0)
                weight *= WEIGHTS.corrected if mended.intersection(place.written) else 1.0
                question.stems[stem] = max(question.stems.get(stem, 0.0), weight)
                if len(question.stems) >= _MOST_WORDS:
                    return
            if place.is_replaced:
                question.meant += place.words

    def _own_stems(self, name: str) -> set[str]:
        """Give the stems of a card's rules text."""
        card = self._store.card(name_key(name))
        return set(stems_in(card.printed.text)) if card is not None else set()


def _named_entry(match: re.Match[str]) -> NamedEntry:
    """Read a number that stands in a text."""
    code = match[1] or match[3]
    return NamedEntry(match[2] or match[4], Document(code.upper()) if code else None)


def words_of(text: str) -> list[str]:
    """Give the words of a text that are worth looking for, in order and without repeats."""
    stop = load_search_words().stop
    words = (word.casefold() for word in _WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word not in stop))


def stems_of(text: str) -> tuple[str, ...]:
    """Give the stems of a text without articles, by which it is the same text in other endings."""
    return tuple(stem_of(word) for word in name_key(text).split() if word not in _ARTICLES)


def term_forms(name: str) -> list[str]:
    """Give the forms under which a glossary name is met: ``action, game`` is also ``game action``."""
    forms = [name_key(part) for part in name.split("/")]
    head, comma, tail = name.partition(", ")
    if comma and "/" not in name:
        forms.append(name_key(f"{tail} {head}"))
    return [form for form in forms if form]
