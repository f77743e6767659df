#!/usr/bin/env python3
"""Check the models of tools/models/ with spin: the law holds, and is broken without any one rule.

    python tools/run_models.py            all models
    python tools/run_models.py meeting    one of them

A model leaves out a rule where its name is defined (`#ifdef TICKS_DROP_TODOS`). If the law held all
the same, either the rule would not be needed, or the model would not show what happens without it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MODELS = Path(__file__).parent / "models"
RULE = re.compile(r"#ifn?def (\w+)")
# deeper than any of them: a search that is cut short says so, and fails
DEPTH = 1_000_000


class ModelError(Exception):
    pass


def _run(command: list[str], directory: Path) -> str:
    result = subprocess.run(
        command, cwd=directory, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if result.returncode not in (0, 1):
        raise ModelError(f"{' '.join(command)}\n{result.stdout}")
    return result.stdout


def _search(model: Path, rule: str | None) -> tuple[int, int]:
    """The violations and the states that spin finds, with a rule left out."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        defined = [f"-D{rule}"] if rule else []
        _run(["spin", "-a", *defined, str(model)], directory)
        _run(["gcc", "-O1", "-w", "-DSAFETY", "-o", "pan", "pan.c"], directory)
        report = _run(["./pan", f"-m{DEPTH}"], directory)
    errors = re.search(r"errors: (\d+)", report)
    states = re.search(r"(\d+) states, stored", report)
    if not errors or not states or "max search depth too small" in report:
        raise ModelError(report)
    return int(errors[1]), int(states[1])


def check(model: Path) -> bool:
    rules = sorted(set(RULE.findall(model.read_text())))
    began = time.monotonic()
    errors, states = _search(model, None)
    is_right = errors == 0
    seconds = time.monotonic() - began
    verdict = "holds" if is_right else "is BROKEN"
    print(f"{model.stem}: the law {verdict} in {states:,} states ({seconds:.0f} s)")
    for rule in rules:
        errors, _ = _search(model, rule)
        is_right = is_right and errors > 0
        print(f"{'ok      ' if errors else 'NOT SEEN'} {rule}")
    return is_right


def main() -> int:
    names = sys.argv[1:] or sorted(path.stem for path in MODELS.glob("*.pml"))
    try:
        return 0 if all(check(MODELS / f"{name}.pml") for name in names) else 1
    except (ModelError, OSError) as error:
        print(f"models: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
