"""Every block of SQL and Python in README and docs runs, and the generated pages are current.

A page has a fresh database, one psql session for all its SQL and one namespace for all its Python,
and its blocks run in their order. A block of SQL that ends with `-- ERROR:  message` raises that,
and the value in a comment behind a semicolon is among what the statement answers.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from build import ROOT
from flowfabric.cli import make_parser
from make_reference import make_all
from pg_server import RunningServer
from test_db import OWNER

PAGES = sorted(
    page.relative_to(ROOT)
    for page in [ROOT / "README.md", ROOT / "SECURITY.md", *ROOT.glob("docs/**/*.md")]
)
RUN = ("sql", "python")
KNOWN = (*RUN, "sh", "text", "mermaid", "")
DONE = "-- the block is done --"
# What the examples of the functions take for granted: a table, a lease, and an execution whose ids
# they write out, waiting, leased or over; or one that is suspended, with its waitpoint.
REFERENCE = Path("docs/reference.md")
LEASE = """
select from flowfabric.ff_create_execution('a lane of the test', '{}');
select handle from flowfabric.ff_claim('a lane of the test', 'worker', 'worker-1') \\gset
"""
WAITPOINT = """
select waitpoint_id
from flowfabric.ff_create_waitpoint(:'handle', 'a key of the test', 60000) \\gset
"""
SUSPENDED = """
select from flowfabric.ff_create_execution('a lane where work waits', '{}');
select
    s.execution_id,
    s.waitpoints #>> '{0,waitpoint_id}' as waitpoint_id,
    s.waitpoints #>> '{0,token}' as token
