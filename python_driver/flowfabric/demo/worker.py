"""A worker of the demo, a process of its own: claim, work, and finish in one transaction.

    FF_DATABASE_URL=... python -m flowfabric.demo.worker LANE SCHEMA NAME LEASE_TTL_MS

It tells the story on standard output, an object of JSON a line, and ends when standard input does.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time

import psycopg
from psycopg import sql

from flowfabric import ClaimedExecution, Client, LeaseLost

BATCH_SIZE = 5
IDLE_S = 0.2


class Worker:
    def __init__(self, lane: str, schema: str, name: str, lease_ttl_ms: int) -> None:
        self.lane = lane
        self.name = name
        self.lease_ttl_ms = lease_ttl_ms
        self.insert = sql.SQL(
            "insert into {} (execution_id, recipient, sent_by) values (%s, %s, %s)"
        ).format(sql.Identifier(schema, "mail_sent"))
        self.connection = psycopg.connect(
            os.environ["FF_DATABASE_URL"], autocommit=True, prepare_threshold=None
        )
        self.client = Client(self.connection)

    def run(self) -> None:
        while True:
            claimed = self.client.claim_batch(
                self.lane, "mailer", self.name, BATCH_SIZE, lease_ttl_ms=self.lease_ttl_ms
            )
            self.renewed_at = time.monotonic()
            for position, execution in enumerate(claimed):
                self.work(execution, held=[e.handle for e in claimed[position:]])
            if not claimed:
                time.sleep(IDLE_S)

    def work(self, execution: ClaimedExecution, held: list[str]) -> None:
        try:
            self.send(execution.input["work_ms"] / 1000, held)
            # the business row and the completion: both are there, or neither
            with self.client.transaction():
                row = (execution.execution_id, execution.input["to"], self.name)
                self.connection.execute(self.insert, row)
                self.client.complete(execution.handle, {"sent": True})
        except LeaseLost as lost:
            self.report(
                event="refused",
                execution_id=str(execution.execution_id),
                lease_epoch=execution.lease_epoch,
                sqlstate=lost.sqlstate,
                message=lost.message,
                hint=lost.hint,
            )

    def send(self, seconds: float, held: list[str]) -> None:
        """Pretend to talk to a mail server, and renew what is held at a third of the lease."""
        period = self.lease_ttl_ms / 3000
        done_at = time.monotonic() + seconds
        while (rest := done_at - time.monotonic()) > 0:
            renew_in = self.renewed_at + period - time.monotonic()
            if renew_in <= 0:
                self.renewed_at = time.monotonic()
                for handle in held:
                    with contextlib.suppress(LeaseLost):  # its completion will be refused
                        self.client.renew(handle)
            else:
                time.sleep(min(rest, renew_in))

    def report(self, **event: object) -> None:
        print(json.dumps(event | {"worker": self.name}), flush=True)


def end_with_parent() -> None:
    """Standard input ends when the process that started us does."""
    sys.stdin.buffer.read()
    os._exit(0)


def main() -> None:
    # Ctrl-C is for the demo, which then ends its workers.
    os.setpgid(0, 0)
    threading.Thread(target=end_with_parent, daemon=True).start()
    lane, schema, name, lease_ttl_ms = sys.argv[1:]
    Worker(lane, schema, name, int(lease_ttl_ms)).run()


if __name__ == "__main__":
    main()
