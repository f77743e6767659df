create or replace function _state_of(p_execution_id uuid)
returns text
language plpgsql
stable
as $_state_of$
begin
    return (
        select _public_state(_effective_state(e.state, e.claimable_at, e.lease_expires_at, _now()))
        from ff_exec_core as e
        where e.execution_id = p_execution_id
    );
end;
$_state_of$;

comment on function _state_of is 'The public state of an execution as it is now, or null.';
