create or replace function _reason_grant(
    p_execution ff_exec_core,
    p_reserved_until timestamptz,
    p_now timestamptz
)
returns _gate
language plpgsql
stable
as $_reason_grant$
declare
    v_grant ff_claim_grant;
begin
    if p_reserved_until is not null then
        select g.*
        into v_grant
        from ff_claim_grant as g
        where
            g.execution_id = p_execution.execution_id
            and g.lease_epoch = p_execution.lease_epoch
            and g.expires_at = p_reserved_until
        order by g.kind
        limit 1;
    end if;
    return (
        'grant',
        p_reserved_until is null,
        case when p_reserved_until is null then 'none' else 'reserved' end,
        jsonb_strip_nulls(jsonb_build_object(
            'kind', v_grant.kind,
            'worker_id', v_grant.worker_id,
            'worker_instance_id', v_grant.worker_instance_id,
            'expires_at', v_grant.expires_at,
            'remaining_ms', _ms_until(v_grant.expires_at, p_now)
        )),
        case when p_reserved_until is not null then 'its worker, which redeems it, or time' end,
        p_reserved_until
    )::_gate;
end;
$_reason_grant$;

comment on function _reason_grant is
'Has a scheduler reserved the execution for a worker? Part of ff_explain.';
