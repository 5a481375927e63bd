"""Understand the words of a query that are not the rules' own: German, other games', players', and what is misread.

A word of another game counts where the rules do not use it themselves, or where it is all that was asked: ``tap`` says
where somebody comes from, ``turn`` does not.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from corpus.infractions import InfractionMatch, match_infractions
from corpus.misreadings import Misreading
from corpus.names import name_key
from corpus.records import ForeignWord, PlayersWord, Rule, TranslatedTerm
from corpus.vocabulary import load_little_words, load_plain_words, translated_languages
from indexer.german import WordForms, german_words
from indexer.results import Understood

__all__ = ["Words"]

_SHORT_WORDS: Final = """
der die das den dem des ein eine einen einem einer ist sind wird werden kann koennen konnen darf muss ich du er sie es wir ihr
mein meine meinen dein deine nicht kein keine wenn wann was wie wer wo und oder auf mit fur von zu im am in bei nach noch schon
auch nur mehr als dann dass man sich hat habe haben
"""
"""German words by which a question is told to be German."""
_UMLAUTS: Final = frozenset("äöüß")
"""Letters by which it is told as well."""
_ENGLISH: Final = """
the of and is are can do does what when how i my a an it if in to this that with by from his he she they them you your their then
for or be being have has had did would could should must me as but into out up more than another himself herself itself there
these those after before while once who which where why any all both still at on one two
"""
_MOST_MISREADINGS: Final = 2
_LONG_STEM: Final = 4
"""Letters from which on a word may have any ending."""
_MISREAD_WORDS: Final = 2
"""Words of a misreading's phrase that a query has at least, unless the phrase is all that was asked."""
_MOST_INFRACTIONS: Final = 3
_TOLD_WORDS: Final = 2
"""Words of an infraction's phrases that a query has at least."""
_MOST_TOLD: Final = 300
_WORD = re.compile(r"[a-z0-9+/]+")

Entry = TypeVar("Entry")


@dataclass(frozen=True, slots=True)
class _Form(Generic[Entry]):
    """A word or phrase, in the form in which it is looked for."""

    words: tuple[str, ...]
    entry: Entry
    is_ours: bool
    """Whether the rules use all its words themselves."""


class Words:
    """The words that people bring along, ready to be found in queries."""

    def __init__(
        self,
        rules: Iterable[Rule],
        translations: Sequence[TranslatedTerm],
        foreign: Sequence[ForeignWord],
        spoken: Sequence[PlayersWord],
        misreadings: Sequence[Misreading],
    ) -> None:
        self._ours = ours = {word for rule in rules for word in _words(f"{rule.heading} {rule.text}")}
        self._foreign = _forms(((entry, (entry.word, *entry.also)) for entry in foreign), ours)
        self._spoken = _forms(((entry, (entry.word, *entry.also)) for entry in spoken), ours)
        self._misreadings = [([_stems(phrase) for phrase in entry.words], entry) for entry in misreadings]
        self._stems = frozenset(stem for phrases, _ in self._misreadings for phrase in phrases for stem in phrase)
        self._short = frozenset(_SHORT_WORDS.split())
        little = (word for language in translated_languages() for word in load_little_words(language))
        self._little = self._short.union(*map(german_words, little))
        self._english = frozenset(_ENGLISH.split())
        self._german = WordForms([(form, term) for term in translations for form in _forms_of(term)])
        self._plain = WordForms([pair for language in translated_languages() for pair in load_plain_words(language).items()])

    def understand(self, query: str) -> Understood:
        """Tell what is in a query of other languages, other games, players' words and misreadings."""
        words = _words(query)
        translated, plain, strange, is_german = self._read_german(query)
        return Understood(
            translated=translated,
            foreign=_found(self._foreign, words) if not is_german else (),
            spoken=_found(self._spoken, words) if not is_german else (),
            misread=self._misread(words),
            infractions=_told_infractions(query if not is_german else " ".join(plain)),
            language="de" if is_german else "en",
            words=plain,
            strange=strange,
        )

    def _read_german(self, query: str) -> tuple[tuple[TranslatedTerm, ...], tuple[str, ...], tuple[str, ...], bool]:
        """Find German terms and words in a query and words that are not known, and tell whether it is German."""
        words = german_words(query)
        short = sum(word in self._short for word in words) + (not _UMLAUTS.isdisjoint(query.casefold()))
        english = sum(word in self._english for word in words)
        terms = self._german.within(query)
        distinct = {term.name for place, term in terms if not _is_english(words[slice(*place)], term)}
        everyday = self._plain.within(query)
        known = {at for place, _ in (*terms, *everyday) for at in range(*place)}
        whole = len(known) == len(words)
        spoken = whole and any(" ".join(words[slice(*place)]) not in word.split() for place, word in everyday)
        foreign = (bool(distinct) or spoken) and not self._ours.issuperset(words)
        is_german = bool(words) and (short > english or (foreign and (whole or not english)))
        if not is_german:
            return (), (), (), False
        placed = [(place, word) for place, term in terms for word in _looked_up(term)]
        taken = {at for place, _ in terms for at in range(*place)}
        placed += [(place, word) for place, word in everyday if not taken & set(range(*place))]
        ordered = [word for _, word in sorted(placed, key=lambda pair: pair[0])]
        left = dict.fromkeys(word for at, word in enumerate(words) if at not in known)
        strange = tuple(word for word in left if word not in self._little and word not in self._ours)
        return tuple({term.name: term for _, term in terms}.values()), tuple(dict.fromkeys(ordered)), strange, True

    def _misread(self, words: Sequence[str]) -> tuple[Misreading, ...]:
        """Give the misreadings that a query asks about, the nearest first."""
        places = self._places(words)
        scored = []
        for phrases, entry in self._misreadings:
            fitting = [phrase for phrase in phrases if _close_together(phrase, places)]
            longest = max((len(phrase) for phrase in fitting), default=0)
            if longest >= _MISREAD_WORDS or (longest and len(words) <= longest + 1):
                scored.append((longest * 10 + len(fitting), entry))
        return tuple(entry for _, entry in sorted(scored, key=lambda pair: -pair[0])[:_MOST_MISREADINGS])

    def _places(self, words: Sequence[str]) -> dict[str, list[int]]:
        """Give where each stem of the misreadings' phrases begins a word; a short one has to be the word."""
        places: dict[str, list[int]] = defaultdict(list)
        for at, word in enumerate(words):
            for length in range(1, len(word) + 1):
                stem = word[:length]
                if stem in self._stems and (length == len(word) or length >= _LONG_STEM):
                    places[stem].append(at)
        return places


