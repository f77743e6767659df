create or replace function _dispensable_upstreams(p_upstreams uuid[])
returns table (execution_id uuid, reason text)
language sql
stable
as $_dispensable_upstreams$
    select distinct on (e.execution_id)
        e.execution_id,
        w.reason
    from unnest(p_upstreams) as u (execution_id)
    inner join ff_exec_core as e on e.execution_id = u.execution_id
    -- any join that stopped waiting for it: the race decided first may have spared it
    inner join ff_edge as d
        on d.upstream_id = e.execution_id
    inner join ff_edge_group as g
        on g.downstream_id = d.downstream_id
    inner join ff_exec_core as m
        on m.execution_id = g.downstream_id
    left join ff_flow as f on f.flow_id = d.flow_id
    cross join lateral (
        select case
            when g.state <> 'pending'
                and g.policy <> 'all_of'
                and g.on_satisfied = 'cancel_remaining'
                -- an upstream that was added after the decision is not a candidate
                and d.created_at <= g.decided_at
                then 'sibling_quorum_' || g.state::text
            -- a cancelled loser does not need its own upstreams any more
            when g.state = 'pending' and _is_loser(m.cancelled_by, m.cancellation_reason)
                then m.cancellation_reason
        end as reason
    ) as w
    where
        e.terminal_at is null
        and w.reason is not null
        and d.state < 'satisfied'
        and _ends_with_flow(f.cancellation_policy, e.state)
        -- it is spared while another join still needs it
        and not exists (
            select 1
            from ff_edge as o
            inner join ff_edge_group as og
                on og.downstream_id = o.downstream_id
            inner join ff_exec_core as c
                on c.execution_id = o.downstream_id
            where
                o.upstream_id = e.execution_id
                and o.state < 'satisfied'
                and og.state = 'pending'
                and c.terminal_at is null
        )
    order by e.execution_id, g.decided_at, g.downstream_id
$_dispensable_upstreams$;

comment on function _dispensable_upstreams is
'Those of the upstreams that are to be cancelled, each with the reason: they have not ended, a decided race wants its losers cancelled (or only such a loser needed them), and no pending join needs them.';
