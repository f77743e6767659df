create or replace function _partition_of(p_id uuid)
returns integer
language sql
immutable
as $_partition_of$
    select get_byte(uuid_send(p_id), 15)
$_partition_of$;

comment on function _partition_of is
'The partition of an object with an id: the last byte of the id, 0 to 255.';
