create or replace function _trim_operations(p_limit integer)
returns integer
language plpgsql
as $_trim_operations$
declare
    v_row_ids tid[];
begin
    v_row_ids := array(
        select o.ctid
        from ff_operator_event as o
        where
            o.execution_id is null
            and o.flow_id is null
            and o.event_id <= _event_floor()
        order by o.event_id
        limit p_limit
        for update skip locked
    );
    delete from ff_operator_event as o where o.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_trim_operations$;

comment on function _trim_operations is
'Removes calls of operators that belong to no execution and no flow, when their events may be removed; returns how many.';
