begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an attempt that was not suspended; then
select
    pg_temp.lease(
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}'
    ) as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select is_empty(
    format('select * from flowfabric.ff_observe_signals(%L, true)', :'handle'),
    'there are no signals'
);
-- given it was suspended twice; then
select
    pg_temp.suspend(:'handle') as outcome,
    pg_temp.signal(:'id') as effect
\gset
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format('select signal_name, waitpoint_key from flowfabric.ff_observe_signals(%L)', :'handle'),
    $$values ('approved', 'review')$$, 'the signals of the first suspension'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select
    pg_temp.suspend(:'handle', '{"any_signal": true, "on": "more"}') as outcome,
    pg_temp.signal(:'id', 'later', 'more') as effect
\gset
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format('select signal_name from flowfabric.ff_observe_signals(%L)', :'handle'),
    $$values ('later')$$, 'the signals of the last suspension'
);
select results_eq(
    format('select signal_name from flowfabric.ff_observe_signals(%L, true)', :'handle'),
    $$values ('approved'), ('later')$$, 'all signals, if asked for'
);
-- given its timeout resumed it; then
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select
    pg_temp.suspend(
        :'handle', '{"count": 2, "of": "signals", "on": ["last"]}',
        1000, 'auto_resume_with_timeout_signal'
    ) as outcome,
    pg_temp.signal(:'id', 'half', 'last') as effect
\gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select pg_temp.claim('b') as handle
\gset
select is_empty(
    format('select * from flowfabric.ff_observe_signals(%L)', :'handle'), 'no signal resumed it'
);
select results_eq(
    format(
        'select signal_name, is_satisfier from flowfabric.ff_observe_signals(%L, true)', :'handle'
    ),
    $$values ('approved', true), ('later', true), ('half', true)$$,
    'the signal that came can be read, if asked for'
);
-- given another attempt; then
select outcome from flowfabric.ff_fail(:'handle', 'broken')
\g /dev/null
select is(
    pg_temp.refusal(format('select flowfabric.ff_observe_signals(%L)', :'handle')),
    'ZF105 execution_not_active', 'the holder of the old attempt is refused'
);
select pg_temp.claim('b') as handle
\gset
select is_empty(
    format('select * from flowfabric.ff_observe_signals(%L, true)', :'handle'),
    'the new attempt has no signals'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_observe_signals(%L, null)', :'handle')),
    '22004 p_all', 'null'
);

select * from finish();
rollback;
