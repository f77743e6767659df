#!/usr/bin/env python3
"""Run pgTAP files through pg_prove, each in a database of its own.

    python tools/run_pgtap.py [FILE | DIRECTORY ...]     default: all of tests_sql

Runs beside a prepared server (tools/test_db.py).
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from build import ROOT
from pg_server import RunningServer, environment
from test_db import administration, drop_clone, make_clone

NOT_TESTS = {"lib", "isolation"}


def test_files(arguments: list[str]) -> list[Path]:
    found: list[Path] = []
    for path in [Path(argument) for argument in arguments] or [ROOT / "tests_sql"]:
        found += sorted(path.rglob("*.sql")) if path.is_dir() else [path]
    return [path for path in found if path.exists() and not NOT_TESTS & set(path.parts)]


@contextmanager
def clones(server: RunningServer, count: int) -> Iterator[Path]:
    """A directory in which the files of `ready` name fresh clones, `count` of them at any time.

    Whoever takes one moves its file to `taken`, and in the end to `used`. Made in this way a clone
    costs a third of what it costs with a psql to make it and another one to drop it.
    """
    is_over = threading.Event()
    with TemporaryDirectory(prefix="flowfabric-clones-") as name:
        directory = Path(name)
        for state in ("ready", "taken", "used"):
            (directory / state).mkdir()

        def provide() -> None:
            with administration(server) as connection:
                while not is_over.wait(0.005):
                    for used in (directory / "used").iterdir():
                        drop_clone(connection, used.name)
                        used.unlink()
                    if len(list((directory / "ready").iterdir())) < count:
                        (directory / "ready" / make_clone(connection)).touch()
                for left in directory.glob("*/*"):
                    drop_clone(connection, left.name)

        provider = threading.Thread(target=provide)
        provider.start()
        try:
            yield directory
        finally:
            is_over.set()
            provider.join()


def main() -> int:
    server = RunningServer.from_env()
    if not server:
        raise SystemExit("no server: run this through tools/test_db.py")
    files = test_files(sys.argv[1:])
    if not files:
        print(f"no test files in {' '.join(sys.argv[1:]) or 'tests_sql'}", file=sys.stderr)
        return 1
    jobs = os.cpu_count() or 1
    with clones(server, jobs) as directory:
        return subprocess.call(
            [
                *("pg_prove", "--psql-bin", ROOT / "tools/psql_on_clone", "--jobs", str(jobs)),
                *(os.path.relpath(file) for file in files),
            ],
            env=environment(server.env()) | {"FF_CLONES": str(directory)},
        )


if __name__ == "__main__":
    sys.exit(main())
