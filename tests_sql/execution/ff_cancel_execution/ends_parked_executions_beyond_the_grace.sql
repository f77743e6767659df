begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given executions whose cancellation was requested; when their holders wait by a step, suspend, or
-- lose their lease to an operator; then
create temporary table held as
select
    l.call,
    pg_temp.submit('lane ' || l.call)::uuid as execution_id,
    l.statement
from (
    values
    ('sleep', $$select (flowfabric.ff_sleep(%L, 'nap', 1000)).outcome$$),
    ('signal', $$select (flowfabric.ff_wait_signal(%L, 'wait', 'go')).outcome$$),
    (
        'suspend',
        $$select (flowfabric.ff_suspend(
            %L, '{"signal": "go", "on": "w"}', p_step_key => 'wait'
        )).outcome$$
    ),
    (
        'revoke',
        $$select (flowfabric.ff_revoke_lease(pg_temp.execution_of(%L))).outcome$$
    )
) as l (call, statement);
create function pg_temp.outcome_of(p_statement text)
returns text
language plpgsql
as $outcome_of$
declare
    v_outcome text;
begin
    execute p_statement into v_outcome;
    return v_outcome;
end;
$outcome_of$;
create temporary table ended as
select
    h.call,
    h.execution_id,
    pg_temp.claim('a', p_lane_id => 'lane ' || h.call) as handle,
    h.statement
from held as h;
do $given$ begin
    perform flowfabric.ff_cancel_execution(h.execution_id, 'enough', p_grace_ms => 30000)
    from held as h;
end $given$;
select
    is(
        pg_temp.outcome_of(format(e.statement, e.handle)),
        case e.call
            when 'sleep' then 'sleeping' when 'signal' then 'waiting' when
                'suspend'
                then 'suspended'
            else 'revoked'
        end,
        e.call
    )
from ended as e;
select results_eq(
    $$
        select e.call, flowfabric.ff_read_execution_state(e.execution_id)
        from ended as e
        order by e.call
    $$,
    $$
        values
        ('revoke', 'cancelled'), ('signal', 'cancelled'), ('sleep', 'cancelled'),
        ('suspend', 'cancelled')
    $$,
    'each is cancelled'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_cancel_execution(gen_random_uuid(), 'r', p_grace_ms => null)$$
    ),
    '22004 p_grace_ms', 'the grace is a number'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_cancel_execution(
            gen_random_uuid(), 'r', 'lease_holder', gen_random_uuid(), 1, gen_random_uuid(),
            p_grace_ms => 1
        )$$
    ),
    '22023 p_grace_ms', 'and not for a holder that cancels'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
