"""The commands that work with executions: what they print, and their exit status."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client
from flowfabric.cli import main

COMMAND = [sys.executable, "-m", "flowfabric.cli"]
NOBODY = "00000000-0000-7000-8000-000000000001"


@pytest.fixture
def client(connect: Callable[..., psycopg.Connection[Any]]) -> Client:
    return Client(connect(autocommit=True))


@pytest.fixture
def run(dsn: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs a command: run("list") returns what it prints as JSON, status=... is its exit status."""

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
    assert [e["execution_id"] for e in listed] == ids[::-1], "the newest first"
    oldest = run("list", "--lane", "emails", "--oldest-first", "--limit", "2")
    assert [e["execution_id"] for e in oldest["executions"]] == ids[:2]
    assert (oldest["after"], oldest["is_more"]) == (ids[1], True)
    [last] = run("list", "--lane", "emails", "--oldest-first", "--after", ids[1])["executions"]
    assert last["kind"] == "k2"
    assert [e["kind"] for e in run("list", "--kind", "k1")["executions"]] == ["k1"]
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
    assert "there are more: --after" in capsys.readouterr().err


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


@pytest.mark.parametrize("limit", ["0", "-1", "99999999999", "1e3", "many"])
def test_a_page_has_a_size(limit: str, dsn: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["list", "--limit", limit, "--dsn", dsn])
    assert ended.value.code == 2
    assert "is not a whole number between 1 and 1000000" in capsys.readouterr().err


def test_a_list_longer_than_a_page_is_listed(client: Client, run: Callable[..., Any]) -> None:
    created = client.create_executions("emails", list(range(1234)))
    listed = run("list", "--limit", "1200")
    assert [e["execution_id"] for e in listed["executions"]] == [
        str(item.execution_id) for item in created[:-1201:-1]
    ]
    assert listed["is_more"]
    assert len(run("list", "--limit", "2000")["executions"]) == 1234


