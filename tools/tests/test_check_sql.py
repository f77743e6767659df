"""Each house rule finds what it is for, and nothing in a project that keeps them all."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_sql import check

PUBLIC = """\
create or replace function ff_renew_lease(
    p_handle text,
    p_limits numeric(5, 2)[] default '{1, 2}'
)
returns ff_lease_renewal
language plpgsql
rows 1
security definer
set search_path = flowfabric, pg_temp
set jit = off
as $ff_renew_lease$
declare
    v_now timestamptz;
    v_limit constant integer := 10;
    r_lease record;
begin
    -- A comment may say SELECT * and now(); it's harmless.
    if p_handle is null then
        perform _raise_null('p_handle');
    end if;
    v_now := _now();
    for r_lease in
        select l.lease_id from ff_lease as l where l.expires_at <= v_now limit v_limit
    loop
        perform _check_lease(r_lease.lease_id);
    end loop;
    return (v_now, 'a "quoted" -- text');
end;
$ff_renew_lease$;

comment on function ff_renew_lease is
$$Extends a lease.

Effects: writes one row.

Idempotent: yes.

Locks: the execution.

Errors: ZF101 lease_expired, 22004.

Example:
```sql
select now(), ff_renew_lease('...');
```
$$;
"""

INTERNAL = """\
create or replace function _check_lease(p_lease_id uuid, out p_is_good boolean)
language plpgsql
stable
as $_check_lease$
begin
    perform _raise('lease_expired');
end;
$_check_lease$;

comment on function _check_lease is 'Raises when a lease is over.';
"""

NOW = """\
create or replace function _now()
returns timestamptz
language sql
volatile
as $_now$
    select clock_timestamp()
$_now$;

