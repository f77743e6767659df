create or replace function _missed_members(p_flow_id uuid)
returns table (execution_id uuid)
language sql
stable
as $_missed_members$
    with recursive lost as materialized (
        select e.execution_id
        from ff_flow_member as m
        inner join ff_exec_core as e
            on e.execution_id = m.execution_id
        where
            m.flow_id = p_flow_id
            and e.terminal_at is not null
            and e.state <> 'completed'
    ),

    missed as (
        -- it has no downstream, or a downstream that is not lost and whose join did not get enough
        select l.execution_id
        from lost as l
        where
            not exists (
                select 1
                from ff_edge as d
                where d.upstream_id = l.execution_id
            )
            or exists (
                select 1
                from ff_edge as d
                inner join ff_edge_group as g
                    on g.downstream_id = d.downstream_id
                inner join ff_exec_core as c
                    on c.execution_id = d.downstream_id
                where
                    d.upstream_id = l.execution_id
                    and g.state <> 'satisfied'
                    and (c.terminal_at is null or c.state = 'completed')
            )
        -- each once, even if several paths lead to it
        union
        -- or a downstream whose join did not get enough is missed itself
        select u.execution_id
        from missed as n
        -- probes for each: a plan that reads all edges would do so for every step of a path
        cross join lateral (
            select e.execution_id
            from ff_edge_group as g
            inner join ff_edge as d
                on d.downstream_id = g.downstream_id
            inner join ff_exec_core as e
                on e.execution_id = d.upstream_id
            where
                g.downstream_id = n.execution_id
                and g.state <> 'satisfied'
                and e.terminal_at is not null
                and e.state <> 'completed'
            offset 0
        ) as u
    )

    select n.execution_id from missed as n
$_missed_members$;

comment on function _missed_members is
'The members whose end without success matters for the flow: they have no downstream, or the join of a downstream did not get enough and that downstream has not ended, has completed, or matters itself.';
