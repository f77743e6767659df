"""Several sessions do what they like with one lane, beside a model that knows what they may.

Sessions begin, go back to savepoints, commit, roll back, prepare and crash; they read in old
snapshots; the clock stands still and is moved by hand, sometimes back. What is promised then:

- at most one live lease on an execution, and its epoch grows by one at every change of owner;
- a call of a holder, alone or in a batch, has effect exactly while its lease is live;
- a call that is sent again is answered as one, and none that was not sent before is;
- business rows are there exactly as often as the completion in whose transaction they were written;
- a grant is redeemed at most once, by the worker it is for, with the very key, until it lapses, and
  then it is; until then nobody else gets the execution;
- what is suspended is left alone until its signal, its timeout or an operator; then its attempt
  goes on. A signal has effect with the right token only, and once;
- what was committed is never lost: in the end every execution can be claimed and completed, once;
- ff_check() has nothing to say.

FF_PROPERTY_EXAMPLES=2000 looks for longer, and at random.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pg_server import RunningServer

from .grants import Grants
from .operations import Operations


class Engine(Operations, Grants):
    """All rules together."""


EXAMPLES = int(os.environ.get("FF_PROPERTY_EXAMPLES", "0"))


@pytest.mark.time_limit(300 + 10 * EXAMPLES)
@pytest.mark.parametrize("part", [None] if EXAMPLES else [1, 2])
def test_engine_beside_its_model(server: RunningServer, part: int | None) -> None:
    machine = type("EngineOnServer", (Engine,), {"server": server})
    if part:
        seed(part)(machine)
    run_state_machine_as_test(  # type: ignore[no-untyped-call]
        machine,
        settings=settings(
            max_examples=EXAMPLES or 20,
            stateful_step_count=60,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, *([Phase.shrink] if EXAMPLES else [])],
        ),
    )
