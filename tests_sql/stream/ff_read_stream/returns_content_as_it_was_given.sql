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

select from flowfabric.ff_append_frame(:'handle', '\x00ff', p_kind => 'blob');
select from flowfabric.ff_append_frame(
    :'handle', p_json => '{"a": [1, null]}', p_kind => 'event', p_frame_type => 'page',
    p_correlation_id => 'request-1'
);
select from flowfabric.ff_append_frame(:'handle', decode(repeat('00', 300), 'hex'));
select is(
    (flowfabric.ff_read_stream(:'id')).frames -> 0 ->> 'base64', 'AP8=', 'bytes, in base64'
);
select is(
    ((flowfabric.ff_read_stream(:'id')).frames -> 1)
    - '{cursor,appended_at,mode,encoding}'::text[],
    '{
        "kind": "event", "frame_type": "page", "correlation_id": "request-1",
        "json": {"a": [1, null]}
    }',
    'JSON as JSON'
);
select is(
    decode((flowfabric.ff_read_stream(:'id')).frames -> 2 ->> 'base64', 'base64'),
    decode(repeat('00', 300), 'hex'), 'long bytes in one line'
);

select * from finish();
rollback;
