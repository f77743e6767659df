begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

-- given three executions that ended a second apart, and two that have not ended
do $given$ begin
    perform pg_temp.finish(1);
    perform pg_temp.advance('1 s');
    perform pg_temp.finish(2);
    perform pg_temp.advance('1 s');
    perform pg_temp.finish(3);
    perform pg_temp.submit_number(4);
    perform pg_temp.claim();
    perform pg_temp.submit_number(5);
end $given$;
-- when ended executions are removed; then
select is(
    (select t from flowfabric.ff_trim_retention() as t),
    (0, false)::flowfabric.ff_trimmed_executions, 'without an age none is removed'
);
select is(
    (select t from flowfabric.ff_trim_retention(2001) as t),
    (0, false)::flowfabric.ff_trimmed_executions, 'none has that age yet'
);
select is(
    (select t from flowfabric.ff_trim_retention(2000) as t),
    (1, false)::flowfabric.ff_trimmed_executions, 'at exactly that age an execution is removed'
);
select is(pg_temp.kept(), '2 3 4 5', 'the others are kept');
select is(
    (select t from flowfabric.ff_trim_retention(0, 1) as t),
    (1, true)::flowfabric.ff_trimmed_executions,
    'as many are removed as the limit says, and there are more'
);
select is(
    (select t from flowfabric.ff_trim_retention(0, 1) as t),
    (1, true)::flowfabric.ff_trimmed_executions, 'the next one is removed'
);
select is(
    (select t from flowfabric.ff_trim_retention(0, 1) as t),
    (0, false)::flowfabric.ff_trimmed_executions, 'then there are none'
);
select is(pg_temp.kept(), '4 5', 'executions that have not ended are kept');
select throws_ok(
    'select flowfabric.ff_replay_execution(pg_temp.id(1))', 'ZF201', null,
    'the ended ones are removed'
);
select is_empty('select * from flowfabric.ff_check()', 'no invariant is broken');

select * from finish();
rollback;
