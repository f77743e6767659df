-- tests_sql/base/ff_state_vector/follows_from_ranges_of_the_type.sql
begin;
select plan(2);
-- given the order of the states; then helpers that compare states agree with the vectors
select is_empty(
    $$
        select v.state
        from flowfabric.ff_state_vector as v
        where
            flowfabric._is_eligible(v.state)
            is distinct from (v.eligibility_state = 'eligible_now')
    $$,
    '_is_eligible: only a worker is missing'
);
select is_empty(
    $$
        select v.state
        from flowfabric.ff_state_vector as v
        where flowfabric._is_active(v.state) is distinct from (v.lifecycle_phase = 'active')
    $$,
    '_is_active: the phase'
);
select * from finish();
rollback;
