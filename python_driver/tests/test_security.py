"""The promises of SECURITY.md, tried as a login with as few rights as it needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flowfabric import Client, errors
from psycopg import sql
from psycopg.rows import tuple_row

Connection = psycopg.Connection[Any]
Connect = Callable[..., Connection]
As = Callable[..., Connection]

LANE = "vault"
SUPERUSER = "postgres"


def rows(connection: Connection, query: str, *arguments: object) -> list[tuple[Any, ...]]:
    return connection.cursor(row_factory=tuple_row).execute(query, arguments).fetchall()


def test_a_worker_reads_writes_and_locks_no_relation(connect: Connect, login: As) -> None:
    worker = login("ff_test_worker", "ff_worker")
    relations = rows(
        connect(),
        "select relname, relkind from pg_class"
        " where relnamespace = 'flowfabric'::regnamespace and relkind in ('r', 'v', 'S', 'p')",
    )
    assert len(relations) > 20
    for name, kind in relations:
        statements = ["select from {}", "comment on table {} is 'x'"]
        if kind == "S":
            statements = ["select last_value from {}", "alter sequence {} restart"]
        elif kind == "r":
            statements += ["delete from {}", "truncate {}", "drop table {}"]
            statements += [
                f"lock table {{}} in {mode} mode"
                for mode in ("access share", "row share", "exclusive", "access exclusive")
            ]
        for statement in statements:
            with pytest.raises(psycopg.DatabaseError) as raised, worker.transaction():
                worker.execute(sql.SQL(statement).format(sql.Identifier("flowfabric", name)))
            # 42809: a view is no table
            assert raised.value.sqlstate in ("42501", "42809"), (
                f"{statement} {name}: {raised.value}"
            )
        if kind == "S":
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                worker.execute("select nextval(%s)", (f"flowfabric.{name}",))


def test_a_worker_calls_no_internal_function_and_makes_nothing(login: As) -> None:
    worker = login("ff_test_worker", "ff_worker")
    internal = rows(
        worker,
        "select count(*), count(*) filter (where has_function_privilege(oid, 'execute'))"
        " from pg_proc where pronamespace = 'flowfabric'::regnamespace and proname ~ '^_'",
    )
    assert internal[0][0] > 100
    assert internal[0][1] == 0
    for statement in (
        "create table flowfabric.theirs ()",
        "create function flowfabric.theirs() returns int language sql return 1",
        "create or replace function flowfabric._now() returns int language sql as 'select 1'",
        "alter function flowfabric.ff_claim reset search_path",
        "set role ff_owner",
        "create rule r as on insert to flowfabric.ff_exec_core do nothing",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            worker.execute(statement)


def test_refused_attempts_are_lines_of_the_servers_log(connect: Connect, login: As) -> None:
    admin = connect(SUPERUSER, autocommit=True)
    admin.execute("select flowfabric.ff_grant_lane('logged', 'pg_monitor', '{claim}')")
    worker = login("ff_test_worker", "ff_worker", "ff_producer")
    # a session may ask for its own lines, but not turn them off for the server
    worker.execute("set client_min_messages = log")
    logged: list[tuple[str | None, dict[str, Any]]] = []
    worker.add_notice_handler(
        lambda notice: logged.append(
            (notice.severity_nonlocalized, json.loads(notice.message_primary or ""))
        )
    )
    with pytest.raises(psycopg.DatabaseError):
        worker.execute("select flowfabric.ff_claim('logged', 'w', 'w-1')")
    with pytest.raises(psycopg.DatabaseError) as raised:
        worker.execute(
            "select flowfabric.ff_deliver_signal(gen_random_uuid(), gen_random_uuid(), 'x', 's')"
        )
    assert raised.value.sqlstate == "ZF502"
    # a call that is wrong for another reason is no refusal
    with pytest.raises(psycopg.DatabaseError):
        worker.execute("select flowfabric.ff_claim(null, 'w', 'w-1')")
    assert [severity for severity, _ in logged] == ["LOG", "LOG"]
    closed, forged = (line for _, line in logged)
    assert closed["flowfabric"] == forged["flowfabric"] == "refused"
    assert (closed["sqlstate"], closed["symbol"]) == ("ZF801", "not_authorised")
    assert (closed["session_user"], closed["role"]) == ("ff_test_worker", "ff_test_worker")
    assert closed["detail"]["lane_id"] == "logged"
    assert forged["sqlstate"] == "ZF502"


ATTACK = """
    create schema attacker;
    create function attacker.stolen(text, text) returns boolean language plpgsql
    as $$ begin raise exception 'stolen' using errcode = 'P0666'; end $$;
    create function attacker.stolen(uuid, uuid) returns boolean language plpgsql
    as $$ begin raise exception 'stolen' using errcode = 'P0666'; end $$;
    create function attacker.stolen(timestamptz, timestamptz) returns boolean language plpgsql
    as $$ begin raise exception 'stolen' using errcode = 'P0666'; end $$;
    create function attacker._now() returns timestamptz language plpgsql
    as $$ begin raise exception 'stolen' using errcode = 'P0666'; end $$;
    create function attacker._caller() returns name language sql as $$ select 'ff_owner'::name $$;
    create function attacker._has_lane_right(text, text[]) returns boolean language sql
    as $$ select true $$;
    create function attacker.gen_random_uuid() returns uuid language sql
    as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;
    create function attacker.sha256(bytea) returns bytea language sql as $$ select $1 $$;
    create operator attacker.= (leftarg = text, rightarg = text, function = attacker.stolen);
    create operator attacker.<> (leftarg = text, rightarg = text, function = attacker.stolen);
    create operator attacker.= (leftarg = uuid, rightarg = uuid, function = attacker.stolen);
    create operator attacker.<= (
        leftarg = timestamptz, rightarg = timestamptz, function = attacker.stolen
    );
    create operator attacker.> (
        leftarg = timestamptz, rightarg = timestamptz, function = attacker.stolen
    );
    create table attacker.ff_lane as select 'vault'::text as lane_id, false as is_restricted;
    create temporary table ff_exec_core (execution_id uuid);
    create temporary table ff_lane (lane_id text, is_restricted boolean);
    create temporary table pg_roles (rolname name, oid oid);
    create function pg_temp.pg_has_role(name, oid, text) returns boolean language sql
    as $$ select true $$;
    grant usage on schema attacker to public;
    set search_path = attacker, pg_temp, pg_catalog, flowfabric;
