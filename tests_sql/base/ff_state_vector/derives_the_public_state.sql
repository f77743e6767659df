-- tests_sql/base/ff_state_vector/derives_the_public_state.sql
begin;
select plan(4);
set local search_path = flowfabric, public;
-- given the rule of the model (execution.md 3.1); then every state follows it
select is_empty(
    $$select v.state, v.public_state
    from flowfabric.ff_state_vector as v
    where v.public_state::text is distinct from case
        when v.lifecycle_phase = 'terminal' then
            case v.terminal_outcome
                when 'success' then 'completed'
                when 'none' then 'failed'
                else v.terminal_outcome::text
            end
        when v.lifecycle_phase = 'suspended' then 'suspended'
        when v.lifecycle_phase = 'active' then 'active'
        when v.lifecycle_phase = 'submitted' then 'waiting'
        when v.eligibility_state = 'eligible_now' then 'waiting'
        when v.eligibility_state = 'not_eligible_until_time' then 'delayed'
        when v.eligibility_state = 'blocked_by_dependencies' then 'waiting_children'
        when v.eligibility_state in ('blocked_by_budget', 'blocked_by_quota') then 'rate_limited'
        else 'waiting'
    end$$,
    'the public state is a function of the others'
);
select is_empty(
    $$select v.state
    from flowfabric.ff_state_vector as v
    where flowfabric._public_state(v.state) is distinct from v.public_state::text$$,
    '_public_state returns the public state of the table'
);
select is_empty(
    $$select v.state
    from flowfabric.ff_state_vector as v
    where (v.state >= 'completed') <> (v.lifecycle_phase = 'terminal')$$,
    'terminal states come last in the type: one comparison finds out whether a state is terminal'
);
select is_empty(
    $$select v.state
    from flowfabric.ff_state_vector as v
    where (v.state < 'children_first')
        <> (v.eligibility_state in ('eligible_now', 'not_eligible_until_time'))$$,
    'states that only time keeps from a claim come first: one comparison finds them'
);
select * from finish();
rollback;
