"""The examples that need no Python: a story for psql, and a worker in bash."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from build import ROOT
from flowfabric import Client
from pg_server import RunningServer, environment
from test_db import OWNER

STORY = ROOT / "examples/psql_story.sql"
WORKER = ROOT / "examples/bash_worker.sh"
LANE = "a lane of the shell"
PATIENCE_S = 30

_numbers = itertools.count(1)


@pytest.fixture
def empty_database(server: RunningServer) -> Iterator[str]:
    name = f"ff_shell_{os.getpid()}_{next(_numbers)}"
    server.psql("-c", f"create database {name} owner {OWNER}")
    yield name
    server.psql("-c", f"drop database {name} (force)")


def tell_story(server: RunningServer, database: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [server.bindir / "psql", "-X", "-f", STORY],
        env=environment(server.env(database, OWNER)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )


def test_the_story_is_told_and_leaves_nothing(server: RunningServer, empty_database: str) -> None:
    told = tell_story(server, empty_database)
    assert told.returncode == 0, told.stdout
    for said in (
        "worker A holds epoch 1 for 1000 ms",
        "worker B has it: attempt type reclaim, epoch 2",
        "ERROR:  the lease is stale",
        " ada       | B\n",
        "ERROR:  the token is not valid for this waitpoint",
        " accepted | resume_condition_satisfied | waiting",
        "another worker goes on with the same attempt: resume, attempt 0",
        " findings \n----------\n        0\n",
        " is_gone \n---------\n t\n",
    ):
        assert said in told.stdout
    assert told.stdout.count("ERROR") == 2
    assert " ada       | A\n" not in told.stdout
    schemas = "select count(*) from pg_namespace where nspname = 'flowfabric'"
    assert server.psql("-c", schemas, dbname=empty_database) == "0"


def test_the_story_keeps_what_was_there(
    server: RunningServer, database: str, connect: Callable[..., psycopg.Connection[Any]]
) -> None:
    client = Client(connect(autocommit=True))
    execution_id = client.create_execution("mine").execution_id
    told = tell_story(server, database)
    assert told.returncode == 0, told.stdout
    assert "so it stays" in told.stdout
    assert client.read_execution_state(execution_id) == "waiting"


# --- the worker ---


@pytest.fixture
def client(connect: Callable[..., psycopg.Connection[Any]]) -> Client:
    return Client(connect(autocommit=True))


@pytest.fixture
def bash_worker(server: RunningServer, database: str) -> Iterator[Callable[..., Any]]:
    """Starts a worker that runs a script of the shell."""
    started: list[subprocess.Popen[str]] = []
    path = f"{server.bindir}{os.pathsep}{os.environ['PATH']}"

    def start(script: str, **variables: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [WORKER, LANE, "sh", "-c", script],
            env=environment(server.env(database, OWNER)) | {"PATH": path} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE_S)


def wait_for(client: Client, execution_id: UUID, state: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while client.read_execution_state(execution_id) != state:
        assert time.monotonic() < deadline, f"not {state}"
        time.sleep(0.02)


def test_it_runs_a_command_for_each_execution(
    client: Client, bash_worker: Callable[..., Any]
) -> None:
    texts = ["ada", 'it\'s | a "text"\nof two lines, \u00e4', "fails", "no JSON"]
    client.register_lane(LANE, {"retry_policy": {}})
    ids = [client.create_execution(LANE, {"text": text}).execution_id for text in texts]
    ids.append(client.create_execution(LANE).execution_id)
    script = """input=$(cat)
    case $input in
        *fails*) echo oops >&2; exit 3;;
        *JSON*) echo this is none;;
        *) printf '%s' "$input";;
    esac"""
    worker = bash_worker(script, FF_ONCE="1")
    _, errors = worker.communicate(timeout=PATIENCE_S)
    assert worker.returncode == 0, errors
    results = [client.get_execution_result(execution_id) for execution_id in ids]
    assert [r.output for r in results if r] == [
        {"text": texts[0]}, {"text": texts[1]}, None, None, None
    ]  # fmt: skip
    assert [r.public_state for r in results if r] == [
        "completed", "completed", "failed", "failed", "completed"
    ]  # fmt: skip
    reasons = [r.failure_reason or "" for r in results if r]
    assert reasons[2] == "exit status 3: oops"
    assert "invalid input syntax for type json" in reasons[3]


def test_it_renews_its_lease_and_ends_when_it_is_told(
    client: Client, bash_worker: Callable[..., Any]
) -> None:
    worker = bash_worker("sleep 2.5; echo '\"done\"'", FF_LEASE_TTL_MS="1200")
    execution_id = client.create_execution(LANE).execution_id
    wait_for(client, execution_id, "active")
    worker.send_signal(signal.SIGTERM)
    _, errors = worker.communicate(timeout=PATIENCE_S)
    assert worker.returncode == 0, errors
    description = client.describe_execution(execution_id)
    assert description
    assert (description.public_state, description.lease_epoch) == ("completed", 1)


def test_it_stops_the_command_when_the_lease_is_lost(
    client: Client, bash_worker: Callable[..., Any], tmp_path: Path
) -> None:
    script = f"echo $$ > {tmp_path}/pid; exec sleep 60"
    policy = {"max_reclaim_count": 0}
    # before the worker looks, which ends when nothing is due
    execution_id = client.create_execution(LANE, policy=policy).execution_id
    worker = bash_worker(script, FF_LEASE_TTL_MS="5000", FF_ONCE="1")
    wait_for(client, execution_id, "active")
    while not (tmp_path / "pid").exists():
        assert worker.poll() is None
        time.sleep(0.02)
    client.cancel_execution(execution_id, "not needed")
    _, errors = worker.communicate(timeout=PATIENCE_S)
    assert "the lease is lost" in errors
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
    assert client.read_execution_state(execution_id) == "cancelled"
