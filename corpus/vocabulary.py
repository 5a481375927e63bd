"""Read the words that people bring along: other languages, other games, and players' own.

A glossary of another language is a Markdown file: ``## term``, then ``English:``, ``Also:`` (may be missing) and
``Rules:`` lines with commas between, an empty line, and one line for each explanation (``de: …``, ``en: …``). The two
tables of words are YAML. All of it points at the current edition of the Comprehensive Rules.
"""

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from corpus.errors import CorpusFault, Fault
from corpus.load import CORPUS
from corpus.records import ForeignWord, PlayersWord, TranslatedTerm
from corpus.refs import RuleRef, cr
from corpus.tables import Table, TableReader

__all__ = [
    "load_foreign_words",
    "load_little_words",
    "load_plain_words",
    "load_players_words",
    "load_translations",
    "read_translations",
    "translated_languages",
]

_GLOSSARY = CORPUS / "glossary"
_LINE = re.compile(r"(?P<key>English|Also|Rules|[a-z]{2}): (?P<value>\S.*)")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_ENGLISH = "en"


@dataclass(slots=True)
class _Draft:
    """A term while its file is being read."""

    name: str
    line: int
    values: dict[str, str] = field(default_factory=dict)

    def listed(self, key: str) -> tuple[str, ...]:
        """Give the value of a line that has commas in it."""
        return tuple(part.strip() for part in self.values.get(key, "").split(",") if part.strip())


def read_translations(file: Path, language: str) -> tuple[TranslatedTerm, ...]:
    """Read the glossary of a language other than English.

    :raises CorpusFault: with every fault of the file.
    """
    faults: list[Fault] = []
    drafts: list[_Draft] = []
    for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            drafts.append(_Draft(line.removeprefix("## ").strip(), at))
            if [draft.name for draft in drafts].count(drafts[-1].name) > 1:
                faults.append(Fault(file, at, f"the term {drafts[-1].name!r} stands here a second time"))
        elif not line.strip() or line.startswith("# "):
            continue
        elif (match := _LINE.fullmatch(line)) is None or not drafts or match["key"] in drafts[-1].values:
            faults.append(Fault(file, at, f"neither a term nor one of its lines, each once: {line[:40]!r}"))
        else:
            drafts[-1].values[match["key"]] = match["value"].strip()
    for draft in drafts:
        faults.extend(Fault(file, draft.line, problem) for problem in _problems(draft, language))
    if faults:
        raise CorpusFault(tuple(faults))
    return tuple(_term(draft, language) for draft in drafts)


def _problems(draft: _Draft, language: str) -> list[str]:
    """Tell what a term lacks or has too much of."""
    needed = ("English", "Rules", language, _ENGLISH)
    problems = [f"the term {draft.name!r} has no line '{key}:'" for key in needed if key not in draft.values]
    unknown = [key for key in draft.values if key not in (*needed, "Also")]
    problems += [f"the term {draft.name!r} has a line '{key}:' of a third language" for key in unknown]
    wrong = [number for number in draft.listed("Rules") if not _NUMBER.fullmatch(number)]
    return problems + [f"{number!r} is not a rule number; one looks like 7.7.4" for number in wrong]


def _term(draft: _Draft, language: str) -> TranslatedTerm:
    """Make a term of a draft without faults."""
    return TranslatedTerm(
        name=draft.name,
        language=language,
        english=draft.listed("English"),
        also=draft.listed("Also"),
        text=draft.values[language],
        english_text=draft.values[_ENGLISH],
        rules=draft.listed("Rules"),
    )


def translated_languages() -> tuple[str, ...]:
    """Give the languages that have a glossary beside English."""
    return tuple(sorted(file.stem for file in _GLOSSARY.glob("*.md") if file.stem != _ENGLISH))


@cache
def load_translations(language: str) -> tuple[TranslatedTerm, ...]:
    """Give the terms of a language other than English, in the order of the file.

    :raises CorpusFault: the file has faults, or there is none for the language.
    """
    if language not in translated_languages():
        there = ", ".join(translated_languages())
        raise CorpusFault((Fault(_GLOSSARY / f"{language}.md", 0, f"no terms in {language!r}; there are: {there}"),))
    return read_translations(_GLOSSARY / f"{language}.md", language)


def _rows(reader: TableReader) -> tuple[str, tuple[Table, ...]]:
    """Give the edition that a table of words points at, and its rows; no word stands in two of them."""
    root = reader.table({"file": reader.load()}, "file")
    reader.keys(root, "edition", "words")
    rows = reader.tables(root.get("words"), "'words'")
    seen: set[str] = set()
    for row in rows:
        for word in (reader.text(row, "word"), *reader.texts(row, "also")):
            if word.casefold() in seen:
                reader.fault(row, f"the word {word!r} stands here a second time")
            seen.add(word.casefold())
    return reader.text(root, "edition"), rows


def _rules(reader: TableReader, row: Table, edition: str) -> tuple[RuleRef, ...]:
    """Read the rule numbers of a row."""
    numbers = [str(number) for number in row.get("rules") or ()]
    if not numbers or not all(_NUMBER.fullmatch(number) for number in numbers):
        reader.fault(row, f"'rules' should be a list of rule numbers, not {row.get('rules')!r}")
        return ()
    return tuple(cr(number, edition) for number in numbers)


@cache
def load_foreign_words() -> tuple[ForeignWord, ...]:
    """Give the words of other card games and what they come to here.

    :raises CorpusFault: the table has faults.
    """
    reader = TableReader(_GLOSSARY / "other-games.yaml")
    edition, rows = _rows(reader)
    words = []
    for row in rows:
        reader.keys(row, "word", "also", "ours", "difference", "rules")
        ours, difference = reader.texts(row, "ours"), reader.text(row, "difference")
        words.append(ForeignWord(str(row.get("word")), reader.texts(row, "also"), ours, difference, _rules(reader, row, edition)))
    reader.close()
    return tuple(words)


@cache
def load_players_words() -> tuple[PlayersWord, ...]:
    """Give what players say and which terms they mean by it.

    :raises CorpusFault: the table has faults.
    """
    reader = TableReader(_GLOSSARY / "players-words.yaml")
    edition, rows = _rows(reader)
    words = []
    for row in rows:
        reader.keys(row, "word", "also", "terms", "rules", "note")
        terms, note = reader.texts(row, "terms"), reader.optional_text(row, "note")
        words.append(PlayersWord(str(row.get("word")), reader.texts(row, "also"), terms, _rules(reader, row, edition), note))
    reader.close()
    return tuple(words)


def load_plain_words(language: str) -> dict[str, str]:
    """Give everyday words of a language and the English ones that the rules use for them; none for a language without.

    :raises CorpusFault: the table has faults.
    """
    return _load_words(language)[0]


def load_little_words(language: str) -> frozenset[str]:
    """Give the words of a language that say nothing about what is looked for; none for a language without.

    :raises CorpusFault: the table has faults.
    """
    return _load_words(language)[1]


@cache
def _load_words(language: str) -> tuple[dict[str, str], frozenset[str]]:
    """Read the everyday words of a language, and those that say nothing."""
    file = _GLOSSARY / f"{language}-words.yaml"
    if not file.is_file():
        return {}, frozenset()
    reader = TableReader(file)
    root = reader.table({"file": reader.load()}, "file")
    reader.keys(root, "language", "little", "words")
    rows = reader.table(root, "words")
    words = {word: reader.text(rows, word) for word in rows}
    little = frozenset(reader.text(root, "little").split())
    if root.get("language") != language:
        reader.fault(root, f"'language' should be {language!r}, as the file is named")
    reader.close()
    return words, little
