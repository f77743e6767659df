"""Graphs of executions, laid out in layers from left to right."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from markupsafe import Markup

WIDTH, HEIGHT = 168, 34
GAP_X, GAP_Y = 56, 10
MARGIN = 12
# the height of a line in a layer that it only passes, and the most such places
BEND, MAX_BENDS = 4, 1_500
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
    layers = _layers([node.key for node in nodes], lines)
    columns: list[list[str]] = [[] for _ in range(max(layers.values(), default=-1) + 1)]
    for key, layer in layers.items():
        columns[layer].append(key)
    chains = _chains(layers, lines, columns)
    _order(columns, chains)
    places, height = _places(columns, known)
    by_key = {node.key: node for node in nodes}
    drawn = [_line(places, chain, edge) for chain, edge in zip(chains, lines, strict=True)]
    drawn += [_box(by_key[key], *place) for key, place in places.items() if key in known]
    width = len(columns) * (WIDTH + GAP_X) - GAP_X + 2 * MARGIN
    return Markup(
        '<svg class="graph" width="{0}" height="{1:.0f}" viewBox="0 0 {0} {1:.0f}" role="group"'
        ' aria-label="{2}">{3}</svg>'
    ).format(max(width, 1), max(height, 1), title, Markup("").join(drawn))


def _layers(keys: Sequence[str], edges: Sequence[Edge]) -> dict[str, int]:
    """A node stands behind all that it waits for."""
    after: dict[str, list[str]] = defaultdict(list)
    open_edges = dict.fromkeys(keys, 0)
    for edge in edges:
        after[edge.start].append(edge.end)
        open_edges[edge.end] += 1
    layers = dict.fromkeys(keys, 0)
    ready = [key for key in keys if not open_edges[key]]
    for key in ready:  # grows
        for end in after[key]:
            layers[end] = max(layers[end], layers[key] + 1)
            open_edges[end] -= 1
            if not open_edges[end]:
                ready.append(end)
    return layers


def _chains(
    layers: Mapping[str, int], edges: Sequence[Edge], columns: list[list[str]]
) -> list[list[str]]:
    """The way of each edge, with a place of its own in each layer between its ends."""
    spans = [range(layers[edge.start] + 1, layers[edge.end]) for edge in edges]
    if sum(len(span) for span in spans) > MAX_BENDS:
        return [[edge.start, edge.end] for edge in edges]
    chains = []
    for number, (edge, span) in enumerate(zip(edges, spans, strict=True)):
        bends = [f"bend {number} {layer}" for layer in span]
        for layer, bend in zip(span, bends, strict=True):
            columns[layer].append(bend)
        chains.append([edge.start, *bends, edge.end])
    return chains


def _order(columns: Sequence[list[str]], chains: Sequence[Sequence[str]]) -> None:
    """Each node near the middle of its neighbours, so that few lines cross."""
    before: dict[str, list[str]] = defaultdict(list)
    after: dict[str, list[str]] = defaultdict(list)
    for chain in chains:
        for start, end in itertools.pairwise(chain):
            before[end].append(start)
            after[start].append(end)
    for sweep in range(SWEEPS):
        neighbours, order = (before, columns[1:]) if sweep % 2 == 0 else (after, columns[-2::-1])
        rank = _ranks(columns)
        for column in order:
            column.sort(key=lambda key: _middle(neighbours[key], rank, key))
            rank.update(_ranks([column]))


def _ranks(columns: Sequence[Sequence[str]]) -> dict[str, float]:
    return {
        key: (place + 0.5) / len(column) for column in columns for place, key in enumerate(column)
    }


def _middle(neighbours: Sequence[str], rank: Mapping[str, float], key: str) -> float:
    if not neighbours:
        return rank[key]
    return sum(rank[each] for each in neighbours) / len(neighbours)


def _places(
    columns: Sequence[Sequence[str]], known: Set[str]
) -> tuple[dict[str, tuple[float, float]], float]:
    """Where each node begins; and the height of all."""
    heights = [
        sum((HEIGHT if key in known else BEND) + GAP_Y for key in column) for column in columns
    ]
    tallest = max(heights, default=0)
    places: dict[str, tuple[float, float]] = {}
    for x, (column, height) in enumerate(zip(columns, heights, strict=True)):
        y = MARGIN + (tallest - height) / 2
        for key in column:
            places[key] = (MARGIN + x * (WIDTH + GAP_X), y)
            y += (HEIGHT if key in known else BEND) + GAP_Y
    return places, tallest - GAP_Y + 2 * MARGIN


def _line(places: Mapping[str, tuple[float, float]], chain: Sequence[str], edge: Edge) -> Markup:
    x, y = places[chain[0]]
    x, y = x + WIDTH, y + HEIGHT / 2
    path = f"M{x:.0f} {y:.0f}"
    for key in chain[1:]:
        left, top = places[key]
        middle = top + (HEIGHT if key == chain[-1] else BEND) / 2
        bend = (left - x) / 2
        path += f"C{x + bend:.0f} {y:.0f} {left - bend:.0f} {middle:.0f} {left:.0f} {middle:.0f}"
        x, y = left, middle
        if key != chain[-1]:
            x += WIDTH
            path += f"H{x:.0f}"
    return Markup('<path class="edge {}" d="{}"/>').format(edge.state, path)


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
