"""The server under test: private and durable, its settings printed, nothing tuned away."""

from __future__ import annotations

import contextlib
import itertools
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from pg_server import PrivateServer, RunningServer

OWNER = "bench_owner"
CLIENT = "bench_client"
SCRIPTS = Path(__file__).parent / "sql"
INSTALLATION = Path(__file__).parent.parent / "dist/flowfabric.sql"

# Durability and checkpoints are PostgreSQL's defaults. Only the sizes are ours: with the default
# max_wal_size of 1 GB a batch scenario would ask for a checkpoint every few seconds.
SETTINGS = {
    "shared_buffers": "1GB",
    "max_wal_size": "8GB",
    "min_wal_size": "2GB",
    # PostgreSQL's default; the servers of tests have more
    "max_prepared_transactions": "0",
}
SHOWN_SETTINGS = (
    *("fsync", "synchronous_commit", "full_page_writes", "data_checksums", "shared_buffers"),
    *("max_wal_size", "checkpoint_timeout", "autovacuum", "jit"),
)

_numbers = itertools.count(1)


class BenchError(Exception):
    """A figure cannot be had, or would be wrong."""


@dataclass(frozen=True)
class Load:
    """What pgbench runs: a script, and by how many clients."""

    script: str
    clients: int = 8
    units: int = 1  # executions in one run of the script
    variables: tuple[str, ...] = ()  # name=value

    @property
    def path(self) -> Path:
        return SCRIPTS / f"{self.script}.sql"


@dataclass(frozen=True)
class Database:
    """A database, reached by the client's login, or, to look behind the scenes, the superuser."""

    server: RunningServer
    name: str

    def connect(self, user: str = CLIENT) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(self.server.dsn(self.name, user), autocommit=True)

    def value(self, query: str) -> Any:
        with self.connect("postgres") as connection:
            row = connection.execute(query.encode()).fetchone()
        return row[0] if row else None

    def execute(self, *statements: str) -> None:
        with self.connect("postgres") as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def run(self, load: Load, seconds: float, *arguments: str) -> float:
        """Run a load for some seconds; answer how many units a second it did."""
        return load.units * self._pgbench(load, "-T", str(max(1, round(seconds))), *arguments)

    def run_times(self, load: Load, times: int) -> float:
        """Run a load a number of times, all clients together; answer units a second."""
        return load.units * self._pgbench(load, "-t", str(-(-times // load.clients)))

    def waiting(self) -> int:
        count = self.value(
            "select count(*) from flowfabric.ff_exec_core"
            " where claimable_at is not null and state = 'waiting_first'"
        )
        return int(count)

    def open_lane(self) -> None:
        """One submission, alone: the first ones of several sessions make a route each, which the
        tick merges some time later, perhaps in the middle of a figure."""
        if not self.value("select exists (select from flowfabric.ff_route)"):
            self.run_times(Load("submit", clients=1), 1)

    def fill(self, waiting: int) -> None:
        """Submit until so many executions wait; some hundred too many do no harm."""
        self.open_lane()
        missing = waiting - self.waiting()
        if missing > 0:
            self.run_times(Load("submit_batch", clients=2), -(-missing // 1000))

    def settle(self) -> None:
        """Do now what would be done some time later, perhaps in the middle of a figure."""
        self.execute("vacuum (analyze)", "checkpoint")

    def _pgbench(self, load: Load, *arguments: str) -> float:
        threads = min(load.clients, 2)
        how = f"-n -M prepared -c {load.clients} -j {threads}".split()
        how += [f"--define={variable}" for variable in load.variables]
        result = subprocess.run(
            [self.server.bindir / "pgbench", *how, "-f", load.path, *arguments],
            env=self.server.env(self.name, CLIENT),
            text=True,
            capture_output=True,
        )
        rate = re.search(r"^tps = ([0-9.]+)", result.stdout, re.MULTILINE)
        # a client that meets an error stops, and the others go on without it
        if result.returncode != 0 or not rate or "abort" in result.stderr:
            raise BenchError(f"pgbench, {load.script}:\n{result.stderr.strip()}")
        return float(rate[1])


@dataclass
class Cluster:
    """The private server, and fresh databases on it. None is dropped: a drop is a checkpoint."""

    server: PrivateServer
    installation: Path
    _templates: dict[Path, str] = field(default_factory=dict)

    @property
    def address(self) -> RunningServer:
        return self.server.address

    def database(self, installation: Path | None = None) -> Database:
        """A fresh database with the engine, installed by a role that is not a superuser."""
        template = self._template(installation or self.installation)
        name = f"bench_{next(_numbers)}"
        self.address.psql("-c", f"create database {name} template {template} owner {OWNER}")
        return Database(self.address, name)

    def empty_database(self) -> Database:
        name = f"bench_{next(_numbers)}"
        self.address.psql("-c", f"create database {name} owner {CLIENT}")
        return Database(self.address, name)

    def settings(self) -> dict[str, str]:
        return {name: self.address.psql("-c", f"show {name}") for name in SHOWN_SETTINGS}

    @contextlib.contextmanager
    def with_settings(self, **settings: str) -> Iterator[None]:
        """Change settings of the whole server for a while."""
        for name, value in settings.items():
            self.address.psql("-c", f"alter system set {name} = '{value}'")
        self._reload()
        try:
            yield
        finally:
            for name in settings:
                self.address.psql("-c", f"alter system reset {name}")
            self._reload()

    def _reload(self) -> None:
        # the checkpointer takes its time to notice; a checkpoint makes sure that it has
        self.address.psql("-c", "select pg_reload_conf()", "-c", "select pg_sleep(0.5)")
        self.address.psql("-c", "checkpoint")

    def _template(self, installation: Path) -> str:
        if installation not in self._templates:
            if not installation.is_file():
                raise BenchError(f"{installation} does not exist: make build")
            name = f"bench_template_{len(self._templates)}"
            self.address.psql("-c", f"create database {name} owner {OWNER}")
            self.address.psql("-f", str(installation), dbname=name, user=OWNER)
            self.address.psql("-c", f"grant ff_producer, ff_worker, ff_operator to {CLIENT}")
            self._templates[installation] = name
        return self._templates[installation]


@contextlib.contextmanager
def private_cluster(
    pg: int, installation: Path = INSTALLATION, settings: dict[str, str] | None = None
) -> Iterator[Cluster]:
    with PrivateServer(pg, durable=True, settings=SETTINGS | (settings or {})) as server:
        server.address.psql(
            *("-c", f"create role {OWNER} login createrole"),
            *("-c", f"create role {CLIENT} login"),
        )
        yield Cluster(server, installation)
