#!/usr/bin/env python3
"""A release is built and tested, waits for two of three people, and is deployed.

    python examples/deploy_approval.py

It needs nothing but `pip install 'flowfabric[binary,embedded]'`: the PostgreSQL is a private one,
gone afterwards. While the release waits no process is alive for it, and who goes on need not be who
began.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import psycopg
from flowfabric import Client, DeliveredSignal, InvalidToken, install
from flowfabric.embedded import EmbeddedServer

APPROVERS = ["ada", "bob", "cyd"]
TWO_OF_THEM = {"count": 2, "of": "sources", "on": APPROVERS, "signal": "approved"}
ONE_DAY_MS = 86_400_000


def work(client: Client, worker: str) -> None:
    """Claim a release and go as far as it goes: to the approval, or from there to the end."""
    claimed = client.claim("releases", worker, f"{worker}-1")
    assert claimed, "nothing to do"
    version = claimed.input["version"]
    if claimed.attempt_type != "resume":
        for percent, step in (50, "built"), (100, "tested"):
            client.progress(claimed.handle, percent, step)
            print(f"{worker}: {step} {version}")
        # Parked and asked for in one transaction: never the one without the other.
        with client.transaction():
            parked = client.suspend(
                claimed.handle,
                TWO_OF_THEM,
                reason_code="waiting_for_approval",
                timeout_ms=ONE_DAY_MS,
                timeout_behavior="cancel",
            )
            for waitpoint in parked.waitpoints:
                client.connection.execute(
                    "insert into mail values (%s, %s, %s, %s)",
                    (waitpoint["waitpoint_key"], parked.execution_id, *_link(waitpoint)),
                )
        print(f"{worker}: asked {', '.join(APPROVERS)}, and is free for other work")
        return

    approvers = [signal.source_identity for signal in client.observe_signals(claimed.handle)]
    client.complete(claimed.handle, {"deployed": version, "approved_by": approvers})
    print(f"{worker}: deployed {version}, approved by {' and '.join(approvers)}")


def _link(waitpoint: dict[str, str]) -> tuple[str, str]:
    """The parts of the link in a mail: it permits one answer, for that recipient."""
    return waitpoint["waitpoint_id"], waitpoint["token"]


def click(gateway: Client, person: str, token: str | None = None) -> DeliveredSignal:
    """The web page behind the link; it knows the contents of the mail and nothing else."""
    execution_id, waitpoint_id, right_token = gateway.connection.execute(
        "select execution_id, waitpoint_id, token from mail where recipient = %s", (person,)
    ).fetchone() or (UUID(int=0), UUID(int=0), "")
    return gateway.deliver_signal(
        execution_id,
        waitpoint_id,
        token or right_token,
        "approved",
        source_type="person",
        source_identity=person,
        idempotency_key="the button",
    )


def main() -> None:
    with EmbeddedServer() as server, psycopg.connect(server.dsn, autocommit=True) as owner:
        install(owner)
        # The worker may bring signals, too; that it cannot answer itself is the engine's rule.
        owner.execute(
            "create table mail (recipient text, execution_id uuid, waitpoint_id uuid, token text)"
        )
        owner.execute("create role builder login in role ff_worker, ff_producer")
        owner.execute("create role gateway login in role ff_producer")
        owner.execute("grant insert, select on mail to builder, gateway")
        with (
            psycopg.connect(server.dsn, user="builder", autocommit=True) as builders,
            psycopg.connect(server.dsn, user="gateway", autocommit=True) as gateways,
        ):
            tell(Client(owner), Client(builders), Client(gateways))


def tell(operator: Client, builder: Client, gateway: Client) -> None:
    release = gateway.create_execution("releases", {"version": "1.4.0"})
    work(builder, "builder")

    effect = click(builder, "ada").effect
    print(f"the builder has the tokens, but its own approval does not count: {effect}")
    try:
        click(gateway, "ada", token="installed:" + "0" * 64)
    except InvalidToken as error:
        print(f"neither does a forged one: {error.message}")

    for person in "bob", "bob", "cyd":
        answer = click(gateway, person)
        print(f"{person} clicks: {answer.outcome}, {answer.effect}")
    work(builder, "deployer")

    result: Any = operator.get_execution_result(release.execution_id)
    print(f"{result.public_state}: {result.output}")
    for entry in operator.history(release.execution_id):
        details = entry.details or {}
        more = details.get("source_identity") or details.get("close_reason") or ""
        print(f"  - {entry.what} {more}".rstrip())
    assert operator.check() == [], "an invariant is broken"


if __name__ == "__main__":
    main()
