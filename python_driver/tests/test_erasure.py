"""After an erasure a dump of the database does not contain what was erased."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from pg_server import RunningServer

SECRET = "a text of the customer"


def dump(server: RunningServer, dbname: str) -> str:
    pg_dump = server.bindir / "pg_dump"
    return subprocess.run(
        [pg_dump, "--no-owner", dbname],
        env=server.env(dbname), check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip


def count_of(secret: str, text: str) -> int:
    return text.count(secret) + text.count(secret.encode().hex())


@pytest.mark.xfail(reason="events have tags and reasons until their table is emptied", strict=True)
def test_a_dump_has_nothing_of_what_was_erased(
    server: RunningServer, connect: Callable[..., psycopg.Connection[Any]]
) -> None:
    connection = connect(autocommit=True)
    client = Client(connection)
    tags = {"shop.note": SECRET}
    client.register_lane("shop", options={"indexed_tags": ["shop.note"]})
    for number in range(4):
        client.create_execution(
            "shop", {"note": SECRET}, idempotency_key=f"{SECRET} {number}", tags=tags
        )
    first, second, third, _ = (client.claim("shop", "w", "w-1") for _ in range(4))
    assert first
    assert second
    assert third
    client.progress(first.handle, 10, SECRET)
    client.append_frame(first.handle, text=SECRET)
    client.fail(first.handle, SECRET, "permanent", "bank", {"trace": SECRET})
    client.complete(second.handle, {"note": SECRET})
    client.replay_execution(second.execution_id, SECRET, "ada")
    suspended = client.suspend(third.handle, {"signal": "approved", "on": "review"})
    assert suspended.waitpoints
    waitpoint = suspended.waitpoints[0]
    client.deliver_signal(
        third.execution_id, waitpoint["waitpoint_id"], waitpoint["token"], "approved", SECRET
    )
    client.cancel_executions({"lane_id": "shop"}, SECRET)
    assert count_of(SECRET, dump(server, connection.info.dbname)) > 20

    changed, before, after = 0, None, None
    while True:
        page = client.erase_executions(
            {"lane_id": "shop"}, "the customer asked", before=before, after=after, actor="ada"
        )
        changed, before, after = changed + page.changed_count, page.before, page.after
        if not page.is_more:
            break
    assert changed == 4

    assert count_of(SECRET, dump(server, connection.info.dbname)) == 0
    assert [e.execution_id for e in client.list_executions({"idempotency_key": f"{SECRET} 0"})] == [
        first.execution_id
    ]
    erasures = [e.details for e in client.history(first.execution_id) if e.what == "erased"]
    assert [(details or {})["actor"] for details in erasures] == ["ada"]
    assert client.check() == []
