begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease of 30 s, 10 s ago; when its holder reports its progress; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
create temporary table before as
select to_jsonb(e) as execution from flowfabric.ff_exec_core as e;

do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select is(
    to_jsonb(flowfabric.ff_progress(:'handle', 40, 'half of the pages')),
    '{
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "lease_remaining_ms": 20000,
        "lease_epoch": 1,
        "cancel_requested": false
    }',
    'the answer says how long its lease lasts; the lease is not extended'
);
select
    is(
        to_jsonb(e),
        b.execution || '{
            "progress_percent": 40,
            "progress_message": "half of the pages",
            "updated_at": "2030-01-01T12:00:10+00:00"
        }',
        'nothing else has changed'
    )
from flowfabric.ff_exec_core as e
cross join before as b;
create function pg_temp.progress()
returns jsonb
language sql
as $progress$
    select pg_temp.described(
        '00000000-0000-7000-8000-000000000001', 'progress_percent', 'progress_message'
    )
$progress$;
select flowfabric.ff_progress(:'handle', 60);
select is(
    pg_temp.progress(),
    '{"progress_percent": 60, "progress_message": "half of the pages"}',
    'a percentage alone leaves the message unchanged'
);
select flowfabric.ff_progress(:'handle', p_message => 'nearly');
select is(
    pg_temp.progress(),
    '{"progress_percent": 60, "progress_message": "nearly"}',
    'a message alone leaves the percentage unchanged'
);
select flowfabric.ff_progress(:'handle');
select is(
    pg_temp.progress(), '{"progress_percent": 60, "progress_message": "nearly"}',
    'a report may be empty'
);
select flowfabric.ff_progress(:'handle', 0);
select is(
    pg_temp.progress(), '{"progress_percent": 0, "progress_message": "nearly"}',
    'the percentage may fall'
);
select results_eq(
    'select kind from pg_temp.events()', $$values ('acquired')$$, 'no event is written'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
