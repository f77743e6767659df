create or replace function _replacing_result(
    p_child uuid,
    out p_output jsonb,
    out p_result bytea
)
returns setof record
language sql
stable
as $_replacing_result$
    select s.output, s.result
    from (
        select
            u.output,
            u.result,
            d.data_passing_ref,
            row_number() over (order by u.terminal_at, d.edge_id) as place
        from ff_edge as d
        inner join ff_exec_core as u
            on u.execution_id = d.upstream_id
            and u.state = 'completed'
        where
            d.downstream_id = p_child
            and d.state = 'satisfied'
    ) as s
    inner join ff_edge_group as g
        on g.downstream_id = p_child
    where
        s.data_passing_ref is not null
        and num_nulls(s.output, s.result) = 1
        -- all_of: the result of the last upstream; otherwise of the one that met the count
        and (g.policy = 'all_of' or s.place = g.required_count)
    order by s.place desc
    limit 1
$_replacing_result$;

comment on function _replacing_result is
'The result that replaces the input of an execution whose join is satisfied; no row when no result does.';
