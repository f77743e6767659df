#!/usr/bin/env python3
"""A nightly import: a list of files, a child for each, twenty at a time, and a report.

    python examples/nightly_import.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`: the PostgreSQL is a private one.
"""

from __future__ import annotations

import logging
from typing import Any

import psycopg
from flowfabric import Client, install
from flowfabric.embedded import EmbeddedServer
from flowfabric.worker import App, ChildFailed, Context, Permanent

app = App("import", lanes=["imports"], concurrency=8)


def list_files() -> list[str]:
    return [f"part-{number:03}.csv" for number in range(100)]


def insert_rows(connection: psycopg.Connection[Any], name: str, count: int) -> int:
    connection.execute(
        "insert into imported select %s, n from generate_series(1, %s) as n", [name, count]
    )
    return count


@app.handler("file", retries=2)
def import_file(name: str, ctx: Context) -> int:
    if name == "part-013.csv":
        raise Permanent("the file is broken")
    return ctx.transactional_step("rows", insert_rows, name, 10)


@app.handler("night")
def night(ctx: Context) -> dict[str, Any]:
    names = ctx.step("list", list_files)
    counts = ctx.map(import_file, names, concurrency=20, return_exceptions=True)
    broken = [one.child.key for one in counts if isinstance(one, ChildFailed)]
    return {"rows": sum(n for n in counts if isinstance(n, int)), "broken": broken}


def main() -> None:
    logging.getLogger("flowfabric.worker").setLevel(logging.CRITICAL)  # the failures are wanted
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        connection.execute("create table imported (name text, n integer)")
        created = night.submit(None, connection)
        app.drain(server.dsn)
        report = Client(connection).wait(created.execution_id, timeout=60).output
        print(f"{report['rows']} rows; broken: {', '.join(report['broken'])}")
        [count] = connection.execute("select count(*) from imported").fetchone() or [None]
        print(f"{count} rows are there")


if __name__ == "__main__":
    main()
