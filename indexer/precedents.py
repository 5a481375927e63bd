"""Find the questions that were judged before and are like a new one, and the rules and sections that answered them.

What a question is made of are its words and pairs of them, and of each card that it names the card itself and the wording
of its abilities: which rule answers "do I have to?" is told by the "may" that stands on the card. Two questions are as like
as the cosine of what they are made of, the rarer the weightier. What answers a question is told in two ways: by the nearest
questions, and by what the questions that a rule has answered have in common.

Questions that nothing answers were judged as well. Which words are theirs tells how doubtful it is that a new one is answered.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log, sqrt
from pathlib import Path
from typing import Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from corpus.names import name_key
from corpus.questions import AskedQuestion
from corpus.refs import Document
from indexer.fulltext import stem_of
from indexer.phrases import Phrasing
from indexer.weights import WEIGHTS, Weights

__all__ = ["PRECEDENTS", "Naming", "Precedent", "Precedents", "Speaking", "features_of", "write_precedents"]

PRECEDENTS: Final = "precedents.sqlite"
Entry = TypeVar("Entry")
"""What answers a question."""

_WORD: Final = "word "
_PAIR: Final = "pair "
_CARD: Final = "card "
_WORDING: Final = "wording "
"""How the names of features begin."""
_CARD_TELLS: Final = 2
"""As many words as the name of a card tells."""
_FEWEST: Final = 3
"""Questions that have to have a pair of words for it to count."""
_NEAREST: Final = 60
"""Questions that are like a new one."""
_FAR: Final = 0.4
"""The share of the best score below which others are not looked at."""
_MOST_WORDS: Final = 60
"""Words of a text by which it is told whether anything answers it."""
_RARELY: Final = 0.0005
"""The share of questions that may have a word without its being met in any."""
_MOST_KEPT: Final = 4_096
"""Features that are kept in memory."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A card that a question names."""

    card: str
    """Full name."""
    share: float
    """1 divided by the number of cards that may be meant."""
    wordings: frozenset[str]
    """What its abilities are worded with, such as ``up to``."""


def features_of(stems: Mapping[str, float], named: Iterable[Naming], weights: Weights = WEIGHTS) -> dict[str, float]:
    """Give what a question is made of and how much each part counts; *stems* are those of its words, in their order."""
    made = {f"{_WORD}{stem}": weight for stem, weight in stems.items()}
    order = tuple(stems)
    made |= {f"{_PAIR}{one} {other}": weights.pair for one, other in pairwise(order)}
    for each in named:
        parts = {
            f"{_CARD}{each.card}": weights.same_card,
            **{f"{_WORDING}{says}": weights.same_wording for says in each.wordings},
        }
        for part, weight in parts.items():
            made[part] = max(made.get(part, 0.0), weight * each.share)
    return made


def _rarity(questions: int, having: int) -> float:
    """Tell how much it says that a question has a feature: the more, the fewer of all questions have it."""
    return log(1 + questions / (having + 0.5))


def write_precedents(
    folder: Path,
    judged: Sequence[AskedQuestion],
    wordings: Mapping[str, frozenset[str]],
    phrasing: Phrasing,
    answered: Iterable[str],
) -> None:
    """Write the questions of an index into its new folder.

    *wordings* are those of each card by full name; *answered* are further ways of asking for what documents answer.

    :raises sqlite3.Error: the disk refused.
    """
    questions = [question for question in judged if question.answers]
    doubts = _doubts_of(
        [*(question.words for question in questions), *answered], [question.words for question in judged if not question.answers]
    )
    made = [_made_of(question, wordings, phrasing) for question in questions]
    having = Counter(part for parts in made for part in parts)
    rarities = {
        part: _rarity(len(made), count) for part, count in having.items() if count >= _FEWEST or not part.startswith(_PAIR)
    }
    vectors = [_unit({part: weight * rarities[part] for part, weight in parts.items() if part in rarities}) for parts in made]
    entries = list(dict.fromkeys(entry for question in questions for entry in question.answers))
    places = {entry: place for place, entry in enumerate(entries)}
    common: list[dict[str, float]] = [defaultdict(float) for _ in entries]
    for question, vector in zip(questions, vectors, strict=True):
        for entry, worth in _worths(question.answers):
            rule = common[places[entry]]
            for part, share in vector.items():
                rule[part] += share * worth
    of_questions, of_rules = _inverted(vectors), _inverted([_unit(rule) for rule in common])
    connection = sqlite3.connect(folder / PRECEDENTS)
    with closing(connection), connection:
        connection.execute("CREATE TABLE questions (place INTEGER PRIMARY KEY, text TEXT NOT NULL, answers TEXT NOT NULL)")
        connection.execute("CREATE TABLE entries (place INTEGER PRIMARY KEY, document TEXT NOT NULL, number TEXT NOT NULL)")
        connection.execute(
            "CREATE TABLE features (name TEXT PRIMARY KEY, rarity REAL NOT NULL, questions BLOB NOT NULL,"
            " question_shares BLOB NOT NULL, entries BLOB NOT NULL, entry_shares BLOB NOT NULL)"
        )
        connection.executemany(
            "INSERT INTO questions VALUES (?, ?, ?)",
            (
                (place, question.text, " ".join(str(places[entry]) for entry in question.answers))
                for place, question in enumerate(questions)
            ),
        )
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?)",
            ((place, document.value, number) for place, (document, number) in enumerate(entries)),
        )
        connection.execute("CREATE TABLE doubts (words TEXT PRIMARY KEY, doubt REAL NOT NULL) WITHOUT ROWID")
        connection.executemany("INSERT INTO doubts VALUES (?, ?)", doubts.items())
        connection.executemany(
            "INSERT INTO features VALUES (?, ?, ?, ?, ?, ?)",
            ((part, rarity, *_packed(of_questions[part]), *_packed(of_rules[part])) for part, rarity in rarities.items()),
        )


