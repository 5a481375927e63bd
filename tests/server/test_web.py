"""The HTTP door serves the page, the operations and MCP, to those it should and nobody else."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from corpus.errors import NotSetUp
from server.library import Library
from server.limits import REQUEST_BYTES
from server.web.serving import CannotListen, serve_http
from server.web.settings import ServeSettings
from tests.server import doors
from tests.server.doors import FIRST_RULING


def request(
    url: str, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    answer = doors.request(url, method, path, body, headers)
    return answer.status, dict(answer.headers), answer.body


def ask(url: str, tool: str, arguments: Any, **headers: str) -> tuple[int, Any]:
    status, _, body = request(
        url, "POST", f"/api/{tool}", json.dumps(arguments).encode(), {"content-type": "application/json", **headers}
    )
    return status, json.loads(body)


def test_the_page_and_its_files_are_served_with_a_strict_policy(server_url: str) -> None:
    for path, kind in [
        ("/", "text/html"),
        ("/static/page.js", "text/javascript"),
        ("/static/style.css", "text/css"),
        ("/static/icon.svg", "image/svg+xml"),
    ]:
        status, headers, body = request(server_url, "GET", path)
        assert status == 200
        assert headers["content-type"].startswith(kind)
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert body
    page = request(server_url, "GET", "/")[2].decode()
    assert "not published, endorsed or approved" in page
    assert "<script>" not in page
    assert "style=" not in page


def test_health_says_which_index_answers(server_url: str) -> None:
    status, _, body = request(server_url, "GET", "/healthz")
    health = json.loads(body)
    assert (status, health["status"], health["index"]["rules"], health["index"]["cards"]) == (200, "ready", 583, 2785)


def test_every_operation_answers_over_http(server_url: str) -> None:
    status, answer = ask(server_url, "get_card", {"name": "Stitch - New Dog"})
    assert (status, answer["card"]["cost"]) == (200, 1)
    status, answer = ask(server_url, "check_scenario", {"scenario": FIRST_RULING.read_text(encoding="utf-8")})
    assert (status, answer["verdict"]) == (200, "holds")


def test_bad_requests_get_one_error_shape(server_url: str) -> None:
    for tool, arguments, status, kind in [
        ("get_rule", {"ref": "99.9"}, 400, "not_known"),
        ("get_rule", {}, 400, "bad_request"),
        ("get_rule", [1], 400, "not_json"),
        ("get_rul", {}, 404, "not_known"),
        ("search_rules", {"query": ""}, 400, "bad_query"),
    ]:
        given, answer = ask(server_url, tool, arguments)
        assert (given, answer["error"]["kind"]) == (status, kind)
        assert answer["error"]["message"]
    status, _, body = request(server_url, "POST", "/api/get_rule", b"{not json", {"content-type": "application/json"})
    assert (status, json.loads(body)["error"]["kind"]) == (400, "not_json")
    halves = rb'{"query": "\ud800 ward"}'
    status, _, body = request(server_url, "POST", "/api/search_rules", halves, {"content-type": "application/json"})
    assert (status, json.loads(body)["error"]["kind"]) == (400, "bad_request")
    deep = b'{"ref":' + b"[" * 200_000
    assert request(server_url, "POST", "/api/get_rule", deep, {"content-type": "application/json"})[0] == 400


def test_a_body_without_end_is_refused(server_url: str) -> None:
    huge = b'{"scenario": "' + b"x" * REQUEST_BYTES + b'"}'
    for path in ("/api/check_scenario", "/mcp"):
        status, _, _ = request(
            server_url,
            "POST",
            path,
            huge,
            {"content-type": "application/json", "accept": "application/json, text/event-stream"},
        )
        assert status == 413


def test_a_megabyte_of_garbage_is_one_clear_sentence(server_url: str) -> None:
    status, answer = ask(server_url, "check_scenario", {"scenario": "\x01{]: - " * 150_000})
    assert status == 400
    assert "characters" in answer["error"]["message"]


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/list_games", "/mcp", "/static/page.js"])
def test_requests_addressed_to_another_name_are_refused(server_url: str, path: str) -> None:
    assert request(server_url, "GET", path, headers={"host": "evil.example"})[0] == 400


@pytest.mark.parametrize("path", ["/api/list_games", "/mcp"])
def test_requests_of_a_foreign_page_are_refused(server_url: str, path: str) -> None:
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    for origin in ("http://evil.example", "null", "http://127.0.0.1.evil.example"):
        assert request(server_url, "POST", path, b"{}", {**headers, "origin": origin})[0] == 403
    assert request(server_url, "POST", "/api/list_games", b"{}", {**headers, "origin": server_url})[0] == 200


def test_a_taken_port_is_one_sentence(server_url: str) -> None:
    port = urlsplit(server_url).port
    assert port is not None
    with pytest.raises(CannotListen, match=f"127.0.0.1:{port}"):
        serve_http(ServeSettings(port=port))


def test_serve_starts_without_much_work(built_cache: Path) -> None:
    before = os.times()
    with doors.serving(built_cache):
        pass
    after = os.times()
    worked = after.children_user - before.children_user + after.children_system - before.children_system
    assert worked < 5, "about 1.5 s of a processor with the engine read ahead; the benchmark measures the time to ready"


def test_an_index_that_cannot_be_opened_is_not_ready(tmp_path: Path) -> None:
    with pytest.raises(NotSetUp, match="loreguide setup"):
        _ = Library(tmp_path).index
