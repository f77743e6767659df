create or replace function _count_left_out(
    p_filter _execution_filter,
    p_reach _reach,
    p_now timestamptz,
    p_after uuid,
    p_to uuid
)
returns bigint
language plpgsql
stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set jit = off
set plan_cache_mode = force_custom_plan
as $_count_left_out$
declare
    v_source _source;
    v_from uuid := p_after;
    v_count bigint := 0::bigint;
begin
    while v_from is distinct from p_to loop
        v_source := _source_of(p_filter, false, v_from, 20000, p_now);
        v_count := v_count + (
            select count(*)
            from ff_exec_core as e
            where
                _is_among(e.execution_id, v_source, false, v_from, p_to)
                and _matches(row(
                    e.execution_id, e.route_id, e.created_at, e.flow_id, e.kind, e.namespace,
                    e.idempotency_key, e.tags, e.state, e.claimable_at, e.lease_expires_at,
                    e.worker_instance_id, e.failure_category
                )::_candidate, p_filter, p_now)
                and e.state <> all (p_filter.applies_to)
                and _is_in_reach(e.route_id, e.created_by, p_reach)
        );
        exit when (v_source.goes_on_at < p_to) is not true;
        v_from := v_source.goes_on_at;
    end loop;
    return v_count;
end;
$_count_left_out$;

comment on function _count_left_out is
'How many of the executions between two places match a filter, but are in a state that the call does not apply to.';