comment on function _now is 'The clock.';
"""

FILES = {
    "functions/lease/ff_renew_lease.sql": PUBLIC,
    "functions/base/_check_lease.sql": INTERNAL,
    "functions/base/_now.sql": NOW,
    "sql/error_codes.sql": "insert into e values ('ZF101', 'lease_expired', 'lease_lost');\n",
    "sql/privileges.sql": "grant execute on function ff_renew_lease to ff_worker;\n",
    "sql/uninstall.sql": "drop schema flowfabric;\n",
    "sql/install.sql": (
        "-- all of it\n\\ir error_codes.sql\n\\ir ../functions/base/_now.sql\n"
        "\\ir ../functions/base/_check_lease.sql\n\\ir ../functions/lease/ff_renew_lease.sql\n"
        "\\ir privileges.sql\n"
    ),
    "tests_sql/lease/refuses.sql": "select throws_ok('...', 'ZF101');\n",
}


def write_project(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_project_that_keeps_the_rules_has_no_findings(tmp_path: Path) -> None:
    write_project(tmp_path, FILES)
    assert check(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "finding"),
    [
        ("ff_renew_lease", "function ff_renew_lease(", "function ff_renew(", "of its own name"),
        ("ff_renew_lease", "$ff_renew_lease$", "$body$", "dollar tag is not $ff_renew_lease$"),
        (
            "ff_renew_lease",
            "function ff_renew_lease is",
            "function ff_other is",
            "another function",
        ),
        ("_now", "comment on", "select 1;\ncomment on", "only one function and its comment"),
        ("_now", "comment on function _now is 'The clock.';", "", "no `comment on function`"),
        ("ff_renew_lease", "language plpgsql\n", "language plpgsql\nstrict\n", "no attribute"),
        ("ff_renew_lease", "rows 1\nsecurity definer", "security definer\nrows 1", "stands before"),
        ("ff_renew_lease", "returns ff_lease_renewal", "returns table (a text)", "composite type"),
        ("ff_renew_lease", "security definer\n", "", "has: security definer"),
        ("ff_renew_lease", "flowfabric, pg_temp\n", "flowfabric\n", "has: search_path"),
        ("_check_lease", "stable\n", "stable\nsecurity definer\n", "runs as its caller"),
        ("_check_lease", "(p_lease_id", "(lease_id", "parameter lease_id"),
        ("ff_renew_lease", "v_now timestamptz;", "now_at timestamptz;", "variable now_at"),
        ("ff_renew_lease", "v_limit constant", "v_limit", "v_limit is never assigned"),
        ("ff_renew_lease", "for r_lease in", "for lease in", "loop variable lease"),
        ("ff_renew_lease", "return (", "select * into r_lease; return (", "leaks"),
        ("_check_lease", "end;", "exception when others then null;\nend;", "when others"),
        ("_check_lease", "end;", "perform 'a\\b';\nend;", "a backslash"),
        ("_check_lease", "perform", "PERFORM", "lower case: PERFORM"),
        ("_check_lease", "perform", "perform " + " " * 100, "columns"),
        ("_check_lease", "perform _raise('lease_expired');", "raise exception 'no';", "errcode"),
        ("_check_lease", "lease_expired", "lease_gone", "lease_gone is not in"),
        ("_check_lease", "end;", "v_code := 'ZF777';\nend;", "ZF777 is not in"),
        ("ff_renew_lease", "Locks: the execution.", "", "has no Locks:"),
        ("ff_renew_lease", "Locks: the", "Errors: none\n\nLocks: the", "the order of the comment"),
        ("ff_renew_lease", "Errors: ZF101 lease_expired, ", "Errors: ", "can raise ZF101"),
        ("ff_renew_lease", "Errors: ", "Errors: 22023, ", "raises 22023"),
        ("ff_renew_lease", "v_now := _now();", "v_now := now();", "reads the clock"),
        (
            "_check_lease",
            "end;",
            "v_is_late := transaction_timestamp() < statement_timestamp();\nend;",
            "reads the clock",
        ),
        ("ff_renew_lease", "Errors: ", "Errors: ZF900, ", "raises ZF900"),
        ("_check_lease", "end;", "grant x to y;\nend;", "grants stand"),
        ("sql/error_codes", "insert", "revoke all from public; insert", "grants stand"),
        ("refuses", "ZF101", "ZF102", "no test expects ZF101"),
        ("sql/install", "\\ir privileges.sql\n", "", "sql/privileges.sql:1: not in"),
        ("sql/install", "\\ir p", "\\ir privileges.sql\n\\ir p", "is listed twice"),
        ("sql/install", "\\ir p", "\\ir gone.sql\n\\ir p", "gone.sql does not exist"),
    ],
)
def test_a_broken_rule_is_found(
    tmp_path: Path, file: str, old: str, new: str, finding: str
) -> None:
    name = next(name for name in FILES if f"{file}.sql" in name)
    assert old in FILES[name]
    write_project(tmp_path, FILES | {name: FILES[name].replace(old, new)})
    findings = [str(each) for each in check(tmp_path)]
    assert any(finding in each for each in findings), findings


def test_a_comment_may_say_why_an_error_cannot_occur(tmp_path: Path) -> None:
    name = "functions/lease/ff_renew_lease.sql"
    call = "        perform _check_lease"
    text = PUBLIC.replace("Errors: ZF101 lease_expired, ", "Errors: ")
    text = text.replace(call, f"        -- cannot raise ZF101: it is locked and live\n{call}")
    write_project(tmp_path, FILES | {name: text})
    assert check(tmp_path) == []


def test_a_bug_is_not_part_of_the_contract(tmp_path: Path) -> None:
    catalogue = "sql/error_codes.sql"
    helper = "functions/base/_check_lease.sql"
    test = "tests_sql/lease/refuses.sql"
    changed = {
        catalogue: FILES[catalogue] + "insert into e values ('ZF900', 'invariant_violation');\n",
        helper: INTERNAL.replace("end;", "    perform _raise('invariant_violation');\nend;"),
        test: FILES[test] + "select throws_ok('...', 'ZF900');\n",
    }
    write_project(tmp_path, FILES | changed)
    assert check(tmp_path) == []


def test_a_statement_may_ask_whether_it_is_the_first_of_its_transaction(tmp_path: Path) -> None:
    name = "functions/base/_check_lease.sql"
    question = "perform statement_timestamp() - transaction_timestamp();"
    text = INTERNAL.replace("end;", f"    {question}\nend;")
    write_project(tmp_path, FILES | {name: text})
    assert check(tmp_path) == []


def test_a_finding_names_file_and_line(tmp_path: Path) -> None:
    broken = INTERNAL.replace("perform _raise('lease_expired')", "perform _raise('gone')")
    write_project(tmp_path, FILES | {"functions/base/_check_lease.sql": broken})
    assert "functions/base/_check_lease.sql:6: gone is not in sql/error_codes.sql" in [
        str(finding) for finding in check(tmp_path)
    ]
