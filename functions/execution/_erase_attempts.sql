create or replace function _erase_attempts(p_execution_id uuid)
returns void
language plpgsql
as $_erase_attempts$
begin
    update ff_attempt as a
    set failure_reason = null, failure_detail = null
    where a.execution_id = p_execution_id;
    update ff_suspension as s
    set
        condition = '{}',
        step_key = null,
        title = null,
        detail = null,
        continuation = null,
        idempotency_key = _erased_key('suspension', s.idempotency_key),
        progress = '[]',
        close_reason = _erased_close_reason(s.close_reason),
        close_details = null
    where s.execution_id = p_execution_id;
    update ff_waitpoint as w
    set
        close_reason = _erased_close_reason(w.close_reason),
        step_key = null,
        title = null,
        detail = null
    where w.execution_id = p_execution_id;
    delete from ff_stream as t where t.execution_id = p_execution_id;
    delete from ff_claim_grant as g where g.execution_id = p_execution_id;
end;
$_erase_attempts$;

comment on function _erase_attempts is
'Erases the contents of the attempts of a locked execution: their failures, suspensions and streams.';
