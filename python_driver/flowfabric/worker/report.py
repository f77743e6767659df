"""The log of a worker: one line for each start, end, failure and hand-back of an execution.

`kind=… lane=… execution=… attempt=… duration_ms=…` follow the text; a log in JSON
(`--log-format json`) has them as fields.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from .held import Held

_FIELDS = "flowfabric_fields"

if TYPE_CHECKING:
    _Adapter = logging.LoggerAdapter[logging.Logger]
else:
    _Adapter = logging.LoggerAdapter


class _Log(_Adapter):
    """Log it, or drop it: a user's filter may raise, and an exception may not be printable."""

    def process(
        self, msg: Any, kwargs: MutableMapping[str, Any]
    ) -> tuple[Any, MutableMapping[str, Any]]:
        return msg, kwargs

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        with contextlib.suppress(Exception):
            super().log(level, msg, *args, **kwargs)


log = _Log(logging.getLogger("flowfabric.worker"), {})


def report(
    level: int, what: str, held: Held, error: BaseException | str | None = None, **more: Any
) -> None:
    """One line about an execution; a traceback is written below it."""
    if not log.isEnabledFor(level):
        return
    execution = held.execution
    fields = {
        "kind": execution.kind,
        "lane": execution.lane_id,
        "execution": execution.execution_id,
        "attempt": execution.attempt_index,
    }
    if (took_s := held.took_s()) is not None and what != "started":
        fields["duration_ms"] = round(took_s * 1000)
    fields |= {name: value for name, value in more.items() if value is not None}
    text = " ".join(f"{name}={_shown(value)}" for name, value in fields.items())
    if isinstance(error, str):
        text = f"{text}\n{error.rstrip()}"
        fields["traceback"] = error
    log.log(
        level,
        "%s %s",
        what,
        text,
        extra={_FIELDS: {"event": what, **fields}},
        exc_info=error if isinstance(error, BaseException) else None,
    )


def _shown(value: Any) -> str:
    """The value, quoted when it has a blank in it, so that a line can be parsed."""
    text = str(value)
    is_plain = text.isprintable() and text and not set(text) & {" ", '"', "="}
    return text if is_plain else json.dumps(text)


class JsonFormatter(logging.Formatter):
    """A line of JSON for each record: time, level, logger, message, and the fields of an event."""

    def format(self, record: logging.LogRecord) -> str:
        milliseconds = f"{record.created % 1:.3f}"[1:]
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}{milliseconds}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage().split("\n", 1)[0],
            **getattr(record, _FIELDS, {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)
