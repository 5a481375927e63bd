"""An assistant that asks as it should is told what a right answer needs, within what it can carry."""

from collections import Counter

import anyio
import pytest
from mcp import Client

from corpus.refs import RuleRef
from server.library import Library
from server.mcp import build_mcp_server
from server.registry import TOOLS
from server.service import Service
from tests.assistant.runner import Task, Told, load_tasks, play

TASKS = load_tasks()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_the_tools_tell_what_a_right_answer_needs(service: Service, task: Task) -> None:
    async def told() -> Told:
        async with Client(build_mcp_server(service), mode="2026-07-28") as client:
            return await play(task, client)

    what = anyio.run(told)
    assert what.failed == ()
    assert what.missing(task) == [], what.text
    assert what.cost <= task.tokens


def test_there_are_forty_tasks_that_use_what_an_assistant_has() -> None:
    assert len(TASKS) == 40
    assert len({task.id for task in TASKS}) == 40
    used = Counter(call.tool for task in TASKS for call in task.calls)
    assert set(used) <= {tool.name for tool in TOOLS}
    assert {
        "check_scenario",
        "search_rules",
        "get_rule",
        "get_card",
        "search_cards",
        "search_glossary",
        "check_deck",
        "get_penalty",
    } <= set(used)


@pytest.mark.parametrize("task", [task for task in TASKS if task.cites], ids=lambda task: task.id)
def test_what_a_task_cites_exists(library: Library, task: Task) -> None:
    for cited in task.cites:
        assert library.rule(RuleRef.parse(cited)) is not None, cited


def test_a_task_that_is_not_answered_is_noticed(service: Service) -> None:
    (task,) = [task for task in TASKS if task.id == "first-draw"]

    async def told() -> Told:
        async with Client(build_mcp_server(service), mode="2026-07-28") as client:
            return await play(Task(**{**{name: getattr(task, name) for name in Task.__slots__}, "calls": ()}), client)

    assert anyio.run(told).missing(task) == [*task.facts, *task.cites]
