"""The iterators for asyncio; the others are generated from them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from uuid import UUID

import psycopg

from ..client import AsyncClient
from ._source import Event, EventSource, Frame, Item, Page, Reconnecting, Source, StreamSource

AsyncConnect = Callable[[], Awaitable[psycopg.AsyncConnection[Any]]]


async def _follow(source: Source[Page, Item], connect: AsyncConnect) -> AsyncIterator[Item]:
    connection = await connect()
    while True:
        try:
            async with connection:
                await connection.set_autocommit(True)
                async for item in _read(source, connection):
                    yield item
            return
        except psycopg.OperationalError as error:
            if not connection.closed and not connection.broken:
                raise
            pauses = Reconnecting(source)
            await asyncio.sleep(pauses.pause_after(error))
        connection = await _reconnect(pauses, connect)


async def _reconnect(pauses: Reconnecting, connect: AsyncConnect) -> psycopg.AsyncConnection[Any]:
    while True:
        try:
            return await connect()
        except psycopg.OperationalError as error:
            await asyncio.sleep(pauses.pause_after(error))


async def _read(
    source: Source[Page, Item], connection: psycopg.AsyncConnection[Any]
) -> AsyncIterator[Item]:
    client = AsyncClient(connection)
    is_listening = has_rung = False
    while not source.is_over:
        page = await client.run(source.next_page())
        for item in source.items(page):
            has_rung = False
            yield item
            # only now: when the consumer raises, or breaks off, this item comes again
            source.cursor = item.cursor  # type: ignore[attr-defined]
        if source.passed(page) or source.is_over:
            continue
        try:
            if not is_listening:
                await connection.execute(f"listen {source.channel}".encode())
                is_listening = True
            if not has_rung:
                # something may have come between the last page and the bell
                has_rung = not (await client.run(source.wait())).is_ready
                continue
        except psycopg.errors.ReadOnlySqlTransaction:
            # a replica, or a session that is read only, cannot leave a bell
            await asyncio.sleep(source.poll_seconds)
            continue
        async for _ in connection.notifies(timeout=source.poll_seconds, stop_after=1):
            pass
        has_rung = False


class AsyncEvents(EventSource):
    """All events after a cursor, in order, without an end; None begins with the oldest, "" now."""

    def __init__(self, connect: AsyncConnect, cursor: str | None = None, **options: Any) -> None:
        super().__init__(cursor, **options)
        self._connect = connect

    def __aiter__(self) -> AsyncIterator[Event]:
        return _follow(self, self._connect)


class AsyncStreamTail(StreamSource):
    """The frames of an attempt's stream until it is closed; `closed_reason` tells why it was."""

    def __init__(self, connect: AsyncConnect, execution_id: UUID, **options: Any) -> None:
        super().__init__(execution_id, **options)
        self._connect = connect

    def __aiter__(self) -> AsyncIterator[Frame]:
        return _follow(self, self._connect)
