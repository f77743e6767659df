"""Sessions on one database, and its clock in the hands of the test."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
import pytest
from pg_server import PrivateServer
from psycopg import IsolationLevel
from test_db import OWNER

LANE = "lane"
OTHER_LANE = "other"

# No statement here takes long; one that waits for another session does.
OPTIONS = "-c statement_timeout=20s -c lock_timeout=2s -c search_path=flowfabric,public"

# A sequence is the same to every snapshot, and is moved by no transaction.
REPLACED_CLOCK = """
create sequence public.clock_offset_us minvalue -1000000000000000 start 1;
create or replace function flowfabric._now()
returns timestamptz
language plpgsql
volatile
as $_now$
begin
    return clock_timestamp()
        + (select c.last_value from public.clock_offset_us as c) * interval '1 microsecond';
end
$_now$;
-- however slow the machine is, a tick that rides along does all of its jobs
create or replace function flowfabric._ride_along_time()
returns interval
language sql
immutable
as $_ride_along_time$
    select interval '10 seconds'
$_ride_along_time$;
"""


class Claim(NamedTuple):
    handle: str
    execution_id: UUID
    lease_epoch: int
    attempt_type: str


@dataclass(frozen=True)
class Session:
    """A connection in autocommit mode; `transaction` opens one over several calls."""

    connection: psycopg.Connection[Any]

    def rows(self, query: str, *arguments: object) -> list[Any]:
        cursor = self.connection.execute(query.encode(), arguments or None)
        return cursor.fetchall() if cursor.description else []

    def value(self, query: str, *arguments: object) -> Any:
        [[value]] = self.rows(query, *arguments)
        return value

    def transaction(self, force_rollback: bool = False) -> AbstractContextManager[object]:
        return self.connection.transaction(force_rollback=force_rollback)

    def begin(self, isolation: IsolationLevel = IsolationLevel.READ_COMMITTED) -> None:
        self.rows(f"begin isolation level {isolation.name.replace('_', ' ')}")

    def commit(self) -> None:
        self.rows("commit")

    def rollback(self) -> None:
        self.rows("rollback")

    def close(self) -> None:
        self.connection.close()

    # what a producer calls

    def submit(self, count: int = 1, lane: str = LANE, **options: Any) -> list[UUID]:
        """Submit alike executions; answers their ids. One without options takes the short body."""
        if count == 1 and not options:
            return [
                self.value("select (flowfabric.ff_create_execution(%s, '{}')).execution_id", lane)
            ]
        return [
            row[0]
            for row in self.rows(
                "select execution_id from flowfabric.ff_create_executions("
                "%s, array_fill('{}'::jsonb, array[%s]), %s)",
                *(lane, count, json.dumps(options)),
            )
        ]

    def submit_one(self, lane: str = LANE, **options: Any) -> UUID:
        [execution_id] = self.submit(1, lane, **options)
        return execution_id

    # what a worker calls

    def claim(
        self, lane: str = LANE, ttl_ms: int = 3_600_000, capabilities: Sequence[str] = ()
    ) -> Claim | None:
        rows = self.rows(
            "select handle, execution_id, lease_epoch, attempt_type from flowfabric.ff_claim("
            "%s, 'w', 'w-1', %s::text[], %s)",
            *(lane, list(capabilities), ttl_ms),
        )
        return Claim(*rows[0]) if rows else None

    def claim_one(self, lane: str = LANE, ttl_ms: int = 3_600_000) -> Claim:
        claimed = self.claim(lane, ttl_ms)
        assert claimed, "nothing to claim"
        return claimed

    def claim_batch(self, limit: int, lane: str = LANE, ttl_ms: int = 3_600_000) -> list[Claim]:
        return [
            Claim(*row)
            for row in self.rows(
                "select handle, execution_id, lease_epoch, attempt_type"
                " from flowfabric.ff_claim_batch(%s, 'w', 'w-1', %s, p_lease_ttl_ms => %s)",
                *(lane, limit, ttl_ms),
            )
        ]

    def complete(self, claimed: Claim) -> None:
        self.rows("select flowfabric.ff_complete(%s)", claimed.handle)

    def drain(self, lane: str = LANE, limit: int = 10_000) -> list[UUID]:
        """Claim and complete what is due now, without waiting for anything."""
        drained = []
        while claims := self.claim_batch(limit, lane):
            self.rows("select flowfabric.ff_complete_batch(%s::text[])", [c.handle for c in claims])
            drained += [c.execution_id for c in claims]
        return drained

    def claim_and_complete(self, count: int) -> list[UUID]:
        claims = [self.claim_one() for _ in range(count)]
        for claimed in claims:
            self.complete(claimed)
        return [claimed.execution_id for claimed in claims]

    # what maintenance does

    def tick(self, max_rows: int = 1000) -> None:
        self.rows("select from flowfabric.ff_tick(%s)", max_rows)

    def advance_head(self, lane: str = LANE) -> None:
        """As the 64th claim does."""
        self.rows("select flowfabric._advance_head(%s, '{}')", lane)

    def findings(self) -> list[Any]:
        return self.rows("select * from flowfabric.ff_check()")

    def count(self, table: str) -> int:
        return int(self.value(f"select count(*) from flowfabric.{table}"))

    def open_debts(self) -> int:
        return self.count("ff_debt") + self.count("ff_range_debt")

    def head_lag_s(self, lane: str = LANE) -> float:
        """How far the head of the lane's (oldest) route is behind the clock."""
        return float(
            self.value(
                "select extract(epoch from _now() - _head_of(min(r.route_id)))"
                " from ff_route as r where r.lane_id = %s",
                lane,
            )
        )

    def states(self) -> dict[str, int]:
        return dict(
            self.rows("select state::text, count(*) from flowfabric.ff_exec_core group by state")
        )


