"""Steps and waits of a handler, on the functions of room `step`.

A handler is called again from its beginning after a failure, a takeover or a wait. Its context then
asks once for the steps that it has saved, and answers from them; only what is missing is done.

A wait ends the call of the handler. It is sent when no step of the handler runs any more, together
with all other waits of the handler, in one transaction: the execution comes back when the first of
them is over.
"""

from __future__ import annotations

import contextlib
import contextvars
import hashlib
import json
import logging
import math
import sys
import threading
from collections.abc import (
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar
from uuid import UUID

from .. import calls
from ..calls import Call
from ..errors import ExecutionAlreadyTerminal, InvalidArgument, NotAuthorised
from ..types import AwaitedChildren, ChildDescription, SpawnedChild, StepDescription
from .codec import Codec, pack, unpack, unwrap
from .context_core import Core, Facts
from .declarations import Submission, milliseconds, submission_of
from .held import LEASE_LOST
from .inputs import Decoder, encode_input
from .loans import IO, C
from .outcomes import (
    Cancelled,
    Completed,
    OutputError,
    Parked,
    Permanent,
    RetryAfter,
    StepRepeated,
    clean,
)
from .pauses import Pauses
from .report import report
from .returns import decoder_of_result, read_result
from .tracing import Tracing
from .trouble import Trouble, short, sort, weather_of

T = TypeVar("T")

PAGE = 1000
VERSION = "flowfabric.version"
# the first and the longest pause before a step is tried again in place
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0
_PACKAGE = __name__.rpartition(".")[0]

# Called at each boundary of a step, with words for it: tests let handlers crash there.
on_boundary: Callable[[Steps[Any], str], None] | None = None

# the steps whose functions run here: a wait in one of them would wait for its own end
_inside: contextvars.ContextVar[tuple[Any, ...]] = contextvars.ContextVar("inside", default=())


@dataclass(frozen=True)
class Child:
    """An execution that a step has submitted."""

    key: str
    execution_id: UUID
    kind: str
    read: Decoder = field(repr=False, compare=False)
    codec: Codec | None = field(default=None, repr=False, compare=False)


class ChildFailed(Permanent):
    """A child has ended otherwise than completed; another attempt of its parent finds the same."""

    def __init__(self, child: Child, found: ChildDescription | None) -> None:
        self.child = child
        self.state = found.public_state if found else None
        # why, if it has failed
        self.child_reason = found.failure_reason if found else None
        self.child_category = found.failure_category if found else None
        why = f": {self.child_reason}" if self.child_reason else ""
        state = self.state or "not to be read by this worker, or removed"
        super().__init__(
            f'child "{child.key}" ({child.kind}, {child.execution_id}) is {state}{why}',
            category="child_failed",
            detail={"child": str(child.execution_id), "state": self.state},
        )


@dataclass(eq=False)
class _Wait:
    call: Call[Any]
    # of a timer that an earlier call of the handler has begun: it may be over
    wake_at: datetime | None = None
    # it ends the life of the execution: nothing is waited for
    is_end: bool = False
    answer: Any = None


class Steps(Generic[C]):
    """The steps of one call of a handler; its methods are those of the contexts."""

    def __init__(self, facts: Facts, core: Core[C], io: IO[C]) -> None:
        self._facts = facts
        self._core = core
        self._io = io
        self._held = facts._held
        self._codec = facts._held.handler.codec if facts._held.handler else None
        self.tracing = Tracing()
        # the steps that were saved before; None: not asked for yet
        self._memory: dict[str, StepDescription] | None = None
        self._is_complete = False
        self._is_versioned = False
        self._load_lock = io.lock()
        # where the handler has called each of its steps
        self._places: dict[str, str] = {}
        # how often the same key was made for a step that has none
        self._counts: dict[str, int] = {}
        # no step begins while a wait gives the lease back
        self._gate = io.lock()
        self._lock = threading.Lock()
        self._running = 0
        # how often a step has begun or ended, or a wait was over
        self._changes = 0
        self._quiet = io.event()
        self._quiet.set()
        self._waits: list[_Wait] = []

    # --- what is known ---

    async def load(self) -> None:
        """Ask for the steps of earlier calls of the handler, unless it is the first call."""
        async with self._load_lock:
            if self._memory is None:
                self._memory = {}
                self._is_complete = self._held.is_new or await self._load_page(None) is None

    async def _load_page(self, after: str | None) -> str | None:
        """Ask for the steps after one of them; returns the key of the last, None without any."""
        page = await self._core.call(calls.list_steps(self._facts.execution_id, after, PAGE))
        assert self._memory is not None
        self._memory.update((step.step_key, step) for step in page)
        return page[-1].step_key if page else None

    async def _find(self, key: str) -> StepDescription | None:
        """The step of an earlier call, with or without an outcome."""
        await self.load()
        assert self._memory is not None
        if key in self._memory:
            return self._memory[key]
        if not self._is_complete:
            async with self._load_lock:
                # the outcome of an open step moves it to another place
                saved = [key for key, step in self._memory.items() if step.saved_at]
                last = saved[-1] if saved else None
                # a page may end early, so only an empty one is the last
                while not self._is_complete:
                    last = await self._load_page(last)
                    self._is_complete = last is None
        return self._memory.get(key)

    async def _known(self, key: str, kind: str) -> StepDescription | None:
        """The step, if it has its outcome."""
        step = await self._find(key)
        if step and step.kind != kind:
            raise StepRepeated(
                f'step "{key}" was saved as a {step.kind} before, and is a {kind} now: '
                "use another key"
            )
        return step if step and step.saved_at is not None else None

    @property
    def version(self) -> Any:
        own = self._held.handler.version if self._held.handler else None
        if not self._memory:
            return own
        step = self._memory.get(VERSION)
        return step.output if step else None

    async def note_version(self) -> None:
        """Save the version of the handler before its first step."""
        self._held.is_new = False
        version = self._held.handler.version if self._held.handler else None
        if version is None or self._is_versioned or self._memory:
            return
        async with self._load_lock:
            if not self._is_versioned:
                await self._core.call(calls.save_step(self._held.handle, VERSION, version))
                # a transaction may be rolled back
                self._is_versioned = not self._core.is_in_transaction

    # --- keys ---

    def claim_key(self, key: str, place: str) -> None:
        if not isinstance(key, str):
            raise TypeError(f"the key of a step is text, not {key!r}")
        if key.startswith("flowfabric."):
            raise ValueError(f'step "{key}": keys that begin with "flowfabric." are reserved')
        with self._lock:
            if earlier := self._places.get(key):
                raise StepRepeated(
                    f'step "{key}" is called twice in one run, at {earlier} and at {place}: '
                    "each step has a key of its own"
                )
            self._places[key] = place
        self._core.undo_with_transaction(lambda: self._free_key(key))

    def _free_key(self, key: str) -> None:
        """Its step has failed, and may be called again."""
        with self._lock:
            self._places.pop(key, None)
        # the failure may be of the moment after it was stored
        self._is_complete = False

    def step_id(self, key: str) -> str:
        """The same for all attempts at a step, and for no other step."""
        return f"{self._facts.execution_id}/{self._facts.tags.get('flowfabric.life', '1')}/{key}"

    def _numbered(self, text: str) -> str:
        with self._lock:
            self._counts[text] = number = self._counts.get(text, 0) + 1
        self._core.undo_with_transaction(lambda: self._uncount(text))
        return text if number == 1 else f"{text} {number}"

    def _uncount(self, text: str) -> None:
        with self._lock:
            self._counts[text] -= 1

    # --- values ---

    async def step(
        self, place: str, key: str, function: Callable[..., T],
        arguments: Sequence[Any], options: Mapping[str, Any], retries: int,
    ) -> T:  # fmt: skip
        if retries < 0:
            raise ValueError("retries must not be negative")
        read = decoder_of_result(function)
        self.claim_key(key, place)
        value: T
        try:
            async with self._at_work():
                if known := await self._known(key, "value"):
                    value = self._read(key, read, known.output, known.result)
                    return value
                await self.note_version()
                with self.tracing.step_span(key):
                    self._reach("before step", key)
                    given = await self._call(key, function, arguments, options, retries)
                    self._reach("inside step", key)
                    completed = pack(self._codec, _value_of(key, given))
                    with _refusals_named(key, completed):
                        saved = await self._core.call(self._save_call(key, completed))
                    self._reach("after step", key)
                value = self._read(key, read, saved.output, saved.result)
                return value
        except BaseException:
            self._free_key(key)
            raise

    async def transactional_step(
        self, place: str, key: str, function: Callable[..., T],
        arguments: Sequence[Any], options: Mapping[str, Any],
    ) -> T:  # fmt: skip
        read = decoder_of_result(function)
        self.claim_key(key, place)
        value: T
        try:
            self._core.refuse_in_transaction("transactional_step")
            async with self._at_work():
                if known := await self._known(key, "value"):
                    value = self._read(key, read, known.output, known.result)
                    return value
                await self.note_version()
                with self.tracing.step_span(key):
                    async with self._core.step_transaction() as (connection, save):
                        self._reach("before step", key)
                        given = await self._call(
                            key, function, (connection, *arguments), options, 0
                        )
                        self._reach("inside step", key)
                        completed = pack(self._codec, _value_of(key, given))
                        with _refusals_named(key, completed):
                            saved = await save(self._save_call(key, completed))
                        self._reach("before the commit of step", key)
                    self._reach("after step", key)
                value = self._read(key, read, saved.output, saved.result)
                return value
        except BaseException:
            self._free_key(key)
            raise

    def _save_call(self, key: str, completed: Completed) -> Call[Any]:
        return calls.save_step(self._held.handle, key, completed.as_jsonb(), completed.result)

    async def _call(
        self, key: str, function: Callable[..., Any],
        arguments: Sequence[Any], options: Mapping[str, Any], retries: int,
    ) -> Any:  # fmt: skip
        pauses = Pauses(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        inside = _inside.set((*_inside.get(), self))
        try:
            for left in range(retries, -1, -1):
                self._check()
                try:
                    return await self._io.value_of(function, arguments, options)
                except Exception as error:
                    if left == 0 or isinstance(error, Permanent) or weather_of(error):
                        raise
                    pause_s = pauses.next()
                    if isinstance(error, RetryAfter):
                        pause_s = error.delay_ms / 1000
                    report(
                        logging.WARNING, f'step "{key}" has failed, and is tried again',
                        self._held, reason=short(error), retry_in_ms=round(1000 * pause_s),
                    )  # fmt: skip
                await self._core.pause(pause_s)
        finally:
            _inside.reset(inside)
        raise AssertionError(retries)

    def _read(self, key: str, read: Decoder, output: Any, result: bytes | None) -> Any:
        return read_result(read, *unpack(self._codec, output, result), f'the value of step "{key}"')

    def _reach(self, where: str, key: str) -> None:
        if on_boundary is not None:
            on_boundary(self, f'{where} "{key}"')

    def crash(self) -> None:
        """Let the process count as dead: nothing of the handler reaches the engine any more."""
        self._held.stop_from_inside(LEASE_LOST, "crashed by a test")
        raise Cancelled(LEASE_LOST)

    # --- running and waiting ---

    def _check(self) -> None:
        if self._held.is_parked:
            raise Parked
        self._facts.check()

    @contextlib.asynccontextmanager
    async def _at_work(self) -> AsyncIterator[None]:
        """While a step runs, or is asked for; no wait gives the lease back meanwhile."""
        async with self._gate:
            self._check()
            self._note_change(1)
        try:
            yield
        finally:
            self._note_change(-1)

    def _note_change(self, count: int) -> None:
        with self._lock:
            self._changes += 1
            self._running += count
            if self._running:
                self._quiet.clear()
            else:
                self._quiet.set()

    async def _until_quiet(self) -> int:
        """Until no step runs, and none begins at once; returns the number of changes."""
        while True:
            await self._io.wait(self._quiet, self._held)
            self._check()
            seen = self._changes
            # other tasks of the handler may be about to begin a step
            await self._io.let_others_run(len(self._waits))
            if seen == self._changes and not self._running:
                return seen

    async def _wait(self, name: str, wait: _Wait) -> Any:
        """The outcome of a wait; or all waits are begun, and the handler ends."""
        self._core.refuse_in_transaction(name)
        if self in _inside.get():
            raise RuntimeError(f"ctx.{name}() inside a step would wait for the end of that step")
        self._reach("before", name)
        self._waits.append(wait)
        try:
            while wait.answer is None:
                seen = await self._until_quiet()
                async with self._gate:
                    self._check()
                    if seen == self._changes and wait.answer is None:
                        await self.note_version()
                        await self._begin_waits()
            return wait.answer
        finally:
            self._waits.remove(wait)

    async def _begin_waits(self) -> None:
        """Ask for the first one; if it is not over, all of them are begun, and the handler ends."""
        open_ = sorted((w for w in self._waits if w.answer is None), key=_order_of)
        first = open_[0]
        others = [] if first.is_end else [wait.call for wait in open_[1:]]
        first.answer = await self._core.give_back_together(first.call, others, _is_given_back)
        self._note_change(0)

    async def sleep(
        self, place: str, key: str, delay: timedelta | None, until: datetime | None
    ) -> None:
        self.claim_key(key, place)
        async with self._at_work():
            if await self._known(key, "timer"):
                return
            begun = await self._find(key)
        delay_ms = None if delay is None else milliseconds(delay)
        call = calls.sleep(self._held.handle, key, delay_ms, until)
        await self._wait("sleep", _Wait(call, begun.wake_at if begun else None))

    async def wait_for(
        self, place: str, name: str, key: str | None, timeout: timedelta | float | None
    ) -> Any:
        key = name if key is None else key
        self.claim_key(key, place)
        async with self._at_work():
            if known := await self._known(key, "signal"):
                return unwrap(self._codec, known.output)
        timeout_ms = None if timeout is None else milliseconds(timeout)
        call = calls.wait_signal(self._held.handle, key, name, timeout_ms)
        return unwrap(self._codec, (await self._wait("wait_for", _Wait(call))).payload)

    async def continue_as_new(self, input: Any) -> None:  # noqa: A002
        submitted = submission_of(self._facts.kind, input, {}, self._codec)
        call = calls.continue_as_new(self._held.handle, submitted.input, submitted.payload)
        await self._wait("continue_as_new", _Wait(call, is_end=True))

    # --- children ---

    def spawn_call(self, key: str, work: Submission) -> Call[SpawnedChild]:
        return calls.spawn(
            self._held.handle, key, work.lane or self._facts.lane_id,
            work.input, work.payload, self._spawn_options(work),
        )  # fmt: skip

    def _spawn_options(self, work: Submission) -> dict[str, Any]:
        namespace = {"namespace": self._held.execution.namespace}
        return namespace | work.json_options() | {"kind": work.kind}

    def child_key(self, place: str, key: str | None, work: Submission) -> str:
        if key is not None:
            self.claim_key(key, place)
            return key
        # the same for the same child of another attempt, wherever it is spawned
        given = work.given
        if isinstance(given, bytes | bytearray | memoryview):
            given = hashlib.sha256(given).hexdigest()
        else:
            given = json.loads(encode_input(given))
        digest = _digest([work.lane, work.kind, given])
        return self._numbered(f"{_short_kind(work.kind)} {digest}")

    async def spawn(
        self, place: str, target: Any, input: Any, key: str | None, options: dict[str, Any]  # noqa: A002
    ) -> Child:  # fmt: skip
        work = submission_of(target, input, options, self._codec)
        is_named = key is not None
        key = self.child_key(place, key, work)
        try:
            async with self._at_work():
                if known := await self._known(key, "child"):
                    execution_id = known.child_execution_id
                else:
                    await self.note_version()
                    self._reach("before the child", key)
                    execution_id = (await self._core.call(self.spawn_call(key, work))).execution_id
                    self._reach("after the child", key)
        except BaseException:
            if is_named:
                self._free_key(key)
            raise
        assert execution_id
        return Child(key, execution_id, work.kind, work.read, work.codec)

    async def gather(self, given: Sequence[Any], *, return_exceptions: bool) -> list[Any]:
        children = await self._children(given)
        if not children:
            return []
        await self._await_children("gather", [child.key for child in children], None)
        return await self._results(children, return_exceptions=return_exceptions)

    async def race(self, given: Sequence[Any], *, cancel_others: bool) -> Any:
        children = await self._children(given)
        if not children:
            raise ValueError("ctx.race() needs a child")
        finished = await self._await_children("race", [child.key for child in children], 1)
        [winner] = [child for child in children if child.key == finished[0]][:1]
        if cancel_others:
            async with self._at_work():
                for child in children:
                    if child is not winner:
                        await self._cancel(child, winner)
        [result] = await self._results([winner], return_exceptions=False)
        return result

    async def _cancel(self, child: Child, winner: Child) -> None:
        reason = clean(f'"{winner.key}" was first')[:200]
        try:
            await self._core.call(calls.cancel_execution(child.execution_id, reason))
        except ExecutionAlreadyTerminal:
            pass
        except NotAuthorised as error:
            # a worker of another role has spawned it
            report(
                logging.WARNING, f'child "{child.key}" of a race is not cancelled',
                self._held, reason=short(error),
            )  # fmt: skip

    async def map(
        self, place: str, target: Any, inputs: Iterable[Any], *,
        concurrency: int, key: str | None, return_exceptions: bool, options: dict[str, Any],
    ) -> list[Any]:  # fmt: skip
        """Each wait is for the children that run now, and ends when half of them have ended."""
        if concurrency < 1:
            raise ValueError("concurrency must be at least 1")
        works = [submission_of(target, item, options, self._codec) for item in inputs]
        if not works:
            return []
        name = _short_kind(works[0].kind) if key is None else key
        keys = [f"{name}/{number}" for number in range(len(works))]
        for each in keys:
            self.claim_key(each, place)
        children: list[Child] = []
        unfinished: list[str] = []
        while len(children) < len(works) or unfinished:
            first, room = len(children), concurrency - len(unfinished)
            new = range(first, min(first + room, len(works)))
            children += await self._spawn_all(
                [keys[number] for number in new], [works[number] for number in new]
            )
            unfinished += [keys[number] for number in new]
            is_last = len(children) == len(works)
            count = len(unfinished) if is_last else max(1, len(unfinished) // 2)
            finished = set(await self._await_children("map", unfinished, count))
            unfinished = [each for each in unfinished if each not in finished]
        return await self._results(children, return_exceptions=return_exceptions)

    async def _spawn_all(self, keys: list[str], works: list[Submission]) -> list[Child]:
        async with self._at_work():
            found = {key: await self._known(key, "child") for key in keys}
            ids = {key: step.child_execution_id for key, step in found.items() if step}
            missing = [(key, work) for key, work in zip(keys, works, strict=True) if key not in ids]
            if missing:
                await self.note_version()
                for answer in await self._spawn_missing(missing):
                    ids[answer.step_key] = answer.execution_id
        children = []
        for key, work in zip(keys, works, strict=True):
            execution_id = ids[key]
            assert execution_id
            children.append(Child(key, execution_id, work.kind, work.read, work.codec))
        return children

    async def _spawn_missing(self, missing: list[tuple[str, Submission]]) -> list[SpawnedChild]:
        first = missing[0][1]
        if any(work.payload is not None for _, work in missing):
            return [await self._core.call(self.spawn_call(key, work)) for key, work in missing]
        return await self._core.call(
            calls.spawn_batch(
                self._held.handle,
                [key for key, _ in missing],
                first.lane or self._facts.lane_id,
                [work.input for _, work in missing],
                self._spawn_options(first),
            )
        )

    async def _children(self, given: Sequence[Any]) -> list[Child]:
        children = await self._io.all(given)
        for child in children:
            if not isinstance(child, Child):
                raise TypeError(f"{child!r} is not a child: use ctx.spawn()")
        return children

    async def _await_children(self, name: str, keys: list[str], count: int | None) -> list[str]:
        """The keys of those that were over when the wait ended."""
        key = self._numbered(f"flowfabric.{name} {_digest(sorted(keys))}")
        async with self._at_work():
            if known := await self._known(key, "wait"):
                finished: list[str] = known.output
                return finished
        call = calls.await_children(self._held.handle, key, keys, count)
        answer: AwaitedChildren = await self._wait(name, _Wait(call))
        return answer.finished_keys

    async def _results(self, children: Sequence[Child], *, return_exceptions: bool) -> list[Any]:
        found: dict[str, ChildDescription] = {}
        wanted = {child.key for child in children}
        async with self._at_work():
            after = None
            while len(found) < len(wanted):
                page = await self._core.call(
                    calls.list_children(self._facts.execution_id, after, PAGE)
                )
                if not page:
                    break
                after = page[-1].step_key
                found.update((one.step_key, one) for one in page if one.step_key in wanted)
        results: list[Any] = []
        for child in children:
            one = found.get(child.key)
            if one and one.public_state == "completed":
                what = f'the result of child "{child.key}"'
                value = unpack(child.codec, one.output, one.result)
                results.append(read_result(child.read, *value, what))
            elif return_exceptions:
                results.append(ChildFailed(child, one))
            else:
                raise ChildFailed(child, one)
        return results


def place_of_caller() -> str:
    """The line of the handler that calls its context."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def delay_of(delay: timedelta | None, until: datetime | None, units: dict[str, float]) -> (
    timedelta | None
):  # fmt: skip
    """The delay that the arguments of `ctx.sleep` say; exactly one of them says it."""
    if (delay is not None) + (until is not None) + bool(units) != 1:
        raise TypeError("ctx.sleep() takes a timedelta, or hours=, minutes= or such, or until=")
    if delay is not None and not isinstance(delay, timedelta):
        raise TypeError(f"ctx.sleep() takes a timedelta, not {delay!r}: or seconds={delay!r}")
    if until is not None and until.tzinfo is None:
        raise ValueError(f"until={until!r} has no time zone: the server may be in another one")
    return timedelta(**units) if units else delay


def _value_of(key: str, value: Any) -> Completed:
    return Completed.of(value, f'the value of step "{key}"')


@contextlib.contextmanager
def _refusals_named(key: str, completed: Completed) -> Iterator[None]:
    """A value that the engine does not store fails the work: another attempt would have it, too."""
    try:
        yield
    except Exception as error:
        is_key = isinstance(error, InvalidArgument) and "p_step_key" in str(error)
        if sort(error) is Trouble.ITEM and not is_key:
            raise OutputError(
                completed.refusal(short(error), f'the value of step "{key}"')
            ) from error
        raise


def _short_kind(kind: str) -> str:
    """With it the keys of children are not too long."""
    return kind[:100].encode()[:170].decode(errors="ignore")


def _order_of(wait: _Wait) -> tuple[bool, float]:
    """Timers first, in the order of their ends: one of them may have woken the execution."""
    return (not wait.is_end, wait.wake_at.timestamp() if wait.wake_at else math.inf)


def _is_given_back(answer: Any) -> bool:
    return getattr(answer, "outcome", "waiting") in ("sleeping", "waiting")


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:20]
