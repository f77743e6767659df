"""From JSON to the input of a handler, and from its return value to JSON.

Dataclasses, typed dictionaries and plain types are built here, models of pydantic by pydantic. An
input that does not fit is refused, never repaired; a key that the type does not have is left out,
so that producers may be newer. An impossible annotation is refused when a handler is registered.
"""

from __future__ import annotations

import enum
import json
import math
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Union, get_args, get_origin
from uuid import UUID

from .._json import json_value

Decoder = Callable[[Any], Any]

_FROM_TEXT: Mapping[type, Callable[[str], Any]] = {
    datetime: datetime.fromisoformat,
    date: date.fromisoformat,
    time: time.fromisoformat,
    UUID: UUID,
    Decimal: Decimal,
}
_PLAIN = (str, int, float, bool, type(None))
_ARRAYS = (list, tuple, set, frozenset, Sequence, Iterable, AbstractSet)
_OBJECTS = (dict, Mapping)
# the markers of a field of a typed dictionary; also those of typing_extensions
_MARKS = ("Required", "NotRequired", "ReadOnly")

# A zero character as JSON writes it; `\\u0000` is a backslash and text.
_ZERO = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


class DecodeError(ValueError):
    """The input does not fit the type that the handler asks for."""


class EncodeError(ValueError):
    """A value cannot be written as JSON that PostgreSQL stores."""


# --- numbers, exactly ---


class ExactFloat(float):
    """A float whose text in the JSON has more digits than the float."""

    text: str


def load(data: str | bytes) -> Any:
    """`json.loads` for JSON of PostgreSQL, which is correct UTF-8 without blanks around it."""
    return _scan(data if isinstance(data, str) else str(data, "utf-8"), 0)[0]


_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]


def load_exactly(data: str | bytes) -> Any:
    """`json.loads` for inputs with a `Decimal` in them: all digits of a number are kept."""
    return json.loads(data, parse_float=_parse_float)


def _parse_float(text: str) -> float:
    value = float(text)
    if repr(value) == text:
        return value
    exact = ExactFloat(text)
    exact.text = text
    return exact


def without_exact_floats(value: Any) -> Any:
    """The same value with plain floats only."""
    if isinstance(value, dict):
        return {key: without_exact_floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_exact_floats(item) for item in value]
    return float(value) if isinstance(value, ExactFloat) else value


# --- the type of an input ---


def decoder_of(wanted: Any) -> Decoder:
    """A function that builds a value of a type out of JSON; TypeError for an impossible type."""
    check_annotation(wanted)
    if _is_anything(wanted) or wanted is None or wanted is bytes:
        return lambda value: value
    if adapter := _pydantic_adapter(wanted):
        return adapter
    return lambda value: _build(wanted, value, "input")


def wants_exact_numbers(wanted: Any) -> bool:
    """Whether a `Decimal` is part of a type."""
    return any(part is Decimal for part in _parts(wanted, []))


def check_annotation(wanted: Any) -> None:
    """Raise TypeError for a type that no JSON can become."""
    for part in _parts(wanted, []):
        if get_origin(part) in _OBJECTS and get_args(part) and not _is_key(get_args(part)[0]):
            raise TypeError(f"{part} cannot be an input: the keys of a JSON object are text")
        if not _is_supported(part) and not (part is bytes and part is wanted):
            raise TypeError(
                f"{part} cannot be built from JSON: an input is a dataclass, a TypedDict, a model "
                "of pydantic, an enum, a date, a time, a UUID, a Decimal, a plain type of JSON, "
                "or a list, tuple, set or dict of these; bytes only as the whole input"
            )


def _parts(wanted: Any, seen: list[Any]) -> Iterable[Any]:
    """A type and all types in it, each once: dataclasses may contain themselves."""
    wanted = _unwrapped(wanted)
    if any(wanted is one for one in seen):
        return
    seen.append(wanted)
    yield wanted
    inner: Iterable[Any] = ()
    if is_dataclass(wanted) or _is_typed_dict(wanted):
        inner = _hints(wanted).values()
    elif get_origin(wanted) not in (None, typing.Literal):
        inner = (part for part in get_args(wanted) if part is not Ellipsis)
    for part in inner:
        yield from _parts(part, seen)


