"""Claiming: how many executions a call claims, and how long the worker sleeps without work."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Sequence

from .. import calls
from ..errors import InvalidArgument
from ..types import Outlook
from .connections import Link
from .doorbell import Doorbell
from .holdings import Holdings
from .pauses import Flag, Pauses, wait
from .report import log
from .running import Runner
from .settings import Settings
from .statistics import Statistics
from .ticking import Ticker
from .trouble import Trouble, short, sort

FIRST_PAUSE_S = 0.05
# a lane that refuses this worker is tried again after this time
REFUSED_S = 10.0
# so often a worker that runs until it is idle ticks while nothing is due
MAX_IDLE_TICKS = 3
# so long it waits at most for work that no claim sees yet
UNSEEN_S = 3.0
# quick handlers have work for about this time claimed ahead
AHEAD_S = 0.2


class StalledError(RuntimeError):
    """Something is due, and cannot be claimed."""


class Claimer:
    """Claims while there is room; ends when the worker drains, or with `until_idle` when idle."""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        holdings: Holdings,
        runner: Runner,
        doorbell: Doorbell,
        ticker: Ticker,
        drain_asked: Flag,
        statistics: Statistics,
        *,
        is_behind: Callable[[], bool],
        until_idle: bool,
    ) -> None:
        self._link = link
        self._settings = settings
        self._holdings = holdings
        self._runner = runner
        self._doorbell = doorbell
        self._ticker = ticker
        self._drain_asked = drain_asked
        self._statistics = statistics
        self._is_behind = is_behind
        self._until_idle = until_idle
        # a ring or an outlook said that there is something to claim
        self._is_promised = False
        # it was a look
        self._was_seen = False
        # how many of these claims have found nothing, since one has found something
        self._in_vain = 0
        # lanes that this worker may not claim from, and when they are tried again
        self._refused: dict[str, float] = {}
        self._first_lane = 0
        # how many ticks have run since the last claim that found something, to find the end
        self._idle_ticks = 0
        # since when an outlook was not complete, while nothing was due
        self._unseen_since: float | None = None
        # when a claim has found something, or an execution was held, last
        self._progress_at = time.monotonic()

    async def run(self) -> None:
        pauses = Pauses(FIRST_PAUSE_S, self._settings.poll_s)
        while not self._is_draining:
            try:
                if await self._turn(pauses):
                    return
            except (InvalidArgument, StalledError):
                raise  # a setting that the engine refuses, or a drain without an end
            except Exception as error:
                # outages pass, and an error of this package must not end running handlers
                log.warning(
                    "claiming has failed, and is tried again: %s",
                    short(error),
                    exc_info=error if sort(error) is Trouble.BUG else None,
                )
                self._ticker.forget_outlook()
                await wait(self._drain_asked, pauses.next())

    async def _turn(self, pauses: Pauses) -> bool:
        """Claim if there is room, or sleep; returns whether the worker is idle and may end."""
        room = self._room()
        if room == 0:
            await self._holdings.wait_for_change(1.0)
            return False
        lanes = self._open_lanes()
        claimed, may_be_more = await self._claim(lanes, room)
        if claimed:
            self._idle_ticks = 0
            self._unseen_since = None
            self._progress_at = time.monotonic()
            pauses.reset()
            self._ticker.forget_outlook()
        if may_be_more or self._is_draining:
            return False
        if self._until_idle:
            return await self._is_idle()
        await self._sleep(pauses, claimed)
        return False

    def _open_lanes(self) -> tuple[str, ...]:
        """The lanes, with another first one each time, without those that refuse this worker."""
        lanes = self._settings.lanes[self._first_lane :] + self._settings.lanes[: self._first_lane]
        self._first_lane = (self._first_lane + 1) % len(lanes)
        now = time.monotonic()
        return tuple(lane for lane in lanes if self._refused.get(lane, 0.0) <= now)

    def _note_refusal(self, lane: str, error: Exception) -> None:
        """Log it once for a lane, until the lane is open again; the other lanes go on."""
        if lane not in self._refused:
            log.error(
                "this worker cannot claim from lane %s, and tries again: %s", lane, short(error)
            )
        self._refused[lane] = time.monotonic() + REFUSED_S * random.uniform(0.75, 1.25)

    @property
    def _is_draining(self) -> bool:
        return self._drain_asked.is_set()

    # --- how much ---

    async def _claim(self, lanes: Sequence[str], room: int) -> tuple[int, bool]:
        """Claim; return how many were claimed, and whether the lanes may have more."""
        count = 0
        for lane in lanes:
            if room <= 0:
                return count, True
            asked = min(room, self._settings.batch_size)
            sent_at = time.monotonic()
            call = calls.claim_batch(
                lane,
                self._settings.worker_id,
                self._settings.instance_id,
                asked,
                self._settings.capabilities,
                self._settings.lease_ttl_ms,
                self._settings.attempt_timeout_ms,
            )
            try:
                claimed = await self._link.once(call)
            except Exception as error:
                if sort(error) is Trouble.PROCESS:
                    self._note_refusal(lane, error)
                    continue
                # it may have claimed: those leases lapse, and others take the work over
                self._runner.start_ready()
                raise
            if self._refused.pop(lane, None):
                log.warning("this worker can claim from lane %s again", lane)
            for execution in claimed:
                self._runner.accept(execution, sent_at)
            self._statistics.claimed += len(claimed)
            count += len(claimed)
            room -= len(claimed)
            if len(claimed) == asked:
                self._runner.start_ready()
                return count, True
        self._runner.start_ready()
        return count, False

    def _room(self) -> int:
        """How many to claim now: zero as long as enough of them wait for a handler, or to end."""
        free = self._settings.concurrency - self._runner.running
        ahead = self._ahead()
        waiting = self._holdings.waiting
        if waiting > ahead // 2 or self._is_behind():
            return 0
        return max(0, free + ahead - waiting)

    def _ahead(self) -> int:
        """How many to hold besides running ones: as many as begin soon, well within a lease."""
        mean_s = self._runner.mean_s
        if mean_s is None:
            return 0
        concurrency = self._settings.concurrency
        horizon = min(AHEAD_S, self._settings.lease_ttl_ms / 10_000)
        wanted = concurrency * horizon / max(mean_s, 1e-6)
        # slow handlers: work claimed ahead would wait here while other workers are idle
        return 0 if wanted < concurrency else min(self._settings.prefetch, int(wanted))

    # --- how long ---

    async def _sleep(self, pauses: Pauses, claimed: int) -> None:
        """Sleep until it is time to claim again: an execution is due, or the doorbell rings."""
        if not self._usable_lanes():
            self._ticker.forget_outlook()
            await wait(self._drain_asked, self._refused_s())
            return
        was_promised, self._is_promised = self._is_promised, self._doorbell.take_ring()
        if claimed:
            self._in_vain = 0
        elif was_promised:
            self._in_vain += 1
            if self._in_vain > 1:
                # Other workers are faster, or another session holds what is due. One claim in vain
                # does not show that: a ring may tell of an execution that this worker has claimed
                # already, and an outlook of one that was submitted after the claim.
                await wait(self._drain_asked, pauses.next())
                return
        if self._is_promised:
            return
        # under a steady load the look finds more work, and no session has to ring
        is_busy, self._was_seen = claimed and self._was_seen, False
        was_certain = False
        while not self._is_draining:
            is_heard = not is_busy and await self._doorbell.hang(self._usable_lanes())
            outlook = await self._look()
            if outlook.next_due_in_ms == 0:
                if was_certain:
                    self._doorbell.note_missed_ring()
                self._is_promised = self._was_seen = True
                return
            if is_busy:
                is_busy = False
                continue
            due_in_s = math.inf if outlook.next_due_in_ms is None else outlook.next_due_in_ms / 1000
            was_certain = is_certain = is_heard and outlook.is_complete
            longest = self._doorbell.longest_s if is_certain else pauses.next()
            longest = min(longest, self._refused_s())
            if await self._doorbell.wait_for_ring(min(longest, due_in_s), self._ticker.ticked):
                self._is_promised = self._doorbell.take_ring()
                return
            if self._ticker.ticked.is_set():
                continue
            # an empty claim has a tick run, which makes overdue executions due
            if due_in_s <= longest or self._refused_s() <= 0 or not outlook.is_complete:
                return
            if is_certain:
                pauses.reset()

    def _usable_lanes(self) -> tuple[str, ...]:
        return tuple(lane for lane in self._settings.lanes if lane not in self._refused)

    def _refused_s(self) -> float:
        """How long until a lane that refused this worker is tried again."""
        return max(0.0, min(self._refused.values(), default=math.inf) - time.monotonic())

    async def _look(self) -> Outlook:
        # a tick after this moment may have changed it
        self._ticker.ticked.clear()
        outlook = await self._link.once(
            calls.look_ahead(self._usable_lanes(), self._settings.capabilities)
        )
        self._ticker.note_outlook(outlook)
        return outlook

    async def _is_idle(self) -> bool:
        """Whether nothing is held and nothing is due; otherwise wait a moment."""
        if self._holdings:
            self._progress_at = time.monotonic()
            await self._holdings.wait_for_change(FIRST_PAUSE_S)
            return False
        if not self._usable_lanes():
            return True
        outlook = await self._look()
        if outlook.next_due_in_ms == 0:
            stalled_s = time.monotonic() - self._progress_at
            if stalled_s > (self._settings.stall_s or math.inf):
                raise StalledError(
                    f"something is due, and could not be claimed for {stalled_s:.0f} s: another "
                    "session may hold its row in an open transaction"
                )
            await asyncio.sleep(FIRST_PAUSE_S)
            return False
        if outlook.tick_due_in_ms == 0 and self._idle_ticks < MAX_IDLE_TICKS:
            # maintenance may make work due, such as a parent whose children have ended
            self._idle_ticks += 1
            await self._ticker.tick()
            return False
        if not outlook.is_complete:
            # another session held a row when a child ended; or its transaction may stay open
            self._unseen_since = self._unseen_since or time.monotonic()
            if time.monotonic() < self._unseen_since + UNSEEN_S:
                await asyncio.sleep(FIRST_PAUSE_S)
                return False
        return not self._holdings
