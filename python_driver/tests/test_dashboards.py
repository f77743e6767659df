"""The dashboard and the alerts ask for metrics that there are, and mean what they say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from build import ROOT
from flowfabric import Client
from flowfabric.worker.metrics import Metrics
from flowfabric.worker.statistics import Statistics

DASHBOARDS = ROOT / "dashboards"
PROMTOOL = ROOT / "tools/prometheus/promtool"
RULES = DASHBOARDS / "alerts.yaml"


def expressions() -> list[str]:
    document = json.loads((DASHBOARDS / "grafana.json").read_text())
    found = [target["expr"] for panel in document["panels"] for target in panel.get("targets", [])]
    rules = re.findall(r"^ +expr: *(\|\n(?: {10,}.*\n)+|.*\n)", RULES.read_text(), re.MULTILINE)
    assert len(rules) == RULES.read_text().count("- alert:")
    return found + rules


def families(text: str) -> dict[str, set[str]]:
    """The metrics of a text for Prometheus, with the labels that they have."""
    found: dict[str, set[str]] = {}
    for line in text.splitlines():
        if match := re.fullmatch(r"# TYPE (\w+) (\w+)", line):
            names = [match[1]]
            if match[2] == "histogram":
                names = [f"{match[1]}_{part}" for part in ("bucket", "count", "sum")]
            found |= {name: {"instance"} for name in names}
        elif match := re.match(r"(\w+)(?:\{(.*)\})? ", line):
            found.setdefault(match[1], {"instance"}).update(re.findall(r'(\w+)="', match[2] or ""))
    return found


@pytest.fixture
def known(connect: Any) -> dict[str, set[str]]:
    connection = connect(autocommit=True)
    client = Client(connection)
    # without a lane, a consumer or an end some gauges are left out
    client.create_consumer("a")
    for _ in range(2):
        client.create_execution("a")
    claimed = client.claim("a", "worker", "worker-1")
    assert claimed
    client.complete(claimed.handle)
    client.create_budget(
        UUID(int=1), "team", "a", dimensions=["usd"], hard_limits=[1], soft_limits=[1]
    )
    client.create_consumer("a")
    client.tick()
    metrics = Metrics("worker")
    metrics.handled("kind", 0.1)
    gauges = dict.fromkeys(("leases_held", "handlers_running", "loop_lag_seconds"), 0.0)
    return families(client.metrics()) | families(metrics.text(Statistics(), gauges))


def test_every_metric_and_label_that_is_asked_for_exists(known: dict[str, set[str]]) -> None:
    functions = {"ff_health"}
    for expression in expressions():
        names = set(re.findall(r"\bff_\w+", expression)) - functions
        assert names, expression
        for name in names:
            assert name in known, f"{name} in {expression}"
        labels = {
            label
            for group in re.findall(r"by \(([^)]*)\)", expression)
            for label in re.split(r", *", group)
        } | set(re.findall(r"[{,] *(\w+) *(?:=~|!=|=)\"", expression))
        of_these = set().union(*(known[name] for name in names)) | {"le"}
        assert labels <= of_these, expression


def test_every_metric_of_the_engine_is_on_the_dashboard(known: dict[str, set[str]]) -> None:
    asked = " ".join(expressions())
    left_out = {name for name in known if not re.search(rf"\b{name}\b", asked)}
    assert left_out == {
        # how the engine works inside, for those who work on it
        "ff_edge_group_policy_total", "ff_lease_renewal_total", "ff_passed_rows",
        "ff_scanner_cycle_total", "ff_sibling_cancel_dispatched_total",
        # parts of a histogram, and lines with labels only
        "ff_worker_handler_seconds_count", "ff_worker_handler_seconds_sum", "ff_worker_info",
        "ff_worker_statements_total",
    }  # fmt: skip


def test_promtool_agrees_with_the_alerts() -> None:
    promtool = str(PROMTOOL) if PROMTOOL.exists() else shutil.which("promtool")
    if promtool is None:
        pytest.skip("THE ALERTS ARE NOT CHECKED: tools/ensure_promtool.sh could not get promtool")
    for arguments in (["check", "rules", "alerts.yaml"], ["test", "rules", "alerts_test.yaml"]):
        done = subprocess.run(
            [promtool, *arguments], cwd=DASHBOARDS, text=True, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_is_tested_and_leads_to_a_page() -> None:
    text, tests = RULES.read_text(), (DASHBOARDS / "alerts_test.yaml").read_text()
    for name in re.findall(r"- alert: (\w+)", text):
        assert f"alertname: {name}" in tests
    for path, anchor in re.findall(r"runbook: (\S+)#(\S+)", text):
        headings = re.findall(r"^#+ (.*)$", Path(ROOT, path).read_text(), re.MULTILINE)
        anchors = {re.sub(r"[^\w -]", "", h).strip().lower().replace(" ", "-") for h in headings}
        assert anchor in anchors, f"{path}#{anchor}"
