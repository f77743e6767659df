"""Six sessions in all isolation levels, with savepoints and prepared transactions, while the clock
is set back and ahead and the server is stopped at once; a reader follows the events, and a worker
sleeps as long as it may.

Small as a part of the suite. `FF_CHAOS_SECONDS=1800` runs it for half an hour, with one seed after
the other from `FF_CHAOS_SEED` on; a failure names its seed.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable

import psycopg
import pytest
from psycopg import IsolationLevel

from .engine import Clock, RestartedServer, Session, end_prepared

LANES = ("lane", "other")
SECONDS = float(os.environ.get("FF_CHAOS_SECONDS", "0"))
SEED = int(os.environ.get("FF_CHAOS_SEED", "1"))
STEPS = 150
OVER = {"completed", "expired", "expired_unstarted", "failed", "cancelled_unstarted"}
# a grant lasts longer by a clock step
WAITING = """
    select e.execution_id, e.state, e.claimable_at - _now()
    from ff_exec_core as e
    where
        e.state in (
            'waiting_first', 'waiting_retry', 'waiting_replay', 'waiting_resume', 'revoked'
        )
        and _reserved_until(e, _now()) is null
"""
REDEMPTIONS = {
    "ff1-claim": "ff_claim_execution",
    "ff1-resume": "ff_claim_resumed_execution",
    "ff1-reclaim": "ff_reclaim_execution",
}
# a transaction is to be run again, and nothing else is wrong
RETRIED = (psycopg.errors.SerializationFailure,)


class Actor:
    """One session, with at most one open transaction."""

    def __init__(self, session: Session, chance: random.Random, prepared: list[str]) -> None:
        self.chance = chance
        self.prepared = prepared
        self.sit(session)

    def sit(self, session: Session) -> None:
        """Connect to a session that has no open transaction."""
        self.session = session
        self.is_open = False
        self.has_savepoint = False

    def act(self) -> None:
        acts: list[Callable[[], None]] = [
            *(self.submit, self.submit, self.run, self.run, self.abandon, self.delay, self.renew),
            *(self.revoke, self.suspend, self.redeem, self.move, self.submit_flow, self.advance),
        ]
        if self.is_open:
            acts += [self.savepoint, self.go_back, self.end, self.end, self.end, self.prepare]
        else:
            acts += [self.begin, self.begin]
        try:
            self.chance.choice(acts)()
        except RETRIED:
            self.session.rows("rollback")
            self.is_open = False

    def begin(self) -> None:
        self.session.begin(
            self.chance.choice(
                [
                    *[IsolationLevel.READ_COMMITTED] * 4,
                    IsolationLevel.REPEATABLE_READ,
                    IsolationLevel.SERIALIZABLE,
                ]
            )
        )
        self.is_open, self.has_savepoint = True, False

    def lane(self) -> str:
        return self.chance.choice(LANES)

    def submit(self) -> None:
        options: dict[str, object] = {"priority": self.chance.choice([0, 0, 1, 2])}
        if self.chance.random() < 0.3:
            options["delay_ms"] = self.chance.choice([500, 5000])
        elif self.chance.random() < 0.2:
            options["policy"] = {"timeout_policy": {"attempt_timeout_ms": 1500}}
        elif self.chance.random() < 0.1:
            options["deadline_ms"] = 3000
        self.session.submit(self.chance.randint(1, 3), self.lane(), **options)

    def submit_flow(self) -> None:
        flow = {"nodes": {"a": {"lane": self.lane()}, "b": {"lane": self.lane(), "after": ["a"]}}}
        self.session.rows("select ff_submit_flow(%s)", json.dumps(flow))

    def run(self) -> None:
        if claimed := self.session.claim(self.lane()):
            self.session.complete(claimed)

    def abandon(self) -> None:
        self.session.claim(self.lane(), ttl_ms=self.chance.choice([200, 1500]))

    def delay(self) -> None:
        if claimed := self.session.claim(self.lane()):
            self.session.rows("select ff_delay(%s, 700)", claimed.handle)

    def renew(self) -> None:
        if claimed := self.session.claim(self.lane(), ttl_ms=60_000):
            self.session.rows("select ff_renew(%s, 300)", claimed.handle)

    def revoke(self) -> None:
        if claimed := self.session.claim(self.lane()):
            self.session.rows("select ff_revoke_lease(%s)", claimed.execution_id)

    def suspend(self) -> None:
        if claimed := self.session.claim(self.lane()):
            self.session.rows(
                "select ff_suspend(%s, %s, p_timeout_ms => %s, p_timeout_behavior => %s)",
                *(claimed.handle, '{"timeout_only": true}', self.chance.choice([600, 4000])),
                "auto_resume_with_timeout_signal",
            )

    def redeem(self) -> None:
        """Redeem the grant, or leave it."""
        for [key, execution_id] in self.session.rows(
            "select grant_key, execution_id from ff_claim_for_worker(%s, 'w', 'w-1', '{}', 3000)",
            self.lane(),
        ):
            if self.chance.random() < 0.3:
                return
            redemption = REDEMPTIONS[key.partition(".")[0]]
            self.session.rows(f"select {redemption}(%s, %s, 'w', 'w-1', 300)", execution_id, key)

    def move(self) -> None:
        """Change a priority; the new one may have no route yet."""
        for [execution_id] in self.session.rows(
            "select execution_id from ff_exec_core where state = 'waiting_first'"
            " and claimable_at <= _now() limit 1 for no key update skip locked"
        ):
            self.session.rows(
                "select ff_change_priority(%s, %s)", execution_id, self.chance.randint(0, 3)
            )

    def advance(self) -> None:
        if self.chance.random() < 0.5:
            self.session.tick()
        else:
            self.session.advance_head(self.lane())

    def savepoint(self) -> None:
        self.session.rows("savepoint s")
        self.has_savepoint = True

    def go_back(self) -> None:
        if self.has_savepoint:
            self.session.rows("rollback to s")

    def end(self) -> None:
        if self.is_open:
            self.is_open = False
            try:
                self.session.rows(self.chance.choice(["commit", "commit", "rollback"]))
            except RETRIED:
                self.session.rows("rollback")

    def prepare(self) -> None:
        name = f"t{self.chance.random()}"
        self.is_open = False
        try:
            self.session.rows(f"prepare transaction '{name}'")
        except RETRIED:
            return
        self.prepared.append(name)


class Reader:
    """Follows the events, page by page."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.begin = self.cursor = str(session.value("select next_cursor from ff_read_events('')"))
        self.seen: list[tuple[int, str]] = []

    def read(self) -> None:
        has_more = True
        while has_more:
            [(events, cursor, has_more)] = self.session.rows(
                "select events, next_cursor, has_more from ff_read_events(%s, p_limit => 7)",
                self.cursor,
            )
            self.cursor = cursor
            page = events if isinstance(events, list) else json.loads(events)
            self.seen += [(item["event_id"], item["execution_id"]) for item in page]

    def everything(self) -> list[tuple[int, str]]:
        return self.session.rows(
            "select i.event_id, i.execution_id::text"
            " from ff_event_item as i where i.event_id >= split_part(%s, ':', 3)::bigint"
            " order by i.event_id, i.ordinal",
            self.begin,
        )


