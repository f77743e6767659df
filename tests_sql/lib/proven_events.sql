-- A transaction cannot read its own events before it commits, and tests never commit. So they write
-- the proof themselves, a watermark at the last event, and count what it proves.
\set QUIET on
create function pg_temp.prove_events()
returns void
language plpgsql
set search_path = flowfabric, pg_temp
as $prove_events$
begin
    insert into ff_event_watermark (last_event_id, safe_event_id, holders)
    select s.last_value, s.last_value, '{}' from ff_event_event_id_seq as s;
    -- submissions, too, as if no other were open at a moment that has just gone by
    perform _count_events(1000, (1, null, _now() + interval '2 ms', '{}')::_proof);
end;
$prove_events$;

-- The cursor of a place in this installation.
create function pg_temp.cursor(p_event_id bigint, p_ordinal integer default 0)
returns text
language sql
as $cursor$
    select format('e1:%s:%s:%s', m.value, p_event_id, p_ordinal)
    from flowfabric.ff_meta as m
    where m.key = 'installation_id'
$cursor$;

-- A page in short: kinds and executions, by their numbers (lib/numbered_executions.sql).
create function pg_temp.told(p_page flowfabric.ff_event_page)
returns text
language sql
as $told$
    select coalesce(
        string_agg(
            (e.event ->> 'kind') || ' '
            || get_byte(uuid_send((e.event ->> 'execution_id')::uuid), 15),
            ', ' order by e.position
        ),
        'nothing'
    )
    from jsonb_array_elements(p_page.events) with ordinality as e (event, position)
$told$;

-- Three executions: 1 and 2 are claimed as a batch and completed as a batch, 3 is in a namespace of
-- its own and has a tag.
create function pg_temp.make_events()
returns void
language plpgsql
as $make_events$
declare
    v_handles text[];
    v_handle text;
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2);
    v_handles := array(
        select c.handle from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2) as c
    );
    perform count(*) from flowfabric.ff_complete_batch(v_handles);
    perform pg_temp.submit_number(
        3, p_namespace => 'tenant', p_tags => '{"billing.customer": "17"}'
    );
    select c.handle into v_handle from flowfabric.ff_claim('lane', 'a', 'a-1') as c;
    perform flowfabric.ff_complete(v_handle);
    perform pg_temp.prove_events();
end;
$make_events$;
