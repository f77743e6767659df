"""The registration of this process, by which operators see that it is there. Claims need none."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from .. import calls
from ..calls import Call
from ..errors import NotAuthorised
from ..types import RegisteredWorker
from .connections import Link
from .holdings import Holdings
from .report import log
from .settings import Settings
from .trouble import short

HEARTBEAT_S = 10.0
LIVENESS_MS = 30_000
# A worker without work for this time sends no heartbeats. Its registration lasts for long, and ends
# with the session that listens for rings; without such a session it is repeated once a minute.
UNUSED_S = 30.0
UNUSED_LIVENESS_MS = 3_600_000
UNHEARD_LIVENESS_MS = 90_000
# how long the goodbye may take
LEAVE_S = 1.0


class Registration:
    """Registers this process, keeps it alive while it runs, and removes it in the end."""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        holdings: Holdings,
        listening_pid: Callable[[], int | None],
    ) -> None:
        self._link = link
        self._settings = settings
        self._holdings = holdings
        self._listening_pid = listening_pid
        self._lanes: Sequence[str] = settings.lanes
        self._has_left = False
        # the last registration, and its end by the clock of this process: 0 before the first
        self._registered: tuple[int, int | None] = (0, None)
        self._lasts_until = 0.0

    async def begin(self) -> None:
        """Raises the refusal of its lanes if all of them refuse this worker."""
        await self._register(self._link, LIVENESS_MS)

    async def keep(self, link: Link) -> None:
        """In the thread of the renewals: a blocked loop is not a dead worker."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            if self._has_left or not self._lasts_until:
                continue
            try:
                await self._beat(link)
            except Exception as error:
                log.warning("a heartbeat has failed: %s", short(error))

    async def end(self) -> None:
        """A worker that ends in good order is not missed."""
        self._has_left = True
        try:
            await self._link.once(
                calls.unregister_worker(self._settings.instance_id, self._settings.namespace),
                LEAVE_S,
            )
        except Exception as error:
            log.debug("the registration stays: %s", short(error))

    async def _beat(self, link: Link) -> None:
        if self._holdings.unused_s() >= UNUSED_S:
            pid = self._listening_pid()
            # while a lane refuses this worker, it asks again once a minute, too
            is_complete = len(self._lanes) == len(self._settings.lanes)
            ttl_ms = UNUSED_LIVENESS_MS if pid and is_complete else UNHEARD_LIVENESS_MS
            is_to_end_soon = self._lasts_until < time.monotonic() + LIVENESS_MS / 1000
            if self._registered != (ttl_ms, pid) or is_to_end_soon:
                await self._register(link, ttl_ms, pid)
            return
        if self._registered == (LIVENESS_MS, None):
            heartbeat = calls.heartbeat_worker(self._settings.instance_id, self._settings.namespace)
            if (await link.once(heartbeat)).outcome != "not_registered":
                return
        await self._register(link, LIVENESS_MS)

    async def _register(self, link: Link, ttl_ms: int, pid: int | None = None) -> None:
        """With the lanes that are open to this worker; the claimer tries the others again."""
        sent_at = time.monotonic()
        self._lanes = self._settings.lanes
        try:
            await link.once(self._call(self._lanes, ttl_ms, pid))
        except NotAuthorised:
            self._lanes = [lane for lane in self._lanes if await self._is_open(link, lane)]
            if not self._lanes and not self._lasts_until:  # it has just begun
                raise
            await link.once(self._call(self._lanes, ttl_ms, pid))
        self._registered = (ttl_ms, pid)
        self._lasts_until = sent_at + ttl_ms / 1000

    async def _is_open(self, link: Link, lane: str) -> bool:
        try:
            await link.once(self._call([lane], LIVENESS_MS, None))
        except NotAuthorised:
            return False
        return True

    def _call(self, lanes: Sequence[str], ttl_ms: int, pid: int | None) -> Call[RegisteredWorker]:
        return calls.register_worker(
            self._settings.worker_id,
            self._settings.instance_id,
            lanes,
            self._settings.capabilities,
            ttl_ms,
            self._settings.namespace,
            pid,
        )
