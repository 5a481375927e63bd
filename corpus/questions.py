"""Read the questions that were judged: as somebody asked them, with the rules or sections that answer them.

The first line of ``search/questions.jsonl`` tells the edition of the rules. Each other line is a question:
``{"ask": text, "rules": [numbers, the most telling first]}``. Sections of policy have their document before the number:
``TR 1.6.2``; there is no number where no document here answers it. Names of cards stand in brackets: ``[Stitch - New Dog]``,
or as they are written and the full names that may be meant, if any: ``[Stitch|Stitch - New Dog]``, ``[Stitch|]``.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from corpus.asking import entry_numbers, entry_of
from corpus.errors import CorpusFault, Fault
from corpus.load import CORPUS
from corpus.refs import CURRENT_EDITION, Document

__all__ = ["AskedQuestion", "load_questions"]

_FILE: Final = CORPUS / "search" / "questions.jsonl"
_NAMED: Final = re.compile(r"\[([^\]|]+)((?:\|[^\]|]*)*)\]")
"""Names in brackets: as written, and what may be meant."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as somebody asked it, and what was judged to answer it."""

    text: str
    words: str
    """The text without the names of cards."""
    cards: tuple[tuple[str, ...], ...]
    """For each place where a card is named, the full names that may be meant; none where a name has too many."""
    answers: tuple[tuple[Document, str], ...]
    """Numbers of current documents, the most telling first; none where no document answers it."""


@cache
def load_questions() -> tuple[AskedQuestion, ...]:
    """Give the questions that were judged, in the order of the file.

    :raises CorpusFault: a line is no question, or names a rule that is not there.
    """
    known = entry_numbers()
    found: list[AskedQuestion] = []
    faults: list[Fault] = []
    head, *lines = _FILE.read_text(encoding="utf-8").splitlines()
    if _entry(head).get("edition") != CURRENT_EDITION:
        faults.append(Fault(_FILE, 1, f'the first line has to be {{"edition": "{CURRENT_EDITION}"}}'))
    for at, line in enumerate(lines, 2):
        entry = _entry(line)
        asked, rules = entry.get("ask"), entry.get("rules")
        if not isinstance(asked, str) or not isinstance(rules, list) or entry.keys() != {"ask", "rules"}:
            faults.append(Fault(_FILE, at, 'a question is {"ask": "…", "rules": ["4.6.4.2"]}'))
            continue
        answers = tuple(entry_of(str(name)) for name in rules)
        strange = [name for name, (document, number) in zip(rules, answers, strict=True) if number not in known[document]]
        if strange:
            faults.append(Fault(_FILE, at, f"there is no entry {', '.join(strange)} in the current documents"))
        else:
            found.append(_question(asked, answers))
    if faults:
        raise CorpusFault(tuple(faults))
    return tuple(found)


def _entry(line: str) -> dict[str, Any]:
    """Read a line; nothing where it is no JSON object."""
    try:
        read = json.loads(line)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def _question(asked: str, answers: tuple[tuple[Document, str], ...]) -> AskedQuestion:
    """Take the names of cards out of a question."""
    cards = (tuple(filter(None, meant[1:].split("|"))) if meant else (written,) for written, meant in _NAMED.findall(asked))
    return AskedQuestion(_NAMED.sub(r"\1", asked), _NAMED.sub(" ", asked), tuple(cards), answers)
