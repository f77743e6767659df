"""The demo tells the truth, or fails; and it leaves nothing behind, however it ends."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from flowfabric.cli import main
from flowfabric.demo import story
from pg_server import RunningServer
from test_db import OWNER

COMMAND = [sys.executable, "-m", "flowfabric.cli", "demo"]
ESCAPE = "\x1b"

# a short story: what happens is the same
SHORT = {"MAIL_COUNT": 60, "KILL_AFTER": 10, "LEASE_TTL_MS": 1500, "NEWSLETTER_WORK_MS": 1400}
SHORT_MAIN = f"""
import sys
from flowfabric.cli import main
from flowfabric.demo import story
vars(story).update({SHORT})
sys.exit(main(["demo"]))
"""
SHORT_COMMAND = [sys.executable, "-c", SHORT_MAIN]


@pytest.fixture
def temporary() -> Iterator[Path]:
    """The directory of the demo's server, and nothing else."""
    path = Path(tempfile.mkdtemp(prefix="ff-demo-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SHORT.items():
        monkeypatch.setattr(story, name, value)


@pytest.fixture
def empty_dsn(server: RunningServer) -> Iterator[str]:
    name = f"ff_demo_{os.getpid()}"
    server.psql("-c", f"create database {name} owner {OWNER}")
    yield server.dsn(name, OWNER)
    server.psql("-c", f"drop database {name} (force)")


def environment(temporary: Path) -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TMPDIR": str(temporary)}


def traces_of(path: Path) -> list[str]:
    """Processes that name the path as an argument or in their environment: servers, workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        with contextlib.suppress(OSError):
            texts = [(process / name).read_bytes() for name in ("cmdline", "environ")]
            if any(os.fsencode(path) in text for text in texts):
                found.append(texts[0].replace(b"\0", b" ").decode(errors="replace"))
    return found


def eventually(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def assert_nothing_is_left(temporary: Path) -> None:
    assert eventually(lambda: traces_of(temporary) == []), traces_of(temporary)
    assert eventually(lambda: list(temporary.iterdir()) == [])


def schemas(dsn: str) -> list[str]:
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("select nspname from pg_namespace where nspname ~ 'flowfabric'")
        return [row[0] for row in rows.fetchall()]


def test_it_needs_nothing_and_says_everything_in_plain_lines(temporary: Path) -> None:
    done = subprocess.run(
        COMMAND,
        env=environment(temporary),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stderr == ""
    assert done.returncode == 0
    assert ESCAPE not in done.stdout
    assert "\r" not in done.stdout
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    for number in range(1, 6):
        assert any(line.startswith(f"{number} ") for line in lines)
    assert "  ERROR ZF102: the lease is stale" in lines
    assert any(line.startswith("5 301 submitted, 301 completed;") for line in lines)
    assert_nothing_is_left(temporary)


@pytest.mark.usefixtures("short")
def test_a_database_without_flowfabric_is_left_without_it(
    empty_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--json", "--dsn", empty_dsn]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["refused_with"] == "ZF102"
    assert result["submitted"] == result["completed"] == result["business_rows"] == 61
    assert result["started_more_than_once"] >= 2
    assert result["findings"] == 0
    assert schemas(empty_dsn) == []


@pytest.mark.usefixtures("short")
def test_an_installation_keeps_the_executions_and_nothing_else(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["demo", "--dsn", dsn]) == 0
    assert schemas(dsn) == ["flowfabric"]
    (lane,) = Client(connect()).list_lanes()
    assert f'keeps the executions of lane "{lane.lane_id}"' in capsys.readouterr().out


@pytest.mark.usefixtures("short")
def test_it_fails_where_the_engine_does_not_keep_its_promise(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the fence the zombie commits, and the demo must not say the contrary."""
    monkeypatch.setattr(story, "PATIENCE_S", 8)
    connect(autocommit=True).execute("""
        create or replace function flowfabric.ff_complete(
            p_handle text, p_output jsonb default null, p_result bytea default null
        )
        returns flowfabric.ff_finished_execution
        language sql security definer set search_path = flowfabric, pg_temp
        as $$
            update ff_exec_core as e
            set state = 'completed', terminal_at = _now(), claimable_at = null
            from _parse_handle(p_handle) as f
            where e.execution_id = f.execution_id
            returning (e.execution_id, 'completed', false)::ff_finished_execution
        $$
    """)
    assert main(["demo", "--dsn", dsn]) == 1
    captured = capsys.readouterr()
    assert "kill -CONT" in captured.out
    assert "is refused" in captured.err
    assert schemas(dsn) == ["flowfabric"]


@pytest.mark.parametrize(
    ("number", "status", "at"),
    [
        (signal.SIGTERM, 143, "1 60 e-mails"),
        (signal.SIGTERM, 143, "4 mailer"),  # while a worker is frozen
        (signal.SIGKILL, -9, "4 mailer"),
    ],
)
def test_when_it_is_ended_nothing_stays(
    temporary: Path, number: signal.Signals, status: int, at: str
) -> None:
    with subprocess.Popen(
        SHORT_COMMAND,
        env=environment(temporary),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdout
        assert any(line.startswith(at) for line in process.stdout)
        process.send_signal(number)
        process.communicate(timeout=30)
    assert process.returncode == status
    assert_nothing_is_left(temporary)


def test_ctrl_c_on_a_terminal_leaves_nothing(temporary: Path) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        SHORT_COMMAND,
        env=environment(temporary) | {"TERM": "xterm-256color"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    shown = b""
    is_interrupted = False
    try:
        with contextlib.suppress(OSError):  # the other end is closed
            while data := os.read(ours, 4096):
                shown += data
                if not is_interrupted and b"mailer-4" in shown:
                    is_interrupted = True
                    os.write(ours, b"\x03")
        assert process.wait(30) == 130
    finally:
        process.kill()
        os.close(ours)
    text = shown.decode()
    assert "interrupted" in text
    assert "Traceback" not in text
    assert text.rfind(f"{ESCAPE}[?25h") > text.rfind(f"{ESCAPE}[?25l")  # the cursor is back
    assert_nothing_is_left(temporary)
