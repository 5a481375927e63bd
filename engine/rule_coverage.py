"""Show for every numbered rule where the engine applies it and what proves it, or why there is nothing to do.

    python -m engine.rule_coverage      writes docs/rule-coverage.md

A rule counts as applied where code points at it by its number, and as proved by a test whose name carries the number or a
scenario that cites it. Rules without a consequence in play stand in ``not_replayed.yaml``, each with the reason.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from corpus.load import load_rules
from corpus.records import Rule
from corpus.refs import CURRENT_EDITION, number_key
from corpus.tables import TableReader

__all__ = ["Place", "RuleCoverage", "astray", "coverage", "document", "places", "proofs", "reasons_not_replayed"]

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "rule-coverage.md"

_NUMBER = re.compile(r"\d+(?:\.\d+)+")
_IN_NAME = re.compile(r"(?:test|and)((?:_\d+)+)(?=_|$)")
_WORD = re.compile(r"[a-z]+")
_ENDING = re.compile(r"(?:ing|ied|ies|ed|es|s|e|y)$")
_MOST_SHOWN = 4
"""How many places, tests and files of scenarios the page shows for one rule."""

_LITTLE_WORDS = frozenset(
    """
    a all an and any are as at be by can cannot do does each for from has have if in is it its may more must no not of on one
    only or own so some t than that the their them then there they this those to what which who whose with
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the code that points at a rule."""

    module: str
    name: str
    """The function or class, dotted; empty for a table of the module."""
    heading: str
    """What the citation says of the rule; empty where only the number stands."""

    def __str__(self) -> str:
        where = self.module.removeprefix("engine.")
        return f"{where}.{self.name}" if self.name else where


@dataclass(frozen=True, slots=True)
class RuleCoverage:
    """What the engine makes of one rule."""

    rule: Rule
    applied: tuple[Place, ...] = ()
    proved: tuple[str, ...] = ()
    """Names of tests, then files of scenarios."""
    reason: str = ""
    """Why the engine has nothing to do there."""

    @property
    def is_heading(self) -> bool:
        """Whether the entry is nothing but the heading of those below it."""
        return self.rule.text == self.rule.heading

    @property
    def missing(self) -> str:
        """What a rule with a consequence in play lacks: ``citation``, ``proof`` or both; empty where nothing."""
        if self.is_heading or self.reason:
            return ""
        lacks = [what for what, there in (("citation", self.applied), ("proof", self.proved)) if not there]
        return " and ".join(lacks)


def coverage(root: Path = ROOT) -> tuple[RuleCoverage, ...]:
    """Work out the coverage of every rule of the implemented edition, in order.

    :raises CorpusFault: the table of rules that are not replayed has faults.
    """
    applied, proved, reasons = places(root), proofs(root), reasons_not_replayed()
    found = []
    for rule in load_rules():
        number = rule.ref.number
        found.append(RuleCoverage(rule, applied.get(number, ()), proved.get(number, ()), reasons.get(number, "")))
    return tuple(found)


# Where rules are applied


APPLYING = (Path("engine"), Path("indexer", "readers"))
"""The folders whose code applies rules: the engine, and the readers that say which names a printed card has (5.2.6)."""


def places(root: Path = ROOT) -> Mapping[str, tuple[Place, ...]]:
    """List for each number the places in the code that point at it, each once."""
    found: dict[str, dict[Place, None]] = defaultdict(dict)
    for path in sorted(path for folder in APPLYING for path in (root / folder).rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for number, place in _pointed(ast.parse(path.read_text(encoding="utf-8")), module, ()):
            found[number].setdefault(place)
    return {number: _without_repeats(places) for number, places in found.items()}


def _without_repeats(found: Sequence[Place] | Mapping[Place, None]) -> tuple[Place, ...]:
    """Leave out a bare number where the same place has a heading for it."""
    told = {(place.module, place.name) for place in found if place.heading}
    return tuple(place for place in found if place.heading or (place.module, place.name) not in told)


def _pointed(node: ast.AST, module: str, inside: tuple[str, ...]) -> Iterator[tuple[str, Place]]:
    """Give the rule numbers that stand in a tree, each with its place."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        inside = (*inside, node.name)
    if isinstance(node, ast.Call) and _is_citation(node):
        number, heading = (argument.value for argument in node.args if isinstance(argument, ast.Constant))
        yield str(number), Place(module, ".".join(inside), str(heading))
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _NUMBER.fullmatch(node.value):
        yield node.value, Place(module, ".".join(inside), "")
    for child in ast.iter_child_nodes(node):
        yield from _pointed(child, module, inside)


def _is_citation(call: ast.Call) -> bool:
    named = isinstance(call.func, ast.Name) and call.func.id == "rule" and len(call.args) == 2
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    return named and len(texts) == 2 and _NUMBER.fullmatch(str(texts[0])) is not None


