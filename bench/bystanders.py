"""What the machine does beside us. A figure taken beside other work says little. Linux only."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from .cluster import Cluster

TICKS = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


@dataclass(frozen=True)
class Mark:
    """Processor seconds up to a moment: of the whole machine, and of the server and ourselves."""

    at: float
    everybody_s: float
    ours_s: float


class Bystanders:
    def __init__(self, cluster: Cluster) -> None:
        with cluster.empty_database().connect() as connection:
            backend = connection.info.backend_pid
            self.postmaster = _stat(backend)[1] if PROC.is_dir() else 0

    def mark(self) -> Mark:
        if not self.postmaster:
            return Mark(time.monotonic(), 0, 0)
        return Mark(time.monotonic(), _everybody_s(), self._ours_s())

    def share_since(self, since: Mark) -> float:
        """The part of all processors that others have used since then."""
        now = self.mark()
        others_s = (now.everybody_s - since.everybody_s) - (now.ours_s - since.ours_s)
        return max(0.0, others_s / ((now.at - since.at) * (os.cpu_count() or 1)))

    def _ours_s(self) -> float:
        times = os.times()  # pgbench is among the children
        return server_seconds(self.postmaster) + sum(times[:4])


def server_seconds(postmaster: int) -> float:
    """Processor seconds of a server: of its processes, and of those that have ended."""
    seconds = _stat(postmaster)[3]
    for path in PROC.glob("[0-9]*/stat"):
        process = _stat(int(path.parent.name))
        if process[1] == postmaster:
            seconds += process[2]
    return seconds


def _stat(pid: int) -> tuple[int, int, float, float]:
    """Of a process: pid, parent, seconds of its own, seconds with those of its dead children."""
    try:
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return pid, 0, 0, 0
    own, dead_children = ((int(fields[i]) + int(fields[i + 1])) / TICKS for i in (11, 13))
    return pid, int(fields[1]), own, own + dead_children


def _everybody_s() -> float:
    with (PROC / "stat").open() as stat:
        user, nice, system, _idle, _iowait, irq, softirq, steal = map(
            int, stat.readline().split()[1:9]
        )
    return (user + nice + system + irq + softirq + steal) / TICKS
