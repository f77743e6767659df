begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

-- given three ended, a second apart, and two have not
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
-- when retention comes; then
select is(
    (select t from flowfabric.ff_trim_retention() as t),
    (0, false)::flowfabric.ff_trimmed_executions, 'without a time nothing is too old'
);
select is(
    (select t from flowfabric.ff_trim_retention(2001) as t),
    (0, false)::flowfabric.ff_trimmed_executions, 'nothing is so old'
);
select is(
    (select t from flowfabric.ff_trim_retention(2000) as t),
    (1, false)::flowfabric.ff_trimmed_executions, 'from that very instant on it goes'
);
select is(pg_temp.kept(), '2 3 4 5', 'the others are there');
select is(
    (select t from flowfabric.ff_trim_retention(0, 1) as t),
    (1, true)::flowfabric.ff_trimmed_executions, 'as many as one asks for, and there are more'
);
select is(
    (select t from flowfabric.ff_trim_retention(0, 1) as t),
    (1, true)::flowfabric.ff_trimmed_executions, 'the next one'
);
select is(
    (select t from flowfabric.ff_trim_retention(0, 1) as t),
    (0, false)::flowfabric.ff_trimmed_executions, 'then there are none'
);
select is(pg_temp.kept(), '4 5', 'what has not ended stays');
select throws_ok(
    'select flowfabric.ff_replay_execution(pg_temp.id(1))', 'ZF201', null, 'the others are gone'
);
select is_empty('select * from flowfabric.ff_check()', 'nothing is broken');

select * from finish();
rollback;
