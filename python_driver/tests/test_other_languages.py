"""Workers with steps in TypeScript and in Go, where node, go and their packages are to be had."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from build import ROOT
from flowfabric import Client
from pg_server import environment
from psycopg.conninfo import conninfo_to_dict

PATIENCE_S = 60


@pytest.fixture(scope="session")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    place = _copy(tmp_path_factory, "typescript_worker", "npm")
    _prepare(place, "npm", "install", "--no-audit", "--no-fund")
    return [str(place / "node_modules/.bin/tsx"), str(place / "worker.ts")]


@pytest.fixture(scope="session")
def go(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    place = _copy(tmp_path_factory, "go_worker", "go")
    _prepare(place, "go", "mod", "tidy")
    subprocess.run(["go", "vet", "."], cwd=place, check=True)
    subprocess.run(["go", "build", "-o", "worker", "."], cwd=place, check=True)
    return [str(place / "worker")]


def _copy(tmp_path_factory: pytest.TempPathFactory, name: str, tool: str) -> Path:
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    place = tmp_path_factory.mktemp(name)
    shutil.copytree(ROOT / "examples" / name, place, dirs_exist_ok=True)
    return place


def _prepare(place: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=place, capture_output=True, timeout=200, check=False)
    if done.returncode:
        pytest.skip(f"{' '.join(command)} fails: its packages are not to be had")


@pytest.fixture
def start(dsn: str) -> Iterator[Callable[[list[str]], subprocess.Popen[bytes]]]:
    parts = conninfo_to_dict(dsn)
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "dbname": "PGDATABASE"}
    variables = environment({names[n]: str(v) for n, v in parts.items() if n in names})
    running: list[subprocess.Popen[bytes]] = []

    def start(command: list[str]) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, env=os.environ | variables, start_new_session=True)
        running.append(process)
        return process

    yield start
    for process in running:
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Also the processes that it has started."""
    if process.poll() is None:
        os.killpg(process.pid, 9)
    process.wait(20)


def wait_for_state(client: Client, execution_id: Any, *states: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while client.read_execution_state(execution_id) not in states:
        assert time.monotonic() < deadline, client.read_execution_state(execution_id)
        time.sleep(0.05)


@pytest.mark.parametrize("language", ["typescript", "go"])
def test_a_worker_with_steps(
    request: pytest.FixtureRequest,
    connect: Callable[..., psycopg.Connection[Any]],
    start: Callable[[list[str]], subprocess.Popen[bytes]],
    language: str,
) -> None:
    """It is killed while its order waits for a signal, and another one goes on."""
    command: list[str] = request.getfixturevalue(language)
    client = Client(connect(autocommit=True))
    order = {"amount": 100, "pictures": ["a", "b"]}
    execution_id = client.create_execution("orders", order, kind="order").execution_id
    first = start(command)
    wait_for_state(client, execution_id, "suspended")
    _kill(first)
    client.send_signal(execution_id, "approval", {"by": "ada"})
    start(command)
    result = client.wait(execution_id, PATIENCE_S)
    assert result.output == {
        "charge": "charged 100",
        "approval": {"by": "ada"},
        "thumbnails": ["small a", "small b"],
    }
    wrong = client.create_execution(
        "orders", None, kind="refund", policy={"retry_policy": {"max_retries": 0}}
    )
    assert client.wait(wrong.execution_id, PATIENCE_S).public_state == "failed"
    assert client.check() == []
