"""`flowfabric top`: trouble, lanes, workers and running executions, live."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import select
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import psycopg

from ..client import Client
from .lanes import PAGE_SIZE
from .operating import health_lines
from .output import OK, CommandError, answer, cell, rows_table
from .parsing import AddCommand, number_argument
from .target import Connection, find_target

Rows = list[dict[str, Any]]
# a panel is None where the login may not look
Data = dict[str, Rows | None]

PANELS = {
    "trouble": ("verdict", "check_name", "detail"),
    "lapsed": ("execution_id", "lane_id", "worker_instance_id", "expired_since_ms"),
    "overview": ("lane_id", "public_state", "execution_count", "counted"),
    "lanes": ("lane_id", "state", "due_count", "oldest_due_ms", "live_worker_count"),
    "workers": ("worker_instance_id", "is_alive", "lane_ids", "last_heartbeat_at"),
    "active": ("execution_id", "lane_id", "kind", "attempt_index", "worker_instance_id"),
}
# by the functions and views that a reader may use
QUERIES = {
    "trouble": "select verdict, check_name, detail, hint from flowfabric.ff_health()"
    " where verdict <> 'ok' order by verdict",
    "lapsed": "select execution_id, lane_id, worker_instance_id, expired_since_ms"
    " from flowfabric.ff_list_expired_leases(p_limit => %(limit)s)",
    "overview": "select lane_id, lane_state, public_state, execution_count, counted"
    " from flowfabric.ff_overview()",
    "lanes": "select lane_id, state, due_count, oldest_due_ms, live_worker_count"
    " from flowfabric.ff_lanes order by due_count desc, lane_id limit 1000",
    "workers": "select worker_instance_id, is_alive, lane_ids, last_heartbeat_at"
    " from flowfabric.ff_list_workers(p_limit => 1000)",
}
# these look at much: they get a tenth of the time at most
SLOW = ("overview", "trouble")
# so many executions are looked at for those that run
LOOKS = 3


def top(options: argparse.Namespace) -> int:
    with find_target(options.dsn).client_connection() as connection:
        if options.json or options.once or not sys.stdout.isatty():
            data = look(connection, options.limit)
            answer(options, data, "\n\n".join(_panels_text(data)))
            return OK
        return _live(connection, options)


def look(connection: Connection, limit: int, panels: Iterable[str] = PANELS) -> Data:
    data: Data = {}
    for name in panels:
        try:
            if name == "active":
                data[name] = _active(connection, limit)
            else:
                query = QUERIES[name].encode()
                data[name] = connection.execute(query, {"limit": limit}).fetchall()
        except psycopg.errors.InsufficientPrivilege:
            data[name] = None
    if workers := data.get("workers"):
        # one that is silent and has lost nothing has ended in good order, or is not missed
        lost = {lease["worker_instance_id"] for lease in data.get("lapsed") or []}
        data["workers"] = [w for w in workers if w["is_alive"] or w["worker_instance_id"] in lost]
    return data


def _active(connection: Connection, limit: int) -> Rows:
    client, rows, after = Client(connection), [], None
    for _ in range(LOOKS):
        page = client.find_executions({"public_state": "active"}, after=after, limit=limit)
        rows += [{name: getattr(e, name) for name in PANELS["active"]} for e in page.executions]
        after = page.after
        if not page.is_more or len(rows) >= limit:
            break
    return rows[:limit]


def _panels_text(data: Data) -> Iterator[str]:
    for name, columns in PANELS.items():
        rows = data[name]
        if rows is None:
            yield f"{name}\nnot permitted"
        elif name == "trouble" and rows:
            yield "\n".join([name, *health_lines(rows)])
        else:
            yield f"{name}\n{rows_table(rows, columns) if rows else 'none'}"


class Watch:
    """Looks again and again; expensive queries take a tenth of the time at most."""

    def __init__(self, connection: Connection, limit: int) -> None:
        self.connection = connection
        self.limit = limit
        self._data: Data = {}
        self._count_again_at = -math.inf

    def look(self) -> Data:
        began_at = time.monotonic()
        if began_at >= self._count_again_at:
            self._data |= look(self.connection, self.limit, SLOW)
            took = time.monotonic() - began_at
            self._count_again_at = began_at + 10 * took
        self._data |= look(
            self.connection, self.limit, [name for name in PANELS if name not in SLOW]
        )
        return self._data


# --- the screen ---


def screen(data: Data, title: str, columns: int, lines: int) -> list[str]:
    """The lines of a screen of this size: trouble first, and a share for each of the others."""
    shown = [f"{title}  {_counts(data['overview'])}  (q quits)"]
    trouble = list(health_lines(data["trouble"] or []))
    if data["lapsed"]:
        first = data["lapsed"][0]
        since = first["expired_since_ms"] / 1000
        trouble.insert(
            0,
            f"lapsed    {len(data['lapsed'])} leases or more were not taken over,"
            f" the first {since:.0f} s ago: {first['execution_id']} of"
            f" {first['worker_instance_id']}",
        )
    shown += _cut(trouble or ["no trouble"], max(lines // 3, 3))
    tables = {name: _table(data[name], PANELS[name]) for name in ("lanes", "workers", "active")}
    room = lines - len(shown)
    for left, (name, rows) in zip((3, 2, 1), tables.items(), strict=True):
        count = "?" if data[name] is None else len(data[name] or [])
        part = ["", *_cut([f"{name} ({count})  {rows[0]}", *rows[1:]], room // left - 1)]
        # a short table leaves its lines to the others
        shown += part
        room -= len(part)
    return [_fit(line, columns) for line in shown[:lines]]


def _counts(overview: Rows | None) -> str:
    """All lanes together: 12 waiting, 3 active."""
    sums: dict[str, int] = {}
    for row in overview or []:
        sums[row["public_state"]] = sums.get(row["public_state"], 0) + row["execution_count"]
    return ", ".join(f"{count} {state}" for state, count in sums.items()) or "no executions"


def _table(rows: Rows | None, columns: Sequence[str]) -> list[str]:
    if rows is None:
        return ["not permitted"]
    return rows_table(rows, columns).split("\n") if rows else ["none"]


def _cut(lines: list[str], room: int) -> list[str]:
    if len(lines) <= room:
        return lines
    return [*lines[: max(room - 1, 0)], f"... and {len(lines) - max(room - 1, 0)} lines more"]


def _fit(line: str, columns: int) -> str:
    """The line, as far as it has room; some characters take two places."""
    width, fitting = 0, []
    for character in line:
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if width > columns:
            break
        fitting.append(character)
    return "".join(fitting)


def _live(connection: Connection, options: argparse.Namespace) -> int:
    watch = Watch(connection, options.limit)
    title = f"flowfabric top  {cell(connection.info.dbname)}"
    with _whole_screen(), contextlib.suppress(KeyboardInterrupt):
        while True:
            size = shutil.get_terminal_size()
            lines = screen(watch.look(), title, size.columns, size.lines)
            # each line over the old one: clearing the screen first would flicker
            text = "".join(f"{line}\x1b[K\r\n" for line in lines[:-1]) + f"{lines[-1]}\x1b[K"
            sys.stdout.write(f"\x1b[H{text}\x1b[J")
            sys.stdout.flush()
            if _is_q_pressed(options.interval):
                break
    return OK


@contextlib.contextmanager
def _whole_screen() -> Iterator[None]:
    """The screen of its own that terminals have for this, and keys without Enter."""
    try:
        import termios
        import tty
    except ModuleNotFoundError:
        raise CommandError(
            "the live view needs a terminal as Unix has it", hint="flowfabric top --once"
        ) from None
    before = termios.tcgetattr(0) if os.isatty(0) else None
    sys.stdout.write("\x1b[?1049h\x1b[?25l")
    try:
        if before:
            tty.setcbreak(0)
        yield
    finally:
        if before:
            termios.tcsetattr(0, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()


def _is_q_pressed(seconds: float) -> bool:
    """Wait that long for the key."""
    if not os.isatty(0):
        time.sleep(seconds)
        return False
    ready, _, _ = select.select([0], [], [], seconds)
    return bool(ready) and os.read(0, 64) in (b"q", b"Q", b"")


def add_commands(command: AddCommand) -> None:
    watching = command(
        "top", top, "watch trouble, lanes, workers and running executions, live; q ends it"
    )
    watching.add_argument(
        "--interval", type=_seconds, default=1.0, metavar="S", help="seconds between two looks: 1"
    )
    watching.add_argument(
        "--limit",
        type=number_argument(1, PAGE_SIZE),
        default=100,
        metavar="N",
        help="rows in each table: 100",
    )
    watching.add_argument("--once", action="store_true", help="print it once, and end")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0.05 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0.05 to 3600")
    return seconds
