"""Spans and metrics of OpenTelemetry, if its API is installed; otherwise nothing.

A span is the run of a handler. Its parent is the trace that the tag `otel.traceparent` of the
execution names (flowfabric/tracing.py). Steps that are done in the run have spans inside it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..tracing import TRACEPARENT_TAG, context_of
from ..types import ClaimedExecution


class Tracing:
    """No spans."""

    def span(
        self,
        execution: ClaimedExecution,  # noqa: ARG002
    ) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def step_span(
        self,
        key: str,  # noqa: ARG002
    ) -> contextlib.AbstractContextManager[Any]:
        return contextlib.nullcontext()

    @staticmethod
    def find() -> Tracing:
        try:
            from opentelemetry import trace
        except ModuleNotFoundError:
            return Tracing()
        return _OpenTelemetry(trace)


class _OpenTelemetry(Tracing):
    def __init__(self, trace: Any) -> None:
        self._trace = trace
        self._tracer = trace.get_tracer("flowfabric.worker")

    def span(self, execution: ClaimedExecution) -> contextlib.AbstractContextManager[None]:
        provider = self._trace.get_tracer_provider()
        if TRACEPARENT_TAG not in execution.tags and isinstance(
            provider, self._trace.ProxyTracerProvider
        ):
            # the application has set none, so the span would go nowhere
            return contextlib.nullcontext()
        return self._new_span(execution)

    @contextlib.contextmanager
    def _new_span(self, execution: ClaimedExecution) -> Iterator[None]:
        attributes = {
            "flowfabric.execution_id": str(execution.execution_id),
            "flowfabric.lane": execution.lane_id,
            "flowfabric.kind": execution.kind,
            "flowfabric.attempt_index": execution.attempt_index,
            "flowfabric.attempt_type": execution.attempt_type,
            "flowfabric.lease_epoch": execution.lease_epoch,
        }
        with self._tracer.start_as_current_span(
            f"handle {execution.kind}",
            context=context_of(execution.tags),
            kind=self._trace.SpanKind.CONSUMER,
            attributes=attributes,
        ):
            yield

    def step_span(self, key: str) -> contextlib.AbstractContextManager[Any]:
        if not self._trace.get_current_span().get_span_context().is_valid:
            return contextlib.nullcontext()
        span: contextlib.AbstractContextManager[Any] = self._tracer.start_as_current_span(
            f"step {key}", attributes={"flowfabric.step_key": key}
        )
        return span


def new_meters(
    worker_id: str, outcomes: Callable[[], Mapping[str, int]], leases_held: Callable[[], int]
) -> Callable[[str, float], None]:
    """The same figures as at the metrics port; returns what takes the duration of a handler."""
    try:
        from opentelemetry import metrics
    except ModuleNotFoundError:
        return lambda _kind, _seconds: None
    meter = metrics.get_meter("flowfabric.worker")
    worker = {"flowfabric.worker": worker_id}

    def executions(_options: Any) -> Iterator[metrics.Observation]:
        for outcome, count in outcomes().items():
            yield metrics.Observation(count, {**worker, "flowfabric.outcome": outcome})

    def leases(_options: Any) -> Iterator[metrics.Observation]:
        yield metrics.Observation(leases_held(), worker)

    meter.create_observable_counter(
        "flowfabric.executions", [executions], description="Executions, by what became of them."
    )
    meter.create_observable_gauge(
        "flowfabric.leases.held", [leases], description="Executions that are claimed."
    )
    durations = meter.create_histogram(
        "flowfabric.handler.duration", unit="s", description="Duration of calls of handlers."
    )
    return lambda kind, seconds: durations.record(seconds, {**worker, "flowfabric.kind": kind})
