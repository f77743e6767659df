"""Findings of the checks in words, with advice, the worst first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from .database import Row
from .values import duration, number

VERDICTS = ("critical", "warning", "notice")
# of lanes with due work so many are named
MOST_LANES = 5


@dataclass(frozen=True)
class Line:
    """A sentence, whose beginning may be a link."""

    text: str
    link: str = ""
    path: str = ""


@dataclass
class Trouble:
    verdict: str
    title: str
    texts: Sequence[Line]
    hint: str = ""
    # labels and paths
    links: Sequence[tuple[str, str]] = field(default_factory=list)


def find(health: Iterable[Row], stuck: Sequence[Row], lanes: Iterable[Row]) -> list[Trouble]:
    """The checks that are not ok, the worst first, and executions for which there is no check."""
    found = []
    for row in health:
        if row["verdict"] == "ok":
            continue
        if row["check_name"] == "due_work":
            workers = {lane["lane_id"]: lane["live_worker_count"] for lane in lanes}
            found.append(_due_work(row["verdict"], row["detail"], workers, stuck))
        else:
            detail, hint = row["detail"] or {}, row["hint"] or ""
            found.append(_of_check(row["check_name"], row["verdict"], detail, hint))
    found.sort(key=lambda trouble: VERDICTS.index(trouble.verdict))
    return found + _of_stuck(stuck)


def _of_stuck(rows: Iterable[Row]) -> list[Trouble]:
    found = []
    for row in rows:
        if row["why"] not in STUCK:
            continue
        title, hint = STUCK[row["why"]]
        text = (
            f"{number(row['count'])} in lane {row['lane_id']},"
            f" the first for {duration(row['stuck_ms'])}."
        )
        found.append(
            Trouble(
                "warning",
                title,
                [Line(text)],
                hint,
                [("The first", f"/executions/{row['first_id']}")],
            )
        )
    return found


STUCK = {
    "past_its_deadline": (
        "Executions are past their deadline",
        "The next claim or tick ends them: check that workers or ticks run.",
    ),
    "past_its_timeout": (
        "Suspensions are past their timeout",
        "The next claim or tick applies it: check that workers or ticks run.",
    ),
    "suspended_without_timeout": (
        "Executions have been suspended for a day, without a timeout",
        "Find out whether the answer still comes; otherwise resume or cancel them.",
    ),
}


def _of_check(name: str, verdict: str, detail: dict[str, Any], hint: str) -> Trouble:
    describe = CHECKS.get(name)
    if describe is None:
        lines = [Line(f"{key.replace('_', ' ')}: {value}") for key, value in detail.items()]
        return Trouble(verdict, name.replace("_", " "), lines, hint)
    title, texts, links = describe(detail)
    return Trouble(verdict, title, [Line(text) for text in texts], hint, links)


Description = tuple[str, Sequence[str], Sequence[tuple[str, str]]]


def _ms(detail: dict[str, Any], key: str) -> str:
    return duration(detail.get(key))


def _cleanup_horizon(d: dict[str, Any]) -> Description:
    holder = d.get("holder", "transaction")
    parts = [
        f"The {holder}",
        f"{d['pid']}" if "pid" in d else d.get("gid") or d.get("slot_name") or "",
        f"of {d['user']}" if d.get("user") else "",
        f"({d['application_name']})" if d.get("application_name") else "",
    ]
    text = " ".join(part for part in parts if part)
    age = f" has been open for {_ms(d, 'held_ms')}" if "held_ms" in d else " is open"
    return (
        "An open transaction keeps dead rows",
        [f"{text}{age}; {number(d.get('transactions_since', 0))} transactions have begun since."],
        [],
    )


def _due_work(
    verdict: str, d: dict[str, Any], workers: dict[str, int], stuck: Sequence[Row]
) -> Trouble:
    lanes = [lane for lane in d.get("lanes", []) if lane.get("lane_state") == "open"]
    late = [lane for lane in lanes if lane["oldest_due_ms"] > 60_000]
    lines = []
    for lane in late[:MOST_LANES]:
        name, count = lane["lane_id"], workers.get(lane["lane_id"])
        alive = (
            f"{number(count)} live worker{'' if count == 1 else 's'}" if count else "no live worker"
        )
        first = next((s for s in stuck if (s["lane_id"], s["why"]) == (name, "not_claimed")), None)
        lines.append(
            Line(
                f": {number(lane['due_count'])} due, the oldest for"
                f" {duration(lane['oldest_due_ms'])}; {alive}.",
                name,
                f"/executions/{first['first_id']}" if first else f"/lanes/{quote(name, '')}",
            )
        )
    if len(late) > MOST_LANES:
        lines.append(Line(f" {len(late) - MOST_LANES} more.", "Lanes:", "/lanes"))
    return Trouble(
        verdict,
        "Due work is not claimed",
        lines,
        "Start workers for these lanes. Where workers are alive, they are too few, or lack a"
        " capability: the page of the oldest execution says which.",
    )


def _lost_leases(d: dict[str, Any]) -> Description:
    text = (
        f"{number(d.get('lost_count', 0))} leases lapsed, the first {_ms(d, 'oldest_lost_ms')} ago."
    )
    return "Lapsed leases were not taken over", [text], [("Workers", "/workers#lapsed")]


def _workers(d: dict[str, Any]) -> Description:
    count = number(d.get("silent_count", 0))
    return (
        "No worker is alive",
        [f"{count} registered workers are silent."],
        [("Workers", "/workers")],
    )


def _tick(d: dict[str, Any]) -> Description:
    text = (
        f"The last tick was {_ms(d, 'tick_age_ms')} ago."
        if "tick_age_ms" in d
        else "There was no tick yet."
    )
    return "Maintenance does not run", [text], []


def _jobs(d: dict[str, Any]) -> Description:
    errors, put_off = d.get("job_error_count", 0), d.get("put_off_count", 0)
    texts = [f"{number(errors)} errors in ten minutes, {number(put_off)} executions put off."]
    if d.get("last_message"):
        texts.append(str(d["last_message"]))
    return "Maintenance fails", texts, []


def _claim_speed(d: dict[str, Any]) -> Description:
    text = (
        f"The bookkeeping of claims is {_ms(d, 'lag_ms')} behind;"
        f" ticks have {number(d.get('passed_count', 0))} rows to visit."
    )
    return "Claims may become slow", [text], []


def _clock(d: dict[str, Any]) -> Description:
    return "The clock of the server was set back", [f"By {_ms(d, 'set_back_by_ms')}."], []


def _dead_rows(d: dict[str, Any]) -> Description:
    texts = [
        f"{t['table']}: {number(t['dead'])} dead rows beside {number(t['live'])}."
        for t in d.get("tables", [])[:3]
    ]
    return "Tables are full of dead rows", texts, []


def _event_watermark(d: dict[str, Any]) -> Description:
    count = number(d.get("pending_count", 0))
    text = f"{count} events cannot be read yet, the oldest for {_ms(d, 'lag_ms')}."
    return "Readers of events wait", [text], [("Events", "/events")]


def _event_consumers(d: dict[str, Any]) -> Description:
    texts = [
        f"{c['consumer']}: {number(c.get('backlog', 0))} events not acknowledged,"
        f" the oldest for {_ms(c, 'unread_ms')}."
        for c in d.get("consumers", [])[:3]
    ]
    return "Consumers of events are behind", texts, []


def _flow_backlog(d: dict[str, Any]) -> Description:
    count = number(d.get("pending_count", 0))
    text = f"Left to do: {count}, the oldest for {_ms(d, 'oldest_due_ms')}."
    return "Consequences in flows are late", [text], [("Flows", "/flows")]


def _limits(d: dict[str, Any]) -> Description:
    text = f"{number(d.get('pending_count', 0))} changes of limits are left to apply."
    return "Limits are not applied in time", [text], [("Limits", "/limits")]


def _installation(d: dict[str, Any]) -> Description:
    return "The installation is damaged", [str(f) for f in d.get("findings", [])[:5]], []


def _transaction_ids(d: dict[str, Any]) -> Description:
    return "Transaction ids run out", [f"The oldest is {number(d.get('oldest_age', 0))} old."], []


CHECKS: dict[str, Callable[[dict[str, Any]], Description]] = {
    "cleanup_horizon": _cleanup_horizon,
    "lost_leases": _lost_leases,
    "workers": _workers,
    "tick": _tick,
    "jobs": _jobs,
    "claim_speed": _claim_speed,
    "clock": _clock,
    "dead_rows": _dead_rows,
    "event_watermark": _event_watermark,
    "event_consumers": _event_consumers,
    "flow_backlog": _flow_backlog,
    "limits": _limits,
    "installation": _installation,
    "transaction_ids": _transaction_ids,
}
