"""Find the questions that were judged before and are like a new one, and the rules and sections that answered them.

What a question is made of are its words and pairs of them, and of each card that it names the card itself and the wording
of its abilities: which rule answers "do I have to?" is told by the "may" that stands on the card. Two questions are as like
as the cosine of what they are made of, the rarer the weightier. What answers a question is told in two ways: by the nearest
questions, and by what the questions that a rule has answered have in common.

Questions that nothing answers were judged as well. Which words are theirs tells how doubtful it is that a new one is answered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from corpus.refs import Document
from indexer.databases import open_finished
from indexer.features import CARD, PAIR, WORD, rarity_of, turns_of
from indexer.weights import WEIGHTS, Weights

__all__ = ["PLACE", "PRECEDENTS", "SHARE", "Precedent", "Precedents", "Speaking"]

PRECEDENTS: Final = "precedents.sqlite"
_NEAREST: Final = 60
"""Questions that are like a new one."""
_FAR: Final = 0.4
"""The share of the best score below which others are not looked at."""
_CARD_TELLS: Final = 2
"""As many words as the name of a card tells."""
_MOST_KEPT: Final = 4_096
"""Features that are kept in memory."""
PLACE: Final = "<u4"
"""How the places of questions and entries are packed …"""
SHARE: Final = "<f4"
"""… and how much a feature is of each."""


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
    near: Mapping[Document, float]
    """How near the nearest question is that an entry of each document answers, from 0 to 1; none is near for others."""

    def most(self, document: Document) -> float:
        """Tell how much speaks for the entry of a document for which most does."""
        return max((precedent.score for precedent in self.entries.get(document, {}).values()), default=0.0)


@dataclass(frozen=True, slots=True)
class _Having:
    """What has a feature, and how much the feature is of each."""

    places: NDArray[np.uint32]
    shares: NDArray[np.float32]

    @classmethod
    def unpacked(cls, places: bytes, shares: bytes) -> Self:
        """Unpack places and shares."""
        return cls(np.frombuffer(places, PLACE), np.frombuffer(shares, SHARE))


@dataclass(frozen=True, slots=True)
class _Feature:
    """A feature of questions."""

    rarity: float
    questions: _Having
    entries: _Having


class Precedents:
    """The questions of a finished index, opened so that nothing can write to them; safe to share between threads."""

    def __init__(self, folder: Path, weights: Weights = WEIGHTS) -> None:
        self._connection = open_finished(folder / PRECEDENTS)
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
        return self._feature(f"{WORD}{stem}") is not None

    def doubt(self, text: str) -> float:
        """Tell how much the words of a text are those of questions that nothing answers: above 0 more than of others."""
        turns = turns_of(text)
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
            elif part.startswith(PAIR):
                # Most pairs of words are in no question, which says nothing.
                continue
            else:
                worth = weight * rarity_of(len(self._questions), 0)
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
        return Speaking(found, self._near_by_document(near))

    def _near_by_document(self, near: Iterable[tuple[int, float]]) -> dict[Document, float]:
        """Tell how near the nearest question of each document is; *near* has the nearest first."""
        found: dict[Document, float] = {}
        for place, score in near:
            for entry in self._questions[place][1]:
                found.setdefault(self._entries[entry][0], score)
        return found

    def _heard(self, made: Mapping[str, float]) -> float:
        """Tell how far precedents are heard, from 0 to 1: a word or two is no question, but looked up for what it is."""
        told = sum(part.startswith(WORD) + _CARD_TELLS * part.startswith(CARD) for part in made)
        return min(max(told - 1, 0) / (self._weights.question_words - 1), 1.0)

    def _votes(self, near: Iterable[tuple[int, float]]) -> tuple[dict[int, float], dict[int, str]]:
        """Add up how near the questions are that each entry answers; give the nearest one of each as well."""
        votes: dict[int, float] = defaultdict(float)
        said: dict[int, str] = {}
        for place, score in near:
            text, answers = self._questions[place]
            for at, entry in enumerate(answers):
                votes[entry] += score**self._weights.sharpness * self._weights.later_rule**at
                said.setdefault(entry, text)
        return votes, said


def _best(scores: NDArray[np.float64]) -> list[tuple[int, float]]:
    """Give the places of the highest scores, best first; of equal ones, the first place first."""
    top = scores.max(initial=0.0)
    places = np.flatnonzero(scores >= max(top * _FAR, np.finfo(float).tiny))
    places = places[np.argsort(-scores[places], kind="stable")][:_NEAREST]
    return list(zip(places.tolist(), scores[places].tolist(), strict=True))
