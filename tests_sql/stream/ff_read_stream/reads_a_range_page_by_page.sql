begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim() as handle
\gset
select pg_temp.id(1) as id
\gset

select from flowfabric.ff_append_frame(:'handle', p_text => 'a');
select from flowfabric.ff_append_frame(:'handle', p_text => 'b');
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select from flowfabric.ff_append_frame(:'handle', p_text => 'c', p_kind => 'stderr');
create function pg_temp.texts(p_page flowfabric.ff_stream_page)
returns text
language sql
as $texts$
    select coalesce(string_agg(f.frame ->> 'text', '' order by f.position), '')
    from jsonb_array_elements(p_page.frames) with ordinality as f (frame, position)
$texts$;
select is(pg_temp.texts(r.page), r.expected, r.description)
from (
    values
    (flowfabric.ff_read_stream(:'id'), 'abc', 'all'),
    (
        flowfabric.ff_read_stream(:'id', p_to => '1893499200000'), 'ab',
        'the frames of a millisecond'
    ),
    (flowfabric.ff_read_stream(:'id', p_from => '1893499200000-1'), 'bc', 'from one frame on'),
    (
        flowfabric.ff_read_stream(
            :'id', p_from => '1893499200000-1', p_to => '1893499200000-1'
        ), 'b', 'one'
    ),
    (flowfabric.ff_read_stream(:'id', p_limit => 2), 'ab', 'a page'),
    (flowfabric.ff_read_stream(:'id', p_after => '1893499200000-1'), 'c', 'behind a frame'),
    (flowfabric.ff_read_stream(:'id', p_after => '0-0'), 'abc', 'behind the last frame'),
    (flowfabric.ff_read_stream(:'id', 1), '', 'another attempt has a stream of its own')
) as r (page, expected, description);
select is(
    (flowfabric.ff_read_stream(:'id', p_limit => 2)).next_cursor, '1893499200000-1', 'the next page'
);
select is(
    (flowfabric.ff_read_stream(:'id', p_after => '1893499201000-0')).next_cursor,
    '1893499201000-0', 'a page of 0 keeps the position'
);
select is(
    (flowfabric.ff_read_stream(:'id')).frames -> 2,
    '{
        "cursor": "1893499201000-0", "kind": "stderr", "frame_type": "stderr", "mode": "durable",
        "appended_at": "2030-01-01T12:00:01+00:00", "encoding": "utf8", "text": "c"
    }',
    'all fields of a frame'
);

select * from finish();
rollback;
