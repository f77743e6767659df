"""The pinned packages of `make bench T=peers`: verified, or the queue is skipped with a reason."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest

from bench.peers import packages
from bench.peers.packages import Package, UnavailableError

CONTENT = b"an archive\n"
INTEGRITY = f"sha256-{base64.b64encode(hashlib.sha256(CONTENT).digest()).decode()}"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(packages, "CACHE", tmp_path)
    return tmp_path


def package(integrity: str) -> Package:
    return Package("example", "1.0", "example-1.0.tgz", integrity)


def test_an_archive_with_the_pinned_checksum_is_used(cache: Path) -> None:
    command = ("sh", "-c", f"echo 'an archive' > {cache}/example-1.0.tgz")
    assert package(INTEGRITY).fetch(*command).read_bytes() == CONTENT


def test_an_archive_with_another_checksum_is_refused_and_removed(cache: Path) -> None:
    command = ("sh", "-c", f"echo 'another archive' > {cache}/example-1.0.tgz")
    with pytest.raises(UnavailableError, match="does not have the pinned checksum"):
        package(INTEGRITY).fetch(*command)
    assert not (cache / "example-1.0.tgz").exists()


def test_an_archive_that_has_changed_in_the_cache_is_refused(cache: Path) -> None:
    (cache / "example-1.0.tgz").write_bytes(b"something else\n")
    with pytest.raises(UnavailableError, match="does not have the pinned checksum"):
        package(INTEGRITY).fetch("false")


@pytest.mark.usefixtures("cache")
def test_a_registry_that_cannot_be_reached_is_the_reason_given() -> None:
    with pytest.raises(UnavailableError, match="no route to host"):
        package(INTEGRITY).fetch("sh", "-c", "echo 'no route to host' >&2; exit 1")


@pytest.mark.usefixtures("cache")
def test_without_npm_graphile_worker_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnavailableError, match="npm was not found"):
        packages.graphile_worker_source(tmp_path)
