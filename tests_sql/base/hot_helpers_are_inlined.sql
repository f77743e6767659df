-- tests_sql/base/hot_helpers_are_inlined.sql
begin;
select plan(19);
set local search_path = flowfabric, public;
-- given queries that call the helpers of the hot path; when they are planned; then the plans call
-- none of them
create function pg_temp.plan_of(p_query text) returns text language plpgsql as $$
declare
    v_line text;
    v_plan text := '';
begin
    for v_line in execute 'explain (verbose, costs off) ' || p_query loop
        v_plan := v_plan || v_line || E'\n';
    end loop;
    return v_plan;
end;
$$;
create function pg_temp.test_inlined(p_function text, p_call text) returns text language sql as $$
    select doesnt_match(
        pg_temp.plan_of(
            'select flowfabric.' || p_call
            || ' from flowfabric.ff_exec_core as e'
            || ' inner join flowfabric.ff_route as r on r.route_id = e.route_id'
        ),
        '\m' || p_function || '\(',
        p_function || ' is inlined'
    )
$$;

select matches(
    pg_temp.plan_of(
        'select _sorted_set(r.required_capabilities) from ff_route as r'
    ),
    '\m_sorted_set\(',
    'given a helper that is not inlined: the plan shows its call'
);
select pg_temp.test_inlined('_now', '_now()');
select pg_temp.test_inlined('_after_ms', '_after_ms(e.created_at, e.lease_epoch)');
select pg_temp.test_inlined('_ms_between', '_ms_between(e.created_at, e.updated_at)');
select pg_temp.test_inlined('_is_eligible', '_is_eligible(e.state)');
select pg_temp.test_inlined('_is_active', '_is_active(e.state)');
select pg_temp.test_inlined('_fence_moment', '_fence_moment(e.lease_expires_at, e.updated_at)');
select pg_temp.test_inlined(
    '_is_lapse_due',
    '_is_lapse_due(
        e.state, e.claimable_at, e.lease_ended_by, e.lease_reclaim_count, e.policy, e.updated_at
    )'
);
select pg_temp.test_inlined('_is_leased', '_is_leased(e.state, e.lease_expires_at, _now())');
select pg_temp.test_inlined(
    '_is_attempt_over',
    '_is_attempt_over(e.state, e.attempt_deadline_at, e.lease_expires_at, e.updated_at)'
);
select pg_temp.test_inlined(
    '_may_be_taken_over', '_may_be_taken_over(e.lease_reclaim_count, e.policy)'
);
select pg_temp.test_inlined('_is_name', $$_is_name(e.kind, 'label')$$);
select pg_temp.test_inlined('_is_duration', '_is_duration(e.lease_epoch, 1)');
select pg_temp.test_inlined('_are_capabilities', '_are_capabilities(r.required_capabilities)');
select pg_temp.test_inlined(
    '_is_usual_claim',
    '_is_usual_claim(
        e.kind, e.kind, r.required_capabilities, e.lease_epoch, e.lease_epoch
    )'
);
select pg_temp.test_inlined('_new_id', '_new_id(e.created_at)');
select pg_temp.test_inlined(
    '_format_handle',
    '_format_handle(e.execution_id, e.lease_id, e.lease_epoch, e.lease_epoch)'
);
select pg_temp.test_inlined(
    '_join_handle', $$_join_handle(e.execution_id, e.lease_id, ':1:1:', 0)$$
);
select doesnt_match(
    pg_temp.plan_of($$select d.route_id from flowfabric._due_routes('lane', '{}', now()) as d$$),
    '\m_due_routes\(',
    '_due_routes is inlined'
);
select * from finish();
rollback;
