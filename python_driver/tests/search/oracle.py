"""Laws that hold after every step, and the rules by which work may still wait at the end."""

from __future__ import annotations

from .acts import Acts
from .world import QUOTAS, Session, World

# Each names a broken law; none returns a row. One execution is locked by all that happens to it, so
# its events stand in the order in which they happened.
LIVES = """
    lives as (
        select
            i.execution_id, i.event_id, i.ordinal, i.kind::text as kind, i.lease_id, i.lease_epoch,
            count(*) filter (where i.kind = 'replayed') over (
                partition by i.execution_id order by i.event_id, i.ordinal
            ) as life
        from ff_event_item as i
    )
"""
LAWS = {
    "ff_check is empty": "select c.invariant, c.execution_id, c.detail from ff_check() as c",
    "an execution ends at most once in a life": f"""
        with {LIVES}
        select l.execution_id, l.life, count(*) from lives as l
        where l.kind = 'completed' group by 1, 2 having count(*) > 1
    """,
    "no lease event follows a completion": f"""
        with {LIVES}
        select l.execution_id, l.kind, l.event_id from lives as l
        where l.kind in ('acquired', 'renewed', 'released', 'revoked', 'expired', 'reclaimed')
        and exists (
            select from lives as c
            where c.execution_id = l.execution_id and c.life = l.life and c.kind = 'completed'
            and (c.event_id, c.ordinal) < (l.event_id, l.ordinal)
        )
    """,
    "each acquired and each reclaimed event has a lease that was given": """
        select i.execution_id, i.kind, i.lease_epoch from ff_lease_event as i
        where i.kind in ('acquired', 'reclaimed') and not exists (
            select from public.given as g
            where g.execution_id = i.execution_id and g.lease_id = i.lease_id
            and g.lease_epoch = i.lease_epoch
        )
    """,
    "each lease that was given has its event": """
        select g.execution_id, g.lease_epoch from public.given as g
        where not exists (
            select from ff_lease_event as i
            where g.execution_id = i.execution_id and g.lease_id = i.lease_id
            and g.lease_epoch = i.lease_epoch and i.kind in ('acquired', 'reclaimed')
        )
    """,
    "a completion is answered once in a life": f"""
        with {LIVES}
        select e.execution_id, count(*) from public.ended as e group by 1
        having count(*) > (
            select count(*) from lives as l
            where l.execution_id = e.execution_id and l.kind = 'completed'
        )
    """,
    "spent and reserved amounts stay within a hard limit": """
        select u.budget_id, u.dimension, u.used, sum(r.reserved), u.hard_limit
        from ff_budget_usage as u
        left join ff_budget_reservation as r
            on r.budget_id = u.budget_id and r.dimension = u.dimension
        left join ff_exec_core as e
            on e.execution_id = r.execution_id
        where r.budget_id is null or (
            e.attempt_index = r.attempt_index
            and not (e.state = 'active' and e.lease_expires_at <= _now())
        )
        group by u.budget_id, u.dimension
        having u.used + coalesce(sum(r.reserved), 0) > u.hard_limit
    """,
    "a suspension waits for every open waitpoint of its key": """
        select p.execution_id, p.waitpoint_key from ff_waitpoint as p
        join ff_waitpoint as a
            on a.execution_id = p.execution_id and a.waitpoint_key = p.waitpoint_key
            -- that of an attempt whose lease was lost takes no signals any more
            and a.attempt_index = p.attempt_index
        join ff_exec_core as e on e.execution_id = a.execution_id
        where p.state = 'pending' and a.state = 'active' and _is_suspended(e.state)
    """,
    "both ends of a dependency are there, until retention removes the flow": """
        select d.edge_id from ff_edge as d join ff_flow as f on f.flow_id = d.flow_id
        where not f.is_going and (
            not exists (select from ff_exec_core as e where e.execution_id = d.upstream_id)
            or not exists (select from ff_exec_core as e where e.execution_id = d.downstream_id)
        )
    """,
    "an execution of a flow has its flow": """
        select e.execution_id from ff_exec_core as e
        where e.flow_id is not null
        and not exists (select from ff_flow as f where f.flow_id = e.flow_id)
    """,
    "dependencies make no circle": """
        with recursive behind as (
            select d.upstream_id as first_id, d.downstream_id from ff_edge as d
            union
            select b.first_id, d.downstream_id
            from behind as b join ff_edge as d on d.upstream_id = b.downstream_id
        )
        select b.first_id from behind as b where b.first_id = b.downstream_id
    """,
    "each saved value is that of an answer": """
        select s.execution_id, s.step_key, s.output from ff_step as s
        where s.kind = 'value' and not exists (
            select from public.saved as a
            where a.execution_id = s.execution_id and a.step_key = s.step_key
            and a.output = s.output
        )
    """,
    "a child of a step has its parent": """
        select s.execution_id, s.step_key from ff_step as s
        join ff_exec_core as c on c.execution_id = s.child_execution_id
        where c.parent_id is distinct from s.execution_id
    """,
    "a child is kept while its parent is not over": """
        select s.execution_id, s.step_key from ff_step as s
        join ff_exec_core as p on p.execution_id = s.execution_id
        where s.kind = 'child' and p.terminal_at is null and p.replay_count = 0
        and not exists (
            select from ff_exec_core as c where c.execution_id = s.child_execution_id
        )
    """,
    "no more executions of a policy and key hold a lease than it allows": f"""
        select e.quota_key, count(*) from ff_exec_core as e
        where e.quota_policy_id = '{QUOTAS[0]}'
        and e.state = 'active' and e.lease_expires_at > _now()
        group by 1 having count(*) > 2
    """,
}
# A candidate that a decided race wanted cancelled and that no pending join of a member needs.
FORGOTTEN_LOSERS = """
    select e.execution_id, e.state
    from ff_exec_core as e
    join ff_flow as f on f.flow_id = e.flow_id and f.cancelled_at is null
    where e.terminal_at is null and e.replay_count = 0
    and exists (
        select from ff_edge as d join ff_edge_group as g on g.downstream_id = d.downstream_id
        where d.upstream_id = e.execution_id and d.state <> 'pending' and g.state <> 'pending'
        and g.on_satisfied = 'cancel_remaining' and d.created_at <= g.decided_at
    )
    and not exists (
        select from ff_edge as d
        join ff_edge_group as g on g.downstream_id = d.downstream_id
        join ff_exec_core as m on m.execution_id = d.downstream_id
        where d.upstream_id = e.execution_id and m.terminal_at is null
        and (g.state = 'pending' or g.on_satisfied <> 'cancel_remaining')
    )
"""


