"""A handler: the arguments that a function of the user takes, and how it is called."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..types import ClaimedExecution
from .async_context import AsyncContext
from .generated_context import Context
from .inputs import DecodeError, Decoder, decoder_of, wants_exact_numbers, without_exact_floats
from .outcomes import ExceptionTypes

CONTEXT_NAMES = ("ctx", "context")


@dataclass(frozen=True, slots=True)
class Handler:
    """`function(input, context)`; the function may leave out either of them."""

    kind: str
    function: Callable[..., Any]
    is_async: bool
    input_name: str | None
    context_name: str | None
    decode: Decoder
    wants_bytes: bool
    # whether the input has a `Decimal` in it: then numbers are read with all their digits
    wants_exact_numbers: bool
    permanent: ExceptionTypes

    @staticmethod
    def of(kind: str, function: Callable[..., Any], permanent: ExceptionTypes = ()) -> Handler:
        is_async = inspect.iscoroutinefunction(function)
        try:
            hints = typing.get_type_hints(function, include_extras=True)
        except (NameError, TypeError) as error:
            raise TypeError(
                f"the annotations of handler {function.__qualname__} cannot be read: {error}"
            ) from None
        inputs: list[str] = []
        context: str | None = None
        for parameter in inspect.signature(function).parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            wanted = hints.get(parameter.name)
            if wanted in (Context, AsyncContext) or (
                wanted in (None, Any) and parameter.name in CONTEXT_NAMES
            ):
                if wanted is (Context if is_async else AsyncContext):
                    raise TypeError(
                        f"handler {function.__qualname__} is "
                        + ("async: it gets an AsyncContext" if is_async else "sync: a Context")
                    )
                context = parameter.name
            elif parameter.default is parameter.empty or not inputs:
                inputs.append(parameter.name)
        if len(inputs) > 1:
            raise TypeError(
                f"handler {function.__qualname__} takes one input and a context, "
                f"not {', '.join(inputs)}"
            )
        name = inputs[0] if inputs else None
        wanted = hints.get(name, Any) if name else Any
        try:
            decode = decoder_of(wanted)
        except TypeError as error:
            raise TypeError(f"handler {function.__qualname__}: {error}") from None
        return Handler(
            kind,
            function,
            is_async,
            name,
            context,
            decode,
            wanted is bytes,
            wants_exact_numbers(wanted),
            permanent,
        )

    def arguments(self, execution: ClaimedExecution, context: Any) -> dict[str, Any]:
        """The arguments for the function; DecodeError when the input does not fit."""
        arguments: dict[str, Any] = {}
        if self.context_name:
            arguments[self.context_name] = context
        if self.input_name:
            if self.wants_bytes:
                if execution.payload is None:
                    raise DecodeError("the input must be bytes, not JSON")
                arguments[self.input_name] = execution.payload
            else:
                given = execution.input if execution.payload is None else execution.payload
                if not self.wants_exact_numbers:
                    given = without_exact_floats(given)
                arguments[self.input_name] = self.decode(given)
        return arguments
