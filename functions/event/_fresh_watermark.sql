create or replace function _fresh_watermark()
returns bigint
language plpgsql
as $_fresh_watermark$
declare
    v_safe_event_id constant bigint := _safe_event_id();
begin
    -- A session that may not write reads the stored one: on a replica, or in a read-only
    -- transaction. An old snapshot proves nothing.
    if pg_is_in_recovery()
        or current_setting('transaction_read_only') = 'on'
        or current_setting('transaction_isolation') <> 'read committed'
        or not exists (
            select 1
            from ff_event_event_id_seq as s
            where s.is_called and s.last_value > v_safe_event_id
        )
        or not _take_job_slot('events', 10)
    then
        return v_safe_event_id;
    end if;
    return greatest(v_safe_event_id, _advance_watermark());
end;
$_fresh_watermark$;

comment on function _fresh_watermark is
'The watermark for a reader, moved on if there are newer events and the transaction may do so.';
