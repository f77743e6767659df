"""The statements: named notation, a cast for every argument, and no argument with its default."""

from __future__ import annotations

from typing import Any

import pytest
from flowfabric import calls
from flowfabric.calls import Call
from psycopg.types.json import Json, Jsonb


def test_only_what_was_given_is_sent() -> None:
    call = calls.renew("h")
    assert call.sql == (
        "select lease_expires_at, lease_remaining_ms, lease_epoch, cancel_requested"
        " from flowfabric.ff_renew(p_handle => %(handle)s::text)"
    )
    assert call.params == {"handle": "h"}


@pytest.mark.parametrize(
    "call",
    [
        calls.renew("h", lease_ttl_ms=None),
        calls.tick(1000),
        calls.create_flow(tags={}),
        calls.observe_signals("h", all=False),
    ],
)
def test_a_default_that_is_given_is_left_to_the_server(call: Call[Any]) -> None:
    assert call.params.keys() <= {"handle"}


@pytest.mark.parametrize("value", [0, "", [], {"a": 1}])
def test_a_value_that_only_resembles_the_default_is_sent(value: Any) -> None:
    assert calls.observe_signals("h", all=value).params["all"] is value


def test_arguments_may_be_given_by_position() -> None:
    assert calls.fail("h", "why", "permanent").params == {
        "handle": "h",
        "reason": "why",
        "class_": "permanent",
    }


def test_a_keyword_of_python_gets_an_underscore() -> None:
    call = calls.fail("h", "why", class_="permanent")
    assert "p_class => %(class_)s::text" in call.sql


def test_a_scalar_is_selected_as_it_is() -> None:
    assert calls.version().sql == "select flowfabric.ff_version()"


@pytest.mark.parametrize("value", [{"a": 1}, [1], "text", 0, False])
def test_json_is_wrapped(value: Any) -> None:
    wrapped = calls.complete("h", output=value).params["output"]
    assert isinstance(wrapped, Jsonb)
    assert wrapped.obj == value


@pytest.mark.parametrize("value", [None, Json(None), Jsonb(None)])
def test_null_and_what_the_caller_wrapped_are_left_alone(value: Any) -> None:
    assert calls.suspend("h", value).params["condition"] is value


def test_items_are_wrapped_one_by_one() -> None:
    inputs = calls.create_executions("emails", [{"a": 1}, None]).params["inputs"]
    assert isinstance(inputs[0], Jsonb)
    assert inputs[1] is None


@pytest.mark.parametrize("capabilities", [("gpu",), {"gpu"}, iter(["gpu"]), ["gpu"]])
def test_every_collection_becomes_an_array(capabilities: Any) -> None:
    assert calls.next_due_in_ms("emails", capabilities).params["capabilities"] == ["gpu"]


def test_text_is_not_taken_apart_into_letters() -> None:
    assert calls.next_due_in_ms("emails", "gpu").params["capabilities"] == "gpu"


def test_wrong_arguments_do_not_reach_the_server() -> None:
    with pytest.raises(TypeError, match="handle"):
        calls.renew()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="lease_ttl"):
        calls.renew("h", lease_ttl=5)  # type: ignore[call-arg]
