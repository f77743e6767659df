create or replace function _source_key(p_waitpoint ff_waitpoint, p_request _signal_request)
returns text
language plpgsql
stable
as $_source_key$
declare
    v_caller constant name := _caller();
begin
    if p_request.source_identity in (p_waitpoint.worker_id, p_waitpoint.worker_instance_id)
        or (
            v_caller = p_waitpoint.created_by
            -- the owner may be everybody in a small installation, if it says who it is
            and (
                p_request.source_identity is null
                or not pg_has_role(v_caller, current_user, 'usage')
            )
        )
    then
        -- nobody approves its own request
        return null;
    elsif not _may_speak_for_others(v_caller) then
        return jsonb_build_array('role', v_caller)::text;
    end if;
    return jsonb_build_array(
        p_request.source_type, coalesce(p_request.source_identity, v_caller)
    )::text;
end;
$_source_key$;

comment on function _source_key is
'What a signal counts as where distinct sources are asked for; null when it comes from who asks.';