class Sleeper:
    """A worker that sleeps when it is told that it may, until it is rung."""

    def __init__(self, session: Session) -> None:
        self.sit(session)

    def sit(self, session: Session) -> None:
        self.session = session
        self.until: object = None
        channels = self.hang()
        for channel in channels:
            session.rows(f"listen {channel}")

    def hang(self) -> list[str]:
        [(channels, self.until)] = self.session.rows(
            "select channels, expires_at from ff_hang_doorbell('sleeper-1', %s, 60000)", [*LANES]
        )
        return list(channels)

    def look(self) -> tuple[int | None, bool]:
        [row] = self.session.rows(
            "select next_due_in_ms, is_complete from ff_look_ahead(%s)", [*LANES]
        )
        return row[0], row[1]

    def is_asleep(self) -> bool:
        self.rings()
        self.hang()
        return self.look() == (None, True)

    def rings(self, timeout: float = 0.01) -> bool:
        return bool(list(self.session.connection.notifies(timeout=timeout, stop_after=1)))

    def has_hung_all_the_time(self) -> bool:
        return bool(self.session.value("select %s > _now() + interval '1 s'", self.until))


def chaos(restarted: RestartedServer, seed: int) -> None:
    chance = random.Random(seed)
    restarted.stack.close()
    session = restarted.open_session()
    clock = Clock(session)
    prepared: list[str] = []
    actors = [Actor(restarted.open_session(), chance, prepared) for _ in range(6)]
    reader, sleeper = Reader(restarted.open_session()), Sleeper(restarted.open_session())
    session.tick()
    for _ in range(4):
        is_asleep = sleeper.is_asleep()
        stops_at = chance.randrange(2 * STEPS)
        for step in range(STEPS):
            dice = chance.random()
            if step == stops_at:
                session = restarted.restart("kill")
                clock = Clock(session)
                for actor in actors:
                    actor.sit(restarted.open_session())
                reader.session = restarted.open_session()
                sleeper.sit(restarted.open_session())
                is_asleep = False
            elif dice < 0.7:
                chance.choice(actors).act()
            elif dice < 0.84:
                clock.step(chance.choice([0.01, 0.1, 0.5]))
            elif dice < 0.86:
                clock.step(chance.choice([-100, -20, -3, -0.3, 20, 3600]))
                if chance.random() < 0.7:
                    session.tick()
            elif dice < 0.92:
                session.tick()
            elif dice < 0.96:
                reader.read()
            elif prepared:
                name = prepared.pop(chance.randrange(len(prepared)))
                end_prepared(session, chance.choice(["commit", "rollback"]), name)
        for actor in actors:
            actor.end()
        while prepared:
            end_prepared(session, "commit", prepared.pop())
        for _ in range(3):
            clock.step(1)
            session.tick()
        assert session.findings() == []
        if is_asleep and sleeper.look()[0] == 0 and sleeper.has_hung_all_the_time():
            assert sleeper.rings(5), "a worker sleeps beside due work"
        # members of flows wait for each other
        while any(session.drain(lane) for lane in LANES):
            pass
        assert not session.rows(WAITING), "what is due is claimed"
    # the moments that rows wait for come
    for _ in range(4):
        clock.step(7200)
        for _ in range(2):
            session.tick()
            clock.step(1)
        while any(session.drain(lane) for lane in LANES):
            pass
    assert session.states().keys() <= OVER, session.states()
    assert session.findings() == []
    session.tick()
    reader.read()
    assert reader.seen == reader.everything(), "every event once, and in one order"


@pytest.mark.time_limit(SECONDS + 300)
def test_chaos(restarted: RestartedServer) -> None:
    until = time.monotonic() + SECONDS
    seed = SEED
    while True:
        try:
            chaos(restarted, seed)
        except BaseException:
            print(f"FF_CHAOS_SEED={seed}")
            raise
        seed += 1
        if time.monotonic() >= until:
            return
