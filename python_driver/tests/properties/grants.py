"""Schedulers permit, workers redeem, operators rotate keys."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from .model import UNRELATED, Execution, Grant
from .sessions import LANE, PICK, Session, Sessions

REDEEM_BY = {
    "claim": "ff_claim_execution",
    "resume": "ff_claim_resumed_execution",
    "reclaim": "ff_reclaim_execution",
}
WORKER = st.sampled_from(["w", "v"])
GRANT_TTL_MS = st.sampled_from([1, 450, 5000, 60_000])


class Grants(Sessions):
    @rule(which=PICK, worker=WORKER, ttl_ms=GRANT_TTL_MS)
    def assign(self, which: int, worker: str, ttl_ms: int) -> None:
        """Choose what is due next, and permit it."""
        session, now = self.sessions[which], self.now()
        answer = self.call(
            session,
            "select execution_id, kind, grant_key, expires_at"
            " from flowfabric.ff_claim_for_worker(%s, %s, %s, p_grant_ttl_ms => %s)",
            *(LANE, worker, f"{worker}-1", ttl_ms),
        )
        assert not isinstance(answer, str) or answer in UNRELATED
        self.note_grants(session, answer, worker, now)

    @rule(
        which=PICK,
        item=st.integers(0, 50),
        worker=WORKER,
        ttl_ms=GRANT_TTL_MS,
        function=st.sampled_from(["ff_issue_claim_grant", "ff_issue_reclaim_grant"]),
    )
    def issue(self, which: int, item: int, worker: str, ttl_ms: int, function: str) -> None:
        """Permit a certain one."""
        if not self.committed:
            return
        execution_id = list(self.committed)[item % len(self.committed)]
        session, now = self.sessions[which], self.now()
        answer = self.call(
            session,
            "select execution_id, kind, grant_key, expires_at"
            f" from flowfabric.{function}(%s, %s, %s, p_grant_ttl_ms => %s)"
            " where grant_key is not null",
            *(execution_id, worker, f"{worker}-1", ttl_ms),
        )
        self.note_grants(session, answer, worker, now)

    def note_grants(
        self, session: Session, answer: list[Any] | str, worker: str, now: datetime
    ) -> None:
        for execution_id, kind, key, expires_at in answer if not isinstance(answer, str) else []:
            known = self.look_up(session, execution_id)
            assert known, "what was granted is not of this world"
            assert not known.is_over
            assert not known.is_live(known.handle or "", now), "granted although a lease is live"
            assert not self.is_reserved(known, now), "two live grants"
            assert not known.is_asleep(now), "granted although it is suspended"
            grant = Grant(key, kind, worker, expires_at, self.clock_steps)
            self.note(session, execution_id, replace(known, grant=grant))
            self.grants.append((execution_id, grant))

    @rule(
        which=PICK,
        back=st.integers(1, 4),
        ttl_ms=st.sampled_from([1, 500, 60_000]),
        by=st.sampled_from(["its kind"] * 8 + list(REDEEM_BY)),
        is_foreign=st.sampled_from([False] * 8 + [True]),
        tampered=st.one_of(st.none(), st.none(), st.none(), st.integers(0, 300)),
    )
    def redeem(
        self, which: int, back: int, ttl_ms: int, by: str, is_foreign: bool, tampered: int | None
    ) -> None:
        """One of the last keys; perhaps by another worker, altered, or with the wrong function."""
        if not self.grants:
            return
        execution_id, grant = self.grants[-min(back, len(self.grants))]
        session, now = self.sessions[which], self.now()
        known = self.look_up(session, execution_id)
        kind = grant.kind if by == "its kind" else by
        worker = "mallory" if is_foreign else grant.worker
        key = grant.key
        if tampered is not None:
            place = tampered % len(key)
            key = key[:place] + ("0" if key[place] != "0" else "1") + key[place + 1 :]
        answer = self.call(
            session,
            "select handle, lease_epoch, lease_expires_at, attempt_id, attempt_index"
            f" from flowfabric.{REDEEM_BY[kind]}(%s, %s, %s, %s, %s) where handle is not null",
            *(execution_id, key, worker, f"{worker}-1", ttl_ms),
        )
        is_good = (
            known is not None
            and known.grant is not None
            and (known.grant.key, known.grant.kind, known.grant.worker) == (key, kind, worker)
            and now < known.grant.expires_at
        )
        if isinstance(answer, str) or not answer:
            assert not (
                is_good
                and answer not in UNRELATED
                and not session.is_old
                and self.must_be_redeemed(known, now)
            ), f"a good grant was refused: {answer}"
            return
        [[handle, epoch, expires_at, *attempt]] = answer
        assert known
        assert is_good, "redeemed with a grant that is not good"
        assert session.is_old or self.verifies(grant.kid, now), "signed with a key that is gone"
        assert not known.is_over
        assert not known.is_live(known.handle or "", now), "two live leases"
        assert epoch == known.epoch + 1
        assert known.keeps_attempt((attempt[0], attempt[1]))
        taken = Execution(
            epoch, handle, expires_at, (attempt[0], attempt[1]), True, ended=known.ended
        )
        self.note(session, execution_id, taken)
        self.handles.append((execution_id, handle))

    def must_be_redeemed(self, known: Execution | None, now: datetime) -> bool:
        """Whether a good grant has no excuse; known is what it is about."""
        return (
            known is not None
            and known.grant is not None
            and known.grant.is_untouched
            and known.grant.clock_steps == self.clock_steps
            and self.verifies(known.grant.kid, now)
        )

    @rule(grace_ms=st.sampled_from([0, 1000, 86_400_000]))
    def rotate_key(self, grace_ms: int) -> None:
        now, kid = self.now(), f"k{len(self.kids)}"
        self.observer.rows(
            "select flowfabric.ff_rotate_waitpoint_secret(%s, repeat(md5(%s), 2), %s)",
            kid,
            kid,
            grace_ms,
        )
        for known, until in self.kids.items():
            if until is None:
                self.kids[known] = now + timedelta(milliseconds=grace_ms)
            elif until <= now:
                # removed; it does not come back with an earlier clock
                self.kids[known] = datetime.min.replace(tzinfo=now.tzinfo)
        self.kids[kid] = None
