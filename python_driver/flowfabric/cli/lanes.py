"""The names of lanes, and the answer to a name that is not among them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from .output import CommandError, printable
from .target import Connection

PAGE_SIZE = 1000


def lane_names(connection: Connection) -> Iterator[str]:
    after = None
    while True:
        rows = connection.execute(
            "select lane_id from flowfabric.ff_list_lanes(%s, %s)", (after, PAGE_SIZE)
        ).fetchall()
        # rows are tuples or dicts, as the command likes them
        names = [row["lane_id"] if isinstance(row, dict) else row[0] for row in rows]
        yield from names
        if len(names) < PAGE_SIZE:
            return
        after = names[-1]


def check_lane(connection: Connection, lane: str, *, hint: str | None = None) -> None:
    """Refuse a name under which there is no lane, and say which one may have been meant."""
    known = list(lane_names(connection))
    if lane in known:
        return
    near = difflib.get_close_matches(lane, known, 3)
    meant = f"; did you mean {' or '.join(printable(repr(name)) for name in near)}?" if near else ""
    raise CommandError(f"there is no lane {printable(repr(lane))}{meant}", hint=hint)
