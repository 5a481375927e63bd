"""Replay a file of cases and say which do not hold.

    python tests/bench/cases.py ../shared/cases/sample.jsonl [--jobs 2] [--only s001] [--verbose]

The cards come from the index that `loreguide setup` built, or from a LorcanaJSON file given with `--catalogue`.
One line for each case that does not hold: its id, the verdict and the first reason.
"""

import argparse
import gzip
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from corpus.errors import LoreguideError
from corpus.load import load_sources
from corpus.records import CardText
from engine.api import ScenarioResult, check_scenario
from engine.catalogue import CardCatalogue, DictionaryCatalogue
from indexer.query import open_index
from indexer.readers.cards import read_catalogue

_catalogues: dict[Path | None, CardCatalogue] = {}


def open_catalogue(file: Path | None) -> CardCatalogue:
    """Give the cards of a LorcanaJSON file, packed or not, or of the built index; opened once a process."""
    if file not in _catalogues:
        _catalogues[file] = open_index() if file is None else DictionaryCatalogue(read_printed(file))
    return _catalogues[file]


def read_printed(file: Path) -> tuple[CardText, ...]:
    """Read what is printed on the cards of a LorcanaJSON file, packed or not."""
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    return tuple(card.printed for card in read_catalogue(json.loads(text), load_sources().catalogue_provenance).cards)


def replay(case: dict[str, Any], catalogue: Path | None, verbose: bool) -> tuple[str, str, str]:
    """Give the id of a case, what it came to and the first reason."""
    identifier = str(case.get("id", case.get("title", "?")))
    try:
        result = check_scenario(case, open_catalogue(catalogue))
    except LoreguideError as error:
        return identifier, "fault", str(error).replace("\n", " ")
    except Exception as error:  # a crash is what this command looks for
        where = traceback.format_exc() if verbose else traceback.format_exc().strip().splitlines()[-3].strip()
        return identifier, "crash", f"{type(error).__name__}: {error} {where}"
    reason = first_reason(result)
    return identifier, result.verdict.value, "\n".join([reason, *detail(result)]) if verbose else reason


def first_reason(result: ScenarioResult) -> str:
    """Say why a case does not hold."""
    if result.unsupported:
        clause = result.unsupported[0]
        return f"{clause.card}: {clause.text!r}: {clause.reason}"
    if result.verdict == "illegal":
        refused = result.refusals[-1]
        return f"step {refused.step}: {refused.reasons[0].text} {' '.join(refused.reasons[0].rules)}"
    if result.open is not None:
        options = "; ".join(json.dumps(option.answer, ensure_ascii=False) for option in result.open.options[:6])
        return f"step {result.open.step}: {result.open.by}: {result.open.decision} [{result.open.source}] options {options}"
    failing = next((check for check in result.checks if not check.holds), None)
    if failing is not None:
        wanted = {key: value for key, value in failing.fact.items() if failing.actual.get(key, value) != value}
        name = failing.fact.get("card") or failing.fact.get("player") or ""
        return f"step {failing.step}: {name} wanted {wanted or failing.fact} actual {failing.actual}"
    return result.ruling


def detail(result: ScenarioResult) -> Iterable[str]:
    """List the timeline and what became of the answers."""
    for entry in result.timeline:
        rules = " ".join(entry.rules)
        yield f"    {entry.step}.{entry.n} {entry.text}  [{rules}]"
    if result.answers.unused:
        yield f"    unused: {result.answers.unused}"
    for left in result.answers.illegal:
        yield f"    illegal: {left.answer}: {left.reasons[0].text}"
    yield from (f"    failing: {check.fact} actual {check.actual}" for check in result.checks if not check.holds)
    yield from (f"    caveat: {caveat}" for caveat in result.caveats)


def main() -> int:
    """Run the command; exit status 1 when a case does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--catalogue", type=Path, help="a LorcanaJSON file, packed with gzip or not")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=[], metavar="ID", help="replay these cases only")
    parser.add_argument("--verbose", action="store_true", help="print the timeline of each case that does not hold")
    options = parser.parse_args()
    cases = [json.loads(line) for file in options.files for line in file.read_text().splitlines() if line.strip()]
    cases = [case for case in cases if not options.only or case.get("id") in options.only]
    run = partial(replay, catalogue=options.catalogue, verbose=options.verbose)
    began = time.perf_counter()
    if options.jobs > 1:
        with ProcessPoolExecutor(options.jobs) as pool:
            results = list(pool.map(run, cases, chunksize=8))
    else:
        results = [run(case) for case in cases]
    elapsed = time.perf_counter() - began
    for identifier, verdict, reason in results:
        if verdict != "holds" or (options.verbose and options.only):
            print(f"{identifier}\t{verdict}\t{reason}")
    counts = Counter(verdict for _, verdict, _ in results)
    print(", ".join(f"{verdict} {number}" for verdict, number in counts.most_common()), f"of {len(results)} in {elapsed:.1f} s")
    return 0 if counts["holds"] == len(results) else 1


if __name__ == "__main__":
    sys.exit(main())
