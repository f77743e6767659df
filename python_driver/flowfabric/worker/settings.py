"""The settings of a worker, with defaults that fit most."""

from __future__ import annotations

import os
import re
import socket
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field

MIN_LEASE_TTL_MS = 1000
# Pauses shorter than this are loops without a pause.
MIN_PAUSE_S = 0.05


def new_instance_id(worker_id: str) -> str:
    """A name for this process that no other process ever has."""
    host = re.sub(r"[^!-~]", "", socket.gethostname())[:40]
    return f"{worker_id[:100]}-{host}-{os.getpid()}-{uuid.uuid4().hex[:8]}"


@dataclass(frozen=True, slots=True)
class Settings:
    """Durations of the engine end in `_ms`, durations of the worker in `_s`."""

    worker_id: str
    lanes: tuple[str, ...]
    capabilities: tuple[str, ...] = ()
    namespace: str = "default"
    instance_id: str = field(default="")
    # how many handlers run at a time
    concurrency: int = 16
    lease_ttl_ms: int = 30_000
    attempt_timeout_ms: int | None = None
    # how many executions a call claims or completes at most
    batch_size: int = 200
    # how many executions wait here for a handler at most; fewer while handlers are slow
    prefetch: int = 400
    # how long a worker that can be woken sleeps at most
    sleep_s: float = 60.0
    # how long a worker that cannot be woken sleeps at most
    poll_s: float = 1.0
    # the time between ticks while there is something to do; None leaves them to claims and others
    tick_s: float | None = 1.0
    # how long handlers may go on after the worker was asked to end
    drain_s: float = 30.0
    # how long an execution waits for a worker with a handler for its kind; then it fails
    no_handler_s: float = 86_400.0
    use_doorbell: bool = True
    # how long a drain goes on while something is due that it cannot claim; None: until it can
    stall_s: float | None = None
    # where /metrics, /healthz and /readyz are answered; 0 is any free port, None is nowhere
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"

    @staticmethod
    def of(worker_id: str, lanes: Iterable[str], **options: object) -> Settings:
        if isinstance(lanes, str):
            raise TypeError('lanes is a list of names: lanes=["emails"]')
        capabilities = options.get("capabilities", ())
        if isinstance(capabilities, str):
            raise TypeError('capabilities is a list of names: capabilities=["gpu"]')
        options["capabilities"] = tuple(capabilities)  # type: ignore[arg-type]
        return Settings(worker_id, tuple(dict.fromkeys(lanes)), **options)  # type: ignore[arg-type]

    def __post_init__(self) -> None:
        if not self.lanes:
            raise ValueError("a worker needs at least one lane")
        for name in ("concurrency", "batch_size", "prefetch", "lease_ttl_ms"):
            if not isinstance(getattr(self, name), int):
                raise TypeError(f"{name} must be a whole number")
        for name in ("concurrency", "batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1")
        if self.prefetch < 0:
            raise ValueError("prefetch must not be negative")
        for name in ("sleep_s", "poll_s", "tick_s"):
            value = getattr(self, name)
            if value is None and name == "tick_s":
                continue
            if not value >= MIN_PAUSE_S:
                off = "; None switches ticks off" if name == "tick_s" else ""
                raise ValueError(f"{name} must be at least {MIN_PAUSE_S} seconds{off}")
        for name in ("drain_s", "no_handler_s"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must not be negative")
        if self.metrics_port is not None and not 0 <= self.metrics_port <= 65_535:
            raise ValueError("metrics_port must be a port, from 0 to 65535")
        if self.lease_ttl_ms < MIN_LEASE_TTL_MS:
            raise ValueError(f"lease_ttl_ms must be at least {MIN_LEASE_TTL_MS}")
        if not self.instance_id:
            object.__setattr__(self, "instance_id", new_instance_id(self.worker_id))

    @property
    def renewal_s(self) -> float:
        """The time between renewal calls: a third of a lease."""
        return self.lease_ttl_ms / 3000
