create or replace function _events_due_at(p_now timestamptz)
returns timestamptz
language plpgsql
as $_events_due_at$
declare
    v_oldest ff_event_log;
    v_due_at timestamptz;
begin
    select e.*
    into v_oldest
    from ff_event_log as e
    where e.event_id > _event_floor()
    order by e.event_id
    limit 1;
    if not found then
        return timestamptz 'infinity';
    end if;
    v_due_at := _after_ms(v_oldest.occurred_at, _event_retention_ms());
    -- a consumer that has not read it keeps it
    return case
        when v_due_at <= p_now and not _is_consumed(v_oldest, p_now) then 'infinity'
        else v_due_at
    end;
end;
$_events_due_at$;

comment on function _events_due_at is
'The moment at which the oldest event is old enough to be removed; infinity without an event, or when a consumer keeps it.';
