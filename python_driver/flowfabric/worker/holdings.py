"""All executions that this process holds: the only state that the worker's loops share."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from .held import Held
from .pauses import Flag, wait


class Holdings:
    """Every `Held` from its claim until the engine knows its end.

    Changed by the loop of the worker only. Any thread may take one that is ready, and `all` is a
    copy, which the keeper of leases takes.
    """

    def __init__(self) -> None:
        self._by_handle: dict[str, Held] = {}
        # those whose handlers have not begun, in the order of their claims
        self._ready: deque[Held] = deque()
        self._ready_lock = threading.Lock()
        self._changed = Flag()
        # when an execution was added or forgotten last
        self._used_at = time.monotonic()

    def __len__(self) -> int:
        return len(self._by_handle)

    def __contains__(self, held: Held) -> bool:
        return held.handle in self._by_handle

    def all(self) -> list[Held]:
        # one call of C: no other thread can interrupt it
        return list(self._by_handle.values())

    def unused_s(self) -> float:
        """For how many seconds it has been empty; from any thread."""
        return 0.0 if self else time.monotonic() - self._used_at

    def add(self, held: Held, *, is_ready: bool) -> None:
        self._used_at = time.monotonic()
        self._by_handle[held.handle] = held
        if is_ready:
            self._ready.append(held)

    @property
    def waiting(self) -> int:
        """How many are ready."""
        return len(self._ready)

    @property
    def first_ready(self) -> Held | None:
        """The next one that is ready; from any thread."""
        with self._ready_lock:
            return self._ready[0] if self._ready else None

    def take_ready(self, is_wanted: Callable[[Held], bool] = lambda _: True) -> Held | None:
        """Take the first one that is ready, if it is wanted; from any thread."""
        with self._ready_lock:
            if self._ready and is_wanted(self._ready[0]):
                return self._ready.popleft()
        return None

    def take_unbegun(self, held: Held) -> bool:
        """Take it out of the queue for handlers; returns whether it was there."""
        with self._ready_lock:
            if held not in self._ready:
                return False
            self._ready.remove(held)
        return True

    def forget(self, held: Held) -> None:
        self._used_at = time.monotonic()
        held.forget()
        self._by_handle.pop(held.handle, None)
        self.note_change()

    def note_change(self) -> None:
        """Wake the loops that wait: there may be room, or nothing left, or an end."""
        self._changed.set()

    async def wait_for_change(self, seconds: float) -> None:
        self._changed.clear()
        await wait(self._changed, seconds)
