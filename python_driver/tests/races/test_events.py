"""Eight writers that commit late, roll back and batch; readers that see each event once, in one
order."""

from __future__ import annotations

import os
import random
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from flowfabric import AsyncEvents, Client, Events, StreamTail
from flowfabric._private_server import Runtime
from flowfabric.events._source import EventSource, Reconnecting, StreamSource
from pg_server import PrivateServer
from psycopg import IsolationLevel
from test_db import OWNER, clone, prepare

from .racing import Connection, Open, claim, race, submit, wait_until

WRITERS = 8
ROUNDS = 15

Position = tuple[int, UUID]


def write(session: Connection, number: int) -> None:
    """Transactions of random length, one by one and in batches; a third of them rolls back."""
    chance = random.Random(number)
    for _ in range(ROUNDS):
        session.execute("begin")
        submit(session, chance.randint(1, 6))
        batch = claim(session, limit=chance.randint(1, 5))
        time.sleep(chance.uniform(0, 0.01))
        if chance.random() < 0.5:
            for claimed in batch:
                session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
        else:
            session.execute("select flowfabric.ff_complete_batch(%s)", ([c.handle for c in batch],))
        time.sleep(chance.uniform(0, 0.02))
        session.execute("rollback" if chance.random() < 0.3 else "commit")


def everything(session: Connection) -> list[Position]:
    """All events in the end, in the order in which each reader must have seen them."""
    return [
        (event_id, execution_id)
        for event_id, execution_id in session.execute(
            "select i.event_id, i.execution_id"
            " from flowfabric.ff_event_item as i order by i.event_id, i.ordinal"
        )
    ]


def page_reader(session: Connection, is_over: threading.Event, limit: int) -> list[Position]:
    """Read by cursor, and once more when all writers have ended."""
    seen: list[Position] = []
    cursor = None
    client = Client(session)
    while True:
        was_over = is_over.is_set()
        page = client.read_events(cursor, limit=limit)
        session.commit()
        seen += [(event["event_id"], UUID(event["execution_id"])) for event in page.events]
        cursor = page.next_cursor
        if was_over and not page.has_more:
            return seen


def consumer_reader(session: Connection, is_over: threading.Event, limit: int) -> list[Position]:
    """By a named consumer that acknowledges in another transaction than it reads in."""
    seen: list[Position] = []
    client = Client(session)
    while True:
        was_over = is_over.is_set()
        page = client.read_consumer("consumer", limit=limit)
        seen += [(event["event_id"], UUID(event["execution_id"])) for event in page.events]
        client.ack_consumer("consumer", page.next_cursor)
        if was_over and not page.has_more:
            return seen


def test_readers_beside_writers_that_commit_late(open_session: Open, connect: Any) -> None:
    is_over = threading.Event()
    operator = open_session()
    operator.execute("select flowfabric.ff_create_consumer('consumer')")
    in_snapshots = connect(OWNER)
    in_snapshots.isolation_level = IsolationLevel.REPEATABLE_READ
    writing: list[int] = []

    def run(number: int, session: Connection) -> list[Position]:
        if number < WRITERS:
            write(session, number)
            writing.append(number)
            if len(writing) == WRITERS:
                # who may not write reads what others have proven
                operator.execute("select from flowfabric.ff_tick()")
                operator.execute("select from flowfabric.ff_tick()")
                is_over.set()
            return []
        if number == WRITERS + 2:
            return consumer_reader(session, is_over, limit=13)
        return page_reader(session, is_over, limit=7 if number == WRITERS else 100)

    sessions = [open_session() for _ in range(WRITERS + 1)]
    *_, pages, snapshots, consumed = race(
        run, [*sessions, in_snapshots, open_session()], stop=is_over
    )
    expected = everything(operator)
    assert len(expected) > 100
    assert pages == expected
    assert snapshots == expected
    assert consumed == expected
    assert operator.execute("select from flowfabric.ff_check()").rowcount == 0


def test_a_page_may_end_inside_a_batch(open_session: Open) -> None:
    session = open_session()
    submit(session, 10)
    batch = claim(session, limit=10)
    session.execute("select flowfabric.ff_complete_batch(%s)", ([c.handle for c in batch],))
    expected = everything(session)
    assert len(expected) == 20
    is_over = threading.Event()
    is_over.set()
    for limit in (1, 3, 10, 19, 20, 21):
        assert page_reader(session, is_over, limit) == expected


