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
    ExecutionNotActive,
    ExecutionNotFound,
    FlowFabricError,
    IdempotencyKeyConflict,
    InvalidArgument,
    LeaseExpired,
    LeaseLost,
    LeaseRevoked,
    NotAvailableYet,
    StaleLease,
    TransactionDoomed,
)
from .installation import install, install_sql, installed_version, uninstall, uninstall_sql
from .types import (
    AttemptDescription,
    CheckFinding,
    ClaimedExecution,
    CreatedExecution,
    CreatedItem,
    ExecutionDescription,
    ExecutionResult,
    FailedAttempt,
    FinishedExecution,
    FinishedItem,
    LaneDescription,
    LeaseRenewal,
    RegisteredLane,
)

try:
    __version__ = _version("flowfabric")
except _PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "AsyncClient",
    "AttemptDescription",
    "CheckFinding",
    "ClaimedExecution",
    "Client",
    "CreatedExecution",
    "CreatedItem",
    "ExecutionDescription",
    "ExecutionNotActive",
    "ExecutionNotFound",
    "ExecutionResult",
    "FailedAttempt",
    "FinishedExecution",
    "FinishedItem",
    "FlowFabricError",
    "IdempotencyKeyConflict",
    "InvalidArgument",
    "LaneDescription",
    "LeaseExpired",
    "LeaseLost",
    "LeaseRenewal",
    "LeaseRevoked",
    "NotAvailableYet",
    "RegisteredLane",
    "StaleLease",
    "TransactionDoomed",
    "__version__",
    "install",
    "install_sql",
    "installed_version",
    "uninstall",
    "uninstall_sql",
]
