"""The results of steps and children: read as the function that makes them says."""

from __future__ import annotations

import collections.abc
import functools
import typing
from collections.abc import Callable
from typing import Any

from .inputs import DecodeError, Decoder, decoder_of
from .outcomes import Permanent

_LATER = (collections.abc.Awaitable, collections.abc.Coroutine)


def decoder_of_result(function: Callable[..., Any]) -> Decoder:
    """The `Decoder` for what a function returns; without an annotation that of plain JSON."""
    if not callable(function):
        raise TypeError(f"a step is a function and its arguments, not {function!r}")
    while isinstance(function, functools.partial):
        function = function.func
    try:
        wanted = typing.get_type_hints(function, include_extras=True).get("return", Any)
    except (NameError, TypeError, AttributeError):
        return decoder_of(Any)
    if typing.get_origin(wanted) in _LATER:
        wanted = typing.get_args(wanted)[-1]
    try:
        return decoder_of(wanted)
    except TypeError as error:
        name = getattr(function, "__qualname__", repr(function))
        raise TypeError(f"the result of {name} cannot be stored: {error}") from None


def read_result(read: Decoder, output: Any, result: bytes | None, what: str) -> Any:
    """The value for a stored result; a failure for good if the code has changed too much."""
    try:
        return read(output if result is None else result)
    except DecodeError as error:
        raise Permanent(
            f"{what} does not fit the function that reads it: {error}", category="step_decode"
        ) from error