def test_several_readers_of_one_consumer(open_session: Open) -> None:
    """They may get the same events; none is lost, and acknowledgements never move back."""
    session = open_session()
    session.execute("select flowfabric.ff_create_consumer('consumer')")
    for _ in range(40):
        submit(session, 2)
        batch = claim(session, limit=2)
        session.execute("select flowfabric.ff_complete_batch(%s)", ([c.handle for c in batch],))
    expected = everything(session)
    acked: list[list[str]] = []

    def run(number: int, own: Connection) -> set[Position]:
        client, chance = Client(own), random.Random(number)
        seen: set[Position] = set()
        mine: list[str] = []
        while True:
            page = client.read_consumer("consumer", limit=chance.randint(1, 9))
            seen |= {(event["event_id"], UUID(event["execution_id"])) for event in page.events}
            if not page.events:
                break
            mine.append(client.ack_consumer("consumer", page.next_cursor).cursor)
        acked.append(mine)
        return seen

    seen = race(run, [open_session() for _ in range(4)])
    assert set().union(*seen) == set(expected)
    for cursors in acked:
        positions = [tuple(map(int, cursor.split(":")[2:])) for cursor in cursors]
        assert positions == sorted(positions)


def test_events_go_on_when_the_connection_is_lost(open_session: Open, connect: Any) -> None:
    session = open_session()
    backends: list[int] = []

    def open_one() -> psycopg.Connection[Any]:
        connection: psycopg.Connection[Any] = connect(OWNER)
        backends.append(connection.info.backend_pid)
        return connection

    events = iter(Events(open_one, limit=2, poll_seconds=0.2, reconnect_seconds=0.01))
    seen = []
    for _ in range(3):
        submit(session)
        [claimed] = claim(session)
        session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
        seen += [(e.event_id, e.execution_id) for e in (next(events), next(events))]
        session.execute("select pg_terminate_backend(%s)", (backends[-1],))
    assert seen == everything(session)
    assert len(backends) == 3


def test_tries_to_connect_are_told_and_a_refused_login_ends_them(
    open_session: Open, connect: Any, caplog: pytest.LogCaptureFixture
) -> None:
    session = open_session()
    opened: list[psycopg.Connection[Any]] = []

    def open_one() -> psycopg.Connection[Any]:
        # as if the role had been dropped after the first login
        opened.append(connect("flowfabric_nobody" if opened else OWNER))
        return opened[-1]

    submit(session)
    claim(session)
    events = iter(Events(open_one, reconnect_seconds=0.01))
    assert next(events).kind == "acquired"
    session.execute("select pg_terminate_backend(%s)", (opened[0].info.backend_pid,))
    with pytest.raises(psycopg.OperationalError, match='role "flowfabric_nobody" does not exist'):
        next(events)
    lost, *refused = [record.getMessage() for record in caplog.records]
    assert {record.name for record in caplog.records} == {"flowfabric.events"}
    assert lost.startswith("ff_events: ")
    assert lost.endswith("; the next try is in 0.0 s")
    assert len(refused) == 2
    assert all("flowfabric_nobody" in text for text in refused)


@pytest.mark.parametrize(
    ("pace", "name"),
    [
        ({"limit": 0}, "limit"),
        ({"poll_seconds": 0}, "poll_seconds"),
        ({"reconnect_seconds": -1.0}, "reconnect_seconds"),
    ],
)
def test_a_pace_that_would_never_rest_is_refused(pace: dict[str, Any], name: str) -> None:
    """A page of 0 says that there are more: the iterator would ask again and again."""
    for source in (EventSource, partial(StreamSource, uuid4())):
        with pytest.raises(ValueError, match=f"{name} must be"):
            source(**pace)


def test_the_name_of_one_kind_is_not_a_list_of_kinds() -> None:
    with pytest.raises(TypeError, match="kinds"):
        EventSource(kinds="completed")


def test_pauses_grow_and_other_troubles_are_tried_for_ever() -> None:
    pauses = Reconnecting(EventSource(reconnect_seconds=1.0))
    refused = psycopg.OperationalError('FATAL:  password authentication failed for user "x"')
    starting = psycopg.OperationalError("FATAL:  the database system is starting up")
    tries = [starting, refused, refused, starting, refused, refused]
    assert [pauses.pause_after(error) for error in tries] == [1.0, 2.0, 4.0, 5.0, 5.0, 5.0]
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        pauses.pause_after(refused)


def test_the_event_during_which_the_consumer_failed_comes_again(
    open_session: Open, connect: Any
) -> None:
    session = open_session()
    submit(session, 3)
    claim(session, limit=3)
    events = Events(lambda: connect(OWNER))
    handled: list[tuple[int, UUID | None]] = []

    def handle(limit: int) -> None:
        for event in events:
            assert len(handled) < limit, "enough"
            handled.append((event.event_id, event.execution_id))

    for limit in (1, 2):
        with pytest.raises(AssertionError, match="enough"):
            handle(limit)
    assert handled == everything(session)[:2]


