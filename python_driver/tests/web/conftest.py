"""Pages that are served beside a database in which a lot has happened."""

from __future__ import annotations

import asyncio
import http.client
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest
from flowfabric.web import Settings
from flowfabric.web.app import Server
from pg_server import RunningServer
from test_db import OWNER, administration, clone

from .world import World

LOGIN = "ff_web"
ROLES = ("ff_operator", "ff_reader", "ff_approver", "ff_producer", "ff_worker")

Serve = Callable[..., "Site"]


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    text: str


@dataclass
class Site:
    """Pages that are served, and a browser without a screen: it keeps cookies, and no more."""

    server: Server
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return self.server.address.rstrip("/")

    def open(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.address)
        return http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)

    def ask(
        self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = self.open()
        given = (
            {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
            if self.cookies
            else {}
        )
        connection.request(method, path, body, given | (headers or {}))
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        for cookie in response.headers.get_all("set-cookie") or []:
            name, _, value = cookie.split(";")[0].partition("=")
            if "Max-Age=0" in cookie or value in ("", '""'):
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return Answer(response.status, response.headers, text)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers=named(headers))

    def post(self, path: str, fields: dict[str, str], **headers: str) -> Answer:
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields), kind | named(headers))

    def send(self, page: str, path: str, fields: dict[str, str], **headers: str) -> Answer:
        """Fill in a form of a page, and look at the page that it leads to."""
        token = token_in(self.get(page, **headers).text)
        answer = self.post(path, {"form_token": token} | fields, **headers)
        if answer.status == 303:
            return self.get(answer.headers["location"], **headers)
        return answer


def named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


def token_in(text: str) -> str:
    found = re.search(r'name="form_token" value="(\w+)"', text)
    assert found, text
    return found[1]


@contextmanager
def served(settings: Settings) -> Iterator[Site]:
    """In a thread with an event loop of its own."""
    started: list[str] = []
    ready = threading.Event()
    servers: list[Server] = []

    def announce(address: str) -> None:
        started.append(address)
        ready.set()

    def run() -> None:
        async def serve() -> None:
            servers.append(Server(settings))
            await servers[0].run_until_told(announce)

        try:
            asyncio.run(serve())
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(30)
        assert started, "the server has not started"
        yield Site(servers[0])
    finally:
        if servers:
            servers[0].end()
        thread.join(30)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def login(server: RunningServer) -> Iterator[str]:
    """A login with all roles: pages under it may do everything."""
    with administration(server) as admin:
        admin.execute(f"drop role if exists {LOGIN}".encode())
        admin.execute(f"create role {LOGIN} login in role {', '.join(ROLES)}".encode())
    yield LOGIN
    with administration(server) as admin:
        admin.execute(f"drop role {LOGIN}".encode())


@pytest.fixture(scope="session")
def world(server: RunningServer) -> Iterator[World]:
    """The database of tests that only look, or change what no other test looks at."""
    with clone(server) as name, psycopg.connect(server.dsn(name, OWNER), autocommit=True) as owner:
        world = World(owner)
        world.make()
        yield world


def dsn_of(connection: psycopg.Connection[Any], user: str) -> str:
    return psycopg.conninfo.make_conninfo(connection.info.dsn, user=user)


@pytest.fixture(scope="session")
def site(world: World, login: str) -> Iterator[Site]:
    """The pages of the world, for a person who may do everything."""
    settings = Settings(
        dsn_of(world.connection, login), port=0, interval_s=0.2, requests_per_s=1000.0
    )
    with served(settings) as site:
        yield site


@pytest.fixture
def serve(world: World, login: str) -> Iterator[Serve]:
    """The same with other settings: serve(roles=("ff_reader",))."""
    with ExitStack() as stack:

        def serve_with(**settings: Any) -> Site:
            conninfo = settings.pop("conninfo", dsn_of(world.connection, login))
            return stack.enter_context(served(Settings(conninfo, port=0, **settings)))

        yield serve_with
