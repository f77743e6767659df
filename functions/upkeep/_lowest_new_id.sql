create or replace function _lowest_new_id(p_marked_at timestamptz)
returns uuid
language sql
stable
as $_lowest_new_id$
    -- _id_at rounds to the next millisecond
    select _id_at(p_marked_at - interval '1 millisecond')
$_lowest_new_id$;

comment on function _lowest_new_id is
'No id is lower that was made by a clock at or above a mark.';
