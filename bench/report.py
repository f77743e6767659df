"""The table, and the same as JSON."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from statistics import median

from .figures import TOLERATED, Effort, Figure, Floor

RESULTS = Path(__file__).parent / "results"


def table(figures: Sequence[Figure], effort: Effort, is_disturbed: bool) -> str:
    rows = [("scenario", "measured", "ratio", "to", "range", "bar", "")]
    rows += [_row(figure, " ?" if is_disturbed else "") for figure in figures]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    right = {2, 5}
    lines = [
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines.insert(1, "-" * max(map(len, lines)))
    missed = [figure.scenario for figure in figures if figure.passes is False]
    judged = [figure for figure in figures if figure.passes is not None]
    lines += ["", f"{len(judged) - len(missed)} of {len(judged)} bars hold."]
    if not effort.has_a_say:
        lines.append("A quick run: one round is within the noise, look at it and do not quote it.")
    return "\n".join(lines)


def _row(figure: Figure, doubt: str) -> tuple[str, str, str, str, str, str, str]:
    bar = "" if figure.bar is None else f"{'≤' if figure.is_cost else '≥'} {figure.bar:g}"
    verdict = {None: "", True: "pass" + doubt, False: "MISS" + doubt}[figure.passes]
    spread = ""
    if len(figure.samples) > 1:
        spread = f"{min(figure.samples):.2f} .. {max(figure.samples):.2f}"
    return (
        figure.scenario,
        figure.measured,
        f"{figure.ratio:.2f}",
        figure.reference,
        spread,
        bar,
        verdict,
    )


def heading(version: str, settings: Mapping[str, str], floor: Floor) -> str:
    shown = ", ".join(f"{name} {value}" for name, value in settings.items())
    lines = [f"PostgreSQL {version}, {os.cpu_count()} cores, {platform.machine()}; {shown}"]
    if floor.rates:
        lines.append(
            f"floor: {median(floor.rates):,.0f} commits/s"
            f" ({min(floor.rates):,.0f} .. {max(floor.rates):,.0f} in {len(floor.rates)} slices)"
        )
    disturbed = [share for share in floor.quiet.disturbances if share > TOLERATED]
    if disturbed:
        lines.append(
            f"DISTURBED: in {len(disturbed)} of {len(floor.quiet.disturbances)} slices others had"
            f" {TOLERATED:.0%} to {max(disturbed):.0%} of the machine; expect better, and repeat."
        )
    return "\n".join(lines) + "\n"


def origin(version: str) -> dict[str, object]:
    """Where and when something was measured."""
    git = subprocess.run(
        ["git", "describe", "--always", "--dirty"],
        cwd=RESULTS.parent,
        text=True,
        capture_output=True,
    )
    return {
        "at": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "commit": git.stdout.strip() or "unknown",
        "postgresql": version,
        "cores": os.cpu_count(),
    }


def as_json(
    version: str,
    settings: Mapping[str, str],
    floor: Floor,
    figures: Sequence[Figure],
    effort: Effort,
) -> str:
    return json.dumps(
        origin(version)
        | {
            "settings": settings,
            "effort": dataclasses.asdict(effort),
            "floor": {"slices": floor.rates, "disturbances": floor.quiet.disturbances},
            "figures": [
                dataclasses.asdict(figure) | {"passes": figure.passes} for figure in figures
            ],
        },
        indent=2,
    )


def save(text: str) -> Path:
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{datetime.now(timezone.utc):%Y-%m-%dT%H-%M-%SZ}.json"
    path.write_text(text + "\n")
    return path
