"""Whatever goes wrong over HTTP comes back in one shape."""

import json
from typing import Any

import anyio
import pytest
from starlette.requests import Request

from server.limits import REQUEST_BYTES
from server.web.refusals import defect
from tests.server.doors import Serving


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "kind"),
    [
        ("GET", "/nowhere", {}, 404, "no_such_page"),
        ("GET", "/static/nothing.js", {}, 404, "no_such_page"),
        ("GET", "/api/get_rule", {}, 405, "method_not_allowed"),
        ("PUT", "/", {}, 405, "method_not_allowed"),
        ("GET", "/", {"host": "evil.example"}, 400, "bad_request"),
        ("POST", "/api/get_rule", {"origin": "https://evil.example"}, 403, "forbidden"),
        ("POST", "/mcp", {"origin": "https://evil.example"}, 403, "forbidden"),
        ("POST", "/mcp", {"content-type": "text/plain"}, 400, "bad_request"),
        ("POST", "/api/no_such_tool", {}, 404, "not_known"),
        ("POST", "/api/get_rule", {}, 400, "not_json"),
    ],
)
def test_a_refusal_has_a_kind_and_a_message(
    server: Serving, method: str, path: str, headers: dict[str, str], status: int, kind: str
) -> None:
    answer = server.request(method, path, body=b"", **headers)
    assert answer.status == status
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.data) == {"error"}
    assert answer.data["error"]["kind"] == kind
    assert answer.data["error"]["message"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/api/get_rule", "/mcp"])
def test_a_request_that_is_too_large_is_refused_in_the_same_shape(server: Serving, path: str) -> None:
    answer = server.request("POST", path, body=b" " * (REQUEST_BYTES + 1), content_type="application/json")
    assert (answer.status, answer.data["error"]["kind"]) == (413, "too_large")


def test_a_message_of_the_protocol_stays_in_the_protocol(server: Serving) -> None:
    headers = {"content_type": "application/json", "accept": "application/json, text/event-stream"}
    answer = server.request("POST", "/mcp", body=b"{", **headers)
    assert answer.status == 400
    assert answer.data["error"]["code"] == -32700
    assert answer.data["jsonrpc"] == "2.0"


def test_a_defect_is_told_without_what_was_asked() -> None:
    async def play() -> Any:
        return await defect(Request({"type": "http", "headers": []}), KeyError("secret"))

    answer = anyio.run(play)
    assert answer.status_code == 500
    assert json.loads(answer.body)["error"]["kind"] == "defect"
    assert b"secret" not in answer.body
