"""Actions on one execution; each needs the role that its function needs."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from .database import Row, Transaction
from .people import Person, RefusedError

Form = Mapping[str, str]


@dataclass(frozen=True)
class Field:
    name: str
    label: str
    kind: str = "text"
    is_required: bool = False
    value: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Action:
    name: str
    function: str
    label: str
    note: str
    fields: tuple[Field, ...]
    applies: Callable[[Row], bool]
    do: Callable[[Transaction, Person, UUID, Form], Awaitable[str]]
    is_dangerous: bool = False


# the largest integer of PostgreSQL
MAX_NUMBER = 2**31 - 1

REASON = Field("reason", "Reason")
NEEDED_REASON = Field("reason", "Reason", is_required=True)

_OVER = ("completed", "failed", "cancelled", "expired", "skipped")


def _is_over(d: Row) -> bool:
    return d["public_state"] in _OVER


def _optional(form: Form, name: str) -> str | None:
    return form.get(name, "").strip() or None


def whole_number(form: Form, name: str, label: str) -> int:
    try:
        number = int(form.get(name, "").strip())
    except ValueError:
        raise RefusedError(400, f"{label} must be a whole number.") from None
    if abs(number) > MAX_NUMBER:
        raise RefusedError(400, f"{label} must be at most {MAX_NUMBER}.")
    return number


def json_of(text: str, label: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise RefusedError(400, f"{label} is not JSON: {error}") from None
    except RecursionError:
        raise RefusedError(400, f"{label} is nested too deeply.") from None


async def _cancel(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    reason = _optional(form, "reason")
    if reason is None:
        raise RefusedError(400, "A cancellation needs a reason.")
    grace_s = whole_number(form, "grace_s", "A grace") if form.get("grace_s", "").strip() else 0
    row = await t.row(
        "ff_cancel_execution",
        execution_id=id_,
        reason=reason,
        actor=person.name,
        grace_ms=1000 * grace_s,
    )
    assert row
    if row["outcome"] == "requested":
        return f"Its holder is asked to end; in {grace_s} seconds it is cancelled."
    return "It was cancelled already." if row["is_replay"] else "It is cancelled."


async def _replay(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    more = {"from_step": step} if (step := _optional(form, "from_step")) else {}
    row = await t.row(
        "ff_replay_execution",
        execution_id=id_,
        reason=_optional(form, "reason"),
        actor=person.name,
        **more,
    )
    assert row
    return f"It runs again: {row['public_state'].replace('_', ' ')}."


async def _run_now(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    await t.rows(
        "ff_reschedule_execution",
        execution_id=id_,
        delay_ms=0,
        reason=_optional(form, "reason"),
        actor=person.name,
    )
    return "It is due now."


async def _change_priority(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    row = await t.row(
        "ff_change_priority",
        execution_id=id_,
        priority=whole_number(form, "priority", "A priority"),
        reason=_optional(form, "reason"),
        actor=person.name,
    )
    assert row
    return f"Its priority is {row['new_priority']}; it was {row['old_priority']}."


async def _revoke(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    row = await t.row(
        "ff_revoke_lease",
        execution_id=id_,
        # the lease that the person has seen, not the one of whoever took over since
        expected_lease_id=_optional(form, "lease_id"),
        reason=_optional(form, "reason"),
        actor=person.name,
    )
    assert row
    if row["outcome"] == "revoked":
        return "The lease is revoked; the next claim takes the execution over."
    return f"No lease was revoked: {row['why'].replace('_', ' ')}."


async def _resume(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    await t.rows(
        "ff_resume_execution",
        execution_id=id_,
        reason=_optional(form, "reason"),
        actor=person.name,
    )
    return "It goes on, with the next claim."


async def _signal(t: Transaction, _person: Person, id_: UUID, form: Form) -> str:
    payload = _optional(form, "payload")
    more = {"payload": Jsonb(json_of(payload, "The payload"))} if payload else {}
    row = await t.row(
        "ff_send_signal",
        execution_id=id_,
        signal_name=form.get("signal_name", "").strip(),
        # a form that is sent twice sends one signal
        dedup_key=f"web:{form.get('once', '')}",
        **more,
    )
    assert row
    return (
        "This signal was sent before." if row["outcome"] == "duplicate" else "The signal is sent."
    )


async def _approve(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    row = await t.row(
        "ff_deliver_approval_signal",
        execution_id=id_,
        waitpoint_id=form.get("waitpoint_id", ""),
        signal_name=form.get("signal_name", "").strip(),
        approver=person.name or "the operator of the web page",
        idempotency_key=f"web:{form.get('once', '')}",
    )
    assert row
    return f"The signal is delivered: {row['effect'].replace('_', ' ')}."


async def _unblock(t: Transaction, person: Person, id_: UUID, form: Form) -> str:
    row = await t.row(
        "ff_unblock_execution",
        execution_id=id_,
        reason=_optional(form, "reason"),
        actor=person.name,
    )
    assert row
    return f"It is {row['public_state'].replace('_', ' ')}."


ACTIONS = (
    Action(
        "run_now",
        "ff_reschedule_execution",
        "Run now",
        "It becomes due at once, whatever delay, backoff or sleep it has.",
        (REASON,),
        lambda d: d["public_state"] == "delayed",
        _run_now,
    ),
    Action(
        "replay",
        "ff_replay_execution",
        "Replay",
        "It runs again, under the same id; its history and its steps stay. From a step on: that"
        " one and later ones are forgotten, and run again.",
        (Field("from_step", "From step (optional)", kind="step"), REASON),
        _is_over,
        _replay,
    ),
    Action(
        "signal",
        "ff_send_signal",
        "Send signal",
        "The execution gets it when it waits for a signal of this name, or when it will.",
        (
            Field("signal_name", "Name", is_required=True),
            Field("payload", "Payload, JSON", kind="json"),
        ),
        lambda d: not _is_over(d),
        _signal,
    ),
    Action(
        "resume",
        "ff_resume_execution",
        "Resume",
        "It goes on without the signals that it waits for.",
        (REASON,),
        lambda d: d["public_state"] == "suspended",
        _resume,
    ),
    Action(
        "unblock",
        "ff_unblock_execution",
        "Unblock",
        "Claims may take it again.",
        (REASON,),
        lambda d: bool(d["is_blocked"]),
        _unblock,
    ),
    Action(
        "priority",
        "ff_change_priority",
        "Priority",
        "From 0 to 9000; higher ones are claimed first. It goes to the end of its new line.",
        (Field("priority", "Priority", kind="number", is_required=True), REASON),
        lambda d: d["public_state"] in ("waiting", "rate_limited"),
        _change_priority,
    ),
    Action(
        "revoke",
        "ff_revoke_lease",
        "Revoke lease",
        "The worker's next call is refused, and the next claim takes the execution over.",
        (REASON,),
        lambda d: d["ownership_state"] == "leased",
        _revoke,
        is_dangerous=True,
    ),
    Action(
        "cancel",
        "ff_cancel_execution",
        "Cancel",
        "It ends as cancelled; the next call of a worker that holds it is refused.",
        (
            NEEDED_REASON,
            Field("grace_s", "Seconds that its holder may take to end", kind="number", value="0"),
        ),
        lambda d: not _is_over(d),
        _cancel,
        is_dangerous=True,
    ),
)
# at a waitpoint, not at the execution as a whole
APPROVE = Action(
    "approve",
    "ff_deliver_approval_signal",
    "Deliver",
    "",
    (),
    lambda d: d["public_state"] == "suspended",
    _approve,
)
BY_NAME = {action.name: action for action in (*ACTIONS, APPROVE)}
