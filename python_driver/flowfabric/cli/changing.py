"""Commands that change something. The actor and the reason are recorded."""

from __future__ import annotations

import argparse
import contextlib
import getpass
import sys
from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg import IsolationLevel
from psycopg.errors import InsufficientPrivilege
from psycopg.rows import tuple_row

from ..client import Client
from .lanes import check_lane
from .output import NO, OK, TROUBLE, CommandError, answer, note, printable, rows_table
from .parsing import (
    MILLISECONDS,
    AddCommand,
    Parser,
    json_argument,
    number_argument,
    pair_argument,
)
from .running import load_declaration
from .target import Connection, find_target, uuid_of

# the exit status of `wait`, by the state in which an execution has ended
ENDS = {"completed": 0, "failed": 10, "cancelled": 11, "expired": 12, "skipped": 13}
NOT_IN_TIME = 124


def client_of(connection: Connection) -> Client:
    connection.row_factory = tuple_row
    return Client(connection)


def actor() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"


def submit(options: argparse.Namespace) -> int:
    arguments: dict[str, Any] = {
        "kind": options.kind,
        "priority": options.priority,
        "required_capabilities": options.capability,
        "delay_ms": options.delay_ms,
        "deadline_ms": options.deadline_ms,
        "idempotency_key": options.key,
        "namespace": options.namespace,
        "tags": dict(options.tag) or None,
        "policy": options.policy,
    }
    given = {name: value for name, value in arguments.items() if value not in (None, [])}
    lane = options.lane
    if options.handler:
        declared = load_declaration(options.handler)
        given = declared.merged({**given, "kind": declared.kind})
        lane = lane or declared.lane
    elif lane is None:
        raise CommandError("name a lane, or a handler with --handler", status=TROUBLE)
    with find_target(options.dsn).client_connection() as connection:
        created = client_of(connection).create_execution(lane, options.input, **given)
        answer(options, asdict(created), str(created.execution_id))
        note(f"{created.outcome}: {created.public_state}")
    return OK


def wait(options: argparse.Namespace) -> int:
    ids = [uuid_of(text) for text in options.ids]
    with find_target(options.dsn).client_connection() as connection:
        try:
            results = client_of(connection).wait(ids, options.timeout_s)
        except TimeoutError as error:
            note(str(error))
            return NOT_IN_TIME
        rows = [asdict(result) for result in results]
        answer(
            options, {"results": rows}, rows_table(rows, ("execution_id", "public_state", "output"))
        )
        for result in results:
            if why := result.failure_reason or result.cancellation_reason:
                note(f"{result.execution_id}: {printable(why)}")
    return max(ENDS[result.public_state] for result in results)


def pause(options: argparse.Namespace) -> int:
    return _set_lane(options, "paused")


def resume(options: argparse.Namespace) -> int:
    return _set_lane(options, "active")


def _set_lane(options: argparse.Namespace, state: str) -> int:
    with find_target(options.dsn).client_connection() as connection:
        client = client_of(connection)
        if not options.create:
            check_lane(connection, options.lane, hint="--create makes it before its first use.")
        changed = client.set_lane_state(options.lane, state, options.reason, actor())
        text = f'lane "{changed.lane_id}" is {changed.new_state} (it was {changed.old_state})'
        answer(options, asdict(changed), text)
    return OK


def signal(options: argparse.Namespace) -> int:
    token = sys.stdin.readline().strip() if options.token == "-" else options.token
    with find_target(options.dsn).client_connection() as connection:
        client = client_of(connection)
        delivered = client.deliver_signal(
            uuid_of(options.execution),
            _waitpoint(client, uuid_of(options.execution), options.waitpoint),
            token,
            options.name,
            options.input,
            source_identity=actor(),
        )
        answer(options, asdict(delivered), f"{delivered.outcome}: {delivered.effect}")
    return OK


