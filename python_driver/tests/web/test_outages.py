"""The database is away, slow, locked or another one; and pages that stay open meanwhile."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from http.client import HTTPResponse

import psycopg
import pytest
from flowfabric import Client
from flowfabric.web import Settings
from pg_server import PrivateServer
from test_db import OWNER, administration, clone

from .conftest import Serve, Site, served
from .world import World


def until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.05)


class Stream:
    """The messages that an open page gets."""

    def __init__(self, site: Site, path: str) -> None:
        self.connection = site.open()
        self.connection.request("GET", f"/live{path}")
        self.response: HTTPResponse = self.connection.getresponse()

    def opened(self) -> bool:
        self.close()
        return self.response.status == 200

    def close(self) -> None:
        self.response.close()
        self.connection.close()

    def next(self) -> str:
        """The next message, which puts parts of the page into their places."""
        lines: list[str] = []
        while True:
            line = self.response.readline().decode()
            if not line:
                raise EOFError
            if line.startswith("data: "):
                lines.append(line[6:].rstrip("\n"))
            elif not line.strip() and lines:
                return "\n".join(lines)

    def until(self, text: str) -> str:
        while text not in (message := self.next()):
            pass
        return message


@pytest.fixture
def own(private_server: PrivateServer) -> Iterator[tuple[PrivateServer, str, Site]]:
    """Pages of a server that may be stopped; they run as the owner."""
    with clone(private_server.address) as name:
        dsn = private_server.address.dsn(name, OWNER)
        with served(Settings(dsn, port=0, interval_s=0.1)) as site:
            yield private_server, dsn, site
        if not private_server.is_running:
            private_server.start()


def test_pages_work_again_as_soon_as_the_database_does(
    own: tuple[PrivateServer, str, Site],
) -> None:
    server, _, site = own
    assert site.get("/lanes").status == 200
    server.stop()
    server.start()
    # the connections of the pool are gone, and the person does not notice
    assert site.get("/lanes").status == 200
    server.stop()
    answer = site.get("/lanes")
    assert answer.status == 503
    assert answer.headers["retry-after"]
    assert "The database does not answer" in answer.text
    assert site.get("/readyz").status == 503
    assert site.get("/healthz").status == 200
    server.start()
    assert site.get("/lanes").status == 200
    assert site.get("/readyz").status == 200


def test_an_open_page_says_that_the_database_is_away_and_goes_on(
    own: tuple[PrivateServer, str, Site],
) -> None:
    server, dsn, site = own
    stream = Stream(site, "/executions")
    stream.until("No execution matches")
    server.stop()
    assert "#live_state" in stream.until("hx-partial")
    server.start()
    with psycopg.connect(dsn, autocommit=True) as connection:
        created = Client(connection).create_execution("after_the_outage", {})
    assert str(created.execution_id) in stream.until("after_the_outage")
    stream.close()


def test_an_open_page_is_told_what_has_changed_and_nothing_else(site: Site, world: World) -> None:
    created = world.client.create_execution("live", {}, delay_ms=3_600_000)
    path = f"/executions/{created.execution_id}"
    stream = Stream(site, path)
    first = stream.next()
    assert "live_head" in first
    assert "live_picture" in first
    world.client.cancel_execution(created.execution_id, "seen by others")
    assert "Cancelled by operator_override: seen by others" in stream.until("cancelled")
    stream.close()


def test_a_traceback_keeps_its_blanks_on_the_way(site: Site, world: World) -> None:
    stream = Stream(site, f"/executions/{world.ids['retried']}")
    assert "\n    receipt = gateway.charge" in stream.until("receipt = gateway")
    stream.close()


def test_the_pages_end_at_once_although_some_are_open(world: World, login: str) -> None:
    conninfo = psycopg.conninfo.make_conninfo(world.connection.info.dsn, user=login)
    with served(Settings(conninfo, port=0)) as site:
        streams = [Stream(site, "/executions") for _ in range(3)]
        for stream in streams:
            stream.next()
        began_at = time.monotonic()
        site.server.end()
        for stream in streams:
            while stream.response.readline():
                pass
            stream.close()
    assert time.monotonic() - began_at < 5


def test_one_client_cannot_take_all_places_of_open_pages(serve: Serve) -> None:
    site = serve(requests_per_s=100.0)
    streams = []
    while (stream := Stream(site, "/lanes")).response.status == 200:
        streams.append(stream)
        assert len(streams) <= 30
    assert stream.response.status == 503
    assert site.ask("HEAD", "/live/lanes").status == 200
    streams.pop().close()
    until(lambda: Stream(site, "/lanes").opened())
    for each in [*streams, stream]:
        each.close()


def test_open_pages_leave_room_for_others(serve: Serve) -> None:
    site = serve(interval_s=0.2, requests_per_s=1000.0)
    streams = [Stream(site, "/") for _ in range(30)]
    assert {stream.response.status for stream in streams} == {200}
    for _ in range(5):
        assert site.get("/executions").status == 200
    for stream in streams:
        stream.until("Lapsed leases were not taken over")
        stream.close()


def test_a_slow_database_is_given_up(serve: Serve, world: World) -> None:
    site = serve(statement_timeout_ms=200)
    world.connection.execute("alter function flowfabric.ff_server_time rename to ff_server_time_")
    world.connection.execute(
        "create function flowfabric.ff_server_time() returns timestamptz language sql"
        " as 'select now() from pg_sleep(30)'"
    )
    world.connection.execute("grant execute on function flowfabric.ff_server_time to public")
    try:
        began_at = time.monotonic()
        answer = site.get("/lanes")
        assert time.monotonic() - began_at < 10
        assert answer.status == 503
        assert "This took too long" in answer.text
    finally:
        world.connection.execute("drop function flowfabric.ff_server_time()")
        world.connection.execute(
            "alter function flowfabric.ff_server_time_ rename to ff_server_time"
        )
    assert site.get("/lanes").status == 200


def test_a_locked_row_is_told_to_the_person(serve: Serve, world: World) -> None:
    site = serve(statement_timeout_ms=300)
    created = world.client.create_execution("locked", {}, delay_ms=3_600_000)
    path = f"/executions/{created.execution_id}"
    with psycopg.connect(world.connection.info.dsn) as other:
        Client(other).cancel_execution(created.execution_id, "not committed yet")
        # looking waits for no lock
        assert "holds its row in an open transaction" in site.get(path).text
        other.rollback()
    assert "It is cancelled." in site.send(path, f"{path}/cancel", {"reason": "done"}).text


def test_a_database_without_an_installation_is_not_ready(
    own: tuple[PrivateServer, str, Site],
) -> None:
    server, _, _ = own
    with administration(server.address) as connection:
        connection.execute("create database ff_test_empty")
    try:
        with served(Settings(server.address.dsn("ff_test_empty", OWNER), port=0)) as empty:
            assert empty.get("/readyz").status == 503
            assert empty.get("/").status == 200
            answer = empty.get("/executions")
            assert answer.status == 501
            assert "This installation does not have it" in answer.text
    finally:
        with administration(server.address) as connection:
            connection.execute("drop database ff_test_empty (force)")
