"""The pages as a whole: which there are, how one is answered, and how it goes on while it is open.

A page is a template and a function that looks. The blocks of the template whose names begin with
`live_` are sent again, over one connection, when what they show has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import hmac
import json
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jinja2
import psycopg
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from . import values
from .database import Database, DatabaseAwayError, Row, Transaction
from .drawings import shares
from .people import Person, RefusedError
from .settings import Settings

HERE = Path(__file__).parent
MAX_FORM = 256 * 1024
MAX_FIELDS = 200
# an open page hears from us at least so often
HEARTBEAT_S = 15.0
MAX_STREAMS, MAX_STREAMS_OF_ONE = 200, 30
STREAM_S = 900.0
# how long a client may take to send a form
FORM_S = 15.0
MAX_MESSAGE = 3_500
MESSAGE_COOKIE = "flowfabric_message"
SESSION_COOKIE = "flowfabric_session"

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class NotFoundError(Exception):
    """There is no such thing, or the person may not see it."""


@dataclass
class Asked:
    """A request for a page, and the transaction in which the page looks."""

    site: Site
    request: Request
    person: Person
    transaction: Transaction
    now: datetime
    form: Mapping[str, str] = field(default_factory=dict)

    @property
    def query(self) -> QueryParams:
        return self.request.query_params

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def may(self, function: str) -> bool:
        return self.transaction.may(function)

    async def slow(self, name: str, query: str = "", **arguments: Any) -> list[Row]:
        """The rows of a function or query that looks at much: a tenth of the time at most."""

        async def look() -> list[Row]:
            t = self.transaction
            return await (t.select(query, **arguments) if query else t.rows(name))

        return await self.site.remember((self.person.role, name), look)


Look = Callable[[Asked], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class Page:
    path: str
    template: str
    look: Look
    # the part of the navigation that it belongs to
    place: str = ""
    # readers of events move the watermark behind which events can be read
    mode: str = "read only"


class Site:
    def __init__(self, settings: Settings, database: Database) -> None:
        self.settings = settings
        self.database = database
        self.stopping = asyncio.Event()
        self.assets = _assets()
        # open pages, by client
        self._streams = Counter[str]()
        self._answered: dict[str, tuple[float, bool]] = {}
        self._remembered: dict[tuple[str | None, str], tuple[float, list[Row]]] = {}
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.filters.update(values.FILTERS)
        self.templates.globals.update(
            base=settings.base,
            asset=lambda name: f"{settings.base}/static/{self.assets[name].version}/{name}",
            interval_s=settings.interval_s,
        )
        macros = self.templates.get_template("parts.html").module
        self.templates.globals["parts"] = macros

    async def once_a_second(self, name: str, look: Callable[[], Awaitable[bool]]) -> bool:
        """For programs that ask without a login."""
        until, known = self._answered.get(name, (0.0, False))
        if time.monotonic() >= until:
            known = await look()
            self._answered[name] = (time.monotonic() + 1, known)
        return known

    async def remember(
        self, key: tuple[str | None, str], look: Callable[[], Awaitable[list[Row]]]
    ) -> list[Row]:
        until, rows = self._remembered.get(key, (0.0, []))
        began_at = time.monotonic()
        if began_at >= until:
            rows = await look()
            took = time.monotonic() - began_at
            self._remembered[key] = (time.monotonic() + 10 * took, rows)
        return rows

    # --- a page ---

    async def show(self, page: Page, request: Request) -> Response:
        """The whole page."""
        person = person_of(request)
        context = await self._look(page, request, person)
        return self.answer(page.template, request, person, place=page.place, **context)

    async def _look(self, page: Page, request: Request, person: Person) -> dict[str, Any]:
        async def look(transaction: Transaction) -> dict[str, Any]:
            now = await self._now(transaction)
            asked = Asked(self, request, person, transaction, now)
            return {"now": now, "may": transaction.may, **await page.look(asked)}

        return await self.database.read(person.role, look, mode=page.mode)

    async def _now(self, transaction: Transaction) -> datetime:
        if transaction.may("ff_server_time"):
            [row] = await transaction.select("select flowfabric.ff_server_time() as now")
        else:
            [row] = await transaction.select("select clock_timestamp() as now")
        found: datetime = row["now"]
        return found

    def answer(
        self,
        template: str,
        request: Request,
        person: Person,
        *,
        status: int = 200,
        **context: Any,
    ) -> Response:
        page = self.templates.get_template(template)
        text = page.render({
            "message": self._message_of(request),
            "live_url": self._live_url(request) if _live_blocks(page) else None,
            **self._common(request, person),
            **context,
        })  # fmt: skip
        response = html(request, text, status)
        if MESSAGE_COOKIE in request.cookies:
            response.delete_cookie(MESSAGE_COOKIE, path=self.settings.base or "/")
        return response

    def _common(self, request: Request, person: Person) -> dict[str, Any]:
        return {
            "query": request.query_params,
            "person": person,
            "form_token": self.form_token(request, person),
            "since": values.since,
            "ms_between": values.milliseconds_between,
            "json_html": values.json_html,
            "facts": values.facts,
            "shares": shares,
            "place": "",
            "may": lambda _function: False,
        }

    def _live_url(self, request: Request) -> str:
        path = request.url.path.removeprefix(self.settings.base) or "/"
        query = f"?{request.url.query}" if request.url.query else ""
        return f"{self.settings.base}/live{path}{query}"

    # --- while it is open ---

    async def follow(self, page: Page, request: Request) -> Response:
        """The changes of a page, as long as it is open."""
        person, client = person_of(request), request.scope["state"]["client"]
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(media_type="text/event-stream", headers=headers)
        if self._streams.total() >= MAX_STREAMS or self._streams[client] >= MAX_STREAMS_OF_ONE:
            raise RefusedError(503, "Too many pages are open.", {"Retry-After": "30"})
        changes = self._changes(page, request, person, client)
        return _Stream(changes, media_type="text/event-stream", headers=headers)

    async def _changes(
        self, page: Page, request: Request, person: Person, client: str
    ) -> AsyncGenerator[str, None]:
        template = self.templates.get_template(page.template)
        blocks = _live_blocks(template)
        common = self._common(request, person)
        sent: dict[str, str] = {}
        began_at = heard_at = time.monotonic()
        self._streams[client] += 1
        try:
            yield ": \n\n"
            # it ends after a while: the browser comes again, and is asked for its person again
            while not self.stopping.is_set() and time.monotonic() - began_at < STREAM_S:
                try:
                    context = {**common, **await self._look(page, request, person)}
                    parts = {
                        name: "".join(template.blocks[name](template.new_context(context)))
                        for name in blocks
                    }
                    parts["live_state"] = ""
                except Exception as error:
                    parts = {"live_state": explain(error).text}
                changed = {name: text for name, text in parts.items() if sent.get(name) != text}
                sent.update(changed)
                if changed:
                    yield _event(changed)
                    heard_at = time.monotonic()
                elif time.monotonic() - heard_at > HEARTBEAT_S:
                    yield ": \n\n"
                    heard_at = time.monotonic()
                with contextlib.suppress(TimeoutError, asyncio.TimeoutError):
                    await asyncio.wait_for(self.stopping.wait(), self.settings.interval_s)
        finally:
            self._streams[client] -= 1
            if not self._streams[client]:
                del self._streams[client]

    # --- forms ---

    async def form_of(self, request: Request, person: Person) -> dict[str, str]:
        """The fields of a form that this site made, for this person."""
        form = await read_form(request)
        token = form.pop("form_token", "")
        if not hmac.compare_digest(token.encode(), self.form_token(request, person).encode()):
            raise RefusedError(
                403, "This form is too old. Go back, load the page again, and repeat it."
            )
        return form

    def form_token(self, request: Request, person: Person) -> str:
        """The token in forms of this session, without which other sites cannot post them."""
        session = request.scope["state"]["session"]
        return self.sign("form", session, person.name or "", person.role or "")

    def sign(self, *parts: str) -> str:
        text = json.dumps(parts).encode()
        return hmac.new(self.settings.secret, text, hashlib.sha256).hexdigest()

    def redirect(
        self, request: Request, path: str, message: str = "", kind: str = "good"
    ) -> Response:
        """To another page, which shows the message once."""
        response = Response(status_code=303, headers={"Location": f"{self.settings.base}{path}"})
        if message:
            response.set_cookie(
                MESSAGE_COOKIE,
                self._message_cookie(kind, message),
                max_age=60,
                path=self.settings.base or "/",
                httponly=True,
                samesite="strict",
                secure=is_secure(request),
            )
        return response

    def _message_cookie(self, kind: str, message: str) -> str:
        """Signed; a browser keeps no cookie of more than 4 kB."""
        shown = message
        while True:
            text = json.dumps({"kind": kind, "text": shown}, ensure_ascii=False)
            cookie = urlencode({"text": text, "sign": self.sign("message", text)}, errors="replace")
            if len(cookie) <= MAX_MESSAGE:
                return cookie
            shown = f"{shown[: len(shown) * MAX_MESSAGE // len(cookie) - 10]} …"

    def _message_of(self, request: Request) -> dict[str, str] | None:
        given = dict(parse_qsl(request.cookies.get(MESSAGE_COOKIE, "")))
        text = given.get("text", "")
        if not text or not hmac.compare_digest(
            given.get("sign", "").encode(), self.sign("message", text).encode()
        ):
            return None
        message: dict[str, str] = json.loads(text)
        return message

    # --- errors ---

    def refuse(self, request: Request, error: Exception) -> Response:
        """A page about an error, with advice."""
        found = explain(error)
        state = request.scope.get("state", {})
        state.setdefault("session", "")
        person = state.get("person") or Person()
        response = self.answer(
            "error.html", request, person, status=found.status, error=found, title=found.title
        )
        response.headers.update(found.headers)
        return response


# --- answers ---


class _Stream(StreamingResponse):
    """Gives its place back when it ends, however it ends."""

    def __init__(self, changes: AsyncGenerator[str, None], **options: Any) -> None:
        super().__init__(changes, **options)
        self._changes = changes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self._changes.aclose()


def html(request: Request, text: str, status: int = 200) -> Response:
    body = text.encode(errors="replace")
    response = Response(status_code=status, media_type="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", "") and len(body) > 1000:
        body = gzip.compress(body, 5)
        response.headers["Content-Encoding"] = "gzip"
    response.body = body
    response.headers["Content-Length"] = str(len(body))
    return response


def _live_blocks(template: jinja2.Template) -> list[str]:
    return [name for name in template.blocks if name.startswith("live_")]


def _event(parts: Mapping[str, str]) -> str:
    """One message, which puts each part into its place."""
    text = "".join(
        f'<hx-partial hx-target="#{name}" hx-swap="innerMorph">{part}</hx-partial>'
        for name, part in parts.items()
    )
    # blanks stay as they are: a traceback has indented lines, and empty ones
    lines = "".join(f"data: {line}\n" for line in re.split(r"\r\n|\r|\n", text))
    return f"{lines}\n"


@dataclass(frozen=True)
class Asset:
    version: str
    media_type: str
    body: bytes
    compressed: bytes


def _assets() -> dict[str, Asset]:
    found = {}
    for directory in ("static", "_vendor"):
        for path in (HERE / directory).iterdir():
            if path.suffix in _TYPES:
                body = path.read_bytes()
                found[path.name] = Asset(
                    hashlib.sha256(body).hexdigest()[:12],
                    _TYPES[path.suffix],
                    body,
                    gzip.compress(body, 9),
                )
    return found


# --- requests ---


def person_of(request: Request) -> Person:
    """The person that the guard has found."""
    person: Person = request.scope["state"]["person"]
    return person


def is_secure(request: Request) -> bool:
    return bool(request.scope["state"].get("is_secure"))


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form; the values of a field that comes several times, with blanks between."""
    if request.headers.get("content-type", "").split(";")[0] != "application/x-www-form-urlencoded":
        raise RefusedError(415, "This is not a form.")
    try:
        body = await asyncio.wait_for(_read_body(request), FORM_S)
    except (TimeoutError, asyncio.TimeoutError):
        raise RefusedError(408, "The form did not arrive.") from None
    try:
        fields = parse_qsl(
            body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"
        )
    except ValueError:
        raise RefusedError(400, "The form cannot be read.") from None
    form: dict[str, str] = {}
    for name, value in fields:
        form[name] = f"{form[name]} {value}" if name in form else value
    return form


