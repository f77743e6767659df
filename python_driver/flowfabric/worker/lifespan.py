"""The lifespan of an application, in a task of its own: it cannot keep a worker from ending."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Any


class Lifespan:
    """Opens and closes a context manager in one task, as task groups in it require."""

    def __init__(self, manager: AbstractAsyncContextManager[Any]) -> None:
        # the value of the context manager
        self.state: Any = None
        self._is_open = asyncio.Event()
        self._is_to_close = asyncio.Event()
        self.task = asyncio.create_task(self._run(manager))

    async def open(self) -> None:
        """Wait until it is open; raises the error that prevents it."""
        opening = asyncio.create_task(self._is_open.wait())
        try:
            await asyncio.wait([opening, self.task], return_when=asyncio.FIRST_COMPLETED)
        finally:
            opening.cancel()
        if self.task.done():
            self.task.result()

    async def close(self) -> None:
        """Wait until it is closed; raises the error of closing it."""
        self._is_to_close.set()
        await asyncio.wait([self.task])
        self.task.result()

    async def _run(self, manager: AbstractAsyncContextManager[Any]) -> None:
        async with manager as self.state:
            self._is_open.set()
            await self._is_to_close.wait()
