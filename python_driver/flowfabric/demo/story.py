"""The story of the demo. Every sentence was read back from the database before."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, TextIO, TypeVar
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from .. import installation
from ..embedded import EmbeddedServer, ServerError
from .screen import Screen, Snapshot, WorkerRow
from .worker import BATCH_SIZE

MAIL_COUNT = 300
WORKER_COUNT = 4
MAIL_WORK_MS = (60, 140)
NEWSLETTER_WORK_MS = 2600
LEASE_TTL_MS = 3000
KILL_AFTER = 90  # mails
HINT_WIDTH = 76
REFRESH_S = 0.12
PATIENCE_S = 45  # for anything that the story waits for, on a slow machine

READ_ALL = """
    select d.execution_id, d.public_state, d.ownership_state, d.lease_epoch, d.worker_instance_id
    from unnest(%s::uuid[]) as i (execution_id)
    cross join lateral flowfabric.ff_describe_execution(i.execution_id) as d
"""
READ_ATTEMPTS = """
    select a.execution_id, a.attempt_index, a.attempt_type, a.outcome, a.worker_instance_id,
        a.lease_epoch
    from unnest(%s::uuid[]) as i (execution_id)
    cross join lateral flowfabric.ff_list_attempts(i.execution_id) as a
    order by a.execution_id, a.attempt_index
