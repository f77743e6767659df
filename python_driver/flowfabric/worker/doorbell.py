"""The doorbell: a row that asks to be woken. A session that rings it also removes the row."""

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
    """Knows when its row expires. The listener sets `ring`, and so does a worker that drains."""

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
        """Make the row last longer than the worker sleeps; returns whether rings arrive."""
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
        """Wait; returns whether the doorbell rang in time."""
        return await wait(self._ring, seconds)

    def take_ring(self) -> bool:
        """Whether the doorbell has rung, which removed its row."""
        if not self._ring.is_set():
            return False
        self._ring.clear()
        self._hangs_until = 0.0
        self._statistics.rings += 1
        return True
