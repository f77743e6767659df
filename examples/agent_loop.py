#!/usr/bin/env python3
"""An agent: a model that calls tools until it has an answer. Each turn and each tool is a step.

    python examples/agent_loop.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`. The model is a stub, and so is the
trouble: the process "dies" after the second tool, and no turn is paid for twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import psycopg
from flowfabric import Client, install
from flowfabric.embedded import EmbeddedServer
from flowfabric.worker import App, Context, Transient

app = App("agent", lanes=["agents"])
TOOLS: dict[str, Callable[[Any], str]] = {
    "search": lambda query: f"three pages about {query}",
    "read": lambda page: f"the text of page {page}",
}


def ask_model(messages: list[str]) -> dict[str, Any]:
    """A stub of a model: it searches, then reads, then answers."""
    print(f"the model is asked, with {len(messages)} messages")
    plan: list[dict[str, Any]] = [
        {"tool": "search", "argument": "durable steps"},
        {"tool": "read", "argument": 2},
        {"answer": "Each step has one result."},
    ]
    return plan[(len(messages) - 1) // 2]


def call_tool(name: str, argument: Any) -> str:
    print(f"the tool {name} is called")
    return TOOLS[name](argument)


@app.handler("research", retries=3)
def research(question: str, ctx: Context) -> str:
    messages = [question]
    for turn in range(20):
        said = ctx.step(f"turn {turn}", ask_model, messages, retries=2)
        if "answer" in said:
            return str(said["answer"])
        found = ctx.step(f"tool {turn}", call_tool, said["tool"], said["argument"])
        if turn == 1 and ctx.attempt_index == 0:
            raise Transient("the process dies")
        messages += [f"{said['tool']} {said['argument']}", found]
    return "no answer"


def main() -> None:
    logging.getLogger("flowfabric.worker").setLevel(logging.CRITICAL)  # the failures are wanted
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        policy = {"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}
        created = research.submit("What is a step?", connection, policy=policy)
        app.drain(server.dsn)
        print(Client(connection).wait(created.execution_id, timeout=10).output)


if __name__ == "__main__":
    main()