@dataclass(frozen=True)
class Clock:
    """Moves the engine's clock, for all sessions at once; in between it runs as clocks do."""

    session: Session

    def step(self, seconds: float) -> None:
        self.session.rows(
            "select setval('public.clock_offset_us', last_value + %s) from public.clock_offset_us",
            round(seconds * 1_000_000),
        )


def work(session: Session, count: int = 8, lane: str = LANE) -> None:
    """A stretch of ordinary traffic; one of the claims advances the head. None of them is empty."""
    submitted = deque(session.submit(count, lane))
    session.rows("select setval('flowfabric.ff_claim_count', 63 - %s / 2)", count)
    while submitted:
        claimed = session.claim_one(lane)
        assert claimed.execution_id == submitted.popleft(), "fresh work comes in its order"
        session.complete(claimed)


def let_heads_pass(session: Session, clock: Clock, lane: str = LANE, steps: int = 10) -> None:
    """Traffic for so long that heads do not wait any longer for what was open when it began."""
    for _ in range(steps):
        clock.step(0.3)
        work(session, lane=lane)
    assert session.head_lag_s(lane) < 2, "the head follows the clock"
    assert session.findings() == [], "what it passed is noted"


def assert_all_is_settled(session: Session, clock: Clock) -> None:
    """Nothing is left to do, and nothing is left over."""
    for _ in range(4):
        clock.step(1)
        session.tick()
    assert session.drain() == []
    assert session.states().keys() <= {"completed"}, session.states()
    assert session.open_debts() == 0
    assert session.findings() == []


def gate_holders(session: Session) -> int:
    return int(session.value("select cardinality(p_holders) from _gate_holders('ff_gate_h')"))


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(0.005)


OpenSession = Callable[[], Session]


# Two-phase transactions and restarts.

RESTARTS = pytest.mark.parametrize("way", ["stop", "kill"])


def prepare_transaction(session: Session, name: str = "t") -> None:
    session.rows(f"prepare transaction '{name}'")


def end_prepared(session: Session, end: str, name: str = "t") -> None:
    session.rows(f"{end} prepared '{name}'")


@dataclass
class RestartedServer:
    """A server with one database, and sessions that are opened anew after a restart."""

    server: PrivateServer
    database: str
    stack: ExitStack = field(default_factory=ExitStack)

    def open_session(self) -> Session:
        connection: psycopg.Connection[Any] = psycopg.connect(
            self.server.dsn(self.database, OWNER), autocommit=True, options=OPTIONS
        )
        self.stack.callback(connection.close)
        return Session(connection)

    def restart(self, way: str) -> Session:
        self.stack.close()
        if way == "stop":
            self.server.stop()
        else:
            self.server.kill()
        self.server.start()
        return self.open_session()
