begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

do $given$ begin
    perform flowfabric.ff_create_execution(
        'lane', '{}', p_idempotency_key => 'key', p_execution_id => pg_temp.id(1),
        p_policy => '{"dedup_window_ms": 1000}'
    );
    perform flowfabric.ff_complete(pg_temp.claim());
end $given$;
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 0,
    'the same key again returns this execution'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 1, 'when the window has ended it is removed');
select is_empty('select * from flowfabric.ff_idempotency', 'its key is removed with it');

select * from finish();
rollback;
