begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a worker that writes a line and a patch in turn, 200 of each, and keeps ten lines; then
select pg_temp.lease() as handle
\gset
select set_config('test.handle', :'handle', true) as x;
do $given$
begin
    for n in 1..200 loop
        perform flowfabric.ff_append_frame(
            current_setting('test.handle'), p_text => n::text, p_retention_maxlen => 10
        );
        perform flowfabric.ff_append_frame(
            current_setting('test.handle'), p_json => jsonb_build_object('n', n),
            p_mode => 'summary'
        );
        perform pg_temp.advance('1 ms');
    end loop;
end;
$given$;
select is(
    (
        select count(*) <= 10 + 63 from flowfabric.ff_stream_frame as f
        where f.mode = 'durable'
    ),
    true,
    'as many lines are stored as are kept, and some that are removed later'
);
select is(
    (
        select count(*) <= 64 + 63 from flowfabric.ff_stream_frame as f
        where f.mode = 'summary'
    ),
    true,
    'so it is with patches'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
