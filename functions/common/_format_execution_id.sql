create or replace function _format_execution_id(
    p_partition_key smallint,
    p_execution_id uuid
)
returns text
language sql
immutable
as $_format_execution_id$
    select '{fp:' || p_partition_key::text || '}:' || p_execution_id::text
$_format_execution_id$;

comment on function _format_execution_id is 'The wire form {fp:N}:<uuid> of an execution id.';
