"""Learn from the questions that were judged: what each is made of, and what those that an entry answers have in common."""

import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from math import log
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from corpus.questions import AskedQuestion
from corpus.refs import Document
from indexer.features import PAIR, Naming, features_of, rarity_of, turns_of
from indexer.phrases import Phrasing
from indexer.precedents import PLACE, PRECEDENTS, SHARE
from indexer.weights import WEIGHTS

__all__ = ["write_precedents"]

_FEWEST: Final = 3
"""Questions that have to have a pair of words for it to count."""
_RARELY: Final = 0.0005
"""The share of questions that may have a word without its being met in any."""

Column = tuple[NDArray[np.uint32], NDArray[np.float32]]
"""What has a feature: places, and how much the feature is of each."""


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
    unanswered = [question.words for question in judged if not question.answers]
    doubts = _doubts_of([*(question.words for question in questions), *answered], unanswered)
    entries = {entry: place for place, entry in enumerate(dict.fromkeys(each for asked in questions for each in asked.answers))}
    columns, rarities = _columns_of([_made_of(question, wordings, phrasing) for question in questions])
    common = _common_of(columns, questions, entries)
    with closing(sqlite3.connect(folder / PRECEDENTS)) as connection, connection:
        connection.execute("CREATE TABLE questions (place INTEGER PRIMARY KEY, text TEXT NOT NULL, answers TEXT NOT NULL)")
        connection.execute("CREATE TABLE entries (place INTEGER PRIMARY KEY, document TEXT NOT NULL, number TEXT NOT NULL)")
        connection.execute(
            "CREATE TABLE features (name TEXT PRIMARY KEY, rarity REAL NOT NULL, questions BLOB NOT NULL,"
            " question_shares BLOB NOT NULL, entries BLOB NOT NULL, entry_shares BLOB NOT NULL)"
        )
        connection.execute("CREATE TABLE doubts (words TEXT PRIMARY KEY, doubt REAL NOT NULL) WITHOUT ROWID")
        connection.executemany("INSERT INTO questions VALUES (?, ?, ?)", _question_rows(questions, entries))
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?)", ((place, *map(str, entry)) for entry, place in entries.items())
        )
        connection.executemany(
            "INSERT INTO features VALUES (?, ?, ?, ?, ?, ?)",
            ((part, rarity, *_packed(columns[part]), *_packed(common[part])) for part, rarity in rarities.items()),
        )
        connection.executemany("INSERT INTO doubts VALUES (?, ?)", doubts.items())


def _question_rows(
    questions: Iterable[AskedQuestion], entries: Mapping[tuple[Document, str], int]
) -> Iterator[tuple[int, str, str]]:
    """Give each question with the places of what answers it."""
    for place, question in enumerate(questions):
        yield place, question.text, " ".join(str(entries[entry]) for entry in question.answers)


def _doubts_of(answered: Sequence[str], unanswered: Sequence[str]) -> dict[str, float]:
    """Tell of words and pairs how much more they are those of questions that nothing answers, as a logarithm of the ratio."""
    there = Counter(turn for text in answered for turn in turns_of(text))
    beyond = Counter(turn for text in unanswered for turn in turns_of(text))
    return {
        turn: log((beyond[turn] / max(len(unanswered), 1) + _RARELY) / (there[turn] / max(len(answered), 1) + _RARELY))
        for turn in there.keys() | beyond.keys()
        if " " not in turn or there[turn] + beyond[turn] > 1
    }


def _made_of(question: AskedQuestion, wordings: Mapping[str, frozenset[str]], phrasing: Phrasing) -> dict[str, float]:
    """Give what a question that was judged is made of."""
    stems: dict[str, float] = {}
    for place in phrasing.places(question.words):
        for stem in place.stems:
            stems[stem] = max(stems.get(stem, 0.0), place.weight)
    named = (Naming(card, 1 / len(cards), wordings.get(card, frozenset())) for cards in question.cards for card in cards)
    return features_of(stems, named)


def _columns_of(made: Sequence[Mapping[str, float]]) -> tuple[dict[str, Column], dict[str, float]]:
    """Turn what each question is made of round: what has each feature, questions brought to the length of 1; and its rarity."""
    having = Counter(part for parts in made for part in parts)
    kept = {part: count for part, count in having.items() if count >= _FEWEST or not part.startswith(PAIR)}
    rarities = {part: rarity_of(len(made), count) for part, count in kept.items()}
    places: dict[str, array[int]] = defaultdict(lambda: array("I"))
    weights: dict[str, array[float]] = defaultdict(lambda: array("f"))
    for place, parts in enumerate(made):
        for part, weight in parts.items():
            if part in rarities:
                places[part].append(place)
                weights[part].append(weight * rarities[part])
    columns = {part: (np.array(places[part], np.uint32), np.array(weights[part], np.float32)) for part in rarities}
    return _of_unit_length(columns, len(made)), rarities


def _common_of(
    columns: Mapping[str, Column], questions: Sequence[AskedQuestion], entries: Mapping[tuple[Document, str], int]
) -> dict[str, Column]:
    """Add up for each entry the questions that it answers; brought to the length of 1 as well."""
    most = max((len(question.answers) for question in questions), default=0)
    answers, worths = np.zeros((len(questions), most), np.uint32), np.zeros((len(questions), most), np.float32)
    for place, question in enumerate(questions):
        for at, entry in enumerate(question.answers):
            answers[place, at], worths[place, at] = entries[entry], WEIGHTS.later_rule**at
    common: dict[str, Column] = {}
    for part, (places, shares) in columns.items():
        added = np.bincount(answers[places].ravel(), (worths[places] * shares[:, None]).ravel(), len(entries))
        having = np.flatnonzero(added)
        common[part] = having.astype(np.uint32), added[having].astype(np.float32)
    return _of_unit_length(common, len(entries))


def _of_unit_length(columns: Mapping[str, Column], rows: int) -> dict[str, Column]:
    """Bring each of so many rows to the length of 1."""
    squares = np.zeros(rows)
    for places, shares in columns.values():
        squares[places] += shares.astype(float) ** 2
    lengths = np.sqrt(squares)
    return {part: (places, (shares / lengths[places]).astype(np.float32)) for part, (places, shares) in columns.items()}


def _packed(column: Column) -> tuple[bytes, bytes]:
    """Pack places and shares."""
    places, shares = column
    return places.astype(PLACE).tobytes(), shares.astype(SHARE).tobytes()