def _turns_of(text: str) -> list[str]:
    """Give the words of a text and the pairs of them, each once."""
    words = name_key(text).split()[:_MOST_WORDS]
    return list(dict.fromkeys((*words, *(f"{one} {other}" for one, other in pairwise(words)))))


def _doubts_of(answered: Sequence[str], unanswered: Sequence[str]) -> dict[str, float]:
    """Tell of words and pairs how much more they are those of questions that nothing answers, as a logarithm of the ratio."""
    there = Counter(turn for text in answered for turn in _turns_of(text))
    beyond = Counter(turn for text in unanswered for turn in _turns_of(text))
    return {
        turn: log((beyond[turn] / max(len(unanswered), 1) + _RARELY) / (there[turn] / max(len(answered), 1) + _RARELY))
        for turn in there.keys() | beyond.keys()
        if " " not in turn or there[turn] + beyond[turn] > 1
    }


def _made_of(question: AskedQuestion, wordings: Mapping[str, frozenset[str]], phrasing: Phrasing) -> dict[str, float]:
    """Give what a question that was judged is made of."""
    stems: dict[str, float] = {}
    for place in phrasing.places(question.words):
        for word in place.words:
            stem = stem_of(word)
            stems[stem] = max(stems.get(stem, 0.0), place.weight)
    named = (Naming(card, 1 / len(cards), wordings.get(card, frozenset())) for cards in question.cards for card in cards)
    return features_of(stems, named)


def _worths(answers: Sequence[Entry]) -> Iterable[tuple[Entry, float]]:
    """Give what answers a question with how much each counts, the most telling one first."""
    return ((entry, WEIGHTS.later_rule**at) for at, entry in enumerate(answers))


def _unit(vector: Mapping[str, float]) -> dict[str, float]:
    """Bring a vector to the length of 1."""
    length = sqrt(sum(share * share for share in vector.values())) or 1.0
    return {part: share / length for part, share in vector.items()}


def _inverted(vectors: Sequence[Mapping[str, float]]) -> dict[str, list[tuple[int, float]]]:
    """Give for each feature the places of the vectors that have it, and their shares."""
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for place, vector in enumerate(vectors):
        for part, share in vector.items():
            found[part].append((place, share))
    return found


def _packed(having: Sequence[tuple[int, float]]) -> tuple[bytes, bytes]:
    """Pack places and shares; there is at least one."""
    places, shares = zip(*having, strict=True)
    return np.array(places, np.uint32).tobytes(), np.array(shares, np.float32).tobytes()


@dataclass(frozen=True, slots=True)
class Precedent:
    """What speaks for a rule or section among the questions that were judged before."""

    score: float
    """How much, from 0."""
    question: str
    """The nearest question that it answers; empty where none is near."""


