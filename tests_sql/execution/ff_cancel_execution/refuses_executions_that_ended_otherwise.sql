begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given executions that (1) are completed, (2) failed and (3) expired
do $given$
begin
    perform pg_temp.submit_number(1, 'lane1');
    perform pg_temp.submit_number(2, 'lane2');
    perform pg_temp.submit_number(3, 'lane3', p_deadline_ms => 1000);
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane1'));
    perform flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => 'lane2'), 'broken');
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('a', p_lane_id => 'lane3');
end;
$given$;
select pg_temp.stored() as before
\gset

-- when an operator cancels them; then
select throws_ok(
    $$select flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed')$$,
    'ZF207',
    'the execution has finished already',
    'an execution that ended otherwise is refused'
);
select results_eq(
    $$
        select pg_temp.error_of(
            format('select flowfabric.ff_cancel_execution(%L, %L)', pg_temp.id(n), 'not needed')
        ) -> 'detail'
        from generate_series(1, 3) as n
    $$,
    $$
        select jsonb_build_object(
            'symbol', 'execution_already_terminal',
            'execution_id', pg_temp.id(x.n),
            'public_state', x.public_state
        )
        from (values (1, 'completed'), (2, 'failed'), (3, 'expired')) as x (n, public_state)
    $$,
    'the detail says how the execution ended'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
