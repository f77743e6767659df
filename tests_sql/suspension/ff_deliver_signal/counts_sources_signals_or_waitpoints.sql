begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that waits for two sources; when one sends two signals and another sends one;
-- then
select pg_temp.suspended('{"count": 2, "of": "sources", "on": ["x", "y"], "signal": "ok"}') as id
\gset
select is(pg_temp.signal(:'id', 'ok', 'x', 'ada'), 'appended_to_waitpoint', 'ada counts');
select is(
    pg_temp.signal(:'id', 'ok', 'y', 'ada'), 'appended_to_waitpoint_duplicate',
    'ada counts once, at any waitpoint'
);
select is(
    pg_temp.signal(:'id', 'no', 'y', 'bob'), 'signal_ignored_matcher_failed',
    'a signal of another name does not count'
);
select is(pg_temp.signal(:'id', 'ok', 'x', 'bob'), 'resume_condition_satisfied', 'bob counts');

-- given a count of two signals of any name
select pg_temp.suspended('{"count": 2, "of": "signals", "on": ["x"]}') as id
\gset
select is(pg_temp.signal(:'id', 'yes', 'x', 'ada'), 'appended_to_waitpoint', 'any signal counts');
select is(
    pg_temp.signal(:'id', 'no', 'x', 'ada'), 'resume_condition_satisfied',
    'also a second one from the same source'
);

-- given a count of two of three waitpoints: a token is good for one of them only
select
    pg_temp.suspended('{"count": 2, "of": "waitpoints", "on": ["x", "y", "z"], "signal": "ok"}')
        as id
\gset
select is(pg_temp.signal(:'id', 'ok', 'y', 'ada'), 'appended_to_waitpoint', 'one waitpoint counts');
select is(
    pg_temp.signal(:'id', 'ok', 'y', 'bob'), 'appended_to_waitpoint_duplicate',
    'it counts once, whoever sends'
);
select is(
    pg_temp.signal(:'id', 'ok', 'x', 'ada'), 'resume_condition_satisfied',
    'another waitpoint counts'
);

-- given two counts in one condition
select pg_temp.suspended('{"all": [
    {"count": 2, "of": "sources", "on": ["x"], "signal": "a"},
    {"count": 2, "of": "sources", "on": ["x"], "signal": "b"}
]}') as id
\gset
select is(pg_temp.signal(:'id', 'a', 'x', 'ada'), 'appended_to_waitpoint', 'a signal to a by ada');
select is(pg_temp.signal(:'id', 'a', 'x', 'bob'), 'appended_to_waitpoint', 'a signal to a by bob');
select is(
    pg_temp.signal(:'id', 'b', 'x', 'ada'), 'appended_to_waitpoint',
    'a signal to b by ada: the second count begins with her'
);
select is(
    pg_temp.signal(:'id', 'b', 'x', 'bob'), 'resume_condition_satisfied',
    'a signal to b by bob'
);

-- given a condition four levels deep
select pg_temp.suspended('{"all": [{"all": [{"all": [
    {"count": 1, "of": "signals", "on": ["x"]}, {"any_signal": true, "on": "y"}
]}]}]}') as id
\gset
select is(pg_temp.signal(:'id', 'a', 'x'), 'appended_to_waitpoint', 'one of the two signals');
select is(pg_temp.signal(:'id', 'a', 'y'), 'resume_condition_satisfied', 'both');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
