"""The tables of docs/benchmarks.md, written from results: `make figures`

    make figures                                                       measure, then write
    PYTHONPATH=tools .venv/bin/python -m bench.tables RESULT.json ...   write these results

A table stands between two comments in the page. Tables without new figures are left alone. A run
beside which other processes kept the machine busy is refused (`--anyway` writes it, and the table
says so).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from .figures import TOLERATED

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/benchmarks.md"
GROUPS = ["throughput", "latency", "wal", "held", "depth", "routes", "admission", "worker", "peers"]
PATIENCE_S = 3600

Document = Mapping[str, Any]
Row = Sequence[str]


class Figures:
    """The figures of one run, by their scenario."""

    def __init__(self, document: Document) -> None:
        self._figures: dict[str, Mapping[str, Any]] = {
            figure["scenario"]: figure for figure in document["figures"]
        }

    def __contains__(self, scenario: str) -> bool:
        return scenario in self._figures

    def __getitem__(self, scenario: str) -> Mapping[str, Any]:
        return self._figures[scenario]

    def starting(self, prefix: str) -> list[Mapping[str, Any]]:
        return [figure for name, figure in self._figures.items() if name.startswith(prefix)]


def fast(figures: Figures) -> list[Row] | None:
    """Executions a second, one by one and in batches."""
    rates = {
        "submit": "submitted one by one, 8 clients",
        "cycle": "claimed and completed one by one, 8 clients",
        "loop": "submitted, claimed and completed one by one, 8 clients",
        "submit batch": "submitted in batches of 1,000, 4 clients",
        "batch": "claimed and completed in batches of 100, 4 clients",
        "batch, one commit": "the same, claim and completion in one statement",
    }
    if "cycle" not in figures or "submit" not in figures:
        return None
    rows: list[Row] = [("", "Executions a second", "To the floor")]
    for scenario, text in rates.items():
        rate = median(figures[scenario]["details"]["rates"])
        rows.append((text, f"{rate:,.0f}", f"{figures[scenario]['ratio']:.2f}"))
    return rows


def calls(figures: Figures) -> list[Row] | None:
    """How long one client waits for each call."""
    measured = [
        figure for figure in figures.starting("one client: ") if "p99_ms" in figure["details"]
    ]
    if not measured:
        return None
    rows: list[Row] = [("One client", "p50", "p95", "p99", "p50 to the floor")]
    for figure in measured:
        details = figure["details"]
        name = figure["scenario"].removeprefix("one client: ").replace("_", " ")
        times = (f"{details[f'p{part}_ms']:.2f} ms" for part in (50, 95, 99))
        rows.append((name, *times, f"{figure['ratio']:.2f}"))
    if "write-ahead log of a cycle" in figures:
        log = figures["write-ahead log of a cycle"]
        rows.append(("write-ahead log of a claim and a completion", log["measured"], "", "", ""))
    return rows


def decay(figures: Figures) -> list[Row] | None:
    """Rates in a large database and beside held transactions, as parts of the usual rate."""
    scenarios = [
        *(figure["scenario"] for figure in figures.starting("loop, ")),
        *(figure["scenario"] for figure in figures.starting("cycle, 500 routes")),
    ]
    return _ratios(
        figures,
        [name for name in scenarios if "nothing held" not in name and "at the end:" not in name],
    )


def limits(figures: Figures) -> list[Row] | None:
    """Rates of work that is subject to limits, as parts of the usual rate."""
    return _ratios(
        figures,
        [
            figure["scenario"]
            for prefix in ("cycle under ", "batch under ")
            for figure in figures.starting(prefix)
        ],
    )


def _ratios(figures: Figures, chosen: Sequence[str]) -> list[Row] | None:
    if not chosen:
        return None
    rows: list[Row] = [("Scenario", "Ratio", "Range", "To", "Bar")]
    for name in chosen:
        figure = figures[name]
        samples = figure["samples"]
        rows.append(
            (
                name,
                f"{figure['ratio']:.2f}",
                f"{min(samples):.2f} to {max(samples):.2f}" if len(samples) > 1 else "",
                figure["reference"],
                _bar(figure),
            )
        )
    return rows


def workers(figures: Figures) -> list[Row] | None:
    """Handlers a second of one worker process in Python."""
    chosen = figures.starting("worker, ")
    if not chosen:
        return None
    rows: list[Row] = [("One process", "Measured", "To one client of raw batches")]
    rows += [
        (figure["scenario"], figure["measured"], f"{figure['ratio']:.2f}") for figure in chosen
    ]
    return rows


PEER_SCENARIOS = {
    "submitted": "submitted one by one, 8 clients",
    "cycle": "claimed and completed one by one, 8 clients",
    "loop": "submitted, claimed and completed one by one, 8 clients",
    "submitted in batches": "submitted in batches of 100, 1 client",
    "drained": "claimed and completed in batches of 100, 8 clients",
}
HELD = "loop, a snapshot held, at the end"
LOG = "write-ahead log of a cycle"


def _queues(figures: Figures) -> list[str]:
    return [
        figure["details"]["queue"]
        for figure in figures.starting("cycle: ")
        if "queue" in figure["details"]
    ]


def _heading(figures: Figures) -> Row:
    versions = (figures[f"cycle: {queue}"]["details"]["version"] for queue in _queues(figures))
    return ("", *(f"{q} {v}".strip() for q, v in zip(_queues(figures), versions, strict=True)))


def peers(figures: Figures) -> list[Row] | None:
    """Rates beside other queues, free and under a held snapshot."""
    if not (queues := _queues(figures)):
        return None
    rows = [_heading(figures)]
    for scenario, text in PEER_SCENARIOS.items():
        cells = []
        for queue in queues:
            rates = figures[f"{scenario}: {queue}"]["details"]["rates"]
            cells.append(f"{median(rates):,.0f} ({min(rates):,.0f} to {max(rates):,.0f})")
        rows.append((f"{text}, a second", *cells))
    held = [figures[f"{HELD}: {queue}"] for queue in queues]
    rows.append(
        (
            "the loop after a minute of it beside a held snapshot, a second; part of the free rate",
            *(f"{figure['details']['rates'][-1]:,.0f}; {figure['ratio']:.0%}" for figure in held),
        )
    )
    return rows


def peer_costs(figures: Figures) -> list[Row] | None:
    """The server's processor time and log, which wander less than the rates."""
    if not (queues := _queues(figures)):
        return None
    rows = [_heading(figures)]
    for scenario in ("cycle", "loop", "drained"):
        cells = [
            f"{median(figures[f'{scenario}: {queue}']['details']['server_us']):,.0f} µs"
            for queue in queues
        ]
        rows.append((f"processor time of the server: {PEER_SCENARIOS[scenario]}", *cells))
    cells = [figures[f"{LOG}: {queue}"]["measured"] for queue in queues]
    rows.append(("write-ahead log of a claim and a completion", *cells))
    return rows


