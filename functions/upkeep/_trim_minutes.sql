create or replace function _trim_minutes(p_limit integer)
returns integer
language plpgsql
as $_trim_minutes$
declare
    v_before constant timestamptz := _now() - interval '7 days';
    v_row_ids constant tid[] := array(
        select m.ctid
        from ff_lane_minute as m
        where m.minute_at < v_before
        order by m.minute_at
        limit p_limit
        for update skip locked
    );
begin
    delete from ff_lane_minute as m where m.ctid = any (v_row_ids);
    return cardinality(v_row_ids);
end;
$_trim_minutes$;

comment on function _trim_minutes is
'Removes minutes of lanes that are older than seven days; returns how many.';
