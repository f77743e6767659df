"""Events and frames as objects, and how they are read page by page; nothing here does I/O."""

from __future__ import annotations

import logging
import re
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

import psycopg

from .. import calls
from .._machine import Call
from ..types import EventPage, EventWait, StreamPage

log = logging.getLogger("flowfabric.events")

Item = TypeVar("Item")
Page = TypeVar("Page")


def _instant(text: str) -> datetime:
    """As PostgreSQL writes it into JSON; Python 3.10 wants six digits of a second, or none."""
    return datetime.fromisoformat(re.sub(r"\.\d+", lambda part: part[0].ljust(7, "0"), text))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to one execution; `cursor` is the position behind it."""

    event_id: int
    cursor: str
    kind: str
    outcome: str | None
    occurred_at: datetime
    execution_id: UUID | None
    lease_id: UUID | None
    lease_epoch: int | None
    flow_id: UUID | None
    namespace: str
    tags: dict[str, str]
    worker_id: str | None
    worker_instance_id: str | None
    details: Any

    @classmethod
    def of(cls, item: dict[str, Any]) -> Event:
        """The event in an item of `EventPage.events`."""
        known = {name: item[name] for name in cls.__slots__}
        known["occurred_at"] = _instant(item["occurred_at"])
        for name in ("execution_id", "lease_id", "flow_id"):
            known[name] = UUID(item[name]) if item[name] else None
        return cls(**known)


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of a stream: its content is `text`, `json` or `payload`, as it was appended."""

    cursor: str
    kind: str
    frame_type: str
    mode: str
    appended_at: datetime
    encoding: str
    text: str | None = None
    json: Any = None
    payload: bytes | None = None
    correlation_id: str | None = None
    summary_version: int | None = None

    @classmethod
    def of(cls, item: dict[str, Any]) -> Frame:
        """The frame in an item of `StreamPage.frames`."""
        known = dict(item, appended_at=_instant(item["appended_at"]))
        if "base64" in known:
            known["payload"] = b64decode(known.pop("base64"))
        return cls(**known)


# The server's words when a login is refused; libpq does not tell the SQLSTATE. In another language
# they are not recognised, and the iterator goes on trying.
_REFUSED = re.compile(
    r"password authentication failed|(role|database) \".*\" does not exist|no pg_hba\.conf entry"
    r"|permission denied for database|not permitted to log in"
)
# a login that was refused so many times in a row is not tried again
_MOST_REFUSALS = 3
_MOST_PAUSE_S = 5.0


class Reconnecting:
    """The pauses between tries to connect, which grow, and the end of tries that are refused."""

    def __init__(self, source: Source[Any, Any]) -> None:
        self._source = source
        self._pause_s = source.reconnect_seconds
        self._refusals = 0

    def pause_after(self, error: psycopg.OperationalError) -> float:
        """How long to wait before the next try; raises the error instead of the last one."""
        text = " ".join(str(error).split())
        self._refusals = self._refusals + 1 if _REFUSED.search(text) else 0
        if self._refusals == _MOST_REFUSALS:
            raise error
        pause_s = self._pause_s
        self._pause_s = min(2 * pause_s, max(_MOST_PAUSE_S, pause_s))
        log.warning("%s: %s; the next try is in %.1f s", self._source.channel, text, pause_s)
        return pause_s


class Source(Generic[Page, Item]):
    """The calls of an iterator, and the meaning of their answers."""

    channel: str
    is_over = False

    def __init__(
        self,
        cursor: str | None,
        limit: int = 256,
        poll_seconds: float = 1.0,
        reconnect_seconds: float = 0.2,
    ) -> None:
        if limit < 1:
            # a page of none would say for ever that there are more
            raise ValueError("limit must be at least 1")
        for name, pause_s in (
            ("poll_seconds", poll_seconds),
            ("reconnect_seconds", reconnect_seconds),
        ):
            if not pause_s > 0:
                raise ValueError(f"{name} must be greater than 0")
        self.cursor = cursor
        self.limit = limit
        self.poll_seconds = poll_seconds
        self.reconnect_seconds = reconnect_seconds

    def next_page(self) -> Call[Page]:
        raise NotImplementedError

    def wait(self) -> Call[EventWait]:
        raise NotImplementedError

    def items(self, page: Page) -> list[Item]:
        raise NotImplementedError

    def passed(self, page: Page) -> bool:
        """Note that a page was handed out; is there more to read at once?"""
        raise NotImplementedError


class EventSource(Source[EventPage, Event]):
    channel = "ff_events"

    def __init__(
        self,
        cursor: str | None = None,
        *,
        kinds: Iterable[str] | None = None,
        namespace: str | None = None,
        tag_key: str | None = None,
        tag_value: str | None = None,
        **pace: Any,
    ) -> None:
        super().__init__(cursor, **pace)
        if isinstance(kinds, str):
            raise TypeError(f"kinds is a list of kinds, not one: [{kinds!r}]")
        self._kinds = None if kinds is None else list(kinds)
        self._filter = (namespace, tag_key, tag_value)

    def next_page(self) -> Call[EventPage]:
        return calls.read_events(self.cursor, self._kinds, *self._filter, self.limit)

    def wait(self) -> Call[EventWait]:
        assert self.cursor
        return calls.await_events(self.cursor)

    def items(self, page: EventPage) -> list[Event]:
        return [Event.of(item) for item in page.events]

    def passed(self, page: EventPage) -> bool:
        self.cursor = page.next_cursor
        return page.has_more


class StreamSource(Source[StreamPage, Frame]):
    channel = "ff_frames"

    def __init__(
        self,
        execution_id: UUID,
        attempt_index: int | None = None,
        cursor: str | None = None,
        *,
        visibility: str = "all",
        **pace: Any,
    ) -> None:
        super().__init__(cursor or "0-0", **pace)
        self.execution_id = execution_id
        self.attempt_index = attempt_index
        self.closed_at: datetime | None = None
        self.closed_reason: str | None = None
        self._visibility = visibility

    def next_page(self) -> Call[StreamPage]:
        return calls.read_stream(
            self.execution_id,
            self.attempt_index,
            after=self.cursor,
            limit=self.limit,
            visibility=self._visibility,
        )

    def wait(self) -> Call[EventWait]:
        return calls.await_frames(self.execution_id, self.cursor, self.attempt_index)

    def items(self, page: StreamPage) -> list[Frame]:
        # the next attempt has a stream of its own
        self.attempt_index = page.attempt_index
        return [Frame.of(item) for item in page.frames]

    def passed(self, page: StreamPage) -> bool:
        self.cursor = page.next_cursor
        if page.closed_at and not page.frames:
            self.closed_at, self.closed_reason = page.closed_at, page.closed_reason
            self.is_over = True
        return bool(page.frames)
