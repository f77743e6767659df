"""Budgets and quota policies, with how much of them is used."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..database import Row, Transaction
from ..drawings import bar
from ..people import Person
from ..site import Asked, Site
from .execution import done
from .flows import uuid_of

PAGE_SIZE = 50


async def look(asked: Asked) -> dict[str, Any]:
    t = asked.transaction
    budgets = quotas = None
    if asked.may("ff_list_budgets"):
        after = uuid_of(asked.query.get("after_budget"))
        budgets = await t.rows("ff_list_budgets", after=after, limit=PAGE_SIZE)
        for budget in budgets:
            budget["dimensions"] = [_dimension(budget, name) for name in _names(budget)]
    if asked.may("ff_list_quota_policies"):
        after = uuid_of(asked.query.get("after_quota"))
        quotas = await t.rows("ff_list_quota_policies", after=after, limit=PAGE_SIZE)
        for quota in quotas:
            quota["uses"] = list(_uses(quota))
    return {
        "budgets": budgets,
        "quotas": quotas,
        "after_budget": budgets[-1]["budget_id"] if budgets and len(budgets) == PAGE_SIZE else None,
        "after_quota": quotas[-1]["quota_policy_id"]
        if quotas and len(quotas) == PAGE_SIZE
        else None,
        "may_reset": asked.may("ff_reset_budget"),
        "submitters": await t.rows("ff_list_submitter_limits", limit=100)
        if asked.may("ff_list_submitter_limits")
        else [],
    }


def _last(rows: list[Row] | None, key: str) -> Any:
    """Where the next page begins; none after a page that is not full."""
    return rows[-1][key] if rows and len(rows) == PAGE_SIZE else None


def _names(budget: Row) -> list[str]:
    return sorted({*budget["usage"], *budget["hard_limits"], *budget["soft_limits"]})


def _dimension(budget: Row, name: str) -> dict[str, Any]:
    used = budget["usage"].get(name, 0)
    reserved = budget["reserved"].get(name, 0)
    hard, soft = budget["hard_limits"].get(name), budget["soft_limits"].get(name)
    most = hard or soft
    is_over = hard is not None and used + reserved >= hard
    is_high = soft is not None and used + reserved >= soft
    return {
        "name": name,
        "used": used,
        "reserved": reserved,
        "hard": hard,
        "soft": soft,
        "share": (used + reserved) / most if most else None,
        "bar": bar((used + reserved) / most, "bad" if is_over else "warn" if is_high else "")
        if most
        else "",
    }


def _uses(quota: Row) -> Any:
    """The places that are taken, of all keys together."""
    keys = quota["key_count"] or 1
    for label, used, most in (
        ("at once", quota["slot_count"], quota["max_concurrent"]),
        ("in the window", quota["window_count"], quota["max_per_window"]),
    ):
        if most:
            share = used / (most * keys)
            kind = "warn" if share >= 1 else ""
            yield {"label": label, "used": used, "most": most, "bar": bar(share, kind)}


async def reset(site: Site, request: Request, person: Person, form: dict[str, str]) -> Response:
    id_ = uuid_of(request.path_params["id"])

    async def do(t: Transaction, person: Person) -> str:
        await t.rows(
            "ff_reset_budget",
            budget_id=id_,
            reason=form.get("reason", "").strip() or None,
            actor=person.name,
        )
        return "The budget begins a new period."

    return await done(site, request, person, "/limits", do)
