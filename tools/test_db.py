#!/usr/bin/env python3
"""The template of every test database, and clones of it.

    python tools/test_db.py --pg 15 -- make suites    a command beside a server with the template

The template holds pgTAP and the built installation, made by an ordinary role: that this works
proves, in every run, that nobody needs a superuser.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from build import ROOT, VALIDATION, read_manifest
from pg_server import (
    RunningServer,
    ServerError,
    add_server_arguments,
    run_command,
    server_from,
    termination_as_exit,
)

OWNER = "ff_owner"
TEMPLATE = "ff_template"
# another one for a mutant: tests that start servers of their own must meet it there as well
INSTALLATION = Path(os.environ.get("FF_TEST_INSTALLATION", ROOT / "dist/flowfabric.sql"))
PGTAP_DIRECTORY = Path("/usr/share/postgresql/15/extension")

_clone_numbers = itertools.count(1)


def prepare(server: RunningServer) -> None:
    """Make the owner and the template."""
    server.psql("-c", f"create role {OWNER} login createrole")
    make_template(server)


def make_template(server: RunningServer, installation: Path = INSTALLATION) -> None:
    """Make the template, anew if it exists."""
    server.psql("-c", f"drop database if exists {TEMPLATE}")
    server.psql("-c", f"create database {TEMPLATE} owner {OWNER}")
    _load_pgtap(server)
    # most tests run as a superuser, which is the owner by a membership only
    server.psql("-c", f"grant {OWNER} to postgres")
    try:
        server.psql("-f", str(installation), dbname=TEMPLATE, user=OWNER)
    except ServerError as error:
        raise ServerError(_explain(server, error)) from None
    # a third smaller, and every clone of it as well
    server.psql("-c", "vacuum full", dbname=TEMPLATE)


def _load_pgtap(server: RunningServer) -> None:
    """Debian's pgTAP belongs to one server; its SQL file alone serves the others as well."""
    scripts = sorted(PGTAP_DIRECTORY.glob("pgtap--[0-9]*.[0-9].sql"))
    if not scripts:
        raise ServerError("pgTAP was not found: Debian has it as postgresql-15-pgtap")
    lines = scripts[-1].read_text().splitlines()
    # \quit guards the file against being run by hand, which is what we do.
    text = "\n".join(line for line in lines if not line.startswith("\\"))
    server.psql("-c", "set client_min_messages = warning", "-f", "-", dbname=TEMPLATE, stdin=text)


def _explain(server: RunningServer, error: ServerError) -> str:
    """The installation is one statement, so its error has no file and line: let psql find them."""
    scratch = f"{TEMPLATE}_scratch"
    server.psql("-c", f"create database {scratch} owner {OWNER}")
    script = [
        "set search_path = flowfabric, pg_temp;",
        "set check_function_bodies = off;",
        *(f"\\i '{ROOT / line.source}'" for line in read_manifest() if line.source),
        f"\\i '{ROOT / VALIDATION}'",
    ]
    try:
        server.psql("-1", "-f", "-", dbname=scratch, user=OWNER, stdin="\n".join(script))
    except ServerError as located:
        return f"the installation failed:\n{located}"
    return f"the installation failed:\n{str(error)[:2000]}"


def administration(server: RunningServer) -> psycopg.Connection[Any]:
    """Not by psql, which takes as long to start as most statements to run."""
    return psycopg.connect(server.dsn(), autocommit=True)


def make_clone(connection: psycopg.Connection[Any]) -> str:
    """A fresh copy of the template, by its name."""
    name = f"ff_test_{os.getpid()}_{next(_clone_numbers)}"
    # file_copy: five times as fast as the default where nothing is synced; 14 knows no other
    strategy = "strategy file_copy" if connection.info.server_version >= 150000 else ""
    connection.execute(
        f"create database {name} template {TEMPLATE} owner {OWNER} {strategy}".encode()
    )
    return name


def drop_clone(connection: psycopg.Connection[Any], name: str) -> None:
    """Sessions that are still connected to it."""
    connection.execute(f"drop database {name} (force)".encode())


@contextlib.contextmanager
def clone(server: RunningServer) -> Iterator[str]:
    """A clone that is dropped afterwards."""
    with administration(server) as connection:
        name = make_clone(connection)
    try:
        yield name
    finally:
        with administration(server) as connection:
            drop_clone(connection, name)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Run a command beside a prepared private server.")
    add_server_arguments(parser)
    options = parser.parse_args(arguments)
    try:
        with termination_as_exit(), server_from(options) as server:
            prepare(server.address)
            return run_command(options.command, server.address.env(TEMPLATE))
    except ServerError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
