begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that waits for two approvers, or a rejection
select pg_temp.suspended('{"any": [
    {"count": 2, "of": "sources", "on": ["review"], "signal": "approved"},
    {"signal": "rejected", "on": "review"}
]}') as id
\gset
select pg_temp.waitpoint(:'id') as waitpoint
\gset
create function pg_temp.approve(
    p_id uuid,
    p_waitpoint uuid,
    p_approver text,
    p_name text default 'approved',
    p_key text default null
)
returns text language sql as $approve$
    select case when s.outcome = 'duplicate' then 'duplicate' else s.effect end
    from flowfabric.ff_deliver_approval_signal(p_id, p_waitpoint, p_name, p_approver, p_key) as s
$approve$;
select is(pg_temp.approve(:'id', :'waitpoint', 'ada'), 'appended_to_waitpoint', 'ada approves');
select is(
    pg_temp.approve(:'id', :'waitpoint', 'ada'), 'duplicate', 'a second click of ada is a duplicate'
);
select is(
    pg_temp.approve(:'id', :'waitpoint', 'ada', p_key => 'again'),
    'appended_to_waitpoint_duplicate',
    'under another key it is another signal, but the same source'
);
select is(
    pg_temp.approve(:'id', :'waitpoint', 'bob', p_key => 'again'), 'resume_condition_satisfied',
    'bob approves, under the same key'
);
select is(
    pg_temp.approve(:'id', :'waitpoint', 'bob', p_key => 'again'), 'duplicate',
    'his second click returns what the first one did'
);
select is(
    pg_temp.refusal(format($$select pg_temp.approve(%L, %L, 'cyd')$$, :'id', :'waitpoint')),
    'ZF504 waitpoint_closed', 'cyd comes too late'
);
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format(
        'select signal_name, source_type, source_identity from flowfabric.ff_observe_signals(%L)',
        :'handle'
    ),
    $$values ('approved', 'operator', 'ada'), ('approved', 'operator', 'bob')$$,
    'the worker sees who decided'
);
select is(
    (
        select v.details - array['signal_id', 'waitpoint_id']
        from flowfabric.ff_event as v
        where v.kind = 'signal_delivered'
        order by v.event_id
        limit 1
    ),
    jsonb_build_object(
        'signal_name', 'approved', 'signal_category', 'approval',
        'source_type', 'operator', 'source_identity', 'ada',
        'effect',
        'appended_to_waitpoint',
        'actor',
        'ada',
        'session_user',
        session_user,
        'role',
        session_user
    ),
    'the event has the login of the approver'
);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_deliver_approval_signal(%s)', b.arguments)),
        b.refusal,
        b.description
    )
from (
    values
    (
        format(
            '%L, %L, %L, %L',
            '00000000-0000-7000-8000-000000000001',
            :'waitpoint',
            'ok',
            'ada'
        ),
        'ZF201 execution_not_found', 'an unknown execution'
    ),
    (
        format('%L, %L, %L, %L', :'id', '00000000-0000-7000-8000-000000000001', 'ok', 'ada'),
        'ZF501 waitpoint_not_found', 'an unknown waitpoint'
    ),
    (format('%L, %L, null, %L', :'id', :'waitpoint', 'ada'), '22004 p_signal_name', 'a null name'),
    (format('%L, %L, %L, null', :'id', :'waitpoint', 'ok'), '22004 p_approver', 'nobody'),
    (format('%L, null, %L, %L', :'id', 'ok', 'ada'), '22004 p_waitpoint_id', 'a null waitpoint'),
    (
        format('%L, %L, %L, %L, %L', :'id', :'waitpoint', 'ok', 'ada', ''),
        '22023 p_idempotency_key', 'an empty key'
    )
) as b (arguments, refusal, description);

select * from finish();
rollback;
