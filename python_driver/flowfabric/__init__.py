"""FlowFabric: durable execution as functions in PostgreSQL. This is their thin driver.

```python
import psycopg
from flowfabric import Client

with psycopg.connect() as connection:
    Client(connection).create_execution("emails", {"to": "ada@example.com"})
```
"""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from .client import AsyncClient, Client
from .errors import (
    ExecutionAlreadyTerminal,
    ExecutionNotActive,
    ExecutionNotEligible,
    ExecutionNotFound,
    ExecutionNotTerminal,
    FenceRequired,
    FlowFabricError,
    IdempotencyKeyConflict,
    InvalidArgument,
    InvariantViolation,
    LaneNotAccepting,
    LeaseExpired,
    LeaseLost,
    LeaseRevoked,
    MaxReplaysExhausted,
    NotAuthorised,
    NotAvailableYet,
    StaleLease,
    TransactionDoomed,
    TransactionRepeated,
)
from .installation import install, install_sql, installed_version, uninstall, uninstall_sql
from .types import (
    AttemptDescription,
    CancelledExecution,
    ChangedLaneState,
    ChangedPriority,
    CheckFinding,
    ClaimedExecution,
    CreatedExecution,
    CreatedItem,
    ExecutionDescription,
    ExecutionResult,
    ExecutionSummary,
    ExecutionTag,
    ExpiredLease,
    FailedAttempt,
    FinishedExecution,
    FinishedItem,
    HistoryEntry,
    LaneDescription,
    LeaseRenewal,
    RegisteredLane,
    ReleasedExecution,
    RenewedItem,
    ReplayedExecution,
    RevokedLease,
    TickJob,
)

try:
    __version__ = _version("flowfabric")
except _PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "AsyncClient",
    "AttemptDescription",
    "CancelledExecution",
    "ChangedLaneState",
    "ChangedPriority",
    "CheckFinding",
    "ClaimedExecution",
    "Client",
    "CreatedExecution",
    "CreatedItem",
    "ExecutionAlreadyTerminal",
    "ExecutionDescription",
    "ExecutionNotActive",
    "ExecutionNotEligible",
    "ExecutionNotFound",
    "ExecutionNotTerminal",
    "ExecutionResult",
    "ExecutionSummary",
    "ExecutionTag",
    "ExpiredLease",
    "FailedAttempt",
    "FenceRequired",
    "FinishedExecution",
    "FinishedItem",
    "FlowFabricError",
    "HistoryEntry",
    "IdempotencyKeyConflict",
    "InvalidArgument",
    "InvariantViolation",
    "LaneDescription",
    "LaneNotAccepting",
    "LeaseExpired",
    "LeaseLost",
    "LeaseRenewal",
    "LeaseRevoked",
    "MaxReplaysExhausted",
    "NotAuthorised",
    "NotAvailableYet",
    "RegisteredLane",
    "ReleasedExecution",
    "RenewedItem",
    "ReplayedExecution",
    "RevokedLease",
    "StaleLease",
    "TickJob",
    "TransactionDoomed",
    "TransactionRepeated",
    "__version__",
    "install",
    "install_sql",
    "installed_version",
    "uninstall",
    "uninstall_sql",
]
