"""The fixtures for the tests of users, in tests of a user."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from importlib.metadata import entry_points

import pytest
from build import ROOT
from pg_server import RunningServer

pytest_plugins = ["pytester"]

APP = """
    from flowfabric.worker import App, Context, Transient

    app = App("mailer", lanes=["emails"])

    @app.handler("welcome")
    def welcome(mail: dict, ctx: Context) -> dict:
        if ctx.attempt_index < mail.get("failures", 0):
            raise Transient("try again")
        return {"sent": mail["to"]}

    @app.handler("parent")
    async def parent(mail: dict, ctx) -> None:
        await ctx.spawn("welcome", {"to": "child"})
"""
TESTS = """
    import asyncio
    import pytest
    from mails import app

    def test_a_handler_answers(ff, ff_worker):
        mail = ff.create_execution("emails", {"to": "ada"}, kind="welcome")
        assert ff_worker.drain(app).completed == 1
        assert ff.get_execution_result(mail.execution_id).output == {"sent": "ada"}

    def test_every_test_has_a_database_of_its_own(ff, ff_db):
        assert ff.list_executions() == []
        assert "dbname=ff_test_" in ff_db

    def test_delays_are_over_when_the_clock_says_so(ff, ff_worker, ff_clock):
        before = ff_clock.now()
        ff.create_execution("emails", {"to": "ada"}, kind="welcome", delay_ms=3_600_000)
        assert ff_worker.drain(app).completed == 0
        assert 3590 < (ff_clock.advance(minutes=59) - before).total_seconds() + 60 < 3610
        assert ff_worker.drain(app).completed == 0
        ff_clock.advance(61)
        assert ff_worker.drain(app).completed == 1
        with pytest.raises(ValueError, match="forward only"):
            ff_clock.advance(-1)

    def test_retries_come_with_their_time(ff, ff_worker, ff_clock):
        policy = {"retry_policy": {
            "max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 60_000, "jitter": False}
        }}
        mail = {"to": "ada", "failures": 1}
        created = ff.create_execution("emails", mail, kind="welcome", policy=policy)
        assert ff_worker.drain(app).retried == 1
        assert ff.read_execution_state(created.execution_id) == "delayed"
        ff_clock.advance(60)
        assert ff_worker.drain(app).completed == 1

    def test_a_crashed_worker_is_replaced(ff, ff_worker, ff_clock):
        ff.create_execution("emails", {"to": "ada"}, kind="welcome")
        zombie = ff.claim("emails", "mailer", "mailer-that-crashed", lease_ttl_ms=30_000)
        assert ff_worker.drain(app).completed == 0
        ff_clock.advance(30)
        assert ff_worker.drain(app).completed == 1
        assert ff.check() == []

    def test_consequences_are_run_too(ff, ff_worker):
        ff.create_execution("emails", {}, kind="parent")
        assert ff_worker.drain(app).completed == 2

    def test_a_coroutine_may_drain(ff, ff_worker):
        async def main():
            ff.create_execution("emails", {"to": "ada"}, kind="welcome")
            return ff_worker.drain(app)
        assert asyncio.run(main()).completed == 1

    @pytest.fixture
    def ff_app():
        return app

    def test_the_application_may_be_a_fixture(ff, ff_worker):
        ff.create_execution("emails", {"to": "ada"}, kind="welcome")
        assert ff_worker.drain(concurrency=1).completed == 1
"""


def test_users_test_their_handlers(pytester: pytest.Pytester, server: RunningServer) -> None:
    pytester.makepyfile(mails=APP, test_mails=TESTS)
    result = pytester.runpytest_subprocess(*plugin(), "-q", "--ff-dsn", server.dsn(), timeout=120)
    result.assert_outcomes(passed=8)
    left = server.psql("-c", "select datname from pg_database where datname ~ '^ff_template_.'")
    assert left == "", "databases are removed"


STEPS_APP = """
    import psycopg
    from flowfabric.worker import App, AsyncContext, Context, days, hours

    app = App("shop", lanes=["orders"])
    charges = []

    def charge(number, key):
        if key not in charges:
            charges.append(key)
        return number

    def book(connection: psycopg.Connection, number: int) -> None:
        connection.execute("insert into ledger values (%s)", [number])

    @app.handler("child")
    def child(number: int, ctx: Context) -> int:
        return ctx.step("double", lambda: 2 * number)

    @app.handler("order", retries=0)
    def order(number: int, ctx: Context) -> list:
        charged = ctx.step("charge", charge, number, key=ctx.step_id("charge"))
        ctx.transactional_step("book", book, number)
        ctx.sleep("cool down", hours(24))
        approval = ctx.wait_for("approval", timeout=days(3))
        return [charged, approval, *ctx.gather(ctx.spawn(child, number, key="child"))]

    @app.handler("stuck")
    def stuck(ctx: Context) -> None:
        ctx.wait_for("godot")

    @app.handler("careless", retries=0)
    def careless(number: int, ctx: Context) -> int:
        charges.append(number)
        ctx.step("one", int)
        return charges.count(number)
