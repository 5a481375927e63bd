"""A server that many use keeps its limits, tells what it does without telling what was asked, and ends in good order."""

import json
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from corpus.errors import BadInput
from indexer.build import index_folder
from indexer.fetch import CatalogueFile
from server.lending import LendingDesk
from server.service import Service
from server.web import patience
from server.web.rate import RedisMeter
from server.web.settings import Rate, ServeSettings
from server.web.tokens import read_tokens
from tests.server.doors import COMMAND, ROOT, SECRET, SLOW, Serving, environment, serving

TOKEN = "a-token-of-enough-characters"


def rpc(tool: str, arguments: dict[str, Any]) -> bytes:
    return json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    ).encode()


def call(running: Serving, tool: str, arguments: dict[str, Any], **headers: str) -> Any:
    own = {"content_type": "application/json", "accept": "application/json, text/event-stream"}
    return running.request("POST", "/mcp", body=rpc(tool, arguments), **own, **headers)


# Limits


def test_the_rate_limit_counts_exactly_over_every_door_and_other_clients_do_not_notice(built_cache: Path, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"# who may ask\ngreedy {TOKEN}\nmodest {TOKEN}-2\n", encoding="utf-8")
    with serving(built_cache, "--rate", "6", "--burst", "20", "--tokens", str(tokens)) as running:
        greedy = {"authorization": f"Bearer {TOKEN}"}
        answers = [running.ask("list_games", {}, **greedy) for _ in range(12)]
        answers += [call(running, "list_games", {}, **greedy) for _ in range(12)]
        passed = [answer.status for answer in answers].count(200)
        turned = [answer for answer in answers if answer.status == 429]
        assert passed in (20, 21), "one more where ten seconds pass meanwhile"
        assert len(turned) == 24 - passed
        assert all(1 <= int(answer.headers["retry-after"]) <= 10 for answer in turned)
        assert turned[0].data["error"]["kind"] == "too_often"
        modest = [running.ask("list_games", {}, authorization=f"Bearer {TOKEN}-2").status for _ in range(20)]
        assert modest == [200] * 20
        # health and pages are not counted
        assert [running.request("GET", path).status for path in ("/", "/healthz", "/static/page.js")] == [200] * 3
        metrics = running.request("GET", "/metrics", authorization=greedy["authorization"]).body.decode()
        assert f"loreguide_rate_limited_total {24 - passed}.0" in metrics


