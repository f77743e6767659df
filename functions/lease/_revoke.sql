create or replace function _revoke(p_execution ff_exec_core, p_now timestamptz, p_details jsonb)
returns void
language plpgsql
as $_revoke$
begin
    update ff_exec_core as e
    set
        state = 'revoked',
        -- from now on whoever claims next takes it over
        claimable_at = p_now,
        lease_ended_at = p_now,
        lease_ended_by = 'revoked',
        updated_at = p_now
    where e.execution_id = p_execution.execution_id;
    perform _ring_route(p_execution.route_id, p_now);
    perform _record_event('revoked', p_execution, p_now, 'none', p_details);
end;
$_revoke$;

comment on function _revoke is 'Takes the live lease of a locked execution away.';
