"""Producers submit, workers claim and hold leases."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from .model import NOT_FOUND, UNRELATED, Execution, was_refused
from .sessions import LANE, PICK, Session, Sessions

HOLDER_CALLS = {
    "complete": "public.complete_with_business(%s)",
    "fail": "is_replay from flowfabric.ff_fail(%s, 'oops')",
    "cancel": "public.cancel_as_holder(%s)",
    "delay 0": "is_replay from flowfabric.ff_delay(%s, 0)",
    "delay 700": "is_replay from flowfabric.ff_delay(%s, 700)",
    "renew 50": "lease_expires_at from flowfabric.ff_renew(%s, 50)",
    "renew 5000": "lease_expires_at from flowfabric.ff_renew(%s, 5000)",
}
HOLDER_BATCHES = {
    "complete": "is_replay, error_code from public.complete_batch_with_business(%s)",
    "renew 50": "lease_expires_at, error_code from flowfabric.ff_renew_batch(%s, 50)",
    "renew 5000": "lease_expires_at, error_code from flowfabric.ff_renew_batch(%s, 5000)",
}


class Leases(Sessions):
    # Producers.

    @initialize(count=st.integers(0, 5))
    def begin_with(self, count: int) -> None:
        self.submit(0, count, 0, 0)

    @rule(
        which=PICK,
        count=st.integers(1, 3),
        delay_ms=st.sampled_from([0, 0, 0, 300, 2500]),
        priority=st.sampled_from([0, 0, 0, 5]),
    )
    def submit(self, which: int, count: int, delay_ms: int, priority: int) -> None:
        session = self.sessions[which]
        rows = self.call(
            session,
            "select execution_id from flowfabric.ff_create_executions("
            "%s, array_fill('{}'::jsonb, array[%s]),"
            " jsonb_build_object('delay_ms', %s, 'priority', %s))",
            *(LANE, count, delay_ms, priority),
        )
        assert not isinstance(rows, str) or rows in UNRELATED
        for [execution_id] in rows if not isinstance(rows, str) else []:
            self.note(session, execution_id, Execution())

    @rule(which=PICK, key=st.sampled_from("ab"))
    def submit_under_key(self, which: int, key: str) -> None:
        session = self.sessions[which]
        rows = self.call(
            session,
            "select execution_id, outcome from flowfabric.ff_create_execution("
            "%s, '{}', p_idempotency_key => %s)",
            *(LANE, key),
        )
        if isinstance(rows, str):
            assert rows in UNRELATED
            return
        [[execution_id, outcome]] = rows
        known = self.look_up(session, execution_id)
        assert (outcome == "created") == (known is None), outcome
        if known is None:
            self.note(session, execution_id, Execution())

    # Workers.

    @rule(which=PICK, ttl_ms=st.sampled_from([1, 500, 3000, 60_000]))
    def claim(self, which: int, ttl_ms: int) -> None:
        session, now = self.sessions[which], self.now()
        claims = self.call(
            session,
            "select handle, execution_id, lease_epoch, lease_expires_at, attempt_id, attempt_index"
            " from flowfabric.ff_claim(%s, 'w', 'w-1', p_lease_ttl_ms => %s)",
            *(LANE, ttl_ms),
        )
        self.take(session, claims, now)

    @rule(which=PICK, limit=st.integers(1, 4), ttl_ms=st.sampled_from([1, 500, 60_000]))
    def claim_batch(self, which: int, limit: int, ttl_ms: int) -> None:
        session, now = self.sessions[which], self.now()
        claims = self.call(
            session,
            "select handle, execution_id, lease_epoch, lease_expires_at, attempt_id, attempt_index"
            " from flowfabric.ff_claim_batch(%s, 'w', 'w-1', %s, p_lease_ttl_ms => %s)",
            *(LANE, limit, ttl_ms),
        )
        self.take(session, claims, now)

    @rule(
        which=PICK,
        back=st.integers(1, 6),
        what=st.sampled_from(
            [
                "complete",
                "complete",
                "fail",
                "cancel",
                "delay 0",
                "delay 700",
                "renew 50",
                "renew 5000",
            ]
        ),
    )
    def hold(self, which: int, back: int, what: str) -> None:
        """A call with one of the last handles."""
        if not self.handles:
            return
        execution_id, handle = self.handles[-min(back, len(self.handles))]
        session, now = self.sessions[which], self.now()
        # before an error undoes the transaction, and what is known with it
        known, is_old = self.look_up(session, execution_id), session.is_old
        answer = self.call(session, f"select {HOLDER_CALLS[what]}", handle)
        if not isinstance(answer, str):
            [[said]] = answer
            self.had_effect(session, execution_id, handle, what, said, now)
        elif answer not in UNRELATED and not (answer == NOT_FOUND and is_old):
            was_refused(known, handle, what, answer, self.latest)

    @rule(
        which=PICK,
        backs=st.lists(st.integers(1, 6), min_size=1, max_size=5),
        what=st.sampled_from(["complete", "renew 50", "renew 5000"]),
    )
    def hold_batch(self, which: int, backs: list[int], what: str) -> None:
        """One call with several of the last handles, some of them twice."""
        if not self.handles:
            return
        items = [self.handles[-min(back, len(self.handles))] for back in backs]
        session, now = self.sessions[which], self.now()
        answers = self.call(
            session, f"select {HOLDER_BATCHES[what]}", [handle for _, handle in items]
        )
        if isinstance(answers, str):
            assert answers in UNRELATED
            return
        effects: dict[UUID, tuple[str, Any]] = {}
        for (execution_id, handle), [said, error] in zip(items, answers, strict=True):
            if error and not (error == NOT_FOUND and session.is_old):
                known = self.look_up(session, execution_id)
                was_refused(known, handle, what, error, self.latest)
            elif error:
                pass  # submitted after the snapshot
            elif (handle, said) in effects.values() and isinstance(said, datetime):
                pass  # given twice, extended once
            else:
                self.had_effect(session, execution_id, handle, what, said, now)
                effects[execution_id] = (handle, said)

    def had_effect(
        self,
        session: Session,
        execution_id: UUID,
        handle: str,
        what: str,
        said: bool | datetime,
        now: datetime,
    ) -> None:
        """A holder was told yes; `said`: is it a replay, or until when the lease lasts."""
        known = self.look_up(session, execution_id)
        assert known
        call = what.split()[0]
        if said is True:
            assert not known.is_live(handle, now)
            assert (handle, call) in known.ended, "a replay of what never was"
            return
        assert known.is_live(handle, now), "a lost lease had effect"
        if isinstance(said, datetime):
            after = replace(known, expires_at=said)
        else:
            is_over = call in ("complete", "cancel")
            ended = known.ended | {(handle, call)}
            after = replace(known, is_held=False, is_over=is_over, ended=ended)
        self.note(session, execution_id, after)
