"""An old installation with live leases becomes the same as a fresh one, while its clients work."""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from build import ROOT, build, read_version
from flowfabric import Client
from flowfabric.cli import main
from pg_server import RunningServer, environment
from psycopg.rows import tuple_row
from test_db import OWNER

Connection = psycopg.Connection[Any]
Database = Callable[[str], Connection]

# written by tools/freeze.py, one for each version that was tagged
FROZEN = sorted((ROOT / "python_driver/tests/frozen").glob("flowfabric--*.sql.xz"))


@pytest.fixture
def database(server: RunningServer) -> Iterator[Database]:
    """Makes a database in which that text was run, and a connection of its owner."""
    connections: dict[str, Connection] = {}

    def make(text: str) -> Connection:
        name = f"ff_upgrade_{len(connections)}"
        server.psql("-c", f"drop database if exists {name} (force)")
        server.psql("-c", f"create database {name} owner {OWNER}")
        connections[name] = psycopg.connect(server.dsn(name, OWNER), autocommit=True)
        connections[name].execute(text.encode())
        return connections[name]

    yield make
    for name, connection in connections.items():
        connection.close()
        server.psql("-c", f"drop database {name} (force)")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A next version: it has one more column, function, comment and grant."""
    root = tmp_path_factory.mktemp("next")
    for name in ("sql", "functions", "tools"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copy(ROOT / "pyproject.toml", root)
    migrations = root / "sql/migrations"
    number = len(list(migrations.glob("*.sql"))) + 1
    migrations.mkdir(exist_ok=True)
    (migrations / f"{number:04}_lanes_have_notes.sql").write_text(
        "alter table ff_lane add column note text;\n"
        "comment on column ff_lane.note is 'Whatever there is to say.';\n"
    )

    def edit(path: str, old: str, new: str) -> None:
        text = (root / path).read_text()
        assert old in text
        (root / path).write_text(text.replace(old, new, 1))

    edit("pyproject.toml", f'version = "{read_version()}"', 'version = "99.0.0"')
    # where a migration puts it: behind all others
    edit(
        "sql/tables/ff_lane.sql",
        "updated_at timestamptz not null\n",
        "updated_at timestamptz not null,\n    note text\n",
    )
    edit(
        "sql/tables/ff_lane.sql",
        "comment on column ff_lane.updated_at is 'When it was last changed.';",
        "comment on column ff_lane.updated_at is 'When it was last changed.';\n"
        "comment on column ff_lane.note is 'Whatever there is to say.';",
    )
    edit("functions/look/ff_server_time.sql", "$$", "$$Better: ")
    edit("sql/error_codes.sql", "the lease is stale", "the lease is quite stale")
    edit(
        "sql/privileges.sql",
        "('ff_set_lane_state', array['ff_operator'])",
        "('ff_set_lane_state', array['ff_operator', 'ff_approver'])",
    )
    (root / "functions/base/_new.sql").write_text(
        "create or replace function _new()\nreturns integer\nlanguage sql\nimmutable\n"
        "as $_new$\n    select 1\n$_new$;\n\ncomment on function _new is 'One.';\n"
    )
    edit(
        "sql/install.sql",
        "\\ir privileges.sql\n",
        "\\ir ../functions/base/_new.sql\n\\ir privileges.sql\n",
    )
    build(root)
    return {name: (root / f"dist/flowfabric{name}.sql").read_text() for name in ("", "_upgrade")}


def installed_now() -> str:
    return (ROOT / "dist/flowfabric.sql").read_text()


def installed_before() -> str:
    """Today's installation under an older version."""
    return installed_now().replace(f"'{read_version()}'", "'0.0.9'")


def rows(connection: Connection, query: str) -> list[tuple[Any, ...]]:
    return connection.cursor(row_factory=tuple_row).execute(query.encode()).fetchall()


