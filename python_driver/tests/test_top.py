"""`flowfabric top`: its data, its screen, and the keys that it obeys, on a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from flowfabric.cli import main, top
from flowfabric.cli.target import find_target
from flowfabric.cli.top_view import Data, View, keys_in
from pg_server import PrivateServer, RunningServer
from test_db import OWNER, clone

COMMAND = [sys.executable, "-m", "flowfabric.cli"]


@pytest.fixture
def client(connect: Callable[..., psycopg.Connection[Any]]) -> Client:
    return Client(connect(autocommit=True))


@pytest.fixture
def run(dsn: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    def run(*arguments: str) -> Any:
        assert main([*arguments, "--dsn", dsn, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_top_shows_counts_lanes_workers_and_what_runs(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("top", "--once")["overview"] == []
    client.register_worker("mailer", "mailer-1", ["emails"])
    for _ in range(3):
        client.create_execution("emails")
    client.claim("emails", "mailer", "mailer-1")
    shown = run("top", "--once")
    assert list(shown) == ["trouble", "lapsed", "overview", "lanes", "workers", "active"]
    assert shown["overview"] == [
        {"lane_id": "emails", "lane_state": "active", "public_state": state,
         "execution_count": count, "counted": "exact"}
        for state, count in (("active", 1), ("waiting", 2))
    ]  # fmt: skip
    [lane] = shown["lanes"]
    assert (lane["lane_id"], lane["due_count"], lane["live_worker_count"]) == ("emails", 2, 1)
    assert [w["worker_instance_id"] for w in shown["workers"]] == ["mailer-1"]
    assert [e["worker_instance_id"] for e in shown["active"]] == ["mailer-1"]
    assert shown["lapsed"] == []
    assert main(["top", "--once", "--dsn", dsn]) == 0
    text = capsys.readouterr().out
    assert text.startswith("trouble\n")
    assert re.search(r"^emails +waiting +2 +exact$", text, re.MULTILINE)


def test_top_spends_a_tenth_of_its_time_on_counting_at_most(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = itertools.count()  # each look at the clock is a second later: counting takes one
    monkeypatch.setattr(top, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    counts = []
    with find_target(dsn).client_connection() as connection:
        watch = top.Watch(connection, 20)
        for _ in range(12):
            client.create_execution("emails")
            shown = watch.look()
            assert shown["overview"]
            assert shown["lanes"]
            counts.append(shown["overview"][0]["execution_count"])
            assert [lane["lane_id"] for lane in shown["lanes"]] == ["emails"]
    assert counts == [1] * 9 + [10] * 3


@contextlib.contextmanager
def on_terminal(*arguments: str, columns: int, lines: int) -> Iterator[tuple[int, Any]]:
    """A command on a terminal of this size: our end of it, and the process."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
        env={n: v for n, v in os.environ.items() if n not in ("COLUMNS", "LINES")}
        | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    try:
        yield ours, process
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def read_until(ours: int, *texts: str) -> str:
    """Read a terminal until these texts are on it."""
    shown = ""
    deadline = time.monotonic() + 30
    while not all(text in shown for text in texts):
        ready, _, _ = select.select([ours], [], [], max(deadline - time.monotonic(), 0))
        assert ready, f"not shown: {shown!r}"
        shown += os.read(ours, 65536).decode()
    return shown


def end_of(ours: int, process: Any) -> int:
    """The exit status, while what it still writes is read: else it would wait."""
    while process.poll() is None:
        with contextlib.suppress(OSError):
            if select.select([ours], [], [], 0.1)[0]:
                os.read(ours, 65536)
    status: int = process.returncode
    return status


@pytest.mark.parametrize("how", ["q", "ctrl-c"])
def test_top_is_live_on_a_terminal(how: str, client: Client, dsn: str) -> None:
    client.create_execution("a lane to watch")
    arguments = ["top", "--dsn", dsn, "--interval", "0.1"]
    with on_terminal(*arguments, columns=80, lines=24) as (ours, process):
        shown = read_until(ours, "a lane to watch", "1 waiting")
        client.create_execution("another lane")
        shown += read_until(ours, "another lane")
        if how == "q":
            os.write(ours, b"q")
        else:
            process.send_signal(signal.SIGINT)
        assert end_of(ours, process) == 0
    assert "\x1b[?1049h" in shown, "on a screen of its own"


def test_top_fits_a_small_terminal_with_the_trouble_first(client: Client, dsn: str) -> None:
    for number in range(40):
        client.create_executions(f"lane {number:02}", [{}] * 2)
        client.claim(f"lane {number:02}", "w", f"w-{number}")
        client.register_worker("w", f"w-{number}", [f"lane {number:02}"])
    client.create_execution("lost")
    client.claim("lost", "w", "w-lost", lease_ttl_ms=1)
    time.sleep(0.01)
    with find_target(dsn).client_connection() as connection:
        data = top.look(connection, 100)
    for columns, lines in ((80, 24), (40, 10), (200, 60), (10, 3), (1, 1)):
        shown = View().lines(data, "flowfabric top  \N{ROCKET}", columns, lines)
        assert len(shown) <= lines
        assert all(len(line) <= columns for line in shown)
        assert "waiting" in shown[0] or columns < 80
        if lines > 3:
            assert shown[1].startswith("lapsed    1 leases or more were not taken over"[:columns])
    at_80 = View().lines(data, "flowfabric top", 80, 24)
    assert "[lanes (41)]  workers (40)   active (41)   lapsed (1) " in at_80
    assert at_80[-1].startswith("Tab table")
    nothing: Data = {name: None if name == "lanes" else [] for name in data}
    quiet = View().lines(nothing, "flowfabric top", 80, 24)
    assert quiet[:2] == ["flowfabric top  no executions", "no trouble"]
    assert "not permitted" in quiet


