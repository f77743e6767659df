create or replace function _last_event_id()
returns bigint
language sql
volatile
as $_last_event_id$
    -- a standby may be behind the primary that a cursor came from: no cursor is beyond its end
    select case
        when pg_is_in_recovery() then 9223372036854775806
        when s.is_called then s.last_value
        else s.last_value - 1
    end
    from ff_event_event_id_seq as s
$_last_event_id$;

comment on function _last_event_id is 'The last event id that was given out.';
