begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a stream without frames; then the cursor of each result is accepted by the next call
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset
create function pg_temp.read_back(p_after text)
returns text
language sql
as $read_back$
    select pg_temp.refusal(format(
        'select flowfabric.ff_read_stream(%L, p_after => %L)', pg_temp.id(1),
        (flowfabric.ff_read_stream(pg_temp.id(1), p_after => p_after)).next_cursor
    ))
$read_back$;
select is(pg_temp.read_back(p.after), 'nothing', p.after)
from unnest(array['start', 'end', '5', '1893499200000']) as p (after);

-- when two frames are appended, the second one after a reader has asked for the end; then
select from flowfabric.ff_append_frame(:'handle', p_text => 'a');
select r.next_cursor from flowfabric.ff_read_stream(:'id', p_after => 'end') as r
\gset
select is(:'next_cursor'::text, '1893499200000-0', 'the end is behind the first frame');
select from flowfabric.ff_append_frame(:'handle', p_text => 'b');
select is(
    (flowfabric.ff_read_stream(:'id', p_after => :'next_cursor')).frames #>> '{0,text}',
    'b',
    'the second frame is read behind that'
);

select * from finish();
rollback;
