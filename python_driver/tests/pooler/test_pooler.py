"""Work gets done through PgBouncer in transaction mode: `make test-pooler`."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client, LeaseLost
from flowfabric.errors import NotAuthorised

Connect = Callable[..., psycopg.Connection[Any]]

pytestmark = pytest.mark.skipif("FF_POOLER" not in os.environ, reason="only behind a pooler")


def test_more_workers_than_server_connections_do_everything_once(connect: Connect) -> None:
    count, workers = 200, 8
    Client(connect(autocommit=True)).create_executions("lane", [{"n": n} for n in range(count)])
    done: list[UUID] = []
    pids: set[int] = set()

    def work(number: int) -> None:
        connection = connect(autocommit=True)
        client = Client(connection)
        while claimed := client.claim("lane", "w", f"w-{number}"):
            pids.update(row[0] for row in connection.execute("select pg_backend_pid()"))
            client.renew(claimed.handle)
            with client.transaction():
                client.assert_lease(claimed.handle)
                client.complete(claimed.handle, {"by": number})
            done.append(claimed.execution_id)

    threads = [
        threading.Thread(target=work, args=(number,), daemon=True) for number in range(workers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(done) == len(set(done)) == count
    assert 1 < len(pids) <= 4, "they share what the pooler has"
    client = Client(connect(autocommit=True))
    client.tick()
    assert client.check() == []


def test_a_role_that_is_set_for_a_transaction_is_the_callers(connect: Connect) -> None:
    connection = connect("postgres", autocommit=True)
    client = Client(connection)
    client.grant_lane("lane", "ff_reader", ["read"])
    for _ in range(10):
        with pytest.raises(NotAuthorised), connection.transaction():
            _claim_as_worker(client)
        client.create_execution("lane")  # and it is over with the transaction
        with client.transaction():
            connection.execute("set local role ff_reader")
            assert client.list_executions({"lane_id": "lane"})


def _claim_as_worker(client: Client) -> None:
    client.connection.execute("set local role ff_worker")
    client.claim("lane", "w", "w-1")


def test_a_lost_lease_is_told_as_ever(connect: Connect) -> None:
    client = Client(connect(autocommit=True))
    client.create_execution("lane")
    claimed = client.claim("lane", "w", "w-1")
    assert claimed
    client.revoke_lease(claimed.execution_id)
    with pytest.raises(LeaseLost):
        client.complete(claimed.handle)
