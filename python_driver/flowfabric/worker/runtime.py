"""The loops of a worker: claim, run, finish, renew, tick, listen. All of them in one event loop.

What a handler does has one way: `Held` is queued, runs, comes back with an `Outcome`, and is told
to the engine. Whatever happens to this process, leases that it cannot renew any more lapse, and
somebody else takes the work over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from .. import calls
from ..calls import Call
from ..errors import FlowFabricError, LeaseLost, TransactionRepeated
from ..types import ClaimedExecution, FinishedItem, Outlook
from .connections import (
    AsyncHandlerConnections,
    HandlerConnections,
    Link,
    conninfo_of,
    is_trouble,
    short,
)
from .context import AsyncContext, Context
from .handlers import Handler
from .held import CANCEL_REQUESTED, DRAINING, LEASE_LOST, Held, Phase
from .inputs import DecodeError, Encoded, EncodeError, encode
from .listener import Listener
from .outcomes import (
    NO_HANDLER,
    OUTPUT_ENCODE,
    PAYLOAD_DECODE,
    Cancelled,
    Parked,
    Verdict,
    judge,
)
from .pauses import Pauses
from .settings import Settings
from .statistics import Statistics
from .threads import Threads
from .tracing import Tracing

log = logging.getLogger("flowfabric.worker")

FIRST_PAUSE_S = 0.05
# work is claimed ahead for about so long, if handlers are quick
AHEAD_S = 0.2
DOORBELL_MS = 15_000
HEARTBEAT_S = 10.0
LIVENESS_MS = 30_000
# how long what was told to stop may take to do so
STOP_S = 2.0


@dataclass(frozen=True, slots=True)
class Completed:
    output: Encoded | None
    result: bytes | None


@dataclass(frozen=True, slots=True)
class Stopped:
    """The handler ended because it was told to."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The handler has told the engine itself."""

    is_completed: bool


Outcome = Completed | Verdict | Stopped | Ended


