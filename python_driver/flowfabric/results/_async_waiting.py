"""Waiting for results with asyncio. The form that blocks its thread is generated from it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from .. import calls
from .._machine import Call
from ..types import ExecutionResult
from ._listener import (
    FIRST_PAUSE_S,
    LISTENING_PAUSE_S,
    LONGEST_PAUSE_S,
    AsyncRing,
    listener_for,
)

# So many ids a call. The first end takes down the bells of all ids of its call, and they are hung
# again: with more ids that costs more, and with fewer a look takes more calls.
BATCH = 100


async def wait_for_results(
    run: Callable[[Call[Any]], Awaitable[Any]],
    conninfo: str,
    ids: Iterable[UUID],
    timeout: timedelta | float | None,
) -> list[ExecutionResult]:
    """The results of executions when all of them are over; TimeoutError when they are not in time.

    `run` makes a call, each in a transaction of its own.
    """
    wanted = list(dict.fromkeys(ids))
    batches = [wanted[first : first + BATCH] for first in range(0, len(wanted), BATCH)]
    batch_of = {id_: number // BATCH for number, id_ in enumerate(wanted)}
    found: dict[UUID, ExecutionResult] = {}
    seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout
    give_up_at = None if seconds is None else time.monotonic() + seconds
    listener, ring = listener_for(conninfo), AsyncRing()
    pause_s = FIRST_PAUSE_S

    async def get(some: Iterable[UUID]) -> None:
        for id_ in some:
            if id_ not in found and (result := await run(calls.get_execution_result(id_))):
                found[id_] = result

    async def look(batch: list[UUID]) -> None:
        """Get the results that there are, and hang the bells of the others."""
        missing = batch
        while missing := [id_ for id_ in missing if id_ not in found]:
            count = len(found)
            if not (await run(calls.await_result(missing))).is_any_over:
                return
            await get(missing)
            if len(found) == count:
                return

    with listener.tell(wanted, ring.tell):
        while True:
            looked_at = time.monotonic()
            for batch in batches:
                await look(batch)
            while len(found) < len(wanted):
                left_s = None if give_up_at is None else give_up_at - time.monotonic()
                if left_s is not None and left_s <= 0:
                    raise TimeoutError(
                        f"{len(wanted) - len(found)} of {len(wanted)} executions are not over "
                        f"after {seconds} seconds"
                    )
                heard_since = listener.heard_since
                is_heard = heard_since is not None and heard_since <= looked_at
                # an end whose transaction was open during the look may not notify
                pause_s = (
                    min(4 * pause_s, LISTENING_PAUSE_S)
                    if is_heard
                    else min(2 * pause_s, LONGEST_PAUSE_S)
                )
                told = await ring.wait(pause_s if left_s is None else min(pause_s, left_s))
                if not told or time.monotonic() > looked_at + LISTENING_PAUSE_S:
                    break
                await get(told)
                for number in sorted({batch_of[id_] for id_ in told}):
                    await look(batches[number])
            if len(found) == len(wanted):
                return [found[id_] for id_ in wanted]
