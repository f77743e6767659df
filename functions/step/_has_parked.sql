create or replace function _has_parked(p_execution ff_exec_core, p_fence _fence)
returns boolean
language sql
immutable
as $_has_parked$
    select
        p_execution.terminal_at is null
        and not _is_active(p_execution.state)
        and _is_own_lease_end(p_execution, p_fence, 'waiting')
$_has_parked$;

comment on function _has_parked is
'Has the holder of a handle given its lease back to wait by a step, and has no claim taken the execution since? Then the same call is repeated, or another wait of the handler begins beside the first.';
