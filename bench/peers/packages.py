"""The pinned packages of other projects, fetched when they are measured and never committed."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(__file__).parent / "packages"  # ignored by git
TIMEOUT_S = 60


class UnavailableError(Exception):
    """A package cannot be had here; the message says why."""


@dataclass(frozen=True)
class Package:
    """One archive of a registry, and the checksum that the registry gives for it."""

    name: str
    version: str
    archive: str
    integrity: str

    @property
    def path(self) -> Path:
        return CACHE / self.archive

    def fetch(self, *command: str) -> Path:
        """Fetch the archive unless it is there, and return it if its checksum is right."""
        if not self.path.exists():
            CACHE.mkdir(exist_ok=True)
            _run(command)
        if not self.path.exists():
            raise UnavailableError(f"{command[0]} fetched something else than {self.archive}")
        algorithm, _, expected = self.integrity.partition("-")
        digest = hashlib.new(algorithm, self.path.read_bytes()).digest()
        if base64.b64encode(digest).decode() != expected:
            self.path.unlink()
            raise UnavailableError(f"{self.archive} does not have the pinned checksum")
        return self.path


# To move to another version: change it here, remove the cache, run, and read what it fetched.
PGMQ = Package(
    name="pgmq",
    version="1.1.4",  # of the Python package; its SQL is that of the extension's 1.13.0
    archive="pgmq-1.1.4-py3-none-any.whl",
    integrity="sha256-TZ56pRcpVmnUahHT0TEG773HONDhJ9hMVnttTJNufR0=",
)
GRAPHILE_WORKER = Package(
    name="graphile-worker",
    version="0.18.0",
    archive="graphile-worker-0.18.0.tgz",
    integrity=(
        "sha512-WDpuFp7v6TUoTeA5k9YFHfopaomZkyIy90PvRWMuM5BV0igRnNScw82HI6IehAiaI7wWpS56IWloLZ8ugZ2ceA=="
    ),
)


def pgmq_sql() -> tuple[str, str]:
    """The installation of pgmq as one script, and the version of the extension that it is."""
    archive = PGMQ.fetch(
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
        *("--retries", "1", "--dest", str(CACHE), f"{PGMQ.name}=={PGMQ.version}"),
    )
    with zipfile.ZipFile(archive) as files:
        version = files.read("pgmq/sql/VERSION").decode().strip()
        return files.read("pgmq/sql/pgmq.sql").decode(), version


def graphile_worker_source(directory: Path) -> tuple[list[str], str]:
    """The migrations of graphile-worker, in their order; its JavaScript goes into a directory."""
    for program in ("npm", "node"):
        if not shutil.which(program):
            raise UnavailableError(f"{program} was not found: Debian has it as the package npm")
    archive = GRAPHILE_WORKER.fetch(
        *("npm", "pack", "--ignore-scripts", "--loglevel=error", "--fetch-retries=1"),
        *("--pack-destination", str(CACHE), f"{GRAPHILE_WORKER.name}@{GRAPHILE_WORKER.version}"),
    )
    migrations = {}
    with tarfile.open(archive) as files:
        for member in files:
            name = member.name.removeprefix("package/")
            content = files.extractfile(member) if member.isfile() else None
            if content is None:
                continue
            if name.startswith("sql/"):
                migrations[name] = content.read().decode()
            elif name == "package.json" or (name.startswith("dist/") and name.endswith(".js")):
                (directory / name).parent.mkdir(parents=True, exist_ok=True)
                (directory / name).write_bytes(content.read())
    return [migrations[name] for name in sorted(migrations)], GRAPHILE_WORKER.version


def _run(command: Sequence[str]) -> None:
    try:
        result = subprocess.run(command, text=True, capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise UnavailableError(f"{command[0]} did not come to an end in {TIMEOUT_S} s") from None
    if result.returncode != 0:
        last = (result.stderr.strip() or result.stdout.strip()).splitlines()[-1:]
        program = " ".join([Path(command[0]).name, *command[1:4]])
        raise UnavailableError(f"{program} failed: {' '.join(last)}")
