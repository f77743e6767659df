"""The pages in a real browser: looks, live changes, forms, keys, hostile texts.

FF_SCREENSHOTS names a directory for a picture of each page, at two sizes and in both colours.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from build import ROOT
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from .conftest import Site
from .world import World

AXE = ROOT / "tools/browser/node_modules/axe-core/axe.min.js"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SIZES = {"wide": (1280, 900), "narrow": (360, 740)}
VARIANTS = ("wide-light", "wide-dark", "narrow-light", "narrow-dark")
# the rules that depend on neither size nor colour run twice, not four times
COLOURS_ONLY = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
AXE_OPTIONS: dict[str, dict[str, Any]] = {
    "wide-light": {"resultTypes": ["violations"]},
    "wide-dark": COLOURS_ONLY,
    "narrow-light": COLOURS_ONLY,
    "narrow-dark": {"resultTypes": ["violations"]},
}
COLOURS_OF_PLOT = """() => {
    const canvas = document.querySelector(".plot canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const pixel = (_, i) => data.subarray(4 * i, 4 * i + 4);
    const strong = Array.from({ length: data.length / 4 }, pixel).filter((p) => p[3] > 200);
    return [
        ...(strong.some(([r, g, b]) => g > r + 40 && g > b + 20) ? ["good"] : []),
        ...(strong.some(([r, g, b]) => r > g + 40 && r > b + 40) ? ["bad"] : []),
    ];
}"""
# these count as broken, the others as advice
SERIOUS = ("serious", "critical")

if CHROMIUM is None or not AXE.exists():
    # `make` has installed both: there it is an error
    if "FF_PG_BINDIR" in os.environ:
        raise RuntimeError("tools/ensure_browser.sh installs chromium and axe-core")
    pytest.skip("tools/ensure_browser.sh installs chromium and axe-core", allow_module_level=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # not longer than this module: its event loop would be in the way of tests of coroutines
    with sync_playwright() as playwright:
        # a process of root has no sandbox
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Watched:
    """A page whose complaints are kept: errors, refusals of the policy, code of hostile texts."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.complaints: list[str] = []
        self.address = site.address
        context.add_init_script("window.boom = (n) => console.error('BOOM ' + n)")
        self.page: Page = context.new_page()
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.address}{path}")
        return self.page


