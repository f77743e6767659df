begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

do $given$
begin
    perform pg_temp.submit_number(1, p_namespace => 'acme', p_tags => '{"team.name": "red"}');
    perform pg_temp.suspend(pg_temp.claim());
end;
$given$;
select
    pg_temp.waitpoint(pg_temp.id(1)) as waitpoint,
    pg_temp.token(pg_temp.id(1)) as token
\gset
select signal_id
from
    flowfabric.ff_deliver_signal(
        pg_temp.id(1), :'waitpoint', :'token', 'approved', '{"secret": 1}', null, 'webhook', 'ada',
        p_correlation_id => 'c-1'
    )
\gset
select results_eq(
    $$
        select
            v.kind::text, v.outcome::text, pg_temp.number(v.execution_id), v.namespace, v.occurred_at
        from flowfabric.ff_event as v
        order by v.event_id desc
        limit 1
    $$,
    $$
        values (
            'signal_delivered', 'none', 1, 'acme', '2030-01-01 12:00+00'::timestamptz
        )
    $$,
    'the event names the receiver'
);
select is(
    (
        select v.details from flowfabric.ff_event as v
        order by v.event_id desc limit 1
    ),
    jsonb_build_object(
        'signal_id', :'signal_id', 'signal_name', 'approved', 'waitpoint_id', :'waitpoint',
        'source_type', 'webhook', 'source_identity', 'ada', 'effect', 'resume_condition_satisfied'
    ),
    'and the signal, without its content'
);
select pg_temp.claim('b') as handle
\gset
select
    results_eq(
        format('select %s from flowfabric.ff_observe_signals(%L)', c.columns, :'handle'),
        c.expected,
        'the worker gets it: ' || c.columns
    )
from (
    values
    (
        'signal_name, input, payload, source_type, source_identity, correlation_id',
        $$values ('approved', '{"secret": 1}'::jsonb, null::bytea, 'webhook', 'ada', 'c-1')$$
    ),
    (
        'waitpoint_key, accepted_at, effect, is_satisfier',
        $$
            values (
                'review', '2030-01-01 12:00+00'::timestamptz, 'resume_condition_satisfied', true
            )
        $$
    )
) as c (columns, expected);

select * from finish();
rollback;
