"""The budget of instructions: `make instructions` fails when a call has become dearer."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from bench.callgrind import Cost
from bench.instructions import BUDGETS, Build, judge, read_budget

BUILD = Build("PostgreSQL 15.18 on x86_64", "sha256:aa", "glibc 2.36", "valgrind-3.19.0", "x86_64")


@pytest.fixture
def budgets(tmp_path: Path) -> Path:
    path = tmp_path / "instructions.json"
    record = {"build": vars(BUILD), "instructions": {"submit": 100_000, "claim": 200_000}}
    path.write_text(json.dumps([record]))
    return path


def costs(submit: int, claim: int) -> dict[str, Cost]:
    return {"submit": Cost(submit, 0.0), "claim": Cost(claim, 0.0)}


def test_a_call_that_has_become_three_percent_dearer_fails(
    budgets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge(budgets, BUILD, costs(submit=100_000, claim=206_000), is_recording=False) == 1
    assert "claim: 3% over the budget, or more" in capsys.readouterr().out


def test_a_call_within_three_percent_passes_and_leaves_the_budget_alone(budgets: Path) -> None:
    assert judge(budgets, BUILD, costs(submit=97_100, claim=205_999), is_recording=False) == 0
    assert read_budget(budgets, BUILD) == {"submit": 100_000, "claim": 200_000}


def test_a_call_that_has_become_cheaper_passes_and_is_named(
    budgets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judge(budgets, BUILD, costs(submit=90_000, claim=200_000), is_recording=False) == 0
    assert "submit: cheaper" in capsys.readouterr().out


def test_recording_replaces_the_budget_of_this_build(budgets: Path) -> None:
    assert judge(budgets, BUILD, costs(submit=150_000, claim=200_000), is_recording=True) == 0
    assert read_budget(budgets, BUILD) == {"submit": 150_000, "claim": 200_000}


@pytest.mark.parametrize("part", [field.name for field in dataclasses.fields(Build)])
def test_on_another_build_it_records_anew_and_says_so(
    part: str, budgets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = dataclasses.replace(BUILD, **{part: "another"})
    assert judge(budgets, other, costs(submit=150_000, claim=300_000), is_recording=False) == 0
    assert "RECORDED ANEW" in capsys.readouterr().out
    assert read_budget(budgets, other) == {"submit": 150_000, "claim": 300_000}
    assert read_budget(budgets, BUILD) == {"submit": 100_000, "claim": 200_000}


def test_the_stored_budgets_can_be_read() -> None:
    for record in json.loads(BUDGETS.read_text()):
        assert read_budget(BUDGETS, Build(**record["build"])) == record["instructions"]
