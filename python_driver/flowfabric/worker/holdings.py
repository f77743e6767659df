"""All executions that this process holds: the only state that the worker's loops share."""

from __future__ import annotations

import asyncio
import time
from collections import deque

from .held import Held
from .pauses import wait


class Holdings:
    """Every `Held` from its claim until the engine knows its end.

    Changed by the loop of the worker only; `all` is a copy, which the keeper of leases may take.
    """

    def __init__(self) -> None:
        self._by_handle: dict[str, Held] = {}
        # those whose handlers have not begun, in the order of their claims
        self.ready: deque[Held] = deque()
        self._changed = asyncio.Event()
        # when an execution was added or forgotten last
        self._used_at = time.monotonic()

    def __len__(self) -> int:
        return len(self._by_handle)

    def __contains__(self, held: Held) -> bool:
        return self._by_handle.get(held.handle) is held

    def all(self) -> list[Held]:
        # one call of C: no other thread can interrupt it
        return list(self._by_handle.values())

    def unused_s(self) -> float:
        """For how many seconds it has been empty; from any thread."""
        return 0.0 if self else time.monotonic() - self._used_at

    def add(self, held: Held) -> None:
        self._used_at = time.monotonic()
        self._by_handle[held.handle] = held
        self.ready.append(held)

    def take_unbegun(self, held: Held) -> bool:
        """Take it out of the queue for handlers; returns whether it was there."""
        try:
            self.ready.remove(held)
        except ValueError:
            return False
        return True

    def forget(self, held: Held) -> None:
        self._used_at = time.monotonic()
        held.forget()
        if held in self:
            del self._by_handle[held.handle]
        self.note_change()

    def note_change(self) -> None:
        """Wake the loops that wait: there may be room, or nothing left, or an end."""
        self._changed.set()

    async def wait_for_change(self, seconds: float) -> None:
        self._changed.clear()
        await wait(self._changed, seconds)
