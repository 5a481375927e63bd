"""A server answers from the index that counts, changes over without a restart, and never answers from a broken one."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.errors import IndexDamaged, NotSetUp
from indexer.build import index_folder
from server.errors import NotKnown
from server.lending import LendingDesk
from server.library import Library

RULE = "4.6.4.3"


@pytest.fixture
def home(built_cache: Path, tmp_path: Path) -> Path:
    """Give a folder of indexes of its own, with one index in it."""
    copy = index_folder(tmp_path)
    shutil.copytree(index_folder(built_cache), copy)
    return copy


def current(home: Path) -> Path:
    return home / (home / "current").read_text(encoding="utf-8").strip()


def swap(home: Path, name: str, change: Callable[[Path], None] = lambda _: None) -> Path:
    """Lay another index beside the current one, change it, and let it be the one that counts."""
    other = home / name
    shutil.copytree(current(home), other)
    change(other)
    part = home / ".current.part"
    part.write_text(name, encoding="utf-8")
    part.replace(home / "current")
    return other


def flip(file: Path, at: int) -> None:
    """Change one byte of a file in place."""
    with file.open("r+b") as opened:
        opened.seek(at)
        byte = opened.read(1)
        opened.seek(at)
        opened.write(bytes([byte[0] ^ 1]))


def spoil_stamp(folder: Path) -> None:
    (folder / "stamp.json").write_text("{}", encoding="utf-8")


def text_of(library: Library) -> str:
    rule = library.index.rule(RULE)
    assert rule is not None
    return rule.text


def test_one_index_is_opened_once_and_shared(home: Path) -> None:
    desk = LendingDesk(home)
    with desk.lend() as first, desk.lend() as second:
        assert first is second
    with desk.lend() as third:
        assert third is first


def test_a_swapped_index_answers_the_next_question_and_not_the_one_under_way(home: Path) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        before.index.status()
        other = swap(home, "index-20990101-000000-000000000")
        with desk.lend() as after:
            assert after is not before
            assert text_of(after)
        # the first question goes on with the index that it was lent, even though another counts now
        assert text_of(before)
    assert current(home) == other


def test_the_index_before_is_let_go_when_its_last_question_is_answered(home: Path) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        old = before.index
        swap(home, "index-20990101-000000-000000000")
        with desk.lend():
            pass
        assert before.index is old
    # a closed library opens the index that counts when it is asked again
    assert before.index is not old


def test_a_new_index_that_cannot_be_read_leaves_the_old_one_answering(home: Path) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        text_of(before)
    swap(home, "index-20990101-000000-000000000", spoil_stamp)
    with desk.lend() as after:
        assert after is before
    state = desk.state()
    assert state.ready
    assert "damaged or of another version" in state.problem


def test_a_new_index_with_one_wrong_byte_leaves_the_old_one_answering(home: Path) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        text_of(before)
    swap(home, "index-20990101-000000-000000000", lambda other: flip(other / "index.sqlite", 500_000))
    with desk.lend() as after:
        assert after is before
    assert "damaged" in desk.state().problem


@pytest.mark.parametrize("gone", ["index", "pointer", "everything"])
def test_a_deleted_index_answers_on_and_says_that_it_is_gone(home: Path, gone: str) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        text = text_of(before)
        before.index.search_rules("quest", 1)
    if gone == "index":
        shutil.rmtree(current(home))
    elif gone == "pointer":
        (home / "current").unlink()
    else:
        shutil.rmtree(home)
    with desk.lend() as after:
        assert text_of(after) == text
        assert after.index.search_rules("quest", 1)
        card = after.index.card("Stitch - New Dog")
        assert card is not None
        assert card.printed.cost == 1
    state = desk.state()
    assert state.ready
    assert state.problem


@pytest.mark.parametrize("change", ["a byte", "the end", "everything"])
def test_an_index_changed_in_place_is_not_answered_from(home: Path, change: str) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        text_of(before)
    database = current(home) / "index.sqlite"
    if change == "a byte":
        flip(database, 500_000)
    elif change == "the end":
        os.truncate(database, database.stat().st_size // 2)
    else:
        database.write_bytes(b"\0" * database.stat().st_size)
    with pytest.raises(IndexDamaged, match="loreguide index"), desk.lend():
        pass
    assert not desk.state().ready


def test_a_question_under_way_while_the_index_breaks_is_not_answered(home: Path) -> None:
    desk = LendingDesk(home)

    def ask() -> str:
        with desk.lend() as library:
            text = text_of(library)
            flip(current(home) / "index.sqlite", 500_000)
            return text

    with pytest.raises(IndexDamaged):
        ask()


def test_a_refusal_from_a_broken_index_is_no_answer_either(home: Path) -> None:
    desk = LendingDesk(home)

    def ask() -> None:
        with desk.lend():
            flip(current(home) / "index.sqlite", 500_000)
            raise NotKnown("4.6.4.3", "is not a rule")

    with pytest.raises(IndexDamaged):
        ask()


def test_an_index_that_was_changed_before_the_start_is_refused(home: Path) -> None:
    flip(current(home) / "index.sqlite", 500_000)
    with pytest.raises(IndexDamaged), LendingDesk(home).lend():
        pass


def test_after_damage_a_new_index_answers_again(home: Path) -> None:
    desk = LendingDesk(home)
    with desk.lend() as before:
        text = text_of(before)
    whole = home.parent / "whole"
    shutil.copytree(current(home), whole)
    flip(current(home) / "index.sqlite", 500_000)
    with pytest.raises(IndexDamaged), desk.lend():
        pass
    shutil.copytree(whole, home / "index-20990101-000000-000000000")
    (home / "current").write_text("index-20990101-000000-000000000", encoding="utf-8")
    with desk.lend() as after:
        assert text_of(after) == text


def test_without_an_index_it_says_what_to_run(tmp_path: Path) -> None:
    desk = LendingDesk(tmp_path)
    with pytest.raises(NotSetUp, match="loreguide setup"), desk.lend():
        pass
    assert not desk.state().ready
