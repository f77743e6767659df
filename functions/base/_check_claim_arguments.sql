create or replace function _check_claim_arguments(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint
)
returns void
language plpgsql
immutable
as $_check_claim_arguments$
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_name('p_worker_id', p_worker_id, 'worker');
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_capabilities('p_capabilities', p_capabilities);
    perform _check_lease_ttl('p_lease_ttl_ms', p_lease_ttl_ms);
    if not _is_duration(p_attempt_timeout_ms, 1) then
        perform _raise_invalid('p_attempt_timeout_ms', 'must be between 1 and 315360000000');
    end if;
end;
$_check_claim_arguments$;

comment on function _check_claim_arguments is
'Raises for the wrong argument of a claim; called when a quick test has found that one is wrong.';
