"""Measure how well and how fast the rules are searched, on questions as people ask them.

A retrieved rule counts when it is a relevant rule, one of its sub-rules, or its direct parent of depth three or more.
Usage: bench_search.py [QUESTIONS.jsonl …]     a line is {"id", "query", "relevant": [numbers]}
"""

import json
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from corpus.refs import is_within, number_key, parent_number
from indexer.build import set_up
from indexer.query import Index, open_index

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"
DEEPEST = 10
FIRST = 5
PARENT_DEPTH = 3


def counts(found: str, relevant: str) -> bool:
    """Tell whether a retrieved number answers for a relevant one."""
    return is_within(found, relevant) or (parent_number(relevant) == found and len(number_key(found)) >= PARENT_DEPTH)


def measure(index: Index, questions: Sequence[tuple[str, Sequence[str]]]) -> dict[str, float]:
    """Give recall@5, hit@5, MRR@10 and the times in milliseconds."""
    recalls, hits, ranks, times = [], [], [], []
    for query, relevant in questions:
        started = time.perf_counter()
        found = [hit.rule.ref.number for hit in index.search_rules(query, DEEPEST)]
        times.append((time.perf_counter() - started) * 1000)
        recalls.append(statistics.mean(any(counts(each, wanted) for each in found[:FIRST]) for wanted in relevant))
        places = [place for place, each in enumerate(found, 1) if any(counts(each, wanted) for wanted in relevant)]
        hits.append(bool(places) and places[0] <= FIRST)
        ranks.append(1 / places[0] if places else 0.0)
    quantiles = statistics.quantiles(times, n=100, method="inclusive")
    return {
        "questions": len(questions),
        "recall@5": statistics.mean(recalls),
        "hit@5": statistics.mean(hits),
        "mrr@10": statistics.mean(ranks),
        "p50 ms": quantiles[49],
        "p99 ms": quantiles[98],
    }


def read_questions(file: Path) -> list[tuple[str, list[str]]]:
    """Read questions, or the titles and deciding rules of cases."""
    entries = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [(entry.get("query") or entry["title"], entry.get("relevant") or entry["cites"]) for entry in entries]


def main() -> int:
    """Measure every file of questions."""
    files = [Path(name) for name in sys.argv[1:]] or [SHARED / "search_sample.jsonl", SHARED / "hard_sample.jsonl"]
    set_up()
    index = open_index()
    index.search_rules("warm up")
    for file in files:
        if not file.is_file():
            print(f"{file.name}: not here")
            continue
        told = measure(index, read_questions(file))
        print(f"{file.name}: " + ", ".join(f"{name} {value:.3g}" for name, value in told.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
