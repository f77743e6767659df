"""The doorbell: hung up in the database for a while, and taken down by whoever rings it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from .. import calls
from .connections import Link
from .listener import Listener
from .pauses import wait
from .settings import Settings
from .statistics import Statistics

DOORBELL_MS = 15_000


class Doorbell:
    """Knows until when it hangs. `ring` is set by the listener, and by a worker that drains."""

    def __init__(
        self,
        link: Link,
        listener: Listener,
        ring: asyncio.Event,
        settings: Settings,
        statistics: Statistics,
    ) -> None:
        self._link = link
        self._listener = listener
        self._ring = ring
        self._settings = settings
        self._statistics = statistics
        self._hangs_until = 0.0

    async def hang(self, lanes: Sequence[str]) -> bool:
        """Whether rings arrive; the doorbell hangs then, for longer than the worker sleeps."""
        if not self._settings.use_doorbell:
            return False
        if self._hangs_until < time.monotonic() + self._settings.sleep_s:
            sent_at = time.monotonic()
            hung = await self._link.once(
                calls.hang_doorbell(
                    self._settings.instance_id,
                    lanes,
                    min(max(DOORBELL_MS, round(2000 * self._settings.sleep_s)), 60_000),
                )
            )
            self._hangs_until = sent_at + hung.remaining_ms / 1000
            self._listener.listen_on(hung.channels)
        return self._listener.is_heard

    async def wait_for_ring(self, seconds: float) -> bool:
        """Whether somebody rang in time."""
        return await wait(self._ring, seconds)

    def take_ring(self) -> bool:
        """Whether somebody has rung: that took the doorbell down."""
        if not self._ring.is_set():
            return False
        self._ring.clear()
        self._hangs_until = 0.0
        self._statistics.rings += 1
        return True
