"""Data go to standard output, as text or as JSON; notes to standard error."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def note(text: str) -> None:
    print(text, file=sys.stderr)


def answer(options: argparse.Namespace, data: Mapping[str, Any], text: str) -> None:
    """The one place where data go out: as JSON or as text."""
    print(json.dumps(data, indent=2, default=str) if options.json else text)


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [headings, *rows]
    )


def package_version() -> str:
    try:
        return importlib.metadata.version("flowfabric")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def cell(value: Any) -> str:
    """A value in a table."""
    match value:
        case None:
            return "-"
        case bool():
            return yes_no(value)
        case dict() | list():
            return json.dumps(value, default=str, ensure_ascii=False)
        case _:
            return str(value).replace("\n", " ")


def rows_table(rows: Sequence[Mapping[str, Any]], columns: Iterable[str] | None = None) -> str:
    """Rows as they came, or some of their columns."""
    names = list(rows[0] if columns is None else columns)
    return table(names, [[cell(row[name]) for name in names] for row in rows])


def facts(pairs: Iterable[tuple[str, Any]]) -> str:
    """Names and values, one pair a line."""
    known = [(name, cell(value)) for name, value in pairs]
    width = max(len(name) for name, _ in known)
    return "\n".join(f"{name.ljust(width)}  {value}" for name, value in known)


def yes_no(value: bool) -> str:
    return "yes" if value else "no"
