begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/handles.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given a suspension; when the same call is sent again a second later; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
create function pg_temp.answer(p_handle text, p_key text default null)
returns jsonb language sql as $answer$
    select to_jsonb(s)
    from flowfabric.ff_suspend(
        p_handle, '{"signal": "approved", "on": "review"}', p_timeout_ms => 60000,
        p_idempotency_key => p_key
    ) as s
$answer$;
select pg_temp.answer(:'handle') as first
\gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.answer(:'handle'),
    :'first'::jsonb || '{"is_replay": true, "timeout_in_ms": 59000}',
    'the result is that of the first time, with the same token'
);
select is(
    pg_temp.refusal(
        format($$select flowfabric.ff_suspend(%L, '{"operator_only": true}')$$, :'handle')
    ),
    'ZF506 already_suspended',
    'another condition is another call'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF105 execution_not_active',
    'so is every other call'
);
select
    is(
        pg_temp.refusal(format($$select pg_temp.answer(%L)$$, h.handle)),
        'ZF105 execution_not_active',
        h.description
    )
from pg_temp.tampered_handles(:'handle') as h;
select is(pg_temp.stored(), :'before', 'nothing was written');

-- when it is sent again after the execution was resumed; then
select pg_temp.signal(:'id') as effect
\gset
select is(
    pg_temp.answer(:'handle') ->> 'outcome', 'suspended',
    'until the next claim the result is the same'
);
select is(
    pg_temp.refusal(
        format($$select flowfabric.ff_suspend(%L, '{"operator_only": true}')$$, :'handle')
    ),
    'ZF105 execution_not_active',
    'another condition does not report the suspension, which has ended'
);
select pg_temp.claim('b') as resumed
\gset
select is(
    pg_temp.refusal(format('select pg_temp.answer(%L)', :'handle')), 'ZF102 stale_lease',
    'after the next claim the call is stale'
);

-- given a suspension under a key; when it is sent again under that key; then
select pg_temp.answer(:'resumed', 'review-1') as first
\gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    pg_temp.answer(:'resumed', 'review-1'),
    :'first'::jsonb || '{"is_replay": true, "timeout_in_ms": 59000}',
    'until the next claim the result is that of the first time'
);
select pg_temp.signal(:'id') as effect
\gset
select pg_temp.claim('c') as third
\gset
select is(
    pg_temp.refusal(format('select pg_temp.answer(%L, %L)', :'resumed', 'review-1')),
    'ZF102 stale_lease',
    'the former lease is stale after the next claim, under a key, too'
);
select is(
    pg_temp.answer(:'third', 'review-1') - array['waitpoints', 'timeout_in_ms'],
    :'first'::jsonb - array['waitpoints', 'timeout_in_ms']
    || '{"outcome": "already_satisfied", "is_replay": true}',
    'a later lease of the attempt continues at once'
);
select is(
    pg_temp.refusal(format(
        $$
            select flowfabric.ff_suspend(
                %L, '{"operator_only": true}', p_idempotency_key => 'review-1'
            )
        $$,
        :'third'
    )),
    'ZF513 suspension_conflict',
    'a key belongs to one condition; the execution is not suspended'
);
do $when$ begin
    perform flowfabric.ff_cancel_execution(e.execution_id, 'not needed')
    from flowfabric.ff_exec_core as e;
end $when$;
select is(
    pg_temp.refusal(format(
        $$
            select flowfabric.ff_suspend(
                %L, '{"operator_only": true}', p_idempotency_key => 'review-1'
            )
        $$,
        :'third'
    )),
    'ZF105 execution_not_active',
    'nor is it when the suspension has ended'
);

select * from finish();
rollback;