def _is_supported(part: Any) -> bool:
    origin = get_origin(part)
    if origin is not None:
        return origin in (Union, types.UnionType, typing.Literal, *_ARRAYS, *_OBJECTS)
    return (
        _is_anything(part)
        or part is None
        or part in (*_PLAIN, *_ARRAYS, *_OBJECTS, *_FROM_TEXT)
        or is_dataclass(part)
        or _is_typed_dict(part)
        or hasattr(part, "model_validate")
        or (isinstance(part, type) and issubclass(part, enum.Enum))
    )


def _is_key(wanted: Any) -> bool:
    """Whether the text of a key can become a value of the type."""
    wanted = _unwrapped(wanted)
    if get_origin(wanted) is typing.Literal:
        return all(isinstance(value, str) for value in get_args(wanted))
    return (
        _is_anything(wanted)
        or wanted is str
        or wanted in _FROM_TEXT
        or (isinstance(wanted, type) and issubclass(wanted, enum.Enum))
    )


def _is_anything(wanted: Any) -> bool:
    return wanted is Any or wanted is object or isinstance(wanted, typing.TypeVar)


def _is_typed_dict(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, dict) and hasattr(wanted, "__total__")


def _unwrapped(wanted: Any) -> Any:
    """A type without the names and markers around it."""
    while True:
        if get_origin(wanted) is typing.Annotated or _mark_of(wanted):
            wanted = get_args(wanted)[0]
        elif hasattr(wanted, "__supertype__"):  # NewType
            wanted = wanted.__supertype__
        elif type(wanted).__name__ == "TypeAliasType":
            wanted = wanted.__value__
        else:
            return wanted


def _mark_of(wanted: Any) -> str | None:
    name = getattr(get_origin(wanted), "_name", None)
    return name if name in _MARKS else None


def _hints(wanted: Any) -> dict[str, Any]:
    try:
        hints = typing.get_type_hints(wanted, include_extras=True)
    except NameError as error:
        raise TypeError(
            f"the annotations of {wanted.__qualname__} cannot be read: {error}"
        ) from None
    if is_dataclass(wanted):
        return {field.name: hints[field.name] for field in fields(wanted) if field.init}
    return hints


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


# --- from JSON ---


def _build(wanted: Any, value: Any, path: str) -> Any:
    wanted = _unwrapped(wanted)
    if _is_anything(wanted):
        return without_exact_floats(value)
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _build_union(get_args(wanted), value, path)
    if origin is typing.Literal:
        if any(
            value == one and isinstance(value, bool) == isinstance(one, bool)
            for one in get_args(wanted)
        ):
            return value
        raise _misfit(path, f"one of {', '.join(map(repr, get_args(wanted)))}", value)
    if origin is not None:
        return _build_generic(origin, get_args(wanted), value, path)
    if wanted in _ARRAYS:
        return _build_generic(wanted, (Any, Ellipsis), value, path)
    if wanted in _OBJECTS:
        return _build_generic(wanted, (str, Any), value, path)
    return _build_plain(wanted, value, path)


def _build_plain(wanted: Any, value: Any, path: str) -> Any:
    if hasattr(wanted, "model_validate") and (adapter := _pydantic_adapter(wanted)):
        try:
            return adapter(without_exact_floats(value))
        except DecodeError as error:
            raise DecodeError(f"{path}: {error}") from error
    if is_dataclass(wanted):
        return _build_dataclass(wanted, value, path)
    if _is_typed_dict(wanted):
        return _build_typed_dict(wanted, value, path)
    if wanted is None or wanted is type(None):
        if value is None:
            return None
        raise _misfit(path, "null", value)
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        try:
            return wanted(value)
        except ValueError:
            raise _misfit(path, wanted.__name__, value) from None
    if wanted in _FROM_TEXT:
        return _build_from_text(wanted, value, path)
    if wanted is float and isinstance(value, int | float) and not isinstance(value, bool):
        return _build_float(value, path)
    if isinstance(wanted, type) and not isinstance(value, wanted):
        raise _misfit(path, wanted.__name__, value)
    if wanted is int and isinstance(value, bool):
        raise _misfit(path, "int", value)
    return value


