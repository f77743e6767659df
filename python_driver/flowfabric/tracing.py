"""The trace of OpenTelemetry that a submission belongs to travels in a tag of the execution.

`trace_tags` puts it there, `flowfabric.worker` continues it: the span of a handler is a child of
the span that submitted its execution. Without `opentelemetry-api` nothing happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# in the format of W3C
TRACEPARENT_TAG = "otel.traceparent"


def trace_tags(tags: Mapping[str, str] | None = None) -> dict[str, str]:
    """The tags, and the trace of the caller if it is in a span:
    `client.create_execution("emails", tags=trace_tags())`."""
    found = dict(tags or {})
    propagator = _propagator()
    if propagator and TRACEPARENT_TAG not in found:
        carrier: dict[str, str] = {}
        propagator.inject(carrier)
        if "traceparent" in carrier:
            found[TRACEPARENT_TAG] = carrier["traceparent"]
    return found


def context_of(tags: Mapping[str, str]) -> Any:
    """The context of OpenTelemetry that the tags name; None without one."""
    propagator, parent = _propagator(), tags.get(TRACEPARENT_TAG)
    return propagator.extract({"traceparent": parent}) if propagator and parent else None


def _propagator() -> Any:
    try:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
    except ModuleNotFoundError:
        return None
    return TraceContextTextMapPropagator()
