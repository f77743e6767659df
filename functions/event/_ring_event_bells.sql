create or replace function _ring_event_bells(p_safe_event_id bigint)
returns void
language plpgsql
as $_ring_event_bells$
begin
    if current_setting('flowfabric.doorbell', true) is distinct from 'off'
        and exists (select 1 from ff_event_bell as b where b.after_event_id < p_safe_event_id)
    then
        insert into ff_ring_request (safe_event_id) values (p_safe_event_id);
    end if;
end;
$_ring_event_bells$;

comment on function _ring_event_bells is
'Asks for the doorbells of readers to ring, if there are events for them.';
