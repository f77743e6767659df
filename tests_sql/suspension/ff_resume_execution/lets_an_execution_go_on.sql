begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given executions that only operators may resume; when one does; then
select pg_temp.suspended('{"operator_only": true}') as id
\gset
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select results_eq(
    format(
        $$
            select *
            from flowfabric.ff_resume_execution(%L, p_reason => 'by phone', p_actor => 'ada')
        $$,
        :'id'
    ),
    format(
        $$values (%L::uuid, 'resumed', 'waiting', '2030-01-02 12:00+00'::timestamptz, 0::bigint)$$,
        :'id'
    ),
    'it waits for a worker'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_resume_execution(%L)', :'id')),
    'ZF507 execution_not_suspended', 'once'
);
select results_eq(
    $$
        select v.kind::text, v.details
        from flowfabric.ff_operator_event as v
        order by v.event_id desc
        limit 1
    $$,
    $$
        values (
            'resumed',
            jsonb_build_object(
                'trigger_type', 'operator', 'reason', 'by phone', 'actor', 'ada',
                'session_user', session_user, 'role', session_user
            )
        )
    $$,
    'the event says who resumed it and why'
);
select results_eq(
    format(
        $$
            select details ->> 'actor'
            from flowfabric.ff_history(%L)
            where what = 'suspension_ended'
        $$,
        :'id'
    ),
    $$values ('ada')$$,
    'its history does, too'
);
select pg_temp.claim('b') as handle
\gset
select is_empty(
    format('select * from flowfabric.ff_observe_signals(%L)', :'handle'), 'no signal resumed it'
);
-- given a resumption with a delay, and too few signals
select pg_temp.suspended('{"count": 2, "of": "signals", "on": ["review"]}') as id
\gset
select is(pg_temp.signal(:'id'), 'appended_to_waitpoint', 'given one signal of two');
select results_eq(
    format(
        $$
            select public_state, claimable_in_ms
            from flowfabric.ff_resume_execution(%L, 'operator', 5000)
        $$,
        :'id'
    ),
    $$values ('delayed', 5000::bigint)$$,
    'it is resumed after the delay'
);
select is(
    pg_temp.refusal(format('select pg_temp.signal(%L)', :'id')), 'ZF504 waitpoint_closed',
    'a signal comes too late'
);
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select pg_temp.claim('b') as handle
\gset
select is_empty(
    format('select * from flowfabric.ff_observe_signals(%L)', :'handle'),
    'the signals that were too few are not among those that resumed it'
);
select results_eq(
    format('select signal_name from flowfabric.ff_observe_signals(%L, true)', :'handle'),
    $$values ('approved')$$, 'but can be read, if asked for'
);
-- given a timeout that came before the call
select pg_temp.suspended(p_timeout_ms => 1000) as id
\gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    pg_temp.refusal(format('select flowfabric.ff_resume_execution(%L)', :'id')),
    'ZF507 execution_not_suspended', 'the timeout has resumed it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
