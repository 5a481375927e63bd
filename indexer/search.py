"""Find the entries that answer a question: rank them by every piece of evidence, and add the rankings up.

What a question asks for is told by phrases that were written for each rule, by the texts of the rules (Whoosh and
FTS5), and by what is named in it: cards with the wording of their abilities, terms, headings, words of other games.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from typing import TYPE_CHECKING, Final

from corpus.names import name_key
from corpus.records import Rule
from corpus.refs import Document, parent_number
from indexer.asked import AskedPhrases, PhraseSource
from indexer.fulltext import FullText, WeightedWord, stem_of, stems_in
from indexer.question import NamedEntry, Question, stems_of, term_forms
from indexer.related import RelatedRule
from indexer.results import Book, Evidence, RuleHit
from indexer.store import Store
from indexer.weights import WEIGHTS, Weights

if TYPE_CHECKING:
    from indexer.precedents import Precedent

__all__ = ["Ranking", "RuleSearch", "any_of"]

_DEEP: Final = 60
"""How many entries of each ranking are added up."""
_ASKED: Final = 100
"""How many of the entries that are asked for are taken up."""
_SPREADING: Final = 40
"""How many of the best entries bring others to mind."""
_PARTS_OF_A_PARENT: Final = 3
"""From how many parts on the number of a parent is an entry that may answer itself."""
_SIBLINGS: Final = 2
"""Entries of one parent that are shown before those after them count less."""
_MOST_WORDS: Final = 40


def any_of(words: Iterable[str]) -> str:
    """Give the FTS5 expression for any of the words; whatever they are, they are only text."""
    return " OR ".join(f'"{word}"' for word in words)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The entries of a book that may answer a question."""

    hits: list[RuleHit]
    """Best first."""
    covered: float
    """How much of what was asked the best phrase has, from 0 to 1."""
    is_headed: bool
    """Whether what was asked is a heading or a term of the book."""


