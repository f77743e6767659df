create or replace function _erase_locked(
    p_execution ff_exec_core,
    p_kept_tags text[],
    p_now timestamptz,
    p_reason text,
    p_actor text
)
returns void
language plpgsql
as $_erase_locked$
declare
    v_id constant uuid := p_execution.execution_id;
    v_tags constant jsonb := _kept_tags(p_execution.tags, p_kept_tags);
begin
    if not _is_erased(p_execution.tags) then
        perform _record_event(
            'erased', p_execution, p_now, p_audit => _audit(p_reason, p_actor)
        );
    end if;
    perform _unindex_tags(
        v_id, p_execution.tags - array(select k.key from jsonb_object_keys(v_tags) as k (key))
    );
    update ff_exec_core as e
    set
        input = null,
        payload = null,
        output = null,
        result = null,
        progress_message = null,
        failure_reason = null,
        failure_detail = null,
        cancellation_reason = null,
        tags = v_tags || '{"flowfabric.erased": "true"}',
        -- a submission under its key still finds it
        idempotency_key = _erased_key('idempotency:' || e.namespace, e.idempotency_key),
        quota_key = _erased_key('quota', e.quota_key),
        fairness_key = _erased_key('fairness', e.fairness_key),
        updated_at = p_now
    where e.execution_id = v_id;
    if p_execution.attempt_index is not null then
        perform _erase_attempts(v_id);
    end if;
    delete from ff_cancel_request as r where r.execution_id = v_id;
    -- skips an old error that a tick is removing
    delete from ff_job_error as j
    where j.ctid = any (array(
        select o.ctid from ff_job_error as o where o.execution_id = v_id for update skip locked
    ));
    update ff_operator_event as r
    set details = _erased_details(r.details)
    where r.execution_id = v_id and r.kind <> 'erased';
    if p_execution.flow_id is not null then
        update ff_edge as d set data_passing_ref = null
        where d.downstream_id = v_id and d.data_passing_ref is not null;
        perform _erase_flow(p_execution.flow_id);
    end if;
end;
$_erase_locked$;

comment on function _erase_locked is
'Erases the contents of a locked execution that has ended, except frames, signals and steps, of which there may be many (see _erase_many_rows).';