"""


def test_objects_of_a_caller_stand_in_for_none_of_ours(connect: Connect, login: As) -> None:
    with connect(autocommit=True) as owner:
        owner.execute("select flowfabric.ff_grant_lane(%s, 'ff_owner', '{claim}')", (LANE,))
        (database,) = rows(owner, "select quote_ident(current_database())")[0]
        owner.execute(f"grant create, temporary on database {database} to public")
    attacker = login("ff_test_attacker", "ff_producer", "ff_worker")
    attacker.execute(ATTACK)
    with pytest.raises(psycopg.Error) as raised:
        attacker.execute("select 'a'::text = 'b'::text")
    assert raised.value.sqlstate == "P0666", "the attack works, outside of ours"

    client = Client(attacker)
    created = client.create_execution("mine", {"a": 1}, idempotency_key="k", policy={})
    (lease,) = client.claim_batch("mine", "w", "w-1", 5)
    assert lease.execution_id == created.execution_id
    client.renew(lease.handle)
    client.complete(lease.handle, {"b": 2})
    state = client.read_execution_state(created.execution_id)
    assert state == "completed"
    client.submit_flow({"nodes": {"a": {"lane": "mine"}, "b": {"lane": "mine", "after": ["a"]}}})
    client.tick()
    for call in (
        lambda: client.claim(LANE, "w", "w-1"),
        lambda: client.create_execution(LANE),
        lambda: client.claim_batch(LANE, "w", "w-1", 3),
    ):
        with pytest.raises(errors.NotAuthorised):
            call()
    for query in ("select * from ff_lane", "select _caller()"):
        attacker.execute(query)  # its own, and nobody else's


@pytest.mark.parametrize("options", ["inherit", "noinherit"])
def test_a_pool_gains_nothing_from_what_else_it_is_a_member_of(
    connect: Connect, login: As, options: str
) -> None:
    tenants = [
        login(name, "ff_producer", "ff_worker", "ff_reader")
        for name in ("ff_test_tenant_a", "ff_test_tenant_b")
    ]
    owner = Client(connect(autocommit=True))
    for lane, tenant in (("lane a", "ff_test_tenant_a"), ("lane b", "ff_test_tenant_b")):
        owner.grant_lane(lane, tenant, ["submit", "claim", "read"])
    ids = {
        lane: Client(tenant).create_execution(lane, {"secret": lane}).execution_id
        for lane, tenant in zip(("lane a", "lane b"), tenants, strict=True)
    }
    pool = login(f"ff_test_pool_{options}", "ff_test_tenant_a", "ff_test_tenant_b", options=options)
    client = Client(pool)
    for mine, other in (("a", "b"), ("b", "a")):
        pool.execute(f"set role ff_test_tenant_{mine}")
        described = client.describe_execution(ids[f"lane {mine}"])
        assert described
        assert described.input == {"secret": f"lane {mine}"}
        for call in (
            lambda other=other: client.describe_execution(ids[f"lane {other}"]),
            lambda other=other: client.claim(f"lane {other}", "w", "w-1"),
            lambda other=other: client.create_execution(f"lane {other}"),
            lambda other=other: client.list_executions({"lane_id": f"lane {other}"}),
        ):
            with pytest.raises(errors.NotAuthorised) as raised:
                call()
            assert raised.value.detail["caller"] == f"ff_test_tenant_{mine}"
            assert raised.value.detail["session_user"] == f"ff_test_pool_{options}"
        assert {e.lane_id for e in client.list_executions()} == {f"lane {mine}"}
        (handle,) = [c.handle for c in client.claim_batch(f"lane {mine}", "w", "w-1", 1)]
        pool.execute(f"set role ff_test_tenant_{other}")
        with pytest.raises(errors.NotAuthorised):
            client.complete(handle)  # a handle is no pass into another's lane
        (item,) = client.complete_batch([handle])
        assert item.error_code == "ZF801"
    pool.execute("reset role")
    if options == "noinherit":
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            client.claim("lane a", "w", "w-1")


def test_a_membership_that_was_revoked_gives_no_right_in_an_older_snapshot(
    connect: Connect, login: As
) -> None:
    tenant = login("ff_test_tenant", "ff_producer")
    member = login("ff_test_member", "ff_producer", "ff_test_tenant")
    Client(connect(autocommit=True)).grant_lane(LANE, "ff_test_tenant", ["submit"])
    with member.transaction():
        member.execute("set transaction isolation level repeatable read")
        assert Client(member).create_execution(LANE).outcome == "created"
        connect(SUPERUSER, autocommit=True).execute("revoke ff_test_tenant from ff_test_member")
        with pytest.raises(errors.NotAuthorised), member.transaction():
            Client(member).create_execution(LANE)
    assert Client(tenant).create_execution(LANE).outcome == "created"


def test_operator_events_name_the_login_and_the_role_it_acts_as(
    connect: Connect, login: As
) -> None:
    login("ff_test_operator", "ff_operator")
    pool = login("ff_test_pool", "ff_test_operator")
    pool.execute("set role ff_test_operator")
    Client(pool).set_lane_state("lane", "paused", "the server moves", "ada")
    ((details,),) = rows(
        connect(),
        "select details from flowfabric.ff_operator_event where kind = 'lane_state_changed'",
    )
    assert details == {
        "session_user": "ff_test_pool",
        "role": "ff_test_operator",
        "actor": "ada",
        "reason": "the server moves",
        "lane_id": "lane",
        "old_state": "active",
        "new_state": "paused",
    }


INJECTIONS = [
    "'; drop table flowfabric.ff_meta; --",
    "'); update flowfabric.ff_meta set value = 'x'; --",
    "$$; drop table flowfabric.ff_meta; $$",
    "\\'; drop table flowfabric.ff_meta; --",
    '"; drop table flowfabric.ff_meta; --',
    "%s %I %L %1$s {} ${1}",
    "x' or '1'='1",
    "',(select string_agg(secret, '') from flowfabric.ff_hmac_key),'",
]


def test_no_text_is_ever_run(connect: Connect) -> None:
    """Every argument of every public function, one after the other, with every kind of attack."""
    owner = connect(autocommit=True)
    functions = rows(
        owner,
        """
        select p.proname, p.proargnames, p.proargtypes::regtype[]::text[], p.pronargdefaults
        from pg_proc as p
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname ~ '^ff_'
        order by p.proname
        """,
    )
    before = rows(owner, "select * from flowfabric.ff_meta order by key")
    tried = 0
    for name, names, types, _ in functions:
        for place, (attacked, kind) in enumerate(zip(names or [], types, strict=False)):
            if kind not in ("text", "text[]", "jsonb", "jsonb[]"):
                continue
            for text in INJECTIONS:
                values = [
                    _attack(kind, text) if i == place else _harmless(t) for i, t in enumerate(types)
                ]
                arguments = ", ".join(f"{n} => %s::{t}" for n, t in zip(names, types, strict=False))
                statement = f"select flowfabric.{name}({arguments})"
                sqlstate = _outcome(owner, statement, values)
                assert sqlstate[:2] in ("00", "22", "ZF", "0A"), f"{name}({attacked} => {text!r})"
                tried += 1
    assert tried > 500
    assert rows(owner, "select * from flowfabric.ff_meta order by key") == before


def _outcome(connection: Connection, statement: str, values: list[object]) -> str:
    """The SQLSTATE; the statement is rolled back."""
    with connection.transaction(force_rollback=True):
        try:
            with connection.transaction():
                connection.execute(statement.encode(), values)
        except psycopg.Error as error:
            return str(error.sqlstate)
    return "00000"


def _attack(kind: str, text: str) -> object:
    if kind == "text[]":
        return [text]
    if kind.startswith("jsonb"):
        value = psycopg.types.json.Jsonb({text: text, "nodes": {text: {"lane": text}}})
        return [value] if kind == "jsonb[]" else value
    return text


def _harmless(kind: str) -> object:
    values: dict[str, object] = {
        "text": "lane",
        "text[]": ["claim"],
        "jsonb": psycopg.types.json.Jsonb({}),
        "integer": 1,
        "bigint": 1000,
        "uuid": "01a1efe3-7fc4-7e51-bf64-d8f8865772b0",
    }
    return values.get(kind)