def schema_of(server: RunningServer, connection: Connection) -> str:
    """Tables, functions, comments, privileges, and the contents of small tables."""
    dump = subprocess.run(
        [server.bindir / "pg_dump", "--schema=flowfabric", "--schema-only"],
        env=environment(server.env(connection.info.dbname)),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
    dump = "\n".join(line for line in dump.splitlines() if not line.startswith(("--", "\\")))
    # in the order of their names, not of their making
    statements = sorted(re.split(r"\n\n\n+", dump))
    tables = ("ff_meta", "ff_error_code", "ff_privilege", "ff_state_vector")
    contents = [
        rows(connection, f"select * from flowfabric.{name} order by 1, 2") for name in tables
    ]
    # each installation has an id of its own
    contents[0] = [
        (key, len(value) if key == "installation_id" else value) for key, value in contents[0]
    ]
    return "\n\n".join([*statements, *map(str, contents)])


def files_of_tables(connection: Connection) -> list[tuple[Any, ...]]:
    return rows(
        connection,
        "select relname, relfilenode from pg_class"
        " where relnamespace = 'flowfabric'::regnamespace and relkind in ('r', 'i', 'S')"
        " order by relname",
    )


def use(connection: Connection) -> dict[str, str]:
    """An execution of each kind that an upgrade must not touch."""
    client = Client(connection)
    waiting = client.create_execution("lane", {"a": 1}, idempotency_key="k")
    granted = client.create_execution("granted", {"a": 2})
    grant = client.issue_claim_grant(granted.execution_id, "w", "w-1", grant_ttl_ms=60_000)
    client.create_execution("parked")
    parked = client.claim("parked", "w", "w-1")
    assert parked
    waitpoint = client.create_waitpoint(parked.handle, "review", 600_000)
    client.suspend(
        parked.handle,
        {"signal": "go", "on": "review"},
        [{"waitpoint_id": str(waitpoint.waitpoint_id)}],
    )
    client.create_execution("held")
    held = client.claim("held", "w", "w-1", lease_ttl_ms=600_000)
    assert held
    return {
        "waiting": str(waiting.execution_id),
        "granted": str(granted.execution_id),
        "grant": grant.grant_key,
        "parked": str(parked.execution_id),
        "waitpoint": str(waitpoint.waitpoint_id),
        "token": waitpoint.token,
        "handle": held.handle,
    }


def go_on(connection: Connection, things: dict[str, str]) -> None:
    """The former driver continues with the handles that it had."""
    client = Client(connection)
    client.renew(things["handle"])
    assert client.complete(things["handle"]).public_state == "completed"
    redeemed = client.claim_execution(UUID(things["granted"]), things["grant"], "w", "w-1")
    client.complete(redeemed.handle)
    client.deliver_signal(UUID(things["parked"]), UUID(things["waitpoint"]), things["token"], "go")
    resumed = client.claim("parked", "w", "w-1")
    assert resumed
    client.complete(resumed.handle)
    again = client.create_execution("lane", {"a": 1}, idempotency_key="k")
    assert (again.execution_id, again.outcome) == (UUID(things["waiting"]), "duplicate")
    claimed = client.claim("lane", "w", "w-1")
    assert claimed
    assert claimed.execution_id == UUID(things["waiting"])
    client.complete(claimed.handle)
    client.tick()
    assert client.check() == []


def test_an_upgrade_equals_a_fresh_installation(
    server: RunningServer, database: Database, built: dict[str, str]
) -> None:
    connection = database(installed_now())
    connection.execute("create function flowfabric.ff_gone() returns integer language sql return 1")
    connection.execute("create role ff_test_by_hand")
    connection.execute("grant execute on function flowfabric.ff_claim to ff_test_by_hand")
    try:
        things = use(connection)
        files = files_of_tables(connection)
        with psycopg.connect(server.dsn(connection.info.dbname, OWNER)) as open_one:
            # a holder that has called, and not committed yet, holds up nothing for long
            open_one.execute("select flowfabric.ff_assert_lease(%s)", (things["handle"],))
            open_one.rollback()
        connection.execute(built["_upgrade"].encode())
        assert files_of_tables(connection) == files, "no table is rewritten"
        acl = rows(
            connection,
            "select count(*) from pg_proc as p cross join lateral aclexplode(p.proacl) as a"
            " where a.grantee = 'ff_test_by_hand'::regrole",
        )
        assert acl == [(1,)], "what was granted by hand stays"
        connection.execute("revoke all on function flowfabric.ff_claim from ff_test_by_hand")
        fresh = database(built[""])
        assert schema_of(server, connection) == schema_of(server, fresh)
        go_on(connection, things)
        connection.execute(built["_upgrade"].encode())  # harmless
    finally:
        server.psql("-c", "drop owned by ff_test_by_hand", dbname=connection.info.dbname)
        server.psql("-c", "drop role ff_test_by_hand")


@pytest.mark.parametrize("older", [None, *FROZEN], ids=lambda path: path.stem if path else "now")
def test_an_older_version_becomes_this_one(
    server: RunningServer, database: Database, older: Path | None
) -> None:
    connection = database(
        lzma.decompress(older.read_bytes()).decode() if older else installed_before()
    )
    things = use(connection)
    files = files_of_tables(connection)
    upgrade = (ROOT / "dist/flowfabric_upgrade.sql").read_text()
    connection.execute(upgrade.encode())
    assert set(files) <= set(files_of_tables(connection))
    assert schema_of(server, connection) == schema_of(server, database(installed_now()))
    go_on(connection, things)


def test_upgrades_that_are_refused(database: Database, built: dict[str, str]) -> None:
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match="is not installed"):
        database(built["_upgrade"])
    newer = database(built[""])
    upgrade = (ROOT / "dist/flowfabric_upgrade.sql").read_text()
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match="is newer than"):
        newer.execute(upgrade.encode())


