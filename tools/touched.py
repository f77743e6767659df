#!/usr/bin/env python3
"""Run the tests that a change touches: those of `make fast`.

    python tools/touched.py          beside a prepared server (tools/test_db.py)
    python tools/touched.py --list   only say which

The change is all that differs from where this branch left main, committed or not. A function
touches its own tests and those of the public functions that call it, the nearest ones; where these
are many, the tests of its room. It is a selection: `make test` runs everything.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from build import ROOT
from sql_source import NotAFunctionFileError, parse_function_file

TESTS = ROOT / "tests_sql"
SPECS = TESTS / "isolation/specs"
DRIVER_TESTS = Path("python_driver/tests")
GENERATED = DRIVER_TESTS / "driver/test_generated.py"
ALWAYS = Path("tests_sql/meta")
# public functions whose tests run for one internal function, and isolation specs in all
MANY, MANY_SPECS = 6, 8


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.splitlines()


def changed_files() -> list[Path]:
    """What differs from main, or from the last commit but one on main itself."""
    base = git("merge-base", "HEAD", "origin/main") or git("merge-base", "HEAD", "main")
    if base == git("rev-parse", "HEAD") and not git("status", "--porcelain"):
        base = ["HEAD~1"]
    names = git("diff", "--name-only", *(base or ["HEAD"]))
    return [Path(name) for name in [*names, *git("ls-files", "--others", "--exclude-standard")]]


def callers() -> dict[str, set[str]]:
    """For each internal function, the functions that call it."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "functions").rglob("*.sql"):
        try:
            function = parse_function_file(path, path.read_text())
        except NotAFunctionFileError:
            continue
        for called in function.called:
            found.setdefault(called, set()).add(function.name)
    return found


def nearest_public(name: str, called_by: dict[str, set[str]]) -> set[str]:
    """The function itself if it is public, else the public functions that reach it first."""
    public: set[str] = set()
    seen, next_ones = {name}, {name}
    while next_ones:
        public |= {each for each in next_ones if each.startswith("ff_")}
        internal = {each for each in next_ones if not each.startswith("ff_")}
        next_ones = {up for each in internal for up in called_by.get(each, set())} - seen
        seen |= next_ones
    return public


def tests_of_function(path: Path, called_by: dict[str, set[str]]) -> set[Path]:
    public = nearest_public(path.stem, called_by)
    names = {path.stem, *public} if len(public) <= MANY else {path.stem}
    found = {each for name in names for each in TESTS.glob(f"*/{name}")}
    return found or {TESTS / path.parent.name}


def including(library: Path) -> set[Path]:
    return {path for path in TESTS.rglob("*.sql") if library.name in path.read_text()}


def touched(changed: Iterable[Path]) -> tuple[set[Path], set[Path], set[Path]]:
    """Files or directories for pgTAP, isolation specs, files for pytest."""
    called_by = callers()
    sql, specs, python = {ROOT / ALWAYS}, set(), set()
    for path in changed:
        top = path.parts[0]
        if top in ("functions", "sql"):
            python.add(ROOT / GENERATED)
        if top == "functions":
            sql |= tests_of_function(path, called_by)
            public = nearest_public(path.stem, called_by)
            words = re.compile(rf"\b({'|'.join(public | {path.stem})})\b")
            hits = [spec for spec in sorted(SPECS.glob("*.spec")) if words.search(spec.read_text())]
            specs |= set(hits[:MANY_SPECS])
        elif path.suffix == ".spec":
            specs.add(ROOT / path)
        elif path.match("tests_sql/lib/**/*.sql"):
            sql |= set(sorted(including(path))[:MANY])
        elif top == "tests_sql" and path.suffix == ".sql" and "isolation" not in path.parts:
            sql.add(ROOT / path)
        elif path.match("test_*.py"):
            python.add(ROOT / path)
        elif path.parts[:2] == ("python_driver", "flowfabric"):
            rooms = [*({"worker", "web"} & set(path.parts)), "driver"]
            python.add(ROOT / DRIVER_TESTS / rooms[0])
        elif top == "tools" and path.suffix == ".mutant":
            python.add(ROOT / "tools/tests/test_run_mutants.py")
        elif top == "tools" and (ROOT / f"tools/tests/test_{path.stem}.py").exists():
            python.add(ROOT / f"tools/tests/test_{path.stem}.py")
    return tuple({path for path in some if path.exists()} for some in (sql, specs, python))  # type: ignore[return-value]


def main() -> int:
    sql, specs, python = touched(changed_files())
    suites = [
        ([sys.executable, "tools/run_pgtap.py"], sql),
        ([sys.executable, "tools/run_isolation.py"], specs),
        ([sys.executable, "-m", "pytest", "-q"], python),
    ]
    status = 0
    for command, paths in suites:
        names = sorted(str(path.relative_to(ROOT)) for path in paths)
        print("\n".join(names))
        if names and "--list" not in sys.argv:
            status |= subprocess.call([*command, *names], cwd=ROOT)
    return status


if __name__ == "__main__":
    sys.exit(main())
