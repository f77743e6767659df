begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given two waitpoints that were created in advance, for a second; a signal came to one of them
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select waitpoint_id as heard from flowfabric.ff_create_waitpoint(:'handle', 'heard', 1000)
\gset
select waitpoint_id as silent from flowfabric.ff_create_waitpoint(:'handle', 'silent', 1000)
\gset
select is(
    pg_temp.signal(:'id', p_key => 'heard'), 'buffered_for_pending_waitpoint',
    'given the signal was accepted'
);
-- when their time has passed; then
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_deliver_signal(%L, %L, %L, %L)',
        :'id', :'heard', pg_temp.token(:'id', 'heard'), 'approved'
    )),
    'ZF504 waitpoint_closed',
    'no more signals are accepted'
);
select is(
    pg_temp.suspend(
        :'handle',
        '{"all": [{"signal": "approved", "on": "heard"}, {"signal": "approved", "on": "silent"}]}'
    ),
    'suspended', 'the execution waits'
);
select is(
    (
        select array_agg(waitpoint_key order by waitpoint_key)
        from flowfabric.ff_list_pending_waitpoints(:'id')
        where waitpoint_id in (:'heard', :'silent')
    ),
    '{heard}'::text[],
    'at the waitpoint with the signal, and at a new one in the place of the other'
);
select is(
    pg_temp.signal(:'id', p_key => 'heard'), 'appended_to_waitpoint_duplicate',
    'the earlier signal counts'
);
select is(
    pg_temp.signal(:'id', p_key => 'silent'), 'resume_condition_satisfied',
    'the next signal is enough'
);
-- given a waitpoint that was closed, before or after its time had passed
select pg_temp.lease('b') as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select waitpoint_id as heard from flowfabric.ff_create_waitpoint(:'handle', 'heard', 1000)
\gset
select pg_temp.signal(:'id', p_key => 'heard') as effect
\g /dev/null
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    (select c.outcome from flowfabric.ff_close_waitpoint(:'handle', :'heard') as c),
    'already_closed', 'given a waitpoint that is not needed'
);
select is(
    pg_temp.suspend(:'handle', '{"signal": "approved", "on": "heard"}'), 'suspended',
    'its signals do not count'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
