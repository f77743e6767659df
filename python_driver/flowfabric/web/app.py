"""The application: its addresses, and the server that runs it."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from . import pages
from .database import Database, DatabaseAwayError, Limits, Transaction
from .guard import Guard
from .settings import Settings
from .site import NotFoundError, Page, Site, person_of

log = logging.getLogger("flowfabric.web")

# how long open requests may take when the process is asked to end
DRAIN_S = 10
# how long a client may take to send the head of a request
REQUEST_S = 15.0


def make_app(settings: Settings) -> tuple[ASGIApp, Site]:
    limits = Limits(settings.connections, settings.statement_timeout_ms)
    site = Site(settings, Database(settings.conninfo, limits))
    shown = pages.APPROVAL_PAGES if settings.approvals_only else pages.ALL
    probes: list[BaseRoute] = [
        Route("/healthz", _answering(_alive)),
        Route("/readyz", _answering(lambda request: _ready(site, request))),
    ]
    routes: list[BaseRoute] = [
        Route("/static/{version}/{name}", _answering(lambda request: _asset(site, request))),
    ]
    for page in shown:
        routes.append(Route(page.path, _showing(site, page)))
        routes.append(Route(f"/live{page.path}", _following(site, page)))
    for path, act in pages.APPROVAL_FORMS if settings.approvals_only else pages.FORMS:
        routes.append(Route(path, _posting(site, act), methods=["POST"]))
    if not settings.approvals_only:
        routes.append(Route("/search", _answering(lambda r: pages.executions.search(site, r))))
        routes.append(Route("/metrics", _answering(lambda request: _metrics(site, request))))
    if settings.base:
        routes = [Mount(settings.base, Router(routes, redirect_slashes=False, default=_nothing))]
    app = Router([*probes, *routes], redirect_slashes=False, default=_nothing)
    return Guard(app, site), site


Answer = Callable[[Request], Awaitable[Response]]


def _answering(answer: Answer) -> Answer:
    async def endpoint(request: Request) -> Response:
        return await answer(request)

    return endpoint


def _showing(site: Site, page: Page) -> Answer:
    async def endpoint(request: Request) -> Response:
        return await site.show(page, request)

    return endpoint


def _following(site: Site, page: Page) -> Answer:
    async def endpoint(request: Request) -> Response:
        return await site.follow(page, request)

    return endpoint


def _posting(site: Site, act: pages.Act) -> Answer:
    async def endpoint(request: Request) -> Response:
        person = person_of(request)
        return await act(site, request, person, await site.form_of(request, person))

    return endpoint


async def _nothing(scope: Scope, _receive: Receive, _send: Send) -> None:
    raise NotFoundError(f"There is no page {scope['path']}.")


# --- for machines ---


async def _alive(_request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def _ready(site: Site, _request: Request) -> Response:
    """Whether the database answers, and has an installation."""

    async def look(transaction: Transaction) -> bool:
        [row] = await transaction.select(
            "select to_regprocedure('flowfabric.ff_version()') is not null as is_there"
        )
        return bool(row["is_there"])

    try:
        is_ready = await site.once_a_second("ready", lambda: site.database.read(None, look))
    except DatabaseAwayError as error:
        return PlainTextResponse(f"not ready: {error}\n", 503)
    if not is_ready:
        return PlainTextResponse("not ready: FlowFabric is not installed in the database\n", 503)
    return PlainTextResponse("ready\n")


async def _metrics(site: Site, request: Request) -> Response:
    async def look(transaction: Transaction) -> str:
        [row] = await transaction.select("select flowfabric.ff_metrics() as text")
        return str(row["text"])

    text = await site.database.read(person_of(request).role, look)
    return Response(text, media_type="text/plain; version=0.0.4")


async def _asset(site: Site, request: Request) -> Response:
    asset = site.assets.get(request.path_params["name"])
    if asset is None:
        raise NotFoundError("There is no such file.")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.compressed, media_type=asset.media_type, headers=headers)
    return Response(asset.body, media_type=asset.media_type, headers=headers)


# --- the server ---


class Protocol(H11Protocol):
    """HTTP of uvicorn, which by itself waits for ever for the rest of a request."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering():
            self._unwatch()
        elif self._waiting is None:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _watch(self) -> None:
        self._waiting = self.loop.call_later(REQUEST_S, self._give_up)

    def _unwatch(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self._is_answering():
            self.transport.close()


class Server(uvicorn.Server):
    """uvicorn, which tells open pages to end before it waits for them."""

    def __init__(self, settings: Settings) -> None:
        app, self.site = make_app(settings)
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                log_config=None,
                access_log=False,
                server_header=False,
                date_header=False,
                proxy_headers=False,
                lifespan="off",
                ws="none",
                http=Protocol,
                limit_concurrency=500,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=DRAIN_S,
            )
        )

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """A second signal ends open requests, too. The process ends in good order: with 0."""
        self.end(at_once=self.should_exit)

    def end(self, *, at_once: bool = False) -> None:
        self.site.stopping.set()
        self.force_exit = at_once
        self.should_exit = True

    @property
    def address(self) -> str:
        """Where the pages are, once they are served."""
        settings = self.site.settings
        if settings.socket:
            return settings.socket
        sockets: Any = self.servers[0].sockets
        host, port = sockets[0].getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{port}{settings.base}/"

    async def run_until_told(self, on_start: Callable[[str], None]) -> None:
        async def announce() -> None:
            while not self.started:  # noqa: ASYNC110 - uvicorn has no event for it
                await asyncio.sleep(0.02)
            on_start(self.address)

        path = self.site.settings.socket
        sockets = [unix_socket(path)] if path else None
        announcing = asyncio.create_task(announce())
        try:
            await self.serve(sockets)
        finally:
            announcing.cancel()
            if path:
                _remove(path)
            await self.site.database.close()


def unix_socket(path: str) -> socket.socket:
    """A socket that only its user and group may open: its clients may name any person."""
    if Path(path).is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            if probe.connect_ex(path) == 0:
                raise OSError(f"another process listens on {path}")
        _remove(path)
    made = socket.socket(socket.AF_UNIX)
    before = os.umask(0o117)
    try:
        made.bind(path)
    finally:
        os.umask(before)
    return made


def _remove(path: str) -> None:
    Path(path).unlink(missing_ok=True)


async def serve(settings: Settings, *, on_start: Callable[[str], None] = lambda _: None) -> None:
    """Serve the pages until a signal ends it; `on_start` gets their address."""
    await Server(settings).run_until_told(on_start)
