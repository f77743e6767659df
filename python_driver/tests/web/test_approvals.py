"""Signed links: a person with a token and no other right decides one question."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Serve, Site
from .test_people import PROXY, loopback
from .world import World

APPROVED: dict[str, Any] = {"signal": "approved", "on": "review"}


def ask(world: World, condition: dict[str, Any] = APPROVED, **more: Any) -> str:
    """Somebody is asked; returns the link."""
    created = world.client.create_execution("approvals", {"secret": "input of the company"})
    parked = world.client.suspend(world.claim("approvals", "a-1").handle, condition, **more)
    waitpoint = parked.waitpoints[0]
    return f"{created.execution_id}/{waitpoint['waitpoint_id']}/{waitpoint['token']}"


def show(site: Site, link: str, **headers: str) -> str:
    return site.send("/approve", "/approve/show", {"link": link}, **headers).text


def answer(site: Site, link: str, **fields: str) -> str:
    return site.send("/approve", "/approve/answer", {"link": link, "once": "1"} | fields).text


def test_the_question_is_shown_and_never_the_input(site: Site, world: World) -> None:
    link = ask(
        world, title="Deploy <b>1.4.0</b>?", detail={"service": "checkout"}, timeout_ms=60_000
    )
    text = show(site, f"https://flow.example/approve#{link}")
    assert "Deploy &lt;b&gt;1.4.0&lt;/b&gt;?" in text
    assert "checkout" in text
    assert "It can be answered for another" in text
    assert "input of the company" not in text
    # the condition takes no rejection
    assert "Reject" not in text


def test_an_answer_counts_once(site: Site, world: World) -> None:
    link = ask(world, {"count": 2, "of": "signals", "on": ["review"]})
    assert "more answers are needed" in answer(site, link, decision="approved", comment="go")
    # the same form again
    assert "more answers are needed" in answer(site, link, decision="approved", comment="go")
    assert "the work goes on" in answer(site, link, decision="rejected", once="2")
    resumed = world.claim("approvals", "a-1")
    signals = world.client.observe_signals(resumed.handle, all=True)
    assert [(s.signal_name, s.input) for s in signals] == [
        ("approved", {"comment": "go"}), ("rejected", {"comment": ""}),
    ]  # fmt: skip
    world.client.complete(resumed.handle)


def test_other_links_learn_nothing(site: Site, world: World) -> None:
    link = ask(world, title="a secret question")
    execution, waitpoint, token = link.split("/")
    other = ask(world).split("/")
    for wrong in (
        f"{execution}/{waitpoint}/{token[:-1]}", f"{other[0]}/{waitpoint}/{token}",
        f"{execution}/{other[1]}/{token}", f"{execution}/{waitpoint}/installed:00",
    ):  # fmt: skip
        text = show(site, wrong)
        assert "the token is not valid for this waitpoint" in text
        assert "secret" not in text
        refused = answer(site, wrong, decision="approved")
        assert "the token is not valid for this waitpoint" in refused
    for odd in ("", "x", f"{execution}/{waitpoint}", f"x/{waitpoint}/{token}", f"{link}/more"):
        assert "not a whole link" in show(site, odd)
    for each in (link, "/".join(other)):
        answer(site, each, decision="approved")
        world.client.complete(world.claim("approvals", "a-1").handle)


def test_only_what_is_asked_can_be_answered(site: Site, world: World) -> None:
    link = ask(world)
    for decision in ("rejected", "anything", ""):
        assert "not an answer to the question" in answer(site, link, decision=decision)
    answer(site, link, decision="approved")
    assert "This question is closed" in show(site, link)
    assert "waitpoint_closed" not in show(site, link)
    late = answer(site, link, decision="approved", once="late")
    assert "does not accept signals any more" in late or "not an answer" in late
    world.client.complete(world.claim("approvals", "a-1").handle)


def test_a_link_needs_no_login_and_gives_no_other_page(serve: Serve, world: World) -> None:
    link = ask(world)
    site = serve(proxies=loopback(), approval_role="ff_approver", **PROXY)
    assert "Approve" in show(site, link)
    assert site.get("/").status == 401
    named = show(site, link, X_Person="bob", X_Roles="ff_reader")
    assert "You answer as <strong>bob</strong>" in named
    answer(site, link, decision="approved")
    world.client.complete(world.claim("approvals", "a-1").handle)


def test_pages_of_approvals_alone(serve: Serve, world: World) -> None:
    link = ask(world)
    site = serve(approvals_only=True, approval_role="ff_approver")
    assert "Approve" in show(site, link)
    for path in ("/", "/executions", "/metrics", "/search?q=x", "/live/", "/bulk/run"):
        assert site.get(path).status == 404, path
    assert site.get("/healthz").status == 200
    assert "nav aria-label" not in site.get("/approve").text
    answer(site, link, decision="approved")
    world.client.complete(world.claim("approvals", "a-1").handle)


@pytest.mark.parametrize("path", ["/approve/show", "/approve/answer"])
def test_answers_of_other_sites_are_refused(site: Site, path: str) -> None:
    assert site.post(path, {"link": "x"}).status == 403
