begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given the third execution has a stream, there is a consumer, and event slots were reused
do $given$
declare
    v_handle text;
begin
    perform flowfabric.ff_create_execution('streams', '{}');
    select c.handle into v_handle from flowfabric.ff_claim('streams', 'a', 'a-1') as c;
    perform flowfabric.ff_append_frame(v_handle, p_text => 'a');
    perform flowfabric.ff_create_consumer('c');
    insert into flowfabric.ff_event_slot (rotation, turned_at) values (1, pg_temp.clock());
end;
$given$;
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
-- when a row is changed by hand; then
select
    is(
        pg_temp.findings_after(b.statement),
        array[b.finding],
        b.finding
    )
from (
    values
    (
        'update flowfabric.ff_stream set frame_count = 2', 'a stream counts each frame once'
    ),
    (
        'delete from flowfabric.ff_stream_frame', 'the last frame of a stream is there'
    ),
    (
        'delete from flowfabric.ff_stream', 'a frame belongs to a stream'
    ),
    (
        'update flowfabric.ff_consumer set read_event_id = 1000000',
        'no consumer has acknowledged events that cannot be read yet'
    ),
    (
        $$insert into flowfabric.ff_event_watermark (last_event_id, safe_event_id, holders)
        values (1000000, 1000000, '{}')$$,
        'the watermark is not ahead of the events'
    ),
    (
        $$insert into flowfabric.ff_event_1 (event_id, kind, occurred_at)
        values (1, 'key_rotated', now())$$,
        'the event tables follow one another'
    )
) as b (statement, finding);

select * from finish();
rollback;
