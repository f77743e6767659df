"""The JavaScript of others is what they published."""

from __future__ import annotations

import pytest
import vendored


def test_every_file_has_the_checksum_of_its_package() -> None:
    assert list(vendored.faults()) == []


def test_a_changed_or_additional_file_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path_factory.mktemp("vendor")
    for path in vendored.DIRECTORY.iterdir():
        (directory / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(vendored, "DIRECTORY", directory)
    (directory / "htmx.min.js").write_text("other")
    (directory / "new.js").write_text("new")
    (directory / "LICENSE.uPlot").unlink()
    assert list(vendored.faults()) == [
        "new.js is of no package",
        "htmx.min.js was changed",
        "LICENSE.uPlot is missing",
    ]


def test_every_package_has_its_licence() -> None:
    for package in vendored.packages().values():
        assert any(file["path"] == "LICENSE" for file in package["files"].values())