async def test_the_same_for_asyncio(open_session: Open, aconnect: Callable[..., Any]) -> None:
    session = open_session()
    submit(session, 3)
    claim(session, limit=3)
    opened: list[psycopg.AsyncConnection[Any]] = []

    async def open_one() -> psycopg.AsyncConnection[Any]:
        opened.append(await aconnect("flowfabric_nobody" if opened else OWNER))
        return opened[-1]

    events = AsyncEvents(open_one, reconnect_seconds=0.01)
    handled: list[tuple[int, UUID | None]] = []

    async def handle(limit: int) -> None:
        async for event in events:
            assert len(handled) < limit, "enough"
            handled.append((event.event_id, event.execution_id))
            if len(handled) == 3:
                session.execute("select pg_terminate_backend(%s)", (opened[0].info.backend_pid,))

    with pytest.raises(AssertionError, match="enough"):
        await handle(1)
    opened.clear()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        await handle(4)
    assert handled == everything(session)


def test_a_sleeping_reader_is_rung_once_and_others_are_not(open_session: Open) -> None:
    session, sleeper = open_session(), open_session()
    sleeper.execute("listen ff_events")
    client = Client(sleeper)
    cursor = client.read_events().next_cursor
    assert not client.await_events(cursor).is_ready
    assert not client.await_events(cursor).is_ready
    for _ in range(3):
        submit(session)
        [claimed] = claim(session)
        session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
        session.execute("select from flowfabric.ff_tick()")
    assert len(list(sleeper.notifies(timeout=1, stop_after=2))) == 1
    assert client.read_events(cursor).events
    assert session.execute("select from flowfabric.ff_event_bell").rowcount == 0


async def test_events_for_asyncio(open_session: Open, aconnect: Callable[..., Any]) -> None:
    session = open_session()
    submit(session)
    [claimed] = claim(session)
    session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
    seen = []

    async def open_one() -> psycopg.AsyncConnection[Any]:
        connection: psycopg.AsyncConnection[Any] = await aconnect(OWNER)
        return connection

    async for event in AsyncEvents(open_one, kinds=["acquired", "completed"]):
        seen.append(event.kind)
        if event.kind == "completed":
            break
    assert seen == ["acquired", "completed"]


def test_a_tail_sees_all_frames_and_why_they_end(open_session: Open, connect: Any) -> None:
    worker = open_session()
    submit(worker)
    [claimed] = claim(worker)

    def run(number: int, session: Connection) -> list[str | None]:
        if number == 0:
            for line in range(30):
                session.execute(
                    "select flowfabric.ff_append_frame(%s, p_text => %s)",
                    (claimed.handle, str(line)),
                )
                time.sleep(0.005 * (line % 3))
            session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
            return []
        tail = StreamTail(lambda: connect(OWNER), claimed.execution_id, limit=4, poll_seconds=0.2)
        return [frame.text for frame in tail] + [tail.closed_reason]

    _, tailed, other = race(run, [worker, worker, worker])
    assert tailed == other == [*map(str, range(30)), "attempt_success"]


def test_the_ring_turns_and_is_emptied_beside_writers(open_session: Open) -> None:
    """A consumer sees the end of every execution, in one order, however fast events are removed;
    ended executions are removed, but not before the consumer has read of their ends."""
    operator = open_session()
    operator.execute("select flowfabric.ff_set_event_retention(300)")
    operator.execute("select flowfabric.ff_create_consumer('consumer', array['completed'])")
    writers = 4
    ended: list[UUID] = []
    is_over = threading.Event()
    done: list[int] = []

    def run(number: int, session: Connection) -> list[Position]:
        if number == writers:
            return consumer_reader(session, is_over, limit=50)
        if number == writers + 1:
            while not is_over.is_set():
                session.execute("select flowfabric.ff_trim_retention(100)")
                session.execute("select from flowfabric.ff_tick()")
                session.execute("select from flowfabric.ff_recycle_events()")
                time.sleep(0.01)
            return []
        until = time.monotonic() + 5
        while time.monotonic() < until:
            submit(session, 2)
            for claimed in claim(session, limit=3):
                session.execute("select flowfabric.ff_complete(%s)", (claimed.handle,))
                ended.append(claimed.execution_id)
        done.append(number)
        if len(done) == writers:
            is_over.set()
        return []

    *_, seen, _ = race(run, [open_session() for _ in range(writers + 2)], stop=is_over)
    assert Counter(execution_id for _, execution_id in seen) == Counter(ended)
    assert [event_id for event_id, _ in seen] == sorted(event_id for event_id, _ in seen)
    [turns] = operator.execute("select max(rotation) from flowfabric.ff_event_slot").fetchone() or [
        0
    ]
    [floor] = operator.execute("select last_value from flowfabric.ff_event_floor").fetchone() or [0]
    assert turns > 8, "the ring did not turn once around"
    assert floor > 0
    assert operator.execute("select from flowfabric.ff_check()").rowcount == 0


