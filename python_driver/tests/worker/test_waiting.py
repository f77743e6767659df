"""Submitting by a handler, and waiting for results: with notifications, and without."""

from __future__ import annotations

import asyncio
import os
import resource
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import AsyncClient, Client
from flowfabric.cli import main
from flowfabric.results import _listener
from flowfabric.worker import App, AsyncContext, NotCompleted, Permanent, days, minutes

from .conftest import Work, wait_until

LANE = "orders"
APP = """
from flowfabric.worker import App, minutes

app = App("shop", lanes=["orders"])

@app.handler(
    "checkout", lane="tills", retries=2, timeout=minutes(1), priority=7, tags={"team.a": "b"},
    on_failure="refund",
)
def checkout(n: int) -> int:
    return n
"""


@dataclass
class Order:
    number: int


@dataclass
class Receipt:
    number: int


@pytest.fixture
def app() -> App:
    app = App("shop", lanes=[LANE, "tills"])

    @app.handler("plain", lane="tills", retries=0)
    def plain(order: Order) -> Receipt:
        if order.number < 0:
            raise Permanent("a negative number")
        return Receipt(order.number)

    @app.handler("coroutine")
    async def coroutine(order: Order, ctx: AsyncContext) -> Receipt:
        return await ctx.step("receipt", lambda: Receipt(order.number))

    return app


