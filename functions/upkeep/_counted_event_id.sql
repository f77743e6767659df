create or replace function _counted_event_id()
returns bigint
language sql
stable
as $_counted_event_id$
    select max(s.counted_event_id) from ff_statistic as s
$_counted_event_id$;

comment on function _counted_event_id is
'All events up to this one can be read and are counted; later ones are kept.';
