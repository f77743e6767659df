"""One exception for each SQLSTATE of the catalogue (sql/error_codes.sql).

They are psycopg errors, so `except psycopg.Error` sees them too. What is not FlowFabric's own stays
what psycopg makes of it: a serialization failure, a deadlock, a missing permission.
"""

# ruff: noqa: N818 - the names are those of the catalogue

from __future__ import annotations

import json
from typing import Any, ClassVar

import psycopg


class FlowFabricError(psycopg.DatabaseError):
    """FlowFabric refused a call; it wrote nothing."""

    by_sqlstate: ClassVar[dict[str, type[FlowFabricError]]] = {}

    def __init_subclass__(cls, *, sqlstate: str | None = None) -> None:
        super().__init_subclass__()
        if sqlstate:
            cls.sqlstate = sqlstate
            cls.by_sqlstate[sqlstate] = cls

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        return self.diag.message_primary or ""

    @property
    def detail(self) -> dict[str, Any]:
        """The ids and values of the error."""
        return _detail(self)

    @property
    def hint(self) -> str | None:
        """What to do about it."""
        return self.diag.message_hint

    @property
    def symbol(self) -> str | None:
        """The name of the error in the catalogue."""
        return self.detail.get("symbol")

    def __str__(self) -> str:
        """As psycopg has it, without the functions in which it was raised (`diag.context`)."""
        lines = [self.message]
        if self.diag.message_detail:
            lines.append(f"DETAIL:  {self.diag.message_detail}")
        if self.hint:
            lines.append(f"HINT:  {self.hint}")
        return "\n".join(lines)


class LeaseLost(FlowFabricError):
    """The caller does not hold the lease: stop working on the execution.

    The transaction in which a call raises this cannot be committed, not even where a savepoint
    swallowed it (see `TransactionDoomed`).
    """


class LeaseExpired(LeaseLost, sqlstate="ZF101"):
    """The lease ran out; nobody has taken the execution over yet."""


class StaleLease(LeaseLost, sqlstate="ZF102"):
    """Somebody else owns the execution now, or did since."""


class LeaseRevoked(LeaseLost, sqlstate="ZF103"):
    """An operator took the lease away."""


class FenceRequired(FlowFabricError, sqlstate="ZF104"):
    """The call acts for a lease, and parts of it were not given; no lease was lost."""


class ExecutionNotActive(LeaseLost, sqlstate="ZF105"):
    """Nobody works on the execution: it is over, or waits. The detail has its state."""


class ExecutionNotFound(FlowFabricError, sqlstate="ZF201"):
    """There is no such execution."""


class ExecutionNotEligible(FlowFabricError, sqlstate="ZF202"):
    """The execution does not wait for a worker, so it cannot be changed so."""


class ExecutionNotTerminal(FlowFabricError, sqlstate="ZF203"):
    """Only an execution that is over can be replayed."""


class MaxReplaysExhausted(FlowFabricError, sqlstate="ZF204"):
    """The execution was replayed as often as its policy allows."""


class IdempotencyKeyConflict(FlowFabricError, sqlstate="ZF205"):
    """The same key was used for a different submission."""


class LaneNotAccepting(FlowFabricError, sqlstate="ZF206"):
    """The lane is draining or disabled."""


class ExecutionAlreadyTerminal(FlowFabricError, sqlstate="ZF207"):
    """The execution is over already, and not in the way that was asked for."""


class InvalidClaimGrant(FlowFabricError, sqlstate="ZF301"):
    """The grant is another worker's, was consumed, or does not verify; no lease was lost."""


class ClaimGrantExpired(FlowFabricError, sqlstate="ZF302"):
    """The grant was redeemed too late."""


class GrantAlreadyExists(FlowFabricError, sqlstate="ZF303"):
    """A grant on the execution is out: it is reserved until that is redeemed or lapses."""


class CapabilityMismatch(FlowFabricError, sqlstate="ZF304"):
    """The worker lacks capabilities; `missing` in the detail names them."""


class ExecutionNotLeaseable(FlowFabricError, sqlstate="ZF305"):
    """The execution cannot be leased now; the detail has its state."""