class Runtime:
    """One run of a worker."""

    def __init__(
        self,
        handlers: dict[str, Handler],
        settings: Settings,
        dsn: str,
        *,
        until_idle: bool = False,
    ) -> None:
        self.settings = settings
        self.statistics = Statistics()
        self._handlers = handlers
        self._until_idle = until_idle
        self._conninfo = conninfo_of(dsn, settings.worker_id)
        self._tracing = Tracing.find()
        self._held: dict[str, Held] = {}
        self._ready: deque[Held] = deque()
        self._running = 0
        self._mean_s: float | None = None
        self._completions: deque[tuple[Held, Completed]] = deque()
        self._others: deque[tuple[Held, Outcome]] = deque()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._drain_asked = asyncio.Event()
        self._changed = asyncio.Event()
        self._to_finish = asyncio.Event()
        self._ring = asyncio.Event()
        self._bell_until = 0.0
        self._was_rung = False

    # --- from start to end ---

    async def run(self) -> Statistics:
        """Work until `drain`, or with `until_idle` until nothing is due."""
        self._loop = asyncio.get_running_loop()
        self._claims, self._ends, self._keeper, self._other_keeper = (
            Link(self._conninfo, self._count_call, self._count_loss) for _ in range(4)
        )
        self._connections = HandlerConnections(self._conninfo, self.settings.concurrency)
        self._async_connections = AsyncHandlerConnections(self._conninfo, self.settings.concurrency)
        self._threads = Threads(self.settings.concurrency, self._run_function, self._came_back)
        self._listener = Listener(self._conninfo, self._ends, self.settings.lanes, self._hear_ring)
        # a mistake in the settings, or no database: told at once, and not for ever
        await self._keeper.once(self._registration())
        loops: list[Coroutine[Any, Any, None]] = [
            self._finish_loop(), self._renew_loop(), self._heartbeat_loop()
        ]  # fmt: skip
        if self.settings.tick_s is not None and not self._until_idle:
            loops.append(self._tick_loop(self.settings.tick_s))
        if self.settings.use_doorbell and not self._until_idle:
            loops.append(self._listener.run())
        claiming = asyncio.create_task(self._claim_loop())
        background = [asyncio.create_task(loop) for loop in loops]
        try:
            await self._watch([claiming, *background], until=claiming)
            await self._watch([asyncio.create_task(self._end_all()), *background], until=None)
        finally:
            await self._close([claiming, *background])
        return self.statistics

    def drain(self) -> None:
        """Claim nothing more; run() ends when what runs is done, or was handed back.

        From any thread.
        """
        if self._loop is None:
            self._drain_asked.set()
        else:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._begin_to_drain)

    def _begin_to_drain(self) -> None:
        self._drain_asked.set()
        self._changed.set()
        self._ring.set()

    @property
    def _is_draining(self) -> bool:
        return self._drain_asked.is_set()

    async def _watch(
        self, tasks: Sequence[asyncio.Task[None]], until: asyncio.Task[None] | None
    ) -> None:
        """Wait for the first task, or for one that fails; only the first may end by itself."""
        until = until or tasks[0]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        if until not in done:
            raise RuntimeError("a loop of the worker ended by itself")

    async def _end_all(self) -> None:
        """Hand back what has not begun, wait for what has; then stop it."""
        while self._ready:
            self._end(self._ready.popleft(), Stopped())
        if not await self._wait_until_empty(self.settings.drain_s):
            log.warning("%s handlers are told to stop: the worker ends", self._running)
            for held in list(self._held.values()):
                held.stop(DRAINING)
            if not await self._wait_until_empty(STOP_S):
                # Threads cannot be stopped. They are refused whatever they try with the lease.
                for held in list(self._held.values()):
                    if held.phase is Phase.RUNNING:
                        log.warning("%s goes on, and is handed back", held.execution.execution_id)
                        self._end(held, Stopped())
                await self._wait_until_empty(STOP_S)

    async def _wait_until_empty(self, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self._held:
            rest = deadline - time.monotonic()
            if rest <= 0:
                return False
            self._changed.clear()
            await _wait(self._changed, min(rest, 0.5))
        return True

    async def _close(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        everything = [*tasks, *self._tasks]
        for task in everything:
            task.cancel()
        await asyncio.gather(*everything, return_exceptions=True)
        self._threads.end()
        for link in (self._claims, self._ends, self._keeper, self._other_keeper):
            await link.close()
        self._connections.close()
        await self._async_connections.close()

    # --- claiming ---

    async def _claim_loop(self) -> None:
        pauses = Pauses(FIRST_PAUSE_S, self.settings.poll_s)
        first_lane = 0
        while not self._is_draining:
            room = self._room()
            if room == 0:
                self._changed.clear()
                await _wait(self._changed, 1.0)
                continue
            lanes = self.settings.lanes
            # each lane has its turn to be the first
            lanes = lanes[first_lane:] + lanes[:first_lane]
            first_lane = (first_lane + 1) % len(lanes)
            claimed, may_be_more = await self._claim(lanes, room)
            if claimed:
                pauses.reset()
            if may_be_more or self._is_draining:
                continue
            try:
                if self._until_idle:
                    if await self._is_idle():
                        return
                else:
                    await self._sleep(pauses, claimed)
            except Exception as error:
                if not _is_weather(error):
                    raise
                log.warning("looking ahead got no answer: %s", short(error))
                await _wait(self._drain_asked, pauses.next())

    async def _claim(self, lanes: Sequence[str], room: int) -> tuple[int, bool]:
        """How many were claimed, and whether the lanes may have more."""
        count = 0
        for lane in lanes:
            if room <= 0:
                return count, True
            asked = min(room, self.settings.batch_size)
            sent_at = time.monotonic()
            call = calls.claim_batch(
                lane,
                self.settings.worker_id,
                self.settings.instance_id,
                asked,
                self.settings.capabilities,
                self.settings.lease_ttl_ms,
                self.settings.attempt_timeout_ms,
            )
            try:
                claimed = await self._claims.once(call)
            except Exception as error:
                if not _is_weather(error):
                    raise
                # what was claimed, if anything was, lapses, and comes back to somebody
                log.warning("claiming got no answer: %s", short(error))
                return count, False
            for execution in claimed:
                self._take(execution, sent_at)
            count += len(claimed)
            room -= len(claimed)
            if len(claimed) == asked:
                self._start_ready()
                return count, True
        self._start_ready()
        return count, False

    def _room(self) -> int:
        """How many to claim now: none as long as enough wait to be run."""
        free = self.settings.concurrency - self._running
        ahead = self._ahead()
        if len(self._ready) > ahead // 2:
            return 0
        return max(0, free + ahead - len(self._ready))

    def _ahead(self) -> int:
        """How many to hold beyond those that run: what is run in a moment, well within a lease."""
        if self._mean_s is None:
            return 0
        horizon = min(AHEAD_S, self.settings.lease_ttl_ms / 10_000)
        wanted = self.settings.concurrency * horizon / max(self._mean_s, 1e-6)
        # slow handlers: what is claimed ahead would wait here while others are idle
        return 0 if wanted < self.settings.concurrency else min(self.settings.prefetch, int(wanted))

    async def _sleep(self, pauses: Pauses, claimed: int) -> None:
        """Until it is time to claim again: something is due, or somebody rings."""
        was_rung, self._was_rung = self._was_rung, self._take_ring()
        if was_rung and not claimed:
            # somebody was faster: not another doorbell at once, or a herd would stampede
            await _wait(self._drain_asked, pauses.next())
            return
        if self._was_rung:
            return
        outlook = await self._look()
        if outlook.next_due_in_ms == 0:
            if not claimed:
                # due, and not to be had: somebody else is at it
                await _wait(self._drain_asked, pauses.next())
            return
        while not self._is_draining:
            is_heard = await self._hang_doorbell()
            outlook = await self._look()
            due_in_s = math.inf if outlook.next_due_in_ms is None else outlook.next_due_in_ms / 1000
            is_certain = is_heard and outlook.is_complete
            longest = self.settings.sleep_s if is_certain else pauses.next()
            if await _wait(self._ring, min(longest, due_in_s)):
                self._was_rung = self._take_ring()
                return
            if due_in_s <= longest:
                return
            if is_certain:
                pauses.reset()

    async def _look(self) -> Outlook:
        return await self._claims.once(
            calls.look_ahead(self.settings.lanes, self.settings.capabilities)
        )

    async def _hang_doorbell(self) -> bool:
        """Whether rings arrive; the doorbell hangs then, for longer than the worker sleeps."""
        if not self.settings.use_doorbell:
            return False
        if self._bell_until < time.monotonic() + self.settings.sleep_s:
            sent_at = time.monotonic()
            hung = await self._claims.once(
                calls.hang_doorbell(
                    self.settings.instance_id,
                    self.settings.lanes,
                    min(max(DOORBELL_MS, round(2000 * self.settings.sleep_s)), 60_000),
                )
            )
            self._bell_until = sent_at + hung.remaining_ms / 1000
            self._listener.listen_on(hung.channels)
        return self._listener.is_heard

    def _take_ring(self) -> bool:
        """Whether somebody has rung: that took the doorbell down."""
        if not self._ring.is_set():
            return False
        self._ring.clear()
        self._bell_until = 0.0
        self.statistics.rings += 1
        return True

    async def _is_idle(self) -> bool:
        """Nothing is held and nothing is due; else wait a moment."""
        if self._held:
            self._changed.clear()
            await _wait(self._changed, FIRST_PAUSE_S)
            return False
        if (await self._look()).next_due_in_ms != 0:
            return not self._held
        await asyncio.sleep(FIRST_PAUSE_S)
        return False

    def _hear_ring(self) -> None:
        self._ring.set()

    # --- running ---

    def _take(self, execution: ClaimedExecution, sent_at: float) -> None:
        held = Held(execution, sent_at)
        self.statistics.claimed += 1
        self._held[execution.handle] = held
        self._ready.append(held)

    def _start_ready(self) -> None:
        while self._ready and self._running < self.settings.concurrency and not self._is_draining:
            held = self._ready.popleft()
            if held.stop_reason is not None:
                self._end(held, Stopped())
                continue
            handler = self._handler_of(held.execution.kind)
            if handler is None:
                self._end(held, _no_handler(held.execution.kind))
                continue
            self._running += 1
            held.phase = Phase.RUNNING
            held.started_at = time.perf_counter()
            if handler.is_async:
                held.task = asyncio.create_task(self._run_coroutine(held, handler))
                self._tasks.add(held.task)
                held.task.add_done_callback(self._tasks.discard)
            else:
                self._threads.start(held)

    def _handler_of(self, kind: str) -> Handler | None:
        return self._handlers.get(kind) or self._handlers.get("*")

    def _run_function(self, held: Held) -> Outcome:
        """In a thread: run a handler, and say what became of it."""
        execution = held.execution
        handler = self._handler_of(execution.kind)
        assert handler is not None, "it was there when the thread was asked to run it"
        context = Context(held, self._connections)
        try:
            arguments = handler.arguments(execution, context)
            with self._tracing.span(execution):
                answer = handler.function(**arguments)
            return self._outcome(held, answer)
        except BaseException as error:
            return self._outcome_of_error(held, handler, error)

    async def _run_coroutine(self, held: Held, handler: Handler) -> None:
        execution = held.execution
        context = AsyncContext(held, self._async_connections)
        try:
            arguments = handler.arguments(execution, context)
            with self._tracing.span(execution):
                answer = await handler.function(**arguments)
            outcome = self._outcome(held, answer)
        except BaseException as error:
            outcome = self._outcome_of_error(held, handler, error)
        self._came_back(held, outcome)

    def _outcome(self, held: Held, answer: Any) -> Outcome:
        if held.phase is Phase.OVER:
            return Ended(is_completed=True)
        if isinstance(answer, bytes | bytearray | memoryview):
            return Completed(None, bytes(answer))
        return Completed(None if answer is None else encode(answer), None)

    def _outcome_of_error(self, held: Held, handler: Handler, error: BaseException) -> Outcome:
        if isinstance(error, Parked):
            return Ended(is_completed=False)
        if held.phase is Phase.OVER:
            # it was completed before: what comes after that is not the work's
            log.error("%s failed after its end", held.execution.execution_id, exc_info=error)
            return Ended(is_completed=True)
        if isinstance(error, TransactionRepeated):
            return Ended(is_completed=True)
        if isinstance(error, LeaseLost):
            held.stop_reason, held.loss = LEASE_LOST, error.symbol
            return Stopped()
        if isinstance(error, Cancelled | asyncio.CancelledError) and held.stop_reason:
            return Stopped()
        if isinstance(error, DecodeError):
            return Verdict(str(error)[:2000], "permanent", PAYLOAD_DECODE, None)
        if isinstance(error, EncodeError):
            return Verdict(str(error)[:2000], "permanent", OUTPUT_ENCODE, None)
        return judge(error, handler.permanent)

    def _came_back(self, held: Held, outcome: Outcome) -> None:
        """In the loop: a handler is done."""
        self._running -= 1
        took_s = time.perf_counter() - held.started_at
        self._mean_s = took_s if self._mean_s is None else 0.95 * self._mean_s + 0.05 * took_s
        # what was handed back, or given up, while its handler went on, is settled
        if held.handle in self._held:
            self._end(held, outcome)
        self._start_ready()
        self._changed.set()

    # --- finishing ---

    def _end(self, held: Held, outcome: Outcome) -> None:
        """Tell the engine; as soon as the call before is answered, so many go in one call."""
        if isinstance(outcome, Ended):
            if outcome.is_completed:
                self.statistics.completed += 1
            else:
                self.statistics.parked += 1
            self._forget(held)
        elif held.is_lost:
            self.statistics.lost += 1
            log.warning("%s was lost: %s", held.execution.execution_id, held.loss or "lease lapsed")
            self._forget(held)
        elif isinstance(outcome, Completed):
            held.phase = Phase.FINISHING
            self._completions.append((held, outcome))
            self._to_finish.set()
        else:
            held.phase = Phase.FINISHING
            self._others.append((held, outcome))
            self._to_finish.set()

    def _forget(self, held: Held) -> None:
        held.phase = Phase.OVER
        self._held.pop(held.handle, None)
        self._changed.set()

    async def _finish_loop(self) -> None:
        while True:
            if not self._completions and not self._others:
                self._to_finish.clear()
                await self._to_finish.wait()
            if self._completions:
                limit = min(len(self._completions), self.settings.batch_size)
                await self._complete([self._completions.popleft() for _ in range(limit)])
            if self._others:
                await self._tell(*self._others.popleft())

    async def _complete(self, batch: Sequence[tuple[Held, Completed]]) -> None:
        call = calls.complete_batch(
            [held.handle for held, _ in batch],
            [_as_jsonb(completed.output) for _, completed in batch],
            [completed.result for _, completed in batch],
        )
        try:
            items = await self._ends.until_done(call)
        except psycopg.Error as error:
            if len(batch) == 1:
                # it is this one that the server does not take
                held, _ = batch[0]
                reason = f"the output was refused: {short(error)}"[:2000]
                await self._tell(held, Verdict(reason, "permanent", OUTPUT_ENCODE, None))
                return
            for single in batch:
                await self._complete([single])
            return
        for (held, _), item in zip(batch, items, strict=True):
            self._note_completion(held, item)

    def _note_completion(self, held: Held, item: FinishedItem) -> None:
        if item.outcome == "completed":
            self.statistics.completed += 1
        elif item.error_code and item.error_code.startswith("ZF"):
            self.statistics.lost += 1
            log.warning("%s was lost: %s", held.execution.execution_id, item.outcome)
        else:
            reason = f"the output was refused: {item.error_detail}"[:2000]
            self._others.append((held, Verdict(reason, "permanent", OUTPUT_ENCODE, None)))
            return
        self._forget(held)

    async def _tell(self, held: Held, outcome: Outcome) -> None:
        """A failure, or something that was told to stop."""
        try:
            if isinstance(outcome, Verdict):
                await self._tell_failure(held, outcome)
            elif held.stop_reason is CANCEL_REQUESTED:
                await self._ends.until_done(_cancellation(held.execution))
                self.statistics.cancelled += 1
            else:
                await self._ends.until_done(calls.delay(held.handle, 0))
                self.statistics.handed_back += 1
        except LeaseLost as loss:
            self.statistics.lost += 1
            log.warning("%s was lost: %s", held.execution.execution_id, loss.symbol)
        except FlowFabricError as error:
            log.error("%s: %s", held.execution.execution_id, short(error))
        finally:
            self._forget(held)

    async def _tell_failure(self, held: Held, verdict: Verdict) -> None:
        execution = held.execution
        log.info("%s failed: %s", execution.execution_id, verdict.reason)
        policy = None
        if verdict.delay_ms is not None:
            policy = await self._policy_with_delay(execution, verdict.delay_ms)
        if policy is None:
            answer = await self._ends.until_done(
                calls.fail(
                    held.handle, verdict.reason, verdict.class_, verdict.category, verdict.detail
                )
            )
        else:
            answer = await self._ends.until_done(
                calls.fail_execution(
                    execution.execution_id,
                    execution.attempt_index,
                    execution.lease_id,
                    execution.lease_epoch,
                    execution.attempt_id,
                    verdict.reason_with_detail(),
                    verdict.category,
                    retry_policy=policy,
                )
            )
        if answer.outcome == "retry_scheduled":
            self.statistics.retried += 1
        else:
            self.statistics.failed += 1
            log.warning("%s is over, it failed: %s", execution.execution_id, verdict.reason)

    async def _policy_with_delay(
        self, execution: ClaimedExecution, delay_ms: int
    ) -> dict[str, Any] | None:
        """The retry policy of the execution, with a delay that somebody else has set."""
        description = await self._ends.until_done(calls.describe_execution(execution.execution_id))
        if description is None:
            return None
        policy = (description.policy or {}).get("retry_policy")
        if not policy:
            return None
        return {**policy, "backoff": {"type": "fixed", "delay_ms": delay_ms, "jitter": False}}

    # --- keeping leases ---

    async def _renew_loop(self) -> None:
        """One call a third of a lease for all that is held; what was not renewed is stopped."""
        next_at = time.monotonic() + self.settings.renewal_s
        while True:
            first_end = min((h.deadline for h in self._working()), default=math.inf)
            await asyncio.sleep(max(0.0, min(next_at, first_end) - time.monotonic()))
            now = time.monotonic()
            for held in self._working():
                if held.deadline <= now:
                    self._lose(held, "it was not renewed in time")
            if now >= next_at:
                next_at = now + self.settings.renewal_s
                await self._renew()

    def _working(self) -> list[Held]:
        return [
            held
            for held in self._held.values()
            if held.phase in (Phase.QUEUED, Phase.RUNNING) and not held.is_lost
        ]

    async def _renew(self) -> None:
        # also what is to be told: that may take long when there is trouble
        held = [
            one
            for one in self._held.values()
            if one.phase not in (Phase.COMMITTING, Phase.OVER) and not one.is_lost
        ]
        # A handler with an open transaction may have its row locked, and who renews waits for that:
        # not at the cost of the others.
        free = [one for one in held if not one.is_in_transaction]
        busy = [one for one in held if one.is_in_transaction]
        await asyncio.gather(
            self._renew_these(free, self._keeper),
            *(self._renew_these([one], self._other_keeper) for one in busy),
        )

    async def _renew_these(self, held: Sequence[Held], link: Link) -> None:
        if not held:
            return
        sent_at = time.monotonic()
        call = calls.renew_batch([one.handle for one in held])
        try:
            items = await link.once(call, self.settings.renewal_s)
        except Exception as error:
            if not _is_weather(error):
                raise
            log.warning("%s leases were not renewed: %s", len(held), short(error))
            return
        for one, item in zip(held, items, strict=True):
            if item.lease_remaining_ms is not None:
                one.extend(sent_at, item.lease_remaining_ms)
                if item.cancel_requested and one.phase in (Phase.QUEUED, Phase.RUNNING):
                    self._stop(one, CANCEL_REQUESTED)
            elif one.handle in self._held and one.phase in (Phase.QUEUED, Phase.RUNNING):
                self._lose(one, item.outcome)

    def _lose(self, held: Held, loss: str) -> None:
        if held.stop(LEASE_LOST, loss):
            log.warning("%s is stopped: %s", held.execution.execution_id, loss)
        if held.phase is Phase.QUEUED and held in self._ready:
            self._ready.remove(held)
            self._end(held, Stopped())

    def _stop(self, held: Held, reason: str) -> None:
        held.stop(reason)
        if held.phase is Phase.QUEUED and held in self._ready:
            self._ready.remove(held)
            self._end(held, Stopped())

    # --- the rest ---

    async def _heartbeat_loop(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            try:
                answer = await self._keeper.once(
                    calls.heartbeat_worker(self.settings.instance_id, self.settings.namespace)
                )
                if answer.outcome == "not_registered":
                    await self._keeper.once(self._registration())
            except Exception as error:
                if not _is_weather(error):
                    raise
                log.warning("the heartbeat got no answer: %s", short(error))

    async def _tick_loop(self, period_s: float) -> None:
        jitter = Pauses(2 * period_s, 2 * period_s)
        while True:
            # once a period on average, and not in step with others
            await asyncio.sleep(jitter.next() * 2 / 3)
            try:
                await self._claims.once(calls.tick())
            except Exception as error:
                if not _is_weather(error):
                    raise
                log.warning("the tick got no answer: %s", short(error))

    def _registration(self) -> Call[Any]:
        return calls.register_worker(
            self.settings.worker_id,
            self.settings.instance_id,
            self.settings.lanes,
            self.settings.capabilities,
            LIVENESS_MS,
            self.settings.namespace,
        )

    def _count_call(self) -> None:
        self.statistics.statements += 1

    def _count_loss(self) -> None:
        self.statistics.reconnects += 1


def _no_handler(kind: str) -> Verdict:
    return Verdict(f'this worker has no handler for kind "{kind}"', "transient", NO_HANDLER, None)


def _cancellation(execution: ClaimedExecution) -> Call[Any]:
    return calls.cancel_execution(
        execution.execution_id,
        "the handler was asked to stop",
        "lease_holder",
        execution.lease_id,
        execution.lease_epoch,
        execution.attempt_id,
    )


def _as_jsonb(output: Encoded | None) -> Any:
    return None if output is None else Jsonb(output, dumps=str)


def _is_weather(error: BaseException) -> bool:
    """What passes by itself: the loops go on."""
    return is_trouble(error) or isinstance(error, asyncio.TimeoutError)


async def _wait(event: asyncio.Event, seconds: float) -> bool:
    """Whether the event came in time."""
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        return False
    return True
