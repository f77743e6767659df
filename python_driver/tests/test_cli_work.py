"""The commands that work with executions: what they print, and their exit status."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client
from flowfabric.cli import main, top
from flowfabric.cli.target import find_target

COMMAND = [sys.executable, "-m", "flowfabric.cli"]
NOBODY = "00000000-0000-7000-8000-000000000001"


@pytest.fixture
def client(connect: Callable[..., psycopg.Connection[Any]]) -> Client:
    return Client(connect(autocommit=True))


@pytest.fixture
def run(dsn: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs a command: run("list") answers what it prints as JSON, status=... what it ends with."""

    def run(*arguments: str, status: int = 0) -> Any:
        assert main([*arguments, "--dsn", dsn, "--json"]) == status
        out = capsys.readouterr().out
        return json.loads(out) if out else None

    return run


def test_submit_prints_the_id(client: Client, dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["submit", "emails", "--input", '{"to": "ada"}', "--kind", "welcome", "--priority",
                 "5", "--tag", "team.name=post", "--key", "once", "--dsn", dsn]  # fmt: skip
    assert main(arguments) == 0
    captured = capsys.readouterr()
    execution_id = UUID(captured.out.strip())
    assert captured.err == "created: waiting\n"
    description = client.describe_execution(execution_id)
    assert description
    assert (description.input, description.kind, description.priority, description.tags) == (
        {"to": "ada"}, "welcome", 5, {"team.name": "post"}
    )  # fmt: skip
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert (UUID(captured.out.strip()), captured.err) == (execution_id, "duplicate: waiting\n")


def test_input_comes_from_files_and_standard_input(
    client: Client,
    run: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "input.json").write_text('{"from": "file"}')
    monkeypatch.setattr(sys, "stdin", io.StringIO('{"from": "stdin"}'))
    for argument in (f"@{tmp_path}/input.json", "-"):
        run("submit", "emails", "--input", argument)
    inputs = [c.input for c in client.claim_batch("emails", "w", "w-1", 10)]
    assert inputs == [{"from": "file"}, {"from": "stdin"}]
    with pytest.raises(SystemExit, match="2"):
        run("submit", "emails", "--input", "{")


def test_list_show_and_history(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [run("submit", "emails", "--kind", f"k{n}")["execution_id"] for n in range(3)]
    run("submit", "other")
    listed = run("list", "--lane", "emails")["executions"]
    assert [e["execution_id"] for e in listed] == ids
    [last] = run("list", "--lane", "emails", "--after", ids[1])["executions"]
    assert last["kind"] == "k2"
    [claimed] = client.claim_batch("emails", "w", "w-1", 1)
    client.complete(claimed.handle, {"answer": 42})
    shown = run("show", str(claimed.execution_id))
    assert (shown["public_state"], shown["result"]["output"]) == ("completed", {"answer": 42})
    assert [a["worker_instance_id"] for a in shown["attempts"]] == ["w-1"]
    assert [e["execution_id"] for e in run("list", "--state", "completed")["executions"]] == [
        str(claimed.execution_id)
    ]
    whats = [entry["what"] for entry in run("history", str(claimed.execution_id))["history"]]
    assert whats[0] == "submitted"
    assert main(["show", str(claimed.execution_id), "--dsn", dsn]) == 0
    text = capsys.readouterr().out
    assert re.search(r'^output +\{"answer": 42\}$', text, re.MULTILINE)
    assert "ended_success" in text
    assert main(["list", "--limit", "1", "--dsn", dsn]) == 0
    assert "there may be more: --after" in capsys.readouterr().err


def test_show_prints_tracebacks_as_they_are(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    execution_id = client.create_execution("emails").execution_id
    [claimed] = client.claim_batch("emails", "w", "w-1", 1)
    text = (
        'Traceback (most recent call last):\n  File "mails.py", line 3, in welcome\nKeyError: 1\n'
    )
    client.fail(claimed.handle, "KeyError: 1", "permanent", detail={"traceback": text})
    assert main(["show", str(execution_id), "--dsn", dsn]) == 0
    assert f"\n\nattempt 0: {text}" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["show", "history"])
def test_an_unknown_execution_is_exit_status_1(
    command: str, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, NOBODY, "--dsn", dsn]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"execution {NOBODY} does not exist" in captured.err


def test_cancel_and_replay_go_on_after_a_refusal(client: Client, run: Callable[..., Any]) -> None:
    ids = [str(client.create_execution("emails").execution_id) for _ in range(2)]
    answer = run("cancel", ids[0], NOBODY, ids[1], "--reason", "not needed", status=1)
    assert [d["outcome"] for d in answer["done"]] == ["cancelled", "cancelled"]
    assert [r["execution_id"] for r in answer["refused"]] == [NOBODY]
    description = client.describe_execution(UUID(ids[0]))
    assert description
    assert description.cancellation_reason == "not needed"
    assert [d["public_state"] for d in run("replay", *ids)["done"]] == ["waiting"] * 2
    run("replay", ids[0], status=1)


def test_a_flow_is_drawn_and_cancelled(client: Client, run: Callable[..., Any]) -> None:
    flow = client.submit_flow({"nodes": {"a": {"lane": "l"}, "b": {"lane": "l", "after": ["a"]}}})
    assert "flowchart" in run("graph", str(flow.flow_id))["diagram"]
    [cancelled] = run("cancel", "--flow", str(flow.flow_id))["done"]
    assert cancelled["cancelled_count"] == 2
    run("cancel", "--flow", "no uuid", status=2)


def test_lanes_are_paused_and_resumed(client: Client, run: Callable[..., Any]) -> None:
    client.create_execution("emails")
    assert run("pause", "emails", "--reason", "the server moves")["new_state"] == "paused"
    assert client.claim("emails", "w", "w-1") is None
    assert run("resume", "emails")["old_state"] == "paused"
    assert client.claim("emails", "w", "w-1")


def test_a_signal_and_an_approval(
    client: Client, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    waitpoints = []
    ids = []
    for _ in range(2):
        ids.append(str(client.create_execution("deploys").execution_id))
        claimed = client.claim("deploys", "w", "w-1")
        assert claimed
        parked = client.suspend(claimed.handle, {"signal": "approved", "on": "review"})
        waitpoints.append(parked.waitpoints[0])
    monkeypatch.setattr(sys, "stdin", io.StringIO(waitpoints[0]["token"] + "\n"))
    waitpoint_id = waitpoints[0]["waitpoint_id"]
    assert run("signal", ids[0], waitpoint_id, "approved")["effect"] == "resume_condition_satisfied"
    assert run("approve", ids[1], "--as", "ada")["effect"] == "resume_condition_satisfied"
    assert [client.read_execution_state(UUID(i)) for i in ids] == ["waiting", "waiting"]
    run("approve", ids[1], status=1)
    run("signal", ids[0], waitpoint_id, "approved", "--token", "forged", status=1)


def test_top_shows_counts_lanes_workers_and_what_runs(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("top", "--once")["overview"] == []
    client.register_worker("mailer", "mailer-1", ["emails"])
    for _ in range(3):
        client.create_execution("emails")
    client.claim("emails", "mailer", "mailer-1")
    shown = run("top", "--once")
    assert list(shown) == ["overview", "lanes", "workers", "active", "lapsed"]
    assert shown["overview"] == [
        {"lane_id": "emails", "lane_state": "active", "public_state": state,
         "execution_count": count, "counted": "exact"}
        for state, count in (("active", 1), ("waiting", 2))
    ]  # fmt: skip
    assert [lane["lane_id"] for lane in shown["lanes"]] == ["emails"]
    assert [w["worker_instance_id"] for w in shown["workers"]] == ["mailer-1"]
    assert [e["worker_instance_id"] for e in shown["active"]] == ["mailer-1"]
    assert shown["lapsed"] == []
    assert main(["top", "--once", "--dsn", dsn]) == 0
    text = capsys.readouterr().out
    assert text.startswith("overview\nlane_id")
    assert re.search(r"^emails +waiting +2 +exact$", text, re.MULTILINE)


def test_top_spends_a_tenth_of_its_time_on_counting_at_most(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = itertools.count()  # each look at the clock is a second later: counting takes one
    monkeypatch.setattr(top, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    counts = []
    with find_target(dsn).client_connection() as connection:
        watch = top.Watch(connection, 20)
        for _ in range(12):
            client.create_execution("emails")
            shown = watch.look()
            counts.append(shown["overview"][0]["execution_count"])
            assert [lane["lane_id"] for lane in shown["lanes"]] == ["emails"]
    assert counts == [1] * 9 + [10] * 3


def test_top_is_live_on_a_terminal(client: Client, dsn: str) -> None:
    client.create_execution("a lane to watch")
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "top", "--dsn", dsn, "--interval", "0.1"], stdout=theirs, stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120", "LINES": "40"},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 30
    try:
        while not (b"a lane to watch" in shown and b"overview (1)" in shown) and (
            time.monotonic() < deadline
        ):
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGINT)
        # what it still writes must be read, or it would wait
        while process.poll() is None:
            try:
                os.read(ours, 4096)
            except OSError:
                process.wait(10)
    finally:
        process.kill()
        os.close(ours)
    assert b"a lane to watch" in shown
    assert b"overview (1)" in shown
    assert process.returncode == 0


def test_an_upgrade_to_the_same_version_is_no_change(
    run: Callable[..., Any], connect: Any, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("upgrade")["outcome"] == "current"
    connect(autocommit=True).execute("update flowfabric.ff_meta set value = '0.0.9'")
    assert main(["upgrade", "--dsn", dsn]) == 1
    assert "0.0.9" in capsys.readouterr().err


def test_verify_looks_whether_the_installation_is_whole(
    run: Callable[..., Any], connect: Any
) -> None:
    assert all(check["is_ok"] for check in run("verify")["checks"])
    session = connect(autocommit=True)
    session.execute("grant execute on function flowfabric.ff_version() to public")
    session.execute("drop function flowfabric.ff_metrics()")
    session.execute(
        "create or replace function flowfabric._now() returns timestamptz language sql stable"
        " as $$ select timestamptz '2030-01-01' $$"
    )
    broken = [check["check"] for check in run("verify", status=1)["checks"] if not check["is_ok"]]
    assert broken == [
        "all functions of the driver exist",
        "the clock is the server's own",
        "PUBLIC may execute no function",
    ]


@pytest.mark.parametrize(
    "arguments",
    [["list"], ["show", NOBODY], ["top", "--once"], ["submit", "lane"], ["pause", "lane"]],
)
def test_without_an_installation_they_say_so(
    arguments: list[str], dsn: str, connect: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    connect(autocommit=True).execute("drop schema flowfabric cascade")
    assert main([*arguments, "--dsn", dsn]) == 1
    assert "FlowFabric is not installed" in capsys.readouterr().err


# --- worker ---

APP = """
    import time
    from flowfabric.worker import App

    app = App("mailer", lanes=["emails"])

    @app.handler("welcome")
    def welcome(mail: dict) -> dict:
        time.sleep(mail.get("seconds", 0))
        return {"sent": mail["to"]}
"""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mails_of_the_test.py").write_text(textwrap.dedent(APP))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_worker_runs_what_is_due_and_ends(client: Client, app: Path, dsn: str) -> None:
    ids = [
        client.create_execution("emails", {"to": n}, kind="welcome").execution_id for n in (1, 2)
    ]
    worker = [*COMMAND, "worker", "mails_of_the_test:app", "--once", "--json", "--dsn", dsn]
    process = subprocess.run(worker, cwd=app, capture_output=True, text=True, timeout=60)
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout)["completed"] == 2
    assert process.stderr == "worker mailer: lanes emails\n"
    assert [client.read_execution_state(i) for i in ids] == ["completed"] * 2


def test_the_log_of_a_worker_is_json_on_request(client: Client, app: Path, dsn: str) -> None:
    for mail in ({"to": "ada"}, {}):
        client.create_execution(
            "emails", mail, kind="welcome", policy={"retry_policy": {"max_retries": 0}}
        )
    worker = [*COMMAND, "worker", "mails_of_the_test:app", "--once", "--dsn", dsn]
    options = ["--log-format", "json", "--log-level", "info"]
    process = subprocess.run(
        [*worker, *options], cwd=app, capture_output=True, text=True, timeout=60
    )
    assert process.returncode == 0, process.stderr
    lines = [json.loads(line) for line in process.stderr.splitlines() if line.startswith("{")]
    events = [line for line in lines if "event" in line]
    assert sorted(line["event"] for line in events) == [
        "completed", "failed for good", "started", "started"
    ]  # fmt: skip
    for line in events:
        assert {"time", "level", "kind", "lane", "execution", "attempt"} <= set(line)
        assert ("duration_ms" in line) == (line["event"] != "started")
    [failed] = [line for line in events if line["event"] == "failed for good"]
    assert failed["traceback"].startswith("Traceback")
    assert (failed["reason"], failed["level"]) == ("KeyError: 'to'", "warning")


def test_a_worker_ends_on_sigterm_when_its_work_is_done(
    client: Client, app: Path, dsn: str
) -> None:
    work = {"to": "ada", "seconds": 0.7}
    execution_id = client.create_execution("emails", work, kind="welcome").execution_id
    process = subprocess.Popen(
        [*COMMAND, "worker", "mails_of_the_test:app", "--dsn", dsn], cwd=app,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 20
    while client.read_execution_state(execution_id) != "active":
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "completed 1" in out
    assert client.read_execution_state(execution_id) == "completed"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mails_of_the_test", "does not name an application"),
        ("no_such_module:app", "module no_such_module does not exist"),
        ("mails_of_the_test:time", "is not a flowfabric.worker.App"),
    ],
)
@pytest.mark.usefixtures("app")
def test_a_worker_needs_an_application(
    name: str, message: str, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worker", name, "--dsn", dsn]) == 2
    assert message in capsys.readouterr().err


# --- what there is for whoever is on call ---


@pytest.mark.parametrize(
    "command",
    [["explain", NOBODY], ["health"], ["overview"], ["trim", "--older-than-ms", "0", "-y"]],
)
def test_commands_for_operators(
    command: list[str], client: Client, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    execution_id = str(client.create_execution("emails").execution_id)
    words = [execution_id if word == NOBODY else word for word in command]
    assert main([*words, "--json", "--dsn", dsn]) == 0
    assert json.loads(capsys.readouterr().out)


def test_an_older_installation_lacks_some(
    connect: Any, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    connect(autocommit=True).execute("drop function flowfabric.ff_health()")
    assert main(["health", "--dsn", dsn]) == 1
    assert "this installation has no ff_health" in capsys.readouterr().err


def test_trim_asks_first(
    dsn: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["trim", "--dsn", dsn]) == 2
    assert "flowfabric trim --yes" in capsys.readouterr().err
