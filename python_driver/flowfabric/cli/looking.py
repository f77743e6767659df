"""Commands that look: at the installation as a whole, and at single executions."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

import psycopg
from psycopg.rows import dict_row

from .. import installation
from ..client import Client
from ..errors import FlowNotFound
from ..types import ExecutionSummary
from .families import family_diagram
from .finding import SEARCH_S, execution_id_of, filter_of, with_filter
from .lanes import PAGE_SIZE
from .output import (
    NO,
    OK,
    CommandError,
    answer,
    cell,
    facts,
    note,
    package_version,
    printable,
    rows_table,
    table,
    yes_no,
)
from .parsing import AddCommand, number_argument
from .target import Connection, find_target, roles_to_ask_for, uuid_of, where


def status(options: argparse.Namespace) -> int:
    with find_target(options.dsn).connect() as connection:
        connection.row_factory = dict_row
        report: dict[str, Any] = {
            "database": connection.info.dbname,
            "host": connection.info.host or None,
            "user": connection.info.user,
            "server_version": connection.info.parameter_status("server_version"),
            "installed": installation.installed_version(connection),
            "package": package_version(),
        }
        lines = [
            f"connection  {where(connection)}",
            f"server      PostgreSQL {report['server_version']}",
            f"installed   {report['installed'] or 'no'}",
        ]
        if report["installed"] is None:
            answer(options, report, "\n".join(lines))
            note("FlowFabric is not installed there: flowfabric install")
            return NO
        if report["installed"] != report["package"]:
            note(f"this package is of version {report['package']}")

        report["lanes"] = _lanes(connection)
        report["lapsed"] = _lapsed(connection)
        report["findings"] = _permitted(
            connection, "select invariant, execution_id, detail from flowfabric.ff_check()"
        )
        answer(options, report, "\n".join([*lines, *_state_text(report)]))
        return NO if report["findings"] or report["findings"] is None else OK


def _lanes(connection: Connection) -> list[dict[str, Any]] | None:
    lanes: list[dict[str, Any]] = []
    while True:
        page = _permitted(
            connection,
            "select lane_id, state, is_registered from flowfabric.ff_list_lanes(%s, %s)",
            (lanes[-1]["lane_id"] if lanes else None, PAGE_SIZE),
        )
        if page is None:
            return None
        lanes += page
        if len(page) < PAGE_SIZE:
            break
    for lane in lanes:
        due = _permitted(
            connection,
            "select flowfabric.ff_next_due_in_ms(%s) as ms",
            (lane["lane_id"],),
            quietly=True,
        )
        lane["is_due_known"] = due is not None
        lane["next_due_in_ms"] = due[0]["ms"] if due else None
    return lanes


def _lapsed(connection: Connection) -> dict[str, Any] | None:
    """Leases that ran out and were not taken over, counted no further than one page goes."""
    oldest = _permitted(
        connection,
        "select lane_id, expired_since_ms"
        " from flowfabric.ff_list_expired_leases(p_limit => %s) order by lease_expires_at",
        (PAGE_SIZE,),
    )
    if oldest is None:
        return None
    return {
        "count": len(oldest),
        "is_more": len(oldest) == PAGE_SIZE,
        "oldest_since_ms": oldest[0]["expired_since_ms"] if oldest else None,
    }


def _permitted(
    connection: Connection, query: str, arguments: Sequence[object] = (), *, quietly: bool = False
) -> list[dict[str, Any]] | None:
    """The rows; None, and a note, where this login may not call the function."""
    try:
        return connection.execute(query, arguments).fetchall()
    except psycopg.errors.InsufficientPrivilege as error:
        if not quietly:
            hint = roles_to_ask_for(connection, error)
            note(" ".join(filter(None, [f"{error.diag.message_primary}.", hint])))
        return None


def _state_text(report: Mapping[str, Any]) -> Iterator[str]:
    yield from _lanes_text(report)
    yield ""
    yield f"lapsed      {_lapsed_text(report['lapsed'])}"
    yield from _findings_text(report)


def _lapsed_text(lapsed: Mapping[str, Any] | None) -> str:
    if lapsed is None:
        return "not permitted"
    if not lapsed["count"]:
        return "no lease waits for a takeover"
    since = lapsed["oldest_since_ms"] / 1000
    if lapsed["count"] == 1:
        return f"1 lease has lapsed and was not taken over yet, {since:.1f} s ago"
    count = f"{lapsed['count']} or more" if lapsed["is_more"] else lapsed["count"]
    return f"{count} leases have lapsed and were not taken over yet, the first {since:.1f} s ago"


def _lanes_text(report: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    if report["lanes"] is None:
        yield "lanes       not permitted"
    elif not report["lanes"]:
        yield "lanes       none yet; the first submission to a name makes one"
    else:
        yield table(
            ["lane", "state", "registered", "next due"],
            [
                [
                    lane["lane_id"],
                    lane["state"],
                    yes_no(lane["is_registered"]),
                    _due_text(lane),
                ]
                for lane in report["lanes"]
            ],
        )


def _due_text(lane: Mapping[str, Any]) -> str:
    if not lane["is_due_known"]:
        return "not permitted"
    match lane["next_due_in_ms"]:
        case None:
            return "nothing scheduled"
        case 0:
            return "now"
        case ms:
            return f"in {ms / 1000:.1f} s"


def _findings_text(report: Mapping[str, Any]) -> Iterator[str]:
    findings = report["findings"]
    if findings is None:
        yield "ff_check    not permitted"
    elif not findings:
        yield "ff_check    no findings"
    else:
        yield f"ff_check    findings: {len(findings)}; each is a bug, please report it"
        for finding in findings:
            detail = json.dumps(finding["detail"])
            yield f"  {finding['execution_id']}  {finding['invariant']}  {detail}"


def list_(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        filter_ = filter_of(options, connection)
        after = uuid_of(options.after) if options.after else None
        found, after, is_more = _find(Client(connection), filter_, after, options)
    rows = [asdict(execution) for execution in found]
    columns = (
        "execution_id",
        "lane_id",
        "kind",
        "public_state",
        "attempt_index",
        "worker_instance_id",
        "updated_at",
    )
    data = {"executions": rows, "after": after, "is_more": is_more}
    answer(options, data, rows_table(rows, columns) if rows else "none")
    if is_more:
        more = "there are more" if len(rows) == options.limit else "there are others to look at"
        note(f"{more}: --after {after}")
    return OK


def _find(
    client: Client, filter_: Mapping[str, Any], after: UUID | None, options: argparse.Namespace
) -> tuple[list[ExecutionSummary], UUID | None, bool]:
    """As many as are asked for; a search that finds few of very many ends after a while."""
    found: list[ExecutionSummary] = []
    stop_at = time.monotonic() + SEARCH_S
    while True:
        page = client.find_executions(
            filter_, not options.oldest_first, after, min(options.limit - len(found), PAGE_SIZE)
        )
        found += page.executions
        after = page.after
        if not page.is_more or len(found) == options.limit or time.monotonic() > stop_at:
            return found, after, page.is_more


# the dimensions of the state, and ids that only the engine and its calls need
DIMENSIONS = {
    "lifecycle_phase",
    "ownership_state",
    "eligibility_state",
    "blocking_reason",
    "terminal_outcome",
    "attempt_state",
    "attempt_id",
    "lease_id",
    "lease_epoch",
}


def show(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        execution_id = execution_id_of(connection, options.execution)
        description = connection.execute(
            "select * from flowfabric.ff_describe_execution(%s)", (execution_id,)
        ).fetchone()
        if description is None:
            raise CommandError(f"execution {options.execution} does not exist")
        result = connection.execute(
            "select * from flowfabric.ff_get_execution_result(%s)", (execution_id,)
        ).fetchone()
        attempts = connection.execute(
            "select * from flowfabric.ff_list_attempts(%s)", (execution_id,)
        ).fetchall()
        verdict = connection.execute(
            "select * from flowfabric.ff_explain(%s) where gate = 'verdict'", (execution_id,)
        ).fetchone()
        assert verdict
        cause = cause_of(description, verdict)
        known = [
            (name, value)
            for name, value in description.items()
            if value is not None
            and value not in ({}, [])
            and (options.all or name not in DIMENSIONS)
        ]
        if result:
            known += [(n, result[n]) for n in ("output", "result") if result[n] is not None]
        columns = ("attempt_index", "attempt_type", "outcome", "worker_instance_id", "started_at",
                   "ended_at", "failure_reason")  # fmt: skip
        text = f"{cell(cause)}\n\n{facts(known)}"
        if attempts:
            text += "\n\n" + rows_table(attempts, columns)
        for attempt in attempts:
            detail = attempt["failure_detail"]
            if isinstance(detail, dict) and isinstance(detail.get("traceback"), str):
                trace = printable(detail["traceback"].rstrip())
                text += f"\n\nattempt {attempt['attempt_index']}: {trace}"
        answer(
            options, {"cause": cause, **description, "result": result, "attempts": attempts}, text
        )
    return OK


def cause_of(description: Mapping[str, Any], verdict: Mapping[str, Any]) -> str:
    """Why an execution is as it is, in one line."""
    state = description["public_state"]
    if "flowfabric.erased" in description["tags"]:
        return f"{state}; its contents were erased"
    reason, category = description["failure_reason"], description["failure_category"]
    match state:
        case "completed":
            return "completed"
        case "cancelled":
            by = description["cancelled_by"]
            return f"cancelled: {description['cancellation_reason']} (by {by})"
        case "failed" | "expired" | "skipped":
            return f"{state}: {reason}" + (f" ({category})" if category else "")
        case "active":
            return _holder_of(description, verdict)
    waits_for = "a worker" if verdict["passed"] else f"{verdict['outcome']}"
    if description["blocking_reason"] not in ("none", "waiting_for_worker"):
        waits_for = description["blocking_reason"].removeprefix("waiting_for_")
    text = f"{state}: {waits_for}"
    if not verdict["passed"]:
        text += f"; changed by {verdict['changed_by']}"
        if verdict["changes_in_ms"] is not None:
            text += f", in {verdict['changes_in_ms'] / 1000:.1f} s"
    if reason:
        text += f"; the last attempt failed: {reason}"
    return text


def _holder_of(description: Mapping[str, Any], verdict: Mapping[str, Any]) -> str:
    worker = description["worker_instance_id"]
    match description["ownership_state"]:
        case "leased":
            left = description["lease_remaining_ms"] / 1000
            return f"active: {worker} holds the lease, for another {left:.1f} s"
        case "lease_revoked":
            lost = f"active: the lease of {worker} was revoked"
        case _:
            lost = f"active: the lease of {worker} ran out at {description['lease_expires_at']}"
    if verdict["passed"]:
        return f"{lost}; the next claim takes it over"
    return f"{lost}; it is not taken over: {verdict['outcome']}, changed by {verdict['changed_by']}"


def history(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        rows = connection.execute(
            "select * from flowfabric.ff_history(%s)",
            (execution_id_of(connection, options.execution),),
        ).fetchall()
        if not rows:
            raise CommandError(f"execution {options.execution} does not exist")
        columns = ("occurred_at", "what", "attempt_index", "lease_epoch", "worker_instance_id",
                   "details")  # fmt: skip
        answer(options, {"history": rows}, rows_table(rows, columns))
    return OK


def graph(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        client = Client(connection)
        id_ = execution_id_of(connection, options.id)
        try:
            diagram = client.flow_diagram(id_)
        except FlowNotFound:
            found = family_diagram(client, id_)
            if found is None:
                raise CommandError(f"there is no flow and no execution {options.id}") from None
            diagram = found
        answer(options, {"diagram": diagram}, diagram)
    return OK


def add_commands(command: AddCommand) -> None:
    command(
        "status", status, "show the connection, lanes, lapsed leases and the findings of ff_check"
    )
    listing = command("list", list_, "list executions, the newest first")
    with_filter(listing)
    order = listing.add_mutually_exclusive_group()
    order.add_argument("--newest", action="store_true", help="the newest first (default)")
    order.add_argument("--oldest-first", action="store_true", help="the oldest first")
    listing.add_argument("--after", metavar="ID", help="only those after this one")
    listing.add_argument(
        "--limit",
        type=number_argument(1, 1_000_000),
        default=100,
        metavar="N",
        help="at most N: 100",
    )
    for name, run, help_ in (
        ("show", show, "show an execution: why it is as it is, its content, its attempts"),
        ("history", history, "show what happened to an execution, in order"),
    ):
        one = command(name, run, help_)
        one.add_argument("execution", metavar="EXECUTION")
        if name == "show":
            one.add_argument(
                "--all", action="store_true", help="also the dimensions of its state, and its lease"
            )
    drawing = command(
        "graph", graph, "print a flow, or an execution and its children, as a Mermaid diagram"
    )
    drawing.add_argument("id", metavar="ID", help="of a flow or of an execution")
