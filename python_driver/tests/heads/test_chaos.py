"""Six sessions in all isolation levels, with savepoints and prepared transactions, while the clock
is set back and ahead; a reader follows the events, and a worker sleeps as long as it may.

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

from .engine import Clock, OpenSession, Session, end_prepared

LANES = ("lane", "other")
SECONDS = float(os.environ.get("FF_CHAOS_SECONDS", "0"))
SEED = int(os.environ.get("FF_CHAOS_SEED", "1"))
STEPS = 150
# a transaction is to be run again, and nothing else is wrong
RETRIED = (psycopg.errors.SerializationFailure,)


class Actor:
    """One session, with at most one open transaction."""

    def __init__(self, session: Session, chance: random.Random, prepared: list[str]) -> None:
        self.session = session
        self.chance = chance
        self.prepared = prepared
        self.is_open = False
        self.has_savepoint = False

    def act(self) -> None:
        acts: list[Callable[[], None]] = [
            *(self.submit, self.submit, self.run, self.abandon, self.delay, self.renew),
            *(self.revoke, self.advance),
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
        options = (
            {"delay_ms": self.chance.choice([500, 5000])} if self.chance.random() < 0.3 else {}
        )
        self.session.submit(self.chance.randint(1, 3), self.lane(), **options)

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
        self.cursor: str | None = None
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
            " from ff_event_item as i order by i.event_id, i.ordinal"
        )


class Sleeper:
    """A worker that sleeps when it is told that it may, until it is rung."""

    def __init__(self, session: Session) -> None:
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


def chaos(session: Session, open_session: OpenSession, clock: Clock, seed: int) -> None:
    chance = random.Random(seed)
    prepared: list[str] = []
    actors = [Actor(open_session(), chance, prepared) for _ in range(6)]
    reader, sleeper = Reader(open_session()), Sleeper(open_session())
    session.tick()
    for _ in range(4):
        is_asleep = sleeper.is_asleep()
        for _ in range(STEPS):
            dice = chance.random()
            if dice < 0.7:
                chance.choice(actors).act()
            elif dice < 0.84:
                clock.step(chance.choice([0.01, 0.1, 0.5]))
            elif dice < 0.86:
                clock.step(chance.choice([-100, -20, -3, -0.3, 20, 3600]))
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
        for lane in LANES:
            session.drain(lane)
        left = session.states().keys() & {
            *("waiting_first", "waiting_retry", "waiting_replay", "waiting_resume", "revoked")
        }
        assert not left, "what is due is claimed"
    # the moments that rows wait for come
    for _ in range(3):
        clock.step(7200)
        session.tick()
        clock.step(1)
        session.tick()
        for lane in LANES:
            session.drain(lane)
    assert session.states().keys() <= {"completed"}, session.states()
    assert session.findings() == []
    session.tick()
    reader.read()
    assert reader.seen == reader.everything(), "every event once, and in one order"


@pytest.mark.time_limit(SECONDS + 300)
def test_chaos(session: Session, open_session: OpenSession, clock: Clock) -> None:
    until = time.monotonic() + SECONDS
    seed = SEED
    while True:
        try:
            chaos(session, open_session, clock, seed)
        except BaseException:
            print(f"FF_CHAOS_SEED={seed}")
            raise
        seed += 1
        if time.monotonic() >= until:
            return
