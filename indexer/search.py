"""Find the rules that answer a question: understand it, rank by every index, and fuse the rankings.

What a question names is recognised first (rule numbers, cards, terms, wordings); its words are then ranked by Whoosh
and by FTS5. Each is one ranking, and the fused score of a rule is the sum of ``weight / (k + rank)`` over them.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from corpus.errors import BadQuery
from corpus.load import SearchTables, WordingRule, load_search_tables
from corpus.names import name_key
from corpus.records import CardRecord, Rule, Term
from corpus.refs import Document, parent_number
from indexer.fulltext import FullText, WeightedWord
from indexer.keywords import Keywords
from indexer.names import CardNames
from indexer.results import Book, RuleHit, Understood
from indexer.store import Store

__all__ = ["RuleSearch", "Weights", "words_of"]

_NUMBER = re.compile(
    r"(?<![\d.])(\d{1,2}(?:\.\d{1,3}){1,5})(?![\d.]*\d)|\b(?:rule|section|chapter|CR)\s+(\d{1,2})\b(?!\.)", re.IGNORECASE
)
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
_AS_WRITTEN: Final = Understood()
_GAP: Final = r"(?:\w+ ){0,4}?"
_MOST_TEXT: Final = 10_000
"""Characters of a query that are read."""
_MOST_WORDS: Final = 40
"""Distinct words of a query that are looked for."""
_DEEP: Final = 60
"""How many rules of each ranking are fused."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each ranking counts in the fused one."""

    k: float = 4.0
    """Damps the lead of the first places."""
    fields: float = 0.55
    words: float = 0.6
    terms: float = 0.2
    heading: float = 1.5
    """For the rule whose heading is the whole query."""
    query_wordings: float = 0.9
    card_wordings: float = 0.2
    card_keywords: float = 0.2
    card_examples: float = 0.8
    """For rules whose examples are about a named card."""
    infraction: float = 1.2
    """For the section of an infraction that is told."""
    misreading: float = 0.4
    """For the rules that refute a misreading which is asked."""
    synonym: float = 0.6
    """How much a synonym counts against a word that was written."""
    bare_heading: float = 0.7
    """For an entry that is a heading and says nothing itself, unless it was asked for."""
    from_child: float = 0.15
    """How much of its best child's score a rule gets."""
    from_parent: float = 0.03


def words_of(text: str) -> list[str]:
    """Give the words of a text that are worth looking for, in order and without repeats."""
    stop = load_search_tables().stop
    words = (word.casefold() for word in _WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word not in stop))


def any_of(words: Iterable[str]) -> str:
    """Give the FTS5 expression for any of the words; whatever they are, they are only text."""
    return " OR ".join(f'"{word}"' for word in words)


@dataclass(slots=True)
class _Question:
    """What was understood of a query."""

    numbers: list[str]
    cards: list[CardRecord]
    card_words: list[str]
    """The words that only name cards."""
    words: list[str]
    synonyms: list[str]
    terms: list[Term]
    key: str


@dataclass(slots=True)
class _Scores:
    """Scores of rules while rankings are fused, and why each rule has one."""

    total: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    reasons: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, numbers: Sequence[str], weight: float, k: float, reason: str) -> None:
        """Add a ranking, best first."""
        for place, number in enumerate(numbers):
            self.total[number] += weight / (k + place)
            if reason not in self.reasons[number]:
                self.reasons[number].append(reason)


