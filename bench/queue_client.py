"""The client of all queues alike: python -m bench.queue_client < an order as JSON

As many processes as the order has clients go through its steps, each statement prepared once and
sent by libpq as it is; rows are fetched, and only the ids are looked at. The clock runs from the
moment in which all are ready. Printed: units a second, all units with those before that moment, and
what a unit cost the server's processes in processor time and in write-ahead log. A claim that finds
too little ends with status 3.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from psycopg import pq

from .bystanders import server_seconds

RAN_OUT = 3
WARM_UP = 12  # a plan is made anew five times, then kept


class RanOutError(Exception):
    """A claim found less than it asked for."""


@dataclass
class Session:
    """A connection with all statements prepared."""

    order: dict[str, Any]

    def __post_init__(self) -> None:
        self.connection = pq.PGconn.connect(self.order["dsn"].encode())
        if self.connection.status != pq.ConnStatus.OK:
            raise RuntimeError(self.connection.get_error_message())
        self.arguments = {}
        for name, (sql, arguments) in self.order["calls"].items():
            _check(self.connection.prepare(name.encode(), sql.encode()))
            self.arguments[name] = [a if a is None else a.encode() for a in arguments]
        self.id_column: int | None = None
        self.ids: list[bytes] = []

    def take(self, step: str) -> None:
        """Send one statement, and keep or use the ids of what is claimed."""
        arguments: Sequence[bytes | None] = self.arguments[step]
        if step == "complete":
            arguments = self.ids
        elif step == "complete_many":
            arguments = [b'{"%s"}' % b'","'.join(self.ids)]
        # None is a null; only the annotation of psycopg does not know
        result = self.connection.exec_prepared(step.encode(), arguments)  # type: ignore[arg-type]
        _check(result)
        if step.startswith("claim"):
            if result.ntuples < self.order["units"]:
                raise RanOutError
            if self.id_column is None:
                names = [result.fname(i) for i in range(result.nfields)]
                self.id_column = names.index(self.order["id_column"].encode())
            self.ids = [result.get_value(i, self.id_column) or b"" for i in range(result.ntuples)]
        elif step == "complete_many" and result.nfields and result.ntuples != len(self.ids):
            raise RuntimeError(f"{result.ntuples} of {len(self.ids)} were completed")


def _check(result: pq.abc.PGresult) -> None:
    if result.status not in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        raise RuntimeError(result.get_error_message())


def work(order: dict[str, Any], pipe: Connection) -> None:
    """One client: say when ready, go when told to, tell units and seconds."""
    try:
        session = Session(order)
        steps = order["steps"]
        for _ in range(WARM_UP):
            for step in steps:
                session.take(step)
        pipe.send("ready")
        pipe.recv()
        rounds = 0
        started = time.monotonic()
        end = started + order["seconds"]
        while time.monotonic() < end:
            for step in steps:
                session.take(step)
            rounds += 1
        pipe.send((rounds * order["units"], time.monotonic() - started))
        pipe.recv()  # the backend shall live until its processor time has been read
    except RanOutError:
        pipe.send("ran out")
    except Exception as error:
        pipe.send(f"failed: {error}")


def wal_position(connection: pq.abc.PGconn) -> int:
    result = connection.exec_(b"select pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
    _check(result)
    return int(result.get_value(0, 0) or 0)


def main() -> int:
    order = json.load(sys.stdin)
    context = multiprocessing.get_context("fork")
    pipes = []
    for _ in range(order["clients"]):
        ours, theirs = context.Pipe()
        context.Process(target=work, args=(order, theirs), daemon=True).start()
        theirs.close()
        pipes.append(ours)
    failures = {answer for answer in (pipe.recv() for pipe in pipes) if answer != "ready"}
    answers: list[Any] = []
    watcher = pq.PGconn.connect(order["dsn"].encode())
    log, used_s = wal_position(watcher), server_seconds(order["postmaster"])
    if not failures:
        for pipe in pipes:
            pipe.send("go")
        answers = [pipe.recv() for pipe in pipes]
        failures = {answer for answer in answers if isinstance(answer, str)}
    log, used_s = wal_position(watcher) - log, server_seconds(order["postmaster"]) - used_s
    for failure in failures - {"ran out"}:
        print(failure, file=sys.stderr)
    if failures:
        return RAN_OUT if failures == {"ran out"} else 1
    for pipe in pipes:
        pipe.send("done")
    units = sum(answer[0] for answer in answers)
    json.dump(
        {
            "units": units + WARM_UP * order["clients"] * order["units"],
            "rate": sum(answer[0] / answer[1] for answer in answers),
            "server_us": 1e6 * used_s / units,
            "wal_bytes": log / units,
        },
        sys.stdout,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
