"""All that this process holds. What the loops of the worker have in common is this, and no more."""

from __future__ import annotations

import asyncio
from collections import deque

from .held import Held, Phase
from .pauses import wait


class Holdings:
    """Every `Held` from its claim until the engine knows its end. Used by the loop only."""

    def __init__(self) -> None:
        self._by_handle: dict[str, Held] = {}
        # those whose handlers have not begun, first come first
        self.ready: deque[Held] = deque()
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        return len(self._by_handle)

    def __contains__(self, held: Held) -> bool:
        return held.handle in self._by_handle

    def all(self) -> list[Held]:
        return list(self._by_handle.values())

    def add(self, held: Held) -> None:
        self._by_handle[held.handle] = held
        self.ready.append(held)

    def forget(self, held: Held) -> None:
        held.phase = Phase.OVER
        self._by_handle.pop(held.handle, None)
        self.note_change()

    def note_change(self) -> None:
        """Let go on who waits: there may be room, or nothing left, or the worker drains."""
        self._changed.set()

    async def wait_for_change(self, seconds: float) -> None:
        self._changed.clear()
        await wait(self._changed, seconds)
