"""The doorbell: a row that asks to be woken. A session that rings it also removes the row."""

from __future__ import annotations

import time
from collections.abc import Sequence

from .. import calls
from .connections import Link
from .listener import Listener
from .pauses import Flag, wait_for_first
from .settings import Settings
from .statistics import Statistics

# A doorbell of a worker that hears often hangs for a short time: submissions with longer delays
# ring only doorbells that would hang until then.
SHORT_MS = 15_000
SHORT_SLEEP_S = 5.0
# After this time without a ring a doorbell hangs for as long as it may.
QUIET_S = 10.0
LONG_MS = 3_600_000
# Work that no doorbell is rung for is found by a look, once a minute.
LONGEST_S = 60.0


class Doorbell:
    """Knows when its row expires. The listener sets `ring`, and so does a worker that drains."""

    def __init__(
        self,
        link: Link,
        listener: Listener,
        ring: Flag,
        settings: Settings,
        statistics: Statistics,
    ) -> None:
        self._link = link
        self._listener = listener
        self._ring = ring
        self._settings = settings
        self._statistics = statistics
        self._hangs_until = 0.0
        self._rung_at = time.monotonic()

    @property
    def _is_quiet(self) -> bool:
        return time.monotonic() - self._rung_at >= QUIET_S

    @property
    def longest_s(self) -> float:
        """How long the worker may sleep while it hears rings, and all later work is announced."""
        if not self._listener.hears_all:
            return min(self._settings.sleep_s, self._settings.poll_s)
        return min(self._settings.sleep_s, LONGEST_S if self._is_quiet else SHORT_SLEEP_S)

    async def hang(self, lanes: Sequence[str]) -> bool:
        """Make the row last longer than the worker sleeps; returns whether rings arrive."""
        if not self._settings.use_doorbell:
            return False
        sent_at = time.monotonic()
        if self._hangs_until < sent_at + self.longest_s:
            hung = await self._link.once(
                calls.hang_doorbell(
                    self._settings.instance_id, lanes, LONG_MS if self._is_quiet else SHORT_MS
                )
            )
            self._hangs_until = sent_at + hung.remaining_ms / 1000
            self._listener.listen_on(hung.channels)
        return self._listener.is_heard

    async def wait_for_ring(self, seconds: float, or_for: Flag) -> bool:
        """Wait for it, or for another event; returns whether the doorbell rang in time."""
        await wait_for_first((self._ring, or_for), seconds)
        return self._ring.is_set()

    def note_missed_ring(self) -> None:
        """New work came without a ring: see that the connection still listens."""
        self._listener.doubt()

    def take_ring(self) -> bool:
        """Whether the doorbell has rung, which removed its row."""
        if not self._ring.is_set():
            return False
        self._ring.clear()
        self._hangs_until = 0.0
        self._rung_at = time.monotonic()
        self._statistics.rings += 1
        return True
