"""Finishing: the engine is told how each execution ended, completions many at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from .. import calls
from ..calls import Call
from ..errors import FlowFabricError, LeaseLost
from ..types import ClaimedExecution, FinishedItem
from .connections import Link, short
from .held import CANCEL_REQUESTED, Held, Phase
from .holdings import Holdings
from .inputs import Encoded
from .outcomes import OUTPUT_ENCODE, Completed, Ended, Outcome, Stopped, Verdict
from .statistics import Statistics

log = logging.getLogger("flowfabric.worker")


class Finisher:
    """Takes outcomes, and tells them until the server has answered; then it forgets what it held.

    All over one link: while a call is under way, what comes in gathers for the next one.
    """

    def __init__(
        self, link: Link, holdings: Holdings, statistics: Statistics, batch_size: int
    ) -> None:
        self._link = link
        self._holdings = holdings
        self._statistics = statistics
        self._batch_size = batch_size
        self._completions: deque[tuple[Held, Completed]] = deque()
        self._others: deque[tuple[Held, Verdict | Stopped]] = deque()
        self._to_finish = asyncio.Event()

    def end(self, held: Held, outcome: Outcome) -> None:
        """Tell the engine; as soon as the call before is answered, so many go in one call."""
        if isinstance(outcome, Ended):
            if outcome.is_completed:
                self._statistics.completed += 1
            else:
                self._statistics.parked += 1
            self._holdings.forget(held)
        elif held.is_lost:
            self._count_lost(held, held.loss or "lease lapsed")
            self._holdings.forget(held)
        elif isinstance(outcome, Completed):
            held.phase = Phase.FINISHING
            self._completions.append((held, outcome))
            self._to_finish.set()
        else:
            held.phase = Phase.FINISHING
            self._others.append((held, outcome))
            self._to_finish.set()

    async def run(self) -> None:
        while True:
            if not self._completions and not self._others:
                self._to_finish.clear()
                await self._to_finish.wait()
            if self._completions:
                limit = min(len(self._completions), self._batch_size)
                await self._complete([self._completions.popleft() for _ in range(limit)])
            if self._others:
                await self._tell(*self._others.popleft())

    def _count_lost(self, held: Held, loss: str | None) -> None:
        """There is nobody to tell: the execution is somebody else's by now."""
        self._statistics.lost += 1
        log.warning("%s was lost: %s", held.execution.execution_id, loss)

    # --- completions ---

    async def _complete(self, batch: Sequence[tuple[Held, Completed]]) -> None:
        call = calls.complete_batch(
            [held.handle for held, _ in batch],
            [_as_jsonb(completed.output) for _, completed in batch],
            [completed.result for _, completed in batch],
        )
        try:
            items = await self._link.until_done(call)
        except psycopg.Error as error:
            if len(batch) == 1:
                # it is this one that the server does not take
                held, _ = batch[0]
                await self._tell(held, _refused_output(short(error)))
                return
            for single in batch:
                await self._complete([single])
            return
        for (held, _), item in zip(batch, items, strict=True):
            self._note_completion(held, item)

    def _note_completion(self, held: Held, item: FinishedItem) -> None:
        if item.outcome == "completed":
            self._statistics.completed += 1
        elif item.error_code and item.error_code.startswith("ZF"):
            self._count_lost(held, item.outcome)
        else:
            self._others.append((held, _refused_output(item.error_detail)))
            return
        self._holdings.forget(held)

    # --- failures, and what was told to stop ---

    async def _tell(self, held: Held, outcome: Verdict | Stopped) -> None:
        try:
            if isinstance(outcome, Verdict):
                await self._tell_failure(held, outcome)
            elif held.stop_reason is CANCEL_REQUESTED:
                await self._link.until_done(_cancellation(held.execution))
                self._statistics.cancelled += 1
            else:
                await self._link.until_done(calls.delay(held.handle, 0))
                self._statistics.handed_back += 1
        except LeaseLost as loss:
            self._count_lost(held, loss.symbol)
        except FlowFabricError as error:
            log.error("%s: %s", held.execution.execution_id, short(error))
        finally:
            self._holdings.forget(held)

    async def _tell_failure(self, held: Held, verdict: Verdict) -> None:
        execution = held.execution
        log.info("%s failed: %s", execution.execution_id, verdict.reason)
        policy = None
        if verdict.delay_ms is not None:
            policy = await self._policy_with_delay(execution, verdict.delay_ms)
        if policy is None:
            answer = await self._link.until_done(
                calls.fail(
                    held.handle, verdict.reason, verdict.class_, verdict.category, verdict.detail
                )
            )
        else:
            answer = await self._link.until_done(
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
            self._statistics.retried += 1
        else:
            self._statistics.failed += 1
            log.warning("%s is over, it failed: %s", execution.execution_id, verdict.reason)

    async def _policy_with_delay(
        self, execution: ClaimedExecution, delay_ms: int
    ) -> dict[str, Any] | None:
        """The retry policy of the execution, with a delay that somebody else has set."""
        description = await self._link.until_done(calls.describe_execution(execution.execution_id))
        if description is None:
            return None
        policy = (description.policy or {}).get("retry_policy")
        if not policy:
            return None
        return {**policy, "backoff": {"type": "fixed", "delay_ms": delay_ms, "jitter": False}}


def _refused_output(why: object) -> Verdict:
    return Verdict(f"the output was refused: {why}"[:2000], "permanent", OUTPUT_ENCODE, None)


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
