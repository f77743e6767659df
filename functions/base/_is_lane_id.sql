create or replace function _is_lane_id(p_value text)
returns boolean
language sql
immutable
as $_is_lane_id$
    select octet_length(p_value) between 1 and 64 and p_value collate "C" !~ '[^ -~]'
$_is_lane_id$;

comment on function _is_lane_id is 'Is it 1 to 64 printable ASCII characters? Null for null.';
