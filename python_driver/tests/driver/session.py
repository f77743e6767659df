"""One test text for both clients: the synchronous one gets the face of the asynchronous one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, cast
from uuid import UUID

import psycopg
from flowfabric import AsyncClient, ClaimedExecution, Client

LANE = "emails"


@dataclass(frozen=True)
class Session:
    """A client and its connection, both to be awaited."""

    client: AsyncClient
    connection: psycopg.AsyncConnection[Any]

    @staticmethod
    def of(connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any]) -> Session:
        if isinstance(connection, psycopg.AsyncConnection):
            return Session(AsyncClient(connection), connection)
        client = cast("AsyncClient", _Awaitable(Client(connection)))
        return Session(client, cast("psycopg.AsyncConnection[Any]", _Awaitable(connection)))

    async def execute(self, statement: str, *params: Any) -> None:
        await self.connection.execute(statement, params or None)

    async def values(self, statement: str, *params: Any) -> list[Any]:
        """The first column of what a query answers."""
        cursor = self.connection.cursor(row_factory=psycopg.rows.tuple_row)
        await cursor.execute(statement, params or None)
        return [row[0] for row in await cursor.fetchall()]

    async def claimed(self, lease_ttl_ms: int = 30_000, **options: Any) -> ClaimedExecution:
        """Submit an execution and claim it."""
        await self.client.create_execution(LANE, **options)
        return await self.claim(lease_ttl_ms)

    async def claim(self, lease_ttl_ms: int = 30_000) -> ClaimedExecution:
        claimed = await self.client.claim(LANE, "mailer", "mailer-1", lease_ttl_ms=lease_ttl_ms)
        assert claimed
        return claimed


def fence(claimed: ClaimedExecution) -> tuple[UUID, int, UUID, int, UUID]:
    """What the calls with explicit ids begin with."""
    return (
        claimed.execution_id,
        claimed.attempt_index,
        claimed.lease_id,
        claimed.lease_epoch,
        claimed.attempt_id,
    )


OpenSession = Callable[..., Awaitable[Session]]


class _Awaitable:
    """Wraps a synchronous object: what its methods answer can be awaited, or entered."""

    def __init__(self, target: Any) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if not callable(value):
            return value
        return lambda *args, **kwargs: _Awaitable(value(*args, **kwargs))

    def __await__(self) -> Generator[None, None, Any]:
        yield from ()
        return self if isinstance(self._target, psycopg.Cursor) else self._target

    async def __aenter__(self) -> Any:
        return self._target.__enter__()

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> Any:
        return self._target.__exit__(exc_type, exc_value, traceback)
