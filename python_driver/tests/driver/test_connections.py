"""The connection is the caller's: whatever its settings are, calls work and leave it alone."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import LeaseLost, StaleLease, calls
from psycopg.adapt import Dumper, Loader
from psycopg.pq import TransactionStatus
from psycopg.rows import class_row, dict_row, namedtuple_row, scalar_row
from psycopg.types.json import set_json_dumps, set_json_loads

from .session import LANE, OpenSession, Session

INPUT = {"to": "ada"}


async def use(session: Session) -> None:
    """A call of each kind of answer."""
    created = await session.client.create_execution(LANE, INPUT, required_capabilities=["gpu"])
    (claimed,) = await session.client.claim_batch(LANE, "mailer", "mailer-1", 10, ["gpu"])
    assert claimed.execution_id == created.execution_id
    assert claimed.input == INPUT
    await session.client.renew(claimed.handle, 60_000)
    await session.client.complete(claimed.handle, result=b"\x00\xff")
    result = await session.client.get_execution_result(created.execution_id)
    assert result
    assert result.result == b"\x00\xff"
    assert await session.client.read_execution_state(created.execution_id) == "completed"
    assert await session.client.claim(LANE, "mailer", "mailer-1") is None


@pytest.mark.parametrize(
    "row_factory", [dict_row, namedtuple_row, scalar_row, class_row(dict), None]
)
async def test_any_row_factory_will_do(open_session: OpenSession, row_factory: Any) -> None:
    await use(await open_session(row_factory=row_factory))


@pytest.mark.parametrize("kind", ["", "Client", "Raw"])
async def test_any_cursor_factory_will_do(session: Session, kind: str) -> None:
    connection = getattr(session.connection, "_target", session.connection)
    is_async = isinstance(connection, psycopg.AsyncConnection)
    connection.cursor_factory = getattr(psycopg, f"{'Async' if is_async else ''}{kind}Cursor")
    await use(session)


async def test_a_cursor_of_the_callers_own_is_used(session: Session) -> None:
    connection = getattr(session.connection, "_target", session.connection)
    seen: list[Any] = []

    class Recording(connection.cursor_factory):  # type: ignore[misc, name-defined]
        def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
            seen.append(query)
            return super().execute(query, *args, **kwargs)

    connection.cursor_factory = Recording
    await session.client.version()
    assert seen == ["select flowfabric.ff_version()"]


@pytest.mark.parametrize("prepare_threshold", [None, 0, 1])
async def test_statements_may_be_prepared_or_not(
    open_session: OpenSession, prepare_threshold: int | None
) -> None:
    session = await open_session(prepare_threshold=prepare_threshold)
    for _ in range(3):
        await use(session)
    prepared = await session.values("select count(*) from pg_prepared_statements")
    assert (prepared == [0]) == (prepare_threshold is None)


async def test_it_works_in_a_pipeline(session: Session) -> None:
    async with session.connection.pipeline():
        await use(session)


async def test_it_works_with_names_of_others_in_the_way(session: Session) -> None:
    await session.execute("create schema other")
    await session.execute("create domain other.text as integer")
    await session.execute("create function other.ff_version() returns text return 'other'")
    await session.execute("set search_path = other")
    assert await session.client.version() != "other"
    await use(session)


async def test_adapters_of_the_caller_are_respected(session: Session) -> None:
    class TextUuidLoader(Loader):
        def load(self, data: Any) -> str:
            return bytes(data).decode()

    class ShoutingDumper(Dumper):
        def dump(self, obj: str) -> bytes:
            return obj.upper().encode()

    connection = getattr(session.connection, "_target", session.connection)
    set_json_dumps(lambda obj: json.dumps(obj, default=str), connection)
    set_json_loads(lambda data: ("loaded", json.loads(data)), connection)
    connection.adapters.register_loader("uuid", TextUuidLoader)
    connection.adapters.register_dumper(str, ShoutingDumper)
    uuid = UUID(int=1)
    await session.client.create_execution("LANE", {"id": uuid}, kind="Welcome")
    claimed = await session.client.claim("lane", "mailer", "mailer-1")
    assert claimed
    assert claimed.kind == "WELCOME"
    assert claimed.input == ("loaded", {"id": str(uuid)})
    assert str(claimed.lease_id) == claimed.lease_id


async def test_a_call_is_a_part_of_the_callers_transaction(
    open_session: OpenSession, session: Session
) -> None:
    await session.execute("create table business (n integer)")
    own = await open_session(autocommit=False)
    await own.execute("insert into business values (1)")
    created = await own.client.create_execution(LANE)
    assert own.connection.pgconn.transaction_status == TransactionStatus.INTRANS
    assert await session.client.describe_execution(created.execution_id) is None
    await own.connection.rollback()
    assert await session.values("select count(*) from business") == [0]
    assert await session.client.describe_execution(created.execution_id) is None

    await own.execute("insert into business values (1)")
    created = await own.client.create_execution(LANE)
    await own.connection.commit()
    assert await session.values("select count(*) from business") == [1]
    assert await session.client.describe_execution(created.execution_id)


async def test_a_completion_is_rolled_back_with_the_business_rows(session: Session) -> None:
    await session.execute("create table business (n integer)")
    claimed = await session.claimed()
    async with session.connection.transaction(force_rollback=True):
        await session.execute("insert into business values (1)")
        await session.client.complete(claimed.handle)
    assert await session.values("select count(*) from business") == [0]
    assert await session.client.read_execution_state(claimed.execution_id) == "active"
    assert not (await session.client.complete(claimed.handle)).is_replay


async def test_a_zombie_is_refused_together_with_its_business_row(
    open_session: OpenSession, session: Session
) -> None:
    await session.execute("create table business (worker text)")
    zombie = await open_session(autocommit=False)
    await session.client.create_execution(LANE)
    old = await session.claim(lease_ttl_ms=1)
    await asyncio.sleep(0.01)
    new = await session.claim()
    assert new.execution_id == old.execution_id

    await zombie.execute("insert into business values ('zombie')")
    with pytest.raises(StaleLease):
        await zombie.client.complete(old.handle)
    with pytest.raises(LeaseLost):
        await zombie.connection.commit()

    async with session.client.transaction():
        await session.execute("insert into business values ('successor')")
        await session.client.complete(new.handle)
    assert await session.values("select worker from business") == ["successor"]


async def test_in_autocommit_a_call_is_a_transaction_of_its_own(
    open_session: OpenSession, session: Session
) -> None:
    created = await session.client.create_execution(LANE)
    other = await open_session()
    assert await other.client.describe_execution(created.execution_id)
    assert session.connection.pgconn.transaction_status == TransactionStatus.IDLE


async def test_nothing_of_the_connection_is_changed(session: Session) -> None:
    def state() -> dict[str, Any]:
        connection = getattr(session.connection, "_target", session.connection)
        return {name: value for name, value in vars(connection).items() if name != "_prepared"}

    assert session.connection.adapters is not None  # made when somebody first asks for them
    settings = (
        "select name || '=' || setting from pg_settings"
        " where name !~ '^plpgsql' order by name"  # those appear with the first function
    )
    before, settings_before = state(), await session.values(settings)
    await use(session)
    assert state() == before
    assert await session.values(settings) == settings_before


async def test_a_call_can_be_run_by_hand(session: Session) -> None:
    assert await session.client.run(calls.version()) == await session.client.version()
