"""Ticks: maintenance by this worker, while there is something to do."""

from __future__ import annotations

import math
import random
import time

from .. import calls
from ..types import Outlook
from .connections import Link
from .pauses import Flag, wait
from .report import log
from .trouble import short


class Ticker:
    """Runs `ff_tick` once a period, or, after an outlook, not before it has something to do.

    An outlook holds until this worker claims something: the work makes ticks necessary. Work of
    others that makes a tick due earlier rings the doorbell, after which the worker looks again.
    """

    def __init__(self, link: Link, period_s: float | None) -> None:
        self._link = link
        self._period_s = period_s or math.inf
        self._last_at = time.monotonic()
        self._due_at = self._last_at + self._pause()
        self._has_changed = Flag()
        # set after each tick: the last outlook does not hold any more
        self.ticked = Flag()

    def note_outlook(self, outlook: Outlook) -> None:
        due_in_ms = outlook.tick_due_in_ms
        due_in_s = math.inf if due_in_ms is None else due_in_ms / 1000
        # other workers have the same outlook, and one tick is enough for all
        due_in_s += random.uniform(0, min(self._period_s, 1.0) / 3)
        self._set(max(time.monotonic() + due_in_s, self._last_at + self._pause()))

    def forget_outlook(self) -> None:
        """Tick once a period until the next outlook."""
        self._set(min(self._due_at, time.monotonic() + self._pause()))

    async def run(self) -> None:
        while True:
            seconds = self._due_at - time.monotonic()
            if seconds > 0:
                self._has_changed.clear()
                await wait(self._has_changed, seconds)
                continue
            await self.tick()

    async def tick(self) -> None:
        """Run maintenance now."""
        self._last_at = time.monotonic()
        self._due_at = self._last_at + self._pause()
        try:
            # in an older snapshot the jobs that compare locks with tables are skipped
            await self._link.once(calls.tick(), reads_committed=True)
        except Exception as error:
            log.warning("a tick has failed: %s", short(error))
        self.ticked.set()

    def _pause(self) -> float:
        """A period on average, so that workers do not tick at the same moments."""
        return self._period_s * random.uniform(2 / 3, 4 / 3)

    def _set(self, due_at: float) -> None:
        if due_at != self._due_at:
            self._due_at = due_at
            self._has_changed.set()
