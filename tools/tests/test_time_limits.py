"""A test that hangs fails and says where; the run goes on, and it ends."""

from __future__ import annotations

import time

import pytest
from build import ROOT

pytest_plugins = ["pytester"]

CONFTEST = f"""
    import sys
    sys.path.insert(0, {str(ROOT / "tools")!r})
    import time_limits
    time_limits.AGAIN_S = 0.2
    time_limits.GIVE_UP_S = time_limits.END_S = 1.5
    pytest_plugins = ["time_limits"]
"""
PREAMBLE = """
    import asyncio, signal, threading, time
    from concurrent.futures import ThreadPoolExecutor
    import pytest
"""


def run(pytester: pytest.Pytester, tests: str) -> pytest.RunResult:
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(PREAMBLE + tests)
    began = time.monotonic()
    result = pytester.runpytest_subprocess("-q", timeout=60)
    assert time.monotonic() - began < 30
    return result


def test_the_other_tests_are_run(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    def wait_in_a_thread():
        time.sleep(5)

    @pytest.mark.time_limit(0.5)
    def test_that_waits():
        threading.Thread(target=wait_in_a_thread, daemon=True).start()
        threading.Event().wait()

    @pytest.mark.time_limit(0.5)
    def test_that_catches_exceptions():
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass

    @pytest.mark.time_limit(0.5)
    def test_of_a_loop():
        asyncio.run(asyncio.sleep(60))

    @pytest.fixture
    def endless():
        yield
        time.sleep(60)

    @pytest.mark.time_limit(0.5)
    def test_with_a_fixture_that_does_not_end(endless):
        pass

    def test_that_works():
        time.sleep(0.6)
    """,
    )
    result.assert_outcomes(passed=2, failed=3, errors=1)
    result.stdout.fnmatch_lines(
        ["*stacks of the other threads*", "*in wait_in_a_thread*", "*TimeLimitExceeded: no end*"]
    )


def test_a_block_that_waits_when_it_is_left_is_left(pytester: pytest.Pytester) -> None:
    """A pool waits for its threads."""
    result = run(
        pytester,
        """
    @pytest.mark.time_limit(0.5)
    def test_of_a_pool():
        with ThreadPoolExecutor(1) as pool:
            pool.submit(time.sleep, 30).result()

    def test_that_works():
        pass
    """,
    )
    result.assert_outcomes(passed=1, failed=1)


def test_a_thread_that_is_left_behind_does_not_keep_the_run(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    def wait_for_ever():
        threading.Event().wait()

    def test_that_leaves_a_thread():
        threading.Thread(target=wait_for_ever).start()
    """,
    )
    result.assert_outcomes(passed=1)
    assert result.ret == 1
    result.stderr.fnmatch_lines(["Timeout*", "*in wait_for_ever"])


def test_the_run_is_ended_where_no_exception_can_be_raised(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
    @pytest.mark.time_limit(0.5)
    def test_that_cannot_be_interrupted():
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(60)
    """,
    )
    assert result.ret == 1
    result.stderr.fnmatch_lines(["Timeout*", "*in test_that_cannot_be_interrupted"])
