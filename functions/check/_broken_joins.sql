create or replace function _broken_joins(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_joins$
    select i.invariant, g.downstream_id, to_jsonb(g)
    from (
        select o.*
        from ff_edge_group as o
        order by o.downstream_id desc
        limit p_bound
    ) as g
    cross join lateral (
        select
            count(*) as total_count,
            count(*) filter (where d.state = 'pending') as staged_count,
            count(*) filter (where d.upstream_outcome = 'success') as satisfied_count,
            count(*) filter (where d.upstream_outcome = 'skipped') as skipped_count,
            count(*) filter (
                where d.upstream_outcome in ('failed', 'cancelled', 'expired')
            ) as failed_count
        from ff_edge as d
        where
            d.downstream_id = g.downstream_id
    ) as c
    cross join lateral (
        values
        (
            'a join counts its edges',
            (g.total_count, g.satisfied_count, g.failed_count, g.skipped_count)
            = (
                coalesce(c.total_count, 0),
                coalesce(c.satisfied_count, 0),
                coalesce(c.failed_count, 0),
                coalesce(c.skipped_count, 0)
            )
        ),
        (
            'a join is decided as soon as its edges decide it',
            g.state <> 'pending'
            or g.satisfied_count + g.failed_count + g.skipped_count = 0
            -- the join is judged again when these edges are applied
            or c.staged_count > 0
            or _join_verdict(
                g.policy, g.required_count, g.total_count,
                g.satisfied_count, g.failed_count + g.skipped_count
            ) = 'pending'
        ),
        (
            'a satisfied join has enough satisfied edges',
            g.state <> 'satisfied'
            or g.satisfied_count >= coalesce(g.required_count, g.total_count)
        )
    ) as i (invariant, holds)
    where i.holds is not true
    union all
    select i.invariant, d.downstream_id, to_jsonb(d)
    from (
        select o.*
        from ff_edge as o
        order by o.downstream_id desc
        limit p_bound
    ) as d
    left join ff_exec_core as u
        on u.execution_id = d.upstream_id
    left join ff_exec_core as e
        on e.execution_id = d.downstream_id
    left join (
        select distinct t.execution_id
        from ff_flow_todo as t
        where t.kind = 'resolve'
    ) as o
        on o.execution_id = d.upstream_id
    left join ff_flow as f on f.flow_id = d.flow_id
    cross join lateral (
        values
        (
            'both ends of an edge are members of its flow',
            -- when retention removes a flow, an upstream is removed before its downstreams
            (
                d.flow_id is not distinct from u.flow_id
                or (u.execution_id is null and f.is_going)
            )
            and d.flow_id is not distinct from e.flow_id
        ),
        (
            'an edge whose upstream has ended is resolved or will be',
            d.state <> 'applied'
            or u.terminal_at is null
            or u.replay_count < d.awaited_replay_count
            or o.execution_id is not null
        )
    ) as i (invariant, holds)
    where i.holds is not true
$_broken_joins$;

comment on function _broken_joins is
'Part of ff_check: joins and edges that contradict each other or the executions they connect.';
