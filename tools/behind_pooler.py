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

from pg_server import RunningServer, run_command, termination_as_exit

PORT = 6432
START_TIMEOUT_S = 10

CONFIGURATION = """
[databases]
* = host={server} port={port}

[pgbouncer]
listen_addr =
unix_socket_dir = {directory}
listen_port = {own_port}
pool_mode = transaction
default_pool_size = 4
max_client_conn = 100
max_db_connections = 4
auth_type = trust
auth_file = {directory}/users
auth_user = postgres
auth_query = select rolname, '' from pg_roles where rolname = $1
ignore_startup_parameters = extra_float_digits
pidfile = {directory}/pid
logfile = {directory}/log
server_idle_timeout = 1
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Run a command behind a private PgBouncer.")
    parser.add_argument("command", nargs="+", help="a command, after --")
    options = parser.parse_args()
    server = RunningServer.from_env()
    if not server:
        parser.error("no server: run this through tools/test_db.py")
    with termination_as_exit(), tempfile.TemporaryDirectory(prefix="flowfabric-pooler-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        (directory / "users").write_text('"postgres" ""\n"ff_owner" ""\n')
        (directory / "configuration").write_text(
            CONFIGURATION.format(
                server=server.host, port=server.port, directory=directory, own_port=PORT
            )
        )
        # PgBouncer does not run as root, nor does the server: it goes by the server's account
        account = pwd.getpwuid(Path(server.host).stat().st_uid)
        for path in (directory, *directory.iterdir()):
            os.chown(path, account.pw_uid, account.pw_gid)
        is_root = os.geteuid() == 0
        pooler = subprocess.Popen(
            ["pgbouncer", "-q", directory / "configuration"],
            start_new_session=True,
            user=account.pw_uid if is_root else None,
            group=account.pw_gid if is_root else None,
        )
        try:
            deadline = time.monotonic() + START_TIMEOUT_S
            while not (directory / f".s.PGSQL.{PORT}").exists():
                if pooler.poll() is not None or time.monotonic() > deadline:
                    print((directory / "log").read_text(), file=sys.stderr)
                    return 1
                time.sleep(0.02)
            where = {"FF_POOLER": f"host={directory} port={PORT}"}
            return run_command(options.command, server.env("ff_template") | where)
        finally:
            pooler.kill()
            pooler.wait(START_TIMEOUT_S)


if __name__ == "__main__":
    sys.exit(main())
