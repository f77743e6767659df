begin;
select plan(23);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select
    pg_temp.waitpoint(:'id') as waitpoint,
    pg_temp.token(:'id') as token
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format(
            'select flowfabric.ff_deliver_signal(%L, %L, %L, %s)',
            :'id',
            :'waitpoint',
            :'token',
            b.arguments
        )),
        b.refusal,
        left(b.arguments, 60)
    )
from (
    values
    ('null', '22004 p_signal_name'),
    ($$''$$, '22023 p_signal_name'),
    ($$repeat('s', 257)$$, '22023 p_signal_name'),
    ($$'ok', p_source_type => null$$, '22004 p_source_type'),
    ($$'ok', p_source_type => ''$$, '22023 p_source_type'),
    ($$'ok', p_source_identity => ''$$, '22023 p_source_identity'),
    ($$'ok', p_source_identity => e'a\tb'$$, '22023 p_source_identity'),
    ($$'ok', p_idempotency_key => ''$$, '22023 p_idempotency_key'),
    ($$'ok', p_idempotency_key => repeat('k', 1025)$$, '22023 p_idempotency_key'),
    ($$'ok', p_correlation_id => ''$$, '22023 p_correlation_id'),
    ($$'ok', p_correlation_id => repeat('k', 1025)$$, '22023 p_correlation_id'),
    ($$'ok', p_resume_delay_ms => null$$, '22004 p_resume_delay_ms'),
    ($$'ok', p_resume_delay_ms => -1$$, '22023 p_resume_delay_ms'),
    ($$'ok', p_resume_delay_ms => 315360000001$$, '22023 p_resume_delay_ms'),
    ($$'ok', '{}', '\x00'$$, '22023 p_payload'),
    ($$'ok', p_payload => decode(repeat('00', 16777217), 'hex')$$, '22023 p_payload'),
    ($$'ok', to_jsonb(repeat('x', 16777216))$$, '22023 p_input')
) as b (arguments, refusal);
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_deliver_signal(%s, %L, %L)', b.arguments, :'token', 'ok')
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    (format('null, %L', :'waitpoint'), '22004 p_execution_id'),
    (format('%L, %L', 'x', :'waitpoint'), '22P02'),
    (format('%L, null', :'id'), '22004 p_waitpoint_id')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
-- given a signal with bytes
select is(
    (
        select s.effect
        from
            flowfabric.ff_deliver_signal(
                :'id', :'waitpoint', :'token', 'approved', p_payload => '\x00ff'
            ) as s
    ),
    'resume_condition_satisfied', 'given a signal with bytes'
);
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format('select input, payload from flowfabric.ff_observe_signals(%L)', :'handle'),
    $$values (null::jsonb, '\x00ff'::bytea)$$,
    'the bytes arrive as they are'
);

select * from finish();
rollback;
