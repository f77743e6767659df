"""The screen of `flowfabric top`, and the keys that scroll, sort and filter its table.

Trouble stands first. Below it is one table, chosen with Tab, in all the room that is left.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .operating import health_lines
from .output import cell, table

Rows = list[dict[str, Any]]
# a panel is None where the login may not look
Data = dict[str, Rows | None]

COLUMNS = {
    "lanes": ("lane_id", "state", "due_count", "oldest_due_ms", "live_worker_count"),
    "workers": ("worker_instance_id", "is_alive", "lane_ids", "last_heartbeat_at"),
    "active": ("execution_id", "lane_id", "kind", "attempt_index", "worker_instance_id"),
    "lapsed": ("execution_id", "lane_id", "worker_instance_id", "expired_since_ms"),
}
TABLES = tuple(COLUMNS)
HELP = "Tab table  j/k scroll  s sort  r reverse  / filter  q quit"

KEYS = {
    "\x1b[A": "up", "\x1b[B": "down", "\x1bOA": "up", "\x1bOB": "down", "k": "up", "j": "down",
    "\x1b[5~": "page up", "\x1b[6~": "page down", " ": "page down", "b": "page up",
    "\x1b[H": "home", "\x1b[F": "end", "g": "home", "G": "end",
    "\t": "next", "\x1b[Z": "previous", "\x1b[C": "next", "\x1b[D": "previous",
    "s": "sort", "r": "reverse", "/": "filter", "q": "quit", "Q": "quit",
}  # fmt: skip


def keys_in(typed: bytes) -> Iterator[str]:
    """The keys of what a terminal sends: letters, and sequences that begin with an escape."""
    return iter(
        re.findall(r"\x1b[\[O][0-9;]*[A-Za-z~]|.", typed.decode(errors="replace"), re.DOTALL)
    )


@dataclass
class View:
    table: str = "lanes"
    # the first row that is shown, and how many have room
    top: int = 0
    room: int = 1
    # by table: a column, and whether the largest comes first; none: as it comes
    sorting: dict[str, tuple[str, bool]] = field(default_factory=dict)
    filter: str = ""
    is_typing: bool = False

    def press(self, key: str) -> bool:
        """Do what the key says; true when the person leaves."""
        if self.is_typing:
            self._type(key)
            return False
        match KEYS.get(key):
            case "quit":
                return True
            case "up":
                self.top -= 1
            case "down":
                self.top += 1
            case "page up":
                self.top -= self.room
            case "page down":
                self.top += self.room
            case "home":
                self.top = 0
            case "end":
                self.top = 1 << 30
            case "next" | "previous" as way:
                step = 1 if way == "next" else -1
                self.table = TABLES[(TABLES.index(self.table) + step) % len(TABLES)]
                self.top = 0
            case "sort":
                self._sort_by_next()
            case "reverse":
                column, is_reversed = self.sorting.get(self.table, (COLUMNS[self.table][0], True))
                self.sorting[self.table] = (column, not is_reversed)
            case "filter":
                self.is_typing = True
            case _:
                if key == "\x1b":
                    self.filter = ""
                elif key.isdigit() and 0 < int(key) <= len(TABLES):
                    self.table, self.top = TABLES[int(key) - 1], 0
        return False

    def _type(self, key: str) -> None:
        if key in ("\r", "\n"):
            self.is_typing = False
        elif key == "\x1b":
            self.is_typing, self.filter = False, ""
        elif key in ("\x7f", "\b"):
            self.filter = self.filter[:-1]
        elif key.isprintable():
            self.filter += key
        self.top = 0

    def _sort_by_next(self) -> None:
        """The next column; after the last one, as the rows come."""
        columns = COLUMNS[self.table]
        now = self.sorting.pop(self.table, None)
        place = columns.index(now[0]) + 1 if now else 0
        if place < len(columns):
            self.sorting[self.table] = (columns[place], False)

    # --- the screen ---

    def lines(self, data: Data, title: str, columns: int, lines: int) -> list[str]:
        """The lines of a screen of this size."""
        shown = [f"{title}  {_counts(data.get('overview'))}"]
        shown += _cut(list(_trouble(data)) or ["no trouble"], max(lines // 3, 3))
        shown += ["", self._tabs(data)]
        rows = data.get(self.table)
        # the heading of the table and the last line stay
        self.room = max(lines - len(shown) - 2, 1)
        shown += self._table(rows)
        shown = shown[: max(lines - 1, 1)]
        shown += [""] * (lines - 1 - len(shown))
        if lines > 1:
            shown.append(self._last_line())
        return [fit(line, columns) for line in shown]

    def _tabs(self, data: Data) -> str:
        tabs = []
        for name in TABLES:
            rows = data.get(name)
            text = f"{name} ({'?' if rows is None else len(rows)})"
            tabs.append(f"[{text}]" if name == self.table else f" {text} ")
        return " ".join(tabs)

    def _table(self, rows: Rows | None) -> list[str]:
        if rows is None:
            return ["not permitted"]
        names = COLUMNS[self.table]
        found = [row for row in self._sorted(rows) if self._matches(row)]
        if not found:
            return ["none" if not self.filter else f"none with {cell(self.filter)}"]
        self.top = max(min(self.top, len(found) - self.room), 0)
        part = found[self.top : self.top + self.room]
        column, is_reversed = self.sorting.get(self.table, ("", False))
        heads = [f"{n} {'v' if is_reversed else '^'}" if n == column else n for n in names]
        text = table(heads, [[cell(row[name]) for name in names] for row in part])
        return text.split("\n")

    def _sorted(self, rows: Rows) -> Rows:
        if self.table not in self.sorting:
            return rows
        column, is_reversed = self.sorting[self.table]
        known = [row for row in rows if row[column] is not None]
        known.sort(key=lambda row: _comparable(row[column]), reverse=is_reversed)
        return known + [row for row in rows if row[column] is None]

    def _matches(self, row: dict[str, Any]) -> bool:
        text = " ".join(cell(row[name]) for name in COLUMNS[self.table])
        return self.filter.lower() in text.lower()

    def _last_line(self) -> str:
        if self.is_typing:
            return f"filter: {cell(self.filter)}_  (Enter keeps it, Esc drops it)"
        if self.filter:
            return f"filter: {cell(self.filter)}  (Esc drops it)  {HELP}"
        return HELP


def _comparable(value: Any) -> Any:
    return str(value) if isinstance(value, list | dict) else value


def _trouble(data: Data) -> Iterator[str]:
    if lapsed := data.get("lapsed"):
        first = lapsed[0]
        yield (
            f"lapsed    {len(lapsed)} leases or more were not taken over,"
            f" the first {first['expired_since_ms'] / 1000:.0f} s ago: {first['execution_id']} of"
            f" {cell(first['worker_instance_id'])}"
        )
    yield from health_lines(data.get("trouble") or [])


def _counts(overview: Rows | None) -> str:
    """All lanes together: 12 waiting, 3 active."""
    sums: dict[str, int] = {}
    for row in overview or []:
        sums[row["public_state"]] = sums.get(row["public_state"], 0) + row["execution_count"]
    return ", ".join(f"{count} {state}" for state, count in sums.items()) or "no executions"


def _cut(lines: list[str], room: int) -> list[str]:
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], f"... and {len(lines) - room + 1} lines more"]


def fit(line: str, columns: int) -> str:
    """The line, as far as it has room; some characters take two places."""
    width, fitting = 0, []
    for character in line:
        width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if width > columns:
            break
        fitting.append(character)
    return "".join(fitting)
