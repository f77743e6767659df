"""The commands that change many executions: counts, questions, progress, interruptions."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client
from flowfabric.cli import main

COMMAND = [sys.executable, "-m", "flowfabric.cli"]


@pytest.fixture
def client(connect: Callable[..., psycopg.Connection[Any]]) -> Client:
    return Client(connect(autocommit=True))


@pytest.fixture
def run(dsn: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs a command, as run("list", status=0), and returns its JSON."""

    def run(*arguments: str, status: int = 0) -> Any:
        assert main([*arguments, "--dsn", dsn, "--json"]) == status
        out = capsys.readouterr().out
        return json.loads(out) if out else None

    return run


def states(client: Client) -> dict[str, int]:
    counts: dict[str, int] = {}
    for execution in client.list_executions({}, limit=1000):
        counts[execution.public_state] = counts.get(execution.public_state, 0) + 1
    return counts


def fail(client: Client, lane: str, count: int) -> None:
    for claimed in client.claim_batch(lane, "w", "w-1", count):
        client.fail(claimed.handle, "broken", "permanent", "smtp")


def test_replay_by_a_filter(client: Client, run: Callable[..., Any]) -> None:
    client.create_executions("shop", [1, 2, 3], {"kind": "checkout"})
    client.create_executions("shop", [4, 5], {"kind": "refund"})
    fail(client, "shop", 4)
    found = run("list", "--failed", "--kind", "checkout", "--since", "1d", "--newest")
    assert len(found["executions"]) == 3
    counted = run("replay", "--failed", "--kind", "checkout", "--since", "1d", "--dry-run")
    assert (counted["changed"], counted["is_dry_run"]) == (3, True)
    assert states(client) == {"failed": 4, "waiting": 1}
    answer = run("replay", "--failed", "--kind", "checkout", "--since", "1d", "--yes")
    assert (answer["changed"], answer["skipped"], answer["is_more"]) == (3, 0, False)
    assert states(client) == {"failed": 1, "waiting": 4}
    assert run("replay", "--failed", "--kind", "none", "--yes")["changed"] == 0


def test_the_other_verbs_by_a_filter(client: Client, run: Callable[..., Any]) -> None:
    client.create_executions("shop", [1, 2], {"delay_ms": 600_000, "tags": {"a.b": "x=y"}})
    client.create_executions("shop", [3], {"delay_ms": 600_000})
    tagged = ["--lane", "shop", "--tag", "a.b=x=y", "--yes"]
    assert run("run-now", *tagged, "--reason", "now")["changed"] == 2
    assert states(client) == {"waiting": 2, "delayed": 1}
    assert run("run-now", "--state", "waiting", "--delay-ms", "60000", "--yes")["changed"] == 2
    assert states(client) == {"delayed": 3}
    assert run("run-now", "--lane", "shop", "--yes")["changed"] == 3
    assert run("priority", "7", *tagged)["changed"] == 2
    assert {e.priority for e in client.list_executions({"tags": {"a.b": "x=y"}})} == {7}
    assert run("cancel", *tagged, "--reason", "withdrawn")["changed"] == 2
    assert states(client) == {"waiting": 1, "cancelled": 2}
    assert run("erase", *tagged, "--keep-tag", "a.b")["changed"] == 2
    erased = client.list_executions({"tags": {"flowfabric.erased": "true"}})
    assert [e.tags["a.b"] for e in erased] == ["x=y", "x=y"]
    assert run("erase", *tagged)["skipped"] == 0, "now the tag is gone"


