create or replace function _lane_counts_due_at()
returns timestamptz
language sql
stable
as $_lane_counts_due_at$
    select _lane_count_due_at(c)
    from ff_lane_count as c
    where c.last_event_id < (select s.last_value from ff_event_event_id_seq as s)
    order by c.last_event_id
    limit 1
$_lane_counts_due_at$;

comment on function _lane_counts_due_at is
'When the lane is to be counted again whose count is the oldest; null: nothing has happened since the last counts.';
