"""Random histories of everything at once, under a few laws.

Several sessions submit, claim, end, suspend, replay, cancel, block and limit what they like, in all
three isolation levels, in transactions that stay open, are committed slowly or rolled back; the
lanes' rules change; the clock stands still and is moved by hand. The laws are those of oracle.py:
none of them repeats what the engine does, they only compare what it said with what it shows.

`make search` looks for an hour (FF_SEARCH_MINUTES=60), with seeds that no run before it had;
FF_SEARCH_SEED=7 repeats one history and prints its last FF_SEARCH_LINES lines if it breaks a law.
`make search-mutants` shows that the search finds the mutants that say "found by the search".
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack

import pytest
from pg_server import RunningServer

from .acts import Acts
from .oracle import check, let_everything_go
from .world import World

HISTORIES, STEPS = 6, 120
MINUTES = float(os.environ.get("FF_SEARCH_MINUTES", "0"))
SEED = os.environ.get("FF_SEARCH_SEED")


def run_history(server: RunningServer, seed: int) -> None:
    with ExitStack() as stack:
        world = World(server, stack, seed)
        try:
            acts = Acts(world)
            for step in range(STEPS):
                acts.step()
                if step % 5 == 4:
                    check(world)
            let_everything_go(world, acts)
        except BaseException as error:
            history = "\n".join(world.log[-int(os.environ.get("FF_SEARCH_LINES", "60")) :])
            error.args = (f"{error}\nFF_SEARCH_SEED={seed}\n{history}",)
            raise


@pytest.mark.skipif(bool(MINUTES), reason="the long search runs instead")
@pytest.mark.parametrize("seed", [int(SEED)] if SEED else range(HISTORIES))
def test_laws_hold_in_random_histories(server: RunningServer, seed: int) -> None:
    run_history(server, seed)


@pytest.mark.time_limit(60 * MINUTES + 300)
@pytest.mark.skipif(not MINUTES, reason="FF_SEARCH_MINUTES asks for the long search")
def test_laws_hold_for_a_long_time(server: RunningServer) -> None:
    until = time.monotonic() + 60 * MINUTES
    seed = first = int(time.time())
    while time.monotonic() < until:
        run_history(server, seed)
        seed += 1
    print(f"{seed - first} histories held, from seed {first}")
