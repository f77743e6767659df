"""Commands for operators: why an execution does not run, and the health of the installation."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from .finding import execution_id_of
from .output import NO, OK, TROUBLE, CommandError, answer, cell, note, rows_table
from .parsing import MILLISECONDS, AddCommand, number_argument
from .target import Connection, find_target

VERDICTS = ("critical", "warning", "ok")


def _call(connection: Connection, function: str, *arguments: object) -> list[dict[str, Any]]:
    """The rows of a function that an older installation may not have."""
    known = connection.execute(
        "select 1 from pg_proc where pronamespace = 'flowfabric'::regnamespace and proname = %s",
        (function,),
    ).fetchone()
    if known is None:
        raise CommandError(f"this installation has no {function}", hint="flowfabric upgrade")
    places = ", ".join(["%s"] * len(arguments))
    query = f"select * from flowfabric.{function}({places})"
    return connection.execute(query.encode(), arguments).fetchall()


def explain(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        capabilities = options.capability or None
        execution_id = execution_id_of(connection, options.execution)
        rows = _call(connection, "ff_explain", execution_id, capabilities)
        columns = ("gate", "passed", "outcome", "changed_by", "changes_in_ms", "detail")
        shown = rows if options.all else [r for r in rows if not r["passed"] or r is rows[-1]]
        answer(options, {"gates": rows}, rows_table(shown, columns))
        if shown != rows and not options.json:
            note(f"open gates that are not shown: {len(rows) - len(shown)}; --all shows them")
    return OK if rows[-1]["passed"] else NO


def health(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        rows = _call(connection, "ff_health")
        answer(options, {"checks": rows}, "\n".join(health_lines(rows)))
    return NO if any(row["verdict"] == "critical" for row in rows) else OK


def health_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each check, trouble first, with what to do about it."""
    for row in sorted(rows, key=lambda row: VERDICTS.index(row["verdict"])):
        yield f"{row['verdict']:8}  {row['check_name']}  {cell(row['detail'])}"
        if row["hint"]:
            yield f"          {row['hint']}"


def overview(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        rows = _call(connection, "ff_overview")
        answer(options, {"lanes": rows}, rows_table(rows) if rows else "nothing was submitted")
    return OK


def trim(options: argparse.Namespace) -> int:
    if not options.yes and not _is_confirmed(options.older_than_ms):
        note("nothing was removed")
        return NO
    trimmed = 0
    with find_target(options.dsn).client_connection() as connection:
        while True:
            # a transaction each: many at once would hold their locks for long
            [row] = _call(connection, "ff_trim_retention", options.older_than_ms, options.limit)
            trimmed += row["trimmed"]
            if not row["more"]:
                break
    answer(options, {"trimmed": trimmed}, f"{trimmed} executions were removed")
    return OK


def _is_confirmed(older_than_ms: int | None) -> bool:
    which = "their retention has ended" if older_than_ms is None else f"over {older_than_ms} ms ago"
    if not sys.stdin.isatty():
        raise CommandError(
            "trim asks before it removes executions, and there is no terminal to ask on",
            hint="If you mean it: flowfabric trim --yes",
            status=TROUBLE,
        )
    question = f"Remove finished executions for good ({which})? [y/N] "
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def add_commands(command: AddCommand) -> None:
    explaining = command("explain", explain, "say why an execution does not run")
    explaining.add_argument("execution", metavar="EXECUTION")
    explaining.add_argument(
        "--capability",
        action="append",
        default=[],
        metavar="NAME",
        help="for a worker with this capability",
    )
    explaining.add_argument("--all", action="store_true", help="show open gates, too")
    command("health", health, "check the health of the installation")
    command("overview", overview, "count executions by lane and state")
    trimming = command("trim", trim, "remove finished executions whose retention has ended")
    trimming.add_argument(
        "--older-than-ms",
        type=MILLISECONDS,
        metavar="MS",
        help="this age instead of their policies",
    )
    trimming.add_argument(
        "--limit",
        type=number_argument(1, 10_000),
        default=1000,
        metavar="N",
        help="at most N in one transaction: 1000",
    )
    trimming.add_argument("-y", "--yes", action="store_true", help="do not ask")
