#!/usr/bin/env python3
"""A recording is transcribed, summarised and embedded, each by a worker that is able to.

    python examples/media_pipeline.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`: the PostgreSQL is a private one,
gone afterwards. All three steps wait in one lane; what a worker can do decides what it gets, and
what a step yields is handed to the next one. A recording that cannot be read takes its own steps
along, and no others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
from flowfabric import Client, install
from flowfabric.embedded import EmbeddedServer

LANE = "media"


def pipeline(recording: str) -> dict[str, Any]:
    """A flow: each step needs a capability, and the results of steps before it."""
    return {
        "kind": "media",
        "nodes": {
            "transcribe": {
                "lane": LANE,
                "required_capabilities": ["speech"],
                "input": {"recording": recording},
            },
            "summarise": {
                "lane": LANE,
                "required_capabilities": ["text"],
                "after": ["transcribe"],
                "inputs": {"transcript": "transcribe"},
            },
            "embed": {
                "lane": LANE,
                "required_capabilities": ["vectors"],
                "after": ["transcribe", "summarise"],
                "inputs": {"texts": ["transcribe", "summarise"]},
            },
        },
    }


def transcribe(given: dict[str, Any]) -> str:
    if given["recording"].endswith(".txt"):
        raise ValueError("there is nothing to hear")
    return f"all that is said in {given['recording']}"


def summarise(given: dict[str, Any]) -> str:
    transcript: str = given["transcript"]
    return transcript.replace("all that is said", "what it is about")


def embed(given: dict[str, Any]) -> list[int]:
    return [len(text) for text in given["texts"]]


WORKERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "vectors": embed,
    "text": summarise,
    "speech": transcribe,
}


def work_once(client: Client, capability: str) -> bool:
    """Claim and do one step that fits this worker; False if no step is due."""
    claimed = client.claim(LANE, capability, f"{capability}-1", capabilities=[capability])
    if claimed is None:
        return False
    try:
        result = WORKERS[capability](claimed.input)
    except ValueError as error:
        client.fail(claimed.handle, str(error), "permanent")
        print(f"{capability}: {error}")
    else:
        client.complete(claimed.handle, result)
        print(f"{capability}: {result}")
    return True


def main() -> None:
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as connection:
        install(connection)
        client = Client(connection)
        flows = [
            client.submit_flow(pipeline(recording)).flow_id
            for recording in ("interview.mp3", "notes.txt")
        ]
        # each worker asks in turn, whatever there is to do; done is when nobody gets anything
        while sum(work_once(client, capability) for capability in WORKERS):
            pass
        for flow_id in flows:
            flow = client.describe_flow(flow_id)
            assert flow
            states = {member["node"]: member["public_state"] for member in flow.members}
            print(f"{flow.public_flow_state}: {states}")
        assert client.check() == [], "an invariant is broken"


if __name__ == "__main__":
    main()
