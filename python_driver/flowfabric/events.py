"""Following what happens: iterators over events and over the frames of a stream.

They open a connection of their own with `connect`, wait without a transaction, and when the
connection is lost they open another and go on behind what they have handed out:

```python
for event in Events(connect, kinds=["completed"]):
    print(event.execution_id, event.outcome)
```

`cursor` of an iterator, or of an event, is where another one can go on later.
"""

from __future__ import annotations

import asyncio
import re
import time
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

import psycopg

from . import calls
from .calls import Call
from .client import AsyncClient, Client
from .types import EventPage, EventWait, StreamPage

Connect = Callable[[], psycopg.Connection[Any]]
AsyncConnect = Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]
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


class _Source(Generic[Page, Item]):
    """What to call, and what its answers mean; nothing here does I/O."""

    channel: str
    cursor: str | None
    poll_seconds: float
    reconnect_seconds: float
    is_over = False

    def next_page(self) -> Call[Page]:
        raise NotImplementedError

    def wait(self) -> Call[EventWait]:
        raise NotImplementedError

    def items(self, page: Page) -> list[Item]:
        raise NotImplementedError

    def passed(self, page: Page) -> bool:
        """Note that a page was handed out; is there more to read at once?"""
        raise NotImplementedError


class _EventSource(_Source[EventPage, Event]):
    channel = "ff_events"

    def __init__(
        self,
        cursor: str | None = None,
        *,
        kinds: Iterable[str] | None = None,
        namespace: str | None = None,
        tag_key: str | None = None,
        tag_value: str | None = None,
        limit: int = 256,
        poll_seconds: float = 1.0,
        reconnect_seconds: float = 0.2,
    ) -> None:
        self.cursor = cursor
        self.poll_seconds = poll_seconds
        self.reconnect_seconds = reconnect_seconds
        self._kinds = None if kinds is None else list(kinds)
        self._filter = {"namespace": namespace, "tag_key": tag_key, "tag_value": tag_value}
        self._limit = limit

    def next_page(self) -> Call[EventPage]:
        return calls.read_events(self.cursor, self._kinds, limit=self._limit, **self._filter)

    def wait(self) -> Call[EventWait]:
        assert self.cursor
        return calls.await_events(self.cursor)

    def items(self, page: EventPage) -> list[Event]:
        return [Event.of(item) for item in page.events]

    def passed(self, page: EventPage) -> bool:
        self.cursor = page.next_cursor
        return page.has_more


