create or replace function _solo_partition_key(p_execution_id uuid)
returns smallint
language sql
immutable
as $_solo_partition_key$
    select get_byte(uuid_send(p_execution_id), 15)::smallint
$_solo_partition_key$;

comment on function _solo_partition_key is
'Partition of an execution that belongs to no flow: the last byte of its uuid.';