def astray(heading: str, rule: Rule) -> bool:
    """Tell whether the heading words of a citation have nothing in common with the rule, so that one of them is wrong."""
    told = _WORD.findall(" ".join([rule.text, *rule.path, *(example.text for example in rule.examples)]).lower())
    words = _WORD.findall(heading.lower())
    telling = [word for word in words if word not in _LITTLE_WORDS] or words
    stems = {_stem(word) for word in told}
    return not any(word in told or _stem(word) in stems for word in telling)


def _stem(word: str) -> str:
    stem = _ENDING.sub("", word)
    return stem if len(stem) > 2 else word


# What proves them


SCENARIOS = (
    Path("tests", "scenarios", "rules"),
    Path("tests", "scenarios", "hard"),
    Path("corpus", "rulings"),
    Path("tests", "scenarios", "invented"),
    Path("tests", "scenarios", "cards"),
)
"""The folders of scenarios, those that say most about rules first."""


def proofs(root: Path = ROOT) -> Mapping[str, tuple[str, ...]]:
    """List for each number the tests that carry it in their name, and the files of scenarios that cite it."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for path in sorted((root / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for match in _IN_NAME.finditer(node.name):
                    found[match[1].strip("_").replace("_", ".")].setdefault(node.name)
    for folder in SCENARIOS:
        for path in sorted((root / folder).glob("*.yaml")):
            for scenario in yaml.safe_load(path.read_text(encoding="utf-8")) or ():
                for number in scenario.get("cites", ()):
                    found[str(number)].setdefault(f"{folder.name}/{path.name}")
    return {number: tuple(names) for number, names in found.items()}


def reasons_not_replayed() -> Mapping[str, str]:
    """Read why the engine has nothing to do for some rules, by number.

    :raises CorpusFault: the table has faults, a number without a rule among them.
    """
    reader = TableReader(Path(__file__).parent / "not_replayed.yaml")
    known = {rule.ref.number for rule in load_rules()}
    found: dict[str, str] = {}
    for entry in reader.tables(reader.load(), "the table"):
        reader.keys(entry, "reason", "rules")
        for number in reader.texts(entry, "rules"):
            if number not in known or number in found:
                reader.fault(entry, f"{number} stands here twice, or there is no such rule in {CURRENT_EDITION}")
            found[number] = reader.text(entry, "reason")
    reader.close()
    return found


# The page


def document(covered: Sequence[RuleCoverage]) -> str:
    """Write the coverage as a page."""
    ruling = [each for each in covered if not each.is_heading]
    aside = sum(bool(each.reason) for each in ruling)
    lines = [
        "# Rule coverage",
        "",
        "Written by `python -m engine.rule_coverage` from the code, the tests and the scenarios.",
        "",
        f"Comprehensive Rules {CURRENT_EDITION}: {len(covered)} entries, {len(covered) - len(ruling)} of them headings.",
        f"{len(ruling) - aside} rules have a consequence in play; {aside} have none that a board could show, with the reason.",
    ]
    for each in covered:
        number = each.rule.ref.number
        if each.is_heading and len(number_key(number)) <= 2:
            lines += ["", f"{'#' * (len(number_key(number)) + 1)} {number} {each.rule.heading}"]
            if len(number_key(number)) == 2 or not _has_sections(number, covered):
                lines += ["", "| rule | | applied by | proved by |", "|---|---|---|---|"]
        elif not each.is_heading:
            lines.append(_row(each))
    return "\n".join(lines) + "\n"


def _has_sections(chapter: str, covered: Sequence[RuleCoverage]) -> bool:
    below = (each for each in covered if each.rule.ref.number.startswith(f"{chapter}.") and each.rule.ref.number.count(".") == 1)
    return any(each.is_heading for each in below)


def _row(each: RuleCoverage) -> str:
    number, what = each.rule.ref.number, _opening(each.rule)
    if each.reason:
        return f"| {number} | {what} | *not replayed: {each.reason}* | |"
    applied = [f"`{place}`" for place in dict.fromkeys(map(str, each.applied))]
    return f"| {number} | {what} | {_shown(applied)} | {_shown([f'`{name}`' for name in each.proved])} |"


def _opening(rule: Rule) -> str:
    """Give the name of a rule, or its first words."""
    if rule.heading:
        return rule.heading
    words = rule.text.replace("|", "/").split()
    return " ".join(words[:8]) + (" …" if len(words) > 8 else "")


def _shown(names: Sequence[str]) -> str:
    more = " and others" if len(names) > _MOST_SHOWN else ""
    return ", ".join(names[:_MOST_SHOWN]) + more


def main() -> int:
    """Write the page; exit status 1 where a rule with a consequence in play lacks something."""
    covered = coverage()
    DOCUMENT.write_text(document(covered), encoding="utf-8")
    lacking = [each for each in covered if each.missing]
    for each in lacking:
        sys.stderr.write(f"{each.rule.ref.number} has no {each.missing}: {_opening(each.rule)}\n")
    sys.stdout.write(f"{DOCUMENT.relative_to(ROOT)}: {len(covered)} entries, {len(lacking)} lacking\n")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
