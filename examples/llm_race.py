#!/usr/bin/env python3
"""Three models answer the same question; the first that answers wins, the others are stopped.

    python examples/llm_race.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`: the PostgreSQL is a private one,
gone afterwards. The models are made up: they only take their time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
from flowfabric import ClaimedExecution, Client, LeaseLost, install
from flowfabric.embedded import EmbeddedServer

# how long each takes to answer, in seconds; one of them is out of order
MODELS = {"careful": 60.0, "quick": 0.6, "broken": 0.1}
QUESTION = "What is the capital of France?"


def race(models: list[str]) -> dict[str, Any]:
    """A flow: the question waits for the first model to answer; the others are cancelled."""
    return {
        "nodes": {
            **{model: {"lane": model, "input": {"question": QUESTION}} for model in models},
            "answer": {
                "lane": "answers",
                "after": {"any_of": models, "losers": "cancel"},
                "inputs": {"answers": models},
            },
        }
    }


def answer(client: Client, model: str, claimed: ClaimedExecution, told: Log) -> None:
    """Think, and look now and then whether anybody still wants to know."""
    ends_at = time.monotonic() + MODELS[model]
    try:
        while time.monotonic() < ends_at:
            time.sleep(0.05)
            client.renew(claimed.handle)
        if model == "broken":
            client.fail(claimed.handle, "out of tokens", "permanent")
            told.add(f"{model}: failed")
        else:
            client.complete(claimed.handle, {"model": model, "text": "Paris"})
            told.add(f"{model}: answered")
    except LeaseLost:
        told.add(f"{model}: stopped, nobody needs it any more")


class Log:
    """The events, sorted by name, because races end in any order."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        self.lines.append(line)


@contextmanager
def workers(dsn: str, told: Log) -> Iterator[None]:
    """One for each model, on a lane of its own."""

    def work(model: str) -> None:
        with psycopg.connect(dsn, autocommit=True) as connection:
            client = Client(connection)
            while not (claimed := client.claim(model, model, f"{model}-1")):
                time.sleep(0.02)
            answer(client, model, claimed, told)

    threads = [threading.Thread(target=work, args=(model,)) for model in MODELS]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join()


def main() -> None:
    told = Log()
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        client = Client(connection)
        began_at = time.monotonic()
        submitted = client.submit_flow(race(list(MODELS)))
        with workers(server.dsn, told):
            while not (won := client.claim("answers", "reader", "reader-1")):
                time.sleep(0.02)
        print(*sorted(told.lines), sep="\n")
        assert time.monotonic() - began_at < MODELS["careful"], "the loser was not stopped"
        print(f"the answer: {won.input['answers']}")
        client.complete(won.handle)

        for node, execution_id in sorted(submitted.executions.items()):
            described = client.describe_execution(UUID(execution_id))
            assert described
            why = described.cancellation_reason or described.failure_reason or ""
            print(f"  - {node}: {described.public_state} {why}".rstrip())
        counts = client.flow_summary(submitted.flow_id)
        assert counts
        print(f"the flow: {counts.public_flow_state}")
        assert client.check() == [], "an invariant is broken"


if __name__ == "__main__":
    main()
