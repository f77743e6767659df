create or replace function _reclaim_cap(
    p_policy jsonb,
    p_max_reclaim_count integer default null
)
returns integer
language sql
immutable
as $_reclaim_cap$
    select least(
        coalesce((p_policy ->> 'max_reclaim_count')::numeric::integer, 100),
        p_max_reclaim_count,
        1000
    )
$_reclaim_cap$;

comment on function _reclaim_cap is 'How often an execution may be taken over from a lost lease.';
