"""How a handler ends: what it may raise to say so, what other exceptions mean, all `Outcome`s."""

# ruff: noqa: N818 - they say what happened, and need no "Error" for it

from __future__ import annotations

import json
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .inputs import Encoded

MAX_REASON = 2_000
MAX_TRACEBACK = 8_000

# What the engine is told as the category of a failure.
HANDLER_ERROR = "handler_error"
HANDLER_PANIC = "handler_panic"
PAYLOAD_DECODE = "extractor_payload_decode"
OUTPUT_ENCODE = "output_encode"
NO_HANDLER = "runtime_no_handler"


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
    """The work failed, and is to be tried again after a time that somebody else has set.

    It counts as a retry: where the policy allows no more, the execution fails. The engine takes no
    detail with a delay: it is written behind the reason then.
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
    """Raised in a handler that should stop: its lease is lost, or somebody cancelled the work.

    Let it pass. It is no `Exception`, so that `except Exception` does.
    """


class Parked(BaseException):
    """Raised by the context when the lease was given back: the handler is over for now."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A failure as the engine is told of it."""

    reason: str
    class_: str
    category: str
    detail: dict[str, Any] | None
    delay_ms: int | None = None

    def reason_with_detail(self) -> str:
        """For the call that has no room for a detail of its own."""
        detail = {k: v for k, v in (self.detail or {}).items() if k != "exception"}
        if not detail:
            return self.reason
        return _clean(f"{self.reason} {json.dumps(detail, default=str)}")[:MAX_REASON]


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

ExceptionTypes = tuple[type[BaseException], ...]


def judge(error: BaseException, permanent: ExceptionTypes = ()) -> Verdict:
    """What to tell the engine about an exception that a handler raised."""
    detail: dict[str, Any] = {"exception": _name(type(error))}
    if isinstance(error, Failure):
        detail |= _plain(error.detail)
        delay_ms = error.delay_ms if isinstance(error, RetryAfter) else None
        return Verdict(_text(error), error.class_, error.category, detail, delay_ms)
    detail["traceback"] = _clean("".join(traceback.format_exception(error))[-MAX_TRACEBACK:])
    if permanent and isinstance(error, permanent):
        return Verdict(_text(error), "permanent", HANDLER_ERROR, detail)
    if isinstance(error, TimeoutError):
        return Verdict(_text(error), "timeout", HANDLER_ERROR, detail)
    category = HANDLER_ERROR if isinstance(error, Exception) else HANDLER_PANIC
    return Verdict(_text(error), "transient", category, detail)


def as_types(types: type[BaseException] | Iterable[type[BaseException]]) -> ExceptionTypes:
    return (types,) if isinstance(types, type) else tuple(types)


def _plain(detail: Mapping[str, Any] | None) -> dict[str, Any]:
    return dict(detail) if detail else {}


def _text(error: BaseException) -> str:
    """A line for people; never empty, for the engine wants a reason."""
    text = str(error) if isinstance(error, Failure) else f"{_name(type(error))}: {error}"
    return _clean(text)[:MAX_REASON].strip() or _name(type(error))


def _clean(text: str) -> str:
    """Text that PostgreSQL can store."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _name(kind: type[BaseException]) -> str:
    name = kind.__qualname__
    return name if kind.__module__ == "builtins" else f"{kind.__module__}.{name}"
