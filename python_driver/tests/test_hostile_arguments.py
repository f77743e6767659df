"""Values that are small to send and large to print, deep, or of an unexpected shape.

Each argument of each public function is tried, so that a new function is tried as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flowfabric import Client
from psycopg.rows import tuple_row
from psycopg.types.json import Jsonb

Connection = psycopg.Connection[Any]
Connect = Callable[..., Connection]

# 2,400 bytes print as 26 MB, and so 36,000 as 49 MB
HUGE = "(select jsonb_agg(1e131071::numeric) from generate_series(1, 200))"
ZEROS = "(select jsonb_agg(('1.' || repeat('0', 16383))::numeric) from generate_series(1, 3000))"
DEEP = "(repeat('[', 2000) || repeat(']', 2000))::jsonb"
MANY = "(select jsonb_object_agg('k' || n, n) from generate_series(1, 1000000) as n)"
LONG = "('[' || repeat('9', 401) || ']')::jsonb"

VALUES: dict[str, object] = {
    "text": "lane",
    "text[]": ["claim"],
    "jsonb": Jsonb({}),
    "jsonb[]": [Jsonb({})],
    "integer": 1,
    "bigint": 1000,
    "uuid": "01a1efe3-7fc4-7e51-bf64-d8f8865772b0",
}


# made once for each connection: each of them takes a while to make
HOSTILE = {"huge": HUGE, "zeros": ZEROS, "deep": DEEP, "long": LONG}


@pytest.fixture
def owner(connect: Connect) -> Connection:
    connection = connect(autocommit=True, row_factory=tuple_row)
    connection.execute("set statement_timeout = '20s'")
    return connection


def arguments_of_type(connection: Connection, pattern: str) -> list[tuple[str, str, str, str]]:
    """Function, argument and type of each argument of such a type, and the call with that argument
    open."""
    functions = connection.execute(
        """
        select p.proname, p.proargnames, p.proargtypes::regtype[]::text[]
        from pg_proc as p
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname ~ '^ff_'
        order by p.proname
        """
    ).fetchall()
    return [
        (name, argument, kind, _call(connection, name, argument, names, types))
        for name, names, types in functions
        for argument, kind in zip(names or [], types, strict=False)
        if kind in pattern.split(",")
    ]


def _call(
    connection: Connection, name: str, open_one: str, names: list[str], types: list[str]
) -> str:
    given = []
    for argument, kind in zip(names, types, strict=False):
        if argument == open_one:
            given.append(f"{argument} => @")
        elif kind in VALUES:
            value = psycopg.sql.Literal(VALUES[kind]).as_string(connection)
            given.append(f"{argument} => {value}::{kind}")
    # optional arguments of other types keep their defaults
    return f"select flowfabric.{name}({', '.join(given)})"


@pytest.fixture(params=HOSTILE)
def value(owner: Connection, request: pytest.FixtureRequest) -> str:
    """An expression that is a hostile value."""
    value = HOSTILE[request.param]
    owner.execute(f"create temporary table hostile as select {value} as value".encode())
    return "(select h.value from hostile as h)"


def outcome(connection: Connection, statement: str) -> tuple[str, str, float]:
    """SQLSTATE, message and seconds; the statement is rolled back."""
    begun = time.monotonic()
    try:
        with connection.transaction(force_rollback=True):
            connection.execute(statement.encode())
    except psycopg.Error as error:
        lines = len((error.diag.context or "").splitlines())
        assert lines < 100, f"{lines} lines of context"
        return str(error.sqlstate), str(error.diag.message_primary), time.monotonic() - begun
    return "00000", "", time.monotonic() - begun


def test_json_that_is_large_to_print_gets_nowhere(owner: Connection, value: str) -> None:
    tried = 0
    for name, argument, kind, call in arguments_of_type(owner, "jsonb,jsonb[]"):
        given = value if kind == "jsonb" else f"array[{value}]"
        sqlstate, message, seconds = outcome(owner, call.replace("@", given, 1))
        if kind == "jsonb[]" and sqlstate == "00000":
            continue  # an item of a batch is answered, not raised: see the next test
        assert sqlstate[:2] in ("22", "ZF"), f"{name}({argument}): {sqlstate} {message}"
        assert len(message) < 1000
        assert seconds < 5, f"{name}({argument}): {seconds} s"
        tried += 1
    assert tried >= 20


def test_the_argument_is_named(owner: Connection, value: str) -> None:
    client = Client(owner)
    client.create_execution("lane")
    claimed = client.claim("lane", "w", "w-1")
    assert claimed
    handle = f"'{claimed.handle}'"
    nodes = "jsonb_build_object('nodes', jsonb_build_object('a', jsonb_build_object("
    calls = {
        "p_input": "ff_create_execution('lane', p_input => @)",
        "p_tags": "ff_create_execution('lane', p_tags => jsonb_build_object('a', @))",
        "p_policy": "ff_create_execution('lane', p_policy => jsonb_build_object('a', @))",
        "p_output": f"ff_complete({handle}, @)",
        "p_detail": f"ff_fail({handle}, 'reason', p_detail => @)",
        "p_json": f"ff_append_frame({handle}, p_json => jsonb_build_object('a', @))",
        "p_options": "ff_create_executions('lane', array['{}']::jsonb[],"
        " jsonb_build_object('tags', @))",
        "p_flow": f"ff_submit_flow({nodes}'lane', 'x', 'input', @))))",
        "p_condition": f"ff_suspend({handle}, jsonb_build_object('all', @))",
        "p_waitpoints": f"""ff_suspend({handle}, '{{"signal": "go"}}', @)""",
    }
    for argument, call in calls.items():
        statement = f"select flowfabric.{call.replace('@', value)}"
        sqlstate, message, seconds = outcome(owner, statement)
        assert (sqlstate, message.split()[0]) == ("22023", argument), message
        assert seconds < 5
    items = owner.execute(
        "select outcome, error_detail ->> 'argument' from flowfabric.ff_create_executions("
        f"'lane', array['{{}}', {value}])".encode()
    ).fetchall()
    assert items == [("created", None), ("invalid", "p_input")]
    ((done,),) = owner.execute(
        "select error_code"
        f" from flowfabric.ff_complete_batch(array[{handle}], array[{value}])".encode()
    ).fetchall()
    assert done == "22023"


def test_a_patch_in_the_text_of_a_frame_is_judged_as_json(owner: Connection) -> None:
    client = Client(owner)
    client.create_execution("lane")
    claimed = client.claim("lane", "w", "w-1")
    assert claimed
    for text in (
        '{"a": [' + "1e131071, " * 6000 + "1]}",
        '{"a": ' * 1000 + "1" + "}" * 1000,
        '{"a": ' * 17 + "1" + "}" * 17,
    ):
        statement = (
            f"select flowfabric.ff_append_frame('{claimed.handle}', p_text => '{text}',"
            " p_mode => 'summary')"
        )
        sqlstate, message, seconds = outcome(owner, statement)
        assert (sqlstate, message.split()[0]) == ("22023", "p_json")
        assert seconds < 5


def test_a_million_tags_are_refused_before_they_are_looked_at(owner: Connection) -> None:
    sqlstate, message, seconds = outcome(
        owner, f"select flowfabric.ff_create_execution('lane', p_tags => {MANY})"
    )
    assert (sqlstate, message.split()[0]) == ("22023", "p_tags")
    assert seconds < 15


@pytest.mark.parametrize(
    ("value", "is_fine"),
    [
        (f"[{'9' * 400}]", True),
        (f"[{'9' * 401}]", False),
        (f"[-{'9' * 400}]", False),
        (f"[0.{'1' * 398}]", True),
        (f"[0.{'1' * 399}]", False),
        ("[1e399]", True),
        ("[1e400]", False),
        ("[1e-398]", True),
        ("[1e-399]", False),
        (f'["{"9" * 5000}", "{"x" * 1000}"]', True),
        (f"[{', '.join(['9' * 41] * 1000)}]", True),
        (f"[{', '.join(['9' * 41] * 1001)}]", False),
        (f"[{', '.join(['9' * 40] * 5000)}]", True),
        ("[" * 100 + "]" * 100, True),
        ("[" * 101 + "]" * 101, False),
        ('{"a": ' * 100 + "1" + "}" * 100, True),
        ('{"a": ' * 101 + "1" + "}" * 101, False),
        ("[" * 99 + '["' + "x" * 2000 + '"]' + "]" * 99, True),
    ],
)
def test_the_limits_are_exact(owner: Connection, value: str, is_fine: bool) -> None:
    sqlstate, _, _ = outcome(
        owner, f"select flowfabric.ff_create_execution('lane', p_input => '{value}')"
    )
    assert sqlstate == ("00000" if is_fine else "22023")


def test_stored_values_are_checked_alike(owner: Connection) -> None:
    """A compressed value is small to store, however large it prints."""
    owner.execute(f"create temporary table stored as select {HUGE} as value".encode())
    sqlstate, _, _ = outcome(
        owner, "select flowfabric.ff_create_execution('lane', p_input => value) from stored"
    )
    assert sqlstate == "22023"


def test_arrays_of_two_dimensions_are_wrong_arguments(owner: Connection) -> None:
    tried = 0
    findings = []
    for name, argument, kind, call in arguments_of_type(
        owner, "text[],jsonb[],uuid[],bigint[],bytea[]"
    ):
        item = {
            "text[]": "'claim'",
            "jsonb[]": "'{}'",
            "uuid[]": "gen_random_uuid()",
            "bigint[]": "1",
            "bytea[]": "'\\x00'",
        }[kind]
        for shape in ("array[[{0}, {0}]]", "array[[{0}], [{0}]]"):
            given = f"{shape.format(item)}::{kind}"
            sqlstate, message, _ = outcome(owner, call.replace("@", given, 1))
            # an argument that is judged earlier may be the one that is refused
            if sqlstate not in ("22023", "22004") and not sqlstate.startswith("ZF"):
                findings.append(f"{name}({argument} => {given}): {sqlstate} {message}")
            tried += 1
    assert not findings, "\n".join(findings)
    assert tried >= 40
