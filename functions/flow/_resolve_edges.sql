create or replace function _resolve_edges(
    p_edge_ids uuid[],
    p_now timestamptz,
    out p_decided uuid[],
    out p_resolved_count integer
)
language plpgsql
as $_resolve_edges$
begin
    -- A statement of its own after the joins were locked: it sees what their last holders wrote.
    with resolved as (
        update ff_edge as d
        set
            state = case
                when v.terminal_outcome = 'success' then 'satisfied' else 'impossible'
            end::ff_edge_state,
            upstream_outcome = v.terminal_outcome,
            resolved_at = p_now
        from ff_exec_core as e
        inner join ff_state_vector as v on v.state = e.state
        where
            d.edge_id = any (p_edge_ids)
            and d.state = 'applied'
            and e.execution_id = d.upstream_id
            and e.terminal_at is not null
            and e.replay_count >= d.awaited_replay_count
        returning d.downstream_id, d.upstream_outcome
    ),

    tally as (
        select
            r.downstream_id,
            count(*) filter (where r.upstream_outcome = 'success') as satisfied_count,
            count(*) filter (where r.upstream_outcome = 'skipped') as skipped_count,
            count(*) filter (where r.upstream_outcome not in ('success', 'skipped')) as failed_count
        from resolved as r
        group by r.downstream_id
    ),

    counted as (
        update ff_edge_group as g
        set
            satisfied_count = n.satisfied_count,
            failed_count = n.failed_count,
            skipped_count = n.skipped_count,
            -- decided once: edges that are resolved later are only counted
            state = case when o.state = 'pending' then n.verdict else o.state end,
            decided_at = case
                when o.state = 'pending' and n.verdict <> 'pending' then p_now
                else o.decided_at
            end
        from tally as t
        inner join ff_edge_group as o
            on o.downstream_id = t.downstream_id
        cross join lateral (
            select
                o.satisfied_count + t.satisfied_count as satisfied_count,
                o.failed_count + t.failed_count as failed_count,
                o.skipped_count + t.skipped_count as skipped_count,
                _join_verdict(
                    o.policy,
                    o.required_count,
                    o.total_count,
                    o.satisfied_count + t.satisfied_count,
                    o.failed_count + t.failed_count + o.skipped_count + t.skipped_count
                ) as verdict
        ) as n
        where g.downstream_id = o.downstream_id
        returning
            g.downstream_id as downstream,
            o.state = 'pending' and n.verdict <> 'pending' as is_decided
    )

    select
        (
            select array_agg(c.downstream order by c.downstream)
            from counted as c
            where c.is_decided
        ),
        (select count(*)::integer from resolved as r)
    into p_decided, p_resolved_count;
end;
$_resolve_edges$;

comment on function _resolve_edges is
'Marks edges as satisfied or impossible, counts them in their joins, and returns the joins that this decides. The joins must be locked.';
