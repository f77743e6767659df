create or replace function _source_key(p_waitpoint ff_waitpoint, p_request _signal_request)
returns text
language plpgsql
stable
as $_source_key$
declare
    v_caller constant name := _caller();
    v_identity constant text := coalesce(p_request.source_identity, v_caller::text);
begin
    -- approving one's own request is impossible: for the creator of the waitpoint, and for the
    -- worker that waits for it
    if _is_own_signal(
            p_waitpoint.created_by, p_waitpoint.worker_id, p_waitpoint.worker_instance_id,
            v_caller::text, v_identity
        )
        or exists (
            select 1
            from ff_suspension as s
            where
                s.suspension_id = p_waitpoint.suspension_id
                and _is_own_signal(
                    s.suspended_by, s.worker_id, s.worker_instance_id, v_caller::text, v_identity
                )
        )
    then
        return null;
    elsif not _may_speak_for_others() then
        return jsonb_build_array('role', v_caller)::text;
    end if;
    return jsonb_build_array(p_request.source_type, v_identity)::text;
end;
$_source_key$;

comment on function _source_key is
'The source that a signal counts for when a condition counts distinct sources; null when the signal comes from the side that asks for it.';
