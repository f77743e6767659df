"""Codecs: inputs, outputs, steps and signals that the database stores in another form."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from .inputs import Encoded, load_exactly
from .outcomes import Completed

# The key of an encoded payload of a signal, which is always JSON.
WRAPPED = "flowfabric.encoded"
_JSON, _BYTES = b"j", b"b"


class Codec(Protocol):
    """`App(codec=…)`: turns bytes into the bytes that are stored, and back."""

    def encode(self, data: bytes, /) -> bytes: ...

    def decode(self, data: bytes, /) -> bytes: ...


def check_codec(codec: Any) -> Codec | None:
    if codec is None or all(
        inspect.ismethod(getattr(codec, n, None)) for n in ("encode", "decode")
    ):
        return codec  # type: ignore[no-any-return]
    raise TypeError(f"{codec!r} is not a codec: it has no methods encode and decode")


def pack(codec: Codec | None, completed: Completed) -> Completed:
    """A value as it is stored; None stays None."""
    if codec is None or (completed.output is None and completed.result is None):
        return completed
    data = encoded(codec, completed.output, completed.result)
    return replace(completed, output=None, result=data, size=len(data))


def encoded(codec: Codec, text: str | None, data: bytes | None) -> bytes:
    plain = _JSON + text.encode() if text is not None else _BYTES + (data or b"")
    return bytes(codec.encode(plain))


def unpack(codec: Codec | None, output: Any, result: bytes | None) -> tuple[Any, bytes | None]:
    """A stored value as it was given; JSON was stored without the codec, and stays as it is."""
    if codec is None or result is None:
        return output, result
    plain = bytes(codec.decode(bytes(result)))
    if plain[:1] == _JSON:
        return load_exactly(plain[1:]), None
    return None, plain[1:]


def wrap(codec: Codec | None, payload: Encoded) -> Any:
    """The payload of a signal."""
    if codec is None:
        return payload
    return {WRAPPED: base64.b64encode(encoded(codec, payload, None)).decode()}


def unwrap(codec: Codec | None, payload: Any) -> Any:
    is_wrapped = (
        isinstance(payload, Mapping)
        and set(payload) == {WRAPPED}
        and isinstance(payload[WRAPPED], str)
    )
    if codec is None or not is_wrapped:
        return payload
    return unpack(codec, None, base64.b64decode(payload[WRAPPED]))[0]
