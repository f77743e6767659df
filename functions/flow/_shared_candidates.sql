create or replace function _shared_candidates(p_joins uuid[])
returns table (execution_id uuid)
language sql
stable
as $_shared_candidates$
    select c.execution_id
    from _candidates(p_joins) as c
    where (
        select count(*) > 1
        from ff_edge as d
        where
            d.upstream_id = c.execution_id
            and d.state < 'satisfied'
    )
$_shared_candidates$;

comment on function _shared_candidates is
'The candidates of joins that are also candidates of another join.';