def test_by_ids_each_is_told_about(client: Client, run: Callable[..., Any]) -> None:
    ids = [
        str(e.execution_id) for e in client.create_executions("shop", [1, 2], {"delay_ms": 60000})
    ]
    assert [d["public_state"] for d in run("run-now", *ids)["done"]] == ["waiting", "waiting"]
    assert [d["new_priority"] for d in run("priority", "5", *ids)["done"]] == [5, 5]
    assert run("cancel", ids[0], "--dry-run")["changed"] == 1
    assert states(client) == {"waiting": 2}, "a dry run by ids changes nothing, either"
    run("cancel", *ids)
    assert run("run-now", *ids, status=1)["refused"][0]["error"]
    assert run("erase", ids[0], "--yes")["changed"] == 1
    shown = run("show", ids[0])
    assert shown["cause"] == "cancelled; its contents were erased"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cancel"], "cancel needs ids, or options that say which executions are meant"),
        (["replay", "--yes"], "replay needs ids"),
        (["erase", "--keep-tag", "a.b"], "erase needs ids"),
        (["replay", "00000000-0000-7000-8000-000000000001", "--lane", "shop"], "give ids, or"),
        (["erase", "00000000-0000-7000-8000-000000000001", "--failed"], "give ids, or"),
        (["cancel", "--flow"], "--flow needs ids of flows"),
        (["cancel", "x"], "'x' is not a UUID"),
    ],
)
def test_what_is_meant_must_be_said(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    client.create_execution("shop")
    assert main([*words, "--dsn", dsn]) == 2
    assert message in capsys.readouterr().err
    assert states(client) == {"waiting": 1}


@pytest.mark.parametrize(
    "since", ["yesterday", "2h30m", "-1d", "2030-01-01", "2030-01-01T00:00:00"]
)
def test_a_time_is_one_ago_or_an_instant(
    since: str, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["list", f"--since={since}", "--dsn", dsn])
    assert ended.value.code == 2
    assert "is neither a time ago (90s, 30m, 2h, 1d, 1w) nor an instant" in capsys.readouterr().err


def test_lists_by_time(client: Client, run: Callable[..., Any]) -> None:
    client.create_execution("shop")
    assert len(run("list", "--since", "1h")["executions"]) == 1
    assert run("list", "--until", "1h")["executions"] == []
    ahead = (datetime.now(timezone.utc) + timedelta(hours=1)).isoformat()
    assert len(run("list", "--until", ahead)["executions"]) == 1
    assert run("list", "--since", ahead)["executions"] == []


def test_without_a_terminal_it_wants_a_yes(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    client.create_executions("shop", [1, 2])
    assert main(["cancel", "--lane", "shop", "--dsn", dsn]) == 2
    err = capsys.readouterr().err
    assert "cancel asks before it changes 2 executions" in err
    assert "--yes" in err
    assert states(client) == {"waiting": 2}


@pytest.mark.parametrize(("reply", "status", "left"), [("y", 0, 0), ("n", 1, 3), ("", 1, 3)])
def test_it_asks_on_a_terminal(
    client: Client, dsn: str, reply: str, status: int, left: int
) -> None:
    client.create_executions("shop", [1, 2, 3])
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "cancel", "--lane", "shop", "--dsn", dsn],
        stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, text=True,
    )  # fmt: skip
    os.close(theirs)
    os.write(ours, f"{reply}\n".encode())
    out, _ = process.communicate(timeout=60)
    said = os.read(ours, 10_000).decode()
    assert process.returncode == status
    assert "3 executions will be cancelled. Go on? [y/N]" in said
    assert states(client).get("waiting", 0) == left
    if reply == "y":
        assert out == "3 were cancelled\n"
        assert "] 3 of 3" in said
    os.close(ours)


