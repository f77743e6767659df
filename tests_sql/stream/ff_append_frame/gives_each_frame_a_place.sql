begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

-- when frames are appended; then
select is(
    (select f from flowfabric.ff_append_frame(:'handle', p_text => 'a') as f),
    ('1893499200000-0', 1, null)::flowfabric.ff_appended_frame,
    'the first frame has the place of its millisecond'
);
select is(
    (select f from flowfabric.ff_append_frame(:'handle', p_text => 'b') as f),
    ('1893499200000-1', 2, null)::flowfabric.ff_appended_frame,
    'another frame of the same millisecond comes behind it'
);
do $when$ begin perform pg_temp.advance('-1 s'); end $when$;
select is(
    (flowfabric.ff_append_frame(:'handle', p_text => 'c')).frame_cursor,
    '1893499200000-2',
    'when the clock is set back, the next frame still comes behind'
);
do $when$ begin perform pg_temp.advance('3 s'); end $when$;
select is(
    (flowfabric.ff_append_frame(:'handle', p_text => 'd')).frame_cursor,
    '1893499202000-0',
    'when the clock moves on, it does, too'
);
select is(
    (flowfabric.ff_read_stream(:'id')).frame_count, 4::bigint, 'all frames are counted'
);
select is(
    (
        select string_agg(f.frame ->> 'text', '' order by f.position)
        from
            jsonb_array_elements((flowfabric.ff_read_stream(:'id')).frames)
            with ordinality as f (frame, position)
    ),
    'abcd',
    'they are read in order'
);

select * from finish();
rollback;
