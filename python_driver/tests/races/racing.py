"""What the sessions of a race do, and how they are let loose on each other."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import psycopg

LANE = "lane"
# far longer than a race takes: most of it is for busy machines
RACE_TIMEOUT_S = 60
# how long the others may take to end when one has failed
END_S = 10
# how long a condition that comes true at once may take
PATIENCE_S = 20

LEASE_EXPIRED, STALE_LEASE, NOT_ACTIVE = "ZF101", "ZF102", "ZF105"
LEASE_LOST = {LEASE_EXPIRED, STALE_LEASE, NOT_ACTIVE}

Connection = psycopg.Connection[Any]
Open = Callable[[], Connection]
Answer = TypeVar("Answer")
Item = TypeVar("Item")


class Claim(NamedTuple):
    handle: str
    execution_id: UUID
    lease_epoch: int
    lease_remaining_ms: int


def race(
    run: Callable[[int, Item], Answer],
    items: Sequence[Item],
    timeout_s: float = RACE_TIMEOUT_S,
    *,
    stop: threading.Event | None = None,
) -> list[Answer]:
    """Run with all items at once, each with its number, and answer what each run answered.

    `stop` is set when one of them fails or takes too long: a run that waits for the others would
    wait for ever. The first error is raised.
    """
    start = threading.Barrier(len(items))
    answers: dict[int, Answer] = {}
    errors: list[BaseException] = []

    def run_one(number: int, item: Item) -> None:
        try:
            start.wait(timeout_s)
            answers[number] = run(number, item)
        except BaseException as error:
            errors.append(error)
            if stop:
                stop.set()

    def join(seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    threads = [
        threading.Thread(target=run_one, args=each, name=f"racer {each[0]}", daemon=True)
        for each in enumerate(items)
    ]
    for thread in threads:
        thread.start()
    is_over = join(timeout_s)
    if not is_over:
        running = [thread.name for thread in threads if thread.is_alive()]
        errors.append(TimeoutError(f"no end after {timeout_s} s: {', '.join(running)}"))
        if stop:
            stop.set()
        join(END_S)
    if errors:
        raise errors[0]
    return [answers[number] for number in range(len(items))]


def submit(session: Connection, count: int = 1, **options: Any) -> None:
    session.execute(
        "select from flowfabric.ff_create_executions(%s, array_fill('{}'::jsonb, array[%s]), %s)",
        (LANE, count, json.dumps(options)),
    )


def submit_under_key(session: Connection, key: str) -> tuple[str, str]:
    row = session.execute(
        "select execution_id, outcome"
        " from flowfabric.ff_create_execution(%s, '{}', p_idempotency_key => %s)",
        (LANE, key),
    ).fetchone()
    assert row
    return row.execution_id, row.outcome


def claim(session: Connection, ttl_ms: int = 30_000, limit: int | None = None) -> list[Claim]:
    """By ff_claim, or with a limit by ff_claim_batch."""
    call, arguments = (
        ("ff_claim(%s, 'w', 'w-1', p_lease_ttl_ms => %s)", (LANE, ttl_ms))
        if limit is None
        else ("ff_claim_batch(%s, 'w', 'w-1', %s, p_lease_ttl_ms => %s)", (LANE, limit, ttl_ms))
    )
    rows = session.execute(
        "select handle, execution_id, lease_epoch, lease_remaining_ms"
        f" from flowfabric.{call}".encode(),
        arguments,
    )
    return [Claim(*row) for row in rows]


def claim_one(session: Connection, ttl_ms: int = 30_000) -> Claim:
    [claimed] = claim(session, ttl_ms)
    return claimed


def complete(session: Connection, handle: str) -> bool:
    """Whether the answer is a replay."""
    row = session.execute("select is_replay from flowfabric.ff_complete(%s)", (handle,)).fetchone()
    assert row
    return bool(row.is_replay)


def complete_batch(session: Connection, handles: Sequence[str]) -> list[str | None]:
    """The error of each, None where it is completed."""
    rows = session.execute(
        "select error_code from flowfabric.ff_complete_batch(%s::text[])", (list(handles),)
    )
    return [row.error_code for row in rows]


HOLDER_CALLS: dict[str, Callable[[Connection, str], object]] = {
    "ff_complete": complete,
    "ff_fail": lambda session, handle: session.execute(
        "select flowfabric.ff_fail(%s, 'oops')", (handle,)
    ),
    "ff_renew": lambda session, handle: session.execute(
        "select flowfabric.ff_renew(%s)", (handle,)
    ),
    "ff_assert_lease": lambda session, handle: session.execute(
        "select flowfabric.ff_assert_lease(%s)", (handle,)
    ),
}


def work(session: Connection, claimed: Claim) -> None:
    """The business row of an execution, written before its completion, as workers do."""
    session.execute(
        "insert into public.work_done values (%s, %s)", (claimed.execution_id, claimed.lease_epoch)
    )


def complete_with_work(session: Connection, claimed: Claim) -> str | None:
    """Business row and completion in one transaction; the SQLSTATE when the lease was lost."""
    try:
        with session.transaction():
            work(session, claimed)
            complete(session, claimed.handle)
    except psycopg.Error as error:
        if error.sqlstate not in LEASE_LOST:
            raise
        return error.sqlstate
    return None


def work_done(session: Connection) -> Counter[str]:
    return Counter(
        row.execution_id for row in session.execute("select execution_id from public.work_done")
    )


def states(session: Connection) -> Counter[str]:
    return Counter(
        row.state for row in session.execute("select state::text from flowfabric.ff_exec_core")
    )


def all_is_over(session: Connection) -> bool:
    row = session.execute(
        "select bool_and(terminal_at is not null) as is_over from flowfabric.ff_exec_core"
    ).fetchone()
    return bool(row and row.is_over)


def next_due_ms(session: Connection) -> int | None:
    row = session.execute("select flowfabric.ff_next_due_in_ms(%s) as due_ms", (LANE,)).fetchone()
    assert row
    return None if row.due_ms is None else int(row.due_ms)


def findings(session: Connection) -> list[Any]:
    return session.execute("select * from flowfabric.ff_check()").fetchall()


def pid_of(session: Connection) -> int:
    return session.info.backend_pid


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(0.002)


def wait_until_blocked(observer: Connection, session: Connection) -> None:
    """Until a session waits for a lock of another one."""

    def is_blocked() -> bool:
        row = observer.execute(
            "select cardinality(pg_blocking_pids(%s)) > 0 as is_blocked", (pid_of(session),)
        ).fetchone()
        return bool(row and row.is_blocked)

    wait_until(is_blocked)


def wait_until_lapsed(observer: Connection, claimed: Claim) -> None:
    """Until the lease of a claim is over, by the server's own clock."""

    def has_lapsed() -> bool:
        row = observer.execute(
            "select d.lease_expires_at <= flowfabric.ff_server_time() as has_lapsed"
            " from flowfabric.ff_describe_execution(%s) as d",
            (claimed.execution_id,),
        ).fetchone()
        return bool(row and row.has_lapsed)

    wait_until(has_lapsed)
