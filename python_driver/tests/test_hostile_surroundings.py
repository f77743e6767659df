"""Installed by an ordinary role, beside another installation, and where defaults are unusual."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from flowfabric import Client, install, uninstall
from pg_server import PrivateServer, RunningServer
from psycopg.rows import tuple_row

Connection = psycopg.Connection[Any]

ROLES = ["ff_approver", "ff_operator", "ff_producer", "ff_reader", "ff_worker"]


@pytest.fixture
def bare_server(server: RunningServer) -> Iterator[PrivateServer]:
    """A server without roles and databases of FlowFabric."""
    with PrivateServer(server.version) as private:
        yield private


def group_roles(server: PrivateServer) -> list[str]:
    names = server.address.psql(
        "-c", "select rolname from pg_roles where rolname ~ '^ff_(?!owner|other)' order by 1"
    )
    return names.split()


def open_as(server: PrivateServer, user: str, database: str) -> Connection:
    return psycopg.connect(server.dsn(database, user), autocommit=True)


def rows(connection: Connection, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    return connection.cursor(row_factory=tuple_row).execute(query.encode(), arguments).fetchall()


def work_through(connection: Connection, lane: str = "lane") -> None:
    """Run one call of each kind; no invariant is broken then."""
    client = Client(connection)
    created = client.create_execution(lane, {"a": 1}, deadline_ms=60_000, tags={"a.b": "\\'"})
    (lease,) = client.claim_batch(lane, "w", "w-1", 5)
    client.progress(lease.handle, 5, "so far")
    client.fail(lease.handle, "not at all", "permanent", category="\\d")
    assert client.read_execution_state(created.execution_id) == "failed"
    parked = client.create_execution(lane, payload=b"\\x00\\'")
    taken = client.claim(lane, "w", "w-1")
    assert taken
    assert taken.payload == b"\\x00\\'"
    client.suspend(taken.handle, {"signal": "go", "on": "review"}, timeout_ms=60_000)
    (waitpoint,) = client.list_pending_waitpoints(parked.execution_id)
    token = client.read_waitpoint_token(parked.execution_id, waitpoint.waitpoint_id)
    assert token
    client.deliver_signal(parked.execution_id, waitpoint.waitpoint_id, token, "go")
    (grant,) = [g for g in [client.claim_for_worker(lane, "w", "w-1")] if g]
    resumed = client.claim_resumed_execution(parked.execution_id, grant.grant_key, "w", "w-1")
    client.complete(resumed.handle, {"at": str(resumed.lease_expires_at)})
    flow = client.submit_flow(
        {"nodes": {"a": {"lane": lane}, "b": {"lane": lane, "after": ["a"], "input_from": "a"}}}
    )
    for _ in range(2):
        member = client.claim(lane, "w", "w-1")
        assert member
        client.complete(member.handle, {"done": True})
        client.tick()
    summary = client.flow_summary(flow.flow_id)
    assert summary
    assert summary.public_flow_state == "completed"
    assert client.history(parked.execution_id)
    assert client.list_executions({"lane_id": lane})
    connection.execute("set statement_timeout = 0")  # it looks at everything
    assert client.check() == []


def test_an_owner_who_may_make_no_roles_installs_without_them(bare_server: PrivateServer) -> None:
    bare_server.address.psql("-c", "create role ff_owner login")
    bare_server.address.psql("-c", "create database plain owner ff_owner")
    with open_as(bare_server, "ff_owner", "plain") as owner:
        notices: list[str] = []
        owner.add_notice_handler(lambda notice: notices.append(notice.message_primary or ""))
        install(owner)
        assert sorted(notice for notice in notices if "skipped" in notice) == [
            f"FlowFabric: role {role} does not exist and ff_owner may not create it; skipped"
            for role in ROLES
        ]
        assert group_roles(bare_server) == []
        work_through(owner)
        # nobody else may do anything, until the owner says so
        assert (
            rows(
                owner,
                "select distinct a.grantee from pg_proc as p"
                " cross join lateral aclexplode(p.proacl) as a"
                " where p.pronamespace = 'flowfabric'::regnamespace and a.grantee <> p.proowner",
            )
            == []
        )
        uninstall(owner)


def test_the_role_that_installs_is_a_member_of_every_group(bare_server: PrivateServer) -> None:
    """From PostgreSQL 16 on the creator of a role is a member that inherits nothing."""
    bare_server.address.psql("-c", "create role ff_owner login createrole")
    bare_server.address.psql("-c", "create database one owner ff_owner")
    with open_as(bare_server, "ff_owner", "one") as owner:
        install(owner)
        client = Client(owner)
        client.grant_lane("vault", "ff_producer", ["submit"])
        client.grant_lane("vault", "ff_worker", ["claim"])
        client.grant_lane("vault", "ff_operator", ["operate"])
        execution_id = client.create_execution("vault").execution_id
        claimed = client.claim("vault", "w", "w-1")
        assert claimed
        client.renew_lease(
            execution_id,
            claimed.attempt_index,
            claimed.lease_id,
            claimed.lease_epoch,
            claimed.attempt_id,
        )
        client.cancel_execution(execution_id, "not needed")
        uninstall(owner)


def test_two_databases_share_the_roles(bare_server: PrivateServer) -> None:
    bare_server.address.psql("-c", "create role ff_owner login createrole")
    bare_server.address.psql("-c", "create role ff_other login")
    bare_server.address.psql("-c", "create database one owner ff_owner")
    bare_server.address.psql("-c", "create database two owner ff_other")
    with (
        open_as(bare_server, "ff_owner", "one") as one,
        open_as(bare_server, "ff_other", "two") as two,
    ):
        install(one)
        install(two)  # who may create no roles uses those that are there
        assert group_roles(bare_server) == ROLES
        bare_server.address.psql("-c", "create role app login in role ff_worker, ff_producer")
        for database in ("one", "two"):
            with open_as(bare_server, "app", database) as app:
                Client(app).create_execution("lane")
                assert Client(app).claim("lane", "w", "w-1")
        uninstall(one)
        assert group_roles(bare_server) == ROLES
        with open_as(bare_server, "app", "two") as app:
            Client(app).create_execution("lane")
        uninstall(two)
        # who did not make them may not drop them, whatever else uses them
        assert group_roles(bare_server) == ROLES
        install(one)
        uninstall(one)
        assert group_roles(bare_server) == []


SETTINGS = {
    "search_path": "pg_temp, public",
    "standard_conforming_strings": "off",
    "backslash_quote": "off",
    "DateStyle": "ISO, DMY",  # psycopg reads no other timestamps than these
    "IntervalStyle": "postgres_verbose",
    "TimeZone": "Asia/Kathmandu",
    "bytea_output": "escape",
    "extra_float_digits": "-15",
    "xmloption": "document",
    "statement_timeout": "700ms",
    "check_function_bodies": "off",
    "transform_null_equals": "on",
    "array_nulls": "off",
    "quote_all_identifiers": "on",
    "row_security": "off",
    "enable_seqscan": "off",
    "plan_cache_mode": "force_custom_plan",
    "constraint_exclusion": "off",
    "synchronize_seqscans": "off",
    "default_with_oids": "off",
    "client_min_messages": "error",
    "createrole_self_grant": "set, inherit",
}


def test_it_works_where_the_defaults_are_hostile(bare_server: PrivateServer) -> None:
    admin = bare_server.address
    admin.psql("-c", "create role ff_owner login createrole")
    admin.psql("-c", "create role stranger login")
    collation = "lc_collate 'C' lc_ctype 'C'"
    admin.psql("-c", f"create database odd owner ff_owner template template0 {collation}")
    known = admin.psql("-c", "select lower(name) from pg_settings").split()
    for name, value in SETTINGS.items():
        if name.lower() in known:
            text = value if name == "search_path" else f"'{value}'"
            admin.psql("-c", f"alter database odd set {name} = {text}")
    for what in ("tables", "sequences", "functions", "types", "schemas"):
        for whom in ("public", "stranger"):
            defaults = f"alter default privileges for role ff_owner grant all on {what} to {whom}"
            admin.psql("-c", defaults, dbname="odd")
    with open_as(bare_server, "ff_owner", "odd") as owner:
        install(owner)
        work_through(owner)
        owner.execute("set DateStyle = 'SQL, DMY'")
        owner.execute("select flowfabric.ff_create_execution('styled', p_delay_ms => 1)")
        owner.execute("select pg_sleep(0.01)")
        ((handle,),) = rows(owner, "select handle from flowfabric.ff_claim('styled', 'w', 'w-1')")
        owner.execute("select flowfabric.ff_complete(%s)", (handle,))
        owner.execute("select flowfabric.ff_tick()")
        # and what default privileges gave away is taken back
        assert (
            rows(
                owner,
                """
            select a.grantee::regrole, o.name, a.privilege_type
            from (
                select relname, relacl, relowner from pg_class
                where relnamespace = 'flowfabric'::regnamespace and relkind <> 'c'
                union all
                select proname, proacl, proowner from pg_proc
                where pronamespace = 'flowfabric'::regnamespace
                union all
                select nspname, nspacl, nspowner from pg_namespace where nspname = 'flowfabric'
            ) as o (name, acl, owner)
            cross join lateral aclexplode(o.acl) as a
            where a.grantee <> o.owner
                and a.grantee not in (select oid from pg_roles where rolname ~ '^ff_')
            """,
            )
            == []
        )
        uninstall(owner)