from flowfabric.ff_claim('a lane where work waits', 'worker', 'worker-1') as c
cross join lateral flowfabric.ff_suspend(
    c.handle, '{"signal": "approved", "on": "review"}', p_timeout_ms => 60000
) as s \\gset
"""
EXECUTION_ID = "0192f0a0-1111-7111-8111-123456789012"
LEASE_ID = "5a1c6e1e-0000-4000-8000-000000000001"
ATTEMPT_ID = "5a1c6e1e-0000-4000-8000-000000000002"
EXECUTION = f"""
select from flowfabric.ff_set_lane_state('emails', 'active');
select
from flowfabric.ff_create_execution(
    'emails', '{{}}', p_priority => 9000, p_execution_id => '{EXECUTION_ID}'
);
"""
EXECUTION_LEASED = f"""
select from flowfabric.ff_claim('emails', 'worker', 'worker-1');
update flowfabric.ff_exec_core
set lease_id = '{LEASE_ID}', attempt_id = '{ATTEMPT_ID}'
where execution_id = '{EXECUTION_ID}';
"""
EXECUTION_OVER = f"""
select from flowfabric.ff_cancel_execution('{EXECUTION_ID}', 'the test needs it so');
"""

FLOW_ID = "0192f0a0-2222-7222-8222-123456789012"
OTHERS = [f"0192f0a0-{n}{n}{n}{n}-7{n}{n}{n}-8{n}{n}{n}-123456789012" for n in (3, 5)]
FLOW = f"""
select from flowfabric.ff_create_flow('{FLOW_ID}');
select from flowfabric.ff_create_execution(
    'flows', p_flow_id => '{FLOW_ID}', p_execution_id => '{OTHERS[0]}'
);
select from flowfabric.ff_create_execution(
    'flows', p_flow_id => '{FLOW_ID}', p_execution_id => '{OTHERS[1]}'
);
select from flowfabric.ff_stage_dependency_edge(
    '{FLOW_ID}', '0192f0a0-4444-7444-8444-123456789012', '{OTHERS[0]}', '{OTHERS[1]}'
);
"""
MEMBER = f"""
select from flowfabric.ff_add_execution_to_flow('{FLOW_ID}', '{EXECUTION_ID}');
"""

POLICY_ID = "0192f0a0-7777-7777-8777-123456789012"
BUDGET_ID = "0192f0a0-6666-7666-8666-123456789012"
LIMITS = f"""
select from flowfabric.ff_create_quota_policy('{POLICY_ID}', 1000, 1, 1);
select from flowfabric.ff_create_budget('{BUDGET_ID}', 'tenant', 'acme');
"""
BLOCKED = f"""
select from flowfabric.ff_block_execution('{EXECUTION_ID}', 'paused_by_operator');
"""

# What a grant is about before it is given out, by the function that redeems it.
HANDED_BACK = """
select handle from flowfabric.ff_claim('emails', 'mailer', 'mailer-7f3a') \\gset
select from flowfabric.ff_delay(:'handle', 0);
"""
LOST = f"""
select from flowfabric.ff_claim('emails', 'mailer', 'mailer-7f3a');
select from flowfabric.ff_revoke_lease('{EXECUTION_ID}');
"""
BEFORE_THE_GRANT = {
    "ff_claim_execution": "",
    "ff_claim_resumed_execution": HANDED_BACK,
    "ff_claim_from_resume_grant": HANDED_BACK,
    "ff_reclaim_execution": LOST,
}
GRANT = """
select grant_key from flowfabric.ff_claim_for_worker('emails', 'mailer', 'mailer-7f3a') \\gset
"""


@dataclass(frozen=True)
class Block:
    line: int
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    found = []
    opened: tuple[int, str, str] | None = None
    lines: list[str] = []
    for number, line in enumerate((ROOT / page).read_text().splitlines(), start=1):
        fence = re.fullmatch(r"( *)```(\w*)", line)
        if opened is None:
            if fence:
                opened, lines = (number + 1, fence[2], fence[1]), []
        elif fence and not fence[2]:
            found.append(Block(opened[0], opened[1], "\n".join(lines) + "\n"))
            opened = None
        else:
            lines.append(line.removeprefix(opened[2]))
    assert opened is None, f"{page}:{opened}: a block has no end"
    return found


class Psql:
    """One session, fed block by block."""

    def __init__(self, server: RunningServer, database: str) -> None:
        self.process = subprocess.Popen(
            [server.bindir / "psql", "-X", "-q", "-d", server.dsn(database, OWNER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, text: str) -> str:
        """The output of psql for a block, errors included."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{text}\n\\echo '{DONE}'\n")
        self.process.stdin.flush()
        said = ""
        while not said.endswith(f"{DONE}\n"):
            line = self.process.stdout.readline()
            assert line, f"psql ended: {said}"
            said += line
        return said.removesuffix(f"{DONE}\n")

    def close(self) -> None:
        try:
            self.process.communicate(timeout=30)
        finally:
            self.process.kill()


@pytest.fixture
def psql(server: RunningServer, database: str) -> Iterator[Psql]:
    session = Psql(server, database)
    yield session
    session.close()


