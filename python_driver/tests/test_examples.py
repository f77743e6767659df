"""The examples run, each with one command, and say what the documents say."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from build import ROOT

EXAMPLES = sorted(path.relative_to(ROOT) for path in ROOT.glob("examples/*.py"))
SHOWN_IN = {
    "deploy_approval.py": ROOT / "docs/approvals.md",
    "llm_race.py": ROOT / "docs/flows.md",
    "token_budget.py": ROOT / "docs/budgets.md",
    "media_pipeline.py": ROOT / "docs/flows.md",
    "order.py": ROOT / "docs/steps.md",
    "agent_loop.py": ROOT / "docs/steps.md",
    "nightly_import.py": ROOT / "docs/steps.md",
    "encrypted_payloads.py": ROOT / "docs/steps.md",
}


def shown(page: Path) -> list[str]:
    return re.findall(r"```text\n(.*?)```", page.read_text(), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_says_what_the_documents_say(example: Path) -> None:
    run = subprocess.run(
        [sys.executable, example],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "python_driver")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout in shown(SHOWN_IN[example.name])


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_the_documents_show_its_code(example: Path) -> None:
    code = (ROOT / example).read_text()
    said = [text for text in shown(SHOWN_IN[example.name]) if text.startswith("    ")]
    assert any(text in code for text in said)


@pytest.mark.parametrize("page", sorted(set(SHOWN_IN.values())), ids=lambda page: page.name)
def test_the_code_that_documents_show_is_there(page: Path) -> None:
    codes = [(ROOT / example).read_text() for example in EXAMPLES]
    for text in shown(page):
        if text.startswith("    "):
            assert any(text in code for code in codes), text