def test_more_than_many_are_not_counted(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        client.create_executions("shop", [1] * 5500)
    counted = run("cancel", "--lane", "shop", "--dry-run")
    assert (counted["changed"], counted["is_more"]) == (10_000, True)
    assert main(["cancel", "--lane", "shop", "--dry-run", "--dsn", dsn]) == 0
    assert capsys.readouterr().out == "10,000 and more would be cancelled\n"


def test_an_interrupted_command_says_how_to_go_on(client: Client, dsn: str) -> None:
    for _ in range(3):
        client.create_executions("shop", [1] * 1000, {"tags": {"a.b": "two words"}})
    words = ["cancel", "--lane", "shop", "--since=1h", "--tag", "a.b=two words", "--yes"]
    process = subprocess.Popen(
        [*COMMAND, *words, "--dsn", dsn], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while states(client).get("cancelled", 0) == 0:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    done = int(re.search(r"([0-9,]+) were cancelled, and stay so", err)[1].replace(",", ""))  # type: ignore[index]
    assert 0 < done < 3000
    # the call that was interrupted has committed, or not
    counted = client.find_executions({"public_state": "cancelled"}, limit=1)
    assert counted.executions
    assert dsn not in err
    [hint] = re.findall(r"^To go on: flowfabric (.*)$", err, re.MULTILINE)
    again = shlex.split(hint)
    assert "two words" in hint
    assert "1h" not in hint, "an hour ago is another hour now"
    assert main([*again, "--dsn", dsn]) == 0
    assert client.find_executions({"public_state": "waiting"}).executions == []
    assert out == ""


def test_a_lost_connection_says_how_to_go_on(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client.create_executions("shop", [1] * 300)
    calls = 0
    cancel = Client.cancel_executions

    def cancel_some(self: Client, *arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += not options.get("dry_run", False)
        if calls > 1:
            raise psycopg.OperationalError("the connection was lost")
        return cancel(self, *arguments, **(options | {"limit": 100}))

    monkeypatch.setattr(Client, "cancel_executions", cancel_some)
    assert main(["cancel", "--lane=shop", "--yes", "--dsn", dsn]) == 1
    err = capsys.readouterr().err
    assert re.search(r"^[0-9]+ were cancelled, and stay so$", err, re.MULTILINE)
    assert "the connection was lost" in err
    monkeypatch.undo()
    [hint] = re.findall(r"^To go on: flowfabric (.*)$", err, re.MULTILINE)
    assert main([*shlex.split(hint), "--dsn", dsn]) == 0
    assert states(client) == {"cancelled": 300}


def test_show_finds_by_a_beginning_and_by_a_key(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = client.create_execution(
        "shop",
        execution_id=UUID("01234567-0000-7000-8000-000000000001"),
        idempotency_key="order 17",
    ).execution_id
    second = client.create_execution(
        "shop",
        execution_id=UUID("01234567-0000-7000-8000-000000000102"),
        idempotency_key="order 18",
    ).execution_id
    assert run("show", "order 17")["execution_id"] == str(first)
    assert run("show", "01234567-0000-7000-8000-00000000010")["execution_id"] == str(second)
    assert run("show", str(first).upper())["execution_id"] == str(first)
    assert run("history", "order 18")["history"][0]["what"] == "submitted"
    assert main(["show", "0123", "--dsn", dsn]) == 1
    err = capsys.readouterr().err
    assert f"'0123' stands for several executions: {first}, {second}" in err
    for unknown in ("abcdef", "order 19", "order 17 "):
        assert main(["show", unknown, "--dsn", dsn]) == 1
        assert "no execution has the id" in capsys.readouterr().err


def test_a_producer_changes_only_its_own(
    connect: Callable[..., psycopg.Connection[Any]],
    client: Client,
    dsn: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    client.create_execution("shop")
    with connect(autocommit=True) as connection:
        connection.execute("create role cli_producer login")
        connection.execute("grant ff_producer to cli_producer")
    theirs = f"{dsn} user=cli_producer"
    try:
        assert main(["submit", "shop", "--dsn", theirs]) == 0
        capsys.readouterr()
        assert main(["cancel", "--lane", "shop", "--yes", "--dsn", theirs]) == 0
        assert capsys.readouterr().out == "1 were cancelled\n"
        assert main(["replay", "--failed", "--yes", "--dsn", theirs]) == 1
        assert "ff_operator" in capsys.readouterr().err
    finally:
        with connect(autocommit=True) as connection:
            connection.execute("drop role cli_producer")
    assert states(client) == {"cancelled": 1, "waiting": 1}
