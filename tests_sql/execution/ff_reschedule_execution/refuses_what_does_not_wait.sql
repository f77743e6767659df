-- noqa: disable=LT05
-- tests_sql/execution/ff_reschedule_execution/refuses_what_does_not_wait.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given one execution in each state; when those that wait for neither a worker nor a time are
-- rescheduled; then
do $given$ begin perform pg_temp.one_of_each(); end $given$;
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_reschedule_execution(%L, 0)', pg_temp.id(n))),
        'ZF202 execution_not_eligible', 'number ' || n
    )
from generate_series(4, 8) as n;
-- a member of a flow that waits for another
do $given$ begin perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}}'); end $given$;
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_reschedule_execution(%L, 0)', pg_temp.node('b'))
        ),
        'ZF202 execution_not_eligible', 'one that waits for others'
    );
-- one that an operator has blocked
do $given$ begin perform flowfabric.ff_block_execution(pg_temp.id(1), 'paused_by_operator'); end $given$;
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_reschedule_execution(%L, 0)', pg_temp.id(1))),
        'ZF202 execution_not_eligible', 'one that is blocked'
    );
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_reschedule_execution('00000000-0000-7000-8000-0000000000ff', 0)$$
    ),
    'ZF201 execution_not_found', 'one that does not exist'
);
select is(
    pg_temp.states(),
    '1 waiting, 2 delayed, 3 delayed, 4 active, 5 suspended, 6 completed, 7 failed, 8 cancelled, '
    || (
        select
            string_agg(
                pg_temp.number(e.execution_id)
                || ' '
                || flowfabric.ff_read_execution_state(e.execution_id),
                ', '
                order by e.execution_id
            )
        from flowfabric.ff_exec_core as e
        where e.flow_id is not null
    ),
    'nothing has changed'
);
select * from finish();
rollback;
