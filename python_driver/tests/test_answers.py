"""Reports for operators about other sessions, and metrics as a parser reads them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest

Connect = Callable[..., psycopg.Connection[Any]]

NAME = re.compile("[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)')
ESCAPED = {"n": "\n", '"': '"', "\\": "\\"}

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def parse(text: str) -> tuple[dict[str, str], Samples]:
    """The types of the families, and the samples; strict where the format is."""
    types: dict[str, str] = {}
    helped: list[str] = []
    samples: Samples = {}
    assert text.endswith("\n")
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            name, _, help_text = line[len("# HELP ") :].partition(" ")
            assert NAME.fullmatch(name)
            assert help_text
            assert name not in helped, "a family is described once"
            helped.append(name)
        elif line.startswith("# TYPE "):
            name, kind = line[len("# TYPE ") :].split(" ")
            assert name == helped[-1], "its type comes right behind its help"
            assert kind in ("counter", "gauge")
            assert (kind == "counter") == name.endswith("_total")
            types[name] = kind
        else:
            match = re.fullmatch(r"([^{ ]+)(?:\{(.*)\})? (\S+)", line)
            assert match, line
            name, labels, value = match.groups()
            assert name == helped[-1], "samples of a family stand together"
            found = LABEL.findall(labels or "")
            assert LABEL.sub("", labels or "") == "", f"labels are well formed: {line}"
            key = (
                name,
                frozenset(
                    (label, re.sub(r"\\(.)", lambda m: ESCAPED[m[1]], escaped))
                    for label, escaped in found
                ),
            )
            assert key not in samples, "a series has one sample"
            samples[key] = float(value)
    assert set(types) == set(helped)
    return types, samples


@pytest.fixture
def connection(connect: Connect) -> psycopg.Connection[Any]:
    return connect(autocommit=True, options="-c search_path=flowfabric")


def value(connection: psycopg.Connection[Any], query: str, *arguments: object) -> Any:
    row = connection.execute(query.encode(), arguments or None).fetchone()
    assert row
    return row[0]


def submit(connection: psycopg.Connection[Any], lane: str = "lane") -> UUID:
    return UUID(str(value(connection, "select execution_id from ff_create_execution(%s)", lane)))


def gate(
    connection: psycopg.Connection[Any], execution_id: UUID, name: str
) -> tuple[bool, str, dict[str, Any]]:
    row = connection.execute(
        "select passed, outcome, detail from ff_explain(%s) where gate = %s", (execution_id, name)
    ).fetchone()
    assert row
    passed, outcome, detail = row
    return passed, outcome, detail


def test_metrics_can_be_parsed(connection: psycopg.Connection[Any]) -> None:
    strange = 'a-"lane"\\with,all={of}it'
    for lane in ("emails", strange):
        submit(connection, lane)
    handle = value(connection, "select handle from ff_claim(%s, 'w', 'w-1')", "emails")
    connection.execute("select ff_complete(%s)", (handle,))
    for _ in range(3):
        connection.execute("select ff_tick()")
    types, samples = parse(value(connection, "select ff_metrics()"))
    assert samples["ff_queue_depth", frozenset({("lane", strange)})] == 1
    assert samples["ff_completion_total", frozenset({("outcome", "success")})] == 1
    assert samples["ff_claim_total", frozenset({("kind", "acquired")})] == 1
    assert samples["ff_executions", frozenset({("lane", "emails"), ("state", "completed")})] == 1
    assert samples["ff_scanner_cycle_total", frozenset({("scanner", "tick")})] >= 3
    assert types["ff_queue_depth"] == "gauge"


def test_there_are_fewer_than_a_thousand_series(connection: psycopg.Connection[Any]) -> None:
    for number in range(70):
        submit(connection, f"lane-{number}")
    _, samples = parse(value(connection, "select ff_metrics()"))
    assert samples["ff_queue_depth", frozenset({("lane", "_others")})] == 20
    assert len(samples) < 1000


def test_counters_never_go_back(connection: psycopg.Connection[Any]) -> None:
    seen = 0.0
    for number in range(1, 4):
        submit(connection)
        handle = value(connection, "select handle from ff_claim('lane', 'w', 'w-1')")
        connection.execute("select ff_complete(%s)", (handle,))
        connection.execute("select ff_tick()")
        _, samples = parse(value(connection, "select ff_metrics()"))
        counted = samples["ff_completion_total", frozenset({("outcome", "success")})]
        assert seen <= counted <= number
        seen = counted
    for _ in range(2):
        connection.execute("select ff_tick()")
    _, samples = parse(value(connection, "select ff_metrics()"))
    assert samples["ff_completion_total", frozenset({("outcome", "success")})] == 3


def test_a_row_that_an_open_transaction_holds_is_explained(
    connection: psycopg.Connection[Any], connect: Connect
) -> None:
    execution_id = submit(connection)
    other = connect(options="-c search_path=flowfabric -c application_name=slowpoke")
    other.execute("select ff_claim('lane', 'w', 'w-1')")
    passed, outcome, detail = gate(connection, execution_id, "lock")
    assert (passed, outcome) == (False, "held")
    assert detail["pid"] == other.info.backend_pid
    assert detail["application_name"] == "slowpoke"
    assert gate(connection, execution_id, "verdict")[1] == "lock"
    assert not connection.execute("select ff_claim('lane', 'w', 'w-1')").fetchall()
    # it sees its own work as it is
    assert gate(other, execution_id, "lock")[0]
    assert gate(other, execution_id, "lease")[1] == "held"
    other.rollback()
    assert gate(connection, execution_id, "lock")[0]
    assert gate(connection, execution_id, "verdict")[1] == "claimable"


def test_a_prepared_transaction_that_holds_the_row_is_explained(
    connection: psycopg.Connection[Any], connect: Connect
) -> None:
    execution_id = submit(connection)
    other = connect(options="-c search_path=flowfabric")
    xid = other.xid(1, f"explain_{other.info.dbname}", "")
    other.tpc_begin(xid)
    other.execute("select ff_claim('lane', 'w', 'w-1')")
    other.tpc_prepare()
    passed, _, detail = gate(connection, execution_id, "lock")
    assert not passed
    assert detail == {"is_prepared": True}
    horizon = health(connection)["cleanup_horizon"]
    assert horizon[1]["holder"] in ("prepared transaction", "session")
    other.tpc_rollback()
    assert gate(connection, execution_id, "lock")[0]


def health(connection: psycopg.Connection[Any]) -> dict[str, tuple[str, dict[str, Any]]]:
    return {
        name: (verdict, detail)
        for name, verdict, detail in connection.execute(
            "select check_name, verdict, detail from ff_health()"
        )
    }


def test_health_names_the_session_that_holds_back_cleanup(
    connection: psycopg.Connection[Any], connect: Connect
) -> None:
    other = connect(options="-c application_name=report")
    other.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    other.execute("select count(*) from flowfabric.ff_exec_core")
    verdict, detail = health(connection)["cleanup_horizon"]
    assert verdict == "ok", "it is young"
    assert detail["holder"] == "session"
    assert detail["pid"] == other.info.backend_pid
    assert detail["application_name"] == "report"
    # an hour later
    connection.execute(
        "create or replace function flowfabric._now() returns timestamptz language sql volatile"
        " as 'select clock_timestamp() + interval ''61 minutes'''"
    )
    verdict, detail = health(connection)["cleanup_horizon"]
    assert verdict == "critical"
    other.rollback()
    assert health(connection)["cleanup_horizon"][1].get("pid") != other.info.backend_pid


def test_sessions_hidden_from_the_owner_read_not_visible(
    connection: psycopg.Connection[Any], connect: Connect
) -> None:
    stranger = connect(user="postgres")
    stranger.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    stranger.execute("select 1")
    _, detail = health(connection)["cleanup_horizon"]
    assert detail["pid"] == stranger.info.backend_pid
    assert detail["state"] == "not visible"
    assert detail["open_since"] == "not visible"
    assert detail["transactions_since"] >= 0
    stranger.rollback()


def test_asking_waits_for_nobody_and_locks_no_row(
    connection: psycopg.Connection[Any], connect: Connect
) -> None:
    execution_id = submit(connection)
    asking = connect(options="-c search_path=flowfabric -c statement_timeout=20s")
    other = connect(options="-c search_path=flowfabric -c statement_timeout=20s")
    other.execute("select from ff_exec_core for update")
    asking.execute("set transaction read only")
    asking.execute("select ff_explain(%s)", (execution_id,))
    for answer in ("ff_health()", "ff_overview()", "ff_metrics()", "ff_check()"):
        asking.execute(f"select {answer}".encode())
    # of sequences, such as the switches, any lock: it is not a lock of a row
    modes = asking.execute(
        "select distinct l.mode from pg_locks as l inner join pg_class as c on c.oid = l.relation"
        " where l.locktype = 'relation' and l.pid = pg_backend_pid() and c.relkind <> 'S'"
    ).fetchall()
    assert modes == [("AccessShareLock",)]
    other.rollback()
    deadline = time.monotonic() + 10
    other.execute("select from ff_exec_core for update")
    assert time.monotonic() < deadline, "nor does anybody wait for who asks"
