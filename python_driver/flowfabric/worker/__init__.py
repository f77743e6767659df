"""A worker: a loop around the functions of the engine that runs your handlers.

```python
from flowfabric.worker import App

app = App("mailer", lanes=["emails"])


@app.handler("welcome")
def welcome(mail: Mail) -> dict:
    send(mail)
    return {"sent": True}
```

    flowfabric worker mails:app

The database decides about executions: which may be claimed, which are retried, which worker holds
the lease. docs/worker.md is the guide.
"""

from .app import App
from .async_context import AsyncContext, AsyncTransaction
from .codec import Codec
from .durations import days, hours, minutes, seconds
from .generated_context import Context, Transaction
from .outcomes import Cancelled, Failure, Permanent, RetryAfter, StepRepeated, Transient
from .settings import Settings
from .statistics import Statistics
from .steps import Child, ChildFailed
from .submitting import NotCompleted

__all__ = [
    "App",
    "AsyncContext",
    "AsyncTransaction",
    "Cancelled",
    "Child",
    "ChildFailed",
    "Codec",
    "Context",
    "Failure",
    "NotCompleted",
    "Permanent",
    "RetryAfter",
    "Settings",
    "Statistics",
    "StepRepeated",
    "Transaction",
    "Transient",
    "days",
    "hours",
    "minutes",
    "seconds",
]
