begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a signal under a key, and one with an id
select pg_temp.suspended('{"count": 3, "of": "signals", "on": ["review"]}') as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
create function pg_temp.deliver(p_arguments text, p_waitpoint uuid, p_token text, p_id uuid)
returns jsonb language plpgsql as $deliver$
declare
    v_answer jsonb;
begin
    execute format(
        'select to_jsonb(flowfabric.ff_deliver_signal(%L, %L, %L, %s))',
        p_id, p_waitpoint, p_token, p_arguments
    ) into v_answer;
    return v_answer;
end;
$deliver$;
select
    pg_temp.deliver($$'ok', '{"n": 1}', p_idempotency_key => 'k'$$, :'waitpoint', :'token', :'id')
        as first,
    pg_temp.deliver(
        $$'ok', p_signal_id => '00000000-0000-7000-8000-000000000001'$$,
        :'waitpoint',
        :'token',
        :'id'
    ) as second
\gset
select is(:'first'::jsonb ->> 'outcome', 'accepted', 'given the first signal');
select pg_temp.stored() as before
\gset
-- when they are sent again; then
select is(
    pg_temp.deliver($$'ok', '{"n": 1}', p_idempotency_key => 'k'$$, :'waitpoint', :'token', :'id'),
    :'first'::jsonb || '{"outcome": "duplicate"}',
    'the same key returns the result of the first'
);
select is(
    pg_temp.deliver(
        $$'ok', p_signal_id => '00000000-0000-7000-8000-000000000001'$$,
        :'waitpoint',
        :'token',
        :'id'
    ),
    :'second'::jsonb || '{"outcome": "duplicate"}',
    'so does the same id'
);
select
    is(
        pg_temp.refusal(format(
            'select flowfabric.ff_deliver_signal(%L, %L, %L, %s)',
            :'id',
            :'waitpoint',
            :'token',
            b.arguments
        )),
        'ZF512 signal_conflict',
        b.arguments
    )
from (
    values
    ($$'no', '{"n": 1}', p_idempotency_key => 'k'$$),
    ($$'ok', '{"n": 2}', p_idempotency_key => 'k'$$),
    ($$'ok', p_idempotency_key => 'k'$$),
    ($$'ok', p_payload => '\x00', p_idempotency_key => 'k'$$),
    ($$'no', p_signal_id => '00000000-0000-7000-8000-000000000001'$$)
) as b (arguments);
select is(pg_temp.stored(), :'before', 'nothing was written');

-- when the last signal is sent again, and later once more; then
select pg_temp.deliver($$'ok', p_idempotency_key => 'last'$$, :'waitpoint', :'token', :'id') as last
\gset
select is(:'last'::jsonb ->> 'effect', 'resume_condition_satisfied', 'given the last signal');
select is(
    pg_temp.deliver($$'ok', p_idempotency_key => 'last'$$, :'waitpoint', :'token', :'id'),
    :'last'::jsonb || '{"outcome": "duplicate"}',
    'the waitpoint is closed, and it is a duplicate'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_deliver_signal(%L, %L, %L, %L)', :'id', :'waitpoint', :'token', 'ok'
    )),
    'ZF504 waitpoint_closed',
    'a signal without a key comes too late'
);
select outcome from flowfabric.ff_cancel_execution(:'id', 'enough')
\g /dev/null
select is(
    pg_temp.deliver($$'ok', p_idempotency_key => 'last'$$, :'waitpoint', :'token', :'id')
    ->> 'outcome',
    'duplicate',
    'when the execution has ended, it is a duplicate, too'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_deliver_signal(%L, %L, %L, %L)', :'id', :'waitpoint', :'token', 'ok'
    )),
    'ZF505 target_not_signalable',
    'a signal without a key is refused'
);
-- given keys belong to one waitpoint
select pg_temp.suspended() as id
\gset
select is(
    pg_temp.signal(:'id', p_idempotency_key => 'k'), 'resume_condition_satisfied',
    'another waitpoint has keys of its own'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
