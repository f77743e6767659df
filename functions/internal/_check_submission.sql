create or replace function _check_submission(p_submission _submission)
returns void
language plpgsql
immutable
as $_check_submission$
declare
    s constant _submission := p_submission;
begin
    perform _check_lane_id('p_lane_id', s.lane_id);
    perform _check_label('p_kind', s.kind);
    perform _check_label('p_namespace', s.namespace);
    perform _check_content('p_input', s.input, 'p_payload', s.payload);
    if s.priority is null then
        perform _raise_null('p_priority');
    elsif s.priority not between 0 and 9000 then
        perform _raise_invalid('p_priority', 'must be between 0 and 9000');
    end if;
    perform _check_capabilities('p_required_capabilities', s.required_capabilities);
    if s.delay_ms is not null and s.run_at is not null then
        perform _raise_invalid('p_run_at', 'must be null when p_delay_ms is given');
    elsif not _is_duration(s.delay_ms, 0) then
        perform _raise_invalid('p_delay_ms', 'must be between 0 and 315360000000');
    elsif not isfinite(s.run_at) then
        perform _raise_invalid('p_run_at', 'must be finite');
    end if;
    if s.deadline_ms is not null and s.deadline_at is not null then
        perform _raise_invalid('p_deadline_at', 'must be null when p_deadline_ms is given');
    elsif not _is_duration(s.deadline_ms, 1) then
        perform _raise_invalid('p_deadline_ms', 'must be between 1 and 315360000000');
    elsif not isfinite(s.deadline_at) then
        perform _raise_invalid('p_deadline_at', 'must be finite');
    end if;
    if octet_length(s.idempotency_key) not between 1 and 512 then
        perform _raise_invalid('p_idempotency_key', 'must be 1 to 512 bytes');
    end if;
    if s.tags is distinct from '{}' then
        perform _check_tags('p_tags', s.tags);
    end if;
    perform _check_policy('p_policy', s.policy);
    if s.actor is not null then
        perform _check_label('p_actor', s.actor);
    end if;
end;
$_check_submission$;

comment on function _check_submission is 'Refuses a submission with a wrong argument, naming it.';
