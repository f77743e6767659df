"""The bell of results: one connection of the process listens for all that wait for a result.

Notifications only make a wait shorter. Whoever waits also looks by himself, in growing pauses, so a
server or a pooler that delivers none costs time and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import selectors
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from uuid import UUID

import psycopg
from psycopg.conninfo import make_conninfo

log = logging.getLogger("flowfabric")

CHANNEL = "ff_results"
# how long the connection is kept when nobody waits
IDLE_S = 10.0
# how long a notification may take until the connection counts as deaf
PROBE_S = 5.0
AGAIN_S = 30.0
# the first pause between two looks, and the longest ones, with notifications and without
FIRST_PAUSE_S, LISTENING_PAUSE_S, LONGEST_PAUSE_S = 0.005, 15.0, 1.0

# with an id; without one it is time to look
Told = Callable[..., None]


class ResultListener:
    """A thread that listens as long as somebody waits."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._lock = threading.Lock()
        self._waiting: dict[UUID, list[Told]] = {}
        self._thread: threading.Thread | None = None
        # notifications arrive; from this moment on, which is None while they do not
        self.heard_since: float | None = None

    @contextlib.contextmanager
    def tell(self, ids: Iterable[UUID], told: Told) -> Iterator[None]:
        """Have `told` called, in the thread, with the id of each that ends."""
        ids = list(ids)
        with self._lock:
            for id_ in ids:
                self._waiting.setdefault(id_, []).append(told)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="flowfabric results", daemon=True
                )
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                for id_ in ids:
                    self._waiting[id_].remove(told)
                    if not self._waiting[id_]:
                        del self._waiting[id_]

    def _run(self) -> None:
        used_at = time.monotonic()
        while not self._ends(used_at):
            try:
                if self._waiting:
                    used_at = self._listen()
            except Exception as error:
                log.debug("the connection that listens for results has failed: %s", error)
            finally:
                was_heard, self.heard_since = self.heard_since is not None, None
                if was_heard:
                    # all look for themselves, in shorter pauses, until it listens again
                    self._tell()
            time.sleep(0.5)

    def _ends(self, used_at: float) -> bool:
        with self._lock:
            if self._waiting or time.monotonic() < used_at + IDLE_S:
                return False
            self._thread = None
            return True

    def _listen(self) -> float:
        """Listen until nobody waits any more, or notifications do not arrive."""
        probe = uuid.uuid4().hex
        with psycopg.connect(self._conninfo, autocommit=True, prepare_threshold=None) as connection:
            connection.execute(f"listen {CHANNEL}".encode())
            # by another connection: behind a pooler its own would be told of itself
            with psycopg.connect(self._conninfo, autocommit=True) as other:
                other.execute("select pg_notify(%s, %s)", [CHANNEL, probe])
            give_up_at = time.monotonic() + PROBE_S
            used_at = time.monotonic()
            while self._waiting or time.monotonic() < used_at + IDLE_S:
                if self._waiting:
                    used_at = time.monotonic()
                for payload in _notifications(connection, 1.0):
                    if payload == probe:
                        self.heard_since = time.monotonic()
                    else:
                        with contextlib.suppress(ValueError):
                            self._tell(UUID(payload))
                if self.heard_since is None and time.monotonic() > give_up_at:
                    log.warning(
                        "no notification arrives (a pooler in transaction mode?): results are "
                        "looked for in growing pauses"
                    )
                    time.sleep(AGAIN_S)
                    break
        return used_at

    def _tell(self, *ids: UUID) -> None:
        """Wake those that wait for an execution; without one, all."""
        with self._lock:
            waiting = {told for id_ in ids or self._waiting for told in self._waiting.get(id_, ())}
        for told in waiting:
            told(*ids)


def _notifications(connection: psycopg.Connection[Any], seconds: float) -> list[str]:
    """The notifications of so many seconds at most, in each version of psycopg."""
    # not select(), which takes no number of a file above 1023
    with selectors.DefaultSelector() as selector:
        selector.register(connection.fileno(), selectors.EVENT_READ)
        if not selector.select(seconds):
            return []
    connection.pgconn.consume_input()
    heard = []
    while note := connection.pgconn.notifies():
        if note.relname == CHANNEL.encode():
            heard.append(note.extra.decode())
    return heard


_listeners: dict[tuple[int, str], ResultListener] = {}
_listeners_lock = threading.Lock()


def listener_for(conninfo: str) -> ResultListener:
    """That of this process: a forked one has its own."""
    with _listeners_lock:
        return _listeners.setdefault((os.getpid(), conninfo), ResultListener(conninfo))


def conninfo_of(connection: psycopg.BaseConnection[Any]) -> str:
    """How to connect as a connection did."""
    parameters: dict[str, Any] = dict(connection.info.get_parameters())
    if connection.info.password:
        parameters["password"] = connection.info.password
    return make_conninfo("", **parameters)


class Ring:
    """The ids that one waiter was told; for threads."""

    def __init__(self) -> None:
        self._told: set[UUID] = set()
        self._lock = threading.Lock()
        self._event = threading.Event()

    def tell(self, *ids: UUID) -> None:
        with self._lock:
            self._told.update(ids)
        self._event.set()

    def wait(self, seconds: float) -> set[UUID]:
        self._event.wait(seconds)
        self._event.clear()
        with self._lock:
            told, self._told = self._told, set()
        return told


class AsyncRing:
    """The same for asyncio."""

    def __init__(self) -> None:
        self._told: set[UUID] = set()
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def tell(self, *ids: UUID) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._note, ids)

    def _note(self, ids: Iterable[UUID]) -> None:
        self._told.update(ids)
        self._event.set()

    async def wait(self, seconds: float) -> set[UUID]:
        with contextlib.suppress(asyncio.TimeoutError, TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)
        self._event.clear()
        told, self._told = self._told, set()
        return told
