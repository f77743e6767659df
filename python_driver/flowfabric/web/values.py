"""Values as people read them: durations, moments, sizes, counts, and JSON as a tree."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

_UNITS = (
    (86_400_000, "d"),
    (3_600_000, "h"),
    (60_000, "m"),
    (1_000, "s"),
)
NONE = "\N{EN DASH}"


def duration(ms: float | None) -> str:
    """The two largest units: 3 d 4 h, 2 m 5 s, 1.4 s, 450 ms."""
    if ms is None:
        return NONE
    sign, ms = ("\N{MINUS SIGN}" if ms < 0 else ""), abs(ms)
    if ms < 1_000:
        return f"{sign}{ms:.0f} ms"
    if ms < 10_000:
        return f"{sign}{ms / 1_000:.1f} s"
    for place, (size, unit) in enumerate(_UNITS):
        if ms >= size:
            text = f"{int(ms // size)} {unit}"
            if place + 1 < len(_UNITS):
                less, smaller = _UNITS[place + 1]
                if rest := int(ms % size // less):
                    text += f" {rest} {smaller}"
            return sign + text
    return NONE


def milliseconds_between(start: datetime | None, end: datetime | None) -> float | None:
    return None if start is None or end is None else (end - start).total_seconds() * 1000


def instant(value: datetime | str | None) -> datetime | None:
    """A moment, also as it stands in JSON; None for other texts, and beyond Python's years."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.replace("Z", "+00:00"))
        except ValueError:
            return None
    if value is not None and value.tzinfo is None:
        value = value.replace(tzinfo=timezone.utc)
    return value


def moment(value: datetime | str | None) -> str:
    """In UTC, to the second."""
    found = instant(value)
    return NONE if found is None else f"{found.astimezone(timezone.utc):%Y-%m-%d %H:%M:%S}"


def since(value: datetime | str | None, now: datetime) -> Markup:
    """How long ago, or in how long, with the moment itself as its title."""
    found = instant(value)
    if found is None:
        return Markup(NONE)
    ms = (now - found).total_seconds() * 1000
    text = f"in {_coarse(-ms)}" if ms < -500 else "now" if ms < 500 else f"{_coarse(ms)} ago"
    return Markup('<time datetime="{}" title="{} UTC">{}</time>').format(
        found.astimezone(timezone.utc).isoformat(), moment(found), text
    )


def _coarse(ms: float) -> str:
    """One unit, so that a page that shows it does not change every second."""
    for size, unit in _UNITS:
        if ms >= size:
            return f"{int(ms // size)} {unit}"
    return "1 s"


def size(count: int | None) -> str:
    if count is None:
        return NONE
    value = float(count)
    for unit in ("bytes", "kB", "MB"):
        if value < 1000 or unit == "MB":
            break
        value /= 1000
    return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"


def number(value: float | None) -> str:
    """With thin spaces between thousands."""
    if value is None:
        return NONE
    text = f"{int(value):,}" if value == int(value) else f"{value:,.1f}"
    return text.replace(",", "\N{NARROW NO-BREAK SPACE}")


def rate(value: float) -> str:
    """So many a minute; few are shown with a digit behind the point."""
    return number(round(value, 1)) if value < 10 else number(round(value))


def short_id(value: object) -> str:
    """The end of an id: its beginning is the time, which many share."""
    return f"…{str(value)[-8:]}"


# --- JSON ---

# a tree has so many leaves at most; a text is cut after so many characters
MAX_LEAVES = 1_500
MAX_TEXT = 2_000
# a longer document is shown as text, cut
MAX_DOCUMENT = 200_000


def json_html(value: Any) -> Markup:
    """A value that was read from JSON already."""
    return json_tree(json.dumps(value))


def facts(detail: Mapping[str, Any] | None) -> str:
    """A small object in one line, without ids that say nothing: reason: moved, role: ops."""
    shown = []
    for key, value in (detail or {}).items():
        if value is None or key.endswith(("_id", "_ids")):
            continue
        text = value if isinstance(value, str) else json.dumps(value)
        if key.endswith("_at"):
            text = moment(text)
        shown.append(f"{key.replace('_', ' ')}: {text}")
    return ", ".join(shown)


class _Number(str):
    """A number with all its digits."""


@dataclass
class Document:
    """JSON, or bytes, of which a page shows as much as is useful."""

    text: str | None
    size: int | None
    is_bytes: bool = False

    @property
    def is_cut(self) -> bool:
        return self.size is not None and self.size > MAX_DOCUMENT

    def html(self) -> Markup:
        if self.text is None:
            return Markup('<p class="none">none</p>')
        if self.is_bytes or self.is_cut:
            return Markup('<pre class="raw">{}</pre>').format(self.text)
        return json_tree(self.text)


def json_tree(text: str) -> Markup:
    """A document as nested lists that open and close without a script."""
    value = json.loads(text, parse_int=_Number, parse_float=_Number)
    left = [MAX_LEAVES]
    html = Markup("").join(_node(None, value, left, 0))
    if left[0] <= 0:
        html += Markup('<p class="cut">The first {} values are shown.</p>').format(MAX_LEAVES)
    return Markup('<div class="json">{}</div>').format(html)


def _node(key: str | int | None, value: Any, left: list[int], depth: int) -> Iterator[Markup]:
    if left[0] <= 0:
        return
    left[0] -= 1
    name = Markup("") if key is None else Markup('<span class="k">{}</span> ').format(key)
    items: list[tuple[str | int, Any]]
    if isinstance(value, dict):
        items, brackets = list(value.items()), "{}"
    elif isinstance(value, list):
        items, brackets = list(enumerate(value)), "[]"
    else:
        yield Markup('<div class="leaf">{}{}</div>').format(name, _leaf(value))
        return
    if not items:
        yield Markup('<div class="leaf">{}{}</div>').format(name, brackets)
        return
    counted = f"{len(items)} item{'s' if len(items) > 1 else ''}"
    is_open = Markup(" open") if depth < 2 else Markup("")
    yield Markup(
        '<details{}><summary>{}{} <small>{}</small></summary><div class="in">'
    ).format(is_open, name, brackets, counted)  # fmt: skip
    for inner, item in items:
        yield from _node(inner, item, left, depth + 1)
    yield Markup("</div></details>")


def _leaf(value: Any) -> Markup:
    if isinstance(value, _Number):
        return Markup('<span class="n">{}</span>').format(cut(value, MAX_TEXT))
    if isinstance(value, str):
        shown = cut(value, MAX_TEXT)
        kind = "s long" if "\n" in shown or len(shown) > 200 else "s"
        return Markup('<span class="{}">"{}"</span>').format(kind, shown)
    return Markup('<span class="w">{}</span>').format(json.dumps(value))


def cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}… ({len(text) - length} more)"


def lines(text: str | None, length: int = 20_000) -> Markup:
    """A text of several lines, as it is."""
    return Markup('<pre class="raw">{}</pre>').format(cut(text or "", length))


FILTERS: dict[str, Callable[..., Any]] = {
    "duration": duration,
    "moment": moment,
    "size": size,
    "number": number,
    "rate": rate,
    "short_id": short_id,
    "urlencode_all": lambda text: quote(str(text), safe=""),
    "cut": cut,
    "lines": lines,
}