def test_it_gives_up_rather_than_hold_up_everybody(
    server: RunningServer, database: Database, built: dict[str, str]
) -> None:
    connection = database(installed_now())
    version = rows(connection, "select flowfabric.ff_version()")
    with psycopg.connect(server.dsn(connection.info.dbname, OWNER)) as other:
        other.execute("lock table flowfabric.ff_lane in access share mode")
        connection.execute("set lock_timeout = '100ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            connection.execute(built["_upgrade"].encode())
        assert rows(connection, "select flowfabric.ff_version()") == version
        assert rows(connection, "show lock_timeout") == [("100ms",)]
    connection.execute(built["_upgrade"].encode())
    assert rows(connection, "select flowfabric.ff_version()") == [("99.0.0",)]


def test_the_command_line_upgrades(
    server: RunningServer,
    database: Database,
    capsys: pytest.CaptureFixture[str],
) -> None:
    connection = database(installed_before())
    dsn = server.dsn(connection.info.dbname, OWNER)
    assert main(["upgrade", "--dsn", dsn, "--dry-run"]) == 0
    assert "would be upgraded from 0.0.9" in capsys.readouterr().out
    assert rows(connection, "select flowfabric.ff_version()") == [("0.0.9",)]
    assert main(["upgrade", "--dsn", dsn]) == 0
    assert "was upgraded from 0.0.9" in capsys.readouterr().out
    assert main(["upgrade", "--dsn", dsn]) == 0
    assert "is current" in capsys.readouterr().out
    assert main(["sql", "upgrade"]) == 0
    printed = capsys.readouterr().out
    assert printed.strip() == (ROOT / "dist/flowfabric_upgrade.sql").read_text().strip()


def test_a_dump_keeps_leases_and_heads(server: RunningServer, database: Database) -> None:
    connection = database(installed_now())
    things = use(connection)
    client = Client(connection)
    for _ in range(200):  # heads move
        client.create_execution("busy")
        claimed = client.claim("busy", "w", "w-1")
        assert claimed
        client.complete(claimed.handle)
    client.create_execution("busy", {"last": True})
    client.tick()
    dump = subprocess.run(
        [server.bindir / "pg_dump", "--no-comments"],
        env=environment(server.env(connection.info.dbname)),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
    restored = database("select 1")
    # the pg_dump of a newer PostgreSQL says what an older one does not know
    dump = dump.replace("SET transaction_timeout = 0;", "")
    server.psql("-f", "-", dbname=restored.info.dbname, stdin=dump)
    again = Client(restored)
    claimed = again.claim("busy", "w", "w-1")
    assert claimed
    assert claimed.input == {"last": True}
    again.complete(claimed.handle)
    # what is submitted where the clock of the dump was ahead is found, too
    go_on(restored, things)
    for number in range(150):
        again.create_execution("busy", {"n": number})
        claimed = again.claim("busy", "w", "w-1")
        assert claimed
        assert claimed.input == {"n": number}
        again.complete(claimed.handle)
    assert again.check() == []
