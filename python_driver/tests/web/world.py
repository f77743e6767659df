"""An installation in the middle of an eventful hour, for the tests of the pages.

Everything happens by public calls. Only the clock is ours: a session that sets
`test.clock_offset` lives that much earlier, so that the hour takes a few seconds.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import psycopg
from flowfabric import Client
from flowfabric.types import ClaimedExecution

CLOCK = """
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select clock_timestamp()
        + coalesce(nullif(current_setting('test.clock_offset', true), ''), '0')::interval
$_now$
"""
REAL_CLOCK = CLOCK.split("\n        +")[0] + "\n$_now$"

HOSTILE = "<script>boom(1)</script>\"'><img src=x onerror=boom(2)>{{7*7}}</textarea>"
TRACEBACK = """Traceback (most recent call last):
  File "/srv/app/billing/charge.py", line 84, in charge
    receipt = gateway.charge(order.customer, order.amount)
  File "/srv/app/billing/gateway.py", line 31, in charge
    raise GatewayError(response.status, response.text)
billing.gateway.GatewayError: 502 upstream connect error or disconnect/reset before headers
"""


# how many minutes before now the next part happens
Story = Iterator[float]


@dataclass
class World:
    """`make` fills an installation; the ids of what is worth a look stand in `ids`."""

    connection: psycopg.Connection[Any]
    ids: dict[str, UUID] = field(default_factory=dict)
    tokens: dict[str, tuple[UUID, UUID, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.client = Client(self.connection)
        self.random = random.Random(7)

    def make(self) -> None:
        """All stories at once: each says how many minutes before now it goes on."""
        self.connection.execute(CLOCK)
        stories = [
            self._lanes(), self._busy_hour(), self._charges(), self._failures(), self._renders(),
            self._imports(), self._approvals(), self._orders(), self._flows(), self._builds(),
            self._limits(), self._workers(), self._now_running(),
        ]  # fmt: skip
        waiting = [(-next(story), place, story) for place, story in enumerate(stories)]
        heapq.heapify(waiting)
        try:
            while waiting:
                minutes_ago, place, story = heapq.heappop(waiting)
                self.connection.execute(
                    "select set_config('test.clock_offset', %s, false)",
                    [f"{minutes_ago * 60:.3f} s"],
                )
                if following := next(story, None):
                    heapq.heappush(waiting, (-following, place, story))
            self.client.tick()
        finally:
            self.connection.execute("reset test.clock_offset")
            self.connection.execute(REAL_CLOCK)

    def _lanes(self) -> Story:
        yield 60
        backoff = {
            "type": "exponential",
            "initial_delay_ms": 60_000,
            "multiplier": 4,
            "max_delay_ms": 7_200_000,
            "jitter": False,
        }
        policy = {"retry_policy": {"max_retries": 4, "backoff": backoff}}
        for lane in ("emails", "invoices", "renders", "agents", "imports", "reports"):
            self.client.register_lane(lane, policy if lane == "invoices" else None)
        self.client.set_lane_state("reports", "paused", "the warehouse is being migrated", "ada")

    def claim(self, lane: str, worker: str, **options: Any) -> ClaimedExecution:
        options = {"lease_ttl_ms": 3_600_000} | options
        claimed = self.client.claim(lane, worker.split("-")[0], worker, **options)
        assert claimed is not None, lane
        return claimed

    def _busy_hour(self) -> Story:
        """Mails that are sent, some that fail: enough for a chart."""
        for minute in range(58, 0, -1):
            yield minute
            count = self.random.randint(3, 9) + (12 if 22 < minute < 30 else 0)
            self.client.create_executions(
                "emails",
                [{"to": f"user{n}@example.com", "template": "welcome"} for n in range(count)],
                {"kind": "send_mail", "tags": {"shop.customer": f"c-{minute % 7}"}},
            )
            claimed = self.client.claim_batch("emails", "mailer", f"mailer-{minute % 3}", count)
            yield minute - 0.02
            for execution in claimed:
                if self.random.random() < (0.3 if 22 < minute < 27 else 0.01):
                    self.client.fail(
                        execution.handle,
                        "SMTP 550: mailbox unavailable",
                        "permanent",
                        "smtp_permanent",
                        {"code": 550, "traceback": TRACEBACK.replace("Gateway", "Smtp")},
                    )
                else:
                    self.client.complete(
                        execution.handle, {"message_id": f"<{execution.lease_id}>"}
                    )

    def _charges(self) -> Story:
        """One that was retried and waits for its next attempt."""
        yield 32
        charge = self.client.create_execution(
            "invoices",
            {
                "customer": {"id": 4711, "name": "Ada Lovelace GmbH", "vat": "DE123456789"},
                "lines": [
                    {"sku": "A-1", "count": 2, "price": "12.50"},
                    {"sku": "B-7", "count": 1, "price": "99.00"},
                ],
                "total": 124.00,
                "big": 12345678901234567890123,
                "due": None,
                "is_business": True,
            },
            kind="charge",
            priority=100,
            idempotency_key="invoice-2031-0042",
            tags={"shop.customer": "c-4711", "shop.invoice": "2031-0042"},
        )
        self.ids["retried"] = charge.execution_id
        for minutes in (31, 29.8, 25.6):
            yield minutes
            claimed = self.claim("invoices", "cashier-1")
            yield minutes - 0.1
            self.client.fail(
                claimed.handle, "gateway: 502 upstream connect error", "transient", "gateway",
                {"status": 502, "traceback": TRACEBACK},
            )  # fmt: skip
        yield 9.4
        claimed = self.claim("invoices", "cashier-2")
        yield 9.3
        self.client.fail(
            claimed.handle, "gateway: 502 upstream connect error", "transient", "gateway",
            {"status": 502, "traceback": TRACEBACK},
        )  # fmt: skip

    def _failures(self) -> Story:
        """One that ended failed, and one whose every text is hostile."""
        yield 26
        failed = self.client.create_execution(
            "invoices", {"customer": "c-13", "total": -1}, kind="charge",
            tags={"shop.customer": "c-13", "shop.evil": HOSTILE},
        )  # fmt: skip
        self.ids["failed"] = failed.execution_id
        yield 25.9
        self.client.fail(
            self.claim("invoices", "cashier-1").handle,
            f"a negative amount stays negative {HOSTILE}", "permanent", "validation",
            {"amount": -1, "traceback": TRACEBACK + HOSTILE},
        )  # fmt: skip
        yield 25
        hostile = self.client.create_execution(
            "invoices", {HOSTILE: [HOSTILE, {"a": HOSTILE}]}, kind="hostile<b>kind</b>",
            tags={"shop.evil": HOSTILE}, namespace="<i>space</i>", delay_ms=9 * 3_600_000,
            idempotency_key=HOSTILE,
        )  # fmt: skip
        self.ids["hostile"] = hostile.execution_id

    def _renders(self) -> Story:
        """Work that no worker can do."""
        yield 24
        for n in range(37):
            execution = self.client.create_execution(
                "renders", {"frame": n, "scene": "harbour"}, kind="render",
                required_capabilities=["gpu"], priority=10,
            )  # fmt: skip
            self.ids["no_worker"] = execution.execution_id

    def _imports(self) -> Story:
        """Leases that were lost, in a lane without workers."""
        yield 9
        self.client.register_worker("importer", "importer-b", ["imports"])
        yield 8
        for n in range(3):
            self.client.create_execution("imports", {"file": f"part-{n}.csv"}, kind="import")
        for _ in range(3):
            lost = self.claim("imports", "importer-b", lease_ttl_ms=60_000)
            self.ids["lapsed"] = lost.execution_id

    def _approvals(self) -> Story:
        """A deployment that waits for people."""
        yield 14
        deploy = self.client.create_execution(
            "agents", {"version": "1.4.0", "service": "checkout"}, kind="deploy",
            tags={"ops.service": "checkout"},
        )  # fmt: skip
        self.ids["suspended"] = deploy.execution_id
        claimed = self.claim("agents", "agent-1")
        yield 13
        parked = self.client.suspend(
            claimed.handle,
            {"count": 2, "of": "sources", "on": ["ada", "bob", "cyd"], "signal": "approved"},
            reason_code="waiting_for_approval",
            timeout_ms=86_400_000,
            timeout_behavior="cancel",
            title="Deploy checkout 1.4.0 to production?",
            detail={"service": "checkout", "version": "1.4.0", "diff": f"42 files {HOSTILE}"},
        )
        for waitpoint in parked.waitpoints:
            self.tokens[waitpoint["waitpoint_key"]] = (
                deploy.execution_id, UUID(waitpoint["waitpoint_id"]), waitpoint["token"],
            )  # fmt: skip
        yield 5
        self.client.deliver_signal(
            *self.tokens["bob"], "approved", {"comment": "go"}, source_identity="bob"
        )

    def _orders(self) -> Story:
        """An order of steps: saved values, a sleep, children, and a signal that it waits for."""
        yield 21
        order = self.client.create_execution(
            "orders", {"order": 17}, kind="order", tags={"shop.customer": "c-4711"}
        )
        self.ids["steps"] = order.execution_id
        claimed = self.claim("orders", "clerk-1")
        yield 20.9
        self.client.save_step(claimed.handle, "reserve stock", {"warehouse": 3, "items": [1, 2]})
        yield 20.8
        self.client.save_step(claimed.handle, "charge card", {"receipt": HOSTILE})
        self.client.sleep(claimed.handle, "cooling-off", 4 * 60_000)
        yield 16
        claimed = self.claim("orders", "clerk-2")
        self.client.sleep(claimed.handle, "cooling-off", 4 * 60_000)
        self.client.spawn_batch(
            claimed.handle, [f"pack {n}" for n in range(4)], "packing",
            [{"parcel": n} for n in range(4)], {"kind": "pack"},
        )  # fmt: skip
        self.client.await_children(claimed.handle, "packed", count=2)
        yield 15
        for n in range(3):
            child = self.claim("packing", f"packer-{n}")
            if n < 2:
                self.client.complete(child.handle, {"weight": 1.5})
        yield 14.5
        claimed = self.claim("orders", "clerk-1")
        self.client.await_children(claimed.handle, "packed", count=2)
        self.client.wait_signal(claimed.handle, "courier", "picked_up", 3 * 3_600_000)

    def _flows(self) -> Story:
        """A pipeline in the middle of its way."""
        yield 11
        nodes = {
            "download": [], "probe": ["download"], "audio": ["probe"], "video_1080": ["probe"],
            "video_720": ["probe"], "captions": ["audio"], "thumbnails": ["probe"],
            "package": ["video_1080", "video_720", "captions", "thumbnails"],
            "publish": ["package"],
        }  # fmt: skip
        flow = self.client.submit_flow(_flow("media_pipeline", "agents", nodes))
        self.ids["flow"] = flow.flow_id
        for minutes, name in ((10.5, "download"), (9, "probe"), (8, "audio"), (7.5, "video_1080")):
            yield minutes
            claimed = self.claim("agents", "agent-2")
            yield minutes - 0.4
            self.client.complete(claimed.handle, {"done": name})
        yield 3
        self.claim("agents", "agent-1")
        yield 2.6
        claimed = self.claim("agents", "agent-2")
        self.client.fail(claimed.handle, "ffmpeg ended with 137", "permanent", "crash")

    def _builds(self) -> Story:
        """A flow of 200 members."""
        layers, wide = 10, 20
        big: dict[str, list[str]] = {}
        for layer in range(layers):
            for place in range(wide):
                ups = (
                    [f"n{layer - 1}_{(place + shift) % wide}" for shift in (0, 1)] if layer else []
                )
                big[f"n{layer}_{place}"] = ups
        yield 2.5
        flow = self.client.submit_flow(_flow("nightly_build", "builds", big))
        self.ids["big_flow"] = flow.flow_id
        for _ in range(30):
            self.client.complete(self.claim("builds", "builder-1").handle)
        for _ in range(6):
            self.claim("builds", "builder-2")
        self.client.fail(
            self.claim("builds", "builder-1").handle, "tests failed", "permanent", "tests"
        )
        for _ in range(5):
            self.client.tick()

    def _limits(self) -> Story:
        yield 2
        policy, budget = UUID(int=1 << 100), UUID(int=2 << 100)
        self.client.create_quota_policy(policy, 60_000, 20, 4)
        self.client.create_budget(
            budget, "team", "growth", dimensions=["tokens", "usd_cents"],
            hard_limits=[1_000_000, 50_000], soft_limits=[800_000, 40_000],
            reset_interval_ms=86_400_000,
        )  # fmt: skip
        self.ids |= {"quota_policy": policy, "budget": budget}
        self.client.report_usage(budget, {"tokens": 912_000, "usd_cents": 12_345})
        for n in range(9):
            limited = self.client.create_execution(
                "agents",
                {"prompt": n},
                kind="summarise",
                quota_policy_id=policy,
                budget_ids=[budget],
            )
            self.ids["limited"] = limited.execution_id
        for _ in range(9):
            if claimed := self.client.claim("agents", "agent", "agent-1", lease_ttl_ms=3_600_000):
                self.ids["running"] = claimed.execution_id

    def _workers(self) -> Story:
        yield 1
        for name, lanes, capabilities in (
            ("mailer", ["emails"], []),
            ("cashier", ["invoices", "reports"], []),
            ("agent", ["agents", "builds"], ["net", "tools"]),
        ):
            for n in range(2):
                self.client.register_worker(name, f"{name}-{n}", lanes, capabilities, 3_600_000)

    def _now_running(self) -> Story:
        yield 0.05
        self.client.create_executions(
            "emails", [{"to": f"new{n}@example.com"} for n in range(14)], {"kind": "send_mail"}
        )
        self.client.claim_batch("emails", "mailer", "mailer-0", 5, lease_ttl_ms=3_600_000)
        self.client.create_executions(
            "reports", [{"month": n} for n in range(1, 7)], {"kind": "monthly_report"}
        )


def _flow(kind: str, lane: str, nodes: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "kind": kind,
        "nodes": {
            name: {
                "lane": lane,
                "kind": name.rstrip("_0123456789"),
                "input": {"node": name},
                **({"after": upstreams} if upstreams else {}),
            }
            for name, upstreams in nodes.items()
        },
    }