"""

T = TypeVar("T")
Row = dict[str, Any]


class DemoError(Exception):
    """Something that the demo claims did not happen."""


def verify(is_true: bool, claim: str) -> None:
    if not is_true:
        raise DemoError(f"this should hold, and does not: {claim}")


def run(conninfo: str | None, *, as_json: bool = False) -> int:
    """Tell the story, in `conninfo` or in an embedded server; 0 if all of it came true."""
    stream: TextIO = sys.stderr if as_json else sys.stdout
    try:
        with contextlib.ExitStack() as stack:
            if conninfo is None:
                conninfo = stack.enter_context(EmbeddedServer()).dsn
                lane, is_ours = "emails", True
            else:
                lane, is_ours = f"demo-{secrets.token_hex(3)}", False
            stage = stack.enter_context(prepared(conninfo, lane, is_ours))
            screen = stack.enter_context(Screen(stream))
            Story(stage, screen).tell()
            screen.clear()
    except (DemoError, ServerError) as error:
        print(f"flowfabric: the demo failed: {error}", file=sys.stderr)
        return 1
    stage.end(screen)
    if as_json:
        print(json.dumps(stage.result, indent=2))
    return 0


@dataclass
class Stage:
    """Where the story takes place."""

    conninfo: str
    connection: psycopg.Connection[Row]
    lane: str
    schema: str
    is_embedded: bool
    keeps_executions: bool
    result: dict[str, object] = field(default_factory=dict)

    def rows(self, query: str | sql.Composed, *arguments: object) -> list[Row]:
        return self.connection.execute(query, arguments).fetchall()

    def mail_sent(self, query: str, *arguments: object) -> list[Row]:
        """A query on the business table, which it calls {}."""
        name = sql.Identifier(self.schema, "mail_sent")
        return self.rows(sql.SQL(query).format(name), *arguments)

    def end(self, screen: Screen) -> None:
        if self.keeps_executions:
            screen.plain(f'Your installation keeps the executions of lane "{self.lane}".')
        screen.plain("At-least-once execution, exactly-once state effects in this database.")
        screen.plain("All of this was checked as it ran. Read on: README.md, docs/concepts.md")


@contextlib.contextmanager
def prepared(conninfo: str, lane: str, is_embedded: bool) -> Iterator[Stage]:
    """Install, and make the business table; afterwards take away what was not there before."""
    schema = f"flowfabric_demo_{secrets.token_hex(3)}"
    table = sql.Identifier(schema, "mail_sent")
    connection: psycopg.Connection[Row] = psycopg.connect(
        conninfo, autocommit=True, row_factory=dict_row, prepare_threshold=None
    )
    with connection:
        was_installed = installation.is_there(connection)
        try:
            installation.install(connection)
            connection.execute(sql.SQL("create schema {}").format(sql.Identifier(schema)))
            # without a unique constraint: it is not the table that keeps the zombie out
            connection.execute(
                sql.SQL("create table {} (execution_id uuid, recipient text, sent_by text)").format(
                    table
                )
            )
            yield Stage(
                conninfo, connection, lane, schema, is_embedded, was_installed and not is_embedded
            )
        finally:
            if not is_embedded:
                _clean_up(conninfo, schema, was_installed)


def _clean_up(conninfo: str, schema: str, was_installed: bool) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("set client_min_messages = warning")
        connection.execute("set lock_timeout = '10s'")
        drop = sql.SQL("drop schema if exists {} cascade").format(sql.Identifier(schema))
        connection.execute(drop)
        if not was_installed:
            installation.uninstall(connection)


class Mailer:
    """A worker process and its reports."""

    def __init__(self, stage: Stage, name: str, reports: queue.Queue[Row]) -> None:
        self.name = name
        self.mark = ""  # killed, frozen
        self.errors: deque[str] = deque(maxlen=5)
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", f"{__package__}.worker"),
                *(stage.lane, stage.schema, name, str(LEASE_TTL_MS)),
            ],
            # not as an argument: everybody can read those
            env=os.environ | {"FF_DATABASE_URL": stage.conninfo},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read_reports, args=(reports,), daemon=True)
        self._reader.start()
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()

    @property
    def pid(self) -> int:
        return self.process.pid

    def kill(self) -> None:
        self.process.kill()  # ends a stopped process, too
        self.process.wait()

    def close(self) -> None:
        self.kill()
        self._reader.join()
        self._error_reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            with contextlib.suppress(BrokenPipeError):
                stream.close()

    def _read_reports(self, reports: queue.Queue[Row]) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            reports.put(json.loads(line))

    def _read_errors(self) -> None:
        assert self.process.stderr
        self.errors.extend(line.rstrip() for line in self.process.stderr)


class Story:
    def __init__(self, stage: Stage, screen: Screen) -> None:
        self.stage = stage
        self.screen = screen
        self.ids: list[UUID] = []
        self.mailers: list[Mailer] = []
        self.reports: queue.Queue[Row] = queue.Queue()
        self.progress: deque[tuple[float, int]] = deque(maxlen=12)
        self.state: dict[UUID, Row] = {}

    def tell(self) -> None:
        try:
            self.introduce()
            self.submit()
            self.start_workers()
            victim = self.kill_a_worker()
            self.wait_for_takeover(victim)
            self.let_a_zombie_try()
            self.count(victim)
        finally:
            for mailer in self.mailers:
                mailer.close()

    def introduce(self) -> None:
        info = self.stage.connection.info
        version = (info.parameter_status("server_version") or "").split(" ")[0]
        self.screen.title("FlowFabric: durable execution inside PostgreSQL")
        if self.stage.is_embedded:
            self.screen.plain(
                f"PostgreSQL {version} was started for this demo, and is removed at its end."
            )
        else:
            self.screen.plain(f'In database "{info.dbname}" of PostgreSQL {version}.')

    def submit(self) -> None:
        low, high = MAIL_WORK_MS
        inputs = [
            Jsonb({"to": f"user{n}@example.com", "work_ms": low + n * 37 % (high - low)})
            for n in range(MAIL_COUNT)
        ]
        items = self.stage.rows(
            "select execution_id, outcome from flowfabric.ff_create_executions(%s, %s::jsonb[])",
            self.stage.lane,
            inputs,
        )
        verify([i["outcome"] for i in items] == ["created"] * MAIL_COUNT, "all were created")
        self.ids = [item["execution_id"] for item in items]
        self.screen.step(
            1, f"{MAIL_COUNT} e-mails are to be sent. One call makes an execution of each:"
        )
        self.screen.code(f"select * from ff_create_executions('{self.stage.lane}', $1)")
        self.watch_for(1.5)

    def start_workers(self) -> None:
        self.screen.step(
            2, f"{WORKER_COUNT} processes share the work. Each ends a mail in ONE transaction:"
        )
        self.screen.code("begin; insert into mail_sent ...; select ff_complete(handle); commit;")
        for number in range(1, WORKER_COUNT + 1):
            self.mailers.append(Mailer(self.stage, f"mailer-{number}", self.reports))
        self.wait_until(lambda: self.done() >= KILL_AFTER, f"{KILL_AFTER} mails were sent")

    # --- a worker crashes ---

    def kill_a_worker(self) -> Mailer:
        """SIGKILL in mid-lease. It is stopped for the look whether it holds one."""
        victim = self.mailers[2]

        def is_caught() -> bool:
            os.kill(victim.pid, signal.SIGSTOP)
            self.look()
            if len(self.held_by(victim)) >= BATCH_SIZE - 1:
                return True
            os.kill(victim.pid, signal.SIGCONT)
            return False

        self.wait_until(is_caught, f"{victim.name} holds leases")
        victim.mark = "killed"
        victim.kill()
        time.sleep(REFRESH_S)  # a commit that was on its way
        self.look()
        held = len(self.held_by(victim))
        verify(held > 0, f"{victim.name} died with leases")
        self.screen.step(
            3, f"kill -9 {victim.pid}: {victim.name} dies, with {held} mails claimed and not sent."
        )
        return victim

    def wait_for_takeover(self, victim: Mailer) -> None:
        self.wait_until(lambda: self.done() == MAIL_COUNT, "all mails were sent")
        lost = self.lost_by(victim)
        heirs = sorted({heir["worker_instance_id"] for _, heir in lost})
        epochs = sorted({str(heir["lease_epoch"]) for _, heir in lost})
        seconds = LEASE_TTL_MS / 1000
        self.screen.more(
            "No supervisor is needed: when its leases have lapsed "
            f"({seconds:.0f} s), whoever claims"
        )
        self.screen.more(
            f"next gets that work: {_and(heirs)} took all {len(lost)}, under epoch {_and(epochs)}."
        )

    def lost_by(self, mailer: Mailer) -> list[tuple[Row, Row]]:
        """The attempts that a mailer lost, each with the one that followed; checked."""
        attempts = self.stage.rows(READ_ATTEMPTS, self.ids)
        pairs = [
            (attempt, attempts[number + 1])
            for number, attempt in enumerate(attempts)
            if attempt["worker_instance_id"] == mailer.name
            and attempt["outcome"] != "ended_success"
        ]
        verify(len(pairs) > 0, f"{mailer.name} lost something")
        for lost, next_one in pairs:
            verify(lost["outcome"] == "interrupted_reclaimed", "a lost attempt ends as reclaimed")
            verify(next_one["execution_id"] == lost["execution_id"], "it has a successor")
            verify(next_one["attempt_type"] == "reclaim", "the successor is a reclaim")
            verify(next_one["worker_instance_id"] != mailer.name, "by another worker")
            verify(next_one["lease_epoch"] == lost["lease_epoch"] + 1, "under the next epoch")
        return pairs

    # --- a worker freezes, and comes back as a zombie ---

    def let_a_zombie_try(self) -> None:
        newsletter = self.submit_newsletter()
        zombie = self.holder_of(newsletter, other_than=None)
        time.sleep(REFRESH_S)
        os.kill(zombie.pid, signal.SIGSTOP)
        zombie.mark = "frozen"
        self.look()
        epoch = self.state[newsletter]["lease_epoch"]
        self.screen.step(
            4,
            f"{zombie.name} claims a newsletter (epoch {epoch}), "
            f"then freezes: kill -STOP {zombie.pid}",
        )

        heir = self.holder_of(newsletter, other_than=zombie)
        self.look()
        verify(self.state[newsletter]["lease_epoch"] == epoch + 1, "the epoch grew by one")
        self.screen.more(
            f"Its lease lapses; {heir.name} claims the newsletter, too (epoch {epoch + 1})."
        )

        os.kill(zombie.pid, signal.SIGCONT)
        zombie.mark = ""
        self.screen.more(f"kill -CONT: {zombie.name} wakes up, unaware, and sends its transaction:")
        refusal = self.refusal_of(zombie, newsletter)
        verify(refusal["sqlstate"] == "ZF102", f"refused as stale, not {refusal['sqlstate']}")
        self.screen.error(f"ERROR {refusal['sqlstate']}: {refusal['message']}")
        for line in wrap(f"HINT: {refusal['hint']}", HINT_WIDTH, subsequent_indent="  "):
            self.screen.error(line)
        query = "select * from {} where execution_id = %s and sent_by = %s"
        left = len(self.stage.mail_sent(query, newsletter, zombie.name))
        verify(left == 0, "the zombie left no row")
        self.screen.good(
            f"Its row was rolled back with it: {left} rows of {zombie.name} for the newsletter."
        )
        self.wait_until(lambda: self.done() == len(self.ids), f"{heir.name} sent the newsletter")
        sent = self.stage.mail_sent("select sent_by from {} where execution_id = %s", newsletter)
        verify([row["sent_by"] for row in sent] == [heir.name], "the heir sent it, once")
        self.stage.result["refused_with"] = refusal["sqlstate"]

    def submit_newsletter(self) -> UUID:
        newsletter = {"to": "everybody@example.com", "work_ms": NEWSLETTER_WORK_MS}
        created = self.stage.rows(
            "select execution_id from flowfabric.ff_create_execution(%s, %s)",
            self.stage.lane,
            Jsonb(newsletter),
        )
        self.ids.append(created[0]["execution_id"])
        return self.ids[-1]

    def holder_of(self, execution_id: UUID, other_than: Mailer | None) -> Mailer:
        """Waits until somebody (else) holds the lease."""
        unwanted = None if other_than is None else other_than.name

        def holder() -> Mailer | None:
            row = self.state[execution_id]
            is_held = row["ownership_state"] == "leased" and row["worker_instance_id"] != unwanted
            return self.mailer(row["worker_instance_id"]) if is_held else None

        return self.wait_until(holder, "a worker claims the newsletter")

    def refusal_of(self, mailer: Mailer, execution_id: UUID) -> Row:
        wanted = str(execution_id)

        def refusal() -> Row | None:
            with contextlib.suppress(queue.Empty):
                while True:
                    report = self.reports.get_nowait()
                    if (report["worker"], report["execution_id"]) == (mailer.name, wanted):
                        return report
            return None

        return self.wait_until(refusal, f"{mailer.name} is refused")

    # --- the end ---

    def count(self, victim: Mailer) -> None:
        self.look()
        states = Counter(row["public_state"] for row in self.state.values())
        verify(states == {"completed": len(self.ids)}, f"all are completed: {dict(states)}")
        attempts = Counter(row["execution_id"] for row in self.stage.rows(READ_ATTEMPTS, self.ids))
        repeated = sum(1 for number in attempts.values() if number > 1)
        verify(repeated > len(self.lost_by(victim)), "the crash and the freeze were both felt")
        sent = [row["execution_id"] for row in self.stage.mail_sent("select execution_id from {}")]
        verify(sorted(sent) == sorted(self.ids), "one business row for each execution")
        findings = self.stage.rows("select * from flowfabric.ff_check()")
        verify(findings == [], f"ff_check finds nothing: {findings}")

        self.screen.step(
            5,
            f"{len(self.ids)} submitted, {states['completed']} completed; "
            f"{repeated} of them were started more than once.",
        )
        self.screen.good(
            f"{len(sent)} rows in mail_sent, exactly one for each (and no unique constraint)."
        )
        self.screen.code("select * from ff_check()   -- 0 rows: no invariant is broken")
        self.stage.result |= {
            "submitted": len(self.ids),
            "completed": states["completed"],
            "started_more_than_once": repeated,
            "business_rows": len(sent),
            "findings": len(findings),
        }

    # --- looking ---

    def look(self) -> None:
        """Read the state of every execution, and show it."""
        rows = self.stage.rows(READ_ALL, self.ids)
        verify(len(rows) == len(self.ids), "every execution can be read")
        self.state = {row["execution_id"]: row for row in rows}
        kinds = Counter(
            row["ownership_state"] if row["public_state"] == "active" else row["public_state"]
            for row in rows
        )
        sent = {
            row["sent_by"]: row["n"]
            for row in self.stage.mail_sent(
                "select sent_by, count(*) as n from {} group by sent_by"
            )
        }
        self.progress.append((time.monotonic(), kinds["completed"]))
        (since, before), (now, done) = self.progress[0], self.progress[-1]
        self.screen.show(
            Snapshot(
                lane=self.stage.lane,
                total=len(self.ids),
                waiting=kinds["waiting"],
                leased=kinds["leased"],
                lapsed=kinds["lease_expired_reclaimable"],
                done=done,
                rate=(done - before) / (now - since) if now > since else 0,
                workers=[
                    self._worker_row(mailer, sent.get(mailer.name, 0)) for mailer in self.mailers
                ],
            )
        )

    def _worker_row(self, mailer: Mailer, done: int) -> WorkerRow:
        leases = len(self.held_by(mailer))
        state = mailer.mark or ("working" if leases else "idle")
        return WorkerRow(mailer.name, mailer.pid, state, leases, done)

    def held_by(self, mailer: Mailer) -> list[UUID]:
        return [
            row["execution_id"]
            for row in self.state.values()
            if row["ownership_state"] == "leased" and row["worker_instance_id"] == mailer.name
        ]

    def done(self) -> int:
        return sum(row["public_state"] == "completed" for row in self.state.values())

    def mailer(self, name: str) -> Mailer:
        return next(mailer for mailer in self.mailers if mailer.name == name)

    def watch_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.look()
            time.sleep(REFRESH_S)

    def wait_until(self, happened: Callable[[], T | None], what: str) -> T:
        """Look again and again, until it has happened."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            self.look()
            if answer := happened():
                return answer
            for mailer in self.mailers:
                if mailer.mark != "killed" and mailer.process.poll() is not None:
                    raise DemoError(f"{mailer.name} ended: {' '.join(mailer.errors)}")
            if time.monotonic() > deadline:
                raise DemoError(f"waited {PATIENCE_S} s in vain: {what}")
            time.sleep(REFRESH_S)


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
