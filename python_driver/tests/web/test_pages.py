"""Every page, as a program sees it: its contents, its headers, and that looking changes nothing."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from .conftest import Serve, Site
from .world import HOSTILE, World

PATHS = (
    "/", "/executions", "/executions?public_state=failed&public_state=expired",
    "/executions?tag=shop.customer%3Dc-4711", "/flows", "/lanes", "/lanes/renders", "/limits",
    "/workers", "/workers/mailer-0", "/events", "/events?kind=completed",
)  # fmt: skip
SHOWN = (
    "retried", "failed", "hostile", "no_worker", "suspended", "steps", "lapsed", "limited",
    "running",
)  # fmt: skip


def paths(world: World) -> list[str]:
    return [
        *PATHS,
        *(f"/executions/{world.ids[name]}" for name in SHOWN),
        *(f"/flows/{world.ids[name]}" for name in ("flow", "big_flow")),
        f"/families/{world.ids['steps']}", "/approve",
    ]  # fmt: skip


class Markup(HTMLParser):
    """Collects what would run code: scripts, handlers, styles, addresses."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]


def test_every_page_is_shown_with_the_headers_that_keep_it_safe(site: Site, world: World) -> None:
    for path in paths(world):
        answer = site.get(path)
        assert answer.status == 200, path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"


def test_no_value_becomes_markup(site: Site, world: World) -> None:
    """The world has hostile text in every field that takes it."""
    seen = 0
    for path in paths(world):
        text = site.get(path).text
        seen += "boom(1)" in text
        assert HOSTILE not in text
        markup = Markup()
        markup.feed(text)
        assert not markup.tags & {"img", "iframe", "style", "object", "b", "i"}, path
        for tag, name, value in markup.attributes:
            assert not name.startswith("on"), (path, tag, name)
            assert name != "style", (path, tag)
            if name in ("href", "src", "action"):
                assert value.startswith(("/", "#")), (path, value)
    assert seen >= 3


def test_scripts_and_styles_are_files_of_the_site(site: Site) -> None:
    text = site.get("/").text
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', text):
        answer = site.get(path)
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"]


def _contents(connection: psycopg.Connection[Any]) -> list[Any]:
    """A digest of each table, but for the watermark of events."""
    names = connection.execute(
        "select c.relname from pg_class as c where c.relnamespace = 'flowfabric'::regnamespace"
        " and c.relkind = 'r' and c.relname <> 'ff_event_watermark' order by 1"
    ).fetchall()
    found = []
    for (name,) in names:
        query = (
            "select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from flowfabric."
        )
        found.append((name, connection.execute(f"{query}{name} as t".encode()).fetchone()))
    return found


def test_looking_changes_nothing(site: Site, world: World) -> None:
    before = _contents(world.connection)
    for path in paths(world):
        assert site.get(path).status == 200
        assert site.ask("HEAD", path).status == 200
        # a form is never sent by a GET
    for path in (f"/executions/{world.ids['failed']}/replay", "/bulk/run", "/lanes/emails/"):
        assert site.get(path).status in (404, 405)
    assert _contents(world.connection) == before


def test_trouble_comes_first_with_what_to_do(site: Site) -> None:
    text = site.get("/").text
    main = text[text.index("<main") :]
    assert main.index("Due work is not claimed") < main.index("Running")
    assert "no live worker" in main
    assert "Start workers" in main
    assert "Lapsed leases were not taken over" in main


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("failed", "Failed: a negative amount stays negative"),
        ("no_worker", "it waits for a worker, and no worker of this lane is alive"),
        ("suspended", "it waits for a signal to ada, bob, cyd; timeout in 23 h"),
        ("steps", "It waits for signal picked_up (timeout in 2 h"),
        ("lapsed", "The lease of importer-b on attempt 1 lapsed"),
        ("running", "agent-1 works on attempt 1 since"),
        ("hostile", "it was submitted with a delay"),
        ("limited", "Waits for a limit. A quota is used up."),
    ],
)
def test_a_sentence_says_what_an_execution_does(
    site: Site, world: World, name: str, sentence: str
) -> None:
    assert sentence in site.get(f"/executions/{world.ids[name]}").text


