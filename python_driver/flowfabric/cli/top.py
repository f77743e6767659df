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
from collections.abc import Iterable, Iterator

import psycopg

from ..client import Client
from .lanes import PAGE_SIZE
from .operating import health_lines
from .output import OK, CommandError, answer, cell, rows_table
from .parsing import AddCommand, number_argument
from .target import Connection, Target, find_target
from .top_view import COLUMNS, Data, Rows, View, keys_in

PANELS = {
    "trouble": ("verdict", "check_name", "detail"),
    "lapsed": COLUMNS["lapsed"],
    "overview": ("lane_id", "public_state", "execution_count", "counted"),
    "lanes": COLUMNS["lanes"],
    "workers": COLUMNS["workers"],
    "active": COLUMNS["active"],
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
    target = find_target(options.dsn)
    if not (options.json or options.once) and sys.stdout.isatty():
        return _live(target, options)
    with target.client_connection() as connection:
        data = look(connection, options.limit)
        answer(options, data, "\n\n".join(_panels_text(data)))
    return OK


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


# --- live ---


def _live(target: Target, options: argparse.Namespace) -> int:
    view = View()
    with _whole_screen(), contextlib.suppress(KeyboardInterrupt):
        for data, title in _looks(target, options.limit):
            until = time.monotonic() + options.interval
            while (left := until - time.monotonic()) > 0:
                size = shutil.get_terminal_size()
                _draw(view.lines(data, title, size.columns, size.lines))
                # at least once a second: the size may be another one
                if _is_left(view, min(left, 1.0)):
                    return OK
    return OK


def _looks(target: Target, limit: int) -> Iterator[tuple[Data, str]]:
    """The data to be shown, again and again; the last ones while the database is away."""
    data: Data = dict.fromkeys(PANELS)
    connection, watch, title = None, None, ""
    while True:
        try:
            if connection is None or watch is None or connection.closed:
                connection = target.client_connection()
                watch = Watch(connection, limit)
                title = f"flowfabric top  {cell(connection.info.dbname)}"
            data = watch.look()
            yield data, title
        except (CommandError, psycopg.OperationalError) as error:
            if not title:
                raise
            yield data, f"NO CONNECTION, trying again: {cell(str(error))}"


def _draw(lines: list[str]) -> None:
    # each line over the old one: clearing the screen first would flicker
    text = "".join(f"{line}\x1b[K\r\n" for line in lines[:-1]) + f"{lines[-1]}\x1b[K"
    sys.stdout.write(f"\x1b[H{text}\x1b[J")
    sys.stdout.flush()


def _is_left(view: View, seconds: float) -> bool:
    """Wait that long for keys; true when the person leaves."""
    if not os.isatty(0):
        time.sleep(seconds)
        return False
    ready, _, _ = select.select([0], [], [], seconds)
    if not ready:
        return False
    typed = os.read(0, 64)
    # nothing: the terminal is gone
    return not typed or any(view.press(key) for key in keys_in(typed))


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
