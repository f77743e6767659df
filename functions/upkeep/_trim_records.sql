create or replace function _trim_records(
    p_after_route_id integer,
    p_to_route_id integer,
    p_limit integer
)
returns integer
language plpgsql
as $_trim_records$
declare
    v_kept constant integer := 256;
    v_row_ids tid[];
    v_sum integer := 0;
begin
    -- Every deletion skips locked rows: another open tick may have deleted the same ones.
    v_row_ids := array(
        select r.ctid
        from ff_clock_record as r
        where
            r.record_id < (select max(n.record_id) from ff_clock_record as n) - v_kept
            -- the record from a second ago names the transactions that have been open since then
            and r.clock_at < _now() - interval '5 seconds'
        order by r.record_id
        limit p_limit
        for update skip locked
    );
    delete from ff_clock_record as r where r.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select w.ctid
        from ff_event_watermark as w
        where w.watermark_id < (select max(n.watermark_id) from ff_event_watermark as n) - v_kept
        order by w.watermark_id
        limit p_limit
        for update skip locked
    );
    delete from ff_event_watermark as w where w.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select t.ctid
        from ff_tick_log as t
        where t.tick_id < (select max(n.tick_id) from ff_tick_log as n) - v_kept
        order by t.tick_id
        limit p_limit
        for update skip locked
    );
    delete from ff_tick_log as t where t.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select l.ctid
        from ff_retention_log as l
        where l.retention_id < (select max(n.retention_id) from ff_retention_log as n) - v_kept
        -- the newest of each job says where it goes on
        and exists (
            select 1
            from ff_retention_log as n
            where n.job = l.job and n.retention_id > l.retention_id
        )
        order by l.retention_id
        limit p_limit
        for update skip locked
    );
    delete from ff_retention_log as l where l.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_row_ids := array(
        select j.ctid
        from ff_job_error as j
        where
            j.error_id < (select max(n.error_id) from ff_job_error as n) - 10000
            or j.occurred_at < _now() - interval '1 day'
        order by j.error_id
        limit p_limit
        for update skip locked
    );
    delete from ff_job_error as j where j.ctid = any (v_row_ids);
    v_sum := v_sum + cardinality(v_row_ids);

    v_sum := v_sum
        + _trim_operations(p_limit)
        + _trim_lapses(p_limit)
        + _trim_heads(p_after_route_id, p_to_route_id, p_limit);
    perform _forget_removed_routes(p_limit);
    return v_sum;
end;
$_trim_records$;

comment on function _trim_records is
'Removes records, and heads of the routes in a range, that newer ones have replaced; returns how many.';