"""
STEPS_TESTS = """
    import psycopg
    import pytest
    from shop import app, careless, charges, order, stuck

    @pytest.fixture
    def ff_app(ff):
        ff.connection.execute("create table ledger (number integer)")
        return app

    def test_a_drain_goes_through_sleeps_and_waits(ff, ff_worker, ff_app):
        one = order.submit(1, ff.connection)
        two = order.submit(2, ff.connection)
        ff.send_signal(one.execution_id, "approval", "yes")
        ff_worker.drain(until=[one, two.execution_id])
        outputs = [ff.get_execution_result(o.execution_id).output for o in (one, two)]
        assert outputs == [[1, "yes", 2], [2, None, 4]]

    def test_a_drain_goes_on_for_a_condition(ff, ff_worker, ff_app):
        one = order.submit(1, ff.connection)
        ff_worker.drain(until=lambda: ff.read_execution_state(one.execution_id) == "suspended")
        assert len(ff.list_steps(one.execution_id)) == 4

    def test_a_drain_without_progress_fails(ff, ff_worker, ff_app):
        one = stuck.submit(None, ff.connection)
        with pytest.raises(pytest.fail.Exception, match="no progress: .* is suspended: .*godot"):
            ff_worker.drain(until=one)

    def test_a_drain_that_cannot_claim_fails(ff, ff_db, ff_worker, ff_app):
        order.submit(1, ff.connection)
        with psycopg.connect(ff_db) as other:
            other.execute("select from flowfabric.ff_exec_core for update")
            with pytest.raises(RuntimeError, match="could not be claimed for"):
                ff_worker.drain(stall_s=0.5)

    def test_a_handler_is_crashed_everywhere(ff, ff_worker, ff_app):
        def booked(execution_id):
            rows = ff.connection.execute("select count(*) from ledger").fetchone()
            ff.connection.execute("delete from ledger")
            return [rows, len([c for c in charges if str(execution_id) in c])]

        points = ff_worker.crash_everywhere(order, 1, effects=booked, signals={"approval": 5})
        assert points == [
            'before step "charge"', 'inside step "charge"', 'after step "charge"',
            'before step "book"', 'inside step "book"', 'before the commit of step "book"',
            'after step "book"', 'before "sleep"', 'before "sleep"', 'before "wait_for"',
            'before the child "child"', 'after the child "child"', 'before "gather"',
        ]

    def test_an_effect_outside_of_a_step_is_found(ff, ff_worker, ff_app):
        with pytest.raises(pytest.fail.Exception, match='after a crash before step "one" it is'):
            ff_worker.crash_everywhere(careless, 7, effects=lambda _: charges.clear())
"""


def test_users_test_handlers_with_steps(pytester: pytest.Pytester, server: RunningServer) -> None:
    pytester.makepyfile(shop=STEPS_APP, test_shop=STEPS_TESTS)
    result = pytester.runpytest_subprocess(*plugin(), "-q", "--ff-dsn", server.dsn(), timeout=120)
    result.assert_outcomes(passed=6)


def test_the_tests_in_the_documents_pass(pytester: pytest.Pytester, server: RunningServer) -> None:
    text = (ROOT / "docs/testing.md").read_text()
    [block] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    pytester.makepyfile(test_documents=block)
    result = pytester.runpytest_subprocess(*plugin(), "-q", "--ff-dsn", server.dsn(), timeout=120)
    result.assert_outcomes(passed=5)


def test_without_a_server_one_is_started(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FF_TEST_DATABASE_URL", raising=False)
    pytester.makepyfile("def test_it(ff): assert ff.version()")
    pytester.runpytest_subprocess(*plugin(), "-q", timeout=120).assert_outcomes(passed=1)


def test_nothing_is_imported_by_tests_that_want_none_of_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("import sys\ndef test_it(): assert 'flowfabric.worker' not in sys.modules")
    pytester.runpytest_subprocess(*plugin(), "-q", timeout=120).assert_outcomes(passed=1)


def test_pytest_finds_it_by_itself() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    assert (
        'flowfabric = "flowfabric.pytest_plugin"'
        in text.split("[project.entry-points.pytest11]")[1]
    )


def plugin() -> tuple[str, ...]:
    """By name, where the package is installed without its entry point."""
    installed = entry_points(group="pytest11")
    is_known = any(e.value == "flowfabric.pytest_plugin" for e in installed)
    return () if is_known else ("-p", "flowfabric.pytest_plugin")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_a_handler_runs_ends_the_run(
    pytester: pytest.Pytester, server: RunningServer, number: signal.Signals
) -> None:
    pytester.makepyfile(
        f"""
        import os
        from flowfabric.worker import App

        app = App("mailer", lanes=["emails"], drain_s=0.1)

        @app.handler("interrupted")
        def interrupted(ctx):
            os.kill(os.getpid(), {int(number)})
            ctx.pause(30)

        def test_first(ff, ff_worker):
            ff.create_execution("emails", kind="interrupted")
            ff_worker.drain(app)

        def test_second():
            print("it goes on")
        """
    )
    result = pytester.runpytest_subprocess(
        *plugin(), "-q", "-s", "--ff-dsn", server.dsn(), timeout=120
    )
    assert result.ret == (pytest.ExitCode.INTERRUPTED if number is signal.SIGINT else -number)
    assert "it goes on" not in result.stdout.str()


def test_two_runs_on_the_same_server_have_databases_of_their_own(
    pytester: pytest.Pytester, server: RunningServer
) -> None:
    """Two containers have the same pids."""
    pytester.makeconftest("import os\nos.getpid = lambda: 7")
    pytester.makepyfile(
        """
        import pathlib, time

        def test_a_database(ff):
            me = pathlib.Path(ff.connection.info.dbname)
            me.touch()
            deadline = time.monotonic() + 30
            while len(list(pathlib.Path().glob("ff_test_*"))) < 2:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        """
    )
    command = [sys.executable, "-m", "pytest", *plugin(), "-p", "no:cacheprovider"]
    runs = [
        subprocess.Popen(
            [*command, "--ff-dsn", server.dsn()],
            cwd=pytester.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    outputs = [run.communicate(timeout=60)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], outputs
