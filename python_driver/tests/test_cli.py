"""The command line: what it prints to which stream, its exit status, and that it prints no
password."""

from __future__ import annotations

import itertools
import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from build import read_version
from flowfabric import Client, cli, install_sql, uninstall_sql
from flowfabric.cli import main
from pg_server import RunningServer
from psycopg.conninfo import make_conninfo
from test_db import OWNER

VERSION = read_version()
COMMAND = [sys.executable, "-m", "flowfabric.cli"]
PASSWORD = "s3cr3t"

_numbers = itertools.count(1)


@pytest.fixture
def empty_dsn(server: RunningServer) -> Iterator[str]:
    """A database in which nothing is installed, as its owner."""
    name = f"ff_cli_{os.getpid()}_{next(_numbers)}"
    server.psql("-c", f"create database {name} owner {OWNER}")
    yield server.dsn(name, OWNER)
    server.psql("-c", f"drop database {name} (force)")


@pytest.fixture
def no_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in list(os.environ):
        if name.startswith("PG") or name in cli.DSN_VARIABLES:
            monkeypatch.delenv(name)
    return monkeypatch


def answered(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Standard output, read as JSON."""
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


# --- install, uninstall ---


def test_install_says_so_and_again_that_it_is_there(
    empty_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--dsn", empty_dsn]) == 0
    assert f"FlowFabric {VERSION} is installed: database" in capsys.readouterr().out
    assert main(["install", "--dsn", empty_dsn]) == 0
    assert "is already installed" in capsys.readouterr().out


def test_install_and_uninstall_answer_as_json(
    empty_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    outcomes = []
    for command in (["install"], ["install"], ["uninstall", "-y"], ["uninstall", "-y"]):
        assert main([*command, "--json", "--dsn", empty_dsn]) == 0
        outcomes.append(answered(capsys)["outcome"])
    assert outcomes == ["installed", "already_installed", "removed", "not_installed"]


def test_install_refuses_another_version_without_a_traceback(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    connect(autocommit=True).execute("update flowfabric.ff_meta set value = '0.0.9'")
    assert main(["install", "--dsn", dsn]) == 1
    err = capsys.readouterr().err
    assert "0.0.9" in err
    assert "uninstall first" in err
    assert "Traceback" not in err


def test_uninstall_without_a_terminal_wants_yes(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open(os.devnull) as nothing:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", nothing)
        assert main(["uninstall", "--dsn", dsn]) == 2
    assert "--yes" in capsys.readouterr().err
    assert Client(connect()).version() == VERSION


@pytest.mark.parametrize(("reply", "status"), [("n", 1), ("", 1), ("y", 0), ("YES", 0)])
def test_uninstall_asks_on_a_terminal(empty_dsn: str, reply: str, status: int) -> None:
    main(["install", "--dsn", empty_dsn])
    ours, theirs = pty.openpty()
    try:
        process = subprocess.Popen(
            [*COMMAND, "uninstall", "--dsn", empty_dsn],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.write(ours, f"{reply}\n".encode())
        _, err = process.communicate(timeout=30)
    finally:
        os.close(ours)
        os.close(theirs)
    assert process.returncode == status
    assert f"Remove FlowFabric {VERSION} with all its executions" in err
    with psycopg.connect(empty_dsn) as connection:
        row = connection.execute("select to_regnamespace('flowfabric') is null").fetchone()
        assert row == (status == 0,)


# --- sql, version ---


def test_sql_prints_what_installs_and_what_uninstalls(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sql"]) == 0
    assert capsys.readouterr().out == install_sql()
    assert main(["sql", "--uninstall"]) == 0
    assert capsys.readouterr().out == uninstall_sql()
    assert main(["sql", "--json"]) == 0
    assert answered(capsys) == {"version": VERSION, "sql": install_sql()}


def test_a_closed_pipe_is_no_traceback() -> None:
    command = " ".join(COMMAND)
    done = subprocess.run(
        ["/bin/sh", "-c", f"{command} sql | head -n 1"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.startswith("-- FlowFabric")
    assert done.stderr == ""


def test_version_knows_package_and_installation(
    dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["version", "--dsn", dsn]) == 0
    assert capsys.readouterr().out == f"package   {VERSION}\ndatabase  {VERSION}\n"


def test_version_works_without_a_database(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["version", "--json", "--dsn", "host=/nowhere"]) == 0
    assert answered(capsys) == {"package": VERSION, "installed": None, "is_reachable": False}


# --- status ---


def test_status_shows_lanes_and_no_findings(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client(connect(autocommit=True))
    client.register_lane("registered")
    client.create_execution("due", {"n": 1})
    client.create_execution("later", {"n": 1}, delay_ms=3_600_000)
    assert main(["status", "--dsn", dsn]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"installed   {VERSION}" in lines
    assert "lane        state   registered  next due" in lines
    assert "due         active  no          now" in lines
    assert "registered  active  yes         nothing scheduled" in lines
    assert any(line.startswith("later       active  no          in 3") for line in lines)
    assert lines[-2:] == [
        "lapsed      no lease waits for a takeover",
        "ff_check    no findings",
    ]


def test_status_as_json(dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]) -> None:
    Client(connect(autocommit=True)).create_execution("due", {"n": 1})
    assert main(["status", "--json", "--dsn", dsn]) == 0
    report = answered(capsys)
    assert report["installed"] == report["package"] == VERSION
    assert report["lanes"] == [
        {
            "lane_id": "due",
            "state": "active",
            "is_registered": False,
            "is_due_known": True,
            "next_due_in_ms": 0,
        }
    ]
    assert report["lapsed"] == {"count": 0, "is_more": False, "oldest_since_ms": None}
    assert report["findings"] == []


def test_status_counts_lapsed_leases(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(connect(autocommit=True))
    client.create_executions("due", [1, 2, 3])
    client.claim_batch("due", "worker", "worker-1", 2, lease_ttl_ms=1)
    client.claim("due", "worker", "worker-2", lease_ttl_ms=60_000)
    time.sleep(0.01)
    assert main(["status", "--dsn", dsn]) == 0
    out = capsys.readouterr().out
    assert "lapsed      2 leases have lapsed and were not taken over yet, the first 0." in out
    monkeypatch.setattr(cli.looking, "PAGE_SIZE", 2)
    assert main(["status", "--dsn", dsn]) == 0
    assert "lapsed      2 or more leases" in capsys.readouterr().out
    assert main(["status", "--json", "--dsn", dsn]) == 0
    lapsed = answered(capsys)["lapsed"]
    assert (lapsed["count"], lapsed["is_more"]) == (2, True)
    assert lapsed["oldest_since_ms"] >= 9


def test_status_fails_on_a_finding(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    connection = connect(autocommit=True)
    created = Client(connection).create_execution("due", {"n": 1})
    connection.execute(
        "update flowfabric.ff_exec_core"
        " set state = 'cancelled_unstarted', terminal_at = now(), claimable_at = null"
    )
    assert main(["status", "--dsn", dsn]) == 1
    out = capsys.readouterr().out
    assert str(created.execution_id) in out
    assert "completion event" in out
    assert main(["status", "--json", "--dsn", dsn]) == 1
    assert answered(capsys)["findings"]


def test_status_without_an_installation(empty_dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["status", "--dsn", empty_dsn]) == 1
    assert "flowfabric install" in capsys.readouterr().err


def test_status_says_what_a_login_may_not_see(
    server: RunningServer, database: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    Client(connect(autocommit=True)).create_execution("due", {"n": 1})
    login = f"ff_cli_reader_{os.getpid()}"
    server.psql("-c", f"create role {login} login in role ff_reader")
    try:
        assert main(["status", "--dsn", server.dsn(database, login)]) == 1
        captured = capsys.readouterr()
        assert "due   active  no          not permitted" in captured.out
        assert "ff_check    not permitted" in captured.out
        assert f'Ask for one of these roles for "{login}": ff_operator.' in captured.err
    finally:
        server.psql("-c", f"drop role {login}")


# --- tick ---


def test_tick_prints_its_jobs(dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]) -> None:
    client = Client(connect(autocommit=True))
    created = client.create_execution("due", deadline_ms=1)
    time.sleep(0.01)
    assert main(["tick", "--dsn", dsn]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["job", "processed", "errors", "more"]
    assert ["deadlines", "1", "0", "no"] in lines
    assert client.read_execution_state(created.execution_id) == "expired"


def test_tick_as_json(dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tick", "--json", "--max-rows", "10", "--dsn", dsn]) == 0
    jobs = answered(capsys)["jobs"]
    assert {"job": "deadlines", "processed": 0, "errors": 0, "more": False} in jobs


def test_tick_runs_in_read_committed(
    dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    of_old_snapshots = make_conninfo(
        dsn, options=r"-c default_transaction_isolation=repeatable\ read"
    )
    assert main(["tick", "--json", "--dsn", of_old_snapshots]) == 0
    assert "passed_rows" in [job["job"] for job in answered(capsys)["jobs"]]
    [count] = connect().execute("select count(*) from flowfabric.ff_tick_log").fetchone()
    assert count == 1


def test_tick_refuses_without_a_traceback(
    dsn: str, empty_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["tick", "--max-rows", "0", "--dsn", dsn])
    assert "is not a whole number between 1 and 100000" in capsys.readouterr().err
    assert main(["tick", "--dsn", empty_dsn]) == 1
    assert "flowfabric install" in capsys.readouterr().err


def test_a_denied_command_names_the_roles_to_ask_for(
    server: RunningServer, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    login = f"ff_cli_denied_{os.getpid()}"
    server.psql("-c", f"create role {login} login in role ff_producer")
    try:
        assert main(["tick", "--dsn", server.dsn(database, login)]) == 1
        error = capsys.readouterr().err
        assert error.startswith("flowfabric: permission denied for function ff_tick\n")
        assert f'Ask for one of these roles for "{login}": ff_operator, ff_worker.' in error
    finally:
        server.psql("-c", f"drop role {login}")


def test_a_wrong_state_is_answered_with_the_states(
    dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["list", "--state", "running", "--dsn", dsn])
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert "invalid choice: 'running' (choose from " in error
    assert "waiting" in error


# --- which database ---


def test_the_connection_string_comes_from_the_first_that_is_given(
    empty_dsn: str, no_environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def is_reachable(*arguments: str) -> bool:
        main(["version", "--json", *arguments])
        return bool(answered(capsys)["is_reachable"])

    no_environment.setenv("PGHOST", "/nowhere")
    assert not is_reachable()
    no_environment.setenv("DATABASE_URL", empty_dsn)
    assert is_reachable()
    no_environment.setenv("FF_DATABASE_URL", "host=/nowhere")
    assert not is_reachable()
    assert is_reachable("--dsn", empty_dsn)


def test_the_variables_of_libpq_serve_as_well(
    server: RunningServer,
    database: str,
    no_environment: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in server.env(database, OWNER).items():
        no_environment.setenv(name, value)
    assert main(["version", "--json"]) == 0
    assert answered(capsys)["installed"] == VERSION


def test_a_url_as_sqlalchemy_writes_it_is_understood(
    server: RunningServer, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    host = server.host.replace("/", "%2F")
    url = f"postgresql+psycopg://{OWNER}@{host}:{server.port}/{database}"
    assert main(["version", "--json", "--dsn", url]) == 0
    assert answered(capsys)["installed"] == VERSION


def test_no_connection_names_its_source_and_is_trouble(
    no_environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    no_environment.setenv("DATABASE_URL", "host=/nowhere")
    assert main(["status"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("flowfabric: no connection to the database")
    assert "DATABASE_URL" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "dsn",
    [
        f"postgresql://ann:{PASSWORD}@localhost:1/db",
        f"host=localhost port=1 user=ann password={PASSWORD}",
        f"postgresql://localhost:1/db?user=ann&password={PASSWORD}",
        # what libpq would quote, or take for a host or a port
        f"postgresql:/ann:{PASSWORD}@localhost/db",
        f"postgresql//ann:{PASSWORD}@localhost/db",
        f"postgresql://ann:{PASSWORD}",
        f"postgresql://ann:{PASSWORD}/x@localhost:1/db",
        f"postgresql://ann:x@{PASSWORD}@localhost:1/db",
        f"postgresql://ann:x?{PASSWORD}@localhost:1/db",
        f"postgresql://ann:x#{PASSWORD}@localhost:1/db",
        f"postgresql://ann:x%{PASSWORD}@localhost:1/db",
        f"postgresql://ann:[{PASSWORD}@localhost:1/db",
        f"host=localhost port=1 password=x {PASSWORD}",
        f"host=localhost port=1 password='{PASSWORD}",
        f"host=localhost {PASSWORD}",
        f"mysql://ann:{PASSWORD}@localhost:1/db",
        f"{PASSWORD}",
    ],
)
@pytest.mark.parametrize("command", ["status", "version", "install", "demo"])
def test_no_password_is_ever_printed(
    command: str, dsn: str, no_environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main([command, "--dsn", dsn])
    captured = capsys.readouterr()
    assert PASSWORD not in captured.out + captured.err
    no_environment.setenv("FF_DATABASE_URL", dsn)
    if command != "demo":  # which starts a server of its own
        main([command])
        captured = capsys.readouterr()
        assert PASSWORD not in captured.out + captured.err


def test_a_connection_string_in_the_wrong_place_is_not_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (
        ["status", f"postgresql://ann:{PASSWORD}@h/db"],
        [f"postgresql://ann:{PASSWORD}@h/db"],
        ["status", f"password={PASSWORD}"],
    ):
        with pytest.raises(SystemExit) as raised:
            main(arguments)
        assert raised.value.code == 2
        captured = capsys.readouterr()
        assert PASSWORD not in captured.out + captured.err


def test_wrong_usage_is_two(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["explode"], ["status", "--nonsense"]):
        with pytest.raises(SystemExit) as raised:
            main(arguments)
        assert raised.value.code == 2
    assert "usage: flowfabric" in capsys.readouterr().err
