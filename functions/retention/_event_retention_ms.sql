create or replace function _event_retention_ms()
returns bigint
language sql
stable
as $_event_retention_ms$
    select m.value::bigint from ff_meta as m where m.key = 'event_retention_ms'
$_event_retention_ms$;

comment on function _event_retention_ms is 'The time for which events are kept at least.';
