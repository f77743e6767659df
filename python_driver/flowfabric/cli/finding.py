"""Which executions a command is about: the options that make a filter, and ids in short."""

from __future__ import annotations

import argparse
import contextlib
import re
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from ..client import Client
from .lanes import PAGE_SIZE, check_lane
from .output import CommandError
from .parsing import Parser, pair_argument
from .target import Connection, uuid_of

# how long a search for few among very many goes on
SEARCH_S = 10.0
STATES = (
    "waiting",
    "delayed",
    "rate_limited",
    "waiting_children",
    "active",
    "suspended",
    "completed",
    "failed",
    "cancelled",
    "expired",
    "skipped",
)
# the states of --failed
FAILED = ["failed", "expired"]
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def moment_argument(text: str) -> datetime | timedelta:
    """An instant with a zone, or how long ago it was: 90s, 30m, 2h, 1d, 1w."""
    if match := re.fullmatch(r"([0-9]{1,6})([smhdw])", text):
        return timedelta(**{UNITS[match[2]]: int(match[1])})
    with contextlib.suppress(argparse.ArgumentTypeError):
        return instant_argument(text)
    raise argparse.ArgumentTypeError(
        f"{text!r} is neither a time ago (90s, 30m, 2h, 1d, 1w) nor an instant with a zone"
        " (2030-01-31T12:00:00Z)"
    )


def instant_argument(text: str) -> datetime:
    with contextlib.suppress(ValueError):
        at = datetime.fromisoformat(re.sub("Z$", "+00:00", text))
        if at.tzinfo is not None:
            return at
    raise argparse.ArgumentTypeError(
        f"{text!r} is not an instant with a zone (2030-01-31T12:00:00Z)"
    )


def uuid_argument(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a UUID") from None


def with_filter(parser: Parser, *, has_flow: bool = True) -> None:
    parser.add_argument("--lane", help="only in this lane")
    parser.add_argument("--kind", help="only of this kind")
    parser.add_argument(
        "--state",
        action="append",
        choices=STATES,
        metavar="STATE",
        help="only in this state; given several times: in one of these",
    )
    parser.add_argument("--failed", action="store_true", help="only failed and expired ones")
    parser.add_argument("--category", help="only with this category of the last failure")
    parser.add_argument("--namespace", help="only in this namespace")
    parser.add_argument(
        "--tag",
        type=pair_argument,
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="only with this tag",
    )
    if has_flow:
        parser.add_argument("--flow", metavar="FLOW", help="only members of this flow")
    parser.add_argument("--key", help="only those with this idempotency key")
    parser.add_argument(
        "--worker", metavar="INSTANCE", help="only those that this worker process holds or has lost"
    )
    parser.add_argument(
        "--since",
        type=moment_argument,
        metavar="TIME",
        help="only those submitted since then: 2h, 1d, or 2030-01-31T12:00:00Z",
    )
    parser.add_argument(
        "--until", type=moment_argument, metavar="TIME", help="only those submitted before that"
    )


def is_filtered(options: argparse.Namespace) -> bool:
    names = ("lane", "kind", "state", "failed", "category", "namespace", "tag", "key", "worker",
             "since", "until")  # fmt: skip
    return any(getattr(options, name) for name in names) or isinstance(options.flow, str)


def filter_of(options: argparse.Namespace, connection: Connection) -> dict[str, Any]:
    """The filter that the options ask for; a lane that is not there is refused."""
    if options.lane is not None:
        check_lane(connection, options.lane)
    filter_ = {
        "lane_id": options.lane,
        "kind": options.kind,
        "public_state": [*(options.state or []), *(FAILED if options.failed else [])] or None,
        "failure_category": options.category,
        "namespace": options.namespace,
        "tags": dict(options.tag) or None,
        "flow_id": None if options.flow in (None, False) else str(uuid_of(options.flow)),
        "idempotency_key": options.key,
        "worker_instance_id": options.worker,
        "created_after": _instant(connection, options.since),
        "created_before": _instant(connection, options.until),
    }
    return {name: value for name, value in filter_.items() if value is not None}


def _instant(connection: Connection, moment: datetime | timedelta | None) -> str | None:
    """By the server's clock, which executions are dated by."""
    if isinstance(moment, timedelta):
        row = connection.execute("select flowfabric.ff_server_time() as now").fetchone()
        assert row
        now: datetime = row["now"] if isinstance(row, dict) else row[0]
        return (now - moment).isoformat()
    return moment.isoformat() if moment else None


def execution_id_of(connection: Connection, text: str) -> UUID:
    """The execution of an id, of a beginning that no other id has, or of an idempotency key."""
    try:
        return UUID(text)
    except ValueError:
        pass
    found = set(_ids_beginning_with(connection, text)) | set(_ids_of_key(connection, text))
    if not found:
        raise CommandError(f"no execution has the id, a beginning of it, or the key {text!r}")
    if len(found) > 1:
        known = ", ".join(str(id_) for id_ in sorted(found)[:5])
        raise CommandError(f"{text!r} stands for several executions: {known}")
    return found.pop()


def _ids_beginning_with(connection: Connection, text: str) -> Iterator[UUID]:
    digits = text.replace("-", "").lower()
    if not re.fullmatch("[0-9a-f]{4,32}", digits):
        return
    rows = connection.execute(
        "select execution_id from flowfabric.ff_executions"
        " where execution_id between %s and %s order by execution_id limit 6",
        (UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))),
    ).fetchall()
    for row in rows:
        yield row["execution_id"] if isinstance(row, dict) else row[0]


def _ids_of_key(connection: Connection, key: str) -> Iterator[UUID]:
    client = Client(connection)
    after = None
    stop_at = time.monotonic() + SEARCH_S
    while True:
        page = client.find_executions({"idempotency_key": key}, True, after, PAGE_SIZE)
        yield from (execution.execution_id for execution in page.executions)
        after = page.after
        if page.executions or not page.is_more or time.monotonic() > stop_at:
            return
