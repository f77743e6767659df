"""The output of the demo: sentences that stay, and below them, on a terminal, a live part."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

MAX_WIDTH = 100
PLAIN_INTERVAL_S = 2.0


@dataclass(frozen=True)
class WorkerRow:
    name: str
    pid: int
    state: str  # working | idle | killed | frozen
    leases: int
    done: int


@dataclass(frozen=True)
class Snapshot:
    """The numbers of one moment, read from the database."""

    lane: str
    total: int
    waiting: int
    leased: int
    lapsed: int
    done: int
    rate: float
    workers: list[WorkerRow] = field(default_factory=list)


STATE_STYLES = {"working": "green", "idle": "dim", "killed": "bold red", "frozen": "bold yellow"}


class Screen:
    """On a terminal a live display, elsewhere plain lines without control codes."""

    def __init__(self, file: TextIO) -> None:
        self._console = Console(file=file, highlight=False, emoji=False)
        if self._console.width > MAX_WIDTH:
            self._console.width = MAX_WIDTH
        self._is_live = self._console.is_terminal and not self._console.is_dumb_terminal
        self._live: Live | None = None
        self._plain_at = 0.0

    def __enter__(self) -> Screen:
        if self._is_live:
            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Remove the live part; the sentences stay."""
        if self._live:
            self._live.stop()
            self._live = None

    def title(self, text: str) -> None:
        self._console.print(Text(text, style="bold"), soft_wrap=not self._is_live)

    def step(self, number: int, text: str) -> None:
        """A new step of the story."""
        self._say(f"[bold cyan]{number}[/] {escape(text)}")

    def more(self, text: str) -> None:
        self._say(f"  {escape(text)}")

    def code(self, text: str) -> None:
        self._say(f"    [cyan]{escape(text)}[/]")

    def error(self, text: str) -> None:
        self._say(f"  [bold red]{escape(text)}[/]")

    def good(self, text: str) -> None:
        self._say(f"  [green]{escape(text)}[/]")

    def plain(self, text: str = "") -> None:
        self._say(escape(text))

    def _say(self, markup: str) -> None:
        self._console.print(markup, soft_wrap=not self._is_live)

    def show(self, now: Snapshot) -> None:
        if self._live:
            self._live.update(_panel(now), refresh=True)
        elif time.monotonic() - self._plain_at >= PLAIN_INTERVAL_S:
            self._plain_at = time.monotonic()
            self.more(
                f"[{now.done} of {now.total} done, {now.waiting} waiting, {now.leased} leased, "
                f"{now.lapsed} lapsed, {now.rate:.0f} done/s]"
            )


def _panel(now: Snapshot) -> RenderableType:
    bar = Table.grid(padding=(0, 2))
    bar.add_row(
        Text(f"lane {now.lane}", style="bold"),
        ProgressBar(total=now.total, completed=now.done, width=30),
        f"{now.done} of {now.total} done",
        f"{now.rate:.0f} done/s",
    )
    counts = Text.assemble(
        f"{now.waiting} waiting, {now.leased} leased, ",
        (f"{now.lapsed} lapsed", "bold yellow" if now.lapsed else ""),
        style="dim",
    )
    workers = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", pad_edge=False)
    workers.add_column("worker")
    for heading in ("pid", "leases", "done"):
        workers.add_column(heading, justify="right")
    workers.add_column("")
    for row in now.workers:
        workers.add_row(
            row.name,
            str(row.pid),
            str(row.leases),
            str(row.done),
            Text(row.state, style=STATE_STYLES[row.state]),
        )
    return Group("", bar, counts, workers)
