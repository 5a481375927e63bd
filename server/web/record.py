"""Take note of what a server does: as Prometheus metrics, and as a journal of JSON lines; never of what is asked."""

import json
import logging
import os
import re
import secrets
import sys
import time
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest, multiprocess
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.lending import DeskState
from server.service import Outcome
from server.web.rate import caller_of
from server.web.settings import JournalForm

__all__ = ["MULTIPROCESS_FOLDER", "RecordMiddleware", "Recorder", "set_up_journal"]

MULTIPROCESS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where the client library lets the processes of one server share their numbers."""
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_PLACES: Final = ("/mcp", "/api/", "/static/", "/examples/", "/healthz", "/metrics")
_REQUEST_NAME: Final = re.compile(r"[\w.-]{1,64}")

_log = logging.getLogger("loreguide.serve")


class Recorder:
    """Count what happens and write it down."""

    def __init__(self, journal: JournalForm = JournalForm.NONE) -> None:
        self._journal = journal
        own = self._registry = CollectorRegistry()
        self._operations = Counter(
            "loreguide_operations", "Questions by operation and how they ended.", ["operation", "outcome"], registry=own
        )
        self._operation_seconds = Histogram(
            "loreguide_operation_seconds", "How long questions took.", ["operation"], buckets=_BUCKETS, registry=own
        )
        self._requests = Counter("loreguide_http_requests", "HTTP requests.", ["place", "status"], registry=own)
        self._request_seconds = Histogram(
            "loreguide_http_request_seconds", "How long HTTP requests took.", ["place"], buckets=_BUCKETS, registry=own
        )
        self._turned_away = Counter("loreguide_rate_limited", "Requests that were answered 429.", registry=own)
        self._replaying = Gauge(
            "loreguide_replays", "Boards being replayed or waiting for it.", registry=own, multiprocess_mode="livesum"
        )
        self._ready = Gauge(
            "loreguide_index_ready", "Whether questions can be answered.", registry=own, multiprocess_mode="mostrecent"
        )
        self._built = Gauge(
            "loreguide_index_built_timestamp_seconds", "When the index was built.", registry=own, multiprocess_mode="mostrecent"
        )
        self._shared = os.environ.get(MULTIPROCESS_FOLDER)
        if self._shared is None:
            ProcessCollector(registry=own)

    def asked(self, operation: str, outcome: Outcome, seconds: float) -> None:
        """Take note of a question that has ended."""
        self._operations.labels(operation, outcome.value).inc()
        self._operation_seconds.labels(operation).observe(seconds)
        self._write("operation", operation=operation, outcome=outcome.value, ms=_milliseconds(seconds))

    def replaying(self, change: int) -> None:
        """Take note that a replay begins (+1) or has ended (-1)."""
        self._replaying.inc(change)

    def met_defect(self, operation: str, cause: Exception) -> None:
        """Take note of a defect by its kind and place; its message may repeat what was asked."""
        frames = traceback.extract_tb(cause.__traceback__)
        place = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
        self._write("defect", operation=operation, error=type(cause).__name__, place=place[-8:])

    def turned_away(self) -> None:
        """Take note of a request that came too often."""
        self._turned_away.inc()

    def served(self, scope: Scope, status: int, received: int, sent: int, seconds: float, name: str) -> None:
        """Take note of an HTTP request that has been answered."""
        place = next((known for known in _PLACES if scope["path"].startswith(known)), "/" if scope["path"] == "/" else "other")
        self._requests.labels(place, str(status)).inc()
        self._request_seconds.labels(place).observe(seconds)
        if self._journal is not JournalForm.NONE:
            self._write(
                "request",
                id=name,
                client=caller_of(scope),
                method=scope["method"],
                place=place,
                status=status,
                received=received,
                sent=sent,
                ms=_milliseconds(seconds),
            )

    def metrics(self, state: DeskState) -> bytes:
        """Write every number in Prometheus' text format."""
        self._ready.set(state.ready)
        if state.status is not None:
            self._built.set(state.status.built.timestamp())
        if self._shared is None:
            return generate_latest(self._registry)
        _forget_dead_processes(Path(self._shared))
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together, self._shared)  # type: ignore[no-untyped-call]
        return generate_latest(together)

    def _write(self, event: str, **values: Any) -> None:
        if self._journal is JournalForm.JSON:
            _log.info(event, extra={"values": values})


class RecordMiddleware:
    """Measure every request, and give it a name that the journal and the client share."""

    def __init__(self, app: ASGIApp, recorder: Recorder) -> None:
        self._app = app
        self._recorder = recorder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and take note of its end."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        given = Headers(scope=scope).get("x-request-id", "")
        name = given if _REQUEST_NAME.fullmatch(given) else secrets.token_hex(8)
        status, received, sent = 500, 0, 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            return message

        async def send_counted(message: Message) -> None:
            nonlocal status, sent
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = name
            sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive_counted, send_counted)
        finally:
            self._recorder.served(scope, status, received, sent, time.perf_counter() - started, name)


class _JsonLines(logging.Formatter):
    """Write a log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line; a text that is not one of our events stands under `message`."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
        }
        values = getattr(record, "values", None)
        line |= (
            {"event": record.getMessage(), **values} if values is not None else {"event": "log", "message": record.getMessage()}
        )
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up_journal(form: JournalForm) -> None:
    """Send the journal, and what libraries log, to standard error."""
    if form is JournalForm.NONE:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("loreguide").setLevel(logging.INFO)


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)


def _forget_dead_processes(folder: Path) -> None:
    """Drop the gauges of workers that were killed and could not do it themselves."""
    for file in folder.glob("gauge_live*.db"):
        number = file.stem.rpartition("_")[2]
        if number.isdecimal():
            try:
                os.kill(int(number), 0)
            except ProcessLookupError:
                with suppress(OSError):
                    file.unlink()
            except PermissionError:
                continue