@pytest.fixture
def replicated() -> Iterator[tuple[str, str]]:
    """A primary and its replica, as the owner of an installation connects to them."""
    version = int(os.environ.get("FF_PG_VERSION", "15"))
    settings = {"wal_level": "replica", "max_wal_senders": "4"}
    with PrivateServer(version, settings=settings) as primary:
        # of the copy that the server's account can reach, where it cannot reach the clone
        program = primary._server_bindir / "pg_basebackup"
        if not program.exists():
            pytest.skip("this PostgreSQL comes without pg_basebackup")
        prepare(primary.address)
        with clone(primary.address) as name:
            runtime = Runtime(prefix="flowfabric-replica-")
            try:
                subprocess.run(
                    [
                        *(program, "-d", primary.dsn()),
                        *("-D", runtime.data, "-R", "-X", "stream", "-c", "fast", "--no-sync"),
                    ],
                    check=True,
                    timeout=120,
                    **runtime._as_account(),
                )
                runtime.start(
                    primary._server_bindir, {"unix_socket_directories": str(runtime.directory)}
                )
                replica = primary.dsn(name, OWNER).replace(
                    str(primary.directory), str(runtime.directory)
                )
                yield primary.dsn(name, OWNER), replica
            finally:
                runtime.end()


def has_replayed(replica: Connection, lsn: str) -> bool:
    query = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"
    return replica.execute(query, (lsn,)).fetchone() == (True,)


def test_a_replica_reads_what_is_proven(replicated: tuple[str, str]) -> None:
    """A replica reads in the same order, skips nothing, and writes nothing."""
    on_primary, on_replica = replicated
    is_over = threading.Event()

    def run(number: int, dsn: str) -> list[Position]:
        with psycopg.connect(dsn, autocommit=dsn == on_primary) as session:
            if dsn == on_replica:
                return page_reader(session, is_over, limit=5)
            session.row_factory = psycopg.rows.namedtuple_row
            write(session, number)
            return []

    with psycopg.connect(on_primary, autocommit=True) as operator:
        results: list[list[Position]] = []
        readers = threading.Thread(
            target=lambda: results.extend(race(run, [on_replica] * 2, stop=is_over)), daemon=True
        )
        readers.start()
        try:
            race(run, [on_primary] * 4)
            for _ in range(2):
                operator.execute("select from flowfabric.ff_tick()")
            [lsn] = operator.execute("select pg_current_wal_lsn()::text").fetchone() or [""]
            expected = everything(operator)
            with psycopg.connect(on_replica, autocommit=True) as replica:
                wait_until(lambda: has_replayed(replica, lsn))
        finally:
            is_over.set()
            readers.join(30)
    assert len(expected) > 50
    assert results == [expected, expected]


def test_a_replica_takes_a_cursor_that_it_has_not_reached(replicated: tuple[str, str]) -> None:
    """The cursor of its primary, which is ahead: no event is missing, and no event is lost."""
    on_primary, on_replica = replicated
    operator_of_replica = on_replica.replace(OWNER, "postgres")
    with (
        psycopg.connect(on_primary, autocommit=True) as primary,
        psycopg.connect(on_replica, autocommit=True) as replica,
        psycopg.connect(operator_of_replica, autocommit=True) as operator,
    ):
        operator.execute("select pg_wal_replay_pause()")
        # more than the 32 ids by which the log of a sequence is ahead
        for _ in range(50):
            primary.execute(
                "select flowfabric.ff_set_lane_state('lane', state)"
                " from unnest(array['paused', 'active']) as state"
            )
        cursor = Client(primary).read_events(limit=1000).next_cursor
        ahead = Client(replica).read_events(cursor)
        assert ahead.events == []
        assert ahead.next_cursor == cursor
        primary.execute("select flowfabric.ff_set_lane_state('lane', 'paused')")
        assert len(Client(primary).read_events(cursor).events) == 1
        operator.execute("select pg_wal_replay_resume()")
        wait_until(lambda: len(Client(replica).read_events(cursor).events) == 1)
