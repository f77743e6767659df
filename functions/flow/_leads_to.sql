create or replace function _leads_to(p_from uuid, p_to uuid)
returns boolean
language sql
stable
as $_leads_to$
    with recursive reached as (
        select p_from as execution_id
        -- each execution once, even if several paths lead to it
        union
        select d.downstream_id
        from reached as r
        -- a probe for each, whatever the statistics say: a plan that reads all edges would do so
        -- for every step of the longest path
        cross join lateral (
            select o.downstream_id
            from ff_edge as o
            where o.upstream_id = r.execution_id
            offset 0
        ) as d
    )

    select exists (
        select 1
        from reached as r
        where r.execution_id = p_to
    )
$_leads_to$;

comment on function _leads_to is 'Is there a path of edges from one execution to another?';
