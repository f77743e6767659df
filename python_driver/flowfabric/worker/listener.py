"""Hearing the doorbell: a connection that listens, if notifications arrive on it."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Callable, Sequence

from psycopg import sql

from .connections import Link, OwnConnection, within
from .pauses import Flag, Pauses, wait
from .report import log
from .trouble import short

PROBE_S = 2.0
PROBE_AGAIN_S = 300.0
BROADCAST = "flowfabric"

# It is idle for as long as the worker sleeps, and its end shows that the worker has ended. (The
# session is its own, as the probe has shown.)
_LONG_IDLE = """
    select
        pg_backend_pid(),
        set_config('idle_session_timeout', '0', false),
        set_config('tcp_keepalives_idle', '10', false),
        set_config('tcp_keepalives_interval', '5', false),
        set_config('tcp_keepalives_count', '3', false)
"""


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
        self._has_channels = Flag()
        self.hears_all = False
        self.is_heard = False
        # while it is heard: its session, unless that belongs to a pooler, which keeps it
        self.session_pid: int | None = None
        self._is_doubted = Flag()
        self._probe = ""
        self._was_probe_heard = Flag()

    def listen_on(self, channels: Sequence[str]) -> None:
        if self._channels is None:
            self._channels = channels
            self._has_channels.set()

    def doubt(self) -> None:
        """Say that there is work for which no ring was heard."""
        self._is_doubted.set()

    async def run(self) -> None:
        await wait(self._has_channels)
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
                    self.is_heard, self.session_pid = False, None
                    self._on_ring()
            await asyncio.sleep(pause)

    async def _listen(self, pauses: Pauses) -> bool:
        """Listen until the connection breaks; False when rings do not come through."""
        assert self._channels
        async with await OwnConnection.connect(
            self._conninfo, autocommit=True, prepare_threshold=None
        ) as connection:
            for channel in self._channels:
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(channel)))
            self.hears_all = not await _can_prepare(connection)
            await self._send_probe()
            try:
                await within(PROBE_S, self._hear(connection, until_probe=True))
            except (TimeoutError, asyncio.TimeoutError):
                return False
            pauses.reset()
            cursor = await connection.execute(_LONG_IDLE)
            (pid, *_) = await cursor.fetchone() or (None,)
            # a pooler makes up the process id for its clients
            self.session_pid = pid if pid == connection.pgconn.backend_pid else None
            self.is_heard = True
            # rings that came before this connection listened
            self._on_ring()
            tasks = [asyncio.create_task(one) for one in (self._hear(connection), self._prove())]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                done.pop().result()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return True

    async def _hear(self, connection: OwnConnection, *, until_probe: bool = False) -> None:
        async for note in connection.notifies():
            if note.payload == self._probe:
                self._was_probe_heard.set()
                if until_probe:
                    return
            elif note.channel != BROADCAST or note.payload in self._lane_marks:
                self._on_ring()

    async def _prove(self) -> None:
        """Raise an error when the connection is in doubt and does not hear a probe."""
        while True:
            self._is_doubted.clear()
            await wait(self._is_doubted)
            try:
                await self._send_probe()
            except Exception as error:
                log.warning("the connection that listens could not be tested: %s", short(error))
                continue
            if not await wait(self._was_probe_heard, PROBE_S):
                raise ConnectionError("notifications do not arrive on it any more")

    async def _send_probe(self) -> None:
        assert self._channels
        self._probe = uuid.uuid4().hex
        self._was_probe_heard.clear()
        await self._link.execute("select pg_notify(%s, %s)", self._channels[0], self._probe)


async def _can_prepare(connection: OwnConnection) -> bool:
    """Whether the server allows two-phase transactions."""
    cursor = await connection.execute("show max_prepared_transactions")
    row = await cursor.fetchone()
    return row is None or row[0] != "0"
