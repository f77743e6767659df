"""The tables of docs/benchmarks.md: written from results, and not from disturbed ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import tables

PAGE = """Text before.

<!-- table: workers -->

| old |

<!-- end of table -->

Text after.
"""


def document(disturbances: list[float]) -> dict[str, Any]:
    figure = {
        "scenario": "worker, function",
        "measured": "20,000 handlers/s",
        "ratio": 0.714,
        "reference": "batch, one client",
        "samples": [0.7, 0.73],
        "bar": None,
        "is_cost": False,
        "passes": None,
        "details": {},
    }
    return {
        "at": "2026-11-19T05:49:52+00:00",
        "commit": "abc1234",
        "postgresql": "15.18",
        "cores": 2,
        "floor": {"slices": [19000.0, 20000.0, 21000.0], "disturbances": disturbances},
        "figures": [figure],
    }


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "benchmarks.md"
    path.write_text(PAGE)
    monkeypatch.setattr(tables, "PAGE", path)
    return path


def run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, result: dict[str, Any], *options: str
) -> int:
    path = tmp_path / "result.json"
    path.write_text(json.dumps(result))
    monkeypatch.setattr("sys.argv", ["bench.tables", *options, str(path)])
    return tables.main()


def test_a_table_is_replaced_and_the_text_around_it_is_kept(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, tmp_path, document([0.01])) == 0
    assert page.read_text() == PAGE.replace(
        "| old |\n",
        "| One process | Measured | To one client of raw batches |\n"
        "| --- | --- | --- |\n"
        "| worker, function | 20,000 handlers/s | 0.71 |\n"
        "\n"
        "PostgreSQL 15.18, 2 cores, floor 20,000 commits/s (19,000 to 21,000), 2026-11-19,"
        " commit abc1234.\n",
    )


def test_disturbed_figures_are_refused(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, tmp_path, document([0.01, 0.2])) == 1
    assert page.read_text() == PAGE


def test_disturbed_figures_that_are_written_anyway_say_so(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, tmp_path, document([0.01, 0.2]), "--anyway") == 0
    assert "**Disturbed: to be measured again.**" in page.read_text()


def test_the_page_has_a_place_for_every_table() -> None:
    text = tables.PAGE.read_text()
    missing = [
        name for name in [*tables.TABLES, "instructions"] if f"<!-- table: {name} -->" not in text
    ]
    assert missing == []
