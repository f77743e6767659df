"""Declarations at handlers, and the arguments of submissions that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from psycopg.types.json import Jsonb

from ..tracing import trace_tags
from .codec import Codec, encoded
from .inputs import Decoder, decoder_of, encode_input
from .returns import decoder_of_result

# The attribute of a function that is a handler.
ATTRIBUTE = "__flowfabric__"


@dataclass(frozen=True, slots=True)
class Declaration:
    """A handler as it is submitted: its kind, and the arguments of all its executions."""

    kind: str
    lane: str
    function: Callable[..., Any]
    retries: int | None = None
    timeout: timedelta | float | None = None
    priority: int | None = None
    tags: Mapping[str, str] | None = None
    on_failure: str | Mapping[str, Any] | None = None
    codec: Codec | None = None

    def __post_init__(self) -> None:
        if self.retries is not None and (self.retries < 0 or isinstance(self.retries, bool)):
            raise ValueError("retries must not be negative")
        if self.timeout is not None and milliseconds(self.timeout) <= 0:
            raise ValueError("timeout must be longer than nothing")

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if self.priority is not None:
            options["priority"] = self.priority
        if self.tags:
            options["tags"] = dict(self.tags)
        if policy := self.policy():
            options["policy"] = policy
        return options

    def merged(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options that are given, before those that are declared."""
        merged = self.options()
        for name, value in given.items():
            is_both = isinstance(value, Mapping) and isinstance(merged.get(name), Mapping)
            merged[name] = {**merged[name], **value} if is_both else value
        return merged

    def policy(self) -> dict[str, Any]:
        policy: dict[str, Any] = {}
        if self.retries is not None:
            policy["retry_policy"] = {"max_retries": self.retries}
        if self.timeout is not None:
            policy["timeout_policy"] = {"attempt_timeout_ms": milliseconds(self.timeout)}
        if self.on_failure is not None:
            kind = self.on_failure
            policy["on_failure"] = {"kind": kind} if isinstance(kind, str) else dict(kind)
        return policy


@dataclass(frozen=True, slots=True)
class Submission:
    """An execution to be submitted, as a call takes it."""

    kind: str
    # None: that of the submitter
    lane: str | None
    input: Jsonb | None
    payload: bytes | None
    # the other arguments of `create_execution`
    options: Mapping[str, Any]
    read: Decoder
    # the input before the codec
    given: Any
    codec: Codec | None

    def json_options(self) -> dict[str, Any]:
        """The options for calls that take them as one JSON object."""
        return {
            name: value.isoformat() if hasattr(value, "isoformat") else value
            for name, value in self.options.items()
        }


def submission_of(
    target: Any, given_input: Any, options: Mapping[str, Any], codec: Codec | None = None
) -> Submission:
    """The submission of a handler or of a kind; `options` go before what is declared.

    `codec` is that of the application that submits a kind.
    """
    declared = declaration_of(target)
    codec = declared.codec if declared else codec
    given = {name: value for name, value in options.items() if value is not None}
    lane = given.pop("lane", declared.lane if declared else None)
    for name in ("delay", "deadline"):
        if name in given:
            given[f"{name}_ms"] = milliseconds(given.pop(name))
    merged = declared.merged(given) if declared else given
    if tags := trace_tags(merged.get("tags")):
        merged["tags"] = tags
    is_bytes = isinstance(given_input, bytes | bytearray | memoryview)
    json_input = None if given_input is None or is_bytes else Jsonb(given_input, dumps=encode_input)
    payload = bytes(given_input) if is_bytes else None
    if codec is not None and given_input is not None:
        text = None if is_bytes else encode_input(given_input)
        json_input, payload = None, encoded(codec, text, payload)
    return Submission(
        declared.kind if declared else target,
        lane,
        json_input,
        payload,
        merged,
        decoder_of_result(declared.function) if declared else decoder_of(Any),
        given_input,
        codec,
    )


def declaration_of(target: Any) -> Declaration | None:
    """That of a handler; None for a kind."""
    if isinstance(target, str):
        return None
    declared = getattr(target, ATTRIBUTE, None)
    if not isinstance(declared, Declaration):
        raise TypeError(
            f"{target!r} is neither a kind nor a handler: decorate it with @app.handler"
        )
    return declared


def milliseconds(duration: timedelta | float) -> int:
    """A `timedelta`, or seconds."""
    if not isinstance(duration, timedelta):
        duration = timedelta(seconds=duration)
    return round(duration / timedelta(milliseconds=1))
