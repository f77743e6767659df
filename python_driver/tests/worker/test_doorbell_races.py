"""Whenever submissions come while a worker is about to sleep, it hears of all of them.

The worker would sleep for a minute, so that a missed one shows. The commit of a prepared
transaction cannot ring: there the worker looks often.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from flowfabric.worker import App

from .conftest import Work, wait_until

LANE = "races"
SUBMITTERS = 4
ROUNDS = 15
# far less than the worker sleeps; most of it is for busy machines
SOON_S = 10.0

Connect = Callable[..., psycopg.Connection[Any]]


@pytest.mark.parametrize("how", ["read committed", "repeatable read", "two phases"])
def test_no_submission_is_missed(
    client: Client, connect: Connect, work: Work, request: pytest.FixtureRequest, how: str
) -> None:
    if how != "two phases":
        request.getfixturevalue("sound_sleep")
    app = App("sleeper", lanes=[LANE], tick_s=0.5 if how == "two phases" else None)
    app.handler("*")(lambda: None)

    def submit_now_and_then(number: int) -> None:
        session = connect(autocommit=True)
        if how == "repeatable read":
            session.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        for turn in range(ROUNDS):
            time.sleep(random.uniform(0, 0.15))
            if how == "two phases":
                session.autocommit = False
                session.tpc_begin(f"{number}-{turn}-{session.info.dbname}")
                Client(session).create_execution(LANE)
                session.tpc_prepare()
                time.sleep(random.uniform(0, 0.03))
                session.tpc_commit()
                continue
            with session.transaction():
                session.execute("select 1")
                time.sleep(random.uniform(0, 0.03))
                Client(session).create_execution(LANE)
                time.sleep(random.uniform(0, 0.03))

    with work(app) as running:
        wait_until(lambda: running.app._runtime._listener.is_heard)  # type: ignore[union-attr]
        with ThreadPoolExecutor(SUBMITTERS) as pool:
            list(pool.map(submit_now_and_then, range(SUBMITTERS)))
        deadline = time.monotonic() + SOON_S
        while running.statistics.completed < SUBMITTERS * ROUNDS:
            assert time.monotonic() < deadline, "somebody was missed"
            time.sleep(0.02)
    assert client.check() == []
