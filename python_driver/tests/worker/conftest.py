"""Workers in threads of the test, and what they leave in the database."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest
from flowfabric import Client
from flowfabric.worker import App, Statistics

PATIENCE_S = 20

Work = Callable[..., contextlib.AbstractContextManager["Running"]]


class Running:
    """A worker that runs in a thread."""

    def __init__(self, app: App, dsn: str, settings: dict[str, Any]) -> None:
        self.app = app
        self.error: BaseException | None = None
        self.result: Statistics | None = None
        # a daemon: a worker that does not end fails its test, and not the run
        self._thread = threading.Thread(target=self._run, args=(dsn, settings), daemon=True)
        self._thread.start()
        wait_until(lambda: self.error or (app._runtime and app._runtime._loop), "the start")

    def _run(self, dsn: str, settings: dict[str, Any]) -> None:
        try:
            self.result = self.app.run(dsn, **settings)
        except BaseException as error:
            self.error = error

    @property
    def statistics(self) -> Statistics:
        assert self.app._runtime
        return self.app._runtime.statistics

    def stop(self) -> Statistics:
        self.app.stop()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the worker does not end"
        if self.error:
            raise self.error
        assert self.result
        return self.result


@pytest.fixture
def client(connect: Callable[..., psycopg.Connection[Any]]) -> Client:
    return Client(connect(autocommit=True))


@pytest.fixture
def work(dsn: str) -> Work:
    """`with work(app, concurrency=2) as running:` the worker runs until the block ends."""

    @contextlib.contextmanager
    def work(app: App, **settings: Any) -> Iterator[Running]:
        running = Running(app, settings.pop("dsn", dsn), settings)
        try:
            yield running
        finally:
            running.stop()

    return work


@pytest.fixture
def sound_sleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers sleep for a minute at once, as they do on a quiet server without two-phase commit."""

    async def cannot_prepare(_connection: Any) -> bool:
        return False

    monkeypatch.setattr("flowfabric.worker.listener._can_prepare", cannot_prepare)
    monkeypatch.setattr("flowfabric.worker.doorbell.QUIET_S", 0.0)


def wait_until(condition: Callable[[], Any], what: str = "", patience_s: float = PATIENCE_S) -> Any:
    deadline = time.monotonic() + patience_s
    while not (answer := condition()):
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(0.01)
    return answer


def wait_for_state(
    client: Client, execution_id: UUID, state: str, patience_s: float = PATIENCE_S
) -> None:
    wait_until(lambda: client.read_execution_state(execution_id) == state, state, patience_s)


def result_of(client: Client, execution_id: UUID) -> Any:
    result = client.get_execution_result(execution_id)
    assert result, "it is not over"
    return result
