"""Checks before every page: host, rate, person, origin of forms; and headers of every answer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import MutableMapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .people import People, Person, RefusedError
from .settings import Settings
from .site import SESSION_COOKIE, Site, explain, new_session

log = logging.getLogger("flowfabric.web")

# no code or style in the markup, nothing of other sites, in no frame
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # (with no referrer at all, a browser names no origin in forms)
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# how long a client may take to read what fills the buffers of its connection
SEND_S = 30.0
# for programs that look whether this process lives: no person, no name of a host
PROBES = ("/healthz", "/readyz")
# signed links are for people without a login
WITHOUT_LOGIN = ("/approve",)


class Guard:
    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site
        self._people = People(site.settings)
        rate = site.settings.requests_per_s
        self._requests = Buckets(rate=rate, size=6 * rate)
        self._changes = Buckets(rate=rate / 6, size=2 * rate)
        self._refusals = Buckets(rate=0.2, size=20.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["state"] = {"session": "", "is_secure": False}
        request = Request(scope, receive)
        has_begun = False

        async def guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                self._add_headers(request, MutableHeaders(scope=message))
            try:
                await asyncio.wait_for(send(message), SEND_S)
            except (TimeoutError, asyncio.TimeoutError):
                raise _NotReadError from None

        try:
            path = _path_of(request, self._site.settings)
            if path in PROBES or (path == "/metrics" and self._site.settings.has_open_metrics):
                request.scope["state"]["person"] = Person()
            else:
                await self._admit(request, path)
            await self._app(scope, receive, guarded)
        except _NotReadError:
            # a client that reads nothing keeps no place: its connection is closed
            return
        except Exception as error:
            if explain(error).status == 500:
                log.exception("%s %r failed", request.method, request.url.path)
            if has_begun:
                raise
            await self._site.refuse(request, error)(scope, receive, guarded)

    async def _admit(self, request: Request, path: str) -> None:
        settings = self._site.settings
        state = request.scope["state"]
        peer = request.client.host if request.client else None
        is_behind_proxy = settings.is_proxy(peer)
        state["is_secure"] = request.url.scheme == "https" or (
            is_behind_proxy and request.headers.get("x-forwarded-proto") == "https"
        )
        if not settings.is_host_allowed(_host_of(request.headers)):
            raise RefusedError(421, "This page is not served under this name (--allow-host).")
        who = state["client"] = _client_of(request, is_behind_proxy)
        changes = request.method not in ("GET", "HEAD")
        if changes:
            _check_origin(request.headers)
        # files come from memory, to everybody
        if path.startswith("/static/"):
            return
        if not (self._requests.take(who) and (not changes or self._changes.take(who))):
            raise RefusedError(429, "Too many requests. Wait a moment.", {"Retry-After": "2"})
        state["person"] = await self._person_of(request, path, who)
        session = request.cookies.get(SESSION_COOKIE, "")
        state["session"] = session if 16 <= len(session) <= 64 else new_session()
        state["is_new_session"] = state["session"] != session

    async def _person_of(self, request: Request, path: str, who: str) -> Person:
        try:
            if self._site.settings.users is None:
                return self._people.person_of(request)
            if not self._refusals.has(who):
                raise RefusedError(429, "Too many wrong passwords.", {"Retry-After": "60"})
            # a password takes a while to check
            return await asyncio.to_thread(self._people.person_of, request)
        except RefusedError as error:
            if _is_for_everybody(path):
                return Person()
            if error.status == 401 and request.headers.get("authorization"):
                self._refusals.take(who)
            raise

    def _add_headers(self, request: Request, headers: MutableHeaders) -> None:
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        state = request.scope["state"]
        if state.get("is_secure"):
            headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if state.get("is_new_session") and "text/html" in headers.get("content-type", ""):
            cookie = f"{SESSION_COOKIE}={state['session']}; Path={self._site.settings.base or '/'}"
            secure = "; Secure" if state["is_secure"] else ""
            headers.append("Set-Cookie", f"{cookie}; HttpOnly; SameSite=Lax{secure}")


class _NotReadError(Exception):
    """The client does not read what it has asked for."""


def _path_of(request: Request, settings: Settings) -> str:
    return request.url.path.removeprefix(settings.base) or "/"


def _is_for_everybody(path: str) -> bool:
    return any(path == free or path.startswith(f"{free}/") for free in WITHOUT_LOGIN)


def _host_of(headers: Headers) -> str:
    """The name in the header, without its port."""
    host = headers.get("host", "")
    return host[1:].split("]")[0] if host.startswith("[") else host.split(":")[0]


def _client_of(request: Request, is_behind_proxy: bool) -> str:
    """Whose requests are counted together."""
    if is_behind_proxy and (forwarded := request.headers.get("x-forwarded-for")):
        return forwarded.split(",")[-1].strip()
    return request.client.host if request.client else "socket"


def _check_origin(headers: Headers) -> None:
    """A browser says from which site a form comes."""
    site = headers.get("sec-fetch-site", "same-origin")
    origin = headers.get("origin")
    is_own = origin is None or origin.partition("://")[2] == headers.get("host")
    if site not in ("same-origin", "none") or not is_own:
        raise RefusedError(403, "This form comes from another site.")


class Buckets:
    """So many at once, and then so many a second, for each client."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._left: MutableMapping[str, tuple[float, float]] = {}

    def has(self, who: str) -> bool:
        return self._left_of(who) >= 1

    def take(self, who: str) -> bool:
        left = self._left_of(who)
        if len(self._left) > 10_000:
            # those whose buckets are full again need none
            self._left = {w: left for w, left in self._left.items() if self._left_of(w) < self.size}
        self._left[who] = (max(left - 1, 0.0), time.monotonic())
        return left >= 1

    def _left_of(self, who: str) -> float:
        now = time.monotonic()
        left, at = self._left.get(who, (self.size, now))
        return min(self.size, left + (now - at) * self.rate)
