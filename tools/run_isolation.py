#!/usr/bin/env python3
"""Run isolation specs: several sessions, step by step, in every order that the spec lists.

    python tools/run_isolation.py [--accept] [SPEC | DIRECTORY ...]

Each spec runs on a fresh clone of the test database, after tests_sql/isolation/setup.sql, and its
output is compared with tests_sql/isolation/expected/<spec>.out, the same file for every PostgreSQL
version. `--accept` rewrites the expected files: read the difference before you commit it.

Runs beside a prepared server (tools/test_db.py).
"""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import sys
from pathlib import Path

from build import ROOT
from pg_server import RunningServer, environment
from test_db import OWNER, clone

SETUP = ROOT / "tests_sql/isolation/setup.sql"
SPECS = ROOT / "tests_sql/isolation/specs"
EXPECTED = ROOT / "tests_sql/isolation/expected"
TIMEOUT_S = 120
# what to say of a spec that hangs
SESSIONS = """
select application_name, state, wait_event_type, wait_event, left(query, 500)
from pg_stat_activity where datname = '{database}' order by pid
"""

# What else of the environment shows in the output.
PINNED = {"PGTZ": "UTC", "PGDATESTYLE": "ISO, MDY", "PG_TEST_TIMEOUT_DEFAULT": "60"}


def find_tester(server: RunningServer) -> Path:
    """Debian keeps it under lib/postgresql/15/lib, the embedded package under lib/postgresql."""
    for lib in ("lib", "lib/postgresql"):
        tester = server.bindir.parent / lib / "pgxs/src/test/isolation/isolationtester"
        if tester.is_file():
            return tester
    raise SystemExit(f"no isolationtester beside {server.bindir}")


def run_spec(spec: Path, server: RunningServer, tester: Path) -> str:
    """The output of one spec; errors of the tester itself end up in it as well."""
    with clone(server) as database:
        server.psql("-f", str(SETUP), dbname=database, user=OWNER)
        try:
            result = subprocess.run(
                [tester, server.dsn(database)],
                stdin=spec.open("rb"),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment(PINNED),
                text=True,
                timeout=TIMEOUT_S,
            )
        except subprocess.TimeoutExpired as expired:
            output = (expired.stdout or b"").decode(errors="replace")
            sessions = server.psql("-c", SESSIONS.format(database=database))
            return f"{output}\nno end after {TIMEOUT_S} s\n{sessions}\n"
    failure = f"\nexit status {result.returncode}\n" if result.returncode else ""
    return result.stdout + failure


def judge(spec: Path, output: str, accept: bool) -> bool:
    """Compare with what is expected (or make it so), and report."""
    expected_file = EXPECTED / f"{spec.stem}.out"
    expected = expected_file.read_text() if expected_file.exists() else ""
    if output == expected:
        print(f"ok       {spec.stem}")
        return True
    if accept:
        expected_file.parent.mkdir(parents=True, exist_ok=True)
        expected_file.write_text(output)
        print(f"accepted {spec.stem}")
        return True
    print(f"not ok   {spec.stem}")
    lines = (expected.splitlines(), output.splitlines())
    names = (os.path.relpath(expected_file), "this run")
    print("\n".join(difflib.unified_diff(*lines, *names, lineterm="")))
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description="Run isolation specs.")
    parser.add_argument("--accept", action="store_true", help="rewrite the expected output")
    parser.add_argument("paths", nargs="*", type=Path, default=[SPECS])
    options = parser.parse_args()

    server = RunningServer.from_env()
    if not server:
        parser.error("no server: run this through tools/test_db.py")
    tester = find_tester(server)
    specs = [
        spec
        for path in options.paths
        for spec in (sorted(path.rglob("*.spec")) if path.is_dir() else [path])
        if spec.is_file()
    ]
    if not specs:
        parser.error(f"no specs in {' '.join(map(str, options.paths))}")
    failures = sum(
        not judge(spec, run_spec(spec, server, tester), options.accept) for spec in specs
    )
    print(f"isolation on PostgreSQL {server.version}: {len(specs)} specs, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
