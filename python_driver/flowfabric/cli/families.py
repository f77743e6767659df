"""A family as a Mermaid diagram: an execution, its ancestors, its children and theirs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from uuid import UUID

from ..client import Client
from ..types import ChildDescription

# more are not drawn
MOST_NODES = 500
PAGE_SIZE = 100

# characters of the syntax of Mermaid, or of markup
_ESCAPES = str.maketrans({"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;", "`": "#96;"})
# as in the diagram of a flow
_STYLES = {
    "active": "fill:#cfe8ff,stroke:#1f6feb,color:#000",
    "completed": "fill:#d3f5d8,stroke:#1a7f37,color:#000",
    "failed": "fill:#ffd7d5,stroke:#cf222e,color:#000",
    "expired": "fill:#ffd7d5,stroke:#cf222e,color:#000",
    "cancelled": "fill:#eaeaea,stroke:#6e7781,color:#000",
    "skipped": "fill:#eaeaea,stroke:#6e7781,color:#000,stroke-dasharray:4",
    "suspended": "fill:#fff1c2,stroke:#9a6700,color:#000",
}


def family_diagram(client: Client, execution_id: UUID) -> str | None:
    """None if there is no such execution."""
    nodes: list[str] = []
    edges: list[str] = []

    def draw(label: str, state: str | None, parent: str | None) -> str:
        name = f"n{len(nodes) + 1}"
        state = state or "unknown"
        nodes.append(f'    {name}["{label.translate(_ESCAPES)}<br/>{state}"]:::{state}')
        if parent:
            edges.append(f"    {parent} --> {name}")
        return name

    name = None
    for kind, state in reversed(list(_ancestors(client, execution_id))):
        name = draw(kind, state, name)
    if name is None:
        return None
    parents = deque([(name, execution_id)])
    while parents:
        name, parent_id = parents.popleft()
        for child in _children(client, parent_id):
            if len(nodes) == MOST_NODES:
                nodes.append('    more["and more"]')
                parents.clear()
                break
            drawn = draw(child.step_key, child.public_state, name)
            # a child that is hidden, or was removed, shows no children either
            if child.public_state:
                parents.append((drawn, child.execution_id))
    styles = [f"    classDef {state} {style}" for state, style in _STYLES.items()]
    return "\n".join(["flowchart LR", *nodes, *edges, *styles])


def _ancestors(client: Client, execution_id: UUID | None) -> Iterator[tuple[str, str]]:
    """Kind and state of the execution, its parent, and so on."""
    count = 0
    while (
        execution_id and count < MOST_NODES and (found := client.describe_execution(execution_id))
    ):
        yield found.kind, found.public_state
        execution_id, count = found.parent_id, count + 1


def _children(client: Client, execution_id: UUID) -> Iterator[ChildDescription]:
    after = None
    while page := client.list_children(execution_id, after, PAGE_SIZE):
        yield from page
        after = page[-1].step_key
