"""Following what happens: iterators over events and over the frames of a stream.

They open a connection of their own with `connect`, wait without a transaction, and when the
connection is lost they open another one and continue after the last item:

```python
for event in Events(connect, kinds=["completed"]):
    print(event.execution_id, event.outcome)
```

Another iterator can continue at the `cursor` of an iterator, or of an event.
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
