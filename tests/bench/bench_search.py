"""Measure how well and how fast the search answers.

    python tests/bench/bench_search.py [--http]     exit status 1 when a promise is broken

How well: on the questions beside this file, in halves, and on the shared samples where they are there. How fast: in process
over mixed queries and for texts that are meant to do harm; with --http over sixteen clients. How the cost grows with the
corpus is measured by `bench_search_growth.py`.
A question is never asked twice of one index, so that answers that were kept do not count.
"""

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from corpus.asking import load_asked
from corpus.errors import BadQuery
from corpus.load import load_rules
from corpus.refs import Document
from indexer.build import set_up
from indexer.measure import Half, Judged, measure, read_questions
from indexer.query import Book, Index, current_books, open_index
from tests.bench.figures import Bound, Figure, report

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
SHARED = ROOT.parent / "shared" / "cases"
MIXED = 1_000
CLIENTS = 16
SEARCHES = 1_600
PROMISES = {"recall@5": 0.70, "hit@5": 0.87, "mrr@10": 0.70}
FALSE_REFUSALS, FALSE_ANSWERS = 0.02, 0.10
P50, P99, SLOWEST = 8.0, 25.0, 200.0
A_SECOND = 150.0
HARMFUL = (
    'foo AND (bar OR "', "NEAR(a b, 5)", "text:*", "* * *", "quest^99 ~2", "[a TO b]", "'; DROP TABLE rules; --", "quest\x00dry",
    "(" * 500 + "quest", '"' * 999 + "x", "\\" * 500 + "x", "🦙 quest 🦙", "ｑｕｅｓｔ", "a\u0301" * 2_000, "x" * 10_000,
    "challenge a drying character " * 345, "Stitch - " * 1_100, "Let It Go " * 1_000, "1.2.3.4." * 1_250, "ab " * 3_333,
    " ".join(f"wrod{n}" for n in range(1_400)), "Ｗａｒｄ ‏שלום मैं", "if " * 3_333, "\ud800quest", "The " * 2_500,
)  # fmt: skip
"""Texts of up to 10,000 characters that are only text."""


def answers(index: Index, books: Sequence[Book], question: Judged) -> list[str]:
    """Ask a question, and give what was found in the form of files of questions."""
    refs = [hit.rule.ref for hit in index.answer(question.query, books).hits]
    return [ref.number if ref.document is Document.COMPREHENSIVE_RULES else f"{ref.document.value} {ref.number}" for ref in refs]


def how_well(index: Index) -> Iterator[Figure]:
    """Measure the questions; give each figure, and whether its promise is kept."""
    everything = current_books(index.books)
    rules = [book for book in everything if book.document is Document.COMPREHENSIVE_RULES]
    for name, file, half in (
        ("sample", SHARED / "search_sample.jsonl", None),
        ("train half", HERE / "queries.jsonl", Half.TRAIN),
        ("test half", HERE / "queries.jsonl", Half.TEST),
        ("independent training", HERE / "independent_training.jsonl", None),
        ("independent test", HERE / "independent_test.jsonl", None),
        ("second independent test", HERE / "independent_second_test.jsonl", None),
        ("unanswerable, train half", HERE / "unanswerable.jsonl", Half.TRAIN),
        ("unanswerable, test half", HERE / "unanswerable.jsonl", Half.TEST),
    ):
        if not file.is_file():
            print(f"{name}: {file.name} is not here")
            continue
        asked = read_questions(file, half)
        figures = measure(lambda each: answers(index, everything if each.asks_policy else rules, each), asked).figures
        for figure, value in figures.items():
            if figure in PROMISES:
                yield Figure(f"{name} {figure}", value, "", PROMISES[figure], Bound.AT_LEAST)
            elif figure in ("false refusals", "false answers", "recall@10"):
                most = {"false refusals": FALSE_REFUSALS, "false answers": FALSE_ANSWERS}
                yield Figure(f"{name} {figure}", value, "", most.get(figure))


