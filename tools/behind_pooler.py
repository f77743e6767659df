#!/usr/bin/env python3
"""Run a command with a PgBouncer in transaction mode between it and the server around it.

    python tools/test_db.py --pg 15 -- python tools/behind_pooler.py -- pytest ...

It listens on a Unix socket in a directory of its own, on nothing else, with a pool of a few server
connections: fewer than the tests open, so that they have to share. FF_POOLER tells where it is.
"""

from __future__ import annotations

import argparse
import os
import pwd
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from pg_server import RunningServer, ServerError, run_command, termination_as_exit

PORT = 6432
START_TIMEOUT_S = 10

SETTINGS: dict[str, str | int] = {
    "listen_addr": "",
    "listen_port": PORT,
    "pool_mode": "transaction",
    "max_client_conn": 300,
    "auth_type": "trust",
    "auth_user": "postgres",
    "auth_query": "select rolname, '' from pg_roles where rolname = $1",
    "ignore_startup_parameters": "extra_float_digits",
    "server_idle_timeout": 1,
    "server_login_retry": 1,
}


class Pooler:
    """A PgBouncer in transaction mode, as a context manager; it can be killed and started again."""

    def __init__(self, server: RunningServer, **settings: str | int) -> None:
        self._server = server
        self._settings = SETTINGS | settings

    def __enter__(self) -> Pooler:
        self._home = tempfile.TemporaryDirectory(prefix="ff-pooler-", dir="/tmp")
        self.directory = Path(self._home.name)
        self.directory.chmod(0o755)
        databases = f"[databases]\n* = host={self._server.host} port={self._server.port}\n"
        settings: dict[str, str | int | Path] = {
            **self._settings,
            "unix_socket_dir": self.directory,
            "auth_file": self.directory / "users",
            "logfile": self.directory / "log",
        }
        lines = "".join(f"{name} = {value}\n" for name, value in settings.items())
        (self.directory / "configuration").write_text(f"{databases}[pgbouncer]\n{lines}")
        (self.directory / "users").write_text('"postgres" ""\n"ff_owner" ""\n')
        # PgBouncer does not run as root, nor does the server: it goes by the server's account
        self._account = pwd.getpwuid(Path(self._server.host).stat().st_uid)
        for path in (self.directory, *self.directory.iterdir()):
            os.chown(path, self._account.pw_uid, self._account.pw_gid)
        try:
            self.start()
        except BaseException:
            self._home.cleanup()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.kill()
        self._home.cleanup()

    @property
    def address(self) -> str:
        """A connection string without database and user."""
        return f"host={self.directory} port={PORT}"

    def start(self) -> None:
        is_root = os.geteuid() == 0
        self._process = subprocess.Popen(
            ["pgbouncer", "-q", self.directory / "configuration"],
            start_new_session=True,
            stderr=subprocess.DEVNULL,
            user=self._account.pw_uid if is_root else None,
            group=self._account.pw_gid if is_root else None,
        )
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self._socket.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise ServerError((self.directory / "log").read_text())
            time.sleep(0.02)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(START_TIMEOUT_S)
        self._socket.unlink(missing_ok=True)

    @property
    def _socket(self) -> Path:
        return self.directory / f".s.PGSQL.{PORT}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Run a command behind a private PgBouncer.")
    parser.add_argument("command", nargs="+", help="a command, after --")
    options = parser.parse_args()
    server = RunningServer.from_env()
    if not server:
        parser.error("no server: run this through tools/test_db.py")
    try:
        with (
            termination_as_exit(),
            Pooler(server, default_pool_size=4, max_db_connections=4) as pooler,
        ):
            where = {"FF_POOLER": pooler.address}
            return run_command(options.command, server.env("ff_template") | where)
    except ServerError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
