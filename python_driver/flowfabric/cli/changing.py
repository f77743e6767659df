"""Commands that change something. The actor and the reason are recorded."""

from __future__ import annotations

import argparse
import contextlib
import getpass
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from psycopg import IsolationLevel
from psycopg.errors import InsufficientPrivilege
from psycopg.rows import tuple_row

from ..client import Client
from ..errors import FlowFabricError
from .output import answer, note, rows_table
from .parsing import AddCommand, Parser, json_argument, pair_argument
from .target import NO, OK, CommandError, Connection, find_target, uuid_of


def _client(connection: Connection) -> Client:
    connection.row_factory = tuple_row
    return Client(connection)


def _actor() -> str:
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
    with find_target(options.dsn).client_connection() as connection:
        created = _client(connection).create_execution(options.lane, options.input, **given)
        answer(options, asdict(created), str(created.execution_id))
        note(f"{created.outcome}: {created.public_state}")
    return OK


def _each(
    options: argparse.Namespace, run: Callable[[Client, UUID], Any], columns: Sequence[str]
) -> int:
    """The same for several executions; one that is refused does not keep the others from it."""
    executions = [uuid_of(execution) for execution in options.executions]
    done: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    with find_target(options.dsn).client_connection() as connection:
        client = _client(connection)
        for execution_id in executions:
            try:
                done.append(asdict(run(client, execution_id)))
            except FlowFabricError as error:
                refused.append({"execution_id": str(execution_id), "error": error.message})
                note(f"{execution_id}: {error.message}")
                if error.hint:
                    note(error.hint)
    answer(
        options, {"done": done, "refused": refused}, rows_table(done, columns) if done else "none"
    )
    return NO if refused else OK


def cancel(options: argparse.Namespace) -> int:
    if options.flow:
        return _cancel_flows(options)
    return _each(
        options,
        lambda client, id_: client.cancel_execution(id_, options.reason, actor=_actor()),
        ("execution_id", "outcome", "previous_phase"),
    )


def _cancel_flows(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        client = _client(connection)
        done = [
            asdict(client.cancel_flow(uuid_of(flow), options.reason, actor=_actor()))
            for flow in options.executions
        ]
        columns = ("flow_id", "outcome", "cancelled_count", "remaining_count")
        answer(options, {"done": done}, rows_table(done, columns))
    return OK


def replay(options: argparse.Namespace) -> int:
    return _each(
        options,
        lambda client, id_: client.replay_execution(id_, options.reason, _actor()),
        ("execution_id", "outcome", "public_state", "replay_count"),
    )


def pause(options: argparse.Namespace) -> int:
    return _set_lane(options, "paused")


def resume(options: argparse.Namespace) -> int:
    return _set_lane(options, "active")


def _set_lane(options: argparse.Namespace, state: str) -> int:
    with find_target(options.dsn).client_connection() as connection:
        changed = _client(connection).set_lane_state(options.lane, state, options.reason, _actor())
        text = f'lane "{changed.lane_id}" is {changed.new_state} (it was {changed.old_state})'
        answer(options, asdict(changed), text)
    return OK


def signal(options: argparse.Namespace) -> int:
    token = sys.stdin.readline().strip() if options.token == "-" else options.token
    with find_target(options.dsn).client_connection() as connection:
        delivered = _client(connection).deliver_signal(
            uuid_of(options.execution),
            uuid_of(options.waitpoint),
            token,
            options.name,
            options.input,
            source_identity=_actor(),
        )
        answer(options, asdict(delivered), f"{delivered.outcome}: {delivered.effect}")
    return OK


def approve(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        client = _client(connection)
        delivered = client.deliver_approval_signal(
            uuid_of(options.execution),
            uuid_of(options.waitpoint) if options.waitpoint else _only_waitpoint(client, options),
            options.name,
            options.approver or _actor(),
        )
        answer(options, asdict(delivered), f"{delivered.outcome}: {delivered.effect}")
    return OK


def _only_waitpoint(client: Client, options: argparse.Namespace) -> UUID:
    waitpoints = client.list_pending_waitpoints(uuid_of(options.execution))
    if len(waitpoints) == 1:
        return waitpoints[0].waitpoint_id
    if not waitpoints:
        raise CommandError(f"{options.execution} waits for no signal")
    known = ", ".join(f"{w.waitpoint_id} ({w.waitpoint_key})" for w in waitpoints)
    raise CommandError(
        f"it has several waitpoints: {known}", hint="Choose one with --waitpoint ID."
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


def _with_reason(parser: Parser, default: str | None) -> None:
    parser.add_argument("--reason", default=default, help="why; it is recorded")


def add_commands(command: AddCommand) -> None:
    submission = command("submit", submit, "submit an execution, and print its id")
    submission.add_argument("lane", metavar="LANE")
    submission.add_argument(
        "--input", type=json_argument, metavar="JSON", help="JSON, @FILE, or - for standard input"
    )
    submission.add_argument("--kind", help="the handler that runs it")
    submission.add_argument(
        "--priority", type=int, metavar="N", help="0 to 9000, the highest first"
    )
    submission.add_argument("--capability", action="append", default=[], metavar="NAME")
    submission.add_argument(
        "--delay-ms", type=int, metavar="MS", help="the earliest start, from now"
    )
    submission.add_argument(
        "--deadline-ms", type=int, metavar="MS", help="the latest end, from now"
    )
    submission.add_argument("--key", help="submit it once under this key")
    submission.add_argument("--namespace", help="tenant")
    submission.add_argument(
        "--tag", type=pair_argument, action="append", default=[], metavar="KEY=VALUE"
    )
    submission.add_argument(
        "--policy", type=json_argument, metavar="JSON", help="retries, timeouts, retention"
    )

    ending = command("cancel", cancel, "cancel executions, or with --flow whole flows")
    ending.add_argument("executions", nargs="+", metavar="ID")
    ending.add_argument("--flow", action="store_true", help="the ids are ids of flows")
    _with_reason(ending, "cancelled on the command line")
    again = command("replay", replay, "start finished executions once more")
    again.add_argument("executions", nargs="+", metavar="EXECUTION")
    _with_reason(again, None)

    for name, run, help_ in (
        ("pause", pause, "stop claims in a lane; it still accepts submissions"),
        ("resume", resume, "allow claims in a paused lane again"),
    ):
        lane = command(name, run, help_)
        lane.add_argument("lane", metavar="LANE")
        _with_reason(lane, None)

    signalling = command("signal", signal, "deliver a signal to a waitpoint, by its token")
    signalling.add_argument("execution", metavar="EXECUTION")
    signalling.add_argument("waitpoint", metavar="WAITPOINT")
    signalling.add_argument("name", metavar="NAME")
    signalling.add_argument(
        "--token", default="-", help="of the waitpoint; - reads standard input (default)"
    )
    signalling.add_argument("--input", type=json_argument, metavar="JSON")
    approving = command("approve", approve, "deliver an approval, by the role that permits it")
    approving.add_argument("execution", metavar="EXECUTION")
    approving.add_argument("--waitpoint", metavar="ID", help="needed if it has several")
    approving.add_argument("--name", default="approved", help="name of the signal: approved")
    approving.add_argument(
        "--as", dest="approver", metavar="NAME", help="the approver; default: you"
    )

    round_ = command("tick", tick, "run maintenance once; claims also do that, about once a second")
    round_.add_argument(
        "--max-rows",
        type=int,
        default=1000,
        metavar="N",
        help="at most N executions in each job: 1000",
    )
