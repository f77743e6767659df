"""The life of an execution as a picture: attempts and waits as bars, what happened as marks.

A second between two things that happened gets less room than an hour, but not 3,600 times less:
each stretch is as wide as the logarithm of its length. So milliseconds of work beside days of
waiting stay visible, and the durations stand below.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from markupsafe import Markup

from .database import Row
from .values import cut, duration, moment

WIDTH, LEFT, RIGHT = 1000, 92, 12
ROW, TOP, BOTTOM = 26, 8, 34
# of many attempts the last ones are drawn
MAX_ATTEMPTS = 12
# entries of the history that are drawn
MARKS = ("signal_delivered", "lease_lapsed", "step_saved", "spawned")
ACTS = ("replayed", "priority_changed", "revoked", "blocked", "unblocked", "cancelled", "resumed")
# a stretch is at least so wide
LEAST = 7.0


@dataclass(frozen=True)
class Bar:
    start: datetime
    end: datetime
    kind: str
    text: str


@dataclass(frozen=True)
class Mark:
    at: datetime
    kind: str
    text: str


@dataclass
class Lane:
    label: str
    bars: list[Bar] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


def draw(d: Row, attempts: Sequence[Row], history: Sequence[Row], now: datetime) -> Markup:
    """The picture of one execution, from what describe, list_attempts and history tell."""
    ended = d["terminal_at"]
    lanes = [_waits(d, attempts, history, ended or now)]
    lanes += [_attempt(a, history, ended or now) for a in attempts[-MAX_ATTEMPTS:]]
    lanes = [lane for lane in lanes if lane.bars or lane.marks]
    axis = _Axis(_instants(lanes, d["created_at"], ended or now))
    height = TOP + len(lanes) * ROW + BOTTOM
    parts = [axis.grid(TOP + len(lanes) * ROW)]
    for place, lane in enumerate(lanes):
        parts += _lane(lane, axis, TOP + place * ROW)
    if not ended:
        x = axis.x(now)
        parts.append(
            Markup('<line class="now" x1="{0:.1f}" x2="{0:.1f}" y1="0" y2="{1}"/>').format(
                x, TOP + len(lanes) * ROW
            )
        )
    return Markup(
        '<svg class="timeline" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img"'
        ' aria-label="The attempts and waits of this execution; its history has the same in words">'
        "{2}</svg>"
    ).format(WIDTH, height, Markup("").join(parts))


def _attempt(a: Row, history: Sequence[Row], until: datetime) -> Lane:
    index = a["attempt_index"]
    kind = (a["outcome"] or "active").removeprefix("ended_").removeprefix("interrupted_")
    lane = Lane(f"attempt {index + 1}")
    start, end = a["started_at"], a["ended_at"] or until
    # the attempt does not run while it is suspended, asleep or handed back
    pauses = _pauses(index, history, end)
    for pause_start, pause_end in pauses:
        if start < pause_start:
            lane.bars.append(Bar(start, pause_start, "paused", _told(a, "gave its lease back")))
        start = max(start, pause_end)
    if a["ended_at"] or start < end:
        lane.bars.append(Bar(start, max(end, start), kind, _told(a, kind)))
    for entry in history:
        if entry["attempt_index"] == index and entry["what"] in MARKS:
            lane.marks.append(Mark(entry["occurred_at"], entry["what"], _entry(entry)))
    return lane


def _told(a: Row, what: str) -> str:
    reason = f": {a['failure_reason']}" if a["failure_reason"] else ""
    return cut(f"{a['attempt_type']}, {a['worker_instance_id']}, {what}{reason}", 200)


def _pauses(index: int, history: Sequence[Row], until: datetime) -> list[tuple[datetime, datetime]]:
    found: list[tuple[datetime, datetime]] = []
    since: datetime | None = None
    for entry in history:
        if entry["attempt_index"] != index:
            continue
        if entry["what"] in ("suspended", "wait_begun") and since is None:
            since = entry["occurred_at"]
        elif entry["what"] in ("suspension_ended", "wait_ended") and since is not None:
            found.append((since, entry["occurred_at"]))
            since = None
    if since is not None:
        found.append((since, until))
    return found


def _waits(d: Row, attempts: Sequence[Row], history: Sequence[Row], until: datetime) -> Lane:
    """The time in which no worker had it: in the queue, in a backoff, suspended."""
    lane = Lane("waits")
    shown = attempts[-MAX_ATTEMPTS:]
    since, due = d["created_at"], None
    if len(attempts) > len(shown):
        since = shown[0]["started_at"]
    for a in shown:
        lane.bars += _queued(since, due, a["started_at"])
        for start, end in _pauses(a["attempt_index"], history, a["ended_at"] or until):
            lane.bars.append(Bar(start, end, "suspended", "it waits"))
        since, due = a["ended_at"] or until, a["retry_at"]
    lane.bars += _queued(since, due, until)
    for entry in history:
        if entry["what"] in ACTS or entry["what"].startswith("dependenc"):
            lane.marks.append(Mark(entry["occurred_at"], "act", _entry(entry)))
    return lane


def _queued(since: datetime, due: datetime | None, until: datetime) -> list[Bar]:
    """The bars of a wait: its backoff, and then the queue."""
    found = []
    if due is not None and since < due:
        found.append(Bar(since, min(due, until), "retry", "waits for its retry"))
        since = due
    if since < until:
        found.append(Bar(since, until, "queue", "in the queue"))
    return found


def _entry(entry: Row) -> str:
    detail = entry["details"] or {}
    more = next((detail[n] for n in ("signal_name", "step_key", "reason") if detail.get(n)), "")
    return cut(f"{entry['what'].replace('_', ' ')} {more}".strip(), 200)


def _instants(lanes: Iterable[Lane], *more: datetime) -> list[datetime]:
    found = set(more)
    for lane in lanes:
        for bar in lane.bars:
            found |= {bar.start, bar.end}
        found |= {mark.at for mark in lane.marks}
    return sorted(found)


class _Axis:
    def __init__(self, instants: Sequence[datetime]) -> None:
        self.instants = instants
        gaps = [(end - start).total_seconds() * 1000 for start, end in itertools.pairwise(instants)]
        weights = [math.log2(1 + gap / 20) for gap in gaps]
        room = WIDTH - LEFT - RIGHT - LEAST * len(gaps)
        scale = max(room, 0) / (sum(weights) or 1)
        self.gaps = gaps
        self.places = [float(LEFT)]
        for weight in weights:
            self.places.append(self.places[-1] + LEAST + weight * scale)

    def x(self, at: datetime) -> float:
        """Inside a stretch the time is even."""
        if at <= self.instants[0]:
            return self.places[0]
        if at >= self.instants[-1]:
            return self.places[-1]
        place = bisect_right(self.instants, at) - 1
        start, end = self.instants[place], self.instants[place + 1]
        share = (at - start) / (end - start)
        return self.places[place] + share * (self.places[place + 1] - self.places[place])

    def grid(self, bottom: float) -> Markup:
        """How long each stretch is, where there is room to say it; and the two ends."""
        parts = [
            Markup('<text class="end" x="{}" y="{}">{}</text>').format(
                LEFT, bottom + 28, moment(self.instants[0])
            ),
            Markup('<text class="end last" x="{}" y="{}">{} UTC</text>').format(
                WIDTH - RIGHT, bottom + 28, moment(self.instants[-1])
            ),
        ]
        for place, gap in enumerate(self.gaps):
            start, end = self.places[place], self.places[place + 1]
            parts.append(
                Markup('<line class="tick" x1="{0:.1f}" x2="{0:.1f}" y1="0" y2="{1}"/>').format(
                    start, bottom
                )
            )
            text = duration(gap)
            if end - start > 7 * len(text):
                parts.append(
                    Markup('<text class="gap" x="{:.1f}" y="{}">{}</text>').format(
                        (start + end) / 2, bottom + 13, text
                    )
                )
        return Markup("").join(parts)


def _lane(lane: Lane, axis: _Axis, top: float) -> list[Markup]:
    parts = [Markup('<text class="lane" x="0" y="{}">{}</text>').format(top + 16, lane.label)]
    for bar in lane.bars:
        start, end = axis.x(bar.start), axis.x(bar.end)
        text = f"{bar.text}, {duration((bar.end - bar.start).total_seconds() * 1000)}"
        parts.append(
            Markup(
                '<rect class="{}" x="{:.1f}" y="{}" width="{:.1f}" height="{}" rx="3">'
                "<title>{}</title></rect>"
            ).format(bar.kind, start, top + 4, max(end - start, 3), ROW - 10, text)
        )
    for mark in lane.marks:
        x = axis.x(mark.at)
        parts.append(
            Markup(
                '<path class="mark {}" d="M{:.1f} {}l5 6l-5 6l-5 -6z"><title>{}</title></path>'
            ).format(mark.kind, x, top + 6, mark.text)
        )
    return parts