async def _read_body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_FORM:
            raise RefusedError(413, f"A form has {MAX_FORM // 1024} kB at most.")
    return body


def new_session() -> str:
    return secrets.token_urlsafe(18)


# --- what an error says ---


@dataclass(frozen=True)
class Explanation:
    status: int
    title: str
    text: str
    hint: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def explain(error: Exception) -> Explanation:
    match error:
        case RefusedError():
            return Explanation(error.status, "Refused", str(error), headers=error.headers)
        case NotFoundError():
            return Explanation(404, "Not found", str(error) or "There is no such page.")
        case DatabaseAwayError():
            return Explanation(
                503,
                "The database does not answer",
                str(error),
                "The page works again when the database does; nothing else is needed.",
                {"Retry-After": "5"},
            )
        case psycopg.Error():
            return _explain_refusal(error)
    return Explanation(500, "An error of the page", "It was written to the log of the server.")


def _explain_refusal(error: psycopg.Error) -> Explanation:
    state = error.diag.sqlstate or ""
    text = error.diag.message_primary or " ".join(str(error).split())
    hint = error.diag.message_hint or ""
    if state in _NOT_FOUND:
        return Explanation(404, "Not found", text, hint)
    if state in _DENIED:
        return Explanation(403, "Not permitted", text, hint)
    if state in _TOO_LONG:
        hint = "The database is busy, or another transaction holds the row. Try again."
        return Explanation(503, "This took too long", text, hint, {"Retry-After": "5"})
    if state in _MISSING:
        hint = "flowfabric upgrade brings the installation to the version of the pages."
        return Explanation(501, "This installation does not have it", text, hint)
    if state[:2] == "ZF":
        return Explanation(409, "Refused", text, hint)
    # psycopg itself refuses texts that PostgreSQL cannot store
    if state[:2] == "22" or (not state and isinstance(error, psycopg.DataError)):
        return Explanation(400, "Refused", text, hint)
    return Explanation(503, "The database refuses this", text, hint)


_NOT_FOUND = ("ZF201", "ZF401", "ZF501", "ZF601", "ZF602")
_DENIED = ("ZF801", "42501")
# statement_timeout, lock_timeout
_TOO_LONG = ("57014", "55P03")
# a function, a schema
_MISSING = ("42883", "3F000")
