#!/usr/bin/env python3
"""Check every PL/pgSQL function of the installation with plpgsql_check, all warnings on.

A finding fails the run unless tools/plpgsql_check_exceptions.txt explains it; so does an
explanation that explains nothing any more. Runs beside a prepared server (tools/test_db.py).
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from build import ROOT
from pg_server import RunningServer
from test_db import clone

EXCEPTIONS = ROOT / "tools/plpgsql_check_exceptions.txt"

# A trigger function is checked once for each table that it serves.
CHECK = """
set search_path = flowfabric, public, pg_temp;
select json_build_object(
    'function', p.proname, 'line', f.lineno, 'sqlstate', f.sqlstate, 'level', f.level,
    'message', concat_ws(' ', f.message, f.detail, f.hint), 'query', f.query
)
from pg_proc as p
    inner join pg_language as l on p.prolang = l.oid and l.lanname = 'plpgsql'
    left join pg_trigger as t on t.tgfoid = p.oid
    cross join lateral plpgsql_check_function_tb(
        p.oid, coalesce(t.tgrelid, 0), fatal_errors := false, all_warnings := true
    ) as f
where p.pronamespace = 'flowfabric'::regnamespace
    and (t.oid is not null or p.prorettype <> 'trigger'::regtype)
order by p.proname, f.lineno
"""


@dataclass(frozen=True)
class Finding:
    function: str
    line: int | None
    sqlstate: str
    level: str
    message: str
    query: str | None

    def __str__(self) -> str:
        query = f"\n    {self.query}" if self.query else ""
        where = f"{self.function}:{self.line or 1}"
        return f"{where}: {self.level} {self.sqlstate}: {self.message}{query}"


@dataclass(frozen=True)
class ExplainedFinding:
    """A line `function | pattern | reason`; the pattern matches the SQLSTATE or in the message."""

    function: str
    pattern: str
    reason: str

    def covers(self, finding: Finding) -> bool:
        return self.function in ("*", finding.function) and (
            self.pattern == finding.sqlstate or bool(re.search(self.pattern, finding.message))
        )


def read_exceptions(path: Path = EXCEPTIONS) -> list[ExplainedFinding]:
    exceptions = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split(" | ")]
        if len(fields) != 3 or not all(fields):
            raise SystemExit(f"{path.name}:{number}: not: function | pattern | reason")
        exceptions.append(ExplainedFinding(*fields))
    return exceptions


def findings_of(server: RunningServer) -> list[Finding]:
    with clone(server) as database:
        server.psql("-c", "create extension plpgsql_check schema public", dbname=database)
        answer = server.psql("-c", CHECK, dbname=database)
    return [Finding(**json.loads(line)) for line in answer.splitlines()]


def main() -> int:
    server = RunningServer.from_env()
    if not server:
        raise SystemExit("no server: run this through tools/test_db.py")
    exceptions = read_exceptions()
    findings = findings_of(server)
    unexplained = [f for f in findings if not any(e.covers(f) for e in exceptions)]
    useless = [e for e in exceptions if not any(e.covers(f) for f in findings)]
    for finding in unexplained:
        print(finding)
    for exception in useless:
        print(f"{EXCEPTIONS.name}: explains nothing: {exception.function} | {exception.pattern}")
    explained = len(findings) - len(unexplained)
    print(f"plpgsql_check: {len(unexplained)} findings, {explained} explained")
    return 1 if unexplained or useless else 0


if __name__ == "__main__":
    sys.exit(main())
