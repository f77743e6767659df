"""Data go to standard output, as text or as JSON; notes to standard error."""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import io
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

OK, NO, TROUBLE = 0, 1, 2


class CommandError(Exception):
    """The reason why a command stops, in words for its user; never with a password in it."""

    def __init__(self, message: str, *, hint: str | None = None, status: int = NO) -> None:
        super().__init__(message)
        self.hint = hint
        self.status = status


def note(text: str) -> None:
    if sys.stderr is not None:  # it was closed: print would take standard output instead
        print(text, file=sys.stderr)


def answer(options: argparse.Namespace, data: Mapping[str, Any], text: str) -> None:
    """The one place where data go out: as JSON or as text."""
    print(json.dumps(data, indent=2, default=json_value) if options.json else text)


@contextlib.contextmanager
def written() -> Iterator[None]:
    """Output printed inside has been written at the end, or the error says why not."""
    if sys.stdout is None:
        raise CommandError("standard output is closed", status=TROUBLE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # a terminal that cannot show a character gets its number
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        # the exit of Python would try to write the rest again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise CommandError(
            f"standard output cannot be written: {error.strerror}", status=TROUBLE
        ) from None


def json_value(value: Any) -> str:
    """A value that JSON has no form for: instants in ISO 8601, bytes as PostgreSQL prints them."""
    match value:
        case date():
            return value.isoformat()
        case bytes() | memoryview():
            return "\\x" + bytes(value).hex()
        case _:
            return str(value)


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
    """A value in one line, without characters that a terminal would obey."""
    match value:
        case None:
            return "-"
        case bool():
            return yes_no(value)
        case dict() | list():
            text = json.dumps(value, default=json_value, ensure_ascii=False)
        case bytes() | memoryview():
            text = json_value(value)
        case _:
            text = str(value).replace("\n", " ")
    return printable(text)


def printable(text: str) -> str:
    """The text with its control characters as numbers; ends of lines stay."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text
    )


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
