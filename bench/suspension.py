"""What it costs to wait without a worker: each call of it, and whole cycles."""

from __future__ import annotations

from statistics import median

from .cluster import BenchError, Cluster, Load
from .figures import Contender, Effort, Figure, Floor, say, take_turns
from .latency import CLAIM, COMPLETE, FLOOR, INPUT, OUTPUT, SUBMIT, Stopwatch, call_figures

SUSPEND = (
    "select execution_id, (waitpoints #>> '{0,waitpoint_id}')::uuid, waitpoints #>> '{0,token}'"
    """ from flowfabric.ff_suspend(%s, '{"signal": "approved", "on": "review"}')"""
)
SIGNAL = "select effect from flowfabric.ff_deliver_signal(%s, %s, %s, 'approved')"


def measure(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    database = cluster.database()
    cycle = Contender("suspension", lambda seconds: database.run(Load("suspension"), seconds))
    cycles = take_turns(floor, effort, [cycle])[cycle.name]
    return [*_calls(cluster, floor, effort), cycles.figure("suspension cycle", "cycles")]


def _calls(cluster: Cluster, floor: Floor, effort: Effort) -> list[Figure]:
    """By one client. Nothing else waits: what it resumes is what it claims next."""
    database = cluster.database()
    database.settle()
    with database.connect() as connection, floor.database.connect() as beside:
        watch, floor_watch = Stopwatch(connection), Stopwatch(beside)
        say("latencies of a suspension")
        for _ in range(effort.calls):
            floor_watch.call("floor", FLOOR)
            _suspend_and_resume(watch)
    reference = median(floor_watch.seconds["floor"])
    # the submission is measured elsewhere
    measured = ("suspend", "signal", "claim a resumed one")
    seconds = floor_watch.seconds | {name: watch.seconds[name] for name in measured}
    return list(call_figures(seconds, reference))


def _suspend_and_resume(watch: Stopwatch) -> None:
    watch.call("submit", SUBMIT, INPUT)
    ((handle, *_),) = watch.call("claim", CLAIM)
    (address,) = watch.call("suspend", SUSPEND, handle)
    ((effect,),) = watch.call("signal", SIGNAL, *address)
    ((resumed, *_),) = watch.call("claim a resumed one", CLAIM)
    if effect != "resume_condition_satisfied" or resumed == handle:
        raise BenchError(f"a signal woke nobody up: {effect}")
    watch.call("complete", COMPLETE, resumed, OUTPUT)
