create or replace function _promise_limits(
    p_execution_id uuid,
    p_until timestamptz,
    p_now timestamptz
)
returns uuid[]
language plpgsql
as $_promise_limits$
declare
    -- cannot raise ZF201: the row is locked already
    v_execution constant ff_exec_core := _lock_execution(p_execution_id);
begin
    if _admit_candidate(v_execution, p_until, p_now, p_is_promise => true) then
        return array[p_execution_id];
    end if;
    return array[]::uuid[];
end;
$_promise_limits$;

comment on function _promise_limits is
'Takes what a locked execution needs from its limits, for a grant: its id, or nothing when it was put off.';
