begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

select from flowfabric.ff_append_frame(
    :'handle', p_text => 'a', p_mode => 'best_effort', p_ttl_ms => 1000
);
do $when$ begin perform pg_temp.advance('1999 ms'); end $when$;
select is(
    jsonb_array_length((flowfabric.ff_read_stream(:'id')).frames),
    1,
    'a best-effort frame is kept for twice its ttl'
);
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(jsonb_array_length((flowfabric.ff_read_stream(:'id')).frames), 0, 'then it is removed');
select from flowfabric.ff_append_frame(:'handle', p_text => 'b');
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(
    jsonb_array_length((flowfabric.ff_read_stream(:'id')).frames), 2,
    'in a stream with a durable frame all are kept'
);

select * from finish();
rollback;