def lanes_shown(view: View, data: Data) -> list[str]:
    lines = view.lines(data, "top", 80, 12)
    return [line.split()[0] for line in lines if line.startswith("lane-")]


def press(view: View, typed: bytes) -> bool:
    return any(view.press(key) for key in keys_in(typed))


def test_the_table_of_top_is_scrolled_sorted_and_filtered() -> None:
    rows: list[dict[str, Any]] = [
        {"lane_id": f"lane-{n:02}", "state": "active", "due_count": 40 - n if n % 2 else n,
         "oldest_due_ms": None if n % 3 else n, "live_worker_count": 1}
        for n in range(40)
    ]  # fmt: skip
    data: Data = {"lanes": rows, "workers": [], "active": [], "lapsed": []}
    view = View()
    assert lanes_shown(view, data) == [f"lane-{n:02}" for n in range(6)]
    press(view, b"jj\x1b[B")
    assert lanes_shown(view, data)[0] == "lane-03"
    press(view, b"\x1b[6~k")
    assert lanes_shown(view, data)[0] == "lane-08"
    press(view, b"G")
    assert lanes_shown(view, data)[-1] == "lane-39"
    # beyond the end there is nothing to scroll to
    press(view, b"jjjj")
    assert lanes_shown(view, data)[-1] == "lane-39"
    press(view, b"g")
    press(view, b"sss")
    assert "due_count ^" in "".join(view.lines(data, "top", 80, 12))
    assert lanes_shown(view, data)[:3] == ["lane-00", "lane-39", "lane-02"]
    press(view, b"r")
    assert lanes_shown(view, data)[0] == "lane-01"
    # rows without a value come last, whichever way
    press(view, b"s")
    assert lanes_shown(view, data)[0] == "lane-00"
    press(view, b"r")
    assert lanes_shown(view, data)[0] == "lane-39"
    press(view, b"ss")
    assert lanes_shown(view, data)[0] == "lane-00"
    # while a filter is typed, letters are letters
    assert not press(view, b"/NE-1q\x7f\r")
    assert lanes_shown(view, data) == [f"lane-{n:02}" for n in range(10, 16)]
    assert "filter: NE-1" in view.lines(data, "top", 80, 12)[-1]
    press(view, b"\x1b")
    assert lanes_shown(view, data)[0] == "lane-00"
    press(view, b"/nothing like this\r")
    assert "none with nothing like this" in view.lines(data, "top", 80, 12)
    assert press(view, b"\x1bq")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (40, 10), (200, 60)])
def test_top_obeys_keys_on_a_terminal_of_any_size(
    columns: int, lines: int, client: Client, dsn: str
) -> None:
    for n in range(70):
        client.create_execution(f"lane-{n:02}")
    client.register_worker("w", "worker-of-top", ["lane-00"])
    arguments = ["top", "--dsn", dsn, "--interval", "0.2"]
    with on_terminal(*arguments, columns=columns, lines=lines) as (ours, process):
        screen = read_until(ours, "[lanes (70)]", "lane-00", "\x1b[J")
        drawn = screen[screen.index("\x1b[H") + 3 : screen.index("\x1b[J")]
        rows = [re.sub(r"\x1b\[K|\r", "", line) for line in drawn.split("\n")]
        assert len(rows) == lines
        assert max(len(row) for row in rows) <= columns
        os.write(ours, b"G")
        read_until(ours, "lane-69")
        os.write(ours, b"/lane-42\r")
        read_until(ours, "filter: lane-42")
        os.write(ours, b"\x1b")
        os.write(ours, b"\t")
        read_until(ours, "worker-of-top")
        # another size of the window
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 5, 30, 0, 0))
        os.write(ours, b"q")
        assert end_of(ours, process) == 0


def test_top_outlives_a_restart_of_the_server(private_server: PrivateServer) -> None:
    with clone(private_server.address) as name:
        dsn = private_server.address.dsn(name, OWNER)
        with psycopg.connect(dsn, autocommit=True) as connection:
            Client(connection).create_execution("before")
        arguments = ["top", "--dsn", dsn, "--interval", "0.1"]
        with on_terminal(*arguments, columns=80, lines=24) as (ours, process):
            read_until(ours, "before")
            private_server.stop()
            assert "before" in read_until(ours, "NO CONNECTION", "before")
            private_server.start()
            with psycopg.connect(dsn, autocommit=True) as connection:
                Client(connection).create_execution("after")
            read_until(ours, "after")
            os.write(ours, b"q")
            assert end_of(ours, process) == 0


def test_a_reader_may_watch(
    client: Client, server: RunningServer, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client.create_execution("emails")
    client.claim("emails", "w", "w-1")
    name = f"reader_{database}"
    client.connection.execute(f"create role {name} login in role ff_reader")
    try:
        assert main(["top", "--json", "--dsn", server.dsn(database, name)]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert all(rows is not None for rows in shown.values())
        assert [lane["lane_id"] for lane in shown["lanes"]] == ["emails"]
        assert [e["worker_instance_id"] for e in shown["active"]] == ["w-1"]
    finally:
        client.connection.execute(f"drop role {name}")


def test_workers_that_ended_in_good_order_leave_top(
    client: Client, run: Callable[..., Any]
) -> None:
    for instance in ("alive", "ended", "silent", "crashed"):
        ttl_ms = 30_000 if instance in ("alive", "ended") else 1
        client.register_worker("w", instance, ["emails"], liveness_ttl_ms=ttl_ms)
    client.unregister_worker("ended")
    client.create_execution("emails")
    client.claim("emails", "w", "crashed", lease_ttl_ms=1)
    time.sleep(0.01)
    assert [w["worker_instance_id"] for w in run("top")["workers"]] == ["alive", "crashed"]
