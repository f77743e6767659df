#!/usr/bin/env python3
"""An order: a charge, a ledger, a pause, the word of a person, and thumbnails, each of them once.

    python examples/order.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`: the PostgreSQL is a private one,
gone afterwards. Each `drain` stands for another process; the handler is called again in each.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import Any

import psycopg
from flowfabric import Client, install
from flowfabric.embedded import EmbeddedServer
from flowfabric.worker import App, AsyncContext, Transient, days, minutes

app = App("shop", lanes=["orders"])


@dataclass
class Order:
    number: int
    amount: int
    pictures: list[str]


@dataclass
class Picture:
    name: str


@dataclass
class Receipt:
    charge: str
    approved_by: str | None
    thumbnails: list[str]


async def charge_card(order: Order, key: str) -> str:
    print(f"charge {order.amount}")
    return f"charge-{key[-6:]}"


async def insert_ledger(connection: psycopg.AsyncConnection[Any], order: Order) -> None:
    await connection.execute("insert into ledger values (%s, %s)", [order.number, order.amount])


@app.handler("thumbnail")
async def thumbnail(picture: Picture) -> str:
    return f"small {picture.name}"


@app.handler("checkout", lane="orders", retries=5, timeout=minutes(10), version=2)
async def checkout(order: Order, ctx: AsyncContext) -> Receipt:
    print(f"checkout is called ({ctx.attempt_type})")
    charge = await ctx.step("charge", charge_card, order, key=ctx.step_id("charge"))
    await ctx.transactional_step("book", insert_ledger, order)
    if ctx.attempt_index == 0:
        raise Transient("the process has trouble")
    await ctx.sleep("cool down", seconds=0.5)
    approval = await ctx.wait_for("approval", timeout=days(3))
    thumbs = await ctx.gather(*[ctx.spawn(thumbnail, Picture(p), key=p) for p in order.pictures])
    return Receipt(charge, approval and approval["by"], thumbs)


def main() -> None:
    logging.getLogger("flowfabric.worker").setLevel(logging.CRITICAL)  # the failures are wanted
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        connection.execute("create table ledger (number integer, amount integer)")
        client = Client(connection)
        policy = {"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}
        order = checkout.submit(Order(17, 100, ["a", "b"]), connection, policy=policy)
        app.drain(server.dsn)
        print(f"the order is {client.read_execution_state(order.execution_id)}")
        time.sleep(0.5)
        app.drain(server.dsn)
        print(f"the order is {client.read_execution_state(order.execution_id)}")
        client.send_signal(order.execution_id, "approval", {"by": "ada"})
        app.drain(server.dsn)
        result = client.wait(order.execution_id, timeout=10)
        print(f"approved by {result.output['approved_by']}: {result.output['thumbnails']}")
        print(f"the ledger: {connection.execute('select * from ledger').fetchall()}")


if __name__ == "__main__":
    main()
