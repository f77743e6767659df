"""Figures and the health of a worker: metrics, probes, and OpenTelemetry."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flowfabric import Client
from flowfabric.tracing import trace_tags
from flowfabric.worker import App, Context
from flowfabric.worker.probes import MAX_CONNECTIONS, PortError, Probes

from .conftest import Running, Work, wait_for_state, wait_until

LANE = "monitored"
TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def get(port: int | None, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def port_of(running: Running) -> int:
    assert running.app._runtime
    port = wait_until(lambda: running.app._runtime.monitor.port, "the port")  # type: ignore[union-attr]
    wait_until(lambda: get(port, "/readyz")[0] == 200, "the registration")
    assert isinstance(port, int)
    return port


def samples(port: int) -> dict[str, float]:
    status, text = get(port, "/metrics")
    assert status == 200
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_a_port_has_histograms_by_kind_and_gauges(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE])
    is_to_end = threading.Event()
    app.handler("quick")(lambda: None)
    app.handler("*")(lambda: is_to_end.wait(20))
    ids = [client.create_execution(LANE, kind="quick").execution_id for _ in range(3)]
    odd = client.create_execution(LANE, kind='a"b').execution_id
    with work(app, metrics_port=0, lease_ttl_ms=1000) as running:
        port = port_of(running)
        for id_ in ids:
            wait_for_state(client, id_, "completed")
        wait_until(lambda: samples(port)['ff_worker_renewals_total{worker="worker"}'], "a renewal")
        found = samples(port)
        assert found['ff_worker_leases_held{worker="worker"}'] == 1
        assert found['ff_worker_handlers_running{worker="worker"}'] == 1
        assert found['ff_worker_handler_seconds_count{worker="worker",kind="quick"}'] == 3
        assert found['ff_worker_executions_total{worker="worker",outcome="completed"}'] == 3
        assert 0 <= found['ff_worker_loop_lag_seconds{worker="worker"}'] < 5
        is_to_end.set()
        wait_for_state(client, odd, "completed")
        # a kind that a submitter invents makes no series
        assert samples(port)['ff_worker_handler_seconds_count{worker="worker",kind="*"}'] == 1
        assert not any("a\\" in name for name in samples(port))
        assert get(port, "/nothing")[0] == 404


def test_a_lost_lease_is_counted(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("loses")
    def loses(ctx: Context) -> None:
        client.revoke_lease(ctx.execution_id, reason="a test")
        client.cancel_execution(ctx.execution_id, "a test")
        ctx.progress(1)

    client.create_execution(LANE, kind="loses")
    with work(app, metrics_port=0) as running:
        port = port_of(running)
        wait_until(
            # more than one, if it was claimed again between the two calls
            lambda: samples(port)['ff_worker_leases_lost_total{worker="worker"}'] >= 1,
            "the loss",
        )


def test_a_worker_that_drains_is_alive_and_not_ready(client: Client, work: Work) -> None:
    app = App("worker", lanes=[LANE])
    is_to_end = threading.Event()
    app.handler("slow")(lambda: is_to_end.wait(20))
    id_ = client.create_execution(LANE, kind="slow").execution_id
    with work(app, metrics_port=0) as running:
        port = port_of(running)
        wait_for_state(client, id_, "active")
        app.stop()
        wait_until(lambda: get(port, "/readyz") == (503, "not ready: it ends\n"), "the drain")
        assert get(port, "/healthz") == (200, "alive\n")
        is_to_end.set()


def test_a_blocked_loop_is_told(
    client: Client, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flowfabric.worker.monitoring.DEAD_S", 0.5)
    monkeypatch.setattr("flowfabric.worker.monitoring.LATE_S", 0.5)
    app = App("worker", lanes=[LANE])
    is_to_end = threading.Event()

    @app.handler("blocks")
    async def blocks() -> None:
        is_to_end.wait(20)

    with work(app, metrics_port=0) as running:
        port = port_of(running)
        assert get(port, "/healthz")[0] == 200
        client.create_execution(LANE, kind="blocks")
        wait_until(lambda: get(port, "/healthz")[0] == 503, "the health")
        assert "not ready: the event loop has not run for" in get(port, "/readyz")[1]
        is_to_end.set()
        wait_until(lambda: get(port, "/healthz")[0] == 200, "the health afterwards")


def test_a_port_that_is_taken_is_an_error(dsn: str) -> None:
    app = App("worker", lanes=[LANE])
    app.handler("any")(lambda: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match=f"127.0.0.1:{port}: Address already in use"):
            app.run(dsn, metrics_port=port)
    with pytest.raises(ValueError, match="metrics_port must be a port"):
        app.settings(metrics_port=65_536)


def test_slow_clients_do_not_keep_probes_out() -> None:
    probes = Probes("127.0.0.1", 0, {"/healthz": lambda: (200, "alive\n")})
    probes.start()
    before = threading.active_count()
    with contextlib.ExitStack() as stack:
        slow = [
            stack.enter_context(socket.create_connection(("127.0.0.1", probes.port)))
            for _ in range(3 * MAX_CONNECTIONS)
        ]
        for each in slow:
            each.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
        assert get(probes.port, "/healthz") == (200, "alive\n")
        wait_until(lambda: threading.active_count() <= before + MAX_CONNECTIONS + 1, "their end")
        # a request that is not HTTP, and one that is cut off
        for text in (b"\x16\x03\x01 \r\n\r\n", b"GET"):
            with socket.create_connection(("127.0.0.1", probes.port)) as odd:
                odd.sendall(text)
        assert get(probes.port, "/healthz") == (200, "alive\n")
    began_at = time.monotonic()
    probes.end()
    assert time.monotonic() - began_at < 2


# --- OpenTelemetry ---


@pytest.fixture
def in_a_span() -> Iterator[None]:
    from opentelemetry import context, trace
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    token = context.attach(TraceContextTextMapPropagator().extract({"traceparent": TRACEPARENT}))
    assert trace.get_current_span().get_span_context().is_valid
    yield
    context.detach(token)


@pytest.mark.usefixtures("in_a_span")
def test_tags_of_a_submission_have_the_trace_of_the_caller() -> None:
    assert trace_tags() == {"otel.traceparent": TRACEPARENT}
    assert trace_tags({"a.b": "c"}) == {"a.b": "c", "otel.traceparent": TRACEPARENT}
    assert trace_tags({"otel.traceparent": "given"}) == {"otel.traceparent": "given"}


def test_tags_outside_of_a_span_stay_as_they_are() -> None:
    assert trace_tags({"a.b": "c"}) == {"a.b": "c"}


@pytest.mark.usefixtures("in_a_span")
def test_the_trace_goes_from_a_submission_to_its_handler_and_to_what_that_spawns(
    client: Client, dsn: str
) -> None:
    app = App("worker", lanes=[LANE])

    @app.handler("parent")
    def parent(ctx: Context) -> str:
        return str(ctx.spawn("child", tags={"shop.order": "7"}).execution_id)

    app.handler("child")(lambda: None)
    id_ = client.create_execution(LANE, kind="parent", tags=trace_tags()).execution_id
    app.drain(dsn)
    result = client.get_execution_result(id_)
    assert result
    child = client.describe_execution(result.output)
    assert child
    assert child.tags["shop.order"] == "7"
    # the API alone makes no spans of its own: the trace and the span stay those of the caller
    assert child.tags["otel.traceparent"] == TRACEPARENT


def test_meters_have_the_figures_of_the_worker(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry import metrics

    recorded: list[tuple[float, Mapping[str, Any]]] = []
    observers: dict[str, Any] = {}

    class Histogram(metrics.NoOpHistogram):
        def record(self, amount: float, attributes: Any = None, *_: Any) -> None:
            recorded.append((amount, attributes))

    class Meter(metrics.NoOpMeter):
        def create_histogram(self, name: str, *_: Any, **__: Any) -> Any:
            return Histogram(name)

        def create_observable_counter(
            self, name: str, callbacks: Any = None, *_: Any, **__: Any
        ) -> Any:
            observers[name] = callbacks[0]

        create_observable_gauge = create_observable_counter

    monkeypatch.setattr(metrics, "get_meter", lambda *_: Meter("flowfabric"))
    app = App("worker", lanes=[LANE])
    app.handler("quick")(lambda: None)
    client.create_execution(LANE, kind="quick")
    app.drain(dsn)
    [(seconds, attributes)] = recorded
    assert 0 < seconds < 20
    assert attributes == {"flowfabric.worker": "worker", "flowfabric.kind": "quick"}
    completed = {
        each.attributes["flowfabric.outcome"]: each.value
        for each in observers["flowfabric.executions"](None)
    }
    assert completed["completed"] == completed["claimed"] == 1
    [held] = observers["flowfabric.leases.held"](None)
    assert held.value == 0
