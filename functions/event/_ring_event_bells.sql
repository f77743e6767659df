create or replace function _ring_event_bells(p_safe_event_id bigint)
returns void
language plpgsql
as $_ring_event_bells$
declare
    v_row_ids constant tid[] := array(
        select b.ctid
        from ff_event_bell as b
        where b.after_event_id < p_safe_event_id
        for update skip locked
    );
begin
    if v_row_ids = '{}' then
        return;
    end if;
    delete from ff_event_bell as b where b.ctid = any (v_row_ids);
    -- once, however many sleep
    perform pg_notify('ff_events', '');
end;
$_ring_event_bells$;

comment on function _ring_event_bells is 'Wakes readers of events that sleep, if there is something for them.';
