"""The queues that take turns: ours, a plain table, and those of others, each by its own statements.

A statement is what the library of its project sends, and it fetches what that library fetches. The
work is the same for all: one small JSON document is submitted, claimed for 30 seconds, and
completed without a result.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..cluster import BenchError, Cluster, Database
from .packages import UnavailableError, graphile_worker_source, pgmq_sql

DOCUMENT = {"order_id": 4711}
BATCH = 100


@dataclass(frozen=True)
class Call:
    """A statement, and its arguments as text."""

    sql: str
    arguments: Sequence[str | None] = ()

    @property
    def encoded(self) -> list[bytes | None]:
        return [None if argument is None else argument.encode() for argument in self.arguments]


@dataclass(frozen=True)
class Queue:
    """One contender in its own database. Completions take the ids that claims return."""

    name: str
    version: str
    database: Database
    submit: Call
    submit_many: Callable[[int], Call]
    claim: Call
    claim_many: Call
    complete: Call
    complete_many: Call
    id_column: str

    def calls(self) -> dict[str, Call]:
        return {
            "submit": self.submit,
            "submit_many": self.submit_many(BATCH),
            "claim": self.claim,
            "claim_many": self.claim_many,
            "complete": self.complete,
            "complete_many": self.complete_many,
        }

    def fill(self, count: int) -> None:
        """Submit so many, in the same way as a client that has many to submit."""
        size = 1000
        call = self.submit_many(size)
        with self.database.connect() as connection:
            for _ in range(-(-count // size)):
                result = connection.pgconn.exec_params(call.sql.encode(), call.encoded)
                if result.error_message:
                    raise BenchError(f"{self.name}: {result.get_error_message()}")


def documents(count: int) -> str:
    """So many documents as the text of an array of JSON."""
    return json.dumps([json.dumps(DOCUMENT)] * count).replace("[", "{", 1)[:-1] + "}"


def ours(cluster: Cluster) -> Queue:
    database = cluster.database()
    database.open_lane()
    worker = "'default', 'worker-1', 'worker-1-a'"
    return Queue(
        name="FlowFabric",
        version=str(database.value("select flowfabric.ff_version()")),
        database=database,
        submit=Call(
            "select * from flowfabric.ff_create_execution('default', $1)", [json.dumps(DOCUMENT)]
        ),
        submit_many=lambda count: Call(
            "select * from flowfabric.ff_create_executions('default', $1)", [documents(count)]
        ),
        claim=Call(f"select * from flowfabric.ff_claim({worker})"),
        claim_many=Call(f"select * from flowfabric.ff_claim_batch({worker}, {BATCH})"),
        complete=Call("select * from flowfabric.ff_complete($1)"),
        complete_many=Call("select * from flowfabric.ff_complete_batch($1)"),
        id_column="handle",
    )


def plain_table(cluster: Cluster) -> Queue:
    """The least that is a queue: a claim hides a row for 30 seconds, a completion deletes it."""
    database = cluster.empty_database()
    _run(
        database,
        """
        create table queue (
            id bigint generated always as identity primary key,
            document jsonb not null,
            visible_at timestamptz not null default clock_timestamp(),
            claim_count integer not null default 0
        );
        create index on queue (visible_at);
        """,
    )
    claim = """
        update queue as q
        set visible_at = clock_timestamp() + interval '30 s', claim_count = q.claim_count + 1
        where q.id = any (array(
            select d.id
            from queue as d
            where d.visible_at <= clock_timestamp()
            order by d.visible_at
            limit {}
            for update skip locked
        ))
        returning q.id, q.document
    """
    return Queue(
        name="plain table",
        version="",
        database=database,
        submit=Call("insert into queue (document) values ($1)", [json.dumps(DOCUMENT)]),
        submit_many=lambda count: Call(
            "insert into queue (document) select unnest($1::jsonb[])", [documents(count)]
        ),
        claim=Call(claim.format(1)),
        claim_many=Call(claim.format(BATCH)),
        complete=Call("delete from queue where id = $1"),
        complete_many=Call("delete from queue where id = any ($1)"),
        id_column="id",
    )


def pgmq(cluster: Cluster) -> Queue:
    """Its completion is `delete`; `archive` would keep the message, at the price of an insert."""
    installation, version = pgmq_sql()
    database = cluster.empty_database()
    _run(database, installation)
    _run(database, "select pgmq.create('bench')")
    columns = "msg_id, read_ct, enqueued_at, last_read_at, vt, message, headers"
    read = f"select {columns} from pgmq.read('bench'::text, 30, {{}})"
    return Queue(
        name="pgmq",
        version=version,
        database=database,
        submit=Call("select * from pgmq.send('bench'::text, $1::jsonb)", [json.dumps(DOCUMENT)]),
        submit_many=lambda count: Call(
            "select * from pgmq.send_batch('bench'::text, $1::jsonb[])", [documents(count)]
        ),
        claim=Call(read.format(1)),
        claim_many=Call(read.format(BATCH)),
        complete=Call("select pgmq.delete('bench'::text, $1::bigint)"),
        complete_many=Call("select * from pgmq.delete('bench'::text, $1::bigint[])"),
        id_column="msg_id",
    )


def graphile_worker(cluster: Cluster) -> Queue:
    with tempfile.TemporaryDirectory() as name:
        migrations, version = graphile_worker_source(Path(name))
        statements = _statements_of_graphile_worker(Path(name))
    database = cluster.empty_database()
    # its migrate() makes these before the first migration
    _run(
        database,
        "create schema graphile_worker; create table graphile_worker.migrations"
        " (id int primary key, ts timestamptz default now() not null,"
        " breaking boolean not null default false)",
    )
    for migration in migrations:
        _run(database, migration.replace(":GRAPHILE_WORKER_SCHEMA", "graphile_worker"))

    submit = _call(statements["submit"])
    (specification,) = json.loads(statements["submit_many"]["arguments"][0])

    def submit_many(count: int) -> Call:
        return Call(statements["submit_many"]["sql"], [json.dumps([specification] * count), "f"])

    _run(database, "select graphile_worker.add_job('bench')")
    task_id = database.value("select id from graphile_worker._private_tasks")
    worker = statements["claim"]["arguments"][0]
    return Queue(
        name="graphile-worker",
        version=version,
        database=database,
        submit=submit,
        submit_many=submit_many,
        claim=Call(statements["claim"]["sql"], [worker, f"{{{task_id}}}"]),
        claim_many=Call(statements["claim_many"]["sql"], [worker, f"{{{task_id}}}"]),
        complete=Call(statements["complete"]["sql"]),
        complete_many=Call(statements["complete_many"]["sql"]),
        id_column="id",
    )


def _call(statement: Mapping[str, Any]) -> Call:
    return Call(statement["sql"], statement["arguments"])


def _statements_of_graphile_worker(source: Path) -> dict[str, Any]:
    result = subprocess.run(
        ["node", Path(__file__).with_name("graphile_worker.mjs"), source],
        text=True,
        capture_output=True,
    )
    if result.returncode != 0:
        raise BenchError(f"graphile-worker's statements:\n{result.stderr}")
    return dict(json.loads(result.stdout))


def _run(database: Database, script: str) -> None:
    """Run a script of several statements as the login that will use what it makes."""
    with database.connect() as connection:
        connection.execute(script.encode())


PEERS: Mapping[str, Callable[[Cluster], Queue]] = {
    "pgmq": pgmq,
    "graphile-worker": graphile_worker,
    "plain table": plain_table,
}


def all_queues(cluster: Cluster) -> tuple[list[Queue], dict[str, str]]:
    """Ours first, then every peer that can be had; and why the others cannot."""
    queues, missing = [ours(cluster)], {}
    for name, make in PEERS.items():
        try:
            queues.append(make(cluster))
        except UnavailableError as reason:
            missing[name] = str(reason)
    return queues, missing


def tell_what_is_missing(missing: Mapping[str, str]) -> None:
    for name, reason in missing.items():
        print(f"\nSKIPPED: {name} is not measured: {reason}", file=sys.stderr)
