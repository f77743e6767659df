"""Following what happens: iterators over events and over the frames of a stream.

They open a connection of their own with `connect`, wait without a transaction, and when the
connection is lost they open another one and continue after the last item. Tries to connect are
logged (`flowfabric.events`) and become rarer; a login that is refused three times in a row raises.

```python
for event in Events(connect, kinds=["completed"]):
    print(event.execution_id, event.outcome)
```

An iterator's `cursor` is behind the last item that its consumer was done with: the one during which
it raised, or broke off, comes again. Another iterator can continue there, or at the `cursor` of an
event.
"""

from ._async_following import AsyncConnect, AsyncEvents, AsyncStreamTail
from ._generated_following import Connect, Events, StreamTail
from ._source import Event, Frame

__all__ = [
    "AsyncConnect",
    "AsyncEvents",
    "AsyncStreamTail",
    "Connect",
    "Event",
    "Events",
    "Frame",
    "StreamTail",
]
