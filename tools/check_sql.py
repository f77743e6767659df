#!/usr/bin/env python3
"""Check the house rules that no general linter knows (tools/sql_rules.py has them).

    python tools/check_sql.py

Prints file:line: message for every finding and exits 1 if there are any. Needs no server.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from build import ROOT, manifest_findings
from sql_rules import RULES, Project, clock_and_grants
from sql_source import FunctionFile, NotAFunctionFileError, parse_function_file

CATALOGUE = Path("sql/error_codes.sql")
TESTS = ("tests_sql/**/*.sql", "tests_sql/**/*.spec", "python_driver/tests/**/*.py")


@dataclass(frozen=True, order=True)
class Finding:
    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def read_catalogue(root: Path) -> dict[str, str]:
    """The catalogue of errors: symbol -> SQLSTATE."""
    rows = re.findall(r"\(\s*'(ZF\d{3})',\s*'(\w+)'", (root / CATALOGUE).read_text())
    return {symbol: sqlstate for sqlstate, symbol in rows}


def check_functions(root: Path) -> Iterator[Finding]:
    functions: list[FunctionFile] = []
    for path in sorted(root.glob("functions/**/*.sql")):
        relative = path.relative_to(root)
        try:
            functions.append(parse_function_file(relative, path.read_text()))
        except NotAFunctionFileError as error:
            yield Finding(str(relative), 1, str(error))
    project = Project({function.name: function for function in functions}, read_catalogue(root))
    for function in functions:
        for rule in RULES:
            for line, message in rule(function, project):
                yield Finding(str(function.path), line, message)
    yield from check_tested(root, project)


def check_tested(root: Path, project: Project) -> Iterator[Finding]:
    """Each error of the catalogue that some function can raise occurs in some test."""
    raised = set().union(*project.raised_by.values()) & set(project.sqlstates.values())
    tests = "".join(path.read_text() for pattern in TESTS for path in root.glob(pattern))
    for sqlstate in sorted(raised):
        if sqlstate not in tests:
            yield Finding(str(CATALOGUE), 1, f"no test expects {sqlstate}")


def check_sources(root: Path) -> Iterator[Finding]:
    for top in ("sql", "functions"):
        for path in sorted(root.glob(f"{top}/**/*.sql")):
            if "migrations" in path.parts:
                continue
            for line, message in clock_and_grants(path.name, path.read_text()):
                yield Finding(str(path.relative_to(root)), line, message)


def check(root: Path) -> list[Finding]:
    manifest = [Finding(*_split(text)) for text in manifest_findings(root)]
    return sorted([*check_functions(root), *check_sources(root), *manifest])


def _split(text: str) -> tuple[str, int, str]:
    path, line, message = text.split(":", 2)
    return path, int(line), message.strip()


def main() -> int:
    findings = check(ROOT)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
