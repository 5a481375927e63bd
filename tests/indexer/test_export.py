"""The exported files hold what is indexed, and the bundle keeps to its budget."""

from pathlib import Path

import pytest

from corpus.errors import BadInput
from indexer.export import export
from indexer.query import Index


def test_everything_is_in_the_files(index: Index, tmp_path: Path) -> None:
    written = export(index, tmp_path)
    assert written.cards_whole
    assert {name: (tmp_path / name).stat().st_size for name in written.files} == written.files
    texts = {name: (tmp_path / name).read_text(encoding="utf-8") for name in written.files}
    assert set(texts) == {"llms.txt", "llms-full.txt", "rules.txt", "glossary.txt", "cards.txt"}
    for rule in index.rules("comprehensive-rules-2.3.0"):
        assert f"\n{rule.ref.number} " in texts["rules.txt"]
    assert "\n6.1 " in texts["rules.txt"]
    assert "Beutel (bag)" in texts["glossary.txt"]
    assert texts["cards.txt"].count("\n") >= index.status().cards
    assert all(texts[name] in texts["llms-full.txt"] for name in ("rules.txt", "glossary.txt", "cards.txt"))
    assert all(f"({name})" in texts["llms.txt"] for name in texts if name != "llms.txt")
    assert "not published, endorsed or approved" in texts["llms-full.txt"]


def test_past_the_budget_the_cards_fall_back_to_their_names(index: Index, tmp_path: Path) -> None:
    whole = export(index, tmp_path / "whole").files["llms-full.txt"]
    written = export(index, tmp_path / "small", whole - 1)
    assert not written.cards_whole
    bundle = (tmp_path / "small" / "llms-full.txt").read_text(encoding="utf-8")
    assert len(bundle.encode()) <= whole - 1
    assert "- Stitch - New Dog [22]" in bundle
    assert "(name index)" in bundle
    assert (tmp_path / "small" / "cards.txt").stat().st_size > 500_000


def test_budget_that_not_even_the_names_fit_is_refused_with_what_would_do(index: Index, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"budget of 1,000 bytes is too small: .* take [\d,]+"):
        export(index, tmp_path / "none", 1000)
    assert not (tmp_path / "none").exists()
