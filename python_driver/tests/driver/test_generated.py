"""The generated modules of the driver are what `make driver` would write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
from build import ROOT
from make_driver import make_all


def test_the_driver_is_generated_from_the_catalogue(
    connect: Callable[..., psycopg.Connection[Any]],
) -> None:
    made = make_all(connect(autocommit=True))
    stale = [str(path) for path, text in made.items() if (ROOT / path).read_text() != text]
    assert stale == [], "not current: make driver"


def test_every_generated_module_says_so(connect: Callable[..., psycopg.Connection[Any]]) -> None:
    made = make_all(connect(autocommit=True))
    generated = {
        path.relative_to(ROOT)
        for path in (ROOT / "python_driver/flowfabric").rglob("*.py")
        if path.read_text().startswith("# Generated")
    }
    assert generated == set(made)
