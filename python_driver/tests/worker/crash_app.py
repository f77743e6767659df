"""The shop of docs/steps.md in processes that die: python crash_app.py

It reads lines of JSON, `{"dsn": …, "crash_at": …}`. For each it forks a process that runs due work,
and is killed when it comes to that point: before and after each call of a context and each commit,
and inside each function of a step. It answers with the exit status and the number of points.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
from flowfabric import calls
from flowfabric.worker import App, AsyncContext, Context, days, minutes
from flowfabric.worker.loans import AsyncHandlerConnection, HandlerConnection, LoopIO, ThreadIO

app = App("shop", lanes=["orders"], concurrency=1, tick_s=None)
dsn = ""
crash_at = -1
points = itertools.count()


@dataclass
class Order:
    number: int
    amount: int
    pictures: list[str]


@dataclass
class Receipt:
    order: int
    charge: str
    booked: int
    approved_by: str | None
    thumbnails: list[str]


@dataclass
class Picture:
    name: str


def point() -> None:
    if next(points) == crash_at:
        os.kill(os.getpid(), signal.SIGKILL)


def effect(execution_id: UUID, key: str) -> None:
    """Note it, and whether the step was stored before, in a transaction of its own."""
    point()
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "insert into effect select %(id)s, %(key)s, exists ("
            "select from flowfabric.ff_list_steps(%(id)s) as s"
            " where s.step_key = %(key)s and s.saved_at is not null)",
            {"id": execution_id, "key": key},
        )
    point()


def charge_card(execution_id: UUID, order: Order, *, key: str) -> str:
    effect(execution_id, "charge")
    return f"{order.amount} by {key.partition('/')[2]}"


def insert_ledger(connection: psycopg.Connection[Any], execution_id: UUID, order: Order) -> int:
    effect(execution_id, "book")
    connection.execute("insert into ledger values (%s, %s)", [execution_id, order.amount])
    point()
    return order.amount


async def insert_ledger_async(
    connection: psycopg.AsyncConnection[Any], execution_id: UUID, order: Order
) -> int:
    effect(execution_id, "book")
    await connection.execute("insert into ledger values (%s, %s)", [execution_id, order.amount])
    point()
    return order.amount


@app.handler("thumbnail", lane="orders", retries=2)
def thumbnail(picture: Picture, ctx: Context) -> str:
    def shrink() -> str:
        effect(ctx.execution_id, "shrink")
        return f"small {picture.name}"

    return ctx.step("shrink", shrink)


@app.handler("checkout async", lane="orders", retries=5, timeout=minutes(10), version=2)
async def checkout_async(order: Order, ctx: AsyncContext) -> Receipt:
    point()
    charge = await ctx.step(
        "charge", charge_card, ctx.execution_id, order, key=ctx.step_id("charge")
    )
    point()
    booked = await ctx.transactional_step("book", insert_ledger_async, ctx.execution_id, order)
    point()
    await ctx.sleep("cool down", hours=24)
    point()
    approval = await ctx.wait_for("approval", timeout=days(3))
    point()
    thumbs = await ctx.gather(*[ctx.spawn(thumbnail, Picture(p), key=p) for p in order.pictures])
    point()
    return Receipt(order.number, charge, booked, approval and approval["by"], thumbs)


@app.handler("checkout sync", lane="orders", retries=5, timeout=minutes(10), version=2)
def checkout_sync(order: Order, ctx: Context) -> Receipt:
    point()
    charge = ctx.step("charge", charge_card, ctx.execution_id, order, key=ctx.step_id("charge"))
    point()
    booked = ctx.transactional_step("book", insert_ledger, ctx.execution_id, order)
    point()
    ctx.sleep("cool down", hours=24)
    point()
    approval = ctx.wait_for("approval", timeout=days(3))
    point()
    thumbs = ctx.gather(*[ctx.spawn(thumbnail, Picture(p), key=p) for p in order.pictures])
    point()
    return Receipt(order.number, charge, booked, approval and approval["by"], thumbs)


def watch_calls() -> None:
    """Points before each call of a context is sent, and after its answer; around commits, too."""
    for io in (ThreadIO, LoopIO):

        async def run(
            self: Any,
            connection: Any,
            call: calls.Call[Any],
            *,
            original: Any = io.run,
            **more: Any,
        ) -> Any:
            point()
            answer = await original(self, connection, call, **more)
            point()
            return answer

        io.run = run  # type: ignore[method-assign]
    for kind in (HandlerConnection, AsyncHandlerConnection):

        def exec_command(
            self: Any,
            command: Any,
            *arguments: Any,
            original: Any = kind._exec_command,
            **more: Any,
        ) -> Any:
            if command == b"COMMIT":
                point()
            result = yield from original(self, command, *arguments, **more)
            if command == b"COMMIT":
                point()
            return result

        kind._exec_command = exec_command  # type: ignore[method-assign]


def main() -> None:
    global dsn, crash_at
    watch_calls()
    for line in sys.stdin:
        command = json.loads(line)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            dsn, crash_at = command["dsn"], command["crash_at"]
            try:
                app.drain(dsn, lease_ttl_ms=command["lease_ttl_ms"])
                os.write(writing, str(next(points)).encode())
            except BaseException as error:
                print(datetime.now(), repr(error), file=sys.stderr)
                os._exit(1)
            os._exit(0)
        os.close(writing)
        _, status = os.waitpid(pid, 0)
        with os.fdopen(reading) as pipe:
            count = pipe.read()
        answer = {"status": os.waitstatus_to_exitcode(status), "points": int(count or -1)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
