"""A handler: the arguments that a function of the user takes, and how it is called."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..types import ClaimedExecution
from .async_context import AsyncContext
from .codec import Codec, unpack
from .generated_context import Context
from .inputs import DecodeError, Decoder, decoder_of, wants_exact_numbers, without_exact_floats
from .outcomes import ExceptionTypes

CONTEXT_NAMES = ("ctx", "context")


@dataclass(frozen=True, slots=True)
class Handler:
    """`function(input, context)`; the function may leave out either of them."""

    kind: str
    name: str
    function: Callable[..., Any]
    is_async: bool
    input_name: str | None
    context_name: str | None
    # of these two, those that can be given by position only
    positional: tuple[str, ...]
    decode: Decoder
    wants_bytes: bool
    # whether the input has a `Decimal` in it: then numbers are read with all their digits
    wants_exact_numbers: bool
    permanent: ExceptionTypes
    # saved with the first step of an execution
    version: Any = None
    codec: Codec | None = None

    @staticmethod
    def of(
        kind: str,
        function: Callable[..., Any],
        permanent: ExceptionTypes = (),
        version: Any = None,
        codec: Codec | None = None,
    ) -> Handler:
        written = _as_written(function)
        title = getattr(written, "__qualname__", type(function).__qualname__)
        if inspect.isgeneratorfunction(written) or inspect.isasyncgenfunction(written):
            raise TypeError(f"handler {title} is a generator: a handler returns its output")
        is_async = inspect.iscoroutinefunction(written)
        try:
            hints = typing.get_type_hints(written, include_extras=True)
            parameters = inspect.signature(function).parameters.values()
        except (NameError, TypeError, ValueError) as error:
            raise TypeError(f"the annotations of handler {title} cannot be read: {error}") from None
        inputs: list[str] = []
        context: str | None = None
        for parameter in parameters:
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            contexts = _contexts_in(hints.get(parameter.name))
            if contexts or (
                hints.get(parameter.name) in (None, Any) and parameter.name in CONTEXT_NAMES
            ):
                if contexts and (AsyncContext if is_async else Context) not in contexts:
                    raise TypeError(
                        f"handler {title} is "
                        + ("async: it gets an AsyncContext" if is_async else "sync: a Context")
                    )
                context = parameter.name
            elif parameter.default is parameter.empty or not inputs:
                inputs.append(parameter.name)
        if len(inputs) > 1:
            raise TypeError(
                f"handler {title} takes one input and a context, not {', '.join(inputs)}"
            )
        name = inputs[0] if inputs else None
        wanted = hints.get(name, Any) if name else Any
        try:
            decode = decoder_of(wanted)
        except TypeError as error:
            raise TypeError(f"handler {title}: {error}") from None
        positional = (p.name for p in parameters if p.kind is p.POSITIONAL_ONLY)
        return Handler(
            kind,
            title,
            function,
            is_async,
            name,
            context,
            tuple(p for p in positional if p in (name, context)),
            decode,
            wanted is bytes,
            wants_exact_numbers(wanted),
            permanent,
            version,
            codec,
        )

    def arguments(
        self, execution: ClaimedExecution, context: Any
    ) -> tuple[list[Any], dict[str, Any]]:
        """The arguments for the function; DecodeError when the input does not fit."""
        named: dict[str, Any] = {}
        if self.context_name:
            named[self.context_name] = context
        if self.input_name:
            named[self.input_name] = self._input(execution)
        return [named.pop(name) for name in self.positional], named

    def _input(self, execution: ClaimedExecution) -> Any:
        input_, payload = unpack(self.codec, execution.input, execution.payload)
        if self.wants_bytes:
            if payload is None:
                raise DecodeError("the input must be bytes, not JSON")
            return payload
        given = input_ if payload is None else payload
        return self.decode(given if self.wants_exact_numbers else without_exact_floats(given))


def _as_written(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function behind a partial one, or the method behind an object that is called."""
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.isroutine(function) or isinstance(function, type):
        return function
    return type(function).__call__


def _contexts_in(wanted: Any) -> tuple[Any, ...]:
    """The types of contexts that an annotation names, perhaps beside None."""
    options = (wanted, *typing.get_args(wanted))
    return tuple(one for one in options if one in (Context, AsyncContext))