@pytest.fixture
def namespace(
    server: RunningServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """psycopg.connect() finds the database of the page."""
    for name, value in server.env(database, OWNER).items():
        monkeypatch.setenv(name, value)
    return {"__name__": "documentation"}


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_a_page_runs_from_top_to_bottom(page: Path, psql: Psql, namespace: dict[str, Any]) -> None:
    if page == REFERENCE:
        # an example restricts a lane, in which others go on as the owner
        psql.run(f"create table mail_sent (recipient text); set role {OWNER};")
    if page == Path("SECURITY.md"):  # whose block makes logins
        psql.run("begin;")
    for block in blocks(page):
        where = f"{page}:{block.line}"
        assert block.language in KNOWN, f"{where}: what is {block.language}?"
        if block.language == "python":
            exec(compile(block.text, where, "exec", dont_inherit=True), namespace)
        elif block.language == "sql":
            is_redemption = page == REFERENCE and ":'grant_key'" in block.text
            has_execution = is_redemption or (page == REFERENCE and EXECUTION_ID in block.text)
            if page == REFERENCE and (POLICY_ID in block.text or BUDGET_ID in block.text):
                psql.run(LIMITS)
            if page == REFERENCE and ":'handle'" in block.text:
                psql.run(LEASE)
                psql.run(WAITPOINT if ":'waitpoint_id'" in block.text else "")
            elif page == REFERENCE and ":'execution_id'" in block.text:
                psql.run(SUSPENDED)
            elif has_execution:
                psql.run("begin;" + EXECUTION)
                psql.run(EXECUTION_LEASED if LEASE_ID in block.text else "")
                psql.run(BLOCKED if "ff_unblock_execution" in block.text else "")
                psql.run(EXECUTION_OVER if "ff_replay_execution" in block.text else "")
                if is_redemption:
                    [function] = re.findall(r"flowfabric[.](\w+)", block.text)
                    psql.run(BEFORE_THE_GRANT[function] + GRANT)
            has_flow = page == REFERENCE and FLOW_ID in block.text
            if has_flow:
                psql.run(FLOW if has_execution else "begin;" + FLOW)
                psql.run(MEMBER if "ff_stage_dependency_edge" in block.text else "")
            said = psql.run(block.text)
            if has_execution or has_flow:  # the next one wants it anew
                psql.run("rollback;")
            expected = re.search(r"-- (ERROR:  .*)\n\Z", block.text)
            errors = re.findall(
                r"^(?:psql:.*: )?((?:ERROR|FATAL): .*|invalid .*)$", said, re.MULTILINE
            )
            assert errors == ([expected[1]] if expected else []), f"{where}:\n{said}"
            for value in re.findall(r"(?m);  +-- (\w+)$", block.text):
                assert re.search(rf"(?m)^ *{value}$|\| {value}$", said), f"{where}:\n{said}"


def test_the_examples_of_a_page_are_typed(tmp_path: Path) -> None:
    """All of a page in one file, as a reader pastes it, under `mypy --strict`."""
    for page in PAGES:
        parts = [block.text for block in blocks(page) if block.language == "python"]
        if parts:
            module = re.sub(r"\W", "_", str(page.with_suffix("")))
            (tmp_path / f"{module}.py").write_text("\n".join(parts))
    assert len(list(tmp_path.iterdir())) > 5
    mypy = ["mypy", "--strict", "--config-file=", "--no-error-summary", str(tmp_path)]
    checked = subprocess.run(
        [sys.executable, "-m", *mypy], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.stdout + checked.stderr == ""


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_commands_exist(page: Path) -> None:
    for block in blocks(page):
        for line in block.text.splitlines() if block.language == "sh" else []:
            if match := re.match(r"(?:\S*/)?flowfabric +(.*)", line):
                make_parser().parse_args(shlex.split(match[1]))


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / page).read_text()):
        if "://" not in link:
            assert (ROOT / page).parent.joinpath(link).exists(), f"{page}: {link}"


def test_never_claim_exactly_once_execution() -> None:
    for page in PAGES:
        text = " ".join((ROOT / page).read_text().lower().split())
        assert "exactly-once execution" not in text, page


def test_isolation_levels_has_no_public_function_twice() -> None:
    interface = (ROOT / "docs/interface.txt").read_text().partition("# Functions\n")[2]
    functions = re.findall(r"^(ff_\w+)\(", interface.partition("\n# ")[0], re.MULTILINE)
    text = (ROOT / "docs/isolation-levels.md").read_text()
    rows = re.findall(
        r"^\| (`ff_.*?) \|", text.partition("## Function by function")[2], re.MULTILINE
    )
    named = [name for row in rows for name in re.findall(r"`(ff_\w+)`", row)]
    assert set(named) <= set(functions)
    assert len(named) == len(set(named))


def test_the_generated_pages_are_current(connect: Any) -> None:
    for page, text in make_all(connect()).items():
        assert (ROOT / page).read_text() == text, f"{page} is not current: make docs"