def test_a_retry_is_told_with_its_failure(site: Site, world: World) -> None:
    text = site.get(f"/executions/{world.ids['retried']}").text
    assert "attempt 4 of 5 failed with gateway: 502 upstream connect error" in text
    assert "File &#34;/srv/app/billing/charge.py&#34;, line 84, in charge" in text
    # all digits of a number
    assert "12345678901234567890123" in text


def test_the_search_finds_ids_keys_and_tags(site: Site, world: World) -> None:
    def place(text: str) -> str:
        answer = site.get(f"/search?q={text}")
        assert answer.status == 303
        return str(answer.headers["location"])

    assert place(str(world.ids["failed"])) == f"/executions/{world.ids['failed']}"
    assert place(str(world.ids["flow"])) == f"/flows/{world.ids['flow']}"
    assert place("invoice-2031-0042") == "/executions?idempotency_key=invoice-2031-0042"
    assert str(world.ids["retried"])[-8:] in site.get(place("invoice-2031-0042")).text
    assert str(world.ids["retried"])[-8:] in site.get(place("shop.customer=c-4711")).text


def test_a_list_goes_on_page_by_page_newest_first(site: Site) -> None:
    seen: list[str] = []
    path = "/executions?lane_id=emails"
    while True:
        text = site.get(path).text
        seen += re.findall(r'<tr id="e([0-9a-f-]+)"', text)
        older = re.search(r'href="([^"]+)" rel="next"', text)
        if older is None:
            break
        path = older[1].replace("&amp;", "&")
    assert len(seen) > 300
    assert seen == sorted(set(seen), reverse=True)


def test_a_wrong_filter_is_explained(site: Site) -> None:
    for query, said in (
        ("created_after=yesterday", "created_after"),
        ("public_state=wrong", "is not a public state"),
        ("tag=without", "owner.key=value"),
        ("after=1", "not the id"),
    ):
        answer = site.get(f"/executions?{query}")
        assert answer.status == 400, query
        assert said in answer.text


def test_what_does_not_exist_is_not_found(site: Site) -> None:
    for path in (
        f"/executions/{uuid4()}", "/executions/1", f"/flows/{uuid4()}", "/lanes/none",
        "/workers/none", "/static/0/app.py", "/static/0/..%2Fapp.py", "/nothing",
    ):  # fmt: skip
        assert site.get(path).status == 404, path


ODD = ("%00", "%ED%A0%80", "%FF", "%F0%9F%9A%80", "a" * 5000, "'")


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_in_addresses_are_refused_or_found_nowhere(site: Site, text: str) -> None:
    for path in (
        f"/executions?kind={text}", f"/executions?idempotency_key={text}", f"/search?q={text}",
        f"/executions?tag=a.b%3D{text}", f"/lanes/{text}", f"/workers/{text}",
        f"/executions/{text}",
        f"/flows/{text}", f"/flows?namespace={text}", f"/lanes?after={text}", f"/{text}",
        f"/workers?after={text}", f"/events?namespace={text}", f"/events?tag=a.b%3D{text}",
    ):  # fmt: skip
        assert site.get(path).status in (200, 303, 400, 404), path


def test_pages_are_small(site: Site, world: World) -> None:
    for path in paths(world):
        connection = site.open()
        connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        response = connection.getresponse()
        body = response.read()
        connection.close()
        assert len(body) <= 100_000, path
        if response.headers["content-encoding"] == "gzip":
            assert gzip.decompress(body)