def _build_float(value: float, path: str) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        raise DecodeError(f"{path} must be float, which this number is too large for")
    return number


def _build_from_text(wanted: Any, value: Any, path: str) -> Any:
    text = value
    if wanted is Decimal and not isinstance(value, bool):
        text = value.text if isinstance(value, ExactFloat) else str(value)
    try:
        return _FROM_TEXT[wanted](text)
    except (ValueError, TypeError, ArithmeticError, AttributeError):
        raise _misfit(path, wanted.__name__, value) from None


def _build_union(choices: Sequence[Any], value: Any, path: str) -> Any:
    misfits = []
    for choice in choices:
        try:
            return _build(choice, value, path)
        except DecodeError as error:
            misfits.append(str(error))
    raise DecodeError(" and ".join(misfits))


def _build_generic(origin: Any, arguments: Sequence[Any], value: Any, path: str) -> Any:
    if origin in _OBJECTS:
        if not isinstance(value, dict):
            raise _misfit(path, "an object", value)
        key_type, item_type = arguments
        return {
            _build(key_type, key, f"the key {json.dumps(key)} of {path}"): _build(
                item_type, item, f"{path}.{key}"
            )
            for key, item in value.items()
        }
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
    if origin is AbstractSet:
        origin = frozenset
    if origin not in (tuple, set, frozenset):
        return items
    try:
        return origin(items)
    except TypeError as error:  # an item that cannot be hashed
        raise DecodeError(f"{path}: {error}") from error


def _build_dataclass(wanted: Any, value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise _misfit(path, "an object", value)
    hints = _hints(wanted)
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
    except (ValueError, TypeError) as error:  # raised by __post_init__
        raise DecodeError(f"{path}: {error}") from error


def _build_typed_dict(wanted: Any, value: Any, path: str) -> Any:
    if not isinstance(value, dict):
        raise _misfit(path, "an object", value)
    built = {}
    for name, hint in _hints(wanted).items():
        if name in value:
            built[name] = _build(hint, value[name], f"{path}.{name}")
        elif _mark_of(hint) == "Required" or (
            _mark_of(hint) != "NotRequired" and name in wanted.__required_keys__
        ):
            raise DecodeError(f"{path}.{name} is missing")
    return built


def _misfit(path: str, wanted: str, value: Any) -> DecodeError:
    shown = json.dumps(value, default=repr)
    return DecodeError(f"{path} must be {wanted}, not {shown[:60]}")


# --- and back ---


class Encoded(str):
    """JSON as text, and its size in bytes."""

    size: int


def encode(value: Any, what: str = "the output") -> Encoded:
    """JSON of a value: of dataclasses, models of pydantic, and the types of JSON."""
    try:
        text = json.dumps(value, default=json_value, allow_nan=False, ensure_ascii=False)
    except Exception as error:  # this runs methods of the value
        raise EncodeError(f"{what} is not JSON: {error}") from error
    if "\\u0000" in text and _ZERO.search(text):  # the first test is quick for large outputs
        raise EncodeError(f"{what} has a zero character in it, which PostgreSQL cannot store")
    encoded = Encoded(text)
    try:
        encoded.size = len(text.encode())
    except UnicodeEncodeError:
        raise EncodeError(
            f"{what} has half a character (a surrogate) in it, which PostgreSQL cannot store"
        ) from None
    return encoded


def encode_input(value: Any) -> Encoded:
    """The same for the input of an execution that a handler submits."""
    return encode(value, "the input of the new execution")
