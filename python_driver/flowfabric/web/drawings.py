"""Pictures made on the server, as SVG: they need no script, and follow the colours of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from .values import NONE

WIDTH, HEIGHT = 120, 22


def sparkline(values: Sequence[int], bad: Sequence[int]) -> Markup:
    """Bars of what went well, with what failed on top."""
    highest = max((a + b for a, b in zip(values, bad, strict=True)), default=0)
    if not highest:
        return Markup('<span class="none">{}</span>').format(NONE)
    step = WIDTH / len(values)
    bars = Markup("")
    for place, (good, failed) in enumerate(zip(values, bad, strict=True)):
        bottom = float(HEIGHT)
        for kind, value in (("good", good), ("bad", failed)):
            if not value:
                continue
            tall = max(value / highest * (HEIGHT - 2), 1)
            bottom -= tall
            bars += Markup(
                '<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>'
            ).format(kind, place * step, bottom, max(step - 0.5, 0.5), tall)
    return Markup(
        '<svg class="spark" width="{0}" height="{1}" viewBox="0 0 {0} {1}" role="img"'
        ' aria-label="{2} completed, {3} failed in the last hour">{4}</svg>'
    ).format(WIDTH, HEIGHT, sum(values), sum(bad), bars)


def bar(share: float, kind: str = "") -> Markup:
    """How much of something is used; more than all of it is drawn as all."""
    return Markup(
        '<svg class="bar {}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="all" width="100" height="8" rx="2"/>'
        '<rect class="part" width="{:.1f}" height="8" rx="2"/></svg>'
    ).format(kind, 100 * min(max(share, 0), 1))


_SHARES = (
    ("good", ("completed",)),
    ("bad", ("failed", "expired")),
    ("ended", ("cancelled", "skipped")),
    ("run", ("active",)),
    ("hold", ("suspended",)),
)


def shares(counts: Mapping[str, int]) -> Markup:
    """The members of a flow, by what has become of them."""
    total = counts.get("total_members") or 0
    x, parts = 0.0, Markup("")
    for kind, states in _SHARES:
        wide = 100 * sum(counts[state] for state in states) / total if total else 0.0
        if wide:
            parts += Markup('<rect class="{}" x="{:.1f}" width="{:.1f}" height="8"/>').format(
                kind, x, wide
            )
        x += wide
    return Markup(
        '<svg class="bar shares" viewBox="0 0 100 8" preserveAspectRatio="none" role="img"'
        ' aria-label="{} of {} completed"><rect class="all" width="100" height="8"/>{}</svg>'
    ).format(counts["completed"], total, parts)
