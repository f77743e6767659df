"""The files in deploy/ are what their tools read, and fit the commands that they run.

No container engine and no cluster is needed, so nothing here is run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from build import ROOT
from flowfabric.cli import make_parser
from flowfabric.web.app import DRAIN_S
from flowfabric.worker import App

DEPLOY = ROOT / "deploy"
MANIFESTS = sorted(DEPLOY.glob("kubernetes/*.yaml"))
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
BIN = Path(sys.executable).parent


def documents(path: Path) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(path.read_text()))


def pods() -> list[dict[str, Any]]:
    return [
        document["spec"]["template"]["spec"]
        for path in MANIFESTS
        for document in documents(path)
        if document["kind"] == "Deployment"
    ]


def settle(arguments: list[str]) -> float:
    """How long the command may take to end after SIGTERM; it must be one that exists."""
    options = make_parser().parse_args(arguments)
    if arguments[0] == "web":
        return DRAIN_S
    return App("any").settings().drain_s if options.drain_s is None else float(options.drain_s)


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_kubernetes_accepts_the_manifests(path: Path) -> None:
    done = subprocess.run(
        [BIN / "kubernetes-validate", "--strict", path], text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_containers_run_commands_that_exist_and_have_time_to_end() -> None:
    for pod in pods():
        [container] = pod["containers"]
        assert pod["terminationGracePeriodSeconds"] >= settle(container["args"]) + 10
        assert pod["securityContext"]["runAsNonRoot"]
        assert not container["securityContext"]["allowPrivilegeEscalation"]
        ports = {port["name"] for port in container["ports"]}
        for probe in ("livenessProbe", "readinessProbe"):
            assert container[probe]["httpGet"]["port"] in ports
            assert container[probe]["httpGet"]["path"] in ("/healthz", "/readyz")


def test_selectors_find_their_pods() -> None:
    for path in MANIFESTS:
        labels = [
            d["spec"]["template"]["metadata"]["labels"]
            for d in documents(path)
            if d["kind"] == "Deployment"
        ]
        for document in documents(path):
            selector = document["spec"]["selector"]
            assert selector.get("matchLabels", selector) in labels


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_accepts_the_units(path: Path, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("THE UNITS ARE NOT CHECKED: there is no systemd-analyze here")
    unit = tmp_path / path.name.replace("@", "@mails")
    unit.write_text(path.read_text())
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], text=True, capture_output=True, check=False
    )
    # the program is installed elsewhere
    faults = [
        line
        for line in done.stderr.splitlines()
        if unit.name in line and "is not executable" not in line
    ]
    assert faults == []


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_run_commands_that_exist_and_have_time_to_end(path: Path) -> None:
    text = path.read_text()
    [command] = re.findall(r"^ExecStart=\S+/flowfabric (.*)$", text, re.MULTILINE)
    arguments = command.replace("${FF_APP}", "mails:app").replace("${FF_METRICS_PORT}", "9464")
    [seconds] = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
    assert int(seconds) >= settle(arguments.split()) + 10


def test_the_dockerfile_is_sound() -> None:
    done = subprocess.run(
        [BIN / "hadolint", DEPLOY / "Dockerfile"], text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    text = (DEPLOY / "Dockerfile").read_text()
    assert re.search(r"^USER 10001$", text, re.MULTILINE)
    assert re.search(r'^ENTRYPOINT \["flowfabric"\]$', text, re.MULTILINE)
