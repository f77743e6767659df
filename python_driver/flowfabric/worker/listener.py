"""Hearing the doorbell: a connection that listens, if notifications arrive on it."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg import sql

from .connections import Link
from .pauses import Pauses
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


class Listener:
    """`is_heard` says whether rings arrive. Through a pooler in transaction mode they do not.

    So it sends a notification to itself, logs when that does not arrive, and tries again later.
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

    def listen_on(self, channels: Sequence[str]) -> None:
        if self._channels is None:
            self._channels = channels
            self._has_channels.set()

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
            probe = uuid.uuid4().hex
            await self._link.execute("select pg_notify(%s, %s)", self._channels[0], probe)
            async for note in connection.notifies(timeout=PROBE_S):
                if note.payload == probe:
                    self.is_heard = True
                    break
                self._hear(note.channel, note.payload)
            self.was_probed.set()
            if not self.is_heard:
                return False
            pauses.reset()
            # rings that came before this connection listened
            self._on_ring()
            async for note in connection.notifies():
                self._hear(note.channel, note.payload)
        return True

    def _hear(self, channel: str, lane_mark: str) -> None:
        if channel != BROADCAST or lane_mark in self._lane_marks:
            self._on_ring()


async def _can_prepare(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether the server allows two-phase transactions."""
    cursor = await connection.execute("show max_prepared_transactions")
    row = await cursor.fetchone()
    return row is None or row[0] != "0"
