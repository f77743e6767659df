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
        -- nothing came after it, or a join that did not get enough and whose execution is not lost
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
        -- each once, however many paths lead to it
        union
        -- or the execution that its join did not get enough for is missed itself
        select l.execution_id
        from missed as n
        inner join ff_edge_group as g
            on g.downstream_id = n.execution_id
        inner join ff_edge as d
            on d.downstream_id = g.downstream_id
        inner join lost as l
            on l.execution_id = d.upstream_id
        where g.state <> 'satisfied'
    )

    select n.execution_id from missed as n
$_missed_members$;

comment on function _missed_members is
'The members of a flow that ended without success and that it could not do without: a join behind them did not get enough, and its execution was not one that the flow could do without.';
