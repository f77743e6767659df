"""Holders suspend; signals, operators and time end it."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import rule

from .leases import Leases
from .model import NOT_FOUND, UNRELATED, Waitpoint, was_refused
from .sessions import PICK, Session

BAD_TOKEN = {"ZF502", "ZF503"}
CONDITION = '{"signal": "go", "on": "w"}'


class Suspensions(Leases):
    @rule(
        which=PICK,
        back=st.integers(1, 6),
        behavior=st.sampled_from([None, "auto_resume_with_timeout_signal", "escalate"]),
    )
    def suspend(self, which: int, back: int, behavior: str | None) -> None:
        """With one of the last handles; on a waitpoint, and perhaps for 450 ms at most."""
        if not self.handles:
            return
        execution_id, handle = self.handles[-min(back, len(self.handles))]
        session, now = self.sessions[which], self.now()
        known, is_old = self.look_up(session, execution_id), session.is_old
        answer = self.call(
            session,
            "select is_replay, outcome, (waitpoints #>> '{0,waitpoint_id}')::uuid,"
            " waitpoints #>> '{0,token}', timeout_at"
            " from flowfabric.ff_suspend(%s, %s, p_timeout_ms => %s, p_timeout_behavior => %s)",
            *(handle, CONDITION, behavior and 450, behavior or "fail"),
        )
        if isinstance(answer, str):
            if answer not in UNRELATED and not (answer == NOT_FOUND and is_old):
                was_refused(known, handle, "suspend", answer, self.latest)
            return
        [[is_replay, outcome, waitpoint_id, token, timeout_at]] = answer
        assert outcome == "suspended"
        self.had_effect(session, execution_id, handle, "suspend", is_replay, now)
        if is_replay:
            return
        parked = self.look_up(session, execution_id)
        assert parked
        wakes_at = None if behavior == "escalate" else timeout_at
        after = replace(parked, is_parked=True, wakes_at=wakes_at, waitpoint_id=waitpoint_id)
        self.note(session, execution_id, after)
        self.waitpoints.append(Waitpoint(execution_id, waitpoint_id, token))

    @rule(
        which=PICK, behavior=st.sampled_from([None, "auto_resume_with_timeout_signal", "escalate"])
    )
    def claim_and_suspend(self, which: int, behavior: str | None) -> None:
        before = len(self.handles)
        self.claim(which, 60_000)
        if len(self.handles) > before:
            self.suspend(which, 1, behavior)

    @rule(
        which=PICK,
        back=st.integers(1, 4),
        forged=st.sampled_from([None, None, "tampered", "another's"]),
        key=st.sampled_from("ab"),
    )
    def deliver(self, which: int, back: int, forged: str | None, key: str) -> None:
        """To one of the last waitpoints, also those that are closed or were rolled back."""
        if not self.waitpoints:
            return
        waitpoint = self.waitpoints[-min(back, len(self.waitpoints))]
        token = waitpoint.token
        if forged == "tampered":
            token = token[:-1] + ("1" if token.endswith("0") else "0")
        elif forged:
            token = self.waitpoints[0].token
        is_forged = token != waitpoint.token
        session, now = self.sessions[which], self.now()
        known, is_old = self.look_up(session, waitpoint.execution_id), session.is_old
        is_waiting = (
            known is not None
            and known.is_asleep(now)
            and known.is_asleep(self.latest)
            and known.waitpoint_id == waitpoint.waitpoint_id
        )
        kid_is_good = self.verifies(token.split(":")[0], now)
        answer = self.call(
            session,
            "select outcome, effect from flowfabric.ff_deliver_signal("
            "%s, %s, %s, 'go', p_idempotency_key => %s)",
            *(waitpoint.execution_id, waitpoint.waitpoint_id, token, key),
        )
        if isinstance(answer, str):
            if answer not in UNRELATED and not is_old:
                assert not is_forged or answer in BAD_TOKEN, "said more than that it is forged"
                assert is_forged or not kid_is_good or not is_waiting, f"refused: {answer}"
            return
        assert not is_forged, "a forged token had effect"
        [[outcome, effect]] = answer
        assert effect == "resume_condition_satisfied"
        assert known, "a signal for what is not there"
        call = (str(waitpoint.waitpoint_id), key)
        assert (outcome == "duplicate") == (call in known.ended)
        if outcome == "accepted":
            assert known.is_parked
            assert known.waitpoint_id == waitpoint.waitpoint_id, "woken up at another waitpoint"
            self.resume(session, waitpoint.execution_id, known.ended | {call})

    @rule(which=PICK, back=st.integers(1, 4))
    def let_go_on(self, which: int, back: int) -> None:
        """As operators do."""
        if not self.waitpoints:
            return
        execution_id = self.waitpoints[-min(back, len(self.waitpoints))].execution_id
        session, now = self.sessions[which], self.now()
        known, is_old = self.look_up(session, execution_id), session.is_old
        is_waiting = known is not None and known.is_asleep(now) and known.is_asleep(self.latest)
        answer = self.call(session, "select from flowfabric.ff_resume_execution(%s)", execution_id)
        if isinstance(answer, str):
            assert answer in UNRELATED or is_old or not is_waiting, f"refused: {answer}"
            return
        assert known
        assert known.is_parked, "resumed what was not suspended"
        self.resume(session, execution_id, known.ended)

    def resume(
        self, session: Session, execution_id: UUID, ended: frozenset[tuple[str, str]]
    ) -> None:
        known = self.look_up(session, execution_id)
        assert known
        after = replace(known, is_parked=False, is_resumed=True, ended=ended)
        self.note(session, execution_id, after)
