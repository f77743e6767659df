create or replace function _trim_records()
returns bigint
language plpgsql
as $_trim_records$
declare
    v_kept constant integer := 256;
    v_sum bigint := 0;
    v_count bigint;
begin
    delete from ff_clock_record as r
    where r.record_id < (select max(n.record_id) from ff_clock_record as n) - v_kept
        -- the record from a second ago tells who has been open since then
        and r.clock_at < _now() - interval '5 seconds';
    get diagnostics v_count = row_count;
    v_sum := v_sum + v_count;
    delete from ff_event_watermark as w
    where w.watermark_id < (select max(n.watermark_id) from ff_event_watermark as n) - v_kept;
    get diagnostics v_count = row_count;
    v_sum := v_sum + v_count;
    delete from ff_tick_log as t
    where t.tick_id < (select max(n.tick_id) from ff_tick_log as n) - v_kept;
    get diagnostics v_count = row_count;
    v_sum := v_sum + v_count;
    delete from ff_head as h
    where exists (
        select 1 from ff_head as n where n.route_id = h.route_id and n.head_id > h.head_id + 16
    );
    get diagnostics v_count = row_count;
    return v_sum + v_count;
end;
$_trim_records$;

comment on function _trim_records is
'Removes records and heads that newer ones have replaced; answers how many.';
