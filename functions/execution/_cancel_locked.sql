create or replace function _cancel_locked(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_reason text,
    p_source text,
    p_actor text default null,
    p_is_cascade boolean default false,
    p_audit jsonb default null
)
returns void
language plpgsql
as $_cancel_locked$
begin
    update ff_exec_core as e
    set
        cancellation_reason = p_reason,
        cancelled_by = p_source,
        -- the holder loses its lease: a new epoch and a new lease id
        lease_epoch = e.lease_epoch + t.is_taken::integer,
        lease_id = case when t.is_taken then gen_random_uuid() else e.lease_id end,
        overridden_lease_id = case
            when t.is_taken then e.lease_id else e.overridden_lease_id
        end
    from (
        select p_execution.state in ('active', 'lapsed', 'revoked')
            and p_source <> 'lease_holder' as is_taken
    ) as t
    where e.execution_id = p_execution.execution_id;
    perform _end_execution(
        p_execution, 'cancelled', p_now, null, null, null, 'cancelled',
        coalesce(p_audit, _audit(p_reason, p_actor)) || jsonb_build_object('source', p_source),
        p_is_cascade
    );
end;
$_cancel_locked$;

comment on function _cancel_locked is 'Cancels a locked execution that has not ended, in any state.';
