create or replace function _event_floor()
returns bigint
language sql
volatile
as $_event_floor$
    select f.last_value from ff_event_floor as f
$_event_floor$;

comment on function _event_floor is 'The events up to this one may have been removed, even if the snapshot still shows them.';
