create or replace function _new_waitpoint(
    p_execution ff_exec_core,
    p_waitpoint_key text,
    p_state ff_waitpoint_state,
    p_suspension_id uuid,
    p_expires_at timestamptz,
    p_now timestamptz,
    p_step_key text default null,
    p_title text default null,
    p_detail jsonb default null
)
returns ff_waitpoint
language plpgsql
as $_new_waitpoint$
declare
    v_waitpoint ff_waitpoint;
    v_token text;
begin
    v_waitpoint.waitpoint_id := _new_id(p_now, _partition_of(p_execution.execution_id));
    v_waitpoint.execution_id := p_execution.execution_id;
    v_waitpoint.attempt_index := p_execution.attempt_index;
    v_waitpoint.waitpoint_key := p_waitpoint_key;
    v_waitpoint.state := p_state;
    v_waitpoint.suspension_id := p_suspension_id;
    v_waitpoint.created_by := _caller()::text;
    v_waitpoint.worker_id := p_execution.worker_id;
    v_waitpoint.worker_instance_id := p_execution.worker_instance_id;
    v_waitpoint.created_at := p_now;
    v_waitpoint.activated_at := case when p_state = 'active' then p_now end;
    v_waitpoint.expires_at := p_expires_at;
    v_waitpoint.signal_count := 0;
    v_waitpoint.step_key := p_step_key;
    v_waitpoint.title := p_title;
    v_waitpoint.detail := p_detail;
    v_token := _token_of(v_waitpoint);
    v_waitpoint.token_kid := split_part(v_token, ':', 1);
    v_waitpoint.token_fingerprint := left(
        encode(sha256(convert_to(v_token, 'UTF8')), 'hex'), 16
    );
    insert into ff_waitpoint values (v_waitpoint.*);
    return v_waitpoint;
end;
$_new_waitpoint$;

comment on function _new_waitpoint is 'Makes a waitpoint of an execution.';
