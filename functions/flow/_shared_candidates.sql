create or replace function _shared_candidates(p_upstreams uuid[])
returns table (execution_id uuid)
language sql
stable
as $_shared_candidates$
    select e.execution_id
    from unnest(p_upstreams) as u (execution_id)
    inner join ff_exec_core as e on e.execution_id = u.execution_id
    where
        e.terminal_at is null
        and (
            select count(*) > 1
            from ff_edge as d
            where d.upstream_id = e.execution_id and d.state < 'satisfied'
        )
$_shared_candidates$;

comment on function _shared_candidates is
'Those of the upstreams that have not ended and that several joins may still count.';
