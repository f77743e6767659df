create or replace function _step_bytes(p_step ff_step)
returns bigint
language sql
immutable
as $_step_bytes$
    select octet_length(p_step.step_key)::bigint
        + coalesce(pg_column_size(p_step.output), 0)
        + coalesce(octet_length(p_step.result), 0)
        + coalesce(pg_column_size(p_step.awaited_keys), 0)
$_step_bytes$;

comment on function _step_bytes is 'The size of a step, as its limit counts it: before it is compressed.';