def _told_infractions(query: str) -> tuple[InfractionMatch, ...]:
    """Give the infractions that a query may tell of, by phrases of several words."""
    matches = match_infractions(query[:_MOST_TOLD])
    return tuple(match for match in matches if match.score >= _TOLD_WORDS)[:_MOST_INFRACTIONS]


def _words(text: str) -> tuple[str, ...]:
    """Give the words of a text without case and accents."""
    return tuple(_WORD.findall(name_key(text)))


def _forms_of(term: TranslatedTerm) -> tuple[str, ...]:
    """Give the forms under which a term is met; one entry may be about several with commas between."""
    return tuple(dict.fromkeys(form for name in (term.name, *term.also) for form in (name, *name.split(", "))))


def _looked_up(term: TranslatedTerm) -> tuple[str, ...]:
    """Give the English terms as which one is looked up: the first, of an entry about several every one."""
    return term.english if ", " in term.name else term.english[:1]


def _is_english(words: Sequence[str], term: TranslatedTerm) -> bool:
    """Tell whether a term is written with the same words in English."""
    return " ".join(words) in {name_key(word) for word in term.english}


def _forms(entries: Iterable[tuple[Entry, Sequence[str]]], ours: Collection[str]) -> dict[str, list[_Form[Entry]]]:
    """Give the forms of words and phrases by the word that each starts with, in its usual endings."""
    found: dict[str, list[_Form[Entry]]] = defaultdict(list)
    for entry, forms in entries:
        for form in forms:
            words = _words(form)
            made = _Form(words, entry, all(word in ours for word in words))
            for first in _endings(words[0]) if len(words) == 1 else words[:1]:
                found[first].append(made)
    return found


def _endings(word: str) -> tuple[str, ...]:
    """Give a word with the endings that it usually has in a question."""
    return word, f"{word}s", f"{word}ed", f"{word}d"


def _found(forms: Mapping[str, Sequence[_Form[Entry]]], words: Sequence[str]) -> tuple[Entry, ...]:
    """Give the entries one of whose forms stands in a query, the longest forms first."""
    found: list[_Form[Entry]] = []
    for at, word in enumerate(words):
        for form in forms.get(word, ()):
            length = len(form.words)
            row = words[at : at + length]
            stands = length == 1 or (
                tuple(row[:-1]) == form.words[:-1] and len(row) == length and row[-1] in _endings(form.words[-1])
            )
            if stands and (not form.is_ours or len(words) <= length):
                found.append(form)
    found.sort(key=lambda form: -len(form.words))
    kept: list[_Form[Entry]] = []
    for form in found:
        if not any(set(form.words) <= set(other.words) and other.entry is not form.entry for other in kept):
            kept.append(form)
    return tuple({id(form.entry): form.entry for form in kept}.values())


def _stems(phrase: str) -> tuple[str, ...]:
    """Give the words of a phrase, a plural without its ending."""
    return tuple(word.removesuffix("s") if len(word) > _LONG_STEM else word for word in _words(phrase))


def _close_together(phrase: Sequence[str], places: Mapping[str, Sequence[int]]) -> bool:
    """Tell whether the words of a phrase stand near each other in a query, in any order and with any ending."""
    rows = [places.get(stem, ()) for stem in phrase]
    if not rows or not all(rows):
        return False
    span = len(phrase) + 2
    return any(all(any(start <= place < start + span for place in row) for row in rows) for row in rows for start in row)
