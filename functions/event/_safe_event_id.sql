create or replace function _safe_event_id()
returns bigint
language sql
stable
as $_safe_event_id$
    -- an advance that began earlier may have been written later
    select coalesce(max(w.safe_event_id), 0)
    from (
        select n.safe_event_id from ff_event_watermark as n order by n.watermark_id desc limit 16
    ) as w
$_safe_event_id$;

comment on function _safe_event_id is 'The stored watermark: up to this event, all are there.';
