"""A private server never outlives the process that made it, however that process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from build import ROOT
from pg_server import PrivateServer

VERSION = int(os.environ.get("FF_PG_VERSION", 18))

# Tells where the server is, then waits to be ended.
COMMAND = ["sh", "-c", 'echo "$PGHOST"; exec sleep 60']


def server_processes(directory: Path) -> list[int]:
    """Processes that work in a directory, the postmaster among them."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").readlink().is_relative_to(directory):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_nothing_is_left_after_a_signal(number: signal.Signals) -> None:
    script = str(ROOT / "tools/pg_server.py")
    arguments = [sys.executable, script, "run", "--pg", str(VERSION), "--", *COMMAND]
    # A session of its own, and the signal for all of it: what a terminal does on Ctrl-C.
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout
        directory = Path(process.stdout.readline().decode().strip())
        assert server_processes(directory)
        os.killpg(process.pid, number)
        process.wait(30)
    deadline = time.monotonic() + 10
    while (directory.exists() or server_processes(directory)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not directory.exists()
    assert server_processes(directory) == []


def test_the_command_is_ended_when_only_we_are_told_to_end() -> None:
    script = str(ROOT / "tools/pg_server.py")
    arguments = [sys.executable, script, "run", "--pg", str(VERSION), "--", *COMMAND]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
        assert process.stdout
        directory = Path(process.stdout.readline().decode().strip())
        process.terminate()
        assert process.wait(30) == 128 + signal.SIGTERM
        assert process.stdout.read() == b""  # at its end: `sleep` is gone, too
    assert not directory.exists()


def test_the_exit_status_is_that_of_the_command() -> None:
    script = str(ROOT / "tools/pg_server.py")
    command = [sys.executable, script, "run", "--pg", str(VERSION), "--", "sh", "-c", "exit 7"]
    assert subprocess.call(command) == 7


def test_committed_rows_survive_a_stop_and_a_crash() -> None:
    with PrivateServer(VERSION) as server:
        server.address.psql("-c", "create table t (n integer)")
        for end in (server.stop, server.kill):
            server.address.psql("-c", "insert into t values (1)")
            end()
            server.start()
        assert server.address.psql("-c", "select count(*) from t") == "2"
        directory = server.directory
    assert not directory.exists()


def test_it_listens_on_nothing_but_its_socket() -> None:
    with PrivateServer(VERSION, settings={"work_mem": "5MB"}) as server:
        assert server.address.psql("-c", "show listen_addresses") == ""
        assert server.address.psql("-c", "show work_mem") == "5MB"
        assert (server.directory.stat().st_mode & 0o077) == 0
