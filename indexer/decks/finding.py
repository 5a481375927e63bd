"""Find the card that a line names; where it names none, or not one alone, say so with the nearest cards.

A name is found when it is exact after case, accents, dashes, commas and apostrophes. Nothing is picked: a name without
version, a number without set, a name that disagrees with the number beside it stay unresolved.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from corpus.formats import Formats
from corpus.names import name_key
from corpus.records import CardRecord, Printing
from indexer.decks.forms import MOST_COPIES, copies_of, shortened
from indexer.decks.records import DeckLine, ListLine
from indexer.decks.words import FINISHES
from indexer.query import Index

__all__ = ["Finder", "Printed"]

_LANGUAGES: Final = frozenset({"en", "de", "fr", "it", "ja", "jp", "zh", "cn"})
_NEAR: Final = 60
"""Room for every version of the name that has the most."""
_SHOWN_NEAR: Final = 8
_MOST_SEARCHES: Final = 60
"""Names of one list for which near ones are looked up; each takes milliseconds."""

_FRACTION = re.compile(r"\d+[a-z]?\s*/\s*(?P<group>\w+)", re.I)
_CODE = re.compile(r"(?:set\s*)?(?P<set>[a-z]{0,3}\d{0,3})\s*(?:[-–—:_#]|\s#)\s*(?P<number>\d{1,3}[a-z]?)", re.I)
_LETTERED = re.compile(r"(?P<set>[a-z]{2,3}\d?)\s+#?(?P<number>\d{1,3}[a-z]?)", re.I)
_UNSET = re.compile(r"#?\s*(?P<number>\d{1,3}[a-z]?)\s*/\s*(?P<total>\d{1,3})", re.I)
_BRACKETED = re.compile(r"[\[({<](?P<inside>[^\[\](){}<>]*)[\])}>]\s*#?(?P<number>\d{0,3}[a-z]?)", re.I)


class Printed:
    """Every printing of the catalogue, by the ways in which lists point at one."""

    def __init__(self, printings: Mapping[str, Iterable[Printing]]) -> None:
        self._codes: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        self._identifiers: dict[str, dict[str, None]] = defaultdict(dict)
        self._unset: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        for name, each in printings.items():
            for printing in each:
                self._add(name, printing)
        self.sets = frozenset(code for code, _ in self._codes)

    def _add(self, name: str, printing: Printing) -> None:
        self._identifiers[_identifier(printing.identifier)][name] = None
        fraction = _FRACTION.search(printing.identifier)
        number, group = printing.number.casefold(), fraction["group"].casefold() if fraction else ""
        # a promo is numbered within its own group; 1-26 means number 26 of the set, P1-26 that of the promos
        code = printing.set_code.casefold() if group.isdecimal() or not group else group
        for form in {number, number.rstrip("abcdefgh")}:
            self._codes[(code, form)][name] = None
        # early promos name the set by letters, TFC • EN • 2/P1; lists write them like the later ones
        self._identifiers[_identifier(f"{number} {group} {printing.set_code}")][name] = None
        if group.isdecimal():
            self._unset[(number, group)][name] = None

    def by_code(self, set_code: str, number: str) -> tuple[str, ...]:
        """Give the full names printed under a number of a set, or of a group of promos."""
        plain = set_code.casefold().lstrip("0") or set_code
        return tuple(self._codes.get((plain, _number(number)), ()))

    def by_identifier(self, text: str) -> tuple[str, ...]:
        """Give the full names printed with a line like ``204/204 • EN • 1``, in any language."""
        return tuple(self._identifiers.get(_identifier(text), ()))

    def without_set(self, number: str, total: str) -> tuple[str, ...]:
        """Give the full names that a number such as ``1/204`` can mean, one or more a set."""
        return tuple(self._unset.get((_number(number), total.lstrip("0")), ()))


def _number(written: str) -> str:
    """Write a number of a set without the zeros that some lists put in front."""
    return written.casefold().lstrip("0") or "0"


def _identifier(text: str) -> str:
    """Bring a printed identifier to one form; the language of a printing does not matter."""
    words = re.findall(r"[a-z0-9]+", text.casefold())
    return " ".join(word.lstrip("0") or word for word in words if word not in _LANGUAGES)


@dataclass(frozen=True, slots=True)
class _Found:
    """What a name came to."""

    names: tuple[str, ...]
    """Full names; one for a card that is found, several where more than one is meant."""
    note: str = ""
    problem: str = ""


class Finder:
    """Look the lines of one list up."""

    def __init__(self, index: Index, formats: Formats, printed: Printed) -> None:
        self._index = index
        self._formats = formats
        self._printed = printed
        self._cards: dict[str, CardRecord | None] = {}
        self._near: dict[str, tuple[str, ...]] = {}
        self.searches_left_out = 0
        """Lines for which no near names were looked up, there being too many."""

    def find(self, line: ListLine) -> DeckLine:
        """Resolve a line, or say why it names no card."""
        bare = DeckLine(line.number, line.text, line.part, None, None)
        if line.problem:
            return replace(bare, problem=line.problem)
        found = self._readings(line, self._plainly) or self._readings(line, self._shortly)
        distinct = {(count, each.names): (count, each) for count, each in found}
        exact = [pair for pair in distinct.values() if not pair[1].problem]
        if len(exact) > 1:
            ways = " or ".join(f"{count or '1'} {each.names[0]}" for count, each in exact)
            return replace(bare, near=tuple(each.names[0] for _, each in exact), problem=f"can be read as {ways}")
        if exact:
            return self._resolved(bare, line, *exact[0])
        likeliest = line.readings[0]
        count = copies_of(likeliest.count) if likeliest.count else 1
        bare = replace(bare, count=count if count is not None and 0 < count < MOST_COPIES else None)
        if distinct:
            return replace(bare, near=found[0][1].names[:_SHOWN_NEAR], problem=found[0][1].problem)
        return self._unknown(bare, likeliest.count, likeliest.name)

    def _readings(self, line: ListLine, meant: Callable[[str], _Found | None]) -> list[tuple[str, _Found]]:
        """Give the readings of a line that come to something: the count as written, and what was found."""
        return [(reading.count, found) for reading in line.readings if (found := meant(reading.name)) is not None]

    def _resolved(self, bare: DeckLine, line: ListLine, written: str, found: _Found) -> DeckLine:
        """Finish a line whose card is found: its number of copies, and the code beside the name."""
        (name,) = found.names
        card = self._card(name)
        assert card is not None
        other = self._formats.other_name(card.printed.full_name)
        note = found.note
        if other is not None:
            card = self._card(other.card) or card
            note = f"{other.printed} is {other.card} under another name"
        count = copies_of(written) if written else 1
        if count is None or count >= MOST_COPIES:
            problem = f"{written[:20]!r} is no number of copies; give a whole number, such as 4"
            return replace(bare, near=(name,), problem=problem)
        if count < 1:
            return replace(bare, near=(name,), problem=f"{count} copies is no number of copies; give 1 or more, or drop the line")
        conflict, remark = self._claim(line.code, name) if line.code else ("", "")
        if conflict:
            return replace(bare, count=count, near=(name, *self._coded(line.code)), problem=conflict)
        return replace(bare, count=count, card=card, note="; ".join(part for part in (note, remark) if part))

    def _unknown(self, bare: DeckLine, written: str, name: str) -> DeckLine:
        """Say of a line that no card has its name, or that its name has several versions."""
        unset = _UNSET.fullmatch(name)
        if unset is not None:
            names = self._printed.without_set(unset["number"], unset["total"])
            problem = f"{name!r} is a number without its set; write it as on the card, such as 204/204 • EN • 1"
            return replace(bare, near=names[:_SHOWN_NEAR], problem=problem)
        if _CODE.fullmatch(name):
            return replace(bare, problem=f"no card is printed as {name!r}; a code is set and number, such as 1-204")
        near = self._near_names(name)
        versions = [each for each in near if name_key(each.partition(" - ")[0]) == name_key(name)]
        if versions:
            there = f"there are {len(versions)}" if len(versions) > 1 else "there is one"
            more = f", of which {_SHOWN_NEAR} are listed" if len(versions) > _SHOWN_NEAR else ""
            problem = f"{name!r} is a name without its version; {there}{more}"
            return replace(bare, near=tuple(versions[:_SHOWN_NEAR]), problem=problem)
        problem = f"no card is called {name[:80]!r}" + ("" if near else ", and none is near")
        if not written and not near:
            problem += "; put // in front of what is no card"
        return replace(bare, near=near[:_SHOWN_NEAR], problem=problem)

    def _plainly(self, name: str) -> _Found | None:
        """Give the card, or cards, whose name or code this is; None for nothing exact."""
        card = self._card(name)
        if card is not None:
            return _Found((card.printed.full_name,))
        coded = self._coded(name)
        return self._one_of(coded, f"{name!r} is printed on more than one card") if coded else None

    def _shortly(self, name: str) -> _Found | None:
        """Give the card whose name or code is left when what a site appends is taken off, and hold that against it."""
        for short, tags in shortened(name):
            found = self._plainly(short)
            if found is None or found.problem:
                continue
            (full,) = found.names
            claims = [self._claim(tag, full) for tag in tags]
            conflict = next((conflict for conflict, _ in claims if conflict), "")
            if conflict:
                others = tuple(other for tag in tags for other in self._coded(_unbracketed(tag)))
                return _Found(tuple(dict.fromkeys((full, *others))), problem=conflict)
            return _Found((full,), note="; ".join(remark for _, remark in claims if remark))
        return None

    def _one_of(self, names: tuple[str, ...], problem: str) -> _Found:
        """Take several full names for one card where they are its names in different countries."""
        counted = {other.card if (other := self._formats.other_name(name)) else name for name in names}
        return _Found(tuple(counted)) if len(counted) == 1 else _Found(names, problem=problem)

    def _coded(self, text: str) -> tuple[str, ...]:
        """Give the cards printed under a code or an identifier."""
        names = self._printed.by_identifier(text) if "/" in text else ()
        match = _CODE.fullmatch(text) or _LETTERED.fullmatch(text)
        return names or (self._printed.by_code(match["set"], match["number"]) if match else ())

    def _claim(self, tag: str, name: str) -> tuple[str, str]:
        """Hold what stands beside a name against the card: give a conflict, and a remark on what was passed over."""
        inside = _unbracketed(tag)
        named = self._coded(inside)
        if named and not any(self._same(other, name) for other in named):
            return f"the name says {name} and {inside!r} is {named[0]}; make clear which is meant", ""
        if named or all(word in FINISHES or word in self._printed.sets for word in name_key(inside).split()):
            return "", ""
        return "", f"{inside[:40]!r} is passed over"

    def _same(self, one: str, other: str) -> bool:
        names = {(found.card if (found := self._formats.other_name(name)) else name) for name in (one, other)}
        return len({name_key(name) for name in names}) == 1

    def _card(self, name: str) -> CardRecord | None:
        key = name_key(name)
        if key not in self._cards:
            self._cards[key] = self._index.card(name)
        return self._cards[key]

    def _near_names(self, name: str) -> tuple[str, ...]:
        key = name_key(name)
        if key not in self._near:
            if len(self._near) >= _MOST_SEARCHES:
                self.searches_left_out += 1
                return ()
            self._near[key] = tuple(found for found, _ in self._index.near_cards(name, _NEAR))
        return self._near[key]


def _unbracketed(tag: str) -> str:
    """Write what stands behind a name without its brackets: ``(TFC) 12`` as ``TFC-12``."""
    match = _BRACKETED.fullmatch(tag)
    if match is None:
        return tag.strip("*# ")
    return f"{match['inside'].strip()}-{match['number']}" if match["number"] else match["inside"].strip()
