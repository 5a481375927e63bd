"""Look a word up in every glossary at once: official terms, other languages, words of other games and of players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rapidfuzz import fuzz

from corpus.names import name_key
from corpus.records import ForeignWord, PlayersWord, Term, TranslatedTerm
from corpus.refs import cr
from indexer.german import WordForms, folded
from indexer.question import term_forms, words_of
from indexer.results import GlossaryHit, WordKind

__all__ = ["Glossary", "term_score"]

_ENGLISH: Final = "en"
_NEAR: Final = 80.0
"""Out of 100; below it a name is not near what was asked."""
_EXACT: Final = 100.0
_ALSO: Final = 99.0
"""For another form of a term, or one written without its accents."""
_INFLECTED: Final = 97.0
_WITHIN: Final = 90.0
"""For a word that stands within what was asked."""
_BROUGHT: Final = 98.0
"""For a word of other games or of players, exactly."""


class Glossary:
    """The glossaries of an index, ready to be looked words up in."""

    def __init__(
        self,
        terms: Sequence[Term],
        translations: Sequence[TranslatedTerm],
        foreign: Sequence[ForeignWord],
        spoken: Sequence[PlayersWord],
    ) -> None:
        self._terms = terms
        self._translations = translations
        self._foreign = foreign
        self._spoken = spoken
        self._by_form = {form: term for term in terms for form in term_forms(term.name)}
        self._forms = WordForms([(form, (term, form)) for term in translations for form in (term.name, *term.also)])
        self._translated: dict[str, list[TranslatedTerm]] = {}
        for term in translations:
            for english in term.english:
                self._translated.setdefault(name_key(english), []).append(term)

    def look_up(self, asked: str, language: str | None, limit: int) -> list[GlossaryHit]:
        """Give the entries for a word, best first; *language* keeps the glossary of that language."""
        scored: list[tuple[float, GlossaryHit]] = []
        if language in (None, _ENGLISH):
            scored += self._english(asked)
            scored += self._brought_along(asked)
        if language != _ENGLISH:
            scored += [pair for pair in self._other(asked) if language in (None, pair[1].language)]
        near = [pair for pair in scored if pair[0] >= _NEAR] or [pair for pair in scored if pair[0] > 0]
        near.sort(key=lambda pair: -pair[0])
        hits = dict.fromkeys(hit for _, hit in near)
        return list(hits)[:limit]

    def _english(self, asked: str) -> Iterator[tuple[float, GlossaryHit]]:
        """Score the official terms; those that a word brought along stands for come with it."""
        key = name_key(asked)
        for term in self._terms:
            score = term_score(key, term)
            if score > 0:
                yield score, self._term(term)

    def _other(self, asked: str) -> Iterator[tuple[float, GlossaryHit]]:
        """Score the terms of other languages, inflected forms included."""
        plain = asked.strip().casefold()
        bare = folded(asked.strip())
        scores: dict[str, float] = {}
        for term in self._translations:
            forms = [form.casefold() for form in (term.name, *term.also)]
            likeness = max(fuzz.ratio(bare, folded(form)) for form in forms)
            score = _EXACT if plain == forms[0] else _ALSO if likeness == _EXACT else likeness if likeness >= _NEAR else 0.0
            if score:
                scores[term.name] = min(score, _INFLECTED - 1) if score < _ALSO else score
        found = self._forms.within(asked)
        words = max(len(asked.split()), 1)
        for (start, end), (term, form) in found:
            whole = end - start == words
            nearness = fuzz.ratio(bare, folded(form)) / 100
            scores[term.name] = max(scores.get(term.name, 0.0), (_INFLECTED + nearness if whole else _WITHIN))
        for term in self._translations:
            if term.name in scores:
                yield scores[term.name], self._translation(term)

    def _brought_along(self, asked: str) -> Iterator[tuple[float, GlossaryHit]]:
        """Score the words of other games and of players, and the terms that they come to."""
        key = name_key(asked)
        for word in self._foreign:
            if key in (name_key(form) for form in (word.word, *word.also)):
                told = f"A word of other games. Here: {', '.join(word.ours) or 'nothing of the kind'}. {word.difference}"
                rules = tuple(map(str, word.rules))
                yield _BROUGHT, GlossaryHit(word.word, _ENGLISH, told, rules, WordKind.OTHER_GAMES, {_ENGLISH: word.ours})
                yield from self._meant(word.ours)
        for spoken in self._spoken:
            if key in (name_key(form) for form in (spoken.word, *spoken.also)):
                told = f"Players' word. In the rules: {', '.join(spoken.terms)}. {spoken.note}".strip()
                rules = tuple(map(str, spoken.rules))
                yield _BROUGHT - 1, GlossaryHit(spoken.word, _ENGLISH, told, rules, WordKind.PLAYERS, {_ENGLISH: spoken.terms})
                yield from self._meant(spoken.terms)

    def _meant(self, names: Iterable[str]) -> Iterator[tuple[float, GlossaryHit]]:
        """Give the official terms of those names."""
        for name in names:
            term = self._by_form.get(name_key(name))
            if term is not None:
                yield _WITHIN, self._term(term)

    def _term(self, term: Term) -> GlossaryHit:
        """Show an official term with its names in the other languages."""
        names: dict[str, tuple[str, ...]] = {term.language: (term.name,)}
        for form in term_forms(term.name):
            for other in self._translated.get(form, ()):
                names[other.language] = tuple(dict.fromkeys((*names.get(other.language, ()), other.name)))
        return GlossaryHit(term.name, term.language, term.text, _refs(term.rules), WordKind.TERM, names)

    def _translation(self, term: TranslatedTerm) -> GlossaryHit:
        """Show a term of another language with its English name and explanation."""
        names: Mapping[str, tuple[str, ...]] = {term.language: (term.name,), _ENGLISH: term.english}
        return GlossaryHit(
            term.name, term.language, term.text, _refs(term.rules), WordKind.TERM, names, english_text=term.english_text
        )


def _refs(numbers: Iterable[str]) -> tuple[str, ...]:
    """Write numbers of the current edition as references."""
    return tuple(str(cr(number)) for number in numbers)


def term_score(key: str, entry: Term) -> float:
    """Tell how near a glossary entry is to what was asked, from 0 to 100; the text counts less than the name."""
    forms = term_forms(entry.name)
    if key == name_key(entry.name):
        return _EXACT + 1
    if key in forms:
        return _EXACT
    likeness = max(fuzz.ratio(key, form) for form in forms)
    if any(f" {key} " in f" {form} " for form in forms):
        likeness = max(likeness, 90.0 + likeness / 20)
    if likeness >= _NEAR:
        return likeness
    words = set(words_of(key))
    told = set(words_of(f"{entry.name} {entry.text}"))
    return 50.0 * len(words & told) / len(words) if words else 0.0
