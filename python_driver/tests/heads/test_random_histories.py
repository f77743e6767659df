"""Sessions that make any calls in any order, while the clock is set: nothing is lost in the end."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest

from .engine import Clock, OpenSession, Session, assert_all_is_settled, end_prepared, work

SEEDS = range(int(os.environ.get("FF_HISTORIES", "8")))
LANES = ("lane", "other")


class Actor:
    """One session, with at most one open transaction."""

    def __init__(self, session: Session, chance: random.Random, prepared: list[str]) -> None:
        self.session = session
        self.chance = chance
        self.prepared = prepared
        self.is_open = False
        self.has_savepoint = False

    def act(self) -> None:
        acts: list[Callable[[], None]] = [self.submit, self.submit, self.run, self.advance]
        if self.is_open:
            acts += [self.savepoint, self.go_back, self.end, self.end, self.prepare]
        else:
            acts += [self.begin, self.begin]
        self.chance.choice(acts)()

    def begin(self) -> None:
        self.session.begin()
        self.is_open, self.has_savepoint = True, False

    def submit(self) -> None:
        self.session.submit(self.chance.randint(1, 3), self.chance.choice(LANES))

    def run(self) -> None:
        lane = self.chance.choice(LANES)
        if claimed := self.session.claim(lane):
            self.session.complete(claimed)

    def advance(self) -> None:
        lane = self.chance.choice(LANES)
        if self.chance.random() < 0.3:
            self.session.tick()
        elif self.chance.random() < 0.5:
            self.session.advance_head(lane)
        else:
            self.session.rows(
                "with p as materialized (select _prove_clock() as proof)"
                " select _move_head(r.route_id, p.proof) from p, ff_route as r"
                " where (p.proof).proven_at is not null"
            )

    def savepoint(self) -> None:
        self.session.rows("savepoint s")
        self.has_savepoint = True

    def go_back(self) -> None:
        if self.has_savepoint:
            self.session.rows("rollback to s")

    def end(self) -> None:
        if self.is_open:
            self.session.rows(self.chance.choice(["commit", "commit", "rollback"]))
            self.is_open = False

    def prepare(self) -> None:
        name = f"t{self.chance.random()}"
        self.session.rows(f"prepare transaction '{name}'")
        self.prepared.append(name)
        self.is_open = False


@pytest.mark.parametrize("seed", SEEDS)
def test_random_history(
    session: Session, open_session: OpenSession, clock: Clock, seed: int
) -> None:
    chance = random.Random(seed)
    prepared: list[str] = []
    if seed % 2:
        # routes go out of use, and come back, all the time
        session.rows(
            "create or replace function _route_patience() returns interval"
            " language sql stable as 'select interval ''300 milliseconds'''"
        )
    actors = [Actor(open_session(), chance, prepared) for _ in range(5)]
    session.tick()
    session.submit(4)
    for _ in range(250):
        dice = chance.random()
        if dice < 0.6:
            chance.choice(actors).act()
        elif dice < 0.8:
            clock.step(chance.choice([0.01, 0.1, 0.5]))
        elif dice < 0.83:
            clock.step(chance.choice([-0.005, -0.3, -1, -20, -3600]))
        elif dice < 0.9:
            session.tick()
        elif dice < 0.95:
            session.submit(2, chance.choice(LANES))
        elif dice < 0.96:
            clock.step(20)
            session.tick()  # nobody notices a step back that undoes one which nobody noticed
        elif prepared:
            name = prepared.pop(chance.randrange(len(prepared)))
            end_prepared(session, chance.choice(["commit", "rollback"]), name)
    for actor in actors:
        actor.end()
    for name in prepared:
        end_prepared(session, "commit", name)
    for _ in range(4):
        clock.step(1)
        session.tick()
    for lane in LANES:
        session.drain(lane)
    assert session.states().keys() <= {"completed"}, session.states()
    assert_all_is_settled(session, clock)
    work(session)
