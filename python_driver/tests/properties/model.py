"""What is known of the executions of a property test, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

NOT_FOUND = "ZF201"
# The caller's choice (a lock timeout, an old snapshot), not an answer about the lease.
UNRELATED = {"55P03", "40001", "40P01"}


@dataclass(frozen=True)
class Grant:
    """A grant, and whether nothing has happened since that may have voided it."""

    key: str
    kind: str
    worker: str
    expires_at: datetime
    clock_steps: int
    is_untouched: bool = True

    @property
    def kid(self) -> str:
        return self.key.rsplit(".", 1)[1].split(":")[0]


@dataclass(frozen=True)
class Waitpoint:
    execution_id: UUID
    waitpoint_id: UUID
    token: str


@dataclass(frozen=True)
class Execution:
    """What is known of one: the last lease, whether it is still held or all is over, and the last
    grant under its epoch."""

    epoch: int = 0
    handle: str | None = None
    expires_at: datetime | None = None
    # of that lease: the attempt's id and index
    attempt: tuple[UUID, int] | None = None
    is_held: bool = False
    is_over: bool = False
    # calls that ended a lease, each with its handle
    ended: frozenset[tuple[str, str]] = frozenset()
    grant: Grant | None = None
    # suspended, until when at the latest, and at which waitpoint
    is_parked: bool = False
    wakes_at: datetime | None = None
    waitpoint_id: UUID | None = None
    # whether the interrupted attempt goes on
    is_resumed: bool = False

    def is_asleep(self, now: datetime) -> bool:
        return self.is_parked and (self.wakes_at is None or now < self.wakes_at)

    def keeps_attempt(self, attempt: tuple[UUID, int]) -> bool:
        """Whether a claim of what was suspended goes on with its attempt, by id and index."""
        return not (self.is_parked or self.is_resumed) or attempt == self.attempt

    def is_live(self, handle: str, now: datetime) -> bool:
        return (
            self.is_held
            and self.handle == handle
            and self.expires_at is not None
            and now < self.expires_at
        )


Known = dict[UUID, Execution]


def was_refused(
    known: Execution | None, handle: str, what: str, error: str, latest: datetime
) -> None:
    """A holder was told no. A lease that was over once may stay so when the clock steps back."""
    if known is None:
        assert error == NOT_FOUND, "what was claimed was rolled back"
        return
    assert error != NOT_FOUND, "the row is there, so it was committed"
    assert not known.is_live(handle, latest), f"a live lease was refused: {error}"
    if what in ("complete", "fail", "cancel"):
        assert (handle, what) not in known.ended, f"a call sent again was refused: {error}"
