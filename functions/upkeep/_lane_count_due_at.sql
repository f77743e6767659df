create or replace function _lane_count_due_at(p_count ff_lane_count)
returns timestamptz
language sql
stable
as $_lane_count_due_at$
    -- a large lane takes longer to count, and changes less in proportion
    select p_count.counted_at
        + case when p_count.is_at_least then interval '1 minute' else interval '10 seconds' end
$_lane_count_due_at$;

comment on function _lane_count_due_at is
'When the executions of a lane are to be counted again, if something has happened since.';
