"""Tests that any server will do for run on one of those of `make test`; others have their cases."""

from __future__ import annotations

import os
import subprocess
import sys

from build import ROOT
from shares import ANY_SERVER, other_half, others

SEEDS = [f"python_driver/tests/search/test_search.py::test_laws[{n}]" for n in range(6)]
ENGINE = [
    "python_driver/tests/heads/test_routes.py::test_once",
    *(f"python_driver/tests/heads/test_routes.py::test_twice[{n}]" for n in range(2)),
    *(f"python_driver/tests/heads/test_routes.py::test_routes[{n}]" for n in range(7)),
]
VERSIONS = ["14", "15", "18"]


def test_every_test_runs_somewhere() -> None:
    left = [others(SEEDS + ENGINE, VERSIONS, own) for own in VERSIONS]
    assert all(sum(test in each for each in left) == 2 for test in SEEDS + ENGINE[3:])
    assert [len(each) for each in left].count(4 + 5) == 2, "each server has its share"


def test_every_function_of_the_engine_runs_everywhere() -> None:
    for own in VERSIONS:
        run = set(ENGINE) - others(SEEDS + ENGINE, VERSIONS, own)
        assert {test.split("[")[0] for test in run} == {test.split("[")[0] for test in ENGINE}
        assert run >= set(ENGINE[:3]), "with fewer cases than servers, each server runs all of them"


def test_a_single_server_runs_everything() -> None:
    assert others(SEEDS + ENGINE, ["15"], "15") == set()


def test_halves_divide_the_files_between_them() -> None:
    tests = [f"tools/tests/test_{name}.py::test_{n}" for name in "abcde" for n in range(2)]
    first, second = (set(tests) - other_half(tests, half) for half in "12")
    assert first | second == set(tests)
    files = [{test.split("::")[0] for test in half} for half in (first, second)]
    assert sorted(map(len, files)) == [2, 3]
    assert not files[0] & files[1], "tests of one file stay together"
    assert other_half(tests, "") == set()


def test_each_path_has_tests() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *ANY_SERVER],
        cwd=ROOT, capture_output=True, text=True, check=True,
        env={key: value for key, value in os.environ.items() if key != "FF_HALF"},
    ).stdout.splitlines()  # fmt: skip
    assert [path for path in ANY_SERVER if not any(line.startswith(path) for line in listed)] == []
