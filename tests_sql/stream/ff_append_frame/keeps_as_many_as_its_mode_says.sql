begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

create function pg_temp.kept(p_mode text)
returns text
language sql
as $kept$
    select count(*) || ' from ' || min(f.frame ->> 'text')
    from jsonb_array_elements(
        (flowfabric.ff_read_stream(pg_temp.id(1), p_limit => 10000)).frames
    ) as f (frame)
    where f.frame ->> 'mode' = p_mode
$kept$;

select set_config('test.handle', :'handle', true) as set
\gset
do $given$
begin
    for v_number in 1001..1200 loop
        perform flowfabric.ff_append_frame(
            current_setting('test.handle'), p_text => v_number::text, p_retention_maxlen => 10
        );
    end loop;
end;
$given$;
select is(pg_temp.kept('durable'), '10 from 1191', 'the last ten durable frames are read');
select ok(
    (select count(*) from flowfabric.ff_stream_frame) < 100, 'the others are removed many at a time'
);
do $given$
begin
    for v_number in 2001..2100 loop
        perform flowfabric.ff_append_frame(
            current_setting('test.handle'), p_json => jsonb_build_object('n', v_number),
            p_mode => 'summary'
        );
    end loop;
end;
$given$;
select is(
    (
        select count(*) || ' from ' || min(f.frame #>> '{json,n}')
        from
            jsonb_array_elements(
                (flowfabric.ff_read_stream(:'id', p_limit => 10000)).frames
            ) as f (frame)
        where f.frame ->> 'mode' = 'summary'
    ),
    '64 from 2037', 'the last 64 patches are read'
);
do $given$
begin
    for v_number in 3001..3200 loop
        perform pg_temp.advance('100 ms');
        perform flowfabric.ff_append_frame(
            current_setting('test.handle'), p_text => v_number::text,
            p_mode => 'best_effort', p_ttl_ms => 1000
        );
    end loop;
end;
$given$;
select is(
    pg_temp.kept('best_effort'), '64 from 3137',
    'the last 64 slow best-effort frames are read'
);
select is(
    pg_temp.kept('durable'), '10 from 1191',
    'best-effort frames do not replace durable ones'
);
select is(
    (flowfabric.ff_read_stream(:'id')).frame_count, 500::bigint, 'all frames are counted'
);
select is(
    jsonb_array_length((flowfabric.ff_read_stream(
        :'id', p_limit => 10000, p_visibility => 'exclude_best_effort'
    )).frames),
    74, 'a reader may leave best-effort frames out'
);

select * from finish();
rollback;
