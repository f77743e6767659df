begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a lease of 30 s, 20 s ago; when it is renewed with explicit ids; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
do $when$ begin perform pg_temp.advance('20 s'); end $when$;
select is(
    pg_temp.answer_of(
        pg_temp.typed_call('ff_renew_lease', :'handle', 'p_lease_ttl_ms => 3600000')
    ),
    '{
        "lease_expires_at": "2030-01-01T13:00:20+00:00",
        "lease_remaining_ms": 3600000,
        "lease_epoch": 1,
        "cancel_requested": false
    }',
    'the lease lasts as long as the call asks for, from now'
);
select is(
    pg_temp.answer_of(pg_temp.typed_call('ff_renew_lease', :'handle')) -> 'lease_remaining_ms',
    '30000',
    '30 s by default'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('renewed', 'none', '{1}', '{1}', 'a'),
        ('renewed', 'none', '{1}', '{1}', 'a')
    $$,
    'each renewal has an event'
);
do $when$ begin perform pg_temp.advance('29999999 us'); end $when$;
select is(pg_temp.claim('b'), null, 'no claim gets it before the new expiry');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select isnt(pg_temp.claim('b'), null, 'at the new expiry a claim does');

select * from finish();
rollback;
