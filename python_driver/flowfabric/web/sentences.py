"""The state of an execution in one sentence, and its closed gates with advice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from .database import Row
from .values import duration, instant, milliseconds_between, moment, number

Gates = Mapping[str, Row]


def by_name(rows: Sequence[Row]) -> Gates:
    return {row["gate"]: row for row in rows}


# --- the state ---


def sentence(d: Row, gates: Gates, now: datetime) -> str:
    """The state of an execution as one says it to a colleague."""
    describe = _SENTENCES.get(d["public_state"])
    return describe(d, gates, now) if describe else d["public_state"].replace("_", " ") + "."


def _took(d: Row) -> str:
    ms = milliseconds_between(d["started_at"], d["terminal_at"])
    return "" if ms is None else f" {duration(ms)} after its first start"


def _completed(d: Row, _gates: Gates, _now: datetime) -> str:
    attempts = d["total_attempt_count"]
    which = f" in attempt {attempts}" if attempts > 1 else ""
    return f"Completed{which},{_took(d)}." if _took(d) else "Completed."


def _failed(d: Row, _gates: Gates, _now: datetime) -> str:
    attempts = d["total_attempt_count"]
    tries = f" after {attempts} attempts" if attempts > 1 else ""
    category = f" ({d['failure_category']})" if d["failure_category"] else ""
    return f"Failed{tries}: {d['failure_reason']}{category}"


def _expired(d: Row, _gates: Gates, _now: datetime) -> str:
    return f"Expired: {d['failure_reason'] or 'its time was over'}"


def _skipped(d: Row, _gates: Gates, _now: datetime) -> str:
    return f"Skipped: {d['failure_reason'] or 'too few of its upstreams could complete'}"


def _cancelled(d: Row, _gates: Gates, _now: datetime) -> str:
    return f"Cancelled by {d['cancelled_by']}: {d['cancellation_reason']}"


def _active(d: Row, gates: Gates, now: datetime) -> str:
    lease = gates["lease"]
    detail = lease["detail"]
    asked = ""
    if d["cancel_at"]:
        left = duration(milliseconds_between(now, d["cancel_at"]))
        asked = f" It was asked to end, and is cancelled in {left} at the latest."
    worker = detail.get("worker_instance_id") or d["worker_instance_id"]
    attempt = f"attempt {d['attempt_index'] + 1}"
    if lease["outcome"] == "held":
        text = (
            f"{worker} works on {attempt} since {moment(detail.get('lease_acquired_at'))[11:]} UTC;"
            f" its lease lasts another {duration(detail.get('remaining_ms'))}."
        )
        if d["progress_percent"] is not None:
            text += f" {d['progress_percent']} % done."
        return text + asked
    lost = "was revoked" if lease["outcome"] == "revoked" else "lapsed"
    text = f"The lease of {worker} on {attempt} {lost}"
    if since := milliseconds_between(d["lease_expires_at"], now):
        text += f" {duration(since)} ago"
    return f"{text}; the next claim takes it over{_if_nobody(gates)}."


def _waiting(d: Row, gates: Gates, now: datetime) -> str:
    verdict = gates["verdict"]
    if not verdict["passed"]:
        return f"Due, but no claim takes it: {_closed(gates)}"
    waits = duration(milliseconds_between(d["claimable_at"], now))
    position = gates.get("position")
    ahead = ""
    if position and position["outcome"] == "behind_others":
        count = number(position["detail"]["ahead_in_route"])
        more = " or more" if position["detail"].get("is_at_least") else ""
        ahead = f", behind {count}{more} others"
    return f"Due for {waits}{ahead}: it waits for a worker{_who_can(gates)}."


def _if_nobody(gates: Gates) -> str:
    detail = gates["capabilities"]["detail"]
    if detail.get("live_worker_count") == 0:
        return ", and no worker of this lane is alive"
    if detail.get("capable_worker_count") == 0:
        return f", and no live worker has {', '.join(detail.get('required', []))}"
    return ""


def _who_can(gates: Gates) -> str:
    count = gates["capabilities"]["detail"].get("capable_worker_count")
    if not count:
        return _if_nobody(gates)
    return f"; {number(count)} live worker{'s' if count > 1 else ''} could take it"


def _delayed(d: Row, gates: Gates, now: datetime) -> str:
    when = duration(milliseconds_between(now, d["claimable_at"]))
    if d["waits"]:
        return f"Sleeps for another {when}, in step {d['waits'][0]['step_key']}."
    failed = gates["attempts"]["detail"]
    if d["failure_reason"] and failed.get("retry_count"):
        most = failed.get("max_retries")
        of = f" of {int(most) + 1}" if most is not None else ""
        return (
            f"Waits for its retry in {when}: attempt {d['attempt_index'] + 1}{of} failed with"
            f" {d['failure_reason']}"
        )
    if d["attempt_index"] is None:
        return f"Due in {when}: it was submitted with a delay."
    return f"Goes on in {when}: attempt {d['attempt_index'] + 1} was handed back until then."


def _rate_limited(_d: Row, gates: Gates, _now: datetime) -> str:
    return f"Waits for a limit. {_closed(gates)}"


def _waiting_children(d: Row, gates: Gates, _now: datetime) -> str:
    gate = gates["dependencies"]
    blockers = gate["detail"].get("blockers") or []
    if d["waits"]:
        return _waits(d)
    if gate["passed"]:
        return "Waits for its children."
    return f"Waits for {len(blockers)} other execution{'s' if len(blockers) != 1 else ''}."


def _waits(d: Row) -> str:
    """The waits of its steps; it goes on when the first of them ends."""
    texts = []
    for wait in d["waits"]:
        timeout = f" (timeout in {duration(wait['remaining_ms'])})" if "wake_at" in wait else ""
        texts.append(f"{wait['reason']}{timeout} in step {wait['step_key']}")
    return f"It {', or '.join(texts)}."


def _suspended(d: Row, gates: Gates, now: datetime) -> str:
    if d["waits"]:
        return _waits(d)
    detail = gates["suspension"]["detail"]
    since = duration(milliseconds_between(instant(detail.get("suspended_at")), now))
    keys = ", ".join(w["waitpoint_key"] for w in detail.get("waitpoints", []))
    text = f"Suspended for {since}"
    text += f": it waits for a signal to {keys}" if keys else ""
    if "remaining_ms" in detail:
        text += f"; timeout in {duration(detail['remaining_ms'])}"
    return text + "."


_SENTENCES = {
    "completed": _completed,
    "failed": _failed,
    "expired": _expired,
    "skipped": _skipped,
    "cancelled": _cancelled,
    "active": _active,
    "waiting": _waiting,
    "delayed": _delayed,
    "rate_limited": _rate_limited,
    "waiting_children": _waiting_children,
    "suspended": _suspended,
}


def _closed(gates: Gates) -> str:
    texts = [
        obstacle(gate).text
        for gate in gates.values()
        if not gate["passed"] and gate["gate"] in _TEXTS
    ]
    return " ".join(texts)


# --- the gates ---


@dataclass
class Obstacle:
    gate: str
    text: str
    # for the person who looks
    advice: str = ""
    path: str = ""


def obstacles(gates: Gates) -> list[Obstacle]:
    """Why it does not run; nothing for what runs, has ended, or only waits for a worker."""
    if not gates["phase"]["passed"]:
        return []
    found = [
        obstacle(gate)
        for name, gate in gates.items()
        if not gate["passed"] and name not in ("verdict", "position", "phase")
    ]
    missing = _if_nobody(gates)
    if missing and not found:
        found.append(
            Obstacle(
                "capabilities",
                missing.removeprefix(", and ").capitalize() + ".",
                "Start a worker that can do it.",
                "/workers",
            )
        )
    return found


def obstacle(gate: Row) -> Obstacle:
    describe = _TEXTS.get(gate["gate"])
    if describe:
        return Obstacle(gate["gate"], *describe(gate["detail"] or {}, gate))
    return Obstacle(gate["gate"], f"{gate['outcome']}".replace("_", " "), gate["changed_by"] or "")


def _lane(d: Row, gate: Row) -> tuple[str, ...]:
    name = d.get("lane_id", "")
    path = f"/lanes/{quote(name, safe='')}"
    return f"Lane {name} is {gate['outcome']}.", "Resume the lane, if its reason is gone.", path


def _flow(d: Row, _gate: Row) -> tuple[str, ...]:
    text = f"Its flow was cancelled: {d.get('cancel_reason', '')}"
    if d.get("cancellation_policy") == "cancel_flow_only":
        return text, "Nothing: its members stay paused.", f"/flows/{d.get('flow_id')}"
    return text, "Nothing: the next claim or tick cancels it.", f"/flows/{d.get('flow_id')}"


def _time(_d: Row, gate: Row) -> tuple[str, ...]:
    return f"It is due in {duration(gate['changes_in_ms'])}.", "Wait, or run it now."


def _dependencies(d: Row, _gate: Row) -> tuple[str, ...]:
    blockers = d.get("blockers") or []
    if "reason" in d:
        return f"It {d['reason']}.", "Look at its children."
    text = f"It waits for {len(blockers)} others"
    if "total_deps" in d:
        text += f" ({d.get('satisfied_count', 0)} of {d['total_deps']} are done)"
    path = f"/executions/{blockers[0]['execution_id']}" if len(blockers) == 1 else ""
    return f"{text}.", "Look at what they wait for.", path


def _operator(d: Row, _gate: Row) -> tuple[str, ...]:
    who = d.get("actor") or d.get("role") or "an operator"
    reason = f": {d['reason']}" if d.get("reason") else ""
    return f"It was blocked by {who}{reason}.", "Unblock it, if the reason is gone."


def _budget(d: Row, gate: Row) -> tuple[str, ...]:
    if gate["outcome"] == "exhausted":
        when = f" It ends in {duration(gate['changes_in_ms'])}." if gate["changes_in_ms"] else ""
        return (
            f"Budget {d.get('budget_id')} is used up.{when}",
            "Wait for the next period, or reset the budget.",
            "/limits",
        )
    return "It waits for a budget.", "Nothing: claims look again by themselves.", "/limits"


def _quota(_d: Row, gate: Row) -> tuple[str, ...]:
    when = f" Free in {duration(gate['changes_in_ms'])}." if gate["changes_in_ms"] else ""
    return f"A quota is used up.{when}", "Nothing: claims look again by themselves.", "/limits"


def _capabilities(d: Row, _gate: Row) -> tuple[str, ...]:
    return (
        f"It needs {', '.join(d.get('missing', []))}.",
        "Start a worker that has them.",
        "/workers",
    )


def _grant(d: Row, _gate: Row) -> tuple[str, ...]:
    text = f"A scheduler has reserved it for {d.get('worker_instance_id')}, for another"
    return (
        f"{text} {duration(d.get('remaining_ms'))}.",
        "Wait until the grant is redeemed or lapses.",
    )


def _lease(d: Row, _gate: Row) -> tuple[str, ...]:
    worker = d.get("worker_instance_id") or ""
    left = duration(d.get("remaining_ms"))
    return (
        f"{worker} holds it, for another {left} unless it renews its lease.",
        "It runs. If the worker hangs, revoke the lease.",
        f"/workers/{quote(worker, safe='')}",
    )


def _suspension(d: Row, _gate: Row) -> tuple[str, ...]:
    if "reason" in d:
        return f"It {d['reason']}.", "Send the signal."
    keys = ", ".join(w["waitpoint_key"] for w in d.get("waitpoints", []))
    text = f"It is suspended and waits for {keys or 'an operator'}."
    return text, "Deliver the signal, or resume it."


def _deadline(d: Row, _gate: Row) -> tuple[str, ...]:
    text = f"Its deadline was {moment(d.get('deadline_at'))} UTC."
    return text, "Nothing: the next claim or tick ends it."


def _attempts(d: Row, gate: Row) -> tuple[str, ...]:
    if gate["outcome"] == "reclaims_exhausted":
        return (
            f"It was taken over {d.get('lease_reclaim_count')} times, which is its limit.",
            "Nothing: the next claim or tick ends it. Find out why its workers die.",
        )
    return "Its attempt has run out of time.", "Nothing: the next claim or tick ends the attempt."


def _route(_d: Row, _gate: Row) -> tuple[str, ...]:
    return "Claims do not look at its place.", "A tick moves it; if it does not, report a bug."


def _lock(d: Row, _gate: Row) -> tuple[str, ...]:
    who = "A prepared transaction" if d.get("is_prepared") else f"Session {d.get('pid')}"
    name = f" ({d['application_name']})" if d.get("application_name") else ""
    return f"{who}{name} holds its row in an open transaction.", "End that transaction."


def _exists(_d: Row, _gate: Row) -> tuple[str, ...]:
    return "There is no such execution.", "Check the id and the database."


_TEXTS = {
    "exists": _exists,
    "lane": _lane,
    "flow": _flow,
    "time": _time,
    "dependencies": _dependencies,
    "operator": _operator,
    "budget": _budget,
    "quota": _quota,
    "capabilities": _capabilities,
    "grant": _grant,
    "lease": _lease,
    "suspension": _suspension,
    "deadline": _deadline,
    "attempts": _attempts,
    "route": _route,
    "lock": _lock,
}
