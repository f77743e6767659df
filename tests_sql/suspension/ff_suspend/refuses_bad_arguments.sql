begin;
select plan(26);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

select pg_temp.lease() as handle
\gset
select pg_temp.stored() as before
\gset
create function pg_temp.call(p_handle text, p_arguments text) returns text language sql as $call$
    select pg_temp.refusal(format(
        $$select flowfabric.ff_suspend(%L, '{"signal": "approved", "on": "review"}', %s)$$,
        p_handle, p_arguments
    ))
$call$;
select is(pg_temp.call(:'handle', b.arguments), b.refusal, left(b.arguments, 80))
from (
    values
    ('p_timeout_ms => 0', '22023 p_timeout_ms'),
    ('p_timeout_ms => -1', '22023 p_timeout_ms'),
    ('p_timeout_ms => 315360000001', '22023 p_timeout_ms'),
    ($$p_timeout_ms => 1, p_timeout_at => '2030-01-01 13:00+00'$$, '22023 p_timeout_at'),
    ($$p_timeout_at => 'infinity'$$, '22023 p_timeout_at'),
    ($$p_timeout_at => '2030-01-01 11:49:59.999+00'$$, '22023 p_timeout_at'),
    ('p_timeout_behavior => null', '22004 p_timeout_behavior'),
    ($$p_timeout_behavior => 'auto_resume'$$, '22023 p_timeout_behavior'),
    ($$p_reason_code => ''$$, '22023 p_reason_code'),
    ($$p_idempotency_key => ''$$, '22023 p_idempotency_key'),
    ($$p_idempotency_key => repeat('k', 1025)$$, '22023 p_idempotency_key'),
    ($$p_continuation => ''$$, '22023 p_continuation'),
    ($$p_continuation => repeat('c', 65537)$$, '22023 p_continuation'),
    ('p_requested_by => null', '22004 p_requested_by'),
    ($$p_requested_by => 'me'$$, '22023 p_requested_by'),
    (
        $$p_waitpoints => (
            select jsonb_agg('{"key": "review"}'::jsonb) from generate_series(1, 101)
        )$$,
        '22023 p_waitpoints'
    ),
    ($$p_waitpoints => '[{"key": "review"}, {"key": "review"}]'$$, '22023 p_waitpoints'),
    (
        $$p_waitpoints => '[
            {"waitpoint_id": "0192f0a0-5555-7555-8555-1234567890ab"},
            {"waitpoint_id": "0192F0A0-5555-7555-8555-1234567890AB"}
        ]'$$,
        '22023 p_waitpoints'
    )
) as b (arguments, refusal);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_suspend(%L, %s)', :'handle', b.condition)),
        b.refusal,
        left(b.condition, 60)
    )
from (
    values
    ('null', '22004 p_condition'),
    ($$jsonb_build_object('signal', 'a', 'on', repeat('k', 70000))$$, '22023 p_condition'),
    (
        $$(
            select jsonb_build_object('count', 1, 'of', 'signals', 'on', jsonb_agg('k' || n))
            from generate_series(1, 101) as n
        )$$,
        '22023 p_condition'
    )
) as b (condition, refusal);
select is(
    pg_temp.refusal($$select flowfabric.ff_suspend('ff1', '{"operator_only": true}')$$),
    '22023 p_handle', 'a malformed handle'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_suspend(null, '{"operator_only": true}')$$),
    '22004 p_handle', 'null'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
-- given an instant that has just passed; then
select is(
    pg_temp.call(:'handle', $$p_timeout_at => '2030-01-01 11:50+00'$$), 'nothing',
    'up to ten minutes ago it is accepted'
);
select results_eq(
    format(
        $$
            select d.timeout_at
            from flowfabric.ff_suspend(
                %L, '{"signal": "approved", "on": "review"}', p_timeout_at => '2030-01-01 11:50+00'
            ) as d
        $$, :'handle'
    ),
    $$values ('2030-01-01 12:00+00'::timestamptz)$$,
    'the suspension is due now'
);

select * from finish();
rollback;