class LeaseConflict(FlowFabricError, sqlstate="ZF306"):
    """Somebody else owns the execution; the caller never did."""


class UseClaimResumedExecution(FlowFabricError, sqlstate="ZF308"):
    """The execution has an interrupted attempt: redeem with `claim_resumed_execution`."""


class NotAResumedExecution(FlowFabricError, sqlstate="ZF309"):
    """The execution has no interrupted attempt: redeem with `claim_execution`."""


class WaitpointNotFound(FlowFabricError, sqlstate="ZF501"):
    """There is no such waitpoint, or it is of another execution."""


class InvalidToken(FlowFabricError, sqlstate="ZF502"):
    """The token is not that of the waitpoint; whether there is one is not told."""


class TokenExpired(FlowFabricError, sqlstate="ZF503"):
    """The token is right, but the key that signed it is past its grace."""


class WaitpointClosed(FlowFabricError, sqlstate="ZF504"):
    """The signal came too late: what waited for it has gone on or ended."""


class TargetNotSignalable(FlowFabricError, sqlstate="ZF505"):
    """The signal came too late: the execution is over."""


class AlreadySuspended(FlowFabricError, sqlstate="ZF506"):
    """The call was sent before, with another condition."""


class ExecutionNotSuspended(FlowFabricError, sqlstate="ZF507"):
    """There is nothing to resume."""


class SignalLimitExceeded(FlowFabricError, sqlstate="ZF508"):
    """The execution has taken as many signals as it can."""


class WaitpointNotPending(FlowFabricError, sqlstate="ZF509"):
    """The waitpoint was waited for already, or closed."""


class InvalidWaitpointForExecution(FlowFabricError, sqlstate="ZF510"):
    """The waitpoint belongs to another execution or attempt."""


class PendingWaitpointExpired(FlowFabricError, sqlstate="ZF511"):
    """The waitpoint was created with too short a time."""


class SignalConflict(FlowFabricError, sqlstate="ZF512"):
    """The same key or id was used for a different signal."""


class FlowNotFound(FlowFabricError, sqlstate="ZF401"):
    """There is no such flow."""


class FlowAlreadyTerminal(FlowFabricError, sqlstate="ZF402"):
    """The flow was cancelled: nothing is added to it, and none of its members starts again."""


class AlreadyMemberOfDifferentFlow(FlowFabricError, sqlstate="ZF403"):
    """The execution belongs to another flow."""


class ExecutionNotInFlow(FlowFabricError, sqlstate="ZF404"):
    """The execution is not a member of the flow."""


class SelfReferencingEdge(FlowFabricError, sqlstate="ZF405"):
    """An execution cannot wait for itself."""


class StaleGraphRevision(FlowFabricError, sqlstate="ZF406"):
    """Somebody else added to the graph since; look at it again."""


class CycleDetected(FlowFabricError, sqlstate="ZF407"):
    """The executions would wait for each other in a circle."""


class DependencyAlreadyExists(FlowFabricError, sqlstate="ZF408"):
    """The edge id is used; the detail describes the edge."""


class EdgeNotFound(FlowFabricError, sqlstate="ZF409"):
    """There is no such edge."""


class EdgeGroupPolicyAlreadyFixed(FlowFabricError, sqlstate="ZF410"):
    """The execution has edges under another policy."""


class FlowConflict(FlowFabricError, sqlstate="ZF411"):
    """The flow id was used for another flow."""


class QuotaPolicyNotFound(FlowFabricError, sqlstate="ZF601"):
    """There is no such quota policy."""


class BudgetNotFound(FlowFabricError, sqlstate="ZF602"):
    """There is no such budget."""


class RateLimitExceeded(FlowFabricError, sqlstate="ZF603"):
    """As many attempts as the quota policy allows have begun in this window."""


class ConcurrencyLimitExceeded(FlowFabricError, sqlstate="ZF604"):
    """As many attempts as the quota policy allows are running."""


class BudgetExceeded(FlowFabricError, sqlstate="ZF605"):
    """A budget of the execution is exhausted."""


