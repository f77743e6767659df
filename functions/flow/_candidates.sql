create or replace function _candidates(p_joins uuid[])
returns table (execution_id uuid, state ff_state)
language sql
stable
as $_candidates$
    select distinct e.execution_id, e.state
    from unnest(p_joins) as k (execution_id)
    inner join ff_edge as d
        on d.downstream_id = k.execution_id
    inner join ff_exec_core as e
        on e.execution_id = d.upstream_id
    where d.state < 'satisfied' and e.terminal_at is null
$_candidates$;

comment on function _candidates is
'The upstreams of joins that have not ended and are not counted yet.';
