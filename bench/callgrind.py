"""How many instructions a backend executes for one call, counted by valgrind's callgrind.

The server runs under valgrind, and a backend writes a file whenever it becomes ready for the next
query: so each file is one call, its commit included. The wait for the client is not, because a
system call executes no instructions of the process.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

from pg_server import PrivateServer

from .cluster import BenchError
from .figures import say

# A plan is made anew by the first five calls, and the next one decides to keep it; statements
# that only some calls reach come to that later.
WARM_UP = 15
CALLS = 30
BATCH_WARM_UP = 8
BATCHES = 15
ITEMS = 100

# A function of the server that runs when it is ready for the next query, and no library's.
READY = "ReadyForQuery"


def restart_under_callgrind(server: PrivateServer) -> Path:
    """Start the server anew, and return the directory of the files."""
    say("starting the server under valgrind")
    server.stop()
    directory = server.directory / "callgrind"
    directory.mkdir()
    directory.chmod(0o777)  # the account of the server writes there
    programs = server.directory / "programs"
    programs.mkdir()
    wrapper = programs / "postgres"
    wrapper.write_text(
        "#!/bin/sh\n"
        f"exec valgrind --quiet --tool=callgrind --dump-before={READY}"
        f" --callgrind-out-file='{directory}/callgrind.%p'"
        f" '{server.server_programs}/postgres' \"$@\"\n"
    )
    wrapper.chmod(0o755)
    server.start(programs)
    return directory


R = TypeVar("R")


@dataclass(frozen=True)
class Cost:
    """Instructions of one call, or, of a batch, of one item in it."""

    typical: int
    spread: float  # the middle half of the calls, as a part of the typical one

    @classmethod
    def of(cls, counts: Sequence[int], items: int) -> Cost:
        lower, middle, upper = quantiles(counts, n=4)
        return cls(round(median(counts) / items), (upper - lower) / middle)


@dataclass
class Counter:
    """Counts the instructions of one backend that runs under callgrind."""

    directory: Path
    backend: int
    keep: Path | None = None
    counts: dict[str, list[int]] = field(default_factory=dict)

    def count(self, name: str, send: Callable[[], R]) -> R:
        """Send a query, and note how many instructions it took."""
        answer = send()
        # the answer was sent after the file was written; the first call wrote one more, to prepare
        newest = max(self._files(), key=lambda path: int(path.suffix[1:]))
        count = re.search(r"^summary: (\d+)", newest.read_text(), re.MULTILINE)
        if not count:
            raise BenchError(f"{newest} has no summary")
        self.counts.setdefault(name, []).append(int(count[1]))
        if self.keep:
            shutil.copy(newest, self.keep / f"callgrind.{name.replace(' ', '_')}")
        for path in self._files():
            path.unlink()
        return answer

    def costs(self) -> dict[str, Cost]:
        """The cost of each call once it is warm; of a batch, the cost of an item."""
        return {
            name: Cost.of(counts[BATCH_WARM_UP:], ITEMS)
            if name.endswith("batch")
            else Cost.of(counts[WARM_UP:], 1)
            for name, counts in self.counts.items()
        }

    def _files(self) -> list[Path]:
        files = [*self.directory.glob(f"callgrind.{self.backend}.*")]
        if not files:
            raise BenchError(f"callgrind wrote nothing: has this server no symbol {READY}?")
        return files