TABLES: Mapping[str, Callable[[Figures], list[Row] | None]] = {
    "fast": fast,
    "calls": calls,
    "decay": decay,
    "limits": limits,
    "workers": workers,
    "peers": peers,
    "peer costs": peer_costs,
}


def instructions(document: Document) -> list[Row]:
    """Instructions of each call of each queue, in thousands."""
    queues = list(document["instructions"])
    rows: list[Row] = [("Thousands of instructions", *queues)]
    for call in document["instructions"][queues[0]]:
        label = f"{call}, an item" if call.endswith("batch") else call
        cells = (f"{document['instructions'][queue][call] / 1000:,.0f}" for queue in queues)
        rows.append((label, *cells))
    return rows


def _bar(figure: Mapping[str, Any]) -> str:
    if figure["bar"] is None:
        return ""
    sign = "≤" if figure["is_cost"] else "≥"
    return f"{sign} {figure['bar']:g}, {'held' if figure['passes'] else 'missed'}"


def is_disturbed(document: Document) -> bool:
    slices = document.get("floor", {}).get("disturbances", [])
    return any(share > TOLERATED for share in slices)


def provenance(document: Document) -> str:
    """Where and when: without it a figure says nothing."""
    parts = [f"PostgreSQL {document['postgresql']}", f"{document['cores']} cores"]
    if slices := document.get("floor", {}).get("slices"):
        parts.append(
            f"floor {median(slices):,.0f} commits/s ({min(slices):,.0f} to {max(slices):,.0f})"
        )
    parts += [document["at"][:10], f"commit {document['commit']}"]
    text = f"{', '.join(parts)}."
    return f"{text} **Disturbed: to be measured again.**" if is_disturbed(document) else text


def markdown(rows: Iterable[Row]) -> str:
    heading, *body = rows
    lines = [heading, ["---"] * len(heading), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write(page: str, documents: Iterable[Document]) -> str:
    """The page with every table that the documents have something for."""
    for document in documents:
        if "instructions" in document:
            page = _replace(page, "instructions", document, instructions(document))
            continue
        figures = Figures(document)
        for name, table in TABLES.items():
            if rows := table(figures):
                page = _replace(page, name, document, rows)
    return page


def _replace(page: str, name: str, document: Document, rows: Iterable[Row]) -> str:
    begin, end = f"<!-- table: {name} -->\n", "<!-- end of table -->"
    block = f"{begin}\n{markdown(rows)}\n\n{provenance(document)}\n\n{end}"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"{PAGE} has no place for the table {name!r}")
    return pattern.sub(lambda _: block, page)


def measure(pg: int) -> list[Document]:
    """All figures of the page; it waits for a quiet machine, an hour at most."""
    commands = [
        ["bench", "--json", "--pg", str(pg), "--patience", str(PATIENCE_S), *GROUPS],
        ["bench.instructions", "--peers", "--json", "--pg", str(pg)],
    ]
    documents = []
    for command in commands:
        result = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, env=os.environ, stdout=subprocess.PIPE
        )
        if result.returncode != 0:
            raise SystemExit(result.returncode)
        documents.append(json.loads(result.stdout))
    return documents


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.tables", description="Write the tables.")
    parser.add_argument("results", nargs="*", type=Path, help="files of bench/results")
    parser.add_argument("--anyway", action="store_true", help="write disturbed figures, too")
    parser.add_argument("--pg", type=int, default=15, metavar="N", help="major version")
    options = parser.parse_args()
    documents = [json.loads(path.read_text()) for path in options.results] or measure(options.pg)
    if any(map(is_disturbed, documents)) and not options.anyway:
        print(
            "Other processes kept the machine busy: nothing was written. Repeat it.",
            file=sys.stderr,
        )
        return 1
    PAGE.write_text(write(PAGE.read_text(), documents))
    print(f"written: {PAGE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
