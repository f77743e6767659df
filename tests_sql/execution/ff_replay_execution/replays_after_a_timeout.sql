begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that is suspended until its timeout fails it; when it is replayed; then
select pg_temp.suspended(p_timeout_ms => 1000) as id
\gset
do $when$ begin perform pg_temp.advance('999 ms'); end $when$;
select is(
    pg_temp.refusal(format('select flowfabric.ff_replay_execution(%L)', :'id')),
    'ZF203 execution_not_terminal', 'before the timeout it has not ended'
);
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(
    (select r.public_state from flowfabric.ff_replay_execution(:'id') as r), 'waiting',
    'from the timeout on it has, though no claim or tick has met it'
);
select results_eq(
    format('select attempt_index, outcome from flowfabric.ff_list_attempts(%L)', :'id'),
    $$values (0, 'ended_failure')$$,
    'its attempt failed'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
