"""The minor versions of psycopg with which the driver is tested, and which it requires.

flowfabric/_doom.py replaces two private methods of a connection in a doomed transaction. Before
another version is entered here, test_doomed_transactions.py has to pass with it:
`make test-psycopg T=3.4.0`.
"""

from __future__ import annotations

import inspect
from importlib.metadata import requires, version

import psycopg
import pytest

TESTED = ["3.2", "3.3"]


def test_the_installed_version_is_a_tested_one() -> None:
    assert version("psycopg").rpartition(".")[0] in TESTED


def test_the_package_requires_a_tested_version() -> None:
    beyond = f"3.{int(TESTED[-1].partition('.')[2]) + 1}"
    [requirement] = [r for r in requires("flowfabric") or [] if r.startswith("psycopg<")]
    assert requirement == f"psycopg<{beyond},>={TESTED[0]}"


@pytest.mark.parametrize("connection", [psycopg.Connection, psycopg.AsyncConnection])
def test_the_private_methods_are_those_that_the_driver_knows(
    connection: type[psycopg.Connection | psycopg.AsyncConnection],
) -> None:
    assert inspect.isgeneratorfunction(connection._exec_command)
    assert list(inspect.signature(connection._exec_command).parameters)[:2] == ["self", "command"]
    assert inspect.isgeneratorfunction(connection._start_query)
    assert list(inspect.signature(connection._start_query).parameters) == ["self"]
    assert inspect.isgeneratorfunction(connection._rollback_gen)