class RuleSearch:
    """A search over the entries of one book."""

    def __init__(
        self,
        book: Book,
        place: int,
        rules: Mapping[str, Rule],
        terms: Sequence[Term],
        keywords: Keywords,
        tables: SearchTables,
        names: CardNames,
        store: Store,
        fulltext: FullText,
        weights: Weights | None = None,
        renumbered: Mapping[str, str] | None = None,
    ) -> None:
        """Search *rules*; *renumbered* leads from the numbers of the full text to theirs where it is of another edition."""
        self._book = book
        self._place = place
        self._rules = rules
        self._keywords = keywords
        self._names = names
        self._store = store
        self._fulltext = fulltext
        self._renumbered = renumbered
        self._weights = weights or Weights()
        self._terms = {form: term for term in terms for form in term_forms(term.name)}
        self._headings: dict[str, list[str]] = defaultdict(list)
        for number, rule in rules.items():
            if rule.heading:
                self._headings[name_key(rule.heading)].append(number)
        self._examples = {
            number: f" {name_key(' '.join(example.text for example in rule.examples))} "
            for number, rule in rules.items()
            if rule.examples
        }
        self._wordings = [(_wording_pattern(wording), wording) for wording in tables.wordings]
        self._synonyms = {name_key(word): meant for word, meant in tables.synonyms.items()}

    def search(self, query: str, limit: int, understood: Understood = _AS_WRITTEN) -> list[RuleHit]:
        """Give the rules that answer *query*, best first; *understood* is what else is known of its words.

        :raises BadQuery: there is nothing to look for in it.
        """
        question = self._understand(query[:_MOST_TEXT], understood)
        named = self._named(question.numbers)
        scores = self._fuse(question)
        self._add_understood(understood, scores)
        if not named and not scores.total and not _WORD.search(query):
            raise BadQuery(f"the query {query[:40]!r} has no word in it; give a question, some words or a rule number")
        self._spread(scores)
        ranked = sorted(scores.total, key=lambda number: -scores.total[number])
        top = scores.total[ranked[0]] if ranked else 1.0
        hits = [
            RuleHit(self._rules[number], round(top * (2.0 - place / 100), 5), (f"number: {number}",))
            for place, number in enumerate(named)
        ]
        hits += [
            RuleHit(self._rules[number], round(scores.total[number], 5), tuple(scores.reasons[number]))
            for number in ranked
            if number not in named
        ]
        return hits[:limit]

    def _understand(self, query: str, understood: Understood) -> _Question:
        """Recognise rule numbers, cards, synonyms and terms in a query."""
        numbers = [match[1] or match[2] for match in _NUMBER.finditer(query)]
        text = _NUMBER.sub(" ", query)
        cards: list[CardRecord] = []
        card_words: list[str] = []
        for written, meant in self._names.in_text(text):
            if name_key(written) in self._terms:
                continue
            card_words += words_of(written)
            text = text.replace(written, " ", 1)
            cards += [card for card in map(self._card, meant[:1] if len(meant) < 4 else ()) if card is not None]
        for symbol, word in _SYMBOLS.items():
            text = text.replace(symbol, word)
        if understood.language != _OURS:
            text = " ".join(understood.words)
        key = name_key(text)
        padded = f" {key} "
        synonyms = [
            word
            for spoken, meant in self._synonyms.items()
            if f" {spoken} " in padded or f" {spoken}s " in padded or f" {spoken}ed " in padded
            for term in meant
            for word in words_of(term)
        ]
        synonyms += [word for entry in understood.foreign for term in entry.ours for word in words_of(term)]
        terms = [term for form, term in self._terms.items() if f" {form} " in padded or f" {form}s " in padded]
        return _Question(numbers, cards, card_words, words_of(text), synonyms, terms, key)

    def _card(self, name: str) -> CardRecord | None:
        return self._store.card(name_key(name))

    def _named(self, numbers: Iterable[str]) -> list[str]:
        """Give the rules that the query names by number, each with what lies directly below and above it."""
        found = list(dict.fromkeys(number for number in numbers if number in self._rules))
        around: dict[str, None] = dict.fromkeys(found)
        for number in found:
            around.update(dict.fromkeys(other for other in self._rules if parent_number(other) == number))
            above = parent_number(number)
            if above is not None:
                around[above] = None
        return list(around)

    def _fuse(self, question: _Question) -> _Scores:
        """Rank by everything that was understood and add the rankings up."""
        weights, scores = self._weights, _Scores()
        for numbers, weight, reason in (
            (self._by_fields(question), weights.fields, "text"),
            (self._by_words(question), weights.words, "words"),
        ):
            scores.add(numbers, weight, weights.k, reason)
        scores.add(self._headings.get(question.key, []), weights.heading, weights.k, "heading")
        for term in question.terms:
            scores.add(self._there(term.rules), weights.terms, weights.k, f"term: {term.name}")
        for wording in self._worded(question.key):
            weight = weights.query_wordings * _telling(wording)
            scores.add(self._there(wording.rules), weight, weights.k, f"wording: {' '.join(wording.words)}")
        for card in question.cards:
            self._add_card(card, scores)
        return scores

    def _add_understood(self, understood: Understood, scores: _Scores) -> None:
        """Add the rules that refute what is misread, and those behind words of other games and languages."""
        k, weights = self._weights.k, self._weights
        for match in understood.infractions:
            if Book.of(match.infraction.ref) == self._book:
                scores.add([match.infraction.ref.number], weights.infraction, k, f"infraction: {match.infraction.name}")
        if self._book.document is not Document.COMPREHENSIVE_RULES:
            return
        for misreading in understood.misread:
            numbers = [ref.number for ref in misreading.rules]
            scores.add(self._there(numbers), weights.misreading, k, f"misreading: {misreading.claim}")
        for word in understood.foreign:
            scores.add(self._there(ref.number for ref in word.rules), weights.terms, k, f"word of other games: {word.word}")
        for term in understood.translated:
            told = f"{term.language}: {term.name} = {', '.join(term.english)}"
            scores.add(self._there(term.rules), weights.terms, k, told)

    def _add_card(self, card: CardRecord, scores: _Scores) -> None:
        """Add the rules of a named card's keywords, and those behind the wording of its text."""
        name = card.printed.full_name
        key = name_key(name)
        shown = [number for number, told in self._examples.items() if f" {key} " in told]
        scores.add(shown, self._weights.card_examples, self._weights.k, f"example: {name}")
        for keyword in self._keywords.of(card.printed.text):
            scores.add([self._keywords.rules[keyword]], self._weights.card_keywords, self._weights.k, f"card: {name} ({keyword})")
        for wording in self._worded(name_key(card.printed.text)):
            told = f"card: {name} ({' '.join(wording.words)})"
            scores.add(self._there(wording.rules), self._weights.card_wordings * _telling(wording), self._weights.k, told)

    def _by_fields(self, question: _Question) -> list[str]:
        """Rank by Whoosh; the words of card names count in examples only."""
        stems = self._fulltext.stems
        words = [WeightedWord(stem, 1.0) for stem in _distinct(question.words[:_MOST_WORDS], stems)]
        words += [WeightedWord(stem, self._weights.synonym) for stem in _distinct(question.synonyms, stems)]
        words += [WeightedWord(stem, 1.0, ("examples",)) for stem in _distinct(question.card_words[:_MOST_WORDS], stems)]
        ranked = [number for number, _ in self._fulltext.rank(words, _DEEP)]
        places = self._renumbered
        return ranked if places is None else [places[number] for number in ranked if number in places]

    def _by_words(self, question: _Question) -> list[str]:
        """Rank by FTS5."""
        words = [*question.words, *question.synonyms, *question.card_words][:_MOST_WORDS]
        return self._store.rank_rules(any_of(dict.fromkeys(words)), self._place, _DEEP) if words else []

    def _worded(self, key: str) -> list[WordingRule]:
        """Give the wordings that a text in name-key form has."""
        return [wording for pattern, wording in self._wordings if pattern.search(f"{key} ")]

    def _there(self, numbers: Iterable[str]) -> list[str]:
        """Keep the numbers that the edition has."""
        return [number for number in numbers if number in self._rules]

    def _spread(self, scores: _Scores) -> None:
        """Let rules share in the score of their best child and of their parent."""
        before = dict(scores.total)
        best_child: dict[str, float] = defaultdict(float)
        for number, score in before.items():
            above = parent_number(number)
            if above is not None:
                best_child[above] = max(best_child[above], score)
                scores.total[number] += self._weights.from_parent * before.get(above, 0.0)
        for number, score in best_child.items():
            if number in before:
                scores.total[number] += self._weights.from_child * score
        for number in before:
            if self._rules[number].text == self._rules[number].heading and "heading" not in scores.reasons[number]:
                scores.total[number] *= self._weights.bare_heading


def term_forms(name: str) -> list[str]:
    """Give the forms under which a glossary name is met: ``action, game`` is also ``game action``."""
    forms = [name_key(part) for part in name.split("/")]
    head, comma, tail = name.partition(", ")
    if comma and "/" not in name:
        forms.append(name_key(f"{tail} {head}"))
    return [form for form in forms if form]


def _distinct(words: Iterable[str], stems: Callable[[str], list[str]]) -> list[str]:
    """Give the distinct stems of words, in order."""
    return list(dict.fromkeys(stem for word in words for stem in stems(word)))


def _telling(wording: WordingRule) -> float:
    """Tell how much a wording says by how many words it has: one alone says half as much as two."""
    return min(sum(word != "~" for word in wording.words), 3) / 2


def _wording_pattern(wording: WordingRule) -> re.Pattern[str]:
    """Give the pattern that finds a wording in a text in name-key form."""
    pattern = ""
    for word in wording.words:
        pattern += _GAP if word == "~" else re.escape(name_key(word)) + (r"\w* " if word.endswith("*") else " ")
    return re.compile(r"(?<!\w)" + pattern)
