"""The counters of a worker since its start."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(slots=True)
class Statistics:
    """Counts of executions; `statements` counts the calls of the worker itself, not of handlers."""

    claimed: int = 0
    completed: int = 0
    failed: int = 0
    retried: int = 0
    cancelled: int = 0
    parked: int = 0
    handed_back: int = 0
    lost: int = 0
    # handlers that had not ended when the worker did
    left: int = 0
    statements: int = 0
    reconnects: int = 0
    rings: int = 0

    def as_dict(self) -> dict[str, int]:
        return asdict(self)
