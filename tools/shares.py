"""The tests that run on one of the servers of `make test`, because any server will do.

`make test` sets FF_SHARED_BY to the versions of its servers: then the tests listed here are dealt
out to them. Of all others, which test the engine, each server runs each test function, with its
share of the cases. Without it, as in `make nightly`, everything runs. FF_HALF is 1 or 2 where two
runs, side by side, divide the files between them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from zlib import crc32

import pytest

# By the first path that is the beginning of the test's; tests of the engine itself are not here.
ANY_SERVER: Mapping[str, str] = {
    "tools/tests": "no server, or one of their own",
    "python_driver/tests/driver": "calls functions and decodes rows; test-matrix runs it on all",
    "python_driver/tests/worker": "the rules of workers, on top of the driver",
    "python_driver/tests/web": "pages, on top of the driver",
    "python_driver/tests/test_cli.py": "arguments, texts and tables of the command line",
    "python_driver/tests/test_cli_work.py": "workers of the command line",
    "python_driver/tests/test_dashboards.py": "names of metrics, and programs of others",
    "python_driver/tests/test_demo.py": "has the server of the demo",
    "python_driver/tests/test_deployment.py": "programs of others that read files",
    "python_driver/tests/test_docs.py": "calls that tests of the engine make as well",
    "python_driver/tests/test_embedded.py": "has embedded servers of its own",
    "python_driver/tests/test_examples.py": "programs on top of the driver",
    "python_driver/tests/test_pytest_plugin.py": "a plugin on top of the driver",
    "python_driver/tests/test_shell_examples.py": "programs around psql",
    "python_driver/tests/test_top.py": "a screen of the command line",
    # random histories, of which each server has its own
    "python_driver/tests/heads/test_random_histories.py": "by seed",
    "python_driver/tests/properties/test_engine.py": "by seed",
    "python_driver/tests/properties/test_explain.py": "by seed",
    "python_driver/tests/properties/test_flow_lives.py": "by seed",
    "python_driver/tests/properties/test_flows.py": "by seed",
    "python_driver/tests/properties/test_lines.py": "by seed",
    "python_driver/tests/search": "by seed",
}


def others(tests: Sequence[str], versions: Sequence[str], own: str) -> set[str]:
    """The tests that run beside another server; the cases of one function are dealt out in turn."""
    functions = [test.split("[")[0] for test in tests]
    cases = Counter(functions)
    left, seen = set(), Counter[str]()
    for test, function in zip(tests, functions, strict=True):
        will_do = test.startswith(tuple(ANY_SERVER)) or cases[function] >= len(versions)
        if will_do and versions[(crc32(function.encode()) + seen[function]) % len(versions)] != own:
            left.add(test)
        seen[function] += 1
    return left


def other_half(tests: Sequence[str], own: str) -> set[str]:
    """The tests of the files of the other half: 1 or 2 is ours. Without a half, none."""
    files = sorted({test.split("::")[0] for test in tests}, key=lambda file: crc32(file.encode()))
    half = {file: str(number % 2 + 1) for number, file in enumerate(files)}
    return {test for test in tests if own and half[test.split("::")[0]] != own}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tests = [item.nodeid for item in items]
    left = other_half(tests, os.environ.get("FF_HALF", ""))
    versions = os.environ.get("FF_SHARED_BY", "").split()
    own = os.environ.get("FF_PG_VERSION", "")
    if own in versions:
        left |= others(tests, versions, own)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]
