create or replace function _named_inputs(p_child _execution_key)
returns jsonb
language plpgsql
stable
as $_named_inputs$
begin
    return (
        select coalesce(jsonb_object_agg(i.input_name, i.value), '{}')
        from (
            select
                n.input_name,
                case
                    when min(n.input_position) = 0 then coalesce((array_agg(v.value))[1], 'null')
                    else coalesce(
                        jsonb_agg(v.value order by n.input_position)
                            filter (where v.value is not null),
                        '[]'
                    )
                end as value
            from ff_edge_input as n
            left join ff_exec_core as u
                on u.execution_id = n.upstream_id
                and u.partition_key = n.upstream_partition
                and u.state = 'completed'
            cross join lateral (
                select case
                    when u.result is not null
                        then to_jsonb(chr(92) || 'x' || encode(u.result, 'hex'))
                    when u.state = 'completed' then coalesce(u.output, 'null')
                end as value
            ) as v
            where
                n.downstream_id = (p_child).execution_id
                and n.downstream_partition = (p_child).partition_key
            group by n.input_name
        ) as i
    );
end;
$_named_inputs$;

comment on function _named_inputs is
'The named inputs of an execution: of one upstream its result, of a list the results of those that completed, in its order. Bytes are in hex.';
