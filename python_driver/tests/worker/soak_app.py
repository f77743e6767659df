"""The worker of test_soak.py, whose handlers misbehave: python soak_app.py NAME DSN"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime
from typing import Any

import psycopg
from flowfabric.worker import App, AsyncContext, Context, Permanent
from psycopg.rows import dict_row

LEASE_TTL_MS = 2000
LANES = ("left", "right")

# how each kind ends, whatever happens to servers and workers
COMPLETED = (
    "steps", "async_steps", "blocks", "swallows", "leaks", "async_leaks", "holds", "async_holds",
    "rolls_back", "delays", "leaves_a_thread", "progresses", "async_progresses", "large",
    "remembers", "async_remembers", "child",
)  # fmt: skip
FAILED = ("raises", "odd", "async_odd", "rubbish", "async_rubbish", "nests", "exits", "too_large")
KINDS = (*COMPLETED, *FAILED)
# a session behind the pooler is everybody's: handlers change no setting of it
IS_POOLED = any("port=6432" in argument for argument in sys.argv)

# servers and workers end often here
PATIENT = {"retry_policy": {"max_retries": 0}, "max_reclaim_count": 1000}
INSERT = "insert into steps (execution_id, epoch, step) values (%s, %s, %s)"

app = App(
    "soak", lanes=LANES, concurrency=8, lease_ttl_ms=LEASE_TTL_MS, drain_s=2, poll_s=0.2, tick_s=0.3
)


def moment() -> float:
    return random.uniform(0, 0.05)


@app.lifespan
async def lifespan() -> AsyncIterator[dict[str, int]]:
    yield {"calls": 0}


@app.middleware
def count(ctx: Any) -> Iterator[None]:
    ctx.state["calls"] += 1
    yield


@app.handler("steps")
def steps(_: Any, ctx: Context) -> None:
    """Three steps, each fenced, the last one with the completion."""
    for step in range(3):
        ctx.pause(moment())
        with ctx.transaction(complete=step == 2) as tx:
            tx.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, step])


@app.handler("async_steps")
async def async_steps(_: Any, ctx: AsyncContext) -> None:
    for step in range(3):
        await asyncio.sleep(moment())
        async with ctx.transaction(complete=step == 2) as tx:
            await tx.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, step])


@app.handler("child")
def child(_: Any, ctx: Context) -> float:
    return ctx.step("one", moment)


def insert(connection: psycopg.Connection[Any], ctx: Context) -> None:
    ctx.progress(50)
    connection.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, 2])


async def insert_async(connection: psycopg.AsyncConnection[Any], ctx: AsyncContext) -> None:
    await ctx.progress(50)
    await connection.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, 2])


@app.handler("remembers", version=1)
def remembers(_: Any, ctx: Context) -> None:
    """The row of the step is there once, although the handler is called many times."""
    ctx.step("one", moment, retries=1)
    ctx.transactional_step("insert", insert, ctx)
    ctx.sleep("rest", seconds=moment())
    children = [ctx.spawn("child", number, policy=PATIENT) for number in range(2)]
    ctx.wait_for("nobody", timeout=moment())
    assert len(ctx.gather(*children)) == 2
    assert ctx.version == 1


@app.handler("async_remembers", version=1)
async def async_remembers(_: Any, ctx: AsyncContext) -> None:
    await ctx.step("one", moment, retries=1)
    await ctx.transactional_step("insert", insert_async, ctx)
    await asyncio.gather(ctx.step("two", moment), ctx.sleep("rest", seconds=moment()))
    assert len(await ctx.map("child", range(3), concurrency=2, policy=PATIENT)) == 3
    assert ctx.version == 1


@app.handler("holds")
def holds(_: Any, ctx: Context) -> None:
    """Its own lock keeps its lease from being renewed for a while."""
    with ctx.transaction() as tx:
        tx.client.assert_lease(ctx.handle)
        ctx.progress(50)
        time.sleep(random.uniform(0, 0.8))
        tx.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, 2])


@app.handler("async_holds")
async def async_holds(_: Any, ctx: AsyncContext) -> None:
    async with ctx.transaction() as tx:
        await tx.client.assert_lease(ctx.handle)
        await ctx.progress(50)
        await asyncio.sleep(random.uniform(0, 0.8))
        await tx.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, 2])


@app.handler("blocks")
async def blocks() -> None:
    time.sleep(random.uniform(0, 0.5))  # noqa: ASYNC251


@app.handler("swallows")
async def swallows() -> None:
    until = time.monotonic() + 0.5
    while time.monotonic() < until:
        try:
            await asyncio.sleep(0.1)
        except BaseException:
            continue


@app.handler("leaks")
def leaks(_: Any, ctx: Context) -> None:
    with ctx.connection() as c:
        if not IS_POOLED:
            c.execute("set search_path = nowhere")
            c.execute("select pg_try_advisory_lock(42)")
        if random.random() < 0.5:
            c.autocommit = False
            c.execute("select 1")
        c.row_factory = dict_row


@app.handler("async_leaks")
async def async_leaks(_: Any, ctx: AsyncContext) -> None:
    async with ctx.connection() as c:
        if not IS_POOLED:
            await c.execute("create temp table if not exists mine ()")
            await c.execute("set statement_timeout = '1ms'")
        await c.set_autocommit(False)


@app.handler("leaves_a_thread")
def leaves_a_thread() -> None:
    threading.Thread(target=time.sleep, args=(0.5,), daemon=True).start()


@app.handler("rolls_back")
def rolls_back(_: Any, ctx: Context) -> str:
    with ctx.transaction() as tx:
        tx.execute(INSERT, [ctx.execution_id, ctx.execution.lease_epoch, 9])
        if ctx.attempt_index >= 0:
            raise psycopg.Rollback
    return "went on"


@app.handler("delays")
def delays(_: Any, ctx: Context) -> None:
    if random.random() < 0.5:
        ctx.delay(random.uniform(0, 0.1))


@app.handler("progresses")
def progresses(_: Any, ctx: Context) -> None:
    for percent in range(0, 100, 20):
        ctx.progress(percent)
        ctx.append_frame(text=str(percent))


@app.handler("async_progresses")
async def async_progresses(_: Any, ctx: AsyncContext) -> None:
    for percent in range(0, 100, 20):
        await ctx.progress(percent)


@app.handler("large")
def large() -> str:
    return "x" * random.randrange(1 << 20)


@app.handler("too_large")
def too_large() -> str:
    return "x" * (17 << 20)


@app.handler("raises")
def raises() -> None:
    raise random.choice([ValueError("no"), KeyError("x"), Permanent("no"), TimeoutError()])


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


ODD: list[Callable[[], BaseException]] = [
    UnprintableError,
    lambda: Permanent("no", detail={"when": datetime.now()}),
    lambda: Permanent("no", detail={"n": float("nan")}),
    lambda: Permanent("a\0b", category="", detail="text"),  # type: ignore[arg-type]
    lambda: Permanent("no", category="x" * 999),
]


@app.handler("odd")
def odd() -> None:
    raise random.choice(ODD)()


@app.handler("async_odd")
async def async_odd() -> None:
    raise random.choice(ODD)()


def something() -> Any:
    return random.choice([object(), float("nan"), "zero \0", {1j: 2}, {"a": {object()}}])


@app.handler("rubbish")
def rubbish() -> Any:
    return something()


@app.handler("async_rubbish")
async def async_rubbish() -> Any:
    return something()


@app.handler("nests")
async def nests(_: Any, ctx: AsyncContext) -> None:
    async with ctx.transaction(), ctx.transaction():
        pass


@app.handler("exits")
def exits() -> None:
    sys.exit(3)


if __name__ == "__main__":
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    assert set(KINDS) == set(app.handlers)
    app.run(sys.argv[2], instance_id=sys.argv[1])