def test_a_list_names_what_it_filters_by(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client.create_execution("emails", tags={"team.name": "post"}, idempotency_key="once")
    flow = client.submit_flow({"nodes": {"a": {"lane": "emails"}}})
    client.claim("emails", "w", "w-1")
    for arguments in (
        ("--tag", "team.name=post"), ("--key", "once"), ("--worker", "w-1"),
        ("--state", "active", "--state", "failed"), ("--namespace", "default", "--key", "once"),
    ):  # fmt: skip
        [found] = run("list", *arguments)["executions"]
        assert found["tags"] == {"team.name": "post"}, arguments
    assert len(run("list", "--flow", str(flow.flow_id))["executions"]) == 1
    assert main(["list", "--lane", "emial", "--dsn", dsn]) == 1
    assert "there is no lane 'emial'; did you mean 'emails'?" in capsys.readouterr().err


def test_instants_in_json_are_iso_8601(client: Client, run: Callable[..., Any]) -> None:
    client.create_execution("emails", deadline_ms=60_000)
    client.claim("emails", "w", "w-1", attempt_timeout_ms=1000)
    client.register_worker("w", "w-1", ["emails"])
    execution_id = run("list")["executions"][0]["execution_id"]
    instants = []

    def look(value: Any, name: str = "") -> None:
        match value:
            case dict():
                for key, part in value.items():
                    look(part, key)
            case list():
                for part in value:
                    look(part, name)
            case str() if name.endswith("_at"):
                instants.append(value)

    for command in (
        ["list"], ["show", execution_id], ["history", execution_id], ["top", "--once"],
        ["explain", execution_id], ["health"],
    ):  # fmt: skip
        look(run(*command, status=int(command[0] == "explain")))
    assert len(instants) > 20
    for instant in instants:
        assert re.fullmatch(
            r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d(:\d\d)?", instant
        ), instant


def test_show_begins_with_the_cause(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def first_line(execution_id: object) -> str:
        assert main(["show", str(execution_id), "--dsn", dsn]) == 0
        return capsys.readouterr().out.partition("\n")[0]

    waiting = client.create_execution("emails").execution_id
    assert first_line(waiting) == "waiting: a worker"
    client.set_lane_state("emails", "paused")
    assert first_line(waiting) == "waiting: paused_by_policy; changed by ff_set_lane_state"
    client.set_lane_state("emails", "active")
    client.block_execution(waiting, "paused_by_operator")
    assert first_line(waiting) == "waiting: paused_by_operator; changed by ff_unblock_execution"
    client.cancel_execution(waiting, "not needed")
    assert first_line(waiting) == "cancelled: not needed (by operator_override)"
    delayed = client.create_execution("emails", delay_ms=60_000).execution_id
    assert re.fullmatch(
        r"delayed: delay; changed by time, in (60\.0|59\.\d) s", first_line(delayed)
    )
    backoff = {"type": "fixed", "delay_ms": 60_000}
    policy = {"retry_policy": {"backoff": backoff}}
    held = client.create_execution("emails", policy=policy).execution_id
    claimed = client.claim("emails", "w", "w-1")
    assert claimed
    assert re.fullmatch(
        r"active: w-1 holds the lease, for another (30\.0|29\.\d) s", first_line(held)
    )
    client.fail(claimed.handle, "KeyError: 1")
    assert re.fullmatch(
        r"delayed: retry_backoff; changed by time, in .* s; the last attempt failed: KeyError: 1",
        first_line(held),
    )
    lost = client.create_execution("lost").execution_id
    client.claim("lost", "w", "w-1", lease_ttl_ms=1)
    time.sleep(0.01)
    assert re.fullmatch(
        r"active: the lease of w-1 ran out at .*; the next claim takes it over", first_line(lost)
    )
    client.revoke_lease(lost)
    failing = client.claim("lost", "w", "w-1")
    assert failing
    client.fail(failing.handle, "no such user", "permanent", "smtp")
    assert first_line(lost) == "failed: no such user (smtp)"
    done = client.create_execution("lost").execution_id
    completing = client.claim("lost", "w", "w-1")
    assert completing
    client.complete(completing.handle)
    assert first_line(done) == "completed"
    assert run("show", str(done))["cause"] == "completed"


def test_show_has_the_dimensions_of_the_state_only_if_asked(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    execution_id = str(client.create_execution("emails").execution_id)
    assert main(["show", execution_id, "--dsn", dsn]) == 0
    assert "eligibility_state" not in capsys.readouterr().out
    assert main(["show", execution_id, "--all", "--dsn", dsn]) == 0
    assert "eligibility_state" in capsys.readouterr().out


def test_text_of_others_does_not_steer_the_terminal(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile = "\x1b]0;title\x07 \x1b[31mred\u202e"
    execution_id = str(client.create_execution("emails", {"a": hostile}).execution_id)
    claimed = client.claim("emails", "w", "w-1")
    assert claimed
    client.fail(claimed.handle, hostile, "permanent", detail={"traceback": f"one\n{hostile}"})
    for command in (["show", execution_id], ["list"], ["history", execution_id]):
        assert main([*command, "--dsn", dsn]) == 0
        out = capsys.readouterr().out
        assert all(c.isprintable() or c == "\n" for c in out), command


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_cannot_show_a_character_gets_its_number(
    encoding: str, client: Client, dsn: str
) -> None:
    execution_id = str(client.create_execution("emails", {"a": "caf\xe9 \N{ROCKET}"}).execution_id)
    shown = subprocess.run(
        [*COMMAND, "show", execution_id, "--dsn", dsn],
        env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, check=True,
    )  # fmt: skip
    assert b"\\U0001f680" in shown.stdout
    assert shown.stderr == b""


@pytest.mark.parametrize(
    "settings",
    [{"PGCLIENTENCODING": "LATIN1"}, {"PGDATESTYLE": "German"}, {"PGTZ": "Asia/Tokyo"}],
    ids=lambda settings: next(iter(settings)),
)
def test_settings_of_a_login_change_no_answer(
    settings: dict[str, str], client: Client, dsn: str
) -> None:
    never = datetime(9999, 12, 31, 23, 59, 59, tzinfo=timezone.utc)
    execution_id = str(
        client.create_execution("emails", {"a": "\N{ROCKET}"}, run_at=never).execution_id
    )
    show, history = ["show", execution_id, "--all"], ["history", execution_id]
    for command in (show, history, ["list"], ["list", "--json"]):
        shown = {
            re.sub(rb"(, in|_in_ms) +[0-9.]+", b"", subprocess.run(
                [*COMMAND, *command, "--dsn", dsn],
                env=os.environ | environment, capture_output=True, check=True,
            ).stdout)
            for environment in ({"PGTZ": "UTC"}, settings)
        }  # fmt: skip
        assert len(shown) == 1, command


def test_output_that_cannot_be_written_is_said(client: Client, dsn: str) -> None:
    client.create_execution("emails")
    for redirection, message in (
        (">&-", "flowfabric: standard output is closed"),
        ("> /dev/full", "flowfabric: standard output cannot be written: No space left on device"),
    ):
        ended = subprocess.run(
            ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, "status", "--dsn", dsn],
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
        assert ended.returncode == 2, redirection
        assert ended.stderr.strip() == message
    quiet = subprocess.run(
        ["sh", "-c", 'exec "$@" 2>&-', "sh", *COMMAND, "list", "--limit", "1", "--dsn", dsn],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    assert "emails" in quiet.stdout


def test_the_package_runs_as_a_module(dsn: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "flowfabric", "list", "--dsn", dsn],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ended.stdout == "none\n"


def test_each_flow_that_is_cancelled_gets_a_line(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good, other = (
        str(client.submit_flow({"nodes": {"a": {"lane": "l"}}}).flow_id) for _ in range(2)
    )
    answer = run("cancel", "--flow", good, NOBODY, other, status=1)
    assert [d["flow_id"] for d in answer["done"]] == [good, other]
    assert answer["refused"] == [{"flow_id": NOBODY, "error": "the flow does not exist"}]
    assert main(["cancel", "--flow", good, NOBODY, "--dsn", dsn]) == 1
    captured = capsys.readouterr()
    assert "already_terminal" in captured.out
    assert f"{NOBODY}: the flow does not exist" in captured.err


def test_what_was_done_is_said_when_the_connection_is_lost(
    client: Client, dsn: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [str(client.create_execution("emails").execution_id) for _ in range(3)]
    cancel = Client.cancel_execution

    def cancel_two(self: Client, execution_id: UUID, *arguments: Any, **options: Any) -> Any:
        if str(execution_id) == ids[1]:
            self.connection.execute("select pg_terminate_backend(pg_backend_pid())")
        return cancel(self, execution_id, *arguments, **options)

    monkeypatch.setattr(Client, "cancel_execution", cancel_two)
    assert main(["cancel", *ids, "--dsn", dsn]) == 1
    captured = capsys.readouterr()
    assert ids[0] in captured.out
    for execution_id in ids[1:]:
        assert f"{execution_id}: it was not tried, or the answer was lost" in captured.err


def test_a_flow_is_drawn_and_cancelled(client: Client, run: Callable[..., Any]) -> None:
    flow = client.submit_flow({"nodes": {"a": {"lane": "l"}, "b": {"lane": "l", "after": ["a"]}}})
    assert "flowchart" in run("graph", str(flow.flow_id))["diagram"]
    [cancelled] = run("cancel", "--flow", str(flow.flow_id))["done"]
    assert cancelled["cancelled_count"] == 2
    run("cancel", "--flow", "no uuid", status=2)


def test_a_family_is_drawn(
    client: Client, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = client.create_execution("emails", kind="newsletter").execution_id
    claimed = client.claim("emails", "w", "w-1")
    assert claimed
    for key in ("ada", 'b"<&>', "eve"):
        client.spawn(claimed.handle, key, "others", options={"kind": "letter"})
    ada = client.claim("others", "w", "w-1")
    assert ada
    picture = client.spawn(ada.handle, "picture", "more").execution_id
    client.complete(ada.handle)
    client.await_children(claimed.handle, "all")
    diagram = run("graph", str(root))["diagram"].splitlines()
    assert diagram[:9] == [
        "flowchart LR",
        '    n1["newsletter<br/>waiting_children"]:::waiting_children',
        '    n2["ada<br/>completed"]:::completed',
        '    n3["b#quot;#lt;&#gt;<br/>waiting"]:::waiting',
        '    n4["eve<br/>waiting"]:::waiting',
        '    n5["picture<br/>waiting"]:::waiting',
        "    n1 --> n2",
        "    n1 --> n3",
        "    n1 --> n4",
    ]
    assert diagram[9] == "    n2 --> n5"
    assert all(line.startswith("    classDef ") for line in diagram[10:])
    # from below: its ancestors, and nothing beside them
    assert run("graph", str(picture))["diagram"].splitlines()[1:6] == [
        '    n1["newsletter<br/>waiting_children"]:::waiting_children',
        '    n2["letter<br/>completed"]:::completed',
        '    n3["default<br/>waiting"]:::waiting',
        "    n1 --> n2",
        "    n2 --> n3",
    ]
    monkeypatch.setattr("flowfabric.cli.families.MOST_NODES", 3)
    assert '    more["and more"]' in run("graph", str(root))["diagram"].splitlines()
    run("graph", NOBODY, status=1)


def test_lanes_are_paused_and_resumed(client: Client, run: Callable[..., Any]) -> None:
    client.create_execution("emails")
    assert run("pause", "emails", "--reason", "the server moves")["new_state"] == "paused"
    assert client.claim("emails", "w", "w-1") is None
    assert run("resume", "emails")["old_state"] == "paused"
    assert client.claim("emails", "w", "w-1")


@pytest.mark.parametrize("command", ["pause", "resume"])
def test_an_unknown_lane_is_not_made(
    command: str, client: Client, run: Callable[..., Any], dsn: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    client.create_execution("emails")
    assert main([command, "emial", "--dsn", dsn]) == 1
    error = capsys.readouterr().err
    assert "there is no lane 'emial'; did you mean 'emails'?" in error
    assert "--create" in error
    assert main([command, "zzz", "--dsn", dsn]) == 1
    assert "there is no lane 'zzz'\n" in capsys.readouterr().err
    assert [lane.lane_id for lane in client.list_lanes()] == ["emails"]
    run(command, "zzz", "--create")
    assert [lane.lane_id for lane in client.list_lanes()] == ["emails", "zzz"]


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


def test_a_waitpoint_is_named_by_its_key(
    client: Client, run: Callable[..., Any], dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    execution_id = str(client.create_execution("deploys").execution_id)
    claimed = client.claim("deploys", "w", "w-1")
    assert claimed
    conditions = [{"signal": "approved", "on": key} for key in ("review", "budget")]
    parked = client.suspend(claimed.handle, {"all": conditions})
    tokens = {w["waitpoint_key"]: w["token"] for w in parked.waitpoints}
    assert main(["approve", execution_id, "--dsn", dsn]) == 1
    error = capsys.readouterr().err
    for waitpoint in parked.waitpoints:
        assert f"{waitpoint['waitpoint_id']} ({waitpoint['waitpoint_key']})" in error
    assert main(["approve", execution_id, "--waitpoint", "other", "--dsn", dsn]) == 1
    assert "it has no waitpoint 'other'" in capsys.readouterr().err
    effect = run("approve", execution_id, "--waitpoint", "review", "--as", "ada")["effect"]
    assert effect == "appended_to_waitpoint"
    answer = run("signal", execution_id, "budget", "approved", "--token", tokens["budget"])
    assert answer["effect"] == "resume_condition_satisfied"


def test_a_forged_token_is_refused(client: Client, run: Callable[..., Any]) -> None:
    execution_id = str(client.create_execution("deploys").execution_id)
    claimed = client.claim("deploys", "w", "w-1")
    assert claimed
    parked = client.suspend(claimed.handle, {"signal": "approved", "on": "review"})
    waitpoint_id = parked.waitpoints[0]["waitpoint_id"]
    run("signal", execution_id, waitpoint_id, "approved", "--token", "forged", status=1)


def test_health_puts_trouble_first_and_pads_nothing(
    client: Client, dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client.create_consumer("a consumer that nobody reads for", max_lag_ms=1)
    client.create_executions("emails", [{}] * 3)
    assert main(["health", "--dsn", dsn]) in (0, 1)
    lines = capsys.readouterr().out.splitlines()
    verdicts = [line.split()[0] for line in lines if not line.startswith(" ")]
    order = ["critical", "warning", "ok"]
    assert verdicts == sorted(verdicts, key=order.index)
    assert len(verdicts) > 10
    assert all(line == line.rstrip() and " " * 9 not in line.strip() for line in lines)


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
    from pathlib import Path
    from flowfabric.worker import App

    app = App("mailer", lanes=["emails"])
    empty = App("empty", lanes=["emails"])

    @app.handler("welcome")
    def welcome(mail: dict) -> dict:
        Path("begun").touch()
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
    while not (app / "begun").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "completed 1" in out
    assert client.read_execution_state(execution_id) == "completed"
    assert client.list_workers() == [], "it is not missed"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mails_of_the_test", "mails_of_the_test does not name an application"),
        (".mails_of_the_test:app", ".mails_of_the_test:app does not name an application"),
        ("a..b:app", "a..b:app does not name an application"),
        ("mails_of_the_test:app.x", "does not name an application"),
        ("mails_of_the_test:empty", 'the application "empty" has no handler'),
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


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--concurrency", "0"], "'0' is not a whole number between 1 and 10000"),
        (["--concurrency", "many"], "'many' is not a whole number between 1 and 10000"),
        (["--drain-s", "-1"], "drain_s must not be negative"),
        (["--drain-s", "nan"], "drain_s must not be negative"),
    ],
)
def test_settings_of_a_worker_are_refused_in_a_sentence(
    arguments: list[str], message: str, dsn: str
) -> None:
    ended = subprocess.run(
        [*COMMAND, "worker", "mails_of_the_test:app", *arguments, "--dsn", dsn],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr


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
