"""Operators intervene, time passes, maintenance runs; and in the end all is completed."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from .grants import WORKER
from .model import UNRELATED
from .sessions import LANE, PICK, SESSIONS, Session
from .suspensions import Suspensions


class Operations(Suspensions):
    @rule(which=PICK, worker=WORKER)
    def mark_worker_dead(self, which: int, worker: str) -> None:
        session, now = self.sessions[which], self.now()
        answer = self.call(
            session,
            "select released_count from"
            " flowfabric.ff_mark_worker_dead(%s, 'dead', p_release_leases => true)",
            f"{worker}-1",
        )
        if isinstance(answer, str):
            assert answer in UNRELATED
            return
        released = 0
        for execution_id, known in {**self.committed, **(session.done or {})}.items():
            if known.is_live(known.handle or "", now) and self.is_revoked(
                session, execution_id, known.epoch
            ):
                released += 1
                self.note(session, execution_id, replace(known, is_held=False))
        [[count]] = answer
        assert count == released

    def is_revoked(self, session: Session, execution_id: UUID, epoch: int) -> bool:
        rows = session.rows(
            "select 1 from flowfabric.ff_exec_core"
            " where execution_id = %s and state = 'revoked'"
            " and lease_epoch = %s",
            *(execution_id, epoch),
        )
        return bool(rows)

    @rule(
        which=PICK,
        item=st.integers(0, 50),
        what=st.sampled_from(
            [
                "ff_cancel_execution(%s, 'why not')",
                "ff_revoke_lease(%s)",
                "ff_replay_execution(%s)",
                "ff_replay_execution(%s)",
                "ff_change_priority(%s, 7)",
                "ff_change_priority(%s, 0)",
                "ff_set_execution_tag(%s, 'test.key', 'value')",
            ]
        ),
    )
    def operate(self, which: int, item: int, what: str) -> None:
        if not self.committed:
            return
        # in the order of their commits, for ids are different in every run
        execution_id = list(self.committed)[item % len(self.committed)]
        session = self.sessions[which]
        answer = self.call(session, f"select from flowfabric.{what}", execution_id)
        if isinstance(answer, str):
            return
        known = self.look_up(session, execution_id)
        assert known
        self.note(session, execution_id, self.reread(session, execution_id, known))

    # Time, and maintenance.

    @rule(step_ms=st.sampled_from([1, 1, 50, 400, 400, 1100, 3000, 70_000, -5, -1500]))
    def let_time_pass(self, step_ms: int) -> None:
        self.clock_steps += step_ms < 0
        self.observer.rows(
            "select setval('public.clock_us', greatest(1, last_value + %s)) from public.clock_us",
            step_ms * 1000,
        )
        self.latest = max(self.latest, self.now())

    @rule(which=PICK)
    def tick(self, which: int) -> None:
        answer = self.call(self.sessions[which], "select from flowfabric.ff_tick()")
        assert not isinstance(answer, str) or answer in UNRELATED

    @rule(which=PICK, times=st.integers(1, 3))
    def advance_head(self, which: int, times: int) -> None:
        """As every 64th claim does."""
        for _ in range(times):
            self.call(self.sessions[which], "select flowfabric._advance_head(%s, '{}')", LANE)

    @invariant()
    def nothing_contradicts_itself(self) -> None:
        # While no writer begins or ends and the clock stands still, all looks as it did.
        seen = self.observer.rows("select pg_current_snapshot()::text, flowfabric._now()")
        if seen == self.seen:
            return
        self.seen = seen
        findings = self.observer.rows("select * from flowfabric.ff_check()")
        assert [each for each in findings if not self.is_of_a_revived_lease(*each)] == []

    def is_of_a_revived_lease(self, invariant: str, execution_id: UUID, _detail: object) -> bool:
        """A known corner: the clock is set back while a reclaim grant is out, so that the lease is
        live again, and its holder goes on. The grant is worth nothing, and ff_check wonders."""
        known = self.committed.get(execution_id)
        return (
            invariant.startswith(("a live grant reserves", "a live grant fits"))
            and known is not None
            and known.grant is not None
            and known.grant.kind == "reclaim"
            and known.grant.clock_steps != self.clock_steps
        )

    def teardown(self) -> None:
        try:
            self.finish()
        finally:
            for name in self.prepared:
                self.observer.rows(f"rollback prepared '{name}'")
            self.stack.close()

    def finish(self) -> None:
        """All transactions end, much time passes: then all that was committed can be completed."""
        for which in range(SESSIONS):
            (self.commit if which % 2 else self.roll_back)(which)
        for number, (name, done) in enumerate(list(self.prepared.items())):
            self.observer.rows(f"{'commit' if number % 2 else 'rollback'} prepared '{name}'")
            del self.prepared[name]
            if number % 2:
                self.committed |= done
        for execution_id, known in list(self.committed.items()):
            if known.is_parked and known.wakes_at is None:
                self.observer.rows("select from flowfabric.ff_resume_execution(%s)", execution_id)
                self.resume(self.observer, execution_id, known.ended)
        for _ in range(3):
            self.let_time_pass(70_000)
            self.observer.rows("select from flowfabric.ff_tick(10000)")
        worker = self.sessions[0]
        for _ in range(100):
            before = len(self.handles)
            self.claim_batch(0, 1000, 60_000)
            if len(self.handles) == before:
                break
            for execution_id, handle in self.handles[before:]:
                worker.rows("select public.complete_with_business(%s)", handle)
                known = self.committed[execution_id]
                self.committed[execution_id] = replace(known, is_held=False, is_over=True)
        lost = {each for each, known in self.committed.items() if not known.is_over}
        assert not lost, f"lost: {lost}"
        stored = {
            row[0]
            for row in worker.rows(
                "select execution_id from flowfabric.ff_exec_core where terminal_at is not null"
            )
        }
        assert stored == set(self.committed)
        assert worker.rows(
            "select b.execution_id, count(*) from public.business as b group by 1 order by 1"
        ) == worker.rows(
            "select v.execution_id, count(*)"
            " from flowfabric.ff_event_item as v"
            " where v.kind = 'completed' and v.outcome = 'success' group by 1 order by 1"
        )
        self.observer.rows("select from flowfabric.ff_tick(10000)")
        assert self.observer.rows("select * from flowfabric.ff_debt") == []
        assert self.observer.rows("select * from flowfabric.ff_check()") == []