def approve(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        client = client_of(connection)
        execution_id = uuid_of(options.execution)
        delivered = client.deliver_approval_signal(
            execution_id,
            _waitpoint(client, execution_id, options.waitpoint),
            options.name,
            options.approver or actor(),
        )
        answer(options, asdict(delivered), f"{delivered.outcome}: {delivered.effect}")
    return OK


def _waitpoint(client: Client, execution_id: UUID, text: str | None) -> UUID:
    """The waitpoint of that id or key; without one, the only one."""
    if text is not None:
        with contextlib.suppress(ValueError):
            return UUID(text)
    waitpoints = client.list_pending_waitpoints(execution_id)
    named = [w for w in waitpoints if text in (None, w.waitpoint_key)]
    if len(named) == 1:
        return named[0].waitpoint_id
    if not waitpoints:
        raise CommandError(f"{execution_id} waits for no signal")
    known = ", ".join(f"{w.waitpoint_id} ({printable(w.waitpoint_key)})" for w in waitpoints)
    if not named:
        raise CommandError(f"it has no waitpoint {text!r}", hint=f"It has: {known}")
    raise CommandError(
        f"it has several waitpoints: {known}", hint="Choose one with --waitpoint KEY (or ID)."
    )


def tick(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        # independent of the default: in an older snapshot most of the jobs do nothing
        connection.isolation_level = IsolationLevel.READ_COMMITTED
        with connection.transaction():
            jobs = connection.execute(
                "select job, processed, errors, more from flowfabric.ff_tick(%s)",
                (options.max_rows,),
            ).fetchall()
        # for operators: others leave it to them, and ticks delete old events row by row
        with contextlib.suppress(InsufficientPrivilege), connection.transaction():
            connection.execute("select from flowfabric.ff_recycle_events()")
        answer(options, {"jobs": jobs}, rows_table(jobs))
    return NO if any(job["errors"] for job in jobs) else OK


def with_reason(parser: Parser, default: str | None) -> None:
    parser.add_argument("--reason", default=default, help="why; it is recorded")


def add_commands(command: AddCommand) -> None:
    submission = command("submit", submit, "submit an execution, and print its id")
    submission.add_argument("lane", metavar="LANE", nargs="?")
    submission.add_argument(
        "--handler",
        metavar="MODULE:APP.KIND",
        help="a handler: its lane and kind, and its declared arguments",
    )
    submission.add_argument(
        "--input", type=json_argument, metavar="JSON", help="JSON, @FILE, or - for standard input"
    )
    submission.add_argument("--kind", help="the handler that runs it")
    submission.add_argument(
        "--priority",
        type=number_argument(0, 9000),
        metavar="N",
        help="0 to 9000, the highest first",
    )
    submission.add_argument("--capability", action="append", default=[], metavar="NAME")
    submission.add_argument(
        "--delay-ms", type=MILLISECONDS, metavar="MS", help="the earliest start, from now"
    )
    submission.add_argument(
        "--deadline-ms", type=MILLISECONDS, metavar="MS", help="the latest end, from now"
    )
    submission.add_argument("--key", help="submit it once under this key")
    submission.add_argument("--namespace", help="tenant")
    submission.add_argument(
        "--tag", type=pair_argument, action="append", default=[], metavar="KEY=VALUE"
    )
    submission.add_argument(
        "--policy", type=json_argument, metavar="JSON", help="retries, timeouts, retention"
    )

    waiting = command(
        "wait", wait, "wait until executions are over; the exit status says how they ended"
    )
    waiting.add_argument("ids", nargs="+", metavar="EXECUTION")
    waiting.add_argument(
        "--timeout-s", type=float, metavar="S", help=f"give up after S seconds, with {NOT_IN_TIME}"
    )
    waiting.epilog = "Exit status, of several the highest: " + ", ".join(
        f"{status} {state}" for state, status in ENDS.items()
    )

    for name, run, help_ in (
        ("pause", pause, "stop claims in a lane; it still accepts submissions"),
        ("resume", resume, "allow claims in a paused lane again"),
    ):
        lane = command(name, run, help_)
        lane.add_argument("lane", metavar="LANE")
        lane.add_argument("--create", action="store_true", help="make the lane if it is not there")
        with_reason(lane, None)

    signalling = command("signal", signal, "deliver a signal to a waitpoint, by its token")
    signalling.add_argument("execution", metavar="EXECUTION")
    signalling.add_argument("waitpoint", metavar="WAITPOINT", help="its id, or its key")
    signalling.add_argument("name", metavar="NAME")
    signalling.add_argument(
        "--token", default="-", help="of the waitpoint; - reads standard input (default)"
    )
    signalling.add_argument("--input", type=json_argument, metavar="JSON")
    approving = command("approve", approve, "deliver an approval, by the role that permits it")
    approving.add_argument("execution", metavar="EXECUTION")
    approving.add_argument(
        "--waitpoint", metavar="KEY", help="its key or id; needed if it has several"
    )
    approving.add_argument("--name", default="approved", help="name of the signal: approved")
    approving.add_argument(
        "--as", dest="approver", metavar="NAME", help="the approver; default: you"
    )

    round_ = command("tick", tick, "run maintenance once; claims also do that, about once a second")
    round_.add_argument(
        "--max-rows",
        type=number_argument(1, 100_000),
        default=1000,
        metavar="N",
        help="at most N executions in each job: 1000",
    )