def test_values_of_16_megabytes_are_cut(site: Site, world: World) -> None:
    big = world.client.create_execution(
        "big", {"text": "x" * 15_000_000, "list": list(range(1000))}, delay_ms=3_600_000
    )
    many = world.client.create_execution("big", [{"n": n} for n in range(5000)], delay_ms=3_600_000)
    deep: Any = 1
    for _ in range(95):
        deep = [deep]
    nested = world.client.create_execution("big", deep, delay_ms=3_600_000)
    raw = world.client.create_execution("big", payload=b"\x00\xff" * 1000, delay_ms=3_600_000)
    for execution, said in (
        (big, "The first 200.0 kB are shown"),
        (many, "The first 1500 values are shown"),
        (nested, "1 item"),
        (raw, "00ff00ff"),
    ):
        answer = site.get(f"/executions/{execution.execution_id}")
        assert answer.status == 200
        assert said in answer.text
        assert len(answer.text) < 1_000_000
        world.client.cancel_execution(execution.execution_id, "the test is over")


def test_metrics_and_probes(site: Site) -> None:
    answer = site.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "# TYPE ff_queue_depth gauge" in answer.text
    assert (site.get("/healthz").status, site.get("/readyz").status) == (200, 200)


def test_a_proxy_may_show_the_pages_under_a_path(serve: Serve) -> None:
    site = serve(base="/flow")
    text = site.get("/flow/").text
    assert 'href="/flow/executions"' in text
    assert 'hx-sse:connect="/flow/live/"' in text
    assert site.get("/flow/executions").status == 200
    assert site.get("/executions").status == 404
    # kubelet knows nothing of the proxy
    assert site.get("/healthz").status == 200


def figures(text: str) -> dict[str, list[int]]:
    """The lines of the chart of a page."""
    [table] = re.findall(r'<table id="minutes".*?</table>', text, re.DOTALL)
    heads = re.findall(r"data-colour=[^>]*>(\w+)<", table)
    rows = re.findall(r"<tr><td data-at.*?</tr>", table)
    values = [[int(value) for value in re.findall(r"<td>(\d+)</td>", row)] for row in rows]
    return dict(zip(heads, map(list, zip(*values, strict=True)), strict=True))


def test_the_last_hour_is_shown_by_lane(site: Site, world: World) -> None:
    overview, lane = site.get("/").text, site.get("/lanes/emails").text
    minutes = figures(lane)
    assert all(len(values) == 60 for values in minutes.values())
    # the oldest minute may leave the hour while the pages are read
    counted = [s for s in world.client.statistics("emails") if s.completed]
    assert len(counted) > 50
    assert sum(s.completed for s in counted[2:]) <= sum(minutes["completed"])
    assert sum(minutes["completed"]) <= sum(s.completed for s in counted)
    assert max(minutes["failed"]) > 1
    everywhere = figures(overview)
    assert sum(everywhere["started"]) > sum(minutes["started"]) - minutes["started"][0]
    assert sum(everywhere["retried"]) > sum(minutes["retried"])
    for column in ("Completed /min", "Failed /min", "Last hour"):
        assert f">{column}</th>" in overview
    assert re.search(r'aria-label="\d+ completed, \d+ failed in the last hour"', overview)


def test_the_last_hour_needs_the_right(serve: Serve) -> None:
    text = serve(roles=("ff_approver",)).get("/").text
    assert 'class="chart"' not in text
    assert "Completed /min" not in text


def test_a_lane_that_is_closed_to_the_person_counts_nowhere(serve: Serve, world: World) -> None:
    world.client.create_execution("closed")
    world.client.complete(world.claim("closed", "mailer-0").handle)
    world.client.grant_lane("closed", "ff_operator", ["operate"])
    world.client.tick()
    assert world.client.statistics("closed") != []
    shown = sum(figures(serve(roles=("ff_reader",)).get("/").text)["started"])
    # read later, for the counts of other lanes may have grown since
    others = [row.started for row in world.client.statistics() if row.lane_id != "closed"]
    assert shown <= sum(others)
