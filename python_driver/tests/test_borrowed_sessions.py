"""Code of an attacker that runs in the session of a role with more rights gains none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from flowfabric import Client, errors
from psycopg import sql
from psycopg.rows import tuple_row

Connection = psycopg.Connection[Any]
Connect = Callable[..., Connection]

SUPERUSER = "postgres"
ATTACKER = "ff_test_borrower"

# What the attacker's function tries in a session that is not the attacker's.
ATTACKS = {
    "claim": "perform flowfabric.ff_claim('vault', 'w', 'w-1')",
    "submit": "perform flowfabric.ff_create_execution('vault')",
    "read": 'perform flowfabric.ff_list_executions(\'{"lane_id": "vault"}\')',
    "override": "perform flowfabric.ff_complete_execution("
    "(select id from attack.target), null, null, null, null, p_source => 'operator_override')",
    "cancel": "perform flowfabric.ff_cancel_execution((select id from attack.target), 'r')",
    "view": "if not exists (select from flowfabric.ff_executions where lane_id = 'vault')"
    " then raise exception 'hidden'; end if",
}

MAINTENANCE = {
    "analyze": "analyze attack.trap",
    "create index": "create index on attack.trap (attack.run(n))",
    "reindex": "reindex table attack.trap",
    "refresh": "refresh materialized view attack.seen",
}


@pytest.fixture
def admin(connect: Connect) -> Iterator[Connection]:
    """A superuser who may act in the lane and is an operator, by memberships."""
    connection = connect(SUPERUSER, autocommit=True, row_factory=tuple_row)
    connection.execute("set client_min_messages = warning")
    connection.execute(f"drop role if exists {ATTACKER}")
    connection.execute(f"create role {ATTACKER} login in role ff_producer, ff_worker, ff_reader")
    connection.execute("grant ff_operator to postgres")
    database = sql.Identifier(connection.info.dbname)
    connection.execute(
        sql.SQL("grant create on database {} to {}").format(database, sql.SQL(ATTACKER))
    )
    yield connection
    connection.execute("reset role")
    connection.execute(f"drop owned by {ATTACKER} cascade")
    connection.execute(f"drop role {ATTACKER}")


def body(code: str) -> str:
    return f"language plpgsql as $${code}$$"


def prepare(admin: Connection, connect: Connect, attack: str) -> None:
    client = Client(admin)
    execution_id = client.create_execution("vault", {"secret": 1}).execution_id
    client.create_execution("vault")
    client.grant_lane("vault", "ff_operator", ["submit", "claim", "read", "operate"])
    attacker = connect(ATTACKER, autocommit=True)
    target = sql.Literal(execution_id).as_string(attacker)
    run = f"begin if session_user <> '{ATTACKER}' then perform attack.go(); end if; return p; end"
    go = (
        f"begin {ATTACKS[attack]}; insert into attack.outcome values ('done');"
        " exception when others then insert into attack.outcome values (sqlstate); end"
    )
    statements = [
        "create schema attack",
        f"create table attack.target as select {target}::uuid as id",
        "create table attack.outcome (state text)",
        "create table attack.trap (n integer)",
        f"create function attack.run(p integer) returns integer immutable {body(run)}",
        f"create function attack.go() returns void {body(go)}",
        "create index on attack.trap (attack.run(n))",
        "insert into attack.trap select * from generate_series(1, 3)",
        "create materialized view attack.seen as select attack.run(1) with no data",
    ]
    for statement in statements:
        attacker.execute(statement.encode())
    attacker.close()


@pytest.mark.parametrize("role", ["none", "ff_operator", "ff_owner"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_maintenance_of_an_attackers_table_lends_no_rights(
    admin: Connection, connect: Connect, attack: str, role: str
) -> None:
    prepare(admin, connect, attack)
    before = admin.execute(
        "select state, lease_epoch, count(*) over () from flowfabric.ff_exec_core order by 1, 2"
    ).fetchall()
    for statement in MAINTENANCE.values():
        # a role that the session has set is no authority either, where it may maintain the table
        if role != "none":
            admin.execute(f"grant {ATTACKER} to {role}")
            admin.execute(f"set role {role}")
        try:
            admin.execute(statement.encode())
        except psycopg.errors.InsufficientPrivilege:
            assert role != "none", "a superuser may maintain every table"
        finally:
            admin.execute("reset role")
            if role != "none":
                admin.execute(f"revoke {ATTACKER} from {role}")
    outcomes = {state for (state,) in admin.execute("select state from attack.outcome").fetchall()}
    assert outcomes, "the attacker's code ran"
    assert outcomes <= {"ZF801", "P0001", "42501"}
    assert (
        before
        == admin.execute(
            "select state, lease_epoch, count(*) over () from flowfabric.ff_exec_core order by 1, 2"
        ).fetchall()
    )


def test_a_superuser_has_the_rights_that_were_granted(admin: Connection) -> None:
    """Not the rights of every role, as pg_has_role says."""
    client = Client(admin)
    execution_id = client.create_execution("vault").execution_id
    client.grant_lane("vault", "ff_reader", ["read"])
    admin.execute("create role ff_test_dba superuser")
    try:
        admin.execute("set session authorization ff_test_dba")
        for call in (
            lambda: client.describe_execution(execution_id),
            lambda: client.cancel_execution(execution_id, "r"),
        ):
            with pytest.raises(errors.NotAuthorised) as raised:
                call()
            assert "set role ff_" in (raised.value.diag.message_hint or "")
        with pytest.raises(errors.NotAuthorised) as raised:
            client.claim("vault", "w", "w-1")
        assert raised.value.diag.message_hint == "Run this first: set role ff_owner;"
        admin.execute("set role ff_owner")
        assert client.describe_execution(execution_id)
        client.cancel_execution(execution_id, "r")
    finally:
        admin.execute("reset session authorization")
        admin.execute("drop role ff_test_dba")


def test_a_login_without_a_way_to_the_right_learns_whom_to_ask(
    admin: Connection, connect: Connect
) -> None:
    client = Client(admin)
    execution_id = client.create_execution("vault").execution_id
    client.grant_lane("vault", "ff_reader", ["read"])
    admin.execute("create role ff_test_worker login in role ff_worker")
    try:
        stranger = Client(connect(user="ff_test_worker", autocommit=True))
        with pytest.raises(errors.NotAuthorised) as raised:
            stranger.claim("vault", "w", "w-1")
        assert raised.value.diag.message_hint == (
            'Ask an operator of lane "vault" for a grant of claim (ff_grant_lane).'
        )
        with pytest.raises(errors.NotAuthorised) as raised:
            stranger.describe_execution(execution_id)
        assert raised.value.diag.message_hint == (
            'Ask an operator of lane "vault" for a grant of read or operate (ff_grant_lane).'
        )
        with pytest.raises(errors.NotAuthorised) as raised:
            stranger.cancel_execution(execution_id, "r")
        assert raised.value.diag.message_hint == "Ask the administrator for the role ff_operator."
    finally:
        stranger.connection.close()
        admin.execute("drop role ff_test_worker")


def test_the_owner_acts_as_owner_by_set_role_only(connect: Connect) -> None:
    owner = connect(autocommit=True)
    client = Client(owner)
    execution_id = client.create_execution("vault").execution_id
    client.grant_lane("vault", "ff_reader", ["signal"])
    owner.execute("revoke ff_operator from ff_owner")
    try:
        with pytest.raises(errors.NotAuthorised) as raised:
            client.claim("vault", "w", "w-1")
        assert raised.value.diag.message_hint == "Run this first: set role ff_owner;"
        owner.execute("set role ff_owner")
        assert client.claim("vault", "w", "w-1")
        client.cancel_execution(execution_id, "r")
    finally:
        owner.execute("reset role")
        owner.execute("grant ff_operator to ff_owner")


def test_privileges_that_are_not_inherited_are_no_rights(
    connect: Connect, admin: Connection
) -> None:
    client = Client(admin)
    execution_id = client.create_execution("vault").execution_id
    client.grant_lane("vault", "ff_reader", ["read"])
    admin.execute(f"alter role {ATTACKER} noinherit")
    if admin.info.server_version >= 160000:
        admin.execute(f"grant ff_reader to {ATTACKER} with inherit false")
    admin.execute(f"grant execute on function flowfabric.ff_describe_execution to {ATTACKER}")
    admin.execute(f"grant usage on schema flowfabric to {ATTACKER}")
    stranger = connect(ATTACKER, autocommit=True)
    with pytest.raises(errors.NotAuthorised):
        Client(stranger).describe_execution(execution_id)
    stranger.execute("set role ff_reader")
    assert Client(stranger).describe_execution(execution_id)
    stranger.close()
