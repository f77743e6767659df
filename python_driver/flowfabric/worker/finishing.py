"""Finishing: sends the end of each execution to the engine, many completions in one call."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from .. import calls
from ..calls import Call
from ..errors import FlowFabricError, LeaseLost, NotAuthorised
from ..types import ClaimedExecution, ExecutionDescription, FinishedItem
from .connections import Link
from .held import CANCEL_REQUESTED, Held
from .holdings import Holdings
from .lines import Line
from .outcomes import (
    Completed,
    Ended,
    Outcome,
    PutOff,
    Stopped,
    Verdict,
    clean,
    traceback_of,
)
from .pauses import Pauses
from .report import log, report
from .statistics import Statistics
from .trouble import LOCK_TIMEOUT, Trouble, short, sort

# A call of the worker waits no longer than this for a row lock; then other outcomes go first.
LOCK_TIMEOUT_MS = 200
# The outputs of one call; more would block the loop while they are written.
MAX_BATCH_BYTES = 4 << 20
# A larger output has a call of its own, behind those of others.
ALONE_BYTES = 1 << 20
# The outputs that may wait here while the worker still claims.
MAX_UNSENT_BYTES = 64 << 20
# An execution that cannot run here is tried again after a minute at the latest.
MAX_PUT_OFF_S = 60.0
# An execution that was put off longer ago than this has been elsewhere since.
FORGOTTEN_S = 600.0
# The same trouble is logged again after this many seconds.
TOLD_S = 60.0


@dataclass(slots=True, eq=False)
class _Ending:
    """A held execution and its outcome, until the engine has it."""

    held: Held
    outcome: Outcome
    # the bytes of the output
    size: int = 0
    pauses: Pauses | None = None
    # it alone cannot be sent now
    is_set_aside: bool = False

    def pause_s(self) -> float:
        """How long to wait before it is sent again."""
        self.pauses = self.pauses or Pauses(0.1, 5.0)
        return self.pauses.next()


class Finisher:
    """Takes outcomes, and sends each until the engine has answered; then it forgets the execution.

    Completions have a link of their own: those that come in during a call are collected for the
    next one. All other outcomes are sent one by one on the other link, and so are completions that
    are large or made their batch fail. An outcome that the engine cannot take now is sent again
    later, and the ones behind it go first.
    """

    def __init__(
        self,
        completion_link: Link,
        link: Link,
        holdings: Holdings,
        statistics: Statistics,
        batch_size: int,
        no_handler_s: float,
    ) -> None:
        self._completion_link = completion_link
        self._link = link
        self._no_handler_s = no_handler_s
        self._holdings = holdings
        self._statistics = statistics
        self._batch_size = batch_size
        self._completions: Line[_Ending] = Line()
        self._others: Line[_Ending] = Line()
        # how many are not sent, without those that are set aside, and the bytes of all outputs
        self._unsent = 0
        self._unsent_bytes = 0
        self._told_at: dict[str, float] = {}

    @property
    def is_behind(self) -> bool:
        """Whether so much waits to be sent that nothing more should be claimed.

        An outcome that is set aside may wait for long, and says nothing of the others.
        """
        return self._unsent >= 2 * self._batch_size or self._unsent_bytes > MAX_UNSENT_BYTES

    def end(self, held: Held, outcome: Outcome) -> None:
        """The only way to end a held execution; only its first outcome counts."""
        if held not in self._holdings or not held.settle():
            return
        ending = _Ending(held, outcome, outcome.size if isinstance(outcome, Completed) else 0)
        self._unsent += 1
        self._unsent_bytes += ending.size
        if isinstance(outcome, Ended):
            if outcome.is_completed:
                self._note_completed(ending)
            else:
                self._statistics.parked += 1
                self._forget(ending, "parked")
        elif held.is_lost:
            self._note_lost(ending, held.loss or "lease lapsed")
        elif isinstance(outcome, Completed) and ending.size <= ALONE_BYTES:
            self._completions.put(ending)
        else:
            self._others.put(ending)

    async def run(self) -> None:
        await asyncio.gather(self._send_completions(), self._send_others())

    async def _send_completions(self) -> None:
        while True:
            batch = [await self._completions.take()]
            size = batch[0].size
            while len(batch) < self._batch_size and (more := self._completions.first):
                size += more.size
                if size > MAX_BATCH_BYTES:
                    break
                batch.append(self._completions.pop())
            try:
                await self._complete(batch)
            except BaseException as error:
                # this package has failed, or was cancelled: the outcomes are not lost
                for ending in batch:
                    self._fall_back(ending, error)
                if not isinstance(error, Exception):
                    raise

    async def _send_others(self) -> None:
        while True:
            ending = await self._others.take()
            try:
                await self._tell(ending)
            except BaseException as error:
                self._fall_back(ending, error)
                if not isinstance(error, Exception):
                    raise

    def _fall_back(self, ending: _Ending, error: BaseException) -> None:
        if ending.held in self._holdings:
            if isinstance(error, Exception):
                report(
                    logging.ERROR,
                    "its outcome could not be sent",
                    ending.held,
                    traceback_of(error),
                )
            self._again(ending)

    def _again(self, ending: _Ending) -> None:
        """Send it later, alone: the outcomes behind it do not wait."""
        self._others.put_later(ending, ending.pause_s())

    def _set_aside(self, ending: _Ending) -> None:
        """It alone cannot be sent: the worker claims on meanwhile."""
        if not ending.is_set_aside:
            ending.is_set_aside = True
            self._unsent -= 1
            self._holdings.note_change()

    def _note_refused(self, ending: _Ending) -> None:
        """The lane refuses this worker: try until the lease has ended, which is not renewed."""
        if ending.held.remaining_s() <= 0:
            self._note_lost(ending, "not authorised")
            return
        self._set_aside(ending)
        self._again(ending)

    def _replace(self, ending: _Ending, outcome: Outcome) -> None:
        """The engine does not take its outcome: send another one."""
        ending.outcome = outcome
        self._others.put(ending)

    # --- results ---

    def _forget(self, ending: _Ending, what: str, level: int = logging.INFO, **more: Any) -> None:
        self._unsent -= not ending.is_set_aside
        self._unsent_bytes -= ending.size
        self._holdings.forget(ending.held)
        report(level, what, ending.held, **more)

    def _note_completed(self, ending: _Ending) -> None:
        self._statistics.completed += 1
        self._forget(ending, "completed")

    def _note_lost(self, ending: _Ending, loss: str | None) -> None:
        """Drop the outcome: another worker may hold the execution by now."""
        self._statistics.lost += 1
        self._forget(ending, "lost", logging.WARNING, reason=loss)

    def _note_trouble(self, what: str, error: BaseException) -> None:
        """Log it once a minute, not for each try."""
        text = f"{what}: {short(error)}"
        now = time.monotonic()
        if self._told_at.get(text, -TOLD_S) <= now - TOLD_S:
            self._told_at = {t: at for t, at in self._told_at.items() if at > now - TOLD_S}
            self._told_at[text] = now
            log.warning("%s; the worker keeps the outcome and sends it again", text)

    # --- completions ---

    async def _complete(self, batch: list[_Ending]) -> None:
        completions = [cast("Completed", ending.outcome) for ending in batch]
        call = calls.complete_batch(
            [ending.held.handle for ending in batch],
            _none_if_all_are([completed.as_jsonb() for completed in completions]),
            _none_if_all_are([completed.result for completed in completions]),
        )
        try:
            items = await self._completion_link.once(call)
        except Exception as error:
            if sort(error) is Trouble.ITEM or getattr(error, "sqlstate", None) == LOCK_TIMEOUT:
                # because of one of them, whichever it is
                for ending in batch:
                    self._others.put(ending)
                return
            self._note_trouble("completions could not be sent", error)
            pause = batch[0].pause_s()
            for ending in batch:
                self._completions.put_later(ending, pause)
            return
        for ending, item in zip(batch, items, strict=True):
            self._note_completion(ending, item)

    def _note_completion(self, ending: _Ending, item: FinishedItem) -> None:
        if item.outcome == "completed":
            self._note_completed(ending)
        elif item.error_code == "ZF801":
            self._note_trouble("a completion was refused", PermissionError(item.outcome))
            self._note_refused(ending)
        elif item.error_code and item.error_code.startswith("ZF"):
            self._note_lost(ending, item.outcome)
        else:
            self._replace(ending, cast("Completed", ending.outcome).refused())

    # --- everything else ---

    async def _tell(self, ending: _Ending) -> None:
        held, outcome = ending.held, ending.outcome
        try:
            if isinstance(outcome, PutOff):
                outcome = await self._judge_delay(held, outcome)
            if isinstance(outcome, Completed):
                await self._link.once(
                    calls.complete(held.handle, outcome.as_jsonb(), outcome.result)
                )
                self._note_completed(ending)
            elif isinstance(outcome, Verdict):
                await self._tell_failure(ending, outcome)
            elif held.stop_reason is CANCEL_REQUESTED:
                await self._link.once(_cancellation(held.execution))
                self._statistics.cancelled += 1
                self._forget(ending, "cancelled")
            else:
                assert isinstance(outcome, Stopped)
                await self._link.once(calls.delay(held.handle, outcome.delay_ms))
                self._statistics.handed_back += 1
                self._forget(
                    ending,
                    "handed back",
                    logging.WARNING if outcome.why else logging.INFO,
                    delay_ms=outcome.delay_ms or None,
                    reason=outcome.why or held.stop_reason,
                )
        except LeaseLost as loss:
            self._note_lost(ending, loss.symbol)
        except Exception as error:
            ending.outcome = outcome
            self._tell_otherwise(ending, error)

    def _tell_otherwise(self, ending: _Ending, error: Exception) -> None:
        outcome, trouble = ending.outcome, sort(error)
        if trouble in (Trouble.WEATHER, Trouble.PROCESS):
            self._note_trouble("an outcome could not be sent", error)
            if isinstance(error, NotAuthorised):
                self._note_refused(ending)
                return
            if getattr(error, "sqlstate", None) == LOCK_TIMEOUT:
                self._set_aside(ending)
            self._again(ending)
        elif isinstance(outcome, Completed) and trouble is Trouble.ITEM:
            self._replace(ending, outcome.refused(short(error)))
        elif isinstance(outcome, Verdict) and outcome != outcome.bare():
            # a failure is always recorded
            report(
                logging.ERROR,
                "its failure was refused; recording it without details",
                ending.held,
                reason=short(error),
            )
            self._replace(ending, outcome.bare())
        elif isinstance(error, FlowFabricError):
            report(logging.ERROR, "its outcome was refused", ending.held, reason=short(error))
            self._statistics.lost += 1
            self._forget(ending, "forgotten")
        else:
            self._fall_back(ending, error)

    async def _tell_failure(self, ending: _Ending, verdict: Verdict) -> None:
        held, execution = ending.held, ending.held.execution
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
        self._forget(
            ending,
            "failed, to be retried" if is_retried else "failed for good",
            logging.WARNING,
            error=(verdict.detail or {}).get("traceback"),
            reason=verdict.reason,
            category=verdict.category,
            retry_in_ms=answer.retry_in_ms,
        )

    async def _judge_delay(self, held: Held, outcome: PutOff) -> Verdict | Stopped:
        """The delay of an execution that is put off, which grows with the time since the first one.

        Others may have put it off before, and this process may be new: the message of its progress
        says since when. The handler may be elsewhere: producers are often deployed before workers.
        """
        execution = held.execution
        description = await self._link.once(calls.describe_execution(execution.execution_id))
        # by the clock of the server: the lease was given at that moment
        now = execution.lease_expires_at - timedelta(milliseconds=execution.lease_remaining_ms)
        since = _put_off_since(description, outcome.why, now)
        waited_s = max(0.0, (now - since).total_seconds())
        if outcome.category and waited_s >= self._no_handler_s:
            return Verdict(
                f'{outcome.why}: "{execution.kind}", for {waited_s:.0f} seconds',
                "permanent",
                outcome.category,
                None,
            )
        cause = f": {outcome.cause[:MAX_CAUSE]}" if outcome.cause else ""
        text = _PUT_OFF.format(why=outcome.why, since=_shown(since), last=_shown(now)) + cause
        await self._link.once(calls.progress(held.handle, message=clean(text)))
        delay_s = min(max(1.0, waited_s), MAX_PUT_OFF_S)
        return Stopped(round(1000 * delay_s), outcome.why + cause)

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


def _none_if_all_are(values: list[Any]) -> list[Any] | None:
    return None if all(value is None for value in values) else values


def _cancellation(execution: ClaimedExecution) -> Call[Any]:
    return calls.cancel_execution(
        execution.execution_id,
        "the handler was asked to stop",
        "lease_holder",
        execution.lease_id,
        execution.lease_epoch,
        execution.attempt_id,
    )


# The progress message of an execution that was handed back.
_PUT_OFF = "{why}; handed back since {since}, last at {last}"
_PUT_OFF_AGAIN = re.compile(
    r"(?P<why>.*?); handed back since (?P<since>\S+), last at (?P<last>\S+?)(: .*)?", re.DOTALL
)
MAX_CAUSE = 500


def _put_off_since(description: ExecutionDescription | None, why: str, now: datetime) -> datetime:
    """When the execution was first put off for this reason, without having been elsewhere since."""
    again = _PUT_OFF_AGAIN.fullmatch((description and description.progress_message) or "")
    if again is None or again["why"] != why:
        return now
    try:
        since, last = (datetime.fromisoformat(again[name]) for name in ("since", "last"))
        return since if (now - last).total_seconds() < FORGOTTEN_S else now
    except (ValueError, TypeError):  # a message of the handler's own
        return now


def _shown(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