def check(world: World) -> None:
    """In one snapshot: others may be at work."""
    observer = world.observer
    observer.rows("begin isolation level repeatable read")
    try:
        for law, query in LAWS.items():
            broken = observer.rows(query)
            assert broken == [], f"{law}: {broken}"
    finally:
        observer.rows("rollback")


# A member that was replayed waits for a replay of each upstream that ended without success.
TO_BE_REPLAYED = """
    select distinct x.execution_id
    from ff_edge as d
    join ff_exec_core as m on m.execution_id = d.downstream_id
    join ff_edge_group as g on g.downstream_id = d.downstream_id
    join ff_exec_core as u on u.execution_id = d.upstream_id
    join ff_executions as x on x.execution_id = d.upstream_id
    where m.terminal_at is null and m.replay_count > 0 and g.state = 'pending'
    and u.terminal_at is not null and x.terminal_outcome <> 'success'
    and d.awaited_replay_count > u.replay_count
"""
# A member that waits for others, or a row that waits for another budget, and holds a reservation: a
# circle of the caller's own making when the others wait for what is reserved.
HELD_WHILE_WAITING = """
    select r.budget_id, r.execution_id
    from ff_budget_reservation as r
    join ff_exec_core as e on e.execution_id = r.execution_id
    left join ff_admission_wait as w on w.execution_id = r.execution_id
    where e.state between 'children_first' and 'children_resume'
    or (w.limit_kind = 'budget' and w.limit_id <> r.budget_id)
"""
LEFT_OF_CANCELLED_FLOWS = """
    select e.execution_id, e.state
    from ff_exec_core as e join ff_flow as f on f.flow_id = e.flow_id
    where e.terminal_at is null and f.cancellation_policy = 'cancel_all'
"""


