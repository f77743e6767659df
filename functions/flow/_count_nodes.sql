create or replace function _count_nodes(p_nodes jsonb, p_ids uuid[], p_counted jsonb)
returns void
language plpgsql
as $_count_nodes$
begin
    perform _count_submissions(
        k.lane_id,
        array(
            select s.submitter
            from jsonb_array_elements_text(p_counted -> k.lane_id) as s (submitter)
        ),
        k.execution_ids,
        k.byte_counts
    )
    from (
        select
            n.value ->> 'lane' as lane_id,
            array_agg(p_ids[n.item] order by n.item) as execution_ids,
            array_agg(_node_bytes(n.value) order by n.item) as byte_counts
        from jsonb_each(p_nodes) with ordinality as n (key, value, item)
        where p_counted ? (n.value ->> 'lane')
        group by n.value ->> 'lane'
    ) as k;
end;
$_count_nodes$;

comment on function _count_nodes is
'Writes the nodes of a flow down that count for limits of their submitter.';
