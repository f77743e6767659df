"""Keeping leases: one renewal for all that is held, and what happens when one cannot be kept.

A lease is lost when a renewal is refused, when none got through until its end by our own clock, or
when a call of the handler is refused. The first two are seen here, the third by the context or the
runner. From then on `Held.is_lost`:

- its handler is told to stop (`Held.stop`), or does not begin: somebody else may have the work;
- it is not renewed any more;
- what its handler answers after that is not told to the engine: `Finisher.end` counts it as lost,
  as it does with an end that the engine refuses.

A commit that is on its way is left alone: the engine lets it through or refuses it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Sequence

from .. import calls
from .connections import Link, is_weather, short
from .held import CANCEL_REQUESTED, LEASE_LOST, Held, Phase
from .holdings import Holdings
from .outcomes import Outcome, Stopped

log = logging.getLogger("flowfabric.worker")

# the handler has not ended, or not begun
AT_WORK = (Phase.QUEUED, Phase.RUNNING)


class Keeper:
    """One call a third of a lease for all that is held; what was not renewed is stopped.

    Two links: one waits where a handler may have the row of its execution locked.
    """

    def __init__(
        self,
        link: Link,
        busy_link: Link,
        holdings: Holdings,
        renewal_s: float,
        end: Callable[[Held, Outcome], None],
    ) -> None:
        self._link = link
        self._busy_link = busy_link
        self._holdings = holdings
        self._renewal_s = renewal_s
        self._end = end

    async def run(self) -> None:
        next_at = time.monotonic() + self._renewal_s
        while True:
            first_end = min((h.deadline for h in self._at_work()), default=math.inf)
            await asyncio.sleep(max(0.0, min(next_at, first_end) - time.monotonic()))
            now = time.monotonic()
            for held in self._at_work():
                if held.deadline <= now:
                    self._lose(held, "it was not renewed in time")
            if now >= next_at:
                next_at = now + self._renewal_s
                await self._renew()

    def _at_work(self) -> list[Held]:
        return [held for held in self._holdings.all() if held.phase in AT_WORK and not held.is_lost]

    async def _renew(self) -> None:
        # also what is to be told: that may take long when there is trouble
        held = [
            one
            for one in self._holdings.all()
            if one.phase not in (Phase.COMMITTING, Phase.OVER) and not one.is_lost
        ]
        # A handler with an open transaction may have its row locked, and who renews waits for that:
        # not at the cost of the others.
        free = [one for one in held if not one.is_in_transaction]
        busy = [one for one in held if one.is_in_transaction]
        await asyncio.gather(
            self._renew_these(free, self._link),
            *(self._renew_these([one], self._busy_link) for one in busy),
        )

    async def _renew_these(self, held: Sequence[Held], link: Link) -> None:
        if not held:
            return
        sent_at = time.monotonic()
        call = calls.renew_batch([one.handle for one in held])
        try:
            items = await link.once(call, self._renewal_s)
        except Exception as error:
            if not is_weather(error):
                raise
            log.warning("%s leases were not renewed: %s", len(held), short(error))
            return
        for one, item in zip(held, items, strict=True):
            if item.lease_remaining_ms is not None:
                one.extend(sent_at, item.lease_remaining_ms)
                if item.cancel_requested and one.phase in AT_WORK:
                    self._cancel(one)
            elif one in self._holdings and one.phase in AT_WORK:
                self._lose(one, item.outcome)

    def _lose(self, held: Held, loss: str) -> None:
        if held.stop(LEASE_LOST, loss):
            log.warning("%s is stopped: %s", held.execution.execution_id, loss)
        self._end_if_queued(held)

    def _cancel(self, held: Held) -> None:
        held.stop(CANCEL_REQUESTED)
        self._end_if_queued(held)

    def _end_if_queued(self, held: Held) -> None:
        """It has no handler that could end it."""
        if held.phase is Phase.QUEUED and held in self._holdings.ready:
            self._holdings.ready.remove(held)
            self._end(held, Stopped())
