begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a waitpoint that was created in advance, by an attempt that was then delayed; when a signal
-- comes; then
select
    pg_temp.lease(
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 60000}}}'
    ) as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select
    waitpoint_id,
    token
from flowfabric.ff_create_waitpoint(:'handle', 'review', 3600000)
\gset
select public_state from flowfabric.ff_delay(:'handle', 1000)
\g /dev/null
select is(
    pg_temp.signal(:'id', 'first'), 'buffered_for_pending_waitpoint',
    'it is stored: the attempt will continue'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select pg_temp.claim('b', 10000) as handle
\gset
select is(
    pg_temp.signal(:'id', 'second'), 'buffered_for_pending_waitpoint', 'also while it is held'
);
select results_eq(
    format(
        'select signal_name, suspension_id from flowfabric.ff_observe_signals(%L, true)', :'handle'
    ),
    $$values ('first', null::uuid), ('second', null)$$,
    'the worker can read them'
);
-- when the lease lapses; then
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
create function pg_temp.late(p_id uuid) returns text language sql as $late$
    select pg_temp.error_of(format('select pg_temp.signal(%L)', p_id)) #>> '{detail,close_reason}'
$late$;
select is(pg_temp.late(:'id'), 'never_committed', 'it is refused: the attempt will not continue');
select is(
    pg_temp.error_of(format('select pg_temp.signal(%L)', :'id')) ->> 'hint',
    'Its attempt has ended, and the execution did not wait for it.',
    'the hint does not say that the execution waited'
);
-- when another attempt begins; then
select pg_temp.claim('c') as handle
\gset
select is(pg_temp.late(:'id'), 'never_committed', 'the new attempt creates waitpoints of its own');
select is(
    pg_temp.suspend(:'handle', '{"any_signal": true, "on": "review"}'), 'suspended',
    'it waits for signals to those only'
);
select is(
    pg_temp.signal(:'id'), 'resume_condition_satisfied', 'given a signal to its waitpoint'
);
select pg_temp.claim('d') as handle
\gset
select waitpoint_id from flowfabric.ff_create_waitpoint(:'handle', 'short', 1000)
\gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    pg_temp.error_of(format('select pg_temp.signal(%L, %L, %L)', :'id', 'ok', 'short')) ->> 'hint',
    'Its time ended before the execution waited for it.',
    'a signal to an expired waitpoint is refused'
);
select outcome from flowfabric.ff_close_waitpoint(:'handle', :'waitpoint_id')
\g /dev/null
select is(
    pg_temp.error_of(format('select pg_temp.signal(%L, %L, %L)', :'id', 'ok', 'short')) ->> 'hint',
    'It was closed before the execution waited for it.',
    'a signal to a closed waitpoint is refused'
);
select waitpoint_id from flowfabric.ff_create_waitpoint(:'handle', 'more', 3600000)
\gset
select outcome from flowfabric.ff_fail(:'handle', 'broken')
\g /dev/null
select is(
    pg_temp.error_of(format('select pg_temp.signal(%L, %L, %L)', :'id', 'ok', 'more'))
    #>> '{detail,close_reason}',
    'never_committed',
    'a failed attempt takes no more signals'
);
select is_empty(
    format('select * from flowfabric.ff_list_pending_waitpoints(%L)', :'id'), 'no waitpoint is open'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
