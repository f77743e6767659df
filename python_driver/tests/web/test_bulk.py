"""Changes of many executions: a preview with their number, and then all of them."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from flowfabric.web import verbs
from flowfabric.web.pages import bulk

from .conftest import Answer, Site, token_in
from .world import World


def submit(world: World, lane: str, count: int, **options: Any) -> list[UUID]:
    items = world.client.create_executions(lane, [{"n": n} for n in range(count)], options)
    return [item.execution_id for item in items if item.execution_id]


def state_of(world: World, id_: UUID) -> str | None:
    return world.client.read_execution_state(id_)


def preview(site: Site, verb: str, **fields: str) -> Answer:
    token = token_in(site.get("/executions").text)
    return site.post("/bulk/preview", {"form_token": token, "verb": verb} | fields)


def hidden(text: str) -> dict[str, str]:
    """The fields that a page carries on to the next request."""
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', text)
    return {name: unescape(value) for name, value in found}


def run(site: Site, page: Answer, **fields: str) -> Answer:
    """Send the form of a preview, and of each page that goes on from there."""
    answer = site.post("/bulk/run", hidden(page.text) | fields)
    for _ in range(50):
        if "Go on" not in answer.text:
            return answer
        answer = site.post("/bulk/run", hidden(answer.text))
    raise AssertionError("it comes to no end")


def test_all_that_match_are_cancelled_and_replayed(site: Site, world: World) -> None:
    ids = submit(world, "bulk_a", 25)
    others = submit(world, "bulk_b", 3)
    shown = preview(site, "cancel", which="all", query="lane_id=bulk_a")
    assert "<strong>25</strong> executions will be cancelled" in shown.text
    assert {state_of(world, id_) for id_ in ids} == {"waiting"}
    done = run(site, shown, reason="a mistake")
    assert "Done: <strong>25</strong> were cancelled." in done.text
    assert {state_of(world, id_) for id_ in ids} == {"cancelled"}
    assert {state_of(world, id_) for id_ in others} == {"waiting"}
    again = preview(site, "cancel", which="all", query="lane_id=bulk_a")
    assert "<strong>None</strong> of those that match would be cancelled" in again.text
    shown = preview(site, "replay", which="all", query="lane_id=bulk_a&public_state=cancelled")
    assert "Done: <strong>25</strong> were replayed." in run(site, shown).text
    assert {state_of(world, id_) for id_ in ids} == {"waiting"}


def test_chosen_rows_are_changed_and_no_others(site: Site, world: World) -> None:
    ids = submit(world, "bulk_c", 4, delay_ms=3_600_000)
    shown = preview(site, "run_now", which="chosen", execution_id=f"{ids[0]} {ids[2]}")
    assert "<strong>2</strong> executions will be made due now" in shown.text
    assert "Done: <strong>2</strong>" in run(site, shown).text
    assert [state_of(world, id_) for id_ in ids] == ["waiting", "delayed", "waiting", "delayed"]
    chosen = {"which": "chosen", "execution_id": f"{ids[0]} {ids[2]}"}
    assert "must be a whole number" in preview(site, "priority", **chosen, priority="x").text
    shown = preview(site, "priority", **chosen, priority="70")
    assert "<strong>2</strong> executions will be given another priority" in shown.text
    assert "Done: <strong>2</strong>" in run(site, shown).text
    described = world.client.describe_execution(ids[0])
    assert described
    assert described.priority == 70


def test_contents_are_erased(site: Site, world: World) -> None:
    [id_] = submit(world, "bulk_erase", 1)
    world.client.complete(world.claim("bulk_erase", "w-1").handle, {"secret": "output"})
    shown = preview(site, "erase", which="all", query="lane_id=bulk_erase")
    assert "removed for good" in shown.text
    assert "Done: <strong>1</strong> were erased." in run(site, shown, reason="they asked").text
    text = site.get(f"/executions/{id_}").text
    assert "output" not in re.sub(r"live_output", "", text).lower() or "secret" not in text


def test_what_comes_after_the_preview_is_left_alone(site: Site, world: World) -> None:
    submit(world, "bulk_d", 2)
    shown = preview(site, "cancel", which="all", query="lane_id=bulk_d")
    [later] = submit(world, "bulk_d", 1)
    assert "Done: <strong>2</strong>" in run(site, shown, reason="old ones").text
    assert state_of(world, later) == "waiting"


def test_a_form_that_is_sent_twice_changes_nothing_twice(site: Site, world: World) -> None:
    submit(world, "bulk_e", 3)
    shown = preview(site, "cancel", which="all", query="lane_id=bulk_e")
    run(site, shown, reason="once")
    assert "Done: <strong>0</strong>" in run(site, shown, reason="twice").text


def test_many_are_counted_up_to_a_bound_and_changed_in_parts(
    site: Site, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "MOST", 20)
    monkeypatch.setattr(bulk, "A_CALL", 7)
    monkeypatch.setattr(bulk, "RUN_S", 0.0)
    submit(world, "bulk_f", 40)
    shown = preview(site, "cancel", which="all", query="lane_id=bulk_f")
    assert "<strong>20 and more</strong>" in shown.text
    done = run(site, shown, reason="all")
    assert "Done: <strong>40</strong> were cancelled." in done.text


def test_every_execution_is_no_filter(site: Site) -> None:
    for fields, said in (
        ({"which": "all", "query": ""}, "Without a filter"),
        ({"which": "all", "query": "after=x"}, "Without a filter"),
        ({"which": "chosen"}, "No row was chosen"),
        ({"which": "chosen", "execution_id": "nonsense"}, "execution_ids"),
    ):
        answer = preview(site, "cancel", **fields)
        assert answer.status == 400
        assert said in answer.text
    assert preview(site, "explode", which="all", query="lane_id=x").status == 400
    fields = {"verb": "cancel", "changed": "0", "skipped": "0", "reason": "x", "before": ""}
    token = token_in(site.get("/executions").text)
    for filter_ in ("", "[]", "{}", json.dumps({"unknown": 1})):
        answer = site.post("/bulk/run", fields | {"form_token": token, "filter": filter_})
        assert answer.status == 400, filter_


def test_verbs_are_shown_with_their_role_only() -> None:
    functions = {verb.function for verb in verbs.VERBS}
    assert verbs.verbs_for(lambda _: False) == []
    assert len(verbs.verbs_for(functions.__contains__)) == len(verbs.VERBS)
