"""`flowfabric top`: totals, lanes, workers and running executions, live."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterable
from typing import Any

from .output import answer, cell, rows_table
from .parsing import AddCommand
from .target import OK, CommandError, Connection, find_target

PANELS = {
    "overview": ("lane_id", "public_state", "execution_count", "counted"),
    "lanes": ("lane_id", "state", "next_due_in_ms"),
    "workers": ("worker_instance_id", "is_alive", "lane_ids", "last_heartbeat_at"),
    "active": ("execution_id", "lane_id", "kind", "attempt_index", "worker_instance_id"),
    "lapsed": ("execution_id", "lane_id", "worker_instance_id", "expired_since_ms"),
}
QUERIES = {
    "overview": "select lane_id, lane_state, public_state, execution_count, counted"
    " from flowfabric.ff_overview()",
    "lanes": "select l.lane_id, l.state, flowfabric.ff_next_due_in_ms(l.lane_id) as next_due_in_ms"
    " from flowfabric.ff_list_lanes(p_limit => 1000) as l",
    "workers": "select worker_instance_id, is_alive, lane_ids, last_heartbeat_at"
    " from flowfabric.ff_list_workers(p_limit => 1000)",
    "active": "select execution_id, lane_id, kind, attempt_index, worker_instance_id"
    " from flowfabric.ff_list_executions(p_public_state => 'active', p_limit => %(limit)s)",
    "lapsed": "select execution_id, lane_id, worker_instance_id, expired_since_ms"
    " from flowfabric.ff_list_expired_leases(p_limit => %(limit)s)",
}


def top(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        if options.json or options.once or not sys.stdout.isatty():
            data = look(connection, options.limit)
            texts = [
                f"{name}\n{rows_table(data[name], columns) if data[name] else 'none'}"
                for name, columns in PANELS.items()
            ]
            answer(options, data, "\n\n".join(texts))
            return OK
        return _live(connection, options)


def look(
    connection: Connection, limit: int, panels: Iterable[str] = PANELS
) -> dict[str, list[dict[str, Any]]]:
    return {
        name: connection.execute(QUERIES[name].encode(), {"limit": limit}).fetchall()
        for name in panels
    }


class Watch:
    """Looks again and again; counting takes a tenth of the time at most."""

    def __init__(self, connection: Connection, limit: int) -> None:
        self.connection = connection
        self.limit = limit
        self._data: dict[str, list[dict[str, Any]]] = {}
        self._count_again_at = -math.inf

    def look(self) -> dict[str, list[dict[str, Any]]]:
        began_at = time.monotonic()
        if began_at >= self._count_again_at:
            self._data |= look(self.connection, self.limit, ["overview"])
            took = time.monotonic() - began_at
            self._count_again_at = began_at + 10 * took
        others = [name for name in PANELS if name != "overview"]
        self._data |= look(self.connection, self.limit, others)
        return self._data


def _live(connection: Connection, options: argparse.Namespace) -> int:
    try:
        from rich.console import Group
        from rich.live import Live
        from rich.table import Table
    except ModuleNotFoundError as error:
        raise CommandError(
            f"the live view needs the package {error.name}", hint="pip install 'flowfabric[cli]'"
        ) from None

    watch = Watch(connection, options.limit)

    def screen() -> Group:
        data = watch.look()
        tables = []
        for name, columns in PANELS.items():
            shown = Table(*columns, title=f"{name} ({len(data[name])})", title_justify="left")
            for row in data[name][: options.limit]:
                shown.add_row(*(cell(row[column]) for column in columns))
            tables.append(shown)
        return Group(*tables)

    try:
        with Live(screen(), screen=True, auto_refresh=False) as live:
            while True:
                time.sleep(options.interval)
                live.update(screen(), refresh=True)
    except KeyboardInterrupt:
        return OK


def add_commands(command: AddCommand) -> None:
    watching = command(
        "top", top, "watch lanes, workers and running executions, live; Ctrl-C ends it"
    )
    watching.add_argument(
        "--interval", type=float, default=1.0, metavar="S", help="seconds between two looks: 1"
    )
    watching.add_argument(
        "--limit", type=int, default=20, metavar="N", help="rows in each table: 20"
    )
    watching.add_argument("--once", action="store_true", help="print it once, and end")
