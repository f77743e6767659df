"""Finishing: sends the end of each execution to the engine, many completions in one call."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import time
from collections import deque
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from psycopg.types.json import Jsonb

from .. import calls
from ..calls import Call
from ..errors import FlowFabricError, LeaseLost
from ..types import ClaimedExecution, FinishedItem
from .connections import Link
from .held import CANCEL_REQUESTED, Held
from .holdings import Holdings
from .inputs import Encoded
from .outcomes import (
    NO_HANDLER,
    Completed,
    Ended,
    Outcome,
    Stopped,
    TurnedAway,
    Verdict,
)
from .pauses import Pauses
from .report import log, report
from .statistics import Statistics
from .trouble import LOCK_TIMEOUT, Trouble, short, sort

# A call of the worker waits no longer than this for a row lock; then other outcomes go first.
LOCK_TIMEOUT_MS = 200
# The size of the outputs of one call; libpq cannot send much more in one message.
MAX_BATCH_BYTES = 64 << 20
# An execution whose kind has no handler here is tried again after a minute at the latest.
MAX_NO_HANDLER_DELAY_S = 60.0
# The same trouble is logged again after this many seconds.
TOLD_S = 60.0


class Finisher:
    """Takes outcomes, and sends each until the engine has answered; then it forgets the execution.

    It uses one link: outcomes that come in during a call are collected for the next call. An
    outcome that the engine cannot take now is sent again later, and the ones behind it go first.
    """

    def __init__(
        self,
        link: Link,
        holdings: Holdings,
        statistics: Statistics,
        batch_size: int,
        no_handler_s: float,
    ) -> None:
        self._link = link
        self._no_handler_s = no_handler_s
        self._holdings = holdings
        self._statistics = statistics
        self._batch_size = batch_size
        self._completions: deque[tuple[Held, Completed]] = deque()
        self._others: deque[tuple[Held, Verdict | Stopped | TurnedAway]] = deque()
        # outcomes to be sent again: the moment, and the pause before it
        self._later: list[tuple[float, int, Held, Outcome]] = []
        self._pauses: dict[Held, Pauses] = {}
        self._numbers = itertools.count()
        self._to_finish = asyncio.Event()
        self._told_at: dict[str, float] = {}

    def end(self, held: Held, outcome: Outcome) -> None:
        """The only way to end a held execution; only its first outcome counts."""
        if held not in self._holdings or not held.settle():
            return
        self._line_up(held, outcome)

    def _line_up(self, held: Held, outcome: Outcome) -> None:
        if isinstance(outcome, Ended):
            if outcome.is_completed:
                self._note_completed(held)
            else:
                self._statistics.parked += 1
                self._forget(held, "parked")
        elif held.is_lost:
            self._note_lost(held, held.loss or "lease lapsed")
        elif isinstance(outcome, Completed):
            self._completions.append((held, outcome))
            self._to_finish.set()
        else:
            self._others.append((held, outcome))
            self._to_finish.set()

    async def run(self) -> None:
        while True:
            self._take_what_is_due()
            if not self._completions and not self._others:
                await self._wait()
                continue
            if self._completions:
                await self._complete(self._next_batch())
            if self._others:
                await self._tell(*self._others.popleft())

    async def _wait(self) -> None:
        """Wait until there is an outcome to send."""
        self._to_finish.clear()
        seconds = self._later[0][0] - time.monotonic() if self._later else None
        try:
            await asyncio.wait_for(self._to_finish.wait(), seconds)
        except asyncio.TimeoutError:
            return

    def _take_what_is_due(self) -> None:
        now = time.monotonic()
        while self._later and self._later[0][0] <= now:
            _, _, held, outcome = heapq.heappop(self._later)
            self._line_up(held, outcome)

    def _again(self, held: Held, outcome: Outcome) -> None:
        """Send it later: the outcomes behind it do not wait."""
        pauses = self._pauses.setdefault(held, Pauses(0.1, 5.0))
        moment = time.monotonic() + pauses.next()
        heapq.heappush(self._later, (moment, next(self._numbers), held, outcome))

    # --- results ---

    def _forget(self, held: Held, what: str, **more: Any) -> None:
        self._pauses.pop(held, None)
        self._holdings.forget(held)
        report(logging.INFO, what, held, **more)

    def _note_completed(self, held: Held) -> None:
        self._statistics.completed += 1
        self._forget(held, "completed")

    def _note_lost(self, held: Held, loss: str | None) -> None:
        """Drop the outcome: another worker may hold the execution by now."""
        self._statistics.lost += 1
        report(logging.WARNING, "lost", held, reason=loss)
        self._pauses.pop(held, None)
        self._holdings.forget(held)

    def _note_trouble(self, what: str, error: BaseException) -> None:
        """Log it once a minute, not for each try."""
        text = f"{what}: {short(error)}"
        now = time.monotonic()
        if self._told_at.get(text, -TOLD_S) <= now - TOLD_S:
            self._told_at = {t: at for t, at in self._told_at.items() if at > now - TOLD_S}
            self._told_at[text] = now
            log.warning("%s; the worker keeps the outcome and sends it again", text)

    # --- completions ---

    def _next_batch(self) -> list[tuple[Held, Completed]]:
        batch = [self._completions.popleft()]
        size = batch[0][1].size
        while self._completions and len(batch) < self._batch_size:
            size += self._completions[0][1].size
            if size > MAX_BATCH_BYTES:
                break
            batch.append(self._completions.popleft())
        return batch

    async def _complete(self, batch: Sequence[tuple[Held, Completed]]) -> None:
        try:
            call = calls.complete_batch(
                [held.handle for held, _ in batch],
                [_as_jsonb(completed.output) for _, completed in batch],
                [completed.result for _, completed in batch],
            )
            items = await self._link.once(call)
        except Exception as error:
            await self._complete_otherwise(batch, error)
            return
        for (held, completed), item in zip(batch, items, strict=True):
            self._note_completion(held, completed, item)

    async def _complete_otherwise(
        self, batch: Sequence[tuple[Held, Completed]], error: Exception
    ) -> None:
        """Send completions; if one item makes the call fail, the others are sent without it."""
        trouble = sort(error)
        is_of_one = trouble is Trouble.ITEM or getattr(error, "sqlstate", None) == LOCK_TIMEOUT
        if is_of_one and len(batch) > 1:
            # halves find a bad item in few calls; a locked row costs a timeout for each of them
            size = 1 if trouble is Trouble.WEATHER else len(batch) // 2
            for first in range(0, len(batch), size):
                await self._complete(batch[first : first + size])
        elif trouble is Trouble.ITEM:
            held, completed = batch[0]
            self._others.append((held, completed.refused(short(error))))
        else:
            self._note_trouble("completions could not be sent", error)
            for held, completed in batch:
                self._again(held, completed)

    def _note_completion(self, held: Held, completed: Completed, item: FinishedItem) -> None:
        if item.outcome == "completed":
            self._note_completed(held)
        elif item.error_code == "ZF801":
            self._note_trouble("a completion was refused", PermissionError(item.outcome))
            self._again(held, completed)
        elif item.error_code and item.error_code.startswith("ZF"):
            self._note_lost(held, item.outcome)
        else:
            self._others.append((held, completed.refused()))

    # --- failures and stopped handlers ---

    async def _tell(self, held: Held, outcome: Verdict | Stopped | TurnedAway) -> None:
        try:
            if isinstance(outcome, TurnedAway):
                outcome = await self._judge_unknown_kind(held.execution)
                if isinstance(outcome, Stopped):
                    report(logging.WARNING, "no handler for its kind", held)
            if isinstance(outcome, Verdict):
                await self._tell_failure(held, outcome)
            elif held.stop_reason is CANCEL_REQUESTED:
                await self._link.once(_cancellation(held.execution))
                self._statistics.cancelled += 1
                self._forget(held, "cancelled")
            else:
                await self._link.once(calls.delay(held.handle, outcome.delay_ms))
                self._statistics.handed_back += 1
                self._forget(
                    held,
                    "handed back",
                    delay_ms=outcome.delay_ms or None,
                    reason=outcome.why or held.stop_reason,
                )
        except LeaseLost as loss:
            self._note_lost(held, loss.symbol)
        except Exception as error:
            self._tell_otherwise(held, outcome, error)

    def _tell_otherwise(
        self, held: Held, outcome: Verdict | Stopped | TurnedAway, error: Exception
    ) -> None:
        trouble = sort(error)
        if trouble in (Trouble.WEATHER, Trouble.PROCESS):
            self._note_trouble("an outcome could not be sent", error)
            self._again(held, outcome)
        elif isinstance(outcome, Verdict) and outcome != outcome.bare():
            # a failure is always recorded
            report(
                logging.ERROR,
                "its failure was refused; recording it without details",
                held,
                reason=short(error),
            )
            self._others.append((held, outcome.bare()))
        elif isinstance(error, FlowFabricError):
            report(logging.ERROR, "its outcome was refused", held, reason=short(error))
            self._statistics.lost += 1
            self._forget(held, "forgotten")
        else:
            report(logging.ERROR, "its outcome could not be sent", held, error)
            self._again(held, outcome)

    async def _tell_failure(self, held: Held, verdict: Verdict) -> None:
        execution = held.execution
        policy = None
        if verdict.delay_ms is not None:
            policy = await self._policy_with_delay(execution, verdict.delay_ms)
        if policy is None:
            answer = await self._link.once(
                calls.fail(
                    held.handle, verdict.reason, verdict.class_, verdict.category, verdict.detail
                )
            )
        else:
            answer = await self._link.once(
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
        is_retried = answer.outcome == "retry_scheduled"
        if is_retried:
            self._statistics.retried += 1
        else:
            self._statistics.failed += 1
        report(
            logging.WARNING,
            "failed, to be retried" if is_retried else "failed for good",
            held,
            (verdict.detail or {}).get("traceback"),
            reason=verdict.reason,
            category=verdict.category,
            retry_in_ms=answer.retry_in_ms,
        )
        self._pauses.pop(held, None)
        self._holdings.forget(held)

    async def _judge_unknown_kind(self, execution: ClaimedExecution) -> Verdict | Stopped:
        """Producers are often deployed before workers: try again, less and less often."""
        description = await self._link.once(calls.describe_execution(execution.execution_id))
        # by the clock of the server: the lease was given at that moment
        now = execution.lease_expires_at - timedelta(milliseconds=execution.lease_remaining_ms)
        started_at = (description and description.started_at) or now
        waited_s = max(0.0, (now - started_at).total_seconds())
        if waited_s < self._no_handler_s:
            delay_s = min(max(1.0, waited_s), MAX_NO_HANDLER_DELAY_S)
            return Stopped(round(1000 * delay_s), "no handler for its kind")
        return Verdict(
            f'no worker had a handler for kind "{execution.kind}" for {waited_s:.0f} seconds',
            "permanent",
            NO_HANDLER,
            None,
        )

    async def _policy_with_delay(
        self, execution: ClaimedExecution, delay_ms: int
    ) -> dict[str, Any] | None:
        """The retry policy of the execution, with the delay that the handler asked for."""
        description = await self._link.once(calls.describe_execution(execution.execution_id))
        if description is None:
            return None
        policy = (description.policy or {}).get("retry_policy")
        if policy == {}:
            return None
        # without a number the engine's default number of retries applies
        return {
            **(policy or {}),
            "backoff": {"type": "fixed", "delay_ms": delay_ms, "jitter": False},
        }


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
