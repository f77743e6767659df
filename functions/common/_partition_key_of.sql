create or replace function _partition_key_of(p_execution_id uuid, p_flow_id uuid)
returns smallint
language sql
immutable
as $_partition_key_of$
    select case
        when p_flow_id is null then _solo_partition_key(p_execution_id)
        else _flow_partition_key(p_flow_id)
    end
$_partition_key_of$;

comment on function _partition_key_of is 'Partition of an execution that is minted for a flow, or for none.';
