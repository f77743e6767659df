begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that waits for two sources; when one speaks twice and another once; then
select pg_temp.suspended('{"count": 2, "of": "sources", "on": ["x", "y"], "signal": "ok"}') as id
\gset
select is(pg_temp.signal(:'id', 'ok', 'x', 'ada'), 'appended_to_waitpoint', 'ada counts');
select is(
    pg_temp.signal(:'id', 'ok', 'y', 'ada'), 'appended_to_waitpoint_duplicate',
    'ada counts once, wherever'
);
select is(
    pg_temp.signal(:'id', 'no', 'y', 'bob'), 'signal_ignored_matcher_failed', 'a no does not count'
);
select is(pg_temp.signal(:'id', 'ok', 'x', 'bob'), 'resume_condition_satisfied', 'bob counts');

-- two signals of any name
select pg_temp.suspended('{"count": 2, "of": "signals", "on": ["x"]}') as id
\gset
select is(pg_temp.signal(:'id', 'yes', 'x', 'ada'), 'appended_to_waitpoint', 'any signal counts');
select is(
    pg_temp.signal(:'id', 'no', 'x', 'ada'), 'resume_condition_satisfied',
    'also from the same source'
);

-- two of three waitpoints: who has one token cannot speak for the others
select
    pg_temp.suspended('{"count": 2, "of": "waitpoints", "on": ["x", "y", "z"], "signal": "ok"}')
        as id
\gset
select is(pg_temp.signal(:'id', 'ok', 'y', 'ada'), 'appended_to_waitpoint', 'one waitpoint counts');
select is(
    pg_temp.signal(:'id', 'ok', 'y', 'bob'), 'appended_to_waitpoint_duplicate',
    'it counts once, whoever speaks'
);
select is(pg_temp.signal(:'id', 'ok', 'x', 'ada'), 'resume_condition_satisfied', 'another counts');

-- counts do not share what they count
select pg_temp.suspended('{"all": [
    {"count": 2, "of": "sources", "on": ["x"], "signal": "a"},
    {"count": 2, "of": "sources", "on": ["x"], "signal": "b"}
]}') as id
\gset
select is(pg_temp.signal(:'id', 'a', 'x', 'ada'), 'appended_to_waitpoint', 'a by ada');
select is(pg_temp.signal(:'id', 'a', 'x', 'bob'), 'appended_to_waitpoint', 'a by bob');
select is(
    pg_temp.signal(:'id', 'b', 'x', 'ada'), 'appended_to_waitpoint', 'b by ada: counted anew'
);
select is(pg_temp.signal(:'id', 'b', 'x', 'bob'), 'resume_condition_satisfied', 'b by bob');

-- four levels deep, as the reference never satisfied
select pg_temp.suspended('{"all": [{"all": [{"all": [
    {"count": 1, "of": "signals", "on": ["x"]}, {"any_signal": true, "on": "y"}
]}]}]}') as id
\gset
select is(pg_temp.signal(:'id', 'a', 'x'), 'appended_to_waitpoint', 'one of two');
select is(pg_temp.signal(:'id', 'a', 'y'), 'resume_condition_satisfied', 'both');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
