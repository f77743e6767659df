"""From JSON to the values of a handler, and back."""

from __future__ import annotations

import enum
import functools
import json
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, Literal, NewType, TypedDict
from uuid import UUID

import pytest
from flowfabric.worker import App, AsyncContext, Context
from flowfabric.worker.handlers import Handler
from flowfabric.worker.inputs import (
    DecodeError,
    EncodeError,
    decoder_of,
    encode,
    load_exactly,
)
from pydantic import BaseModel
from typing_extensions import NotRequired


class Colour(enum.Enum):
    RED = "red"


@dataclass
class Line:
    item: str
    price: Decimal
    count: int = 1


@dataclass
class Order:
    order_id: UUID
    lines: list[Line]
    ordered_at: datetime
    colour: Colour | None = None
    notes: dict[str, str] = field(default_factory=dict)
    way: Literal["sea", "air"] = "sea"
    weights: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if not self.lines:
            raise ValueError("an order has lines")


class Parcel(BaseModel):
    weight: float
    to: str


ORDER: dict[str, Any] = {
    "order_id": "5a1c6e1e-0000-4000-8000-000000000001",
    "lines": [{"item": "pen", "price": "1.50"}, {"item": "ink", "price": 2.5, "count": 3}],
    "ordered_at": "2030-01-01T12:00:00+00:00",
    "colour": "red",
    "weights": [1, 2.5],
    "of a newer producer": True,
}


def test_a_dataclass_is_built_with_all_it_has_in_it() -> None:
    assert decoder_of(Order)(ORDER) == Order(
        UUID("5a1c6e1e-0000-4000-8000-000000000001"),
        [Line("pen", Decimal("1.50")), Line("ink", Decimal("2.5"), 3)],
        datetime(2030, 1, 1, 12, tzinfo=timezone.utc),
        Colour.RED,
        {},
        "sea",
        (1.0, 2.5),
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order_id": "x"}, "input.order_id must be UUID"),
        ({"lines": [{"item": "pen"}]}, r"input.lines\[0\].price is missing"),
        ({"lines": [{"item": 1, "price": 1}]}, r"input.lines\[0\].item must be str, not 1"),
        ({"lines": {}}, "input.lines must be an array"),
        ({"lines": []}, "an order has lines"),
        ({"colour": "blue"}, 'input.colour must be Colour, not "blue"'),
        ({"notes": {"a": 1}}, "input.notes.a must be str"),
        ({"way": "rail"}, "input.way must be one of 'sea', 'air'"),
        ({"weights": [1]}, "input.weights must be an array of 2"),
        ({"ordered_at": "yesterday"}, "input.ordered_at must be datetime"),
    ],
)
def test_an_input_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(DecodeError, match=message):
        decoder_of(Order)(ORDER | change)


@pytest.mark.parametrize(
    ("wanted", "value"), [(int, True), (int, 1.5), (str, None), (bool, 1), (list[int], ["1"])]
)
def test_nothing_is_converted_silently(wanted: Any, value: Any) -> None:
    with pytest.raises(DecodeError):
        decoder_of(wanted)(value)


def test_a_model_of_pydantic_is_validated_by_pydantic() -> None:
    assert decoder_of(Parcel)({"weight": 2, "to": "ada"}) == Parcel(weight=2.0, to="ada")
    with pytest.raises(DecodeError, match="weight"):
        decoder_of(Parcel)({"to": "ada"})
    assert decoder_of(list[Parcel])([{"weight": 1, "to": "bob"}])[0].to == "bob"


def test_outputs_are_json() -> None:
    output = {"line": Line("pen", Decimal("1.50")), "parcel": Parcel(weight=1, to="ada")}
    assert encode(output) == (
        '{"line": {"item": "pen", "price": "1.50", "count": 1},'
        ' "parcel": {"weight": 1.0, "to": "ada"}}'
    )
    assert encode([date(2030, 1, 1), {Colour.RED}]) == '["2030-01-01", ["red"]]'


@pytest.mark.parametrize("output", [object(), float("nan"), "zero \0", {1j: 2}])
def test_values_that_are_not_json_are_refused(output: Any) -> None:
    with pytest.raises(EncodeError):
        encode(output)


def test_a_handler_gets_what_it_asks_for() -> None:
    def both(mail: Line, context: Context) -> None: ...
    def other_order(ctx: Any, mail: Any) -> None: ...
    def nothing() -> None: ...
    async def coroutine(ctx: AsyncContext) -> None: ...

    facts = [
        (handler.input_name, handler.context_name, handler.is_async)
        for handler in (Handler.of("kind", f) for f in (both, other_order, nothing, coroutine))
    ]
    assert facts == [
        ("mail", "context", False),
        ("mail", "ctx", False),
        (None, None, False),
        (None, "ctx", True),
    ]


class Called:
    async def __call__(self, mail: Line, ctx: AsyncContext | None = None) -> str:
        return f"{mail.item} {ctx}"

    def method(self, mail: Line) -> str:
        return mail.item


