create or replace function _safe_event_id()
returns bigint
language sql
stable
as $_safe_event_id$
    -- a session that began to advance earlier may have written its row later
    select coalesce(max(w.safe_event_id), 0)
    from (
        select n.safe_event_id from ff_event_watermark as n order by n.watermark_id desc limit 16
    ) as w
$_safe_event_id$;

comment on function _safe_event_id is 'The stored watermark: all events up to this one can be read.';