def let_everything_go(world: World, acts: Acts) -> None:
    """All transactions end; all that may run runs; then nothing waits that no rule makes wait."""
    for session in world.sessions:
        world.end(session, world.chance.choice(["commit", "rollback"]))
    world.end_all_prepared()
    pay_what_is_owed(world)
    check(world)
    for law, query in {
        "a loser that no join needs is cancelled": FORGOTTEN_LOSERS,
        "nothing of a flow goes on after cancel_all": LEFT_OF_CANCELLED_FLOWS,
    }.items():
        broken = world.observer.rows(query)
        assert broken == [], f"{law}: {broken}"
    worker = world.sessions[0]
    worker.rows("set lock_timeout = '2s'")

    def call(query: str, *arguments: object) -> None:
        def act(session: Session) -> None:
            acts.rows(session, query, *arguments)

        world.attempt(worker, act)

    for staged in acts.staged:
        call("select outcome from ff_apply_dependency_to_child(%s, %s)", *staged)
    for handle, _ in acts.handles:
        call("select * from ff_complete(%s, '1')", handle)
    # 40 s, in which every delay, backoff, deadline and window of the test ends
    for _ in range(130):
        if not waiting(world, "true"):
            break
        for execution_id in waiting(world, "_is_suspended(e.state)"):
            call("select * from ff_resume_execution(%s)", execution_id)
        for execution_id in waiting(world, "x.blocking_reason = 'paused_by_operator'"):
            call("select * from ff_unblock_execution(%s)", execution_id)
        before = len(acts.handles)
        for lane in ("lane", "ruled"):
            acts.take(worker, "ff_claim_batch(%s, 'w', 'w-1', 10)", lane)
        for handle, _ in acts.handles[before:]:
            call("select * from ff_complete(%s, '1')", handle)
        pay_what_is_owed(world)
        if len(acts.handles) == before:
            for [execution_id] in world.observer.rows(TO_BE_REPLAYED):
                call("select * from ff_replay_execution(%s)", execution_id)
            for reservation in world.observer.rows(HELD_WHILE_WAITING):
                call(
                    "select outcome from ff_reserve_budget(%s, %s, '{\"tokens\": 0}')", *reservation
                )
            world.move_clock(300)
    check(world)
    left = world.observer.rows(
        "select e.execution_id, e.public_state, e.blocking_reason, e.eligibility_state,"
        " x.gate, x.detail"
        " from ff_executions as e"
        " left join ff_flow as f on f.flow_id = e.flow_id"
        " cross join lateral ff_explain(e.execution_id) as x"
        " where e.terminal_at is null and x.gate = 'verdict'"
        " and f.cancellation_policy is distinct from 'cancel_flow_only'"
    )
    assert left == [], f"an execution waits although no rule makes it: {left}"


def waiting(world: World, condition: str) -> list[str]:
    return [
        row[0]
        for row in world.observer.rows(
            "select x.execution_id from ff_executions as x"
            " join ff_exec_core as e on e.execution_id = x.execution_id"
            f" where e.terminal_at is null and {condition}"
        )
    ]


def pay_what_is_owed(world: World) -> None:
    for _ in range(60):
        if not world.observer.rows("select 1 from ff_flow_todo"):
            return
        world.move_clock(200)
        world.observer.rows("select from ff_tick()")
    raise AssertionError(f"debts are never paid: {world.observer.rows('table ff_flow_todo')}")
