"""The embedded server is private, and ends with the process that made it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from flowfabric import embedded, install
from flowfabric.embedded import EmbeddedServer, ServerError

MAKER = """
import sys, time
from flowfabric.embedded import EmbeddedServer
with EmbeddedServer(*sys.argv[1:]) as server:
    print(server.dsn, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory that the account of the server can reach, too, when root runs the tests."""
    path = Path(tempfile.mkdtemp(prefix="ff-test-", dir="/tmp"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


def socket_directory(dsn: str) -> Path:
    return Path(str(psycopg.conninfo.conninfo_to_dict(dsn)["host"]))


def eventually(is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def processes_of(path: Path) -> list[str]:
    """The command lines of all processes that name this path."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            command = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(path) in command:
                found.append(command)
    return found


def test_it_runs_the_engine_and_leaves_nothing() -> None:
    with EmbeddedServer() as server:
        path = socket_directory(server.dsn)
        with psycopg.connect(server.dsn) as connection:
            install(connection)
            row = connection.execute("select flowfabric.ff_version() is not null").fetchone()
            assert row == (True,)
    assert not path.exists()
    assert processes_of(path) == []


def test_it_listens_on_a_private_socket_only() -> None:
    with EmbeddedServer() as server, psycopg.connect(server.dsn) as connection:
        row = connection.execute("select current_setting('listen_addresses')").fetchone()
        assert row == ("",)
        assert socket_directory(server.dsn).stat().st_mode & 0o077 == 0


def test_an_exception_ends_it() -> None:
    server = EmbeddedServer()
    with pytest.raises(KeyboardInterrupt), server:
        raise KeyboardInterrupt
    assert not socket_directory(server.dsn).exists()


def test_a_directory_of_the_callers_keeps_the_data(directory: Path) -> None:
    with EmbeddedServer(directory) as server:
        path = socket_directory(server.dsn)
        with psycopg.connect(server.dsn) as connection:
            connection.execute("create table kept as select 42 as n")
            assert connection.execute("show fsync").fetchone() == ("on",)
    assert not path.exists()
    with EmbeddedServer(directory) as server, psycopg.connect(server.dsn) as connection:
        assert connection.execute("select n from kept").fetchone() == (42,)


def test_two_servers_do_not_share_a_directory(directory: Path) -> None:
    with EmbeddedServer(directory) as first:
        with pytest.raises(ServerError, match=r"postmaster\.pid"), EmbeddedServer(directory):
            pass
        with psycopg.connect(first.dsn) as connection:  # the second one left it alone
            assert connection.execute("select 1").fetchone() == (1,)


def one_ends(makers: list[subprocess.Popen[str]]) -> None:
    assert eventually(lambda: any(maker.poll() is not None for maker in makers))


def test_of_two_servers_that_start_at_once_one_runs_on(directory: Path) -> None:
    """The loser ends its own processes, not the server of the winner."""
    with EmbeddedServer(directory):  # the data are there
        pass
    for _ in range(3):
        makers = [
            subprocess.Popen(
                [sys.executable, "-c", MAKER, str(directory)],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )
            for _ in range(2)
        ]  # fmt: skip
        try:
            one_ends(makers)
            [winner] = [maker for maker in makers if maker.poll() is None]
            assert winner.stdout
            dsn = winner.stdout.readline().strip()
            time.sleep(0.5)
            with psycopg.connect(dsn) as connection:
                assert connection.execute("select 1").fetchone() == (1,)
        finally:
            for maker in makers:
                maker.terminate()
                maker.communicate(timeout=30)
        assert eventually(lambda: not (directory / "data/postmaster.pid").exists())


def test_of_servers_that_make_their_data_at_once_one_runs(directory: Path) -> None:
    """Each of the others says that the server is running already, and the data are complete."""
    makers = [
        subprocess.Popen(
            [sys.executable, "-c", MAKER, str(directory)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(3)
    ]  # fmt: skip
    try:
        assert eventually(lambda: sum(maker.poll() is not None for maker in makers) == 2)
        [winner] = [maker for maker in makers if maker.poll() is None]
        assert winner.stdout
        with psycopg.connect(winner.stdout.readline().strip()) as connection:
            assert connection.execute("select 1").fetchone() == (1,)
        for maker in makers:
            if maker is not winner:
                assert "postmaster.pid" in maker.communicate(timeout=30)[1]
    finally:
        for maker in makers:
            maker.terminate()
            maker.communicate(timeout=30)
    assert eventually(lambda: not (directory / "data/postmaster.pid").exists())
    assert [path.name for path in directory.iterdir()] == ["data"]


def test_data_that_were_not_finished_are_made_anew(directory: Path) -> None:
    """The maker of the server was killed while it made the data."""
    with subprocess.Popen(
        [sys.executable, "-c", MAKER, str(directory)], stdout=subprocess.DEVNULL
    ) as maker:
        assert eventually(lambda: any(directory.glob("data*/PG_VERSION")))
        maker.kill()
    with EmbeddedServer(directory) as server, psycopg.connect(server.dsn) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_a_forked_child_does_not_keep_it_running() -> None:
    with EmbeddedServer() as server:
        path = socket_directory(server.dsn)
        child = os.fork()
        if child == 0:
            time.sleep(30)
            os._exit(0)
        began = time.monotonic()
    try:
        assert time.monotonic() - began < 15
        assert not path.exists()
        assert os.waitpid(child, os.WNOHANG) == (0, 0), "the child lives"
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_it_goes_with_its_maker_although_a_forked_child_lives() -> None:
    forking = MAKER.replace(
        "    print", "    import os\n    if os.fork() == 0: time.sleep(30); os._exit(0)\n    print"
    )
    with subprocess.Popen(
        [sys.executable, "-c", forking], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as maker:
        assert maker.stdout
        path = socket_directory(maker.stdout.readline().strip())
        try:
            maker.kill()
            assert eventually(lambda: not path.exists())
        finally:
            os.killpg(maker.pid, signal.SIGKILL)


def test_a_forked_child_leaves_the_server_to_its_parent() -> None:
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(EmbeddedServer())
        child = os.fork()
        if child == 0:
            stack.close()
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        time.sleep(0.3)
        with psycopg.connect(server.dsn) as connection:
            assert connection.execute("select 1").fetchone() == (1,)


@pytest.mark.parametrize("name", ["with blanks", "it's", 'back\\slash and "quotes"'])
def test_the_temporary_directory_may_have_any_name(
    directory: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = directory / name
    temporary.mkdir()
    temporary.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with EmbeddedServer() as server:
        assert socket_directory(server.dsn).parent == temporary
        with psycopg.connect(server.dsn) as connection:
            assert connection.execute("select 1").fetchone() == (1,)
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another account")
def test_its_programs_may_be_where_only_root_can_go(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, temporary = directory / "closed", directory / 'back\\slash and "quotes"'
    closed.mkdir(mode=0o700)
    temporary.mkdir()
    temporary.chmod(0o777)
    bindir = embedded.find_bindir()
    package = bindir.parents[1]
    shutil.copytree(bindir.parent, closed / package.name / bindir.parent.name)
    for libraries in package.parent.glob(f"{package.name}.libs"):
        shutil.copytree(libraries, closed / libraries.name)
    closed_bindir = closed / bindir.relative_to(package.parent)
    monkeypatch.setattr(embedded, "find_bindir", lambda _: closed_bindir)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with EmbeddedServer() as server, psycopg.connect(server.dsn) as connection:
        program = Path(f"/proc/{connection.info.backend_pid}/exe").readlink()
        assert not program.is_relative_to(directory)
    assert not program.parents[4].exists()
    assert list(temporary.iterdir()) == []


def test_a_temporary_directory_that_cannot_be_a_host_is_not_used(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A comma separates hosts."""
    temporary = directory / "a,b"
    temporary.mkdir(mode=0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with EmbeddedServer() as server, psycopg.connect(server.dsn) as connection:
        assert connection.execute("select 1").fetchone() == (1,)


def test_settings_of_the_callers_win() -> None:
    with (
        EmbeddedServer(settings={"work_mem": "7MB"}) as server,
        psycopg.connect(server.dsn) as connection,
    ):
        assert connection.execute("show work_mem").fetchone() == ("7MB",)


def test_data_that_are_not_postgresqls_are_left_alone(directory: Path) -> None:
    data = directory / "data"
    data.mkdir()
    (data / "diary.txt").write_text("mine")
    with pytest.raises(ServerError, match="not empty"), EmbeddedServer(directory):
        pass
    assert (data / "diary.txt").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root hands the server to another account")
def test_an_unreachable_directory_is_named(directory: Path) -> None:
    directory.chmod(0o700)
    with pytest.raises(ServerError, match="cannot be reached by"), EmbeddedServer(directory):
        pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("is_kept", [False, True])
def test_it_goes_with_its_maker(directory: Path, number: signal.Signals, is_kept: bool) -> None:
    arguments = [str(directory)] if is_kept else []
    with subprocess.Popen(
        [sys.executable, "-c", MAKER, *arguments], stdout=subprocess.PIPE, text=True
    ) as maker:
        assert maker.stdout
        path = socket_directory(maker.stdout.readline().strip())
        assert path.is_dir()
        maker.send_signal(number)
    assert eventually(lambda: not path.exists())
    assert eventually(lambda: processes_of(path) == [])
    assert (directory / "data").exists() == is_kept
    assert not (directory / "data/postmaster.pid").exists()


def test_without_the_package_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with (
        pytest.raises(ServerError, match=r"pip install 'flowfabric\[embedded\]'"),
        EmbeddedServer(),
    ):
        pass
