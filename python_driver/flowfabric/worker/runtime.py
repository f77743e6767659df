"""A run of a worker, from start to end. All of its loops run in one event loop.

Every execution takes the same way: a `Held` is claimed and queued (claiming.py), runs and comes
back with an `Outcome` (running.py), which is sent to the engine (finishing.py); meanwhile its lease
is renewed (keeping.py). If this process dies, its leases lapse, and another worker takes the work
over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from .. import calls
from .claiming import Claimer
from .connections import Link, conninfo_of
from .doorbell import Doorbell
from .finishing import LOCK_TIMEOUT_MS, Finisher
from .handlers import Handler
from .held import DRAINING, Held, Phase
from .holdings import Holdings
from .keeping import Keeper
from .lifespan import Lifespan
from .listener import Listener
from .monitoring import Monitor
from .outcomes import Stopped
from .pauses import Flag, wait
from .registration import Registration
from .report import log, report
from .running import Runner
from .settings import Settings
from .statistics import Statistics
from .ticking import Ticker
from .trouble import short

# how long handlers may take to stop after they were asked to
STOP_S = 2.0
# how long the last outcomes may take to be sent
SEND_S = 4.0
# how long a handler may block the loop then
BLOCKED_S = 4.0
# how long a connection or a task may take to end
CLOSE_S = 1.0


class Runtime:
    """One run of a worker: makes its parts, watches their loops, and ends them in good order."""

    def __init__(
        self,
        handlers: dict[str, Handler],
        settings: Settings,
        dsn: str,
        *,
        until_idle: bool = False,
        lifespan: Callable[[], AbstractAsyncContextManager[Any]] = contextlib.nullcontext,
        middlewares: Sequence[Callable[..., Any]] = (),
    ) -> None:
        self.settings = settings
        self.statistics = Statistics()
        self._handlers = handlers
        self._until_idle = until_idle
        self._lifespan = lifespan
        self._middlewares = middlewares
        self._conninfo = conninfo_of(dsn, settings.worker_id)
        self._holdings = Holdings()
        self._drain_asked = Flag()
        self._drain_asked_at = time.monotonic()
        self._ring = Flag()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.monitor = Monitor(settings, self.statistics, self._holdings)
        self._is_registered = False
        # the signal that ended it, if one did
        self.ended_by: signal.Signals | None = None
        self._keeper_ends_it_at = math.inf

    # --- from start to end ---

    async def run(self) -> Statistics:
        """Work until `drain`, or with `until_idle` until nothing is due."""
        self._make_parts()
        # from now on other threads use the loop
        self._loop = asyncio.get_running_loop()
        tasks: list[asyncio.Task[Any]] = []
        try:
            # wrong settings, or no database: raised at once, not retried for ever
            self.monitor.begin(
                lambda: self._runner.running, self._keeper.lag_s, self._why_not_ready
            )
            self._keeper.start()
            await self._live(tasks)
        finally:
            await self._close(tasks)
        return self.statistics

    async def _live(self, tasks: list[asyncio.Task[Any]]) -> None:
        """Work while the lifespan of the application is open."""
        lifespan = Lifespan(self._lifespan())
        try:
            if await self._unless_drained(lifespan.open()):
                self._runner.state = lifespan.state
                try:
                    if await self._unless_drained(self._registration.begin()):
                        self._is_registered = True
                        await self._work(tasks, lifespan.task)
                finally:
                    await self._unless_drained(lifespan.close(), self._rest_s)
        finally:
            lifespan.task.cancel()
            tasks.append(lifespan.task)

    async def _work(self, tasks: list[asyncio.Task[Any]], lifespan: asyncio.Task[None]) -> None:
        claiming = asyncio.create_task(self._unless_drained(self._claimer.run()))
        finishing = asyncio.create_task(self._finisher.run())
        tasks += [claiming, finishing, lifespan]
        if self.settings.tick_s is not None and not self._until_idle:
            tasks.append(asyncio.create_task(self._ticker.run()))
        if self.settings.use_doorbell and not self._until_idle:
            tasks.append(asyncio.create_task(self._listener.run()))
        try:
            await self._watch(claiming, tasks)
            ending = asyncio.create_task(self._end_all(self.settings.drain_s))
            await self._watch(ending, [ending, *tasks[1:]])
        except BaseException:
            # the task that runs the worker was cancelled, or a part has failed: handlers get no
            # time to end
            self._begin_to_drain()
            # a claim ends by itself: its executions are handed back, too
            await asyncio.wait([claiming], timeout=STOP_S + CLOSE_S)
            tasks.append(asyncio.create_task(self._finish_again(finishing)))
            await self._end_all(0)
            raise

    async def _finish_again(self, finishing: asyncio.Task[None]) -> None:
        """Send outcomes after the task that does it has ended: a handler may cancel all tasks."""
        await asyncio.wait([finishing])
        await self._finisher.run()

    def _make_parts(self) -> None:
        """Make the parts; each knows only the others that it is given here."""
        settings, statistics, holdings = self.settings, self.statistics, self._holdings
        self._claim_link = self._new_link(
            has_exact_numbers=any(h.wants_exact_numbers for h in self._handlers.values()),
            may_prepare=self._has_own_sessions,
        )
        self._completion_link, self._end_link = (
            self._new_link(lock_timeout_ms=LOCK_TIMEOUT_MS, may_prepare=self._has_own_sessions)
            for _ in range(2)
        )
        self._finisher = Finisher(
            self._completion_link,
            self._end_link,
            holdings,
            statistics,
            settings.batch_size,
            settings.no_handler_s,
        )
        self._runner = Runner(
            self._handlers,
            settings.concurrency,
            self._conninfo,
            holdings,
            self._drain_asked,
            end=self._finisher.end,
            middlewares=self._middlewares,
            on_returned=self.monitor.returned,
        )
        self._listener = Listener(
            self._conninfo, self._claim_link, settings.lanes, on_ring=self._ring.set
        )
        self._registration = Registration(
            self._claim_link, settings, holdings, lambda: self._listener.session_pid
        )
        self._keeper = Keeper(
            self._new_link,
            holdings,
            settings.renewal_s,
            self._registration.keep,
            self._end_unbegun,
            self._name_of_task,
            self._end_if_blocked,
            self.monitor.renewed,
        )
        self._ticker = Ticker(self._claim_link, settings.tick_s)
        self._claimer = Claimer(
            self._claim_link,
            settings,
            holdings,
            self._runner,
            Doorbell(self._claim_link, self._listener, self._ring, settings, statistics),
            self._ticker,
            self._drain_asked,
            statistics,
            is_behind=lambda: self._finisher.is_behind,
            until_idle=self._until_idle,
        )

    async def _unless_drained(
        self, work: Coroutine[Any, Any, None], patience_s: Callable[[], float] = lambda: STOP_S
    ) -> bool:
        """Wait for the work, but not for long when the worker ends; returns whether it finished."""
        working = asyncio.ensure_future(work)
        drain_asked = asyncio.ensure_future(wait(self._drain_asked))
        try:
            await asyncio.wait([working, drain_asked], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait([working], timeout=patience_s())
            if working.done():
                working.result()
                return True
            log.warning(
                "the worker ends: it does not wait any longer for the reply to a call, or for its "
                "lifespan"
            )
            return False
        finally:
            drain_asked.cancel()
            working.cancel()

    async def _watch(self, awaited: asyncio.Task[Any], tasks: Sequence[asyncio.Task[Any]]) -> None:
        """Wait for one of the tasks, or for any that fails; no other one may end by itself."""
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        if awaited not in done:
            raise RuntimeError("a task of the worker ended unexpectedly")

    async def _close(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        """End all parts, without waiting for handlers, which may never end."""
        everything = {*tasks, *self._runner.tasks}
        for task in everything:
            task.cancel()
        if everything:
            await asyncio.wait(everything, timeout=CLOSE_S)
        await self._keeper.end()
        if self._is_registered and not self._holdings:
            await self._registration.end()
        for link in (self._claim_link, self._completion_link, self._end_link):
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(link.close(), CLOSE_S)
        self._runner.close()
        self.monitor.end()

    def _new_link(self, **options: Any) -> Link:
        return Link(self._conninfo, self._count_call, self._count_loss, **options)

    def _end_unbegun(self, held: Held) -> None:
        if self._holdings.take_unbegun(held):
            self._finisher.end(held, Stopped())

    def _name_of_task(self, task: asyncio.Task[Any]) -> str:
        handler = next((h.handler for h in self._holdings.all() if h.task is task), None)
        if handler is None:
            return f"the task {task.get_name()}"
        return f'the handler {handler.name} of kind "{handler.kind}"'

    def _why_not_ready(self) -> str | None:
        if self._drain_asked.is_set():
            return "it ends"
        return None if self._is_registered else "it is not registered yet"

    def _has_own_sessions(self) -> bool:
        return self._listener.is_heard

    def _count_call(self) -> None:
        self.statistics.statements += 1

    def _count_loss(self) -> None:
        self.statistics.reconnects += 1

    # --- draining ---

    def drain(self) -> None:
        """Stop claiming; run() ends when all running work is done, or was handed back.

        From any thread.
        """
        if self._loop is None:
            self._drain_asked.set()
        else:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._begin_to_drain)

    def end_by(self, number: signal.Signals) -> None:
        """The same, because of a signal: the process ends, also if a handler blocks the loop."""
        self.ended_by = number
        self._keeper_ends_it_at = time.monotonic() + self.settings.drain_s + BLOCKED_S
        self.drain()

    async def _end_if_blocked(self, link: Link, blocked_s: float) -> None:
        """In the thread of the renewals: hand all back and end the process, if the loop cannot."""
        if (
            self.ended_by is None
            or min(time.monotonic() - self._keeper_ends_it_at, blocked_s - BLOCKED_S) < 0
        ):
            return
        log.error("the worker ends in the middle of code that blocks the event loop")
        for held in self._holdings.all():
            held.stop(DRAINING)
            try:
                await link.once(calls.delay(held.handle, 0), CLOSE_S)
            except Exception as error:
                report(logging.ERROR, "not handed back", held, reason=short(error))
            else:
                report(logging.WARNING, "handed back while its handler runs", held)
        with contextlib.suppress(Exception):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(128 + self.ended_by)

    def _rest_s(self) -> float:
        """How long the lifespan may take to close: the rest of `drain_s`, or some seconds."""
        return max(BLOCKED_S, self._drain_asked_at + self.settings.drain_s - time.monotonic())

    def _begin_to_drain(self) -> None:
        if not self._drain_asked.is_set():
            self._drain_asked_at = time.monotonic()
        self._drain_asked.set()
        self._holdings.note_change()
        self._ring.set()

    async def _end_all(self, drain_s: float) -> None:
        """Hand waiting work back, wait for running handlers; then stop them, and hand it back."""
        while held := self._holdings.take_ready():
            self._finisher.end(held, Stopped())
        if await self._wait_until_empty(drain_s):
            return
        log.warning("the worker ends: %s handlers are asked to stop", self._runner.running)
        for held in self._holdings.all():
            held.stop(DRAINING)
        if not await self._wait_until_empty(STOP_S):
            # Threads cannot be stopped, but their calls with the lease are refused.
            for held in self._holdings.all():
                if held.phase is Phase.RUNNING:
                    report(logging.WARNING, "handed back while its handler runs", held)
                    self._finisher.end(held, Stopped())
            # the server may be slow, too
            await self._wait_until_empty(SEND_S)
        self.statistics.left = self._runner.running
        for held in self._holdings.all():
            report(
                logging.ERROR, "not handed back, its lease will lapse", held, phase=held.phase.name
            )

    async def _wait_until_empty(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self._holdings:
            rest = deadline - time.monotonic()
            if rest <= 0:
                return False
            await self._holdings.wait_for_change(min(rest, 0.5))
        return True
