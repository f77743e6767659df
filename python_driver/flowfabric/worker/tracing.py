"""Spans of OpenTelemetry, if its API is installed; otherwise nothing.

A span is the run of a handler. Its parent is the trace that the tag `otel.traceparent` of the
execution names, in the format of W3C.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from ..types import ClaimedExecution

TRACEPARENT_TAG = "otel.traceparent"


class Tracing:
    """No spans."""

    def span(
        self,
        execution: ClaimedExecution,  # noqa: ARG002
    ) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    @staticmethod
    def find() -> Tracing:
        try:
            from opentelemetry import propagate, trace
        except ModuleNotFoundError:
            return Tracing()
        return _OpenTelemetry(trace, propagate)


class _OpenTelemetry(Tracing):
    def __init__(self, trace: Any, propagate: Any) -> None:
        self._trace = trace
        self._propagate = propagate
        self._tracer = trace.get_tracer("flowfabric.worker")

    def span(self, execution: ClaimedExecution) -> contextlib.AbstractContextManager[None]:
        parent = execution.tags.get(TRACEPARENT_TAG)
        provider = self._trace.get_tracer_provider()
        if parent is None and isinstance(provider, self._trace.ProxyTracerProvider):
            # the application has set none, so the span would go nowhere
            return contextlib.nullcontext()
        return self._new_span(execution, parent)

    @contextlib.contextmanager
    def _new_span(self, execution: ClaimedExecution, parent: str | None) -> Iterator[None]:
        context = self._propagate.extract({"traceparent": parent}) if parent else None
        attributes = {
            "flowfabric.execution_id": execution.execution_id,
            "flowfabric.lane": execution.lane_id,
            "flowfabric.kind": execution.kind,
            "flowfabric.attempt_index": execution.attempt_index,
            "flowfabric.attempt_type": execution.attempt_type,
            "flowfabric.lease_epoch": execution.lease_epoch,
        }
        with self._tracer.start_as_current_span(
            f"handle {execution.kind}",
            context=context,
            kind=self._trace.SpanKind.CONSUMER,
            attributes=attributes,
        ):
            yield
