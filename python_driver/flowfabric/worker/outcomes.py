"""How a handler ends: exceptions that it may raise, the meaning of others, all `Outcome`s."""

# ruff: noqa: N818 - they say what happened, and need no "Error" for it

from __future__ import annotations

import json
import math
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb

from .inputs import Encoded, EncodeError, encode
from .trouble import leaves_of

MAX_REASON = 2_000
MAX_TRACEBACK = 8_000
MAX_CATEGORY_BYTES = 256
MAX_DETAIL_BYTES = 1 << 20
# the most levels of JSON that PostgreSQL accepts
MAX_DEPTH = 50

# The largest output that the engine stores.
MAX_OUTPUT_BYTES = 16 << 20

# Categories of failures for the engine.
HANDLER_ERROR = "handler_error"
HANDLER_PANIC = "handler_panic"
PAYLOAD_DECODE = "extractor_payload_decode"
OUTPUT_ENCODE = "output_encode"
NO_HANDLER = "runtime_no_handler"
WORKER_ERROR = "runtime_worker_error"


class Failure(Exception):
    """The work failed; the retry policy of the execution says whether it is tried again."""

    class_ = "transient"

    def __init__(
        self, reason: str, *, category: str = HANDLER_ERROR, detail: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.category = category
        self.detail = detail


class Transient(Failure):
    """The work failed, and may succeed another time."""


class Permanent(Failure):
    """The work failed, and trying it again would not help: the execution ends as failed."""

    class_ = "permanent"


class RetryAfter(Failure):
    """The work failed, and is to be tried again after a time that another system has set.

    It counts as a retry: when the policy allows no more retries, the execution fails. With a delay
    the engine takes no detail, so the detail is appended to the reason.
    """

    def __init__(
        self,
        seconds: float,
        reason: str = "asked to come back later",
        *,
        category: str = HANDLER_ERROR,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(reason, category=category, detail=detail)
        self.delay_ms = max(0, round(seconds * 1000))


class Cancelled(BaseException):
    """Raised in a handler that should stop: its lease is lost, or the work was cancelled.

    Do not catch it. It is not an `Exception`, so `except Exception` lets it pass.
    """


class StepRepeated(RuntimeError):
    """Two steps of a handler have the same key, or a key stands for another kind of step now."""


class Parked(BaseException):
    """Raised by the context when the lease was given back: the handler ends for now."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A failure in the form in which the engine records it."""

    reason: str
    class_: str
    category: str
    detail: dict[str, Any] | None
    delay_ms: int | None = None

    def reason_with_detail(self) -> str:
        """Reason and detail in one text, for the call that takes no detail."""
        detail = {
            k: v for k, v in (self.detail or {}).items() if k not in ("exception", "traceback")
        }
        if not detail:
            return self.reason
        return clean(f"{self.reason} {json.dumps(detail, default=str)}")[:MAX_REASON]

    def bare(self) -> Verdict:
        """The least to record, when the engine has refused the full failure."""
        reason = self.reason.encode("ascii", "replace").decode()[:200] or "failed"
        return Verdict(reason, self.class_, HANDLER_ERROR, None)


class OutputError(ValueError):
    """The output of a handler cannot be stored; another attempt would have the same one."""


@dataclass(frozen=True, slots=True)
class Completed:
    output: Encoded | None
    result: bytes | None
    size: int

    @staticmethod
    def of(answer: Any, what: str = "the output") -> Completed:
        """The output for a value that a handler answers; OutputError if it cannot be stored."""
        if isinstance(answer, bytes | bytearray | memoryview):
            result = bytes(answer)
            completed = Completed(None, result, len(result))
        else:
            try:
                output = None if answer is None else encode(answer, what)
                size = 0 if output is None else output.size
            except EncodeError as error:
                raise OutputError(str(error)) from error
            completed = Completed(output, None, size)
        if completed.size > MAX_OUTPUT_BYTES:
            raise OutputError(completed.refusal(what=what))
        return completed

    def as_jsonb(self) -> Any:
        return None if self.output is None else Jsonb(self.output, dumps=str)

    def refusal(self, why: str = "", what: str = "the output") -> str:
        """Why the engine does not take it, without SQL arguments, which handlers do not know."""
        if self.size > MAX_OUTPUT_BYTES * 0.9:
            why = f"it has {self.size} bytes, {MAX_OUTPUT_BYTES} are allowed"
        elif not why or why.startswith("p_"):
            why = "it is nested in more than 100 levels, or has numbers of hundreds of digits"
        return f"{what} was refused: {why}"

    def refused(self, why: str = "") -> Verdict:
        return not_stored(self.refusal(why))


def not_stored(why: str) -> Verdict:
    return Verdict(clean(why)[:MAX_REASON], "permanent", OUTPUT_ENCODE, None)


@dataclass(frozen=True, slots=True)
class Stopped:
    """The execution is given back, because its handler had to stop or cannot go on here."""

    delay_ms: int = 0
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The handler has sent the end to the engine itself."""

    is_completed: bool


@dataclass(frozen=True, slots=True)
class PutOff:
    """It cannot run here and now, and no attempt is spent: it is tried again, less and less often.

    With a `category` that has a limit: when it has waited for too long it fails with it.
    """

    why: str
    category: str | None = None
    # more of it, which may differ from time to time
    cause: str = ""


Outcome = Completed | Verdict | Stopped | PutOff | Ended

ExceptionTypes = tuple[type[BaseException], ...]


def judge(raised: BaseException, permanent: ExceptionTypes = ()) -> Verdict:
    """The failure to record for an exception that a handler raised.

    The exception is not trusted: its attributes may have wrong types, and it may not be printable.
    """
    error = _essence(raised, permanent)
    detail: dict[str, Any] = {"exception": _name(type(error))}
    category, class_, delay_ms = HANDLER_ERROR, "transient", None
    if isinstance(error, Failure):
        given = _attribute(error, "detail")
        if isinstance(given, Mapping):
            detail |= _as_object(given)
        elif given is not None:
            detail["detail"] = _recordable(given)
        category = _category(_attribute(error, "category"))
        class_ = "permanent" if isinstance(error, Permanent) else "transient"
        if isinstance(error, RetryAfter):
            delay_ms = _delay_ms(_attribute(error, "delay_ms"))
    elif isinstance(error, EncodeError) or (permanent and isinstance(error, permanent)):
        class_ = "permanent"
    elif isinstance(error, TimeoutError):
        class_ = "timeout"
    elif not isinstance(error, Exception):
        category = HANDLER_PANIC
    return Verdict(_text(error), class_, category, _with_traceback(detail, raised), delay_ms)


def _essence(raised: BaseException, permanent: ExceptionTypes) -> BaseException:
    """Of a group of exceptions the only one, or the one that says most of what to do."""
    leaves = leaves_of(raised)
    if len(leaves) == 1:
        return leaves[0]
    for kinds in ((Permanent,), permanent, (Failure,)):
        for leaf in leaves:
            if kinds and isinstance(leaf, kinds):
                return leaf
    return raised


def _attribute(error: BaseException, name: str) -> Any:
    try:
        return getattr(error, name, None)
    except BaseException:  # a property of the handler's own
        return None


def _delay_ms(value: Any) -> int | None:
    try:
        delay_ms: int = round(value)
        return max(0, delay_ms)
    except BaseException:
        return None


def as_types(types: type[BaseException] | Iterable[type[BaseException]]) -> ExceptionTypes:
    return (types,) if isinstance(types, type) else tuple(types)


# --- a form of any value that can be recorded ---


def _with_traceback(detail: dict[str, Any], error: BaseException) -> dict[str, Any]:
    if len(json.dumps(detail)) > MAX_DETAIL_BYTES:
        shown = json.dumps(detail)[: MAX_DETAIL_BYTES // 4]
        detail = {"exception": detail["exception"], "cut_off": clean(shown)}
    detail.setdefault("traceback", traceback_of(error))
    return detail


def traceback_of(error: BaseException) -> str:
    try:
        lines = traceback.format_exception(error)
    except BaseException:  # the exception, or one of its causes, cannot be printed
        lines = [*traceback.format_tb(error.__traceback__), _text(error)]
    return clean("".join(lines)[-MAX_TRACEBACK:])


def _as_object(detail: Mapping[Any, Any]) -> dict[str, Any]:
    recordable = _recordable(detail)
    return recordable if isinstance(recordable, dict) else {"detail": recordable}


def _recordable(value: Any, depth: int = 0) -> Any:
    """The value as JSON; values that are not JSON are replaced by a description."""
    try:
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            return clean(str(value))
        if isinstance(value, int):
            return int(value) if abs(value) < 10**300 else _shown(value)
        if isinstance(value, float):
            return float(value) if math.isfinite(value) else str(value)
        if depth < MAX_DEPTH and isinstance(value, Mapping):
            return {clean(_shown(key)): _recordable(item, depth + 1) for key, item in value.items()}
        if depth < MAX_DEPTH and isinstance(value, list | tuple | set | frozenset):
            return [_recordable(item, depth + 1) for item in value]
    except BaseException as error:  # methods of the value run in here
        return f"<{type(value).__name__} that cannot be recorded: {type(error).__name__}>"
    return _shown(value)


def _shown(value: Any) -> str:
    try:
        return clean(str(value))[:MAX_REASON]
    except BaseException as error:
        return f"<{type(value).__name__} that cannot be printed: {type(error).__name__}>"


def _category(category: Any) -> str:
    """A label that the engine accepts: 1 to 256 bytes without control characters."""
    text = "".join(c for c in _shown(category) if c.isprintable()) if category else ""
    while len(text.encode()) > MAX_CATEGORY_BYTES:
        text = text[: min(len(text) - 1, MAX_CATEGORY_BYTES)]
    return text or HANDLER_ERROR


def _text(error: BaseException) -> str:
    """A line for people; never empty, because the engine requires a reason."""
    shown = _shown(error)
    text = shown if isinstance(error, Failure | EncodeError) else f"{_name(type(error))}: {shown}"
    return text[:MAX_REASON].strip() or _name(type(error))


def clean(text: str) -> str:
    """Text that PostgreSQL can store."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _name(kind: type[BaseException]) -> str:
    name = kind.__qualname__
    return clean(name if kind.__module__ == "builtins" else f"{kind.__module__}.{name}")
