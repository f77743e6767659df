"""Graphs of executions, laid out in layers from left to right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

WIDTH, HEIGHT = 168, 34
GAP_X, GAP_Y = 56, 10
MARGIN = 12
# how often neighbours are moved towards each other
SWEEPS = 6


@dataclass(frozen=True)
class Node:
    key: str
    label: str
    state: str
    path: str = ""


@dataclass(frozen=True)
class Edge:
    start: str
    end: str
    state: str = ""


def draw(nodes: Sequence[Node], edges: Sequence[Edge], title: str) -> Markup:
    known = {node.key for node in nodes}
    lines = [e for e in edges if e.start in known and e.end in known and e.start != e.end]
    columns = _columns([node.key for node in nodes], lines)
    places = _places(columns)
    by_key = {node.key: node for node in nodes}
    tallest = max((len(column) for column in columns), default=0)
    width = len(columns) * (WIDTH + GAP_X) - GAP_X + 2 * MARGIN
    height = tallest * (HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN
    drawn = [_line(places, edge) for edge in lines]
    drawn += [_box(by_key[key], *place) for key, place in places.items()]
    return Markup(
        '<svg class="graph" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="group"'
        ' aria-label="{2}">{3}</svg>'
    ).format(max(width, 1), max(height, 1), title, Markup("").join(drawn))


def _columns(keys: Sequence[str], edges: Sequence[Edge]) -> list[list[str]]:
    """The nodes of each layer: a node stands behind all that it waits for."""
    after: dict[str, list[str]] = defaultdict(list)
    open_edges = dict.fromkeys(keys, 0)
    for edge in edges:
        after[edge.start].append(edge.end)
        open_edges[edge.end] += 1
    layer = dict.fromkeys(keys, 0)
    ready = [key for key in keys if not open_edges[key]]
    for key in ready:  # grows
        for end in after[key]:
            layer[end] = max(layer[end], layer[key] + 1)
            open_edges[end] -= 1
            if not open_edges[end]:
                ready.append(end)
    columns: list[list[str]] = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    for key in keys:
        columns[layer[key]].append(key)
    return _ordered(columns, edges)


def _ordered(columns: list[list[str]], edges: Sequence[Edge]) -> list[list[str]]:
    """Each node near the middle of its neighbours, so that few lines cross."""
    before: dict[str, list[str]] = defaultdict(list)
    after: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        before[edge.end].append(edge.start)
        after[edge.start].append(edge.end)
    for sweep in range(SWEEPS):
        neighbours, order = (before, columns[1:]) if sweep % 2 == 0 else (after, columns[-2::-1])
        rank = _ranks(columns)
        for column in order:
            column.sort(key=lambda key: _middle(neighbours[key], rank, key))
            rank.update(_ranks([column]))
    return columns


def _ranks(columns: Sequence[Sequence[str]]) -> dict[str, float]:
    return {
        key: (place + 0.5) / len(column) for column in columns for place, key in enumerate(column)
    }


def _middle(neighbours: Sequence[str], rank: Mapping[str, float], key: str) -> float:
    if not neighbours:
        return rank[key]
    return sum(rank[each] for each in neighbours) / len(neighbours)


def _places(columns: Sequence[Sequence[str]]) -> dict[str, tuple[float, float]]:
    tallest = max((len(column) for column in columns), default=0)
    places: dict[str, tuple[float, float]] = {}
    for x, column in enumerate(columns):
        top = (tallest - len(column)) * (HEIGHT + GAP_Y) / 2
        for y, key in enumerate(column):
            places[key] = (MARGIN + x * (WIDTH + GAP_X), MARGIN + top + y * (HEIGHT + GAP_Y))
    return places


def _line(places: Mapping[str, tuple[float, float]], edge: Edge) -> Markup:
    (x1, y1), (x2, y2) = places[edge.start], places[edge.end]
    x1, y1, y2 = x1 + WIDTH, y1 + HEIGHT / 2, y2 + HEIGHT / 2
    bend = (x2 - x1) / 2
    return Markup(
        '<path class="edge {}" d="M{:.0f} {:.0f}C{:.0f} {:.0f} {:.0f} {:.0f} {:.0f} {:.0f}"/>'
    ).format(edge.state, x1, y1, x1 + bend, y1, x2 - bend, y2, x2, y2)


def _box(node: Node, x: float, y: float) -> Markup:
    inner = Markup(
        '<title>{}: {}</title><rect width="{}" height="{}" rx="5"/>'
        '<text class="name" x="24" y="14">{}</text><text class="what" x="24" y="27">{}</text>'
        '<text class="sign" x="12" y="21">{}</text>'
    ).format(
        node.label,
        node.state.replace("_", " "),
        WIDTH,
        HEIGHT,
        cut_label(node.label),
        node.state.replace("_", " "),
        SIGNS.get(node.state, "○"),
    )
    box = Markup('<g class="node {}" transform="translate({:.0f} {:.0f})">{}</g>').format(
        node.state, x, y, inner
    )
    return Markup('<a href="{}">{}</a>').format(node.path, box) if node.path else box


def cut_label(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:19]}…"


# the same signs as those of app.css
SIGNS = {
    "active": "▶",
    "completed": "✓",
    "failed": "✕",
    "expired": "⊗",
    "suspended": "‖",
    "delayed": "◔",
    "rate_limited": "◔",
    "waiting_children": "⋔",
    "cancelled": "⊘",
    "skipped": "⊘",
}

__all__ = ["Edge", "Node", "draw"]