def test_a_handler_may_be_any_callable() -> None:
    def positional(mail: Line, ctx: Context, /) -> str:
        return f"{mail.item} {ctx}"

    def keyword(*, mail: Line, ctx: Context) -> str:
        return f"{mail.item} {ctx}"

    def partial(prefix: str, mail: Line, ctx: Context) -> str:
        return f"{prefix}{mail.item} {ctx}"

    execution: Any = SimpleNamespace(input={"item": "pen", "price": 1}, payload=None)
    for function, said in (
        (positional, "pen ctx"),
        (keyword, "pen ctx"),
        (functools.partial(partial, "a "), "a pen ctx"),
        (Called().method, "pen"),
    ):
        handler = Handler.of("kind", function)
        given, named = handler.arguments(execution, "ctx")
        assert handler.function(*given, **named) == said
        assert not handler.is_async
    handler = Handler.of("kind", Called())
    assert (handler.name, handler.is_async) == ("Called.__call__", True)
    assert (handler.input_name, handler.context_name) == ("mail", "ctx")


def test_a_handler_that_cannot_be_called_is_refused_at_once() -> None:
    def two(one: int, other: int) -> None: ...
    async def wrong_context(ctx: Context) -> None: ...

    with pytest.raises(TypeError, match="one input and a context"):
        Handler.of("kind", two)

    async def wrong_context_or_none(ctx: Context | None = None) -> None: ...

    def generator() -> Any:
        yield 1

    async def async_generator() -> Any:
        yield 1

    for wrong in (wrong_context, wrong_context_or_none):
        with pytest.raises(TypeError, match="it gets an AsyncContext"):
            Handler.of("kind", wrong)
    for function in (generator, async_generator, functools.partial(generator)):
        with pytest.raises(TypeError, match="is a generator: a handler returns its output"):
            Handler.of("kind", function)


# --- annotations ---


class Address(TypedDict):
    street: str
    floor: NotRequired[int]


@dataclass
class Tree:
    name: str
    children: list[Tree] = field(default_factory=list)


Name = NewType("Name", str)


@pytest.mark.parametrize(
    ("wanted", "value", "built"),
    [
        (Address, {"street": "a", "newer": 1}, {"street": "a"}),
        (list[Address], [{"street": "a", "floor": 2}], [{"street": "a", "floor": 2}]),
        (Tree, {"name": "a", "children": [{"name": "b"}]}, Tree("a", [Tree("b")])),
        (Name, "ada", "ada"),
        (tuple, [1, 2], (1, 2)),
        (set[str], ["a", "a"], {"a"}),
        (dict[Colour, int], {"red": 1}, {Colour.RED: 1}),
    ],
)
def test_an_annotation_that_is_accepted_works(wanted: Any, value: Any, built: Any) -> None:
    assert decoder_of(wanted)(value) == built


@pytest.mark.parametrize(
    ("wanted", "value", "message"),
    [
        (Address, {"floor": 1}, "input.street is missing"),
        (Address, {"street": 1}, "input.street must be str, not 1"),
        (Address, [], "input must be an object"),
        (set[str], [["a"]], r"input\[0\] must be str"),
        (set, [["a"]], "unhashable"),
        (dict[Colour, int], {"blue": 1}, 'the key "blue" of input must be Colour'),
    ],
)
def test_an_input_that_does_not_fit_names_the_field(wanted: Any, value: Any, message: str) -> None:
    with pytest.raises(DecodeError, match=message):
        decoder_of(wanted)(value)


@pytest.mark.parametrize(
    "wanted", [complex, list[complex], dict[int, str], App, dict[str, App], bytes | None]
)
def test_an_annotation_that_cannot_work_is_refused_at_start_up(wanted: Any) -> None:
    def handler(value: Any) -> None: ...

    handler.__annotations__["value"] = wanted
    with pytest.raises(TypeError, match="handler"):
        App("worker").handler("kind")(handler)


def test_a_handler_is_registered_without_parentheses() -> None:
    app = App("worker")

    @app.handler
    def handle() -> None: ...

    assert callable(handle)
    assert list(app.handlers) == ["default"]
    with pytest.raises(TypeError, match="the kind of a handler is text"):
        app.handler(3)  # type: ignore[call-overload]


# --- numbers and characters ---


def test_a_decimal_has_all_the_digits_of_the_input() -> None:
    given = load_exactly(b'{"item": "pen", "price": 12345678901234567.89}')
    assert decoder_of(Line)(given).price == Decimal("12345678901234567.89")
    assert str(decoder_of(Decimal)(load_exactly(b"1.50"))) == "1.50"
    for wanted in (float, dict, dict[str, Any]):
        text = b"1.50" if wanted is float else b'{"a": 1.50}'
        built = decoder_of(wanted)(load_exactly(text))
        assert type(built["a"] if isinstance(built, dict) else built) is float


@pytest.mark.parametrize("text", ["1e350", "-1e350", "1" + "0" * 350])
def test_a_number_that_no_float_can_hold_does_not_fit(text: str) -> None:
    for load in (json.loads, load_exactly):
        with pytest.raises(DecodeError, match="input must be float, which this number is too"):
            decoder_of(float)(load(text))


@pytest.mark.parametrize("text", [r"\u0000", r"\\u0000", "\\", "u0000"])
def test_a_backslash_and_text_is_not_a_zero_character(text: str) -> None:
    assert encode([text])


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": 1}, ["a\ud83d", "\ude00"]])
def test_half_a_character_is_refused(value: Any) -> None:
    with pytest.raises(EncodeError, match="half a character"):
        encode(value)


def test_json_has_its_size_in_bytes() -> None:
    assert encode("\U0001f600").size == len('"') + 4 + len('"')
    assert encode(["ä", 1.5]).size == len('["ä", 1.5]'.encode())


@pytest.mark.parametrize("text", ["\0", "\\\0", "\\\\\0"])
def test_a_zero_character_is_refused(text: str) -> None:
    with pytest.raises(EncodeError, match="zero character"):
        encode([text])
