"""Send spans to OpenTelemetry where its SDK is installed and the environment asks for it.

The MCP SDK spans every message, our web door every question, and the service notes how it ended. Spans carry names of
methods and operations and how they ended, never arguments or answers.
"""

import importlib
import os
import sys
from importlib.util import find_spec
from typing import Final

from corpus.errors import BadInput
from server import PROGRAM

__all__ = ["set_up_tracing"]

_EXPORTER: Final = "OTEL_TRACES_EXPORTER"
_OTLP: Final = "opentelemetry.exporter.otlp.proto.http.trace_exporter"


def set_up_tracing() -> bool:
    """Export spans as the usual ``OTEL_…`` variables say; tell whether they are exported.

    :raises BadInput: the named exporter is not one that is known or installed.
    """
    wanted = os.environ.get(_EXPORTER, "otlp" if any(name.startswith("OTEL_EXPORTER_OTLP") for name in os.environ) else "none")
    if wanted == "none" or os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or find_spec("opentelemetry.sdk") is None:
        return False
    from opentelemetry import trace
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SpanExporter

    exporter: SpanExporter
    if wanted == "console":
        exporter = ConsoleSpanExporter(out=sys.stderr)
    elif wanted == "otlp":
        try:
            exporter = importlib.import_module(_OTLP).OTLPSpanExporter()
        except ImportError:
            raise BadInput(f"{_EXPORTER} is otlp, and its exporter is not installed: install `loreguide[otel]`") from None
    else:
        raise BadInput(f"{_EXPORTER} is {wanted!r}; right is otlp, console or none")
    resource = Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", PROGRAM)})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return True