@pytest.fixture(autouse=True)
def _own_listeners(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(_listener, "IDLE_S", 0.5)
    yield
    wait_until(lambda: all(one._thread is None for one in _listener._listeners.values()))
    _listener._listeners.clear()


def handler_of(app: App, kind: str) -> Any:
    return app.declarations[kind].function


def test_what_is_declared_becomes_arguments_of_the_submission(client: Client, app: App) -> None:
    @app.handler(
        "checkout", lane="tills", retries=2, timeout=minutes(1), priority=7, tags={"team.a": "b"},
        on_failure="refund",
    )  # fmt: skip
    def checkout(_order: Order) -> None: ...

    created = checkout.submit(
        Order(1),
        client.connection,
        idempotency_key="order 1",
        delay=minutes(5),
        tags={"team.c": "d"},
    )
    again = checkout.submit(
        Order(1),
        client.connection,
        idempotency_key="order 1",
        delay=minutes(5),
        tags={"team.c": "d"},
    )
    assert (again.outcome, again.execution_id) == ("duplicate", created.execution_id)
    found = client.describe_execution(created.execution_id)
    assert found
    assert (found.lane_id, found.kind, found.priority) == ("tills", "checkout", 7)
    assert {"team.a": "b", "team.c": "d"}.items() <= found.tags.items()
    assert found.policy
    assert found.policy["retry_policy"]["max_retries"] == 2
    assert found.policy["timeout_policy"]["attempt_timeout_ms"] == 60_000
    assert found.policy["on_failure"] == {"kind": "refund"}
    assert client.read_execution_state(created.execution_id) == "delayed"
    assert checkout(Order(1)) is None, "it is still the function that it was"


def test_a_submission_is_part_of_its_transaction(client: Client, app: App) -> None:
    plain = handler_of(app, "plain")
    with client.connection.transaction(force_rollback=True):
        plain.submit(Order(1), client.connection)
    assert client.list_executions() == []


@pytest.mark.parametrize("kind", ["plain", "coroutine"])
def test_the_answer_of_a_handler_is_waited_for(
    dsn: str, client: Client, app: App, work: Work, kind: str
) -> None:
    handler = handler_of(app, kind)
    with work(app):
        if kind == "plain":
            assert handler.submit_and_wait(Order(1), dsn, timeout=20) == Receipt(1)
        else:
            assert asyncio.run(handler.submit_and_wait(Order(1), dsn, timeout=20)) == Receipt(1)
        assert handler.submit_and_wait(Order(2), client.connection, timeout=20) == Receipt(2)

        async def wait() -> Any:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
                created = await handler.submit(Order(4), connection)
                found = await AsyncClient(connection).wait(created.execution_id, 20)
                return found.output, await handler.submit_and_wait(Order(3), connection, timeout=20)

        assert asyncio.run(wait()) == ({"number": 4}, Receipt(3))


def test_an_execution_that_does_not_complete_is_an_error(
    dsn: str, client: Client, app: App, work: Work
) -> None:
    plain = handler_of(app, "plain")
    with work(app), pytest.raises(NotCompleted, match="is failed: a negative number") as caught:
        plain.submit_and_wait(Order(-1), dsn, timeout=20)
    assert caught.value.result.failure_category == "handler_error"
    began_at = time.monotonic()
    with pytest.raises(TimeoutError, match="1 of 1 executions are not over"):
        plain.submit_and_wait(Order(1), client.connection, timeout=timedelta(seconds=0.3))
    assert 0.3 <= time.monotonic() - began_at < 5


def test_nothing_is_waited_for_in_a_transaction(client: Client, dsn: str, app: App) -> None:
    plain = handler_of(app, "plain")
    with psycopg.connect(dsn) as connection, pytest.raises(TypeError, match="autocommit"):
        plain.submit_and_wait(Order(1), connection)
    with client.connection.transaction(), pytest.raises(TypeError, match="autocommit"):
        plain.submit_and_wait(Order(1), client.connection)
    with pytest.raises(TypeError, match="takes a connection"):
        plain.submit_and_wait(Order(1), 17)
    assert client.list_executions() == []


def test_several_results_come_in_order(client: Client, app: App, work: Work) -> None:
    ids = [
        client.create_execution(LANE, {"number": n}, kind="coroutine").execution_id
        for n in range(20)
    ]
    with work(app):
        results = client.wait(ids, timeout=days(1))
    assert [result.output["number"] for result in results] == list(range(20))
    assert client.wait([]) == []


@pytest.mark.usefixtures("_long_pauses")
def test_many_wait_over_one_connection(client: Client, dsn: str) -> None:
    """Each hears of its end, and does not look for it."""
    count = 200
    ids = [client.create_execution(LANE, n).execution_id for n in range(count)]
    claimed = client.claim_batch(LANE, "worker", "worker-1", count)

    async def wait_for_all() -> list[Any]:
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
            waiter = AsyncClient(connection)
            return await asyncio.gather(*(waiter.wait(id_, 40) for id_ in ids))

    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(asyncio.run, wait_for_all())
        await_listening()
        for id_ in ids:
            wait_until(partial(has_bell, client, id_))
        listening = client.connection.execute(
            "select count(*) from pg_stat_activity where query ilike 'listen ff_results%%'"
        ).fetchone()
        assert listening == (1,)
        for one in claimed:
            client.complete(one.handle, 1)
        assert [result.execution_id for result in waiting.result(30)] == ids


@pytest.fixture
def _long_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that hears nothing does not look for a minute."""
    for module in ("_generated_waiting", "_async_waiting"):
        for name in ("FIRST_PAUSE_S", "LISTENING_PAUSE_S", "LONGEST_PAUSE_S"):
            monkeypatch.setattr(f"flowfabric.results.{module}.{name}", 60)


@pytest.mark.usefixtures("_long_pauses")
def test_a_process_with_many_open_files_is_told_as_well(client: Client) -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 1200:
        pytest.skip("this process may not open so many files")
    execution_id = client.create_execution(LANE).execution_id
    claimed = client.claim(LANE, "worker", "worker-1")
    assert claimed
    with (
        psycopg.connect(client.connection.info.dsn, autocommit=True) as connection,
        ThreadPoolExecutor() as pool,
    ):
        files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
        try:
            waiting = pool.submit(Client(connection).wait, execution_id, 20)
            await_listening()
            client.complete(claimed.handle, 1)
            assert waiting.result(10).output == 1
        finally:
            for file in files:
                os.close(file)


def has_bell(client: Client, execution_id: UUID) -> bool:
    found = client.connection.execute(
        "select count(*) from flowfabric.ff_end_bell where execution_id = %s", [execution_id]
    ).fetchone()
    assert found
    return bool(found[0])


def await_listening() -> None:
    wait_until(lambda: any(one.heard_since for one in _listener._listeners.values()))


@pytest.mark.usefixtures("_long_pauses")
@pytest.mark.parametrize("batch", [100, 2])
def test_each_end_is_told_to_one_who_waits_for_several(
    client: Client, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    """The first end takes down the bells of the others, and they are hung again."""
    monkeypatch.setattr("flowfabric.results._generated_waiting.BATCH", batch)
    ids = [client.create_execution(LANE, n).execution_id for n in range(5)]
    claimed = client.claim_batch(LANE, "worker", "worker-1", 5)
    with (
        psycopg.connect(client.connection.info.dsn, autocommit=True) as connection,
        ThreadPoolExecutor() as pool,
    ):
        waiting = pool.submit(Client(connection).wait, ids, 20)
        await_listening()
        for one in claimed:
            wait_until(partial(has_bell, client, one.execution_id))
            client.complete(one.handle, 1)
        assert [result.execution_id for result in waiting.result(10)] == ids


@pytest.mark.usefixtures("_long_pauses")
def test_an_end_while_the_listening_connection_is_lost_is_found(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    execution_id = client.create_execution(LANE).execution_id
    claimed = client.claim(LANE, "worker", "worker-1")
    assert claimed
    with (
        psycopg.connect(client.connection.info.dsn, autocommit=True) as connection,
        ThreadPoolExecutor() as pool,
    ):
        waiting = pool.submit(Client(connection).wait, execution_id, 20)
        await_listening()
        wait_until(partial(has_bell, client, execution_id))
        monkeypatch.setattr("flowfabric.results._generated_waiting.LONGEST_PAUSE_S", 0.2)
        [(killed,)] = client.connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where query ilike 'listen ff_results%%'"
        ).fetchall()
        client.complete(claimed.handle, 1)
        assert killed
        assert waiting.result(10).output == 1


@pytest.mark.parametrize("trouble", ["refused", "deaf"])
def test_without_notifications_it_polls(
    client: Client, app: App, work: Work, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    if trouble == "refused":

        def refuse(_self: Any) -> float:
            raise psycopg.OperationalError("too many connections")

        monkeypatch.setattr(_listener.ResultListener, "_listen", refuse)
    else:

        def hear_nothing(*_: Any) -> list[str]:
            time.sleep(0.1)
            return []

        monkeypatch.setattr(_listener, "_notifications", hear_nothing)
        monkeypatch.setattr(_listener, "PROBE_S", 0.2)
        monkeypatch.setattr(_listener, "AGAIN_S", 0.2)
    execution_id = client.create_execution(LANE, {"number": 1}, kind="coroutine").execution_id
    began = threading.Event()

    def complete() -> None:
        began.wait(10)
        time.sleep(0.5)
        with work(app):
            wait_until(lambda: client_2.get_execution_result(execution_id))

    with psycopg.connect(client.connection.info.dsn, autocommit=True) as connection:
        client_2 = Client(connection)
        with ThreadPoolExecutor() as pool:
            completing = pool.submit(complete)
            began.set()
            assert client.wait(execution_id, 20).output == {"number": 1}
            completing.result(20)


def test_the_command_line_submits_by_a_handler_and_waits(
    client: Client,
    dsn: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "shop_of_a_test.py").write_text(APP)
    monkeypatch.chdir(tmp_path)
    command = ["submit", "--handler", "shop_of_a_test:app.checkout", "--input", "5", "--dsn", dsn]
    assert main(command) == 0
    execution_id = UUID(capsys.readouterr().out.strip())
    found = client.describe_execution(execution_id)
    assert found
    assert (found.lane_id, found.kind, found.priority) == ("tills", "checkout", 7)
    assert main([*command, "--priority", "9", "--tag", "team.c=d"]) == 0
    other = client.describe_execution(UUID(capsys.readouterr().out.strip()))
    assert other
    assert (other.priority, {"team.a": "b", "team.c": "d"}.items() <= other.tags.items()) == (
        9,
        True,
    )
    for wrong, said in (("app.refund", "it has: checkout"), ("other.checkout", "is not a")):
        assert main(["submit", "--handler", f"shop_of_a_test:{wrong}", "--dsn", dsn]) == 2
        assert said in capsys.readouterr().err.lower()
    assert main(["submit", "--dsn", dsn]) == 2
    assert "name a lane" in capsys.readouterr().err

    waiting = ["wait", str(execution_id), "--dsn", dsn]
    assert main([*waiting, "--timeout-s", "0.2"]) == 124
    assert "is not over" not in capsys.readouterr().out
    claimed = client.claim("tills", "worker", "worker-1")
    assert claimed
    assert claimed.execution_id == other.execution_id, "the one of the higher priority"
    client.complete(claimed.handle, 5)
    client.cancel_execution(execution_id, "no more")
    assert main(["wait", str(other.execution_id), "--dsn", dsn]) == 0
    assert main(["wait", str(other.execution_id), str(execution_id), "--dsn", dsn]) == 11
    assert "no more" in capsys.readouterr().err
    assert main(["wait", "00000000-0000-7000-8000-000000000001", "--dsn", dsn]) == 1