def test_only_who_has_a_token_may_ask(built_cache: Path, tmp_path: Path) -> None:
    tokens = tmp_path / "tokens"
    tokens.write_text(f"ana {TOKEN}\n", encoding="utf-8")
    with serving(built_cache, "--tokens", str(tokens)) as running:
        for header in ("", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer"):
            answer = running.ask("list_games", {}, authorization=header)
            assert (answer.status, answer.data["error"]["kind"]) == (401, "no_token")
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert call(running, "list_games", {}, authorization=header).status == 401
        assert running.request("GET", "/metrics").status == 401
        assert running.request("GET", "/healthz").status == 200
        assert running.ask("list_games", {}, authorization=f"bearer {TOKEN}").status == 200
        assert call(running, "list_games", {}, authorization=f"Bearer {TOKEN}").status == 200


@pytest.mark.parametrize(
    ("text", "said"), [("", "no token"), ("ana short", "16 characters"), ("ana", "NAME TOKEN"), ("a b c", "NAME TOKEN")]
)
def test_a_bad_token_file_is_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "tokens"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        read_tokens(file)


def test_an_address_that_is_no_redis_is_one_sentence() -> None:
    with pytest.raises(BadInput, match="redis://HOST"):
        RedisMeter(Rate(), "http://somewhere")


def test_addresses_and_pages_of_others_are_refused_off_localhost_too(built_cache: Path) -> None:
    with serving(built_cache, "--host", "0.0.0.0", "--allow-host", "judge.example.org") as running:
        for path in ("/", "/healthz", "/metrics", "/static/page.js"):
            assert running.request("GET", path, host="evil.example").status == 400
            assert running.request("GET", path, host="judge.example.org").status == 200
        for host, origin, status in (
            ("judge.example.org", "https://judge.example.org", 200),
            ("judge.example.org", "https://evil.example", 403),
            ("evil.example", "https://evil.example", 403),
            ("evil.example", "https://judge.example.org", 400),
        ):
            assert running.ask("list_games", {}, host=host, origin=origin).status == status
            assert call(running, "list_games", {}, host=host, origin=origin).status == status


def test_a_client_behind_a_trusted_proxy_is_counted_by_its_own_address(built_cache: Path) -> None:
    with serving(built_cache, "--rate", "1", "--burst", "1", "--trust-proxy", "127.0.0.1") as running:
        statuses = [running.ask("list_games", {}, x_forwarded_for=f"192.0.2.{number}").status for number in (1, 2, 1)]
        assert statuses == [200, 200, 429]
    with serving(built_cache, "--rate", "1", "--burst", "1") as running:
        statuses = [running.ask("list_games", {}, x_forwarded_for=f"192.0.2.{number}").status for number in (1, 2)]
        assert statuses == [200, 429], "nobody is trusted unless told"


def test_a_request_that_does_not_arrive_is_given_up(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass

    async def play() -> list[Any]:
        sent = []

        async def receive() -> Any:
            if not sent_first:
                sent_first.append(True)
                return {"type": "http.request", "body": b"{", "more_body": True}
            await anyio.sleep(60)
            return {"type": "http.request", "body": b"}"}

        async def send(message: Any) -> None:
            sent.append(message)

        sent_first: list[bool] = []
        await patience.PatienceMiddleware(app, seconds=0.05)({"type": "http"}, receive, send)
        return sent

    first, second = anyio.run(play)
    assert first["status"] == 408
    assert json.loads(second["body"])["error"]["kind"] == "too_slow"


# What is told


def test_the_journal_has_a_line_for_every_request_and_nothing_of_what_was_asked(built_cache: Path) -> None:
    with serving(built_cache, "--log", "json") as running:
        named = running.ask("search_rules", {"query": f"{SECRET} quest"}, x_request_id="ask-1")
        assert named.headers["x-request-id"] == "ask-1"
        running.ask("get_card", {"name": SECRET})
        running.ask("check_scenario", {"scenario": f"players: {SECRET}"})
        call(running, "get_rule", {"ref": SECRET})
        running.request("GET", f"/{SECRET}")
        forged = running.request("GET", "/healthz", x_request_id="a b\tc")
        assert forged.headers["x-request-id"] != "a b\tc"
        wait_for(lambda: len([line for line in running.lines if line["event"] == "request"]) >= 6)
        lines = running.lines
        assert SECRET not in running.journal.read_text(encoding="utf-8")
    requests = [line for line in lines if line["event"] == "request"]
    assert {line["place"] for line in requests} >= {"/api/", "/mcp", "/healthz", "other"}
    by_name = {line["id"]: line for line in requests}
    assert (by_name["ask-1"]["status"], by_name["ask-1"]["client"]) == (200, "127.0.0.1")
    operations = [(line["operation"], line["outcome"]) for line in lines if line["event"] == "operation"]
    assert operations == [
        ("search_rules", "answered"),
        ("get_card", "negative"),
        ("check_scenario", "refused"),
        ("get_rule", "refused"),
    ]


def test_metrics_count_questions_by_operation_and_how_they_ended(server: Serving) -> None:
    server.ask("get_rule", {"ref": "4.6"})
    call(server, "get_rule", {"ref": "99.9"})
    answer = server.request("GET", "/metrics")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = answer.body.decode()
    for line in (
        'loreguide_operations_total{operation="get_rule",outcome="answered"} ',
        'loreguide_operations_total{operation="get_rule",outcome="refused"} ',
        'loreguide_http_requests_total{place="/mcp",status="200"} ',
        'loreguide_operation_seconds_bucket{le="0.05",operation="get_rule"} ',
        "loreguide_index_ready 1.0",
        "loreguide_index_built_timestamp_seconds ",
        "process_resident_memory_bytes ",
    ):
        assert f"\n{line}" in f"\n{text}", line


def test_health_tells_the_stamp_and_the_age_of_the_index(server: Serving) -> None:
    answer = server.request("GET", "/healthz")
    index = answer.data["index"]
    assert answer.headers["cache-control"] == "no-store"
    assert index["age_seconds"] >= 0
    assert {"built", "schema", "rules", "cards"} <= set(index)


def test_every_answer_carries_the_security_headers_refusals_too(server: Serving) -> None:
    for answer in (
        server.request("GET", "/"),
        server.request("GET", "/healthz"),
        server.request("GET", "/nowhere"),
        server.request("GET", "/", host="evil.example"),
        server.ask("list_games", {}, origin="https://evil.example"),
        call(server, "list_games", {}),
    ):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_spans_carry_no_contents(built_cache: Path) -> None:
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    from server.mcp import build_mcp_server

    kept = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    trace.set_tracer_provider(provider)

    async def play() -> None:
        server = build_mcp_server(Service(LendingDesk(index_folder(built_cache))))
        async with Client(server, mode="2026-07-28") as client:
            await client.call_tool("search_rules", {"query": f"{SECRET} quest"})

    anyio.run(play)
    spans = kept.get_finished_spans()
    ended = {span.name: (span.attributes or {}).get("loreguide.outcome") for span in spans}
    assert ended["tools/call search_rules"] == "answered"
    assert SECRET not in "".join(span.to_json() for span in spans)


# Start, end, and what goes wrong in between


def wait_for(true: Any, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "it did not come to pass"
        time.sleep(0.05)


def test_a_request_under_way_is_answered_before_the_server_ends(built_cache: Path) -> None:
    with serving(built_cache) as running, ThreadPoolExecutor(1) as pool:
        running.ask("check_scenario", {"scenario": SLOW})
        answer = pool.submit(running.ask, "check_scenario", {"scenario": {**SLOW, "steps": [{"do": "end_turn"}] * 200}})
        time.sleep(0.15)
        running.process.send_signal(signal.SIGTERM)
        assert answer.result().status == 200
        assert running.process.wait(timeout=20) in (0, -signal.SIGTERM)


def test_workers_share_the_work_and_the_metrics_and_a_killed_one_is_replaced(built_cache: Path) -> None:
    with serving(built_cache, "--workers", "2", "--rate", "0", "--log", "json") as running:
        asked = 0

        def answered_by() -> set[int]:
            nonlocal asked
            with ThreadPoolExecutor(8) as pool:
                assert set(pool.map(lambda _: running.ask("get_rule", {"ref": "4.6"}).status, range(40))) == {200}
            asked += 40
            return {line["process"] for line in running.lines if line["event"] == "operation"}

        wait_for(lambda: len(answered_by()) == 2)
        workers = answered_by()
        assert running.process.pid not in workers
        counted = f'loreguide_operations_total{{operation="get_rule",outcome="answered"}} {asked}.0'
        assert counted in running.request("GET", "/metrics").body.decode()
        os.kill(workers.pop(), signal.SIGKILL)
        wait_for(lambda: all(_status(running) == 200 for _ in range(20)))
        assert counted in running.request("GET", "/metrics").body.decode(), "what was counted stays"


def _status(running: Serving) -> int:
    try:
        return running.request("GET", "/healthz").status
    except OSError:
        return 0


def test_a_worker_killed_in_mid_request_costs_that_request_and_gives_no_wrong_answer(built_cache: Path) -> None:
    long = {**SLOW, "steps": [{"do": "end_turn"}] * 400}
    with serving(built_cache, "--workers", "2", "--rate", "0", "--log", "json") as running, ThreadPoolExecutor(4) as pool:
        whole = running.ask("check_scenario", {"scenario": long, "detail": "full"}).body
        under_way = [pool.submit(running.ask, "check_scenario", {"scenario": long, "detail": "full"}) for _ in range(4)]
        time.sleep(0.3)
        for worker in {line["process"] for line in running.lines if line["event"] == "request"}:
            os.kill(worker, signal.SIGKILL)
        answered = 0
        for future in under_way:
            error = future.exception()
            if error is None:
                assert future.result().body == whole
                answered += 1
            else:
                assert isinstance(error, OSError | http_exception()), error
        wait_for(lambda: all(_status(running) == 200 for _ in range(10)))
        assert running.ask("check_scenario", {"scenario": long, "detail": "full"}).body == whole


def http_exception() -> type[Exception]:
    import http.client

    return http.client.HTTPException


@pytest.fixture
def own_cache(built_cache: Path, catalogue: CatalogueFile, tmp_path: Path) -> Path:
    """Give a cache with an index that a test may break, and the catalogue to build it again."""
    cache = tmp_path / "cache"
    shutil.copytree(built_cache, cache)
    for file in catalogue.path.parent.glob("catalogue.*"):
        shutil.copy(file, cache)
    return cache


def test_an_index_swapped_on_disk_is_answered_from_without_a_restart(own_cache: Path) -> None:
    with serving(own_cache, "--rate", "0") as running:
        before = running.request("GET", "/healthz").data["index"]["built"]
        home = index_folder(own_cache)
        present = home / (home / "current").read_text(encoding="utf-8").strip()
        other = home / "index-20990101-000000-000000000"
        shutil.copytree(present, other)
        stamp = json.loads((other / "stamp.json").read_text(encoding="utf-8"))
        stamp["status"]["built"] = "2099-01-01T00:00:00Z"
        (other / "stamp.json").write_text(json.dumps(stamp), encoding="utf-8")
        part = home / ".part"
        part.write_text(other.name, encoding="utf-8")
        failures: list[int] = []
        done = threading.Event()

        def keep_asking() -> None:
            while not done.is_set():
                status = running.ask("get_rule", {"ref": "4.6.4.3"}).status
                if status != 200:
                    failures.append(status)

        with ThreadPoolExecutor(4) as pool:
            for _ in range(4):
                pool.submit(keep_asking)
            time.sleep(0.2)
            part.replace(home / "current")
            wait_for(lambda: running.request("GET", "/healthz").data["index"]["built"] != before)
            time.sleep(0.2)
            done.set()
        assert failures == []
        assert running.request("GET", "/healthz").data["index"]["built"].startswith("2099")


def test_an_index_deleted_while_serving_answers_on_and_health_says_so(own_cache: Path) -> None:
    with serving(own_cache, "--rate", "0") as running:
        whole = running.ask("get_rule", {"ref": "4.6.4.3"}).body
        running.ask("search_rules", {"query": "quest"})
        shutil.rmtree(index_folder(own_cache))
        for _ in range(3):
            assert running.ask("get_rule", {"ref": "4.6.4.3"}).body == whole
            assert running.ask("search_rules", {"query": "quest"}).status == 200
            assert running.ask("get_card", {"name": "Stitch - New Dog"}).status == 200
        health = running.request("GET", "/healthz")
        assert health.status == 200
        assert "gone" in health.data["problem"]


def test_an_index_corrupted_while_serving_gets_a_clear_error_until_it_is_built_again(own_cache: Path) -> None:
    with serving(own_cache, "--rate", "0") as running:
        assert running.ask("get_rule", {"ref": "4.6.4.3"}).status == 200
        home = index_folder(own_cache)
        database = home / (home / "current").read_text(encoding="utf-8").strip() / "index.sqlite"
        database.write_bytes(os.urandom(database.stat().st_size))
        for tool, arguments in (
            ("get_rule", {"ref": "4.6.4.3"}),
            ("search_rules", {"query": "quest"}),
            ("get_card", {"name": "Stitch - New Dog"}),
            ("check_scenario", {"scenario": SLOW}),
        ):
            answer = running.ask(tool, arguments)
            assert answer.status == 503
            assert "loreguide index" in answer.data["error"]["message"]
            told = call(running, tool, arguments).data["result"]
            assert told["isError"]
            assert "loreguide index" in told["content"][0]["text"]
        health = running.request("GET", "/healthz")
        assert (health.status, health.data["status"]) == (503, "not ready")
        built = subprocess.run(
            [*COMMAND, "index"], cwd=ROOT, env=environment(own_cache), capture_output=True, text=True, check=False
        )
        assert built.returncode == 0, built.stderr
        assert running.ask("get_rule", {"ref": "4.6.4.3"}).status == 200
        assert running.request("GET", "/healthz").status == 200


def test_a_disk_that_is_full_leaves_the_old_index_and_the_server_as_they_are(own_cache: Path) -> None:
    with serving(own_cache, "--rate", "0") as running:
        whole = running.ask("get_rule", {"ref": "4.6.4.3"}).body
        # a limit on the size of files is met by every writer as a full disk is, in the middle of a write
        built = subprocess.run(
            f"ulimit -f 512; exec {' '.join(COMMAND)} index --rebuild",
            shell=True,
            cwd=ROOT,
            env=environment(own_cache),
            capture_output=True,
            text=True,
            check=False,
        )
        assert built.returncode == 3
        said = built.stderr.strip().splitlines()[-1]
        assert said.startswith("loreguide: ")
        assert "LOREGUIDE_CACHE" in said or "full" in said
        assert "Traceback" not in built.stderr
        assert running.ask("get_rule", {"ref": "4.6.4.3"}).body == whole
        assert running.request("GET", "/healthz").data["status"] == "ready"
        assert not list(index_folder(own_cache).glob("building-*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_journal_that_cannot_be_written_does_not_keep_a_server_from_answering(built_cache: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        Path("/dev/full").open("wb") as full,
        subprocess.Popen(
            [*COMMAND, "serve", "--port", str(port), "--log", "json"], cwd=ROOT, env=environment(built_cache), stderr=full
        ) as process,
    ):
        running = Serving(f"http://127.0.0.1:{port}", process, Path(os.devnull))
        try:
            wait_for(lambda: _status(running) == 200, 60)
            assert running.ask("get_rule", {"ref": "4.6.4.3"}).status == 200
            assert call(running, "get_rule", {"ref": "4.6.4.3"}).status == 200
        finally:
            process.terminate()


def test_settings_are_plain_data_that_a_worker_can_be_handed() -> None:
    import pickle

    settings = ServeSettings(host="::1", allowed_hosts=("judge.example.org",), workers=2)
    assert pickle.loads(pickle.dumps(settings)) == settings
    assert settings.names[-2:] == ("[::1]", "judge.example.org")


def test_options_can_come_from_the_environment(built_cache: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "serve"],
        cwd=ROOT,
        env={**environment(built_cache), "LOREGUIDE_SERVE_HOST": "203.0.113.7", "LOREGUIDE_SERVE_PORT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "203.0.113.7:1" in done.stderr


def test_a_server_starts_without_the_engine() -> None:
    told = "import sys, server.web.application, server.stdio, server.cli.program; print('engine.api' in sys.modules)"
    done = subprocess.run([COMMAND[0], "-c", told], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
def test_a_connection_that_says_nothing_is_hung_up_on_and_others_leave_nothing_behind(server: Serving) -> None:
    port = int(server.url.rsplit(":", 1)[1])

    def resident() -> int:
        lines = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])

    def abandon(times: int) -> None:
        for _ in range(times):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as gone:
                gone.sendall(b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{")

    with socket.create_connection(("127.0.0.1", port), timeout=60) as silent:
        abandon(200)
        before = resident()
        abandon(1_500)
        assert resident() < before * 1.1
        assert silent.recv(1) == b"", "after a while the server hangs up"
