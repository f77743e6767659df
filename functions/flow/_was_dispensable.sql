create or replace function _was_dispensable(p_partition_key smallint, p_execution_id uuid)
returns boolean
language sql
stable
as $_was_dispensable$
    -- false without any edge: null is not true
    select bool_and(g.state = 'satisfied') is true
    from ff_edge as d
    inner join ff_edge_group as g
        on g.downstream_id = d.downstream_id and g.downstream_partition = d.downstream_partition
    where d.upstream_id = p_execution_id and d.upstream_partition = p_partition_key
$_was_dispensable$;

comment on function _was_dispensable is
'Did all that waited for an execution get enough without it, as in a race that others won?';