@dataclass(frozen=True, slots=True)
class Speaking:
    """What the questions that were judged before say of a new one."""

    entries: Mapping[Document, Mapping[str, Precedent]]
    """What speaks for the entries of each document, by their numbers. The best by each of the two ways gets all its weight."""
    near: float
    """How near the nearest question is, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Having:
    """What has a feature, and how much the feature is of each."""

    places: NDArray[np.uint32]
    shares: NDArray[np.float32]

    @classmethod
    def unpacked(cls, places: bytes, shares: bytes) -> Self:
        """Unpack places and shares."""
        return cls(np.frombuffer(places, np.uint32), np.frombuffer(shares, np.float32))


@dataclass(frozen=True, slots=True)
class _Feature:
    """A feature of questions."""

    rarity: float
    questions: _Having
    entries: _Having


class Precedents:
    """The questions of a finished index, opened so that nothing can write to them; safe to share between threads."""

    def __init__(self, folder: Path, weights: Weights = WEIGHTS) -> None:
        uri = f"{(folder / PRECEDENTS).absolute().as_uri()}?mode=ro&immutable=1"
        self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
        self._weights = weights
        self._feature = lru_cache(maxsize=_MOST_KEPT)(self._read)
        rows = self._connection.execute("SELECT document, number FROM entries ORDER BY place")
        self._entries = [(Document(document), number) for document, number in rows]
        rows = self._connection.execute("SELECT text, answers FROM questions ORDER BY place")
        self._questions = [(text, tuple(map(int, answers.split()))) for text, answers in rows]

    def close(self) -> None:
        """Close the database."""
        self._feature.cache_clear()
        self._connection.close()

    def _read(self, part: str) -> _Feature | None:
        row = self._connection.execute(
            "SELECT rarity, questions, question_shares, entries, entry_shares FROM features WHERE name = ?", [part]
        ).fetchone()
        return None if row is None else _Feature(row[0], _Having.unpacked(*row[1:3]), _Having.unpacked(*row[3:5]))

    def knows(self, stem: str) -> bool:
        """Tell whether a question that was answered has a word of that stem."""
        return self._feature(f"{_WORD}{stem}") is not None

    def doubt(self, text: str) -> float:
        """Tell how much the words of a text are those of questions that nothing answers: above 0 more than of others."""
        turns = _turns_of(text)
        query = f"SELECT doubt FROM doubts WHERE words IN ({', '.join('?' * len(turns))})"
        doubts: list[float] = [doubt for (doubt,) in self._connection.execute(query, turns)]
        return sum(doubts) / sqrt(len(doubts) or 1)

    def speaking_for(self, made: Mapping[str, float]) -> Speaking:
        """Give what speaks for each rule or section that may answer a question made of *made*."""
        questions, entries = np.zeros(len(self._questions)), np.zeros(len(self._entries))
        squares = 0.0
        for part, weight in made.items():
            feature = self._feature(part)
            if feature is not None:
                worth = weight * feature.rarity
                questions[feature.questions.places] += worth * feature.questions.shares
                entries[feature.entries.places] += worth * feature.entries.shares
            elif part.startswith(_PAIR):
                # Most pairs of words are in no question, which says nothing.
                continue
            else:
                worth = weight * _rarity(len(self._questions), 0)
            squares += worth * worth
        near = [(place, score / (sqrt(squares) or 1.0)) for place, score in _best(questions)]
        votes, said = self._votes(near)
        alike = dict(_best(entries))
        most, likest = max(votes.values(), default=1.0), max(alike.values(), default=1.0)
        heard = self._heard(made)
        nearest, common = self._weights.nearest * heard, self._weights.common * heard
        found: dict[Document, dict[str, Precedent]] = defaultdict(dict)
        for place in dict.fromkeys((*votes, *alike)):
            document, number = self._entries[place]
            score = nearest * votes.get(place, 0.0) / most + common * (alike.get(place, 0.0) / likest) ** 2
            found[document][number] = Precedent(score, said.get(place, ""))
        return Speaking(found, near[0][1] if near else 0.0)

    def _heard(self, made: Mapping[str, float]) -> float:
        """Tell how far precedents are heard, from 0 to 1: a word or two is no question, but looked up for what it is."""
        told = sum(part.startswith(_WORD) + _CARD_TELLS * part.startswith(_CARD) for part in made)
        return min(max(told - 1, 0) / (self._weights.question_words - 1), 1.0)

    def _votes(self, near: Iterable[tuple[int, float]]) -> tuple[dict[int, float], dict[int, str]]:
        """Add up how near the questions are that each entry answers; give the nearest one of each as well."""
        votes: dict[int, float] = defaultdict(float)
        said: dict[int, str] = {}
        for place, score in near:
            text, answers = self._questions[place]
            for entry, worth in _worths(answers):
                votes[entry] += score**self._weights.sharpness * worth
                said.setdefault(entry, text)
        return votes, said


def _best(scores: NDArray[np.float64]) -> list[tuple[int, float]]:
    """Give the places of the highest scores, best first; of equal ones, the first place first."""
    top = scores.max(initial=0.0)
    places = np.flatnonzero(scores >= max(top * _FAR, np.finfo(float).tiny))
    places = places[np.argsort(-scores[places], kind="stable")][:_NEAREST]
    return list(zip(places.tolist(), scores[places].tolist(), strict=True))