class StreamPayloadTooLarge(FlowFabricError, sqlstate="ZF701"):
    """A frame has 64 KiB at most, the document of a summary 1 MiB."""


class StreamPageTooLarge(FlowFabricError, sqlstate="ZF702"):
    """A page has 10,000 frames at most."""


class EventsTrimmed(FlowFabricError, sqlstate="ZF710"):
    """Events behind the cursor may be gone; the detail has the `oldest_cursor` there is."""


class ConsumerNotFound(FlowFabricError, sqlstate="ZF711"):
    """There is no such consumer."""


class ConsumerConflict(FlowFabricError, sqlstate="ZF712"):
    """The consumer exists, with another filter."""


class AckBeyondRead(FlowFabricError, sqlstate="ZF713"):
    """What is acknowledged was not read; the detail has the `read_cursor`."""


class NotAuthorised(FlowFabricError, sqlstate="ZF801"):
    """The caller may call the function, but not so: acting without a lease is for operators.

    A missing right to call a function at all is PostgreSQL's own `InsufficientPrivilege`.
    """


class KeyConflict(FlowFabricError, sqlstate="ZF802"):
    """A signing key of this name has another secret, or another key is active already."""


class InvariantViolation(FlowFabricError, sqlstate="ZF900"):
    """A bug of FlowFabric's: please report it."""


class TransactionDoomed(LeaseLost):
    """A commit was refused, and rolled back: a lease was lost in the transaction.

    Its `__cause__` is the loss, whose sqlstate, symbol, detail and hint it shares.
    """

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        return f"the transaction was rolled back: in it, {super().message}"


class TransactionRepeated(FlowFabricError):
    """A commit was refused, and rolled back: a call in it answered that it is a repetition.

    The call had ended the work before, in a transaction whose reply was lost: its business rows are
    there, and this transaction's would be a second time, so there is nothing left to do. `answer`
    is what the call answered. (A call that is made twice in one transaction is refused as well.)
    For transactions that may be repeated there is `accept_replays` of the clients.
    """

    answer: Any = None

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        return "the transaction was rolled back: in it, a call was answered as a repetition"


class InvalidArgument(FlowFabricError, psycopg.DataError):
    """An argument has a value that it cannot have, or none (SQLSTATE 22023, 22004)."""

    @property
    def argument(self) -> str:
        """The argument, by its name in SQL."""
        return str(self.detail["argument"])


class NotAvailableYet(FlowFabricError, psycopg.NotSupportedError):
    """An argument belongs to a feature of a later version (SQLSTATE 0A000)."""

    @property
    def argument(self) -> str:
        """The argument, by its name in SQL."""
        return str(self.detail["argument"])


# These SQLSTATEs are PostgreSQL's: they are ours only if the detail names an argument.
_ARGUMENT_ERRORS: dict[str | None, type[FlowFabricError]] = {
    "22023": InvalidArgument,
    "22004": InvalidArgument,
    "0A000": NotAvailableYet,
}


def translate(error: psycopg.Error, encoding: str) -> FlowFabricError | None:
    """FlowFabric's exception for an error of the server's; None: it is not one of ours."""
    exception: type[FlowFabricError]
    sqlstate = error.sqlstate
    if sqlstate is not None and sqlstate.startswith("ZF"):
        # a newer server may know more codes; of those, too, ZF1xx mean that the lease is lost
        family = LeaseLost if sqlstate.startswith("ZF1") else FlowFabricError
        exception = FlowFabricError.by_sqlstate.get(sqlstate, family)
    elif sqlstate in _ARGUMENT_ERRORS and "argument" in _detail(error):
        exception = _ARGUMENT_ERRORS[sqlstate]
    else:
        return None
    return exception(info=error.pgresult, encoding=encoding)


def _detail(error: psycopg.Error) -> dict[str, Any]:
    try:
        detail = json.loads(error.diag.message_detail or "{}")
    except ValueError:  # the words of PostgreSQL itself
        return {}
    return detail if isinstance(detail, dict) else {}
