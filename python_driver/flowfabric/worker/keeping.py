"""Keeping leases: one renewal call for all held executions, and the loss of a lease.

A lease is lost when a renewal is refused, when no renewal succeeds before its end by our own
clock, or when a call of the handler is refused. The first two are seen here, the third by the
context or the runner. From then on `Held.is_lost`:

- its handler must stop (`Held.stop`), or does not begin: another worker may have the work;
- it is not renewed any more;
- a later result of its handler is not sent to the engine: `Finisher.end` counts it as lost, like
an end that the engine refuses.

A commit that was sent is not interrupted: the engine accepts or refuses it. All this has a thread,
a loop and a connection of its own, so that a coroutine that blocks does not cost a lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import sys
import threading
import time
import traceback
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from .. import calls
from .connections import Link
from .held import CANCEL_REQUESTED, LEASE_LOST, Held, Phase
from .holdings import Holdings
from .pauses import Flag, wait
from .report import log, report
from .trouble import short

BUSY = "busy"
# How long its thread may take to end.
END_S = 1.0
# How long it waits between two looks at most.
LONGEST_LOOK_S = 0.5
# How many leases one call renews.
MAX_BATCH = 1000


class Keeper:
    """Renews all leases in one call, each third of a lease; stops handlers whose lease is lost."""

    def __init__(
        self,
        make_link: Callable[[], Link],
        holdings: Holdings,
        renewal_s: float,
        beat: Callable[[Link], Any],
        end_unbegun: Callable[[Held], None],
        name_of_task: Callable[[asyncio.Task[Any]], str],
        end_if_blocked: Callable[[Link, float], Coroutine[Any, Any, None]],
        on_renewed: Callable[[int], None],
    ) -> None:
        self._make_link = make_link
        self._holdings = holdings
        self._renewal_s = renewal_s
        self._beat = beat
        self._end_unbegun = end_unbegun
        self._name_of_task = name_of_task
        self._end_if_blocked = end_if_blocked
        self._on_renewed = on_renewed
        self._worker_loop = asyncio.get_running_loop()
        self._worker_thread_id = threading.get_ident()
        self._is_ended = threading.Event()
        # of its thread: set at the end, so that nobody waits for it
        self._wake = Flag()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="flowfabric keeper", daemon=True)
        # when the loop of the worker ran last
        self._seen_at = time.monotonic()
        # how long the loop took to answer the last time
        self._lag_s = 0.0
        self._is_told = False

    def start(self) -> None:
        self._seen_at = time.monotonic()
        self._thread.start()

    async def end(self) -> None:
        """Stop renewing; its thread may be in a call to a server that does not answer."""
        self._is_ended.set()
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # it is closed
                self._loop.call_soon_threadsafe(self._wake.set)
        # not by `join` in a thread: calls of handlers may have taken all of them
        deadline = time.monotonic() + END_S
        while self._thread.is_alive() and time.monotonic() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    # --- in its thread ---

    def _run(self) -> None:
        while not self._is_ended.is_set():
            try:
                asyncio.run(self._keep())
            except Exception:
                # an error of this package: leases must be kept nevertheless
                log.exception("the thread that renews leases failed, and is restarted")
                self._is_ended.wait(0.5)

    async def _keep(self) -> None:
        self._wake, self._loop = Flag(), asyncio.get_running_loop()
        link, beat_link = self._make_link(), self._make_link()
        beating = asyncio.create_task(self._beat(beat_link))
        try:
            await self._keep_leases(link)
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            await link.close()
            await beat_link.close()

    async def _keep_leases(self, link: Link) -> None:
        next_at = time.monotonic() + self._renewal_s
        renewal: asyncio.Task[bool] | None = None
        while not self._is_ended.is_set():
            first_end = min((h.deadline for h in self._to_judge()), default=math.inf)
            pause = min(next_at, first_end) - time.monotonic()
            # without leases there is nothing to judge, and no handler that could block the loop
            longest = min(0.2 if self._holdings else LONGEST_LOOK_S, self._renewal_s / 4)
            await wait(self._wake, min(max(0.0, pause), longest))
            now = time.monotonic()
            self._watch_loop(now)
            await self._end_if_blocked(link, now - self._seen_at)
            for held in self._to_judge():
                if held.deadline <= now:
                    self._lose(held, "it was not renewed in time")
            if renewal is not None and renewal.done():
                # a locked row is tried again soon
                if renewal.result():
                    next_at = min(next_at, now + self._renewal_s / 4)
                renewal = None
            if now >= next_at and renewal is None:
                next_at = now + self._renewal_s
                renewal = asyncio.create_task(self._renew(link))

    def _to_judge(self) -> list[Held]:
        """Those whose lease can be lost; also committing ones: a call may wait for its own lock."""
        return [
            held
            for held in self._holdings.all()
            if (held.is_at_work or held.phase is Phase.COMMITTING) and not held.is_lost
        ]

    async def _renew(self, link: Link) -> bool:
        """Renew all leases; returns whether some of the rows were locked."""
        held = [one for one in self._holdings.all() if one.needs_its_lease]
        answers = [
            await self._renew_these(held[first : first + MAX_BATCH], link)
            for first in range(0, len(held), MAX_BATCH)
        ]
        return any(answers)

    async def _renew_these(self, held: Sequence[Held], link: Link) -> bool:
        sent_at = time.monotonic()
        call = calls.renew_batch([one.handle for one in held])
        try:
            items = await link.once(call, self._renewal_s)
        except Exception as error:
            log.warning("%s leases were not renewed: %s", len(held), short(error))
            return True
        for one, item in zip(held, items, strict=True):
            if item.lease_remaining_ms is not None:
                one.extend(sent_at, item.lease_remaining_ms)
                if item.cancel_requested and one.is_at_work:
                    one.stop(CANCEL_REQUESTED)
                    self._end_if_unbegun(one)
            elif item.outcome != BUSY and one.is_at_work:
                self._lose(one, item.outcome)
        self._on_renewed(sum(item.lease_remaining_ms is not None for item in items))
        return any(item.outcome == BUSY for item in items)

    def _lose(self, held: Held, loss: str) -> None:
        if held.stop(LEASE_LOST, loss):
            report(logging.WARNING, "stopped", held, reason=loss)
        self._end_if_unbegun(held)

    def _end_if_unbegun(self, held: Held) -> None:
        """End it here: it has no handler that could end it."""
        if held.phase is Phase.QUEUED:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._worker_loop.call_soon_threadsafe(self._end_unbegun, held)

    # --- a loop that is blocked ---

    def lag_s(self) -> float:
        """How long the loop has not run, or took to run the last time; from any thread."""
        if self._loop is None:  # not begun
            return 0.0
        return max(self._lag_s, time.monotonic() - self._seen_at - LONGEST_LOOK_S)

    def _watch_loop(self, now: float) -> None:
        """Log which handler blocks the loop."""
        with contextlib.suppress(RuntimeError):
            self._worker_loop.call_soon_threadsafe(self._note_seen, now)
        if now - self._seen_at > self._renewal_s and not self._is_told:
            self._is_told = True
            log.warning(
                "the event loop has been blocked for %.1f s by %s",
                now - self._seen_at,
                self._blocker(),
            )

    def _note_seen(self, sent_at: float) -> None:
        self._seen_at = sent_at
        self._lag_s = time.monotonic() - sent_at
        self._is_told = False

    def _blocker(self) -> str:
        task = asyncio.current_task(self._worker_loop)
        name = self._name_of_task(task) if task else "no handler"
        frame = sys._current_frames().get(self._worker_thread_id)
        if frame is None:
            return name
        place = traceback.extract_stack(frame)[-1]
        return f"{name}, in {place.name} ({place.filename}:{place.lineno})"
