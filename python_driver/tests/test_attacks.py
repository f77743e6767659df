"""A script for each group role, as an attacker could have written it.

Each attacker has a login of one role, and knows all ids of the tenant, a handle and a token. A
comment before an attack has what comes of it: an SQLSTATE, "no row", or "harmless". The last one
leaves a transaction open; then the tenant goes on with its work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from build import ROOT
from psycopg import sql
from psycopg.rows import dict_row

Connection = psycopg.Connection[Any]
Connect = Callable[..., Connection]

ATTACKS = Path(__file__).parent / "attacks"
ROLES = ("producer", "worker", "reader", "operator", "approver")
TENANT = "ff_attack_tenant"
SECRET = "the tenant's secret"

BEFORE = """
select flowfabric.ff_grant_lane(
    'vault', 'ff_attack_tenant', '{submit,claim,read,signal,approve}'
);
select flowfabric.ff_grant_lane('vault', 'ff_owner', '{operate}');
select flowfabric.ff_set_submitter_limit(
    'open', p_max_unfinished => 500, p_max_unfinished_bytes => 1000000
);
"""

VAULT = """(
    select e.*
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id
    where r.lane_id = 'vault'
)"""


def attacks(name: str, known: dict[str, object]) -> Iterator[tuple[str, str, str]]:
    """The expected outcome, the title and the statements of each attack."""
    text = (ATTACKS / f"{name}.sql").read_text()
    header = re.compile(r"^-- (\w{5}|no row|harmless): (.*)\n", re.MULTILINE)
    parts = header.split(text)[1:]
    for expected, title, statements in zip(*[iter(parts)] * 3, strict=True):
        yield (
            expected,
            title,
            re.sub(
                r":'(\w+)'", lambda name: sql.Literal(str(known[name[1]])).as_string(), statements
            ),
        )


def outcome(attacker: Connection, statements: str) -> tuple[str, str]:
    """The outcome of an attack, and the answer to the attacker."""
    try:
        cursor = attacker.execute(statements.encode())
        while cursor.nextset():
            pass
        found = cursor.fetchall() if cursor.description else []
    except psycopg.Error as error:
        return error.sqlstate or "", f"{error} {error.diag.message_detail}"
    return "no row" if not found else "harmless", str(found)


def one(session: Connection, query: str, *arguments: object) -> Any:
    row = session.execute(query.encode(), arguments).fetchone()
    assert row
    return next(iter(row.values()))


def prepare_vault(admin: Connection, tenant: Connection) -> dict[str, object]:
    """Rows of every kind in the lane of the tenant, and all that an attacker can know of them."""
    admin.execute(BEFORE)
    # after these the lane has idempotency keys of its own
    for _ in range(5):
        admin.execute("select flowfabric.ff_tick()")

    def submit(options: str = "") -> object:
        return one(
            tenant,
            "select execution_id from"
            f" flowfabric.ff_create_execution('vault', to_jsonb(%s::text) {options})",
            SECRET,
        )

    def claim() -> object:
        return one(
            tenant,
            "select handle"
            " from flowfabric.ff_claim('vault', 'vaulter', 'vaulter-1', p_lease_ttl_ms => 600000)",
        )

    known: dict[str, object] = {"done": submit(", p_idempotency_key => 'invoice 1'")}
    tenant.execute("select flowfabric.ff_complete(%s, to_jsonb(%s::text))", (claim(), SECRET))
    known["parked"] = submit()
    (waitpoint,) = one(
        tenant,
        "select waitpoints"
        """ from flowfabric.ff_suspend(%s, '{"signal": "approved", "on": "review"}')""",
        claim(),
    )
    known |= {"waitpoint": waitpoint["waitpoint_id"], "token": waitpoint["token"]}
    tenant.execute("select flowfabric.ff_register_worker('vaulter', 'vaulter-1', '{vault}')")
    known |= {"held": submit(), "handle": claim()}
    tenant.execute("select flowfabric.ff_append_frame(%s, p_text => %s)", (known["handle"], SECRET))
    known["granted"] = submit()
    known["grant_key"] = one(
        admin,
        "select grant_key from flowfabric.ff_issue_claim_grant(%s, 'a', 'a-1')",
        known["granted"],
    )
    known["waiting"] = submit()
    known["flow"] = one(
        tenant,
        "select flow_id from flowfabric.ff_submit_flow("
        """'{"nodes": {"a": {"lane": "vault"}, "b": {"lane": "vault", "after": ["a"]}}}')""",
    )
    # these belong to the tenant: all roles may use what belongs to an operator
    known["quota"] = one(
        admin,
        "select quota_policy_id"
        " from flowfabric.ff_create_quota_policy(gen_random_uuid(), 1000, 5, 5)",
    )
    known["budget"] = one(
        admin,
        "select budget_id from flowfabric.ff_create_budget(gen_random_uuid(), 'tenant', 'acme',"
        " p_dimensions => '{tokens}', p_hard_limits => '{9}', p_soft_limits => '{0}')",
    )
    admin.execute("select flowfabric.ff_create_consumer('tenant')")
    for kind, name in (
        ("quota_policy", known["quota"]),
        ("budget", known["budget"]),
        ("consumer", "tenant"),
    ):
        admin.execute("select flowfabric.ff_set_owner(%s, %s, %s)", (kind, str(name), TENANT))
    known["cursor"] = one(tenant, "select next_cursor from flowfabric.ff_read_consumer('tenant')")
    known["theirs"] = one(
        admin, "select execution_id from flowfabric.ff_create_execution('open', '{}')"
    )
    return known


def picture(admin: Connection) -> list[object]:
    """The rows of the tenant that an attack could have changed."""
    return [
        admin.execute(
            f"select to_jsonb(t)::text as row from {rows} as t order by 1".encode()
        ).fetchall()
        for rows in (
            VAULT,
            "(select * from flowfabric.ff_lane where lane_id = 'vault')",
            "flowfabric.ff_lane_grant",
            "flowfabric.ff_waitpoint",
            "flowfabric.ff_signal",
            "flowfabric.ff_budget_usage",
            "flowfabric.ff_quota_token",
            "flowfabric.ff_stream_frame",
            "flowfabric.ff_consumer",
            "flowfabric.ff_claim_grant",
            "flowfabric.ff_hmac_key",
        )
    ]


@pytest.mark.parametrize("role", ROLES)
def test_an_attacker_with_the_role_gets_nothing_of_a_tenant(
    connect: Connect, login: Connect, role: str
) -> None:
    admin = connect(autocommit=True, row_factory=dict_row)
    tenant = login(TENANT, "ff_producer", "ff_worker", "ff_reader", "ff_approver")
    tenant.row_factory = dict_row
    known = prepare_vault(admin, tenant)
    before = picture(admin)
    attacker = login(f"ff_attack_{role}", f"ff_{role}")
    attacker.row_factory = dict_row
    database = one(admin, "select quote_ident(current_database())")
    admin.execute(f"grant temporary on database {database} to public".encode())
    attacker.execute(
        "create function pg_temp.leak(p_value text) returns boolean language plpgsql cost 0.0001"
        " as $$ begin raise exception 'leaked %', p_value using errcode = 'P0666'; end $$"
    )
    attacker.execute("set statement_timeout = '20s'")

    wrong = []
    for script in ("every_role", role):
        for expected, title, statements in attacks(script, known):
            if title.startswith(("it runs", "it leaves", "it holds")) and expected == "harmless":
                attacker.execute("reset all")
            came, told = outcome(attacker, statements)
            assert SECRET not in told, title
            if came != expected and not (expected == "harmless" and came == "no row"):
                wrong.append(f"{script}: {title}: {came} instead of {expected}: {told[:200]}")
    assert not wrong, "\n".join(wrong)

    assert picture(admin) == before
    assert admin.execute("select * from flowfabric.ff_check()").fetchall() == []
    # its transaction is still open
    assert attacker.info.transaction_status != psycopg.pq.TransactionStatus.IDLE
    tenant.execute("set statement_timeout = '10s'")
    tenant.execute("select flowfabric.ff_tick()")
    tenant.execute("select flowfabric.ff_complete(%s)", (known["handle"],))
    assert one(tenant, "select handle from flowfabric.ff_claim('vault', 'vaulter', 'vaulter-1')")
    tenant.execute(
        "select flowfabric.ff_deliver_signal(%s, %s, %s, 'approved')",
        (known["parked"], known["waitpoint"], known["token"]),
    )
    tenant.execute("select flowfabric.ff_read_consumer('tenant')")
    attacker.execute("rollback")


def test_each_test_that_the_page_names_exists() -> None:
    named = re.findall(
        r"`((?:tests_sql|python_driver/tests)/[^`:]+)(?:::(\w+))?`",
        (ROOT / "docs/security.md").read_text(),
    )
    assert len(named) > 25
    assert {f"python_driver/tests/attacks/{role}.sql" for role in ROLES} <= {n for n, _ in named}
    for path, test in named:
        assert (ROOT / path).is_file(), path
        assert not test or f"def {test}(" in (ROOT / path).read_text(), f"{path}::{test}"