def mixed_queries(index: Index) -> list[str]:
    """Give queries of all kinds, no two alike: questions, terms, numbers, cards, slips."""
    chance = random.Random(16)
    asked = [question.query for name in ("queries", "unanswerable") for question in read_questions(HERE / f"{name}.jsonl")]
    asked += [rule.ref.number for rule in load_rules()][::3]
    asked += [f"what does {name} do" for name in chance.sample(list(index.printings()), 200)]
    asked += [phrase for entry in load_asked() for phrase in entry.phrases][::6]
    chance.shuffle(asked)
    return list(dict.fromkeys(asked))[:MIXED]


def milliseconds(index: Index, queries: Sequence[str], clock: Callable[[], float]) -> list[float]:
    """Ask each query of every document; give the times by a clock of seconds, sorted."""
    books = current_books(index.books)
    taken = []
    for query in queries:
        started = clock()
        # a text without a word in it is refused in a sentence, which is an answer too
        with suppress(BadQuery):
            index.answer(query, books)
        taken.append((clock() - started) * 1000)
    return sorted(taken)


def how_fast(index: Index) -> Iterator[Figure]:
    """Measure the time that queries take in process."""
    queries = mixed_queries(index)
    for query in ("warm the index up, chalenge", "Stitch - Rock Star", "wer gewinnt", "penalty for being late"):
        index.answer(query, current_books(index.books))
    # promised is the time of the process: by the clock on the wall, whatever else the machine does counts as well
    spent = statistics.quantiles(milliseconds(index, queries, time.process_time), n=100, method="inclusive")
    yield Figure(f"{len(queries)} mixed queries, p50 of processor time", spent[49], "ms", P50)
    yield Figure(f"{len(queries)} mixed queries, p99 of processor time", spent[98], "ms", P99)
    again = [f"{query} {turn}" for turn, query in enumerate(queries)]
    passed = statistics.quantiles(milliseconds(index, again, time.perf_counter), n=100, method="inclusive")
    yield Figure("the same by the clock on the wall, p50", passed[49], "ms")
    yield Figure("the same by the clock on the wall, p99", passed[98], "ms")
    slowest = milliseconds(index, HARMFUL, time.perf_counter)[-1]
    yield Figure(f"slowest of {len(HARMFUL)} harmful texts", slowest, "ms", SLOWEST)


def over_http(index: Index) -> Iterator[Figure]:
    """Measure how many searches a second one server process answers to sixteen clients."""
    queries = mixed_queries(index)
    command = [sys.executable, "-m", "server", "serve", "--port", "0", "--rate", "0"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        told = process.stderr.readline()
        assert "127.0.0.1:" in told, told
        port = int(told.split("127.0.0.1:", 1)[1].split("/", 1)[0])
        share = SEARCHES // CLIENTS

        def client(number: int) -> None:
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            for turn in range(share):
                query = queries[(number * share + turn) % len(queries)]
                body = json.dumps({"query": f"{query} {number}"})
                connection.request("POST", "/api/search_rules", body, {"content-type": "application/json"})
                answer = connection.getresponse()
                answer.read()
                assert answer.status == 200, answer.status
            connection.close()

        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(client, [0]))
            started = time.perf_counter()
            list(pool.map(client, range(CLIENTS)))
            rate = CLIENTS * share / (time.perf_counter() - started)
        process.terminate()
    yield Figure(f"searches by {CLIENTS} clients over HTTP", rate, "a second", A_SECOND, Bound.AT_LEAST)


def main() -> int:
    """Measure, print every figure, and say whether the promises are kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--http", action="store_true", help="measure over HTTP as well")
    options = parser.parse_args()
    set_up()
    index = open_index()
    status = report(how_well(index))
    index.close()
    index = open_index()
    status |= report(how_fast(index))
    return status | (report(over_http(index)) if options.http else 0)


if __name__ == "__main__":
    sys.exit(main())
