create or replace function _named_inputs(
    p_child uuid,
    p_input jsonb,
    out p_inputs jsonb,
    out p_fed uuid[]
)
language plpgsql
stable
as $_named_inputs$
begin
    with upstream as materialized (
        select
            n.input_name,
            n.input_position,
            n.upstream_id,
            n.is_fed,
            row_number() over (
                partition by n.input_name, n.is_fed order by n.input_position
            )::integer as place,
            case
                when u.result is not null
                    then to_jsonb(chr(92) || 'x' || encode(u.result, 'hex'))
                when u.state = 'completed' then coalesce(u.output, 'null')
            end as value
        from ff_edge_input as n
        left join ff_exec_core as u
            on u.execution_id = n.upstream_id
            and u.state = 'completed'
            -- an erased result counts as removed
            and not _is_erased(u.tags)
        where
            n.downstream_id = p_child
    ),

    given as (
        select
            u.input_name,
            u.input_position,
            case
                when u.value is not null then u.value
                -- it is being replayed, or was removed: the result that it gave before is kept
                when u.is_fed and u.input_position = 0 then p_input -> u.input_name
                when u.is_fed then p_input -> u.input_name -> (u.place - 1)
            end as value
        from upstream as u
    )

    select
        coalesce(jsonb_object_agg(i.input_name, i.value), '{}'),
        array(select distinct u.upstream_id from upstream as u where u.value is not null)
    into p_inputs, p_fed
    from (
        select
            g.input_name,
            case
                when min(g.input_position) = 0 then coalesce((array_agg(g.value))[1], 'null')
                else coalesce(
                    jsonb_agg(g.value order by g.input_position)
                        filter (where g.value is not null),
                    '[]'
                )
            end as value
        from given as g
        group by g.input_name
    ) as i;
end;
$_named_inputs$;

comment on function _named_inputs is
'The named inputs of an execution: the result of one upstream, or for a list the results of the upstreams that completed, in the order of the list. Bytes are written in hex. An upstream that has no result now contributes its earlier one. p_fed: the upstreams that have a result.';
