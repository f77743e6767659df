create or replace function _leads_to(p_from _execution_key, p_to _execution_key)
returns boolean
language sql
stable
as $_leads_to$
    with recursive reached as (
        select (p_from).execution_id as execution_id, (p_from).partition_key as partition_key
        -- each execution once, however many paths lead to it
        union
        select d.downstream_id, d.downstream_partition
        from reached as r
        inner join ff_edge as d
            on d.upstream_id = r.execution_id and d.upstream_partition = r.partition_key
    )

    select exists (
        select 1
        from reached as r
        where r.execution_id = (p_to).execution_id and r.partition_key = (p_to).partition_key
    )
$_leads_to$;

comment on function _leads_to is 'Is there a path of edges from one execution to another?';
