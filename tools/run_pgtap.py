#!/usr/bin/env python3
"""Run pgTAP files through pg_prove, each in a database of its own.

    python tools/run_pgtap.py [FILE | DIRECTORY ...]     default: all of tests_sql

Runs beside a prepared server (tools/test_db.py).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from build import ROOT

NOT_TESTS = {"lib", "isolation"}


def test_files(arguments: list[str]) -> list[Path]:
    found: list[Path] = []
    for path in [Path(argument) for argument in arguments] or [ROOT / "tests_sql"]:
        found += sorted(path.rglob("*.sql")) if path.is_dir() else [path]
    return [path for path in found if path.exists() and not NOT_TESTS & set(path.parts)]


def main() -> int:
    files = test_files(sys.argv[1:])
    if not files:
        print(f"no test files in {' '.join(sys.argv[1:]) or 'tests_sql'}", file=sys.stderr)
        return 1
    names = [os.path.relpath(file) for file in files]
    jobs = str(os.cpu_count() or 1)
    psql = str(ROOT / "tools/psql_on_clone")
    return subprocess.call(["pg_prove", "--psql-bin", psql, "--jobs", jobs, *names])


if __name__ == "__main__":
    sys.exit(main())
