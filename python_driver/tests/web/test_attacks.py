"""Odd and hostile requests: each is refused in words, and none keeps others out."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from urllib.parse import urlsplit

import pytest
from flowfabric.web import Settings
from flowfabric.web import app as web_app
from starlette.types import Message

from .conftest import Serve, Site, dsn_of, token_in
from .world import World


@pytest.mark.parametrize(
    ("action", "fields", "said"),
    [
        ("priority", {"priority": "99999999999"}, "A priority"),
        ("priority", {"priority": "9" * 5000}, "A priority"),
        ("cancel", {"reason": "r", "grace_s": "9" * 20}, "A grace"),
        (
            "signal",
            {"signal_name": "s", "payload": "[" * 50_000},
            "The payload is nested too deeply",
        ),
        ("signal", {"signal_name": "s" * 2000, "payload": ""}, "signal"),
        ("revoke", {"lease_id": "no"}, "uuid"),
        ("approve", {"waitpoint_id": "no"}, "uuid"),
    ],
)
def test_odd_fields_are_refused_in_words(
    site: Site, world: World, action: str, fields: dict[str, str], said: str
) -> None:
    id_ = world.client.create_execution("odd_fields", delay_ms=3_600_000).execution_id
    page = f"/executions/{id_}"
    answer = site.send(page, f"{page}/{action}", fields)
    assert answer.status == 200
    assert said in answer.text
    assert 'class="message bad"' in answer.text
    assert "This installation does not have it" not in answer.text


@pytest.mark.parametrize(
    "fields",
    [
        {"filter": "[" * 50_000},
        {"filter": '{"lane_id": "odd"}', "before": "no"},
        {"filter": '{"lane_id": "odd"}', "after": "no"},
        {"filter": '{"lane_id": "odd"}', "changed": "no"},
        {"filter": '{"lane_id": "odd"}', "verb": "priority", "priority": "99999999999"},
        {"filter": '{"no": 1}'},
        {"filter": "{}"},
        {"verb": "no"},
        {},
    ],
)
def test_odd_changes_of_many_are_refused_in_words(site: Site, fields: dict[str, str]) -> None:
    token = token_in(site.get("/executions").text)
    given = {"form_token": token, "verb": "cancel", "reason": "r"} | fields
    assert site.post("/bulk/run", given).status in (400, 409)


def test_a_long_message_arrives(site: Site, world: World) -> None:
    id_ = world.client.create_execution("long_message", delay_ms=3_600_000).execution_id
    page = f"/executions/{id_}"
    token = token_in(site.get(page).text)
    for text in ("ж" * 2000, "<" * 2000, "\\" * 2000, "e" * 20_000):
        answer = site.post(f"{page}/approve", {"form_token": token, "waitpoint_id": text})
        # a browser keeps no cookie that is longer
        assert all(len(c) <= 4096 for c in answer.headers.get_all("set-cookie") or [])
        assert "Invalid input syntax for type uuid" in site.get(page).text


WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_clients_that_send_nothing_keep_nobody_out(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "REQUEST_S", 0.5)
    site = serve()
    place = urlsplit(site.address)
    slow = []
    try:
        for n in range(60):
            slow.append(socket.create_connection((place.hostname or "", place.port or 0)))
            slow[-1].settimeout(10)
            if n % 3:
                slow[-1].sendall(WHOLE[: 20 if n % 3 == 1 else None])
            if n % 3 == 2:
                # the next one on the same connection
                while not slow[-1].recv(65536).endswith(b"alive\n"):
                    pass
                slow[-1].sendall(b"GET /")
        assert site.get("/healthz").status == 200
        began_at = time.monotonic()
        for each in slow:
            while each.recv(65536):
                pass
        assert time.monotonic() - began_at < 8
        # a request that is whole is answered
        assert site.get("/").status == 200
    finally:
        for each in slow:
            each.close()


async def test_a_client_that_reads_nothing_keeps_no_place(
    monkeypatch: pytest.MonkeyPatch, world: World, login: str
) -> None:
    monkeypatch.setattr("flowfabric.web.guard.SEND_S", 0.1)
    app, site = web_app.make_app(Settings(dsn_of(world.connection, login), interval_s=0.05))
    has_begun = asyncio.Event()

    async def receive() -> Message:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            has_begun.set()
            await asyncio.sleep(60)

    scope = {
        "type": "http", "method": "GET", "path": "/live/lanes", "raw_path": b"/live/lanes",
        "query_string": b"", "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80), "scheme": "http", "root_path": "", "http_version": "1.1",
    }  # fmt: skip
    await asyncio.wait_for(app(scope, receive, send), 20)
    assert has_begun.is_set()
    assert site._streams.total() == 0
    await site.database.close()


def test_a_family_of_10000_is_cut_and_says_so(site: Site, world: World) -> None:
    client = world.client
    parent = client.create_execution("wide_family").execution_id
    held = world.claim("wide_family", "wide-1")
    for first in range(0, 10_000, 1000):
        keys = [f"s{n:05}" for n in range(first, first + 1000)]
        client.spawn_batch(held.handle, keys, "wide_child", [{}] * len(keys))
    answer = site.get(f"/executions/{parent}")
    assert answer.status == 200
    assert "200 are shown" in answer.text
    following = re.search(r'href="([^"]*children_after=[^"]*)"', answer.text)
    assert following
    assert "s00200" in site.get(following[1]).text
    family = site.get(f"/families/{parent}")
    assert family.status == 200
    assert "The first 400 are drawn" in family.text
