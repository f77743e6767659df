"""Values as texts and pictures, also odd and hostile ones."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Any
from xml.etree import ElementTree

import pytest
from flowfabric.web import graphs, timelines, values
from flowfabric.web.drawings import bar, shares, sparkline
from flowfabric.web.graphs import Edge, Node

NOW = datetime(2030, 1, 1, 12, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (None, "\N{EN DASH}"), (0, "0 ms"), (999, "999 ms"), (1_400, "1.4 s"), (59_000, "59 s"),
        (60_000, "1 m"), (125_000, "2 m 5 s"), (3_600_000, "1 h"), (7_380_000, "2 h 3 m"),
        (90_000_000, "1 d 1 h"), (31_536_000_000, "365 d"), (-5_000, "\N{MINUS SIGN}5.0 s"),
    ],
)  # fmt: skip
def test_a_duration_has_two_units(ms: int | None, text: str) -> None:
    assert values.duration(ms) == text


def test_numbers_sizes_and_moments() -> None:
    assert values.number(1234567).split("\N{NARROW NO-BREAK SPACE}") == ["1", "234", "567"]
    assert values.number(None) == values.NONE
    assert values.rate(0.25) == "0.2"
    assert values.size(999) == "999 bytes"
    assert values.size(16_777_216) == "16.8 MB"
    assert values.moment("2030-01-01T12:00:00Z") == "2030-01-01 12:00:00"
    assert values.moment("no time") == values.NONE
    assert "3 m ago" in values.since(NOW - timedelta(minutes=3, seconds=50), NOW)
    assert "in 2 d" in values.since(NOW + timedelta(days=2), NOW)
    assert values.since(None, NOW) == values.NONE


def test_a_tree_of_json_keeps_every_digit_and_escapes_everything() -> None:
    html = values.json_tree('{"<b>": [1e400, 0.10, 123456789012345678901234567890, "<i>", null]}')
    assert "<b>" not in html
    assert "<i>" not in html
    for digits in ("1e400", "0.10", "123456789012345678901234567890"):
        assert digits in html
    assert values.json_tree('"\\u0000\\ud800"')


def test_a_large_tree_is_cut() -> None:
    html = values.json_tree("[" + ",".join(["[]"] * 100_000) + "]")
    assert "The first 1500 values are shown" in html
    assert len(html) < 300_000
    nested = "[" * 100 + "]" * 100
    assert html.count("<details") == values.json_tree(nested).count("<details") - 98


def test_an_object_in_one_line_has_no_ids() -> None:
    text = values.facts({"reason": "moved", "lease_id": "x", "retry_at": "2030-01-01T00:00:00Z"})
    assert text == "reason: moved, retry at: 2030-01-01 00:00:00"
    assert values.facts(None) == ""


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(str(markup))


def places(markup: str) -> dict[str, tuple[float, float]]:
    found = {}
    for group in parsed(markup).iter("g"):
        title = group.find("title")
        assert title is not None
        assert title.text
        x, y = re.findall(r"-?[\d.]+", group.get("transform") or "")
        found[title.text.split(":")[0]] = (float(x), float(y))
    return found


def graph(edges: list[tuple[str, str]], *more: str) -> str:
    names = dict.fromkeys([name for edge in edges for name in edge] + list(more))
    nodes = [Node(name, name, "waiting") for name in names]
    return graphs.draw(nodes, [Edge(*edge) for edge in edges], "a graph")


def test_a_node_stands_behind_all_that_it_waits_for() -> None:
    edges = [("a", "b"), ("b", "c"), ("a", "c"), ("x", "c")]
    found = places(graph(edges, "alone"))
    assert found["a"][0] < found["b"][0] < found["c"][0]
    assert found["x"][0] == found["a"][0] == found["alone"][0]
    assert len(set(found.values())) == len(found)


def test_a_long_line_passes_no_node() -> None:
    """From a to d there is a place of its own beside b and c."""
    markup = graph([("a", "b"), ("b", "c"), ("c", "d"), ("a", "d")])
    found = places(markup)
    [way] = [p.get("d") or "" for p in parsed(markup).iter("path") if "H" in (p.get("d") or "")]
    for x, y in re.findall(r"C[\d. -]* ([\d.]+) ([\d.]+)H", way):
        for left, top in (found["b"], found["c"]):
            is_beside = float(x) == left and top <= float(y) <= top + graphs.HEIGHT
            assert not is_beside


def test_odd_graphs_are_drawn_as_well() -> None:
    assert places(graph([])) == {}
    # a cycle that a bug may have let in, an edge to itself, one to a member that is not drawn
    assert len(places(graph([("a", "b"), ("b", "a"), ("a", "a")]))) == 2
    nodes = [Node("a", "<script>" * 20, "failed", "/x")]
    markup = graphs.draw(nodes, [Edge("a", "gone")], "<b>")
    assert "<script>" not in markup
    assert parsed(markup) is not None


def test_400_nodes_with_4000_edges_take_no_long_time() -> None:
    edges = [(f"n{n}", f"n{m}") for n in range(400) for m in range(n + 1, min(n + 11, 400))]
    assert len(places(graph(edges))) == 400


def attempt(index: int, start: float, end: float | None, **more: Any) -> dict[str, Any]:
    return {
        "attempt_index": index,
        "attempt_type": "initial",
        "outcome": "ended_failure" if end is not None else None,
        "worker_instance_id": "w-1",
        "failure_reason": None,
        "retry_at": None,
        "started_at": NOW + timedelta(seconds=start),
        "ended_at": None if end is None else NOW + timedelta(seconds=end),
    } | more


def test_a_timeline_shows_milliseconds_beside_days() -> None:
    day = 86_400.0
    history = [
        {"what": "suspended", "attempt_index": 1, "occurred_at": NOW + timedelta(seconds=2),
         "details": {}},
        {"what": "suspension_ended", "attempt_index": 1,
         "occurred_at": NOW + timedelta(seconds=3 * day), "details": {}},
        {"what": "signal_delivered", "attempt_index": 1,
         "occurred_at": NOW + timedelta(seconds=2 * day),
         "details": {"signal_name": "<script>"}},
    ]  # fmt: skip
    attempts = [
        attempt(0, 0.01, 0.02, retry_at=NOW + timedelta(seconds=1)),
        attempt(1, 1.0, 3 * day + 0.05, outcome="ended_success"),
    ]
    d = {"created_at": NOW, "terminal_at": NOW + timedelta(seconds=3 * day + 0.05)}
    markup = timelines.draw(d, attempts, history, NOW + timedelta(days=9))
    rects = {(r.get("class"), float(r.get("width") or 0)) for r in parsed(markup).iter("rect")}
    kinds = {kind for kind, _ in rects}
    assert kinds == {"queue", "retry", "failure", "paused", "suspended", "success"}
    assert all(width >= 3 for _, width in rects)
    assert "<script>" not in markup
    texts = [t.text for t in parsed(markup).iter("text")]
    assert "2 d" in "".join(t or "" for t in texts) or "1 d 23 h" in texts


def test_a_timeline_of_what_has_not_begun_or_has_many_attempts() -> None:
    d = {"created_at": NOW, "terminal_at": None}
    assert parsed(timelines.draw(d, [], [], NOW)) is not None
    many = [attempt(n, n, n + 0.5) for n in range(500)]
    markup = timelines.draw(d, many, [], NOW + timedelta(seconds=500))
    labels = [t.text for t in parsed(markup).iter("text") if t.get("class") == "lane"]
    assert len(labels) == timelines.MAX_ATTEMPTS + 1
    assert labels[-1] == "attempt 500"


def test_small_pictures() -> None:
    assert parsed(bar(2.5)).find("rect[@class='part']").get("width") == "100.0"  # type: ignore[union-attr]
    assert "none" in sparkline([0, 0], [0, 0])
    assert len(list(parsed(sparkline([3, 0, 1], [1, 0, 0])).iter("rect"))) == 3
    counts = dict.fromkeys(
        ("completed", "skipped", "failed", "expired", "cancelled", "active", "suspended"), 1
    )
    kinds = [r.get("class") for r in parsed(shares(counts | {"total_members": 10})).iter("rect")]
    # cancelled members are not shown as failures, skipped ones not as successes
    assert kinds == ["all", "good", "bad", "ended", "run", "hold"]
