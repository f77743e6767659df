"""A standby is read as the primary is: lists, descriptions, figures, with the same rights."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client, NotAuthorised
from pg_server import PrivateServer
from test_db import OWNER, clone

from .racing import Connection, wait_until

# of what does not move by itself, the answers are compared
READS = (
    "ff_describe_execution({execution})", "ff_read_execution_state({execution})",
    "ff_get_execution_result({execution})", "ff_list_attempts({execution})",
    "ff_history({execution})", "ff_list_steps({execution})", "ff_list_children({execution})",
    "ff_get_execution_tag({execution}, 'acme.team')", "ff_find_executions()",
    "ff_list_executions()", "ff_list_executions('{{\"public_state\": \"completed\"}}')",
    "ff_list_executions('{{\"lane_id\": \"lane\"}}', p_newest_first => false)",
    "ff_list_lanes()", "ff_list_lane_grants()", "ff_list_submitter_limits()",
    "ff_list_flows()", "ff_describe_flow({flow})", "ff_flow_summary({flow})",
    "ff_flow_diagram({flow})", "ff_list_edges({flow})",
    "ff_list_budgets()", "ff_list_quota_policies()",
    "ff_list_consumers()", "ff_list_waitpoint_keys()", "ff_read_events()", "ff_overview()",
    "ff_statistics()", "ff_version()",
)  # fmt: skip
# these tell the time, or look at the server
FIGURES = (
    "ff_explain({execution})", "ff_explain({suspended})", "ff_health()", "ff_metrics()",
    "ff_list_workers()", "ff_list_expired_leases()", "ff_look_ahead(array['lane'])",
    "ff_next_due_in_ms('lane')", "ff_list_suspended()",
    "ff_list_pending_waitpoints({suspended})", "ff_server_time()", "ff_check()",
)  # fmt: skip
VIEWS = ("ff_executions", "ff_attempts", "ff_lanes", "ff_stuck", "ff_throughput")


@dataclass
class Pair:
    primary: PrivateServer
    standby: PrivateServer
    database: str
    stack: ExitStack

    def connect(self, server: PrivateServer, role: str | None = None) -> Connection:
        user = OWNER if role is None else "postgres"
        connection = self.stack.enter_context(
            psycopg.connect(server.dsn(self.database, user), autocommit=True)
        )
        connection.execute("set search_path = flowfabric")
        if role:
            connection.execute(f"set role {role}".encode())
        return connection

    def wait_for_replay(self) -> None:
        """Everything that was committed on the primary can be seen on the standby."""
        written = self.connect(self.primary).execute("select pg_current_wal_insert_lsn()")
        lsn, standby = written.fetchone(), self.connect(self.standby)
        replayed = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"
        wait_until(lambda: standby.execute(replayed, lsn).fetchone() == (True,))


@pytest.fixture
def pair(private_server: PrivateServer) -> Iterator[Pair]:
    with ExitStack() as stack:
        name = stack.enter_context(clone(private_server.address))
        standby = stack.enter_context(PrivateServer(private_server.pg, primary=private_server))
        # closed before the servers end
        with ExitStack() as connections:
            yield Pair(private_server, standby, name, connections)


def make_world(client: Client) -> dict[str, UUID]:
    """Something of each kind, and a lane that readers may not see."""
    done = client.create_execution("lane", {"a": 1}, tags={"acme.team": "blue"}).execution_id
    claimed = client.claim("lane", "w", "w-1")
    assert claimed
    client.complete(claimed.handle, {"b": 2})
    held = client.create_execution("lane").execution_id
    claimed = client.claim("lane", "w", "w-1")
    assert claimed
    client.suspend(claimed.handle, {"signal": "approved", "on": "review"}, [{"key": "review"}])
    submitted = client.submit_flow(
        {"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}
    )
    client.create_execution("secret")
    client.grant_lane("secret", "ff_operator", ["operate"])
    client.create_consumer("consumer")
    client.tick()
    return {"execution": done, "suspended": held, "flow": submitted.flow_id}


@pytest.fixture
def ids(pair: Pair) -> dict[str, str]:
    made = make_world(Client(pair.connect(pair.primary)))
    pair.wait_for_replay()
    return {name: f"'{value}'" for name, value in made.items()}


@pytest.mark.parametrize("role", [None, "ff_operator", "ff_reader"])
def test_reads_answer_as_on_the_primary(pair: Pair, ids: dict[str, str], role: str | None) -> None:
    primary, standby = pair.connect(pair.primary, role), pair.connect(pair.standby, role)
    may = "select has_function_privilege(p.oid, 'execute') from pg_proc as p where p.proname = %s"
    called = 0
    for call in READS + FIGURES:
        if standby.execute(may, (call.split("(")[0],)).fetchone() != (True,):
            continue
        query = f"select x::text from {call.format(**ids)} as x".encode()
        rows = standby.execute(query).fetchall()
        called += 1
        if call in READS:
            assert rows == primary.execute(query).fetchall(), call
    assert called > 25
    for view in VIEWS:
        query = f"select count(*) from {view}".encode()
        assert standby.execute(query).fetchall() == primary.execute(query).fetchall(), view
    lanes = {lane for (lane,) in standby.execute("select lane_id from ff_list_lanes()")}
    assert ("secret" in lanes) == (role != "ff_reader")


def test_a_standby_refuses_what_the_primary_refuses(pair: Pair, ids: dict[str, str]) -> None:
    assert ids
    standby = pair.connect(pair.standby, "ff_reader")
    for call in ("ff_statistics('secret')", 'ff_find_executions(\'{"lane_id": "secret"}\')'):
        with pytest.raises(psycopg.Error) as refused:
            standby.execute(f"select {call}".encode())
        assert refused.value.sqlstate == NotAuthorised.sqlstate
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        standby.execute("set role ff_producer; select ff_create_execution('lane')")


def test_rights_change_on_the_standby_with_the_primary(pair: Pair, ids: dict[str, str]) -> None:
    assert ids
    counted = "select count(*) from ff_list_executions('{}')"
    primary, standby = pair.connect(pair.primary), pair.connect(pair.standby, "ff_reader")
    before = standby.execute(counted).fetchone()
    Client(primary).grant_lane("lane", "ff_operator", ["operate"])
    pair.wait_for_replay()
    assert standby.execute(counted).fetchone() == (0,)
    assert before == (4,)
