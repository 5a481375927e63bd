"""The search answers questions as people ask them better than plain BM25 over the official text does."""

from pathlib import Path

from indexer.measure import counts, measure, read_questions
from indexer.query import Index

BASELINE_RECALL, BASELINE_HIT, BASELINE_MRR = 0.47, 0.65, 0.53
"""Plain BM25 over the whole set from which the sample is drawn."""


def test_sample_questions_are_answered_clearly_better_than_by_plain_bm25(index: Index, shared: Path) -> None:
    asked = read_questions(shared / "cases" / "search_sample.jsonl")
    told = measure(lambda question: [hit.rule.ref.number for hit in index.search_rules(question.query)], asked).figures
    assert told["questions"] == 21
    assert told["recall@5"] > BASELINE_RECALL + 0.15
    assert told["hit@5"] > BASELINE_HIT + 0.15
    assert told["mrr@10"] > BASELINE_MRR + 0.1


def test_a_rule_a_sub_rule_and_a_deep_parent_count() -> None:
    assert counts("6.1.4", "6.1.4")
    assert counts("6.1.4.1", "6.1.4")
    assert counts("6.1.4", "6.1.4.1")
    assert not counts("6.1", "6.1.4")
    assert not counts("6.1.5", "6.1.4")
