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
        inner join ff_edge as d
            on d.upstream_id = r.execution_id
    )

    select exists (
        select 1
        from reached as r
        where r.execution_id = p_to
    )
$_leads_to$;

comment on function _leads_to is 'Is there a path of edges from one execution to another?';
