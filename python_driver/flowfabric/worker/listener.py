"""Hearing the doorbell: a connection that listens, if notifications arrive on it."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import socket
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg import sql

from .connections import Link
from .pauses import Pauses, wait
from .report import log
from .trouble import short

PROBE_S = 2.0
PROBE_AGAIN_S = 300.0
IDLE_S = 60.0
BROADCAST = "flowfabric"


class _Listening(psycopg.AsyncConnection[Any]):
    """psycopg looks at an idle connection ten times a second for Ctrl-C, which the loop sees."""

    async def wait(self, *arguments: Any, **options: Any) -> Any:
        return await super().wait(*arguments, **({"interval": IDLE_S} | options))

    def abandon(self) -> None:
        """End the session under a task that waits for notifications, which gets an error."""
        with (
            contextlib.suppress(Exception),
            socket.socket(fileno=os.dup(self.pgconn.socket)) as connected,
        ):
            connected.shutdown(socket.SHUT_RDWR)


class Listener:
    """`is_heard` says whether rings arrive. Through a pooler in transaction mode they do not.

    So it sends a notification to itself, logs when that does not arrive, and tries again later.
    A connection can be lost without an error, for example behind a proxy: after `doubt` it proves
    itself in the same way, or is opened again.

    `hears_all` is false where transactions can be prepared: the commit of one cannot ring.
    """

    def __init__(
        self, conninfo: str, link: Link, lanes: Sequence[str], on_ring: Callable[[], None]
    ) -> None:
        self._conninfo = conninfo
        self._link = link
        # a ring does not tell the name of its lane to whoever listens
        self._lane_marks = frozenset(hashlib.sha256(lane.encode()).hexdigest() for lane in lanes)
        self._on_ring = on_ring
        self._channels: Sequence[str] | None = None
        self._has_channels = asyncio.Event()
        self.is_heard = False
        self.hears_all = False
        self.was_probed = asyncio.Event()
        self._is_doubted = asyncio.Event()
        self._probe = ""
        self._was_probe_heard = asyncio.Event()

    def listen_on(self, channels: Sequence[str]) -> None:
        if self._channels is None:
            self._channels = channels
            self._has_channels.set()

    def doubt(self) -> None:
        """Say that there is work for which no ring was heard."""
        self._is_doubted.set()

    async def run(self) -> None:
        await self._has_channels.wait()
        pauses = Pauses(0.2, 10.0)
        was_told = False
        while True:
            pause = pauses.next()
            try:
                if not await self._listen(pauses):
                    if not was_told:
                        log.warning(
                            "no notification arrives on this connection (a pooler in transaction "
                            "mode?): the worker polls"
                        )
                    was_told = True
                    pause = PROBE_AGAIN_S
            except Exception as error:
                log.warning("the connection that listens has failed: %s", short(error))
            finally:
                if self.is_heard:
                    # the worker sleeps because it relies on rings
                    self.is_heard = False
                    self._on_ring()
                self.was_probed.set()
            await asyncio.sleep(pause)

    async def _listen(self, pauses: Pauses) -> bool:
        """Listen until the connection breaks; False when rings do not come through."""
        assert self._channels
        async with await _Listening.connect(
            self._conninfo, autocommit=True, prepare_threshold=None
        ) as connection:
            for channel in self._channels:
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
            self.hears_all = not await _can_prepare(connection)
            await self._send_probe()
            async for note in connection.notifies(timeout=PROBE_S):
                self._hear(note.channel, note.payload)
                if self._was_probe_heard.is_set():
                    self.is_heard = True
                    break
            self.was_probed.set()
            if not self.is_heard:
                return False
            pauses.reset()
            # it is idle for as long as the worker sleeps; the session is its own (see the probe)
            await connection.execute("set idle_session_timeout = 0")
            # rings that came before this connection listened
            self._on_ring()
            proving = asyncio.create_task(self._prove(connection))
            try:
                async for note in connection.notifies():
                    self._hear(note.channel, note.payload)
            except psycopg.OperationalError:
                if proving.done():
                    raise ConnectionError("notifications do not arrive on it any more") from None
                raise
            finally:
                proving.cancel()
        return True

    async def _prove(self, connection: _Listening) -> None:
        """End the connection, and return, when it is in doubt and does not hear a probe."""
        while True:
            self._is_doubted.clear()
            await self._is_doubted.wait()
            try:
                await self._send_probe()
            except Exception as error:
                log.warning("the connection that listens could not be tested: %s", short(error))
                continue
            if not await wait(self._was_probe_heard, PROBE_S):
                connection.abandon()
                return

    async def _send_probe(self) -> None:
        assert self._channels
        self._probe = uuid.uuid4().hex
        self._was_probe_heard.clear()
        await self._link.execute("select pg_notify(%s, %s)", self._channels[0], self._probe)

    def _hear(self, channel: str, payload: str) -> None:
        if payload == self._probe:
            self._was_probe_heard.set()
        elif channel != BROADCAST or payload in self._lane_marks:
            self._on_ring()


async def _can_prepare(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether the server allows two-phase transactions."""
    cursor = await connection.execute("show max_prepared_transactions")
    row = await cursor.fetchone()
    return row is None or row[0] != "0"
