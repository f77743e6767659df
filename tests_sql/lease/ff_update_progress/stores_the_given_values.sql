begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a lease of 30 s, 10 s ago; when its holder reports its progress, with explicit ids; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    pg_temp.answer_of(pg_temp.typed_call(
        'ff_update_progress', :'handle', $$p_percent => 40, p_message => 'half of the pages'$$
    )),
    '{
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "lease_remaining_ms": 20000,
        "lease_epoch": 1,
        "cancel_requested": false
    }',
    'the answer says how long its lease lasts'
);
select is(
    pg_temp.answer_of(pg_temp.typed_call('ff_update_progress', :'handle', 'p_percent => 60'))
    -> 'lease_remaining_ms',
    '20000',
    'again'
);
select is(
    pg_temp.described(
        '00000000-0000-7000-8000-000000000001',
        'progress_percent',
        'progress_message',
        'updated_at'
    ),
    '{
        "progress_percent": 60,
        "progress_message": "half of the pages",
        "updated_at": "2030-01-01T12:00:10+00:00"
    }',
    'values that are left out stay as they were'
);
select results_eq(
    'select kind from pg_temp.events()', $$values ('acquired')$$, 'no event is written'
);

select * from finish();
rollback;
