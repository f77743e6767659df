"""Tests that any server will do for run on one of those of `make test`, the others on each."""

from __future__ import annotations

import subprocess
import sys

from build import ROOT
from shares import ANY_SERVER, others

SEEDS = [f"python_driver/tests/search/test_search.py::test_laws[{n}]" for n in range(6)]
ENGINE = ["python_driver/tests/heads/test_routes.py::test_routes[1]"]


def test_every_test_runs_somewhere_and_those_of_the_engine_everywhere() -> None:
    versions = ["14", "15", "18"]
    left = [others(SEEDS + ENGINE, versions, own) for own in versions]
    assert all(sum(test in each for each in left) == 2 for test in SEEDS)
    assert [len(each) for each in left] == [4, 4, 4], "each server has its share of the seeds"


def test_a_single_server_runs_everything() -> None:
    assert others(SEEDS + ENGINE, ["15"], "15") == set()


def test_each_path_has_tests() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *ANY_SERVER],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    assert [path for path in ANY_SERVER if not any(line.startswith(path) for line in listed)] == []