@pytest.fixture
def watched(browser: Browser, site: Site) -> Iterator[Watched]:
    """A wide, light page; nothing may be wrong with it at the end."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    context.set_default_timeout(10_000)
    watched = Watched(context, site)
    yield watched
    context.close()
    assert watched.complaints == []


def approval_of(world: World) -> str:
    """The link of a person whose answer is still missing."""
    return "/approve#" + "/".join(map(str, world.tokens["cyd"]))


def paths(world: World) -> dict[str, str]:
    ids = world.ids
    return {
        "overview": "/",
        "executions": "/executions",
        "filtered": "/executions?public_state=failed&lane_id=emails",
        "waiting_for_retry": f"/executions/{ids['retried']}",
        "failed": f"/executions/{ids['failed']}",
        "hostile": f"/executions/{ids['hostile']}",
        "suspended": f"/executions/{ids['suspended']}",
        "running": f"/executions/{ids['running']}",
        "flows": "/flows",
        "flow": f"/flows/{ids['flow']}",
        "big_flow": f"/flows/{ids['big_flow']}",
        "steps": f"/executions/{ids['steps']}",
        "family": f"/families/{ids['steps']}",
        "approval": approval_of(world),
        "lanes": "/lanes",
        "lane": "/lanes/renders",
        "limits": "/limits",
        "workers": "/workers",
        "worker": "/workers/mailer-0",
        "events": "/events",
        "missing": "/nothing",
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_page_is_whole_legible_and_accessible(
    browser: Browser, site: Site, world: World, variant: str
) -> None:
    size, colour = variant.split("-")
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if colour == "dark" else "light",
        reduced_motion="reduce",
        # only for axe, which is put into the page
        bypass_csp=True,
    )
    watched = Watched(context, site)
    pictures = os.environ.get("FF_SCREENSHOTS")
    for name, path in paths(world).items():
        page = watched.go(path)
        expect(page.locator("main")).to_be_visible()
        if name == "overview":
            # a line that went well and one that did not have their colours
            assert page.evaluate(COLOURS_OF_PLOT) == ["good", "bad"], colour
        # nothing is cut off at the right
        over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, f"{name} is {over} pixels too wide"
        page.add_script_tag(path=str(AXE))
        found = page.evaluate("(options) => axe.run(document, options)", AXE_OPTIONS[variant])
        bad = [
            f"{v['id']}: {v['help']}: {v['nodes'][0]['html'][:200]}"
            for v in found["violations"]
            if v["impact"] in SERIOUS
        ]
        assert bad == [], name
        if pictures:
            page.screenshot(
                path=Path(pictures, f"{name}-{variant}.png"), full_page=size == "narrow"
            )
    context.close()
    missing = "Failed to load resource: the server responded with a status of 404"
    assert [c for c in watched.complaints if not c.startswith(missing)] == []


def test_hostile_texts_run_no_code(watched: Watched, world: World) -> None:
    page = watched.go(approval_of(world))
    expect(page.locator(".json")).to_contain_text("boom")
    for name in ("hostile", "failed", "steps", "overview", "executions", "events", "filtered"):
        # also the parts that come in over the connection of the open page
        with watched.page.expect_response(re.compile("/live/")):
            page = watched.go(paths(world)[name])
        page.wait_for_timeout(300)
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    expect(watched.go(paths(world)["hostile"]).locator("h1")).to_contain_text("hostile<b>kind</b>")


def late(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()


def test_an_open_page_follows_and_keeps_what_the_person_does(
    watched: Watched, world: World
) -> None:
    created = world.client.create_execution("follow", {"a": {"b": {"c": 1}}}, delay_ms=3_600_000)
    # a script that comes late changes nothing
    watched.page.route(re.compile("hx-sse"), late)
    page = watched.go(f"/executions/{created.execution_id}")
    expect(page.locator(".sentence")).to_contain_text("submitted with a delay")
    # an open form stays open, with the text in it
    page.get_by_role("button", name="Cancel…").click()
    reason = page.locator("#act_cancel input[name=reason]")
    reason.fill("half of a rea")
    world.client.set_execution_tag(created.execution_id, "shop.note", "new")
    expect(page.locator(".tags")).to_contain_text("new")
    assert reason.input_value() == "half of a rea"
    assert reason.evaluate("e => e === document.activeElement")
    world.client.cancel_execution(created.execution_id, "by somebody else")
    expect(page.locator(".sentence")).to_contain_text("by somebody else")
    expect(page.get_by_role("button", name="Cancel…")).to_have_count(0)


def test_an_execution_is_cancelled_and_replayed_by_hand(watched: Watched, world: World) -> None:
    created = world.client.create_execution("by_hand", {}, delay_ms=3_600_000)
    page = watched.go(f"/executions/{created.execution_id}")
    page.get_by_role("button", name="Cancel…").click()
    page.locator("#act_cancel input[name=reason]").fill("a mistake")
    page.locator("#act_cancel").get_by_role("button", name="Cancel", exact=True).click()
    expect(page.locator(".message")).to_have_text("It is cancelled.")
    page.get_by_role("button", name="Replay…").click()
    page.keyboard.press("Escape")
    expect(page.locator("#act_replay")).to_be_hidden()
    page.get_by_role("button", name="Replay…").click()
    page.locator("#act_replay").get_by_role("button", name="Replay", exact=True).click()
    expect(page.locator(".message")).to_contain_text("It runs again")
    world.client.cancel_execution(created.execution_id, "the test is over")


def test_a_person_with_a_link_decides(watched: Watched, world: World) -> None:
    created = world.client.create_execution("decide", {"secret": "of the company"})
    parked = world.client.suspend(
        world.claim("decide", "agent-1").handle,
        {"any": [{"signal": "approved", "on": "boss"}, {"signal": "rejected", "on": "boss"}]},
        title="Pay 12 euros?",
        detail={"to": "ada"},
    )
    waitpoint = parked.waitpoints[0]
    link = f"{created.execution_id}/{waitpoint['waitpoint_id']}/{waitpoint['token']}"
    sent: list[str] = []
    watched.page.on("request", lambda request: sent.append(request.url))
    page = watched.go(f"/approve#{link}")
    expect(page.locator("h1")).to_have_text("Pay 12 euros?")
    expect(page.locator("main")).not_to_contain_text("of the company")
    # the token is neither in an address that was asked for, nor in the one that is shown
    assert not any(waitpoint["token"] in url for url in [*sent, page.url])
    page.locator("textarea").fill("too much")
    page.get_by_role("button", name="Reject").click()
    expect(page.locator(".message")).to_contain_text("the work goes on")
    resumed = world.claim("decide", "agent-1")
    [signal] = world.client.observe_signals(resumed.handle)
    assert (signal.signal_name, signal.input) == ("rejected", {"comment": "too much"})
    assert signal.source_identity == "boss"
    world.client.complete(resumed.handle)
    page = watched.go(f"/approve#{link}")
    expect(page.locator(".message")).to_contain_text("This question is closed")


def test_a_lane_is_paused_by_keys_alone(watched: Watched, world: World) -> None:
    world.client.register_lane("keys")
    page = watched.go("/lanes/keys")
    page.get_by_role("button", name="Pause…").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("by keys")
    page.keyboard.press("Enter")
    expect(page.locator(".message")).to_have_text("The lane is paused.")
    # from the top of the page to its content, to the search, and through the rows
    page = watched.go("/lanes")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("keys")
    assert page.locator("#search").input_value() == "keys"
    page.locator("#search").blur()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    expect(page.locator("tbody tr a").first).to_be_focused()


def test_light_and_dark_are_chosen_and_kept(watched: Watched) -> None:
    page = watched.go("/lanes")
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.locator("#theme").click()
    dark = page.evaluate(background)
    assert dark != light
    watched.go("/workers")
    assert page.evaluate(background) == dark


def test_a_large_flow_is_drawn_with_links_and_fits(watched: Watched, world: World) -> None:
    page = watched.go(f"/flows/{world.ids['big_flow']}")
    nodes = page.locator("svg.graph .node")
    expect(nodes).to_have_count(200)
    boxes = page.evaluate(
        "[...document.querySelectorAll('.graph .node rect')].map((r) => {"
        " const b = r.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
    )
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            assert not (
                left < other[2] and other[0] < right and top < other[3] and other[1] < bottom
            )
    page.get_by_label("Fit into the page").check()
    inside = page.evaluate(
        "document.querySelector('.graph').getBoundingClientRect().right <= innerWidth"
    )
    assert inside
    page.locator("svg.graph a").first.click()
    expect(page).to_have_url(re.compile("/executions/"))


def test_everything_works_without_javascript(browser: Browser, site: Site, world: World) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for path in paths(world).values():
        page.goto(f"{site.address}{path}")
        expect(page.locator("main")).to_be_visible()
    created = world.client.create_execution("no_script", {}, delay_ms=3_600_000)
    page.goto(f"{site.address}/executions")
    page.locator("#search").fill(str(created.execution_id))
    page.locator("#search").press("Enter")
    expect(page).to_have_url(re.compile(str(created.execution_id)))
    page.get_by_role("button", name="Cancel…").click()
    page.locator("#act_cancel input[name=reason]").fill("without a script")
    page.locator("#act_cancel").get_by_role("button", name="Cancel", exact=True).click()
    expect(page.locator(".message")).to_have_text("It is cancelled.")
    context.close()
