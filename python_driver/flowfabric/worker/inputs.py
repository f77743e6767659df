"""From JSON to what a handler wants, and from what it answers to JSON.

Dataclasses are built here, pydantic's models by pydantic. What does not fit is refused, never
repaired; a key that a dataclass does not know is left out, so that producers may be newer.
"""

from __future__ import annotations

import enum
import json
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Union, get_args, get_origin
from uuid import UUID

Decoder = Callable[[Any], Any]

_FROM_TEXT: Mapping[type, Callable[[str], Any]] = {
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    time: time.fromisoformat,
    UUID: UUID,
    Decimal: Decimal,
}


class DecodeError(ValueError):
    """The input is not what the handler wants."""


class EncodeError(ValueError):
    """What the handler answered is no JSON."""


def decoder_of(wanted: Any) -> Decoder:
    """What makes a value of a type out of JSON."""
    if wanted in (Any, None, typing.Any) or wanted is object:
        return lambda value: value
    if adapter := _pydantic_adapter(wanted):
        return adapter
    return lambda value: _build(wanted, value, "input")


def _pydantic_adapter(wanted: Any) -> Decoder | None:
    """For models of pydantic, if it is installed."""
    if not hasattr(wanted, "model_validate"):
        return None
    model = wanted

    def validate(value: Any) -> Any:
        try:
            return model.model_validate(value)
        except ValueError as error:  # pydantic's ValidationError is one
            raise DecodeError(str(error)) from error

    return validate


def _build(wanted: Any, value: Any, path: str) -> Any:
    if wanted is Any or wanted is object or isinstance(wanted, typing.TypeVar):
        return value
    origin = get_origin(wanted)
    if origin is typing.Annotated:
        return _build(get_args(wanted)[0], value, path)
    if origin in (Union, types.UnionType):
        return _build_union(get_args(wanted), value, path)
    if origin is typing.Literal:
        if value in get_args(wanted):
            return value
        raise _misfit(path, f"one of {', '.join(map(repr, get_args(wanted)))}", value)
    if origin is not None:
        return _build_generic(origin, get_args(wanted), value, path)
    return _build_plain(wanted, value, path)


def _build_plain(wanted: Any, value: Any, path: str) -> Any:
    if adapter := _pydantic_adapter(wanted):
        return adapter(value)
    if is_dataclass(wanted):
        return _build_dataclass(wanted, value, path)
    if wanted is type(None):
        if value is None:
            return None
        raise _misfit(path, "null", value)
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        try:
            return wanted(value)
        except ValueError:
            raise _misfit(path, wanted.__name__, value) from None
    if wanted in _FROM_TEXT:
        try:
            return _FROM_TEXT[wanted](str(value) if wanted is Decimal else value)
        except (ValueError, TypeError, ArithmeticError):
            raise _misfit(path, wanted.__name__, value) from None
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(wanted, type) and not isinstance(value, wanted):
        raise _misfit(path, wanted.__name__, value)
    if wanted is int and isinstance(value, bool):
        raise _misfit(path, "int", value)
    return value


def _build_union(choices: Sequence[Any], value: Any, path: str) -> Any:
    misfits = []
    for choice in choices:
        try:
            return _build(choice, value, path)
        except DecodeError as error:
            misfits.append(str(error))
    raise DecodeError(" and ".join(misfits))


def _build_generic(origin: Any, arguments: Sequence[Any], value: Any, path: str) -> Any:
    if issubclass(origin, Mapping):
        if not isinstance(value, dict):
            raise _misfit(path, "an object", value)
        return {k: _build(arguments[1], v, f"{path}.{k}") for k, v in value.items()}
    if not isinstance(value, list):
        raise _misfit(path, "an array", value)
    if origin is tuple and not (len(arguments) == 2 and arguments[1] is Ellipsis):
        if len(value) != len(arguments):
            raise _misfit(path, f"an array of {len(arguments)}", value)
        return tuple(
            _build(argument, item, f"{path}[{number}]")
            for number, (argument, item) in enumerate(zip(arguments, value, strict=True))
        )
    items = [_build(arguments[0], item, f"{path}[{number}]") for number, item in enumerate(value)]
    return items if origin in (list, Sequence) or not callable(origin) else _collect(origin, items)


def _collect(origin: Any, items: list[Any]) -> Any:
    return origin(items) if origin in (tuple, set, frozenset) else items


def _build_dataclass(wanted: Any, value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise _misfit(path, "an object", value)
    hints = typing.get_type_hints(wanted, include_extras=True)
    arguments = {}
    for field in fields(wanted):
        if not field.init:
            continue
        if field.name in value:
            arguments[field.name] = _build(
                hints[field.name], value[field.name], f"{path}.{field.name}"
            )
        elif field.default is MISSING and field.default_factory is MISSING:
            raise DecodeError(f"{path}.{field.name} is missing")
    try:
        return wanted(**arguments)
    except (ValueError, TypeError) as error:  # what __post_init__ refuses
        raise DecodeError(f"{path}: {error}") from error


def _misfit(path: str, wanted: str, value: Any) -> DecodeError:
    shown = json.dumps(value, default=repr)
    return DecodeError(f"{path} must be {wanted}, not {shown[:60]}")


# --- and back ---


class Encoded(str):
    """JSON as text."""

    __slots__ = ()


def encode(value: Any) -> Encoded:
    """JSON of what a handler answered: dataclasses, pydantic's models, and what JSON knows."""
    try:
        text = json.dumps(value, default=_as_json, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise EncodeError(f"the output is no JSON: {error}") from error
    if "\\u0000" in text:
        raise EncodeError("the output has a zero character in it, which PostgreSQL cannot store")
    return Encoded(text)


def _as_json(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, UUID | Decimal):
        return str(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, set | frozenset | tuple):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
