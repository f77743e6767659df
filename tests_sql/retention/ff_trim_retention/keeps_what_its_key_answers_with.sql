begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
create function pg_temp.kept()
returns text
language sql
as $kept$
    select coalesce(string_agg(e.partition_key::text, ' ' order by e.partition_key), 'none')
    from flowfabric.ff_exec_core as e
$kept$;

create function pg_temp.finish(p_number integer, p_policy jsonb default null)
returns void
language plpgsql
as $finish$
begin
    perform pg_temp.submit_number(p_number, p_policy => p_policy);
    perform flowfabric.ff_complete(pg_temp.claim());
end;
$finish$;


do $given$ begin
    perform flowfabric.ff_create_execution(
        'lane', '{}', p_idempotency_key => 'key', p_execution_id => pg_temp.id(1),
        p_policy => '{"dedup_window_ms": 1000}'
    );
    perform flowfabric.ff_complete(pg_temp.claim());
end $given$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 0, 'who submits again gets this one');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 1, 'when the window is over it goes');
select is_empty('select * from flowfabric.ff_idempotency', 'and the key with it');

select * from finish();
rollback;
