#!/usr/bin/env python3
"""Break one rule of the engine at a time, and see that the tests notice.

    python tools/run_mutants.py [--pg N] [NAME ...]     all, or those of tools/mutants/NAME.mutant
    python tools/run_mutants.py --search MINUTES [NAME ...]     whether random histories find them

The form of a mutant is described in tools/mutants/README.md. The tests that it names run once on
the code as it is and must pass; then once on each mutant, and every one of them must fail. With
--search the long search of python_driver/tests/search runs instead, so long at most on each.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from build import INSTALLER, OWNERSHIP, ROOT, UPGRADER, VALIDATION, build
from pg_server import PrivateServer, RunningServer, ServerError, termination_as_exit
from test_db import INSTALLATION, TEMPLATE, make_template, prepare

MUTANTS = ROOT / "tools/mutants"
PACKAGE = Path("python_driver/flowfabric")
TEST_TIMEOUT_S = 60
SEARCH = "python_driver/tests/search/test_search.py::test_laws_hold_for_a_long_time"

_EDIT = re.compile(r"^<<<<<<<\n(.*?)\n?=======\n(.*?)\n?>>>>>>>\n", re.DOTALL | re.MULTILINE)


class MutantError(Exception):
    """A mutant cannot be made; the message names it."""


@dataclass(frozen=True)
class Edit:
    """Text of one file that is replaced by another text."""

    file: Path
    search: str
    replace: str


@dataclass(frozen=True)
class Mutant:
    name: str
    promise: str
    tests: tuple[str, ...]
    edits: tuple[Edit, ...]
    # the search finds it, too
    is_searched: bool = False


def parse(path: Path) -> Mutant:
    head, *files = re.split(r"^file: (\S+)\n", path.read_text(), flags=re.MULTILINE)
    tests = re.findall(r"^test: (.+)$", head, re.MULTILINE)
    promise = head.split("\n\n", 1)[0].strip()
    edits = []
    for name, text in zip(files[::2], files[1::2], strict=True):
        found = _EDIT.findall(text)
        if not found or _EDIT.sub("", text).strip():
            raise MutantError(f"{path.name}: cannot read the replacements in {name}")
        edits += [Edit(Path(name), search, replace) for search, replace in found]
    if not (promise and tests and edits):
        raise MutantError(f"{path.name}: a sentence, a test and a replacement are needed")
    is_searched = re.search("^found by the search$", head, re.MULTILINE) is not None
    return Mutant(path.stem, promise, tuple(tests), tuple(edits), is_searched)


def read_mutants(names: Sequence[str] = ()) -> list[Mutant]:
    paths = [MUTANTS / f"{name}.mutant" for name in names] or sorted(MUTANTS.glob("*.mutant"))
    return [parse(path) for path in paths]


def mutated_sources(mutant: Mutant, root: Path = ROOT) -> dict[Path, str]:
    """The files of a mutant; every text must be found exactly once, in the file as it is."""
    sources: dict[Path, str] = {}
    for edit in mutant.edits:
        original = (root / edit.file).read_text()
        if (count := original.count(edit.search)) != 1:
            raise MutantError(
                f"{mutant.name}: {edit.file} has the text {count} times:\n{edit.search}"
            )
        sources[edit.file] = sources.get(edit.file, original).replace(edit.search, edit.replace)
    return sources


@contextmanager
def mutated_installation(sources: Mapping[Path, str]) -> Iterator[Path]:
    """The built installation of the code with some files replaced."""
    with tempfile.TemporaryDirectory(prefix="flowfabric-mutant-") as directory:
        root = Path(directory)
        for tree in ("sql", "functions"):
            shutil.copytree(ROOT / tree, root / tree)
        for single in (INSTALLER, UPGRADER, VALIDATION, OWNERSHIP, Path("pyproject.toml")):
            (root / single).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / single, root / single)
        for path, text in sources.items():
            if not path.is_relative_to(PACKAGE):
                (root / path).write_text(text)
        build(root)
        root.chmod(0o755)
        yield root / "dist/flowfabric.sql"


@contextmanager
def mutated_package(sources: Mapping[Path, str]) -> Iterator[dict[str, str]]:
    """The environment in which programs import the Python package with some files replaced."""
    if not any(path.is_relative_to(PACKAGE) for path in sources):
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="flowfabric-mutant-") as directory:
        root = Path(directory)
        shutil.copytree(ROOT / PACKAGE, root / PACKAGE)
        for path, text in sources.items():
            if path.is_relative_to(PACKAGE):
                (root / path).write_text(text)
        yield {"PYTHONPATH": str(root / PACKAGE.parent)}


def command_of(test: str) -> list[str]:
    path = Path(test.split("::")[0])
    if not (ROOT / path).exists():
        raise MutantError(f"there is no test {test}")
    if path.suffix == ".spec":
        return [sys.executable, "tools/run_isolation.py", test]
    if path.suffix == ".sql":
        return [sys.executable, "tools/run_pgtap.py", test]
    return [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]


def passes(
    test: str,
    server: RunningServer,
    installation: Path = INSTALLATION,
    environment: Mapping[str, str] = MappingProxyType({}),
    timeout_s: float = TEST_TIMEOUT_S,
) -> tuple[bool, str]:
    """Whether a test passes beside a server, and what it said; one that hangs has failed."""
    process = subprocess.Popen(
        command_of(test),
        cwd=ROOT,
        env=os.environ
        | server.env(TEMPLATE)
        | {"FF_TEST_INSTALLATION": str(installation)}
        | dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return False, f"no end after {timeout_s:.0f} s"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    # pytest: 1 means that tests failed; anything else, that none were run
    if process.returncode not in (0, 1):
        raise MutantError(f"{test} could not be run:\n{output}")
    return process.returncode == 0, output


def failing_tests(mutants: Sequence[Mutant], server: RunningServer) -> set[str]:
    """What fails on the code as it is: it proves nothing by failing on a mutant."""
    failing = set()
    for test in sorted({test for mutant in mutants for test in mutant.tests}):
        is_passed, output = passes(test, server)
        if not is_passed:
            print(f"fails without any mutation: {test}\n{output}")
            failing.add(test)
    return failing


def survives(mutant: Mutant, server: RunningServer) -> list[str]:
    """The tests that do not notice."""
    sources = mutated_sources(mutant)
    with mutated_installation(sources) as installation, mutated_package(sources) as environment:
        make_template(server, installation)
        return [test for test in mutant.tests if passes(test, server, installation, environment)[0]]


def run(mutants: Sequence[Mutant], pg: int) -> int:
    survivors = 0
    with termination_as_exit(), PrivateServer(pg) as private:
        server = private.address
        prepare(server)
        failing = failing_tests(mutants, server)
        for mutant in mutants:
            started = time.monotonic()
            unaware = survives(mutant, server)
            proves_nothing = failing.intersection(mutant.tests)
            survivors += bool(unaware or proves_nothing)
            verdict = "SURVIVED" if unaware else "UNPROVEN" if proves_nothing else "killed  "
            print(f"{verdict} {mutant.name} ({time.monotonic() - started:.1f} s)")
            for test in unaware:
                print(f"         not noticed by {test}")
    print(f"mutants on PostgreSQL {pg}: {len(mutants)}, {survivors} not killed")
    return 1 if survivors else 0


def search(mutants: Sequence[Mutant], minutes: float, pg: int) -> int:
    """Whether random histories find the mutants, and which law each breaks."""
    environment = {"FF_SEARCH_MINUTES": str(minutes)}
    missed = 0
    with termination_as_exit(), PrivateServer(pg) as private:
        server = private.address
        prepare(server)
        for mutant in mutants:
            started = time.monotonic()
            with mutated_installation(mutated_sources(mutant)) as installation:
                make_template(server, installation)
                is_missed, output = passes(
                    SEARCH, server, installation, environment, 60 * minutes + TEST_TIMEOUT_S
                )
            missed += is_missed
            found = re.search(r"^E +(\S.*)", output, re.MULTILINE)
            print(
                f"{'NOT FOUND' if is_missed else 'found    '} {mutant.name}"
                f" ({time.monotonic() - started:.0f} s)"
                + (f"\n          {found[1][:200]}" if found else ""),
                flush=True,
            )
    print(f"mutants searched for on PostgreSQL {pg}: {len(mutants)}, {missed} not found")
    return 1 if missed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Break one rule at a time; do tests notice?")
    parser.add_argument("--pg", type=int, default=15, metavar="N", help="major version")
    parser.add_argument(
        "--search", type=float, metavar="MINUTES", help="do random histories find them?"
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants of tools/mutants")
    options = parser.parse_args()
    try:
        mutants = read_mutants(options.names)
        for mutant in mutants:
            mutated_sources(mutant)  # the cheap check of all first
        if options.search:
            if not options.names:
                mutants = [mutant for mutant in mutants if mutant.is_searched]
            return search(mutants, options.search, options.pg)
        return run(mutants, options.pg)
    except (MutantError, ServerError, OSError) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
