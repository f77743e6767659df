create or replace function _newest_in_slot(p_slot integer)
returns ff_event_log
language sql
volatile
as $_newest_in_slot$
    select e
    from ff_event_log as e
    where e.slot = p_slot
    order by e.event_id desc
    limit 1
$_newest_in_slot$;

comment on function _newest_in_slot is 'The newest event in one of the event tables; null when it is empty.';