class _StreamSource(_Source[StreamPage, Frame]):
    channel = "ff_frames"

    def __init__(
        self,
        execution_id: UUID,
        attempt_index: int | None = None,
        cursor: str | None = None,
        *,
        visibility: str = "all",
        limit: int = 256,
        poll_seconds: float = 1.0,
        reconnect_seconds: float = 0.2,
    ) -> None:
        self.execution_id = execution_id
        self.attempt_index = attempt_index
        self.cursor = cursor or "0-0"
        self.closed_at: datetime | None = None
        self.closed_reason: str | None = None
        self.poll_seconds = poll_seconds
        self.reconnect_seconds = reconnect_seconds
        self._visibility = visibility
        self._limit = limit

    def next_page(self) -> Call[StreamPage]:
        return calls.read_stream(
            self.execution_id,
            self.attempt_index,
            after=self.cursor,
            limit=self._limit,
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


def _follow(source: _Source[Page, Item], connect: Connect) -> Iterator[Item]:
    connection = connect()
    while True:
        try:
            with connection:
                connection.autocommit = True
                yield from _read(source, connection)
            return
        except psycopg.OperationalError:
            if not connection.closed and not connection.broken:
                raise
        connection = _reconnect(source, connect)


def _reconnect(source: _Source[Page, Item], connect: Connect) -> psycopg.Connection[Any]:
    while True:
        time.sleep(source.reconnect_seconds)
        try:
            return connect()
        except psycopg.OperationalError:
            continue


def _read(source: _Source[Page, Item], connection: psycopg.Connection[Any]) -> Iterator[Item]:
    client = Client(connection)
    is_listening = has_rung = False
    while not source.is_over:
        page = client.run(source.next_page())
        for item in source.items(page):
            has_rung = False
            source.cursor = item.cursor  # type: ignore[attr-defined]
            yield item
        if source.passed(page) or source.is_over:
            continue
        try:
            if not is_listening:
                connection.execute(f"listen {source.channel}".encode())
                is_listening = True
            if not has_rung:
                # a look at what came before the bell was there
                has_rung = not client.run(source.wait()).is_ready
                continue
        except psycopg.errors.ReadOnlySqlTransaction:
            # a replica, or a session that is read only, has no bells
            time.sleep(source.poll_seconds)
            continue
        for _ in connection.notifies(timeout=source.poll_seconds, stop_after=1):
            pass
        has_rung = False


async def _afollow(source: _Source[Page, Item], connect: AsyncConnect) -> AsyncIterator[Item]:
    connection = await connect()
    while True:
        try:
            async with connection:
                await connection.set_autocommit(True)
                async for item in _aread(source, connection):
                    yield item
            return
        except psycopg.OperationalError:
            if not connection.closed and not connection.broken:
                raise
        connection = await _areconnect(source, connect)


async def _areconnect(
    source: _Source[Page, Item], connect: AsyncConnect
) -> psycopg.AsyncConnection[Any]:
    while True:
        await asyncio.sleep(source.reconnect_seconds)
        try:
            return await connect()
        except psycopg.OperationalError:
            continue


async def _aread(
    source: _Source[Page, Item], connection: psycopg.AsyncConnection[Any]
) -> AsyncIterator[Item]:
    client = AsyncClient(connection)
    is_listening = has_rung = False
    while not source.is_over:
        page = await client.run(source.next_page())
        for item in source.items(page):
            has_rung = False
            source.cursor = item.cursor  # type: ignore[attr-defined]
            yield item
        if source.passed(page) or source.is_over:
            continue
        try:
            if not is_listening:
                await connection.execute(f"listen {source.channel}".encode())
                is_listening = True
            if not has_rung:
                has_rung = not (await client.run(source.wait())).is_ready
                continue
        except psycopg.errors.ReadOnlySqlTransaction:
            await asyncio.sleep(source.poll_seconds)
            continue
        async for _ in connection.notifies(timeout=source.poll_seconds, stop_after=1):
            pass
        has_rung = False


class Events(_EventSource):
    """All events behind a cursor, in order, for ever; None begins with the oldest, "" now."""

    def __init__(self, connect: Connect, cursor: str | None = None, **options: Any) -> None:
        super().__init__(cursor, **options)
        self._connect = connect

    def __iter__(self) -> Iterator[Event]:
        return _follow(self, self._connect)


class AsyncEvents(_EventSource):
    """`Events` for asyncio; `connect` is a coroutine function."""

    def __init__(self, connect: AsyncConnect, cursor: str | None = None, **options: Any) -> None:
        super().__init__(cursor, **options)
        self._connect = connect

    def __aiter__(self) -> AsyncIterator[Event]:
        return _afollow(self, self._connect)


class StreamTail(_StreamSource):
    """The frames of an attempt's stream until it is closed; then `closed_reason` tells why."""

    def __init__(self, connect: Connect, execution_id: UUID, **options: Any) -> None:
        super().__init__(execution_id, **options)
        self._connect = connect

    def __iter__(self) -> Iterator[Frame]:
        return _follow(self, self._connect)


class AsyncStreamTail(_StreamSource):
    """`StreamTail` for asyncio; `connect` is a coroutine function."""

    def __init__(self, connect: AsyncConnect, execution_id: UUID, **options: Any) -> None:
        super().__init__(execution_id, **options)
        self._connect = connect

    def __aiter__(self) -> AsyncIterator[Frame]:
        return _afollow(self, self._connect)