@dataclass(slots=True)
class _Scores:
    """What speaks for each entry."""

    total: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    evidence: dict[str, list[tuple[float, str]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, number: str, amount: float, reason: str) -> None:
        """Add a piece of evidence for an entry."""
        if amount:
            self.total[number] += amount
            self.evidence[number].append((amount, reason))

    def best(self, most: int) -> list[tuple[str, float]]:
        """Give the entries with the highest scores, best first."""
        return nlargest(most, self.total.items(), key=lambda pair: pair[1])


class RuleSearch:
    """A search over the entries of one book."""

    def __init__(
        self,
        book: Book,
        place: int,
        rules: Mapping[str, Rule],
        asked: AskedPhrases,
        related: Iterable[RelatedRule],
        here: Callable[[str], str | None],
        store: Store,
        fulltext: FullText,
        weights: Weights = WEIGHTS,
    ) -> None:
        """Search the entries *rules* of a book.

        *place* is its number in the store; *here* gives the number that an entry of the current edition has in it.
        """
        self._book = book
        self._place = place
        self._rules = rules
        self._asked = asked
        self._here = here
        self._store = store
        self._fulltext = fulltext
        self._weights = weights
        self._headings: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for number, rule in rules.items():
            if rule.heading:
                self._headings[stems_of(rule.heading)].append(number)
        self._bare = frozenset(number for number, rule in rules.items() if rule.text == rule.heading)
        self._stems: dict[str, frozenset[str]] = {}
        self._related: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for pair in related:
            own, other = here(pair.number), here(pair.other)
            if own is not None and other is not None:
                self._related[own].append((other, pair.weight))
        self._examples = {
            number: f" {name_key(' '.join(example.text for example in rule.examples))} "
            for number, rule in rules.items()
            if rule.examples
        }

    def rank(self, question: Question, speaking: "Mapping[str, Precedent]", limit: int) -> Ranking:
        """Rank the entries that may answer a question, best first; *speaking* is what precedents say of entries."""
        scores = _Scores()
        covered = self._add_asked(question, scores)
        self._add_texts(question, scores)
        self._add_terms(question, scores)
        self._add_understood(question, scores)
        self._add_cards(question, scores)
        self._add_neighbours(scores)
        self._add_precedents(speaking, scores)
        is_headed = self._add_headed(question, scores)
        named = self._named(question.numbers)
        ranked = [number for number in self._spread_out(scores) if number not in named]
        top = scores.total[ranked[0]] if ranked else 1.0
        hits = [
            RuleHit(self._rules[number], round(top * (2.0 - at / 100), 5), (f"number: {number}",))
            for at, number in enumerate(named)
        ]
        hits += [self._hit(number, question, scores) for number in ranked[: max(limit - len(hits), 0)]]
        return Ranking(hits[:limit], covered, is_headed)

    def _named(self, entries: Iterable[NamedEntry]) -> list[str]:
        """Give the entries that the query names by number, each with what lies directly below and above it."""
        here = (entry.number for entry in entries if entry.document in (None, self._book.document))
        found = [number for number in dict.fromkeys(here) if number in self._rules]
        around: dict[str, None] = dict.fromkeys(found)
        for number in found:
            around.update(dict.fromkeys(other for other in self._rules if parent_number(other) == number))
            above = parent_number(number)
            if above is not None:
                around[above] = None
        return list(around)

    def _add_asked(self, question: Question, scores: _Scores) -> float:
        """Add the phrases in which entries are asked for; give the share of the question that the best one covers."""
        weights = self._weights
        sources = {
            PhraseSource.ASKED: 1.0,
            PhraseSource.RULING: weights.ruling,
            PhraseSource.MISREADING: weights.misreading,
            PhraseSource.HEADING: weights.own_heading,
        }
        fits = self._asked.fits(question.stems, sources, weights.later_rule, weights.asked_second)
        top = max((fit.score for fit in fits.values()), default=0.0)
        for number, fit in nlargest(_ASKED, fits.items(), key=lambda pair: pair[1].score):
            own = self._here(number)
            if own is not None:
                scores.add(own, weights.asked * fit.score / top, f"{fit.source.value}: {fit.phrase}")
        asked = sum(self._asked.rarity(stem) * weight for stem, weight in question.stems.items())
        return min(top / asked, 1.0) if asked else 0.0

    def _add_texts(self, question: Question, scores: _Scores) -> None:
        """Add Whoosh's and FTS5's rankings of the texts; the words of card names count in examples only."""
        weights = self._weights
        words = [WeightedWord(stem, 1.0) for stem in dict.fromkeys(map(stem_of, question.words))]
        written = {word.word for word in words}
        meant = dict.fromkeys(stem for stem in map(stem_of, question.meant) if stem not in written)
        words += [WeightedWord(stem, weights.synonym) for stem in meant]
        named = [WeightedWord(stem_of(word), 1.0, ("examples",)) for word in dict.fromkeys(question.card_words[:_MOST_WORDS])]
        for ranked, weight, reason in ((words, weights.fields, "text"), (named, weights.examples, "example")):
            found = self._fulltext.rank(ranked[:_MOST_WORDS], _DEEP)
            for number, score in found:
                own = self._here(number)
                if own is not None:
                    scores.add(own, weight * score / found[0][1], reason)
        sought = list(dict.fromkeys([*question.words, *question.meant, *question.card_words]))[:_MOST_WORDS]
        if sought:
            for at, number in enumerate(self._store.rank_rules(any_of(sought), self._place, _DEEP)):
                scores.add(number, weights.words / (1 + at / 4), "words")

    def _add_terms(self, question: Question, scores: _Scores) -> None:
        """Add the entries that define a term in the query."""
        if self._book.document is Document.COMPREHENSIVE_RULES:
            for term in question.terms:
                self._add_list(term.rules, self._weights.term, f"via term: {term.name}", scores)

    def _add_headed(self, question: Question, scores: _Scores) -> bool:
        """Add the entries whose heading is the query, and those that define the term that is; tell whether there are any."""
        asked = stems_of(question.key)
        weight = self._weights.heading * max(scores.total.values(), default=1.0)
        headed = self._headings.get(asked, ())
        for number in headed:
            scores.add(number, weight, "heading")
        is_game = self._book.document is Document.COMPREHENSIVE_RULES
        terms = [term for term in question.terms if is_game and asked in map(stems_of, term_forms(term.name))]
        for term in terms:
            self._add_list(term.rules, weight, f"via term: {term.name}", scores)
        return bool(headed or terms)

    def _add_list(self, numbers: Iterable[str], weight: float, reason: str, scores: _Scores) -> None:
        """Add entries of the current edition, the first of which counts most."""
        for at, number in enumerate(dict.fromkeys(numbers)):
            own = self._here(number)
            if own is not None:
                scores.add(own, weight / (1 + at / 2), reason)

    def _add_understood(self, question: Question, scores: _Scores) -> None:
        """Add infractions that are told, what refutes a misreading, and what is behind words of other games and languages."""
        told, weights = question.understood, self._weights
        for match in told.infractions:
            if Book.of(match.infraction.ref) == self._book:
                scores.add(match.infraction.ref.number, weights.infraction, f"infraction: {match.infraction.name}")
        if self._book.document is not Document.COMPREHENSIVE_RULES:
            return
        for misreading in told.misread:
            self._add_list((ref.number for ref in misreading.rules), weights.refuted, f"misreading: {misreading.claim}", scores)
        for foreign in told.foreign:
            self._add_list((ref.number for ref in foreign.rules), weights.brought, f"via word: {foreign.word}", scores)
        for spoken in told.spoken:
            self._add_list((ref.number for ref in spoken.rules), weights.brought, f"via word: {spoken.word}", scores)
        for term in told.translated:
            reason = f"via term: {term.name} ({term.language}) = {', '.join(term.english)}"
            self._add_list(term.rules, weights.brought, reason, scores)

    def _add_cards(self, question: Question, scores: _Scores) -> None:
        """Add the rules behind the wording of named cards: the more, the more else speaks for them."""
        if self._book.document is not Document.COMPREHENSIVE_RULES:
            return
        best: dict[str, tuple[float, str]] = {}
        for card in question.cards:
            key = f" {name_key(card.name)} "
            for number, told in self._examples.items():
                if key in told:
                    scores.add(number, self._weights.examples * card.share, f"example: {card.name}")
            for rule in card.rules:
                own = self._here(rule.number)
                if own is not None and rule.weight * card.share > best.get(own, (0.0, ""))[0]:
                    best[own] = (rule.weight * card.share, f"via card: {card.name} ({rule.says})")
        for number, (weight, reason) in best.items():
            gained = self._weights.card_asked * weight * scores.total.get(number, 0.0)
            scores.add(number, self._weights.card * weight + gained, reason)

    def _add_neighbours(self, scores: _Scores) -> None:
        """Let the best entries bring those to mind that go together with them, and their parents."""
        nearest: dict[str, tuple[float, str]] = {}
        for number, score in scores.best(_SPREADING):
            for other, weight in self._related.get(number, ()):
                if weight * score > nearest.get(other, (0.0, ""))[0]:
                    nearest[other] = (weight * score, f"refers to: {number}")
        parents: dict[str, tuple[float, str]] = {}
        for number, score in scores.best(_SPREADING):
            above = parent_number(number)
            if above is not None and above in self._rules and above.count(".") >= _PARTS_OF_A_PARENT - 1:
                parents.setdefault(above, (score, f"above: {number}"))
        for found, weight in ((nearest, self._weights.related), (parents, self._weights.parent)):
            for number, (score, reason) in found.items():
                scores.add(number, weight * score, reason)
        for number in self._bare & scores.total.keys():
            scores.total[number] *= self._weights.bare_heading

    def _add_precedents(self, speaking: "Mapping[str, Precedent]", scores: _Scores) -> None:
        """Add the entries that answered questions like this one."""
        top = max(scores.total.values(), default=1.0)
        for number, precedent in speaking.items():
            own = self._here(number)
            if own is not None:
                reason = f"asked like: {precedent.question}" if precedent.question else "asked in such words"
                scores.add(own, top * precedent.score, reason)

    def _spread_out(self, scores: _Scores) -> list[str]:
        """Give the entries best first, but let many of one parent make room for others."""
        before: dict[str | None, int] = defaultdict(int)
        lowered: dict[str, float] = {}
        for number, score in scores.best(_DEEP):
            above = parent_number(number)
            lowered[number] = score * self._weights.sibling ** max(before[above] - _SIBLINGS + 1, 0)
            before[above] += 1
        return sorted(lowered, key=lambda number: -lowered[number])

    def _hit(self, number: str, question: Question, scores: _Scores) -> RuleHit:
        """Describe an entry that was found."""
        evidence = sorted(scores.evidence[number], key=lambda pair: -pair[0])
        reasons = dict.fromkeys(self._worded(reason, number, question) for _, reason in evidence)
        parts = tuple(Evidence(reason, round(amount, 4)) for amount, reason in evidence)
        return RuleHit(self._rules[number], round(scores.total[number], 5), tuple(reasons), parts)

    def _worded(self, reason: str, number: str, question: Question) -> str:
        """Say which words of the question an entry's text has, where that is the reason."""
        if reason not in ("text", "words"):
            return reason
        if number not in self._stems:
            rule = self._rules[number]
            self._stems[number] = frozenset(stems_in(f"{' '.join(rule.path)} {rule.text}"))
        stems = self._stems[number]
        shared = [word for word in dict.fromkeys((*question.words, *question.meant)) if stem_of(word) in stems]
        return f"text: {', '.join(shared)}" if shared else "text"
