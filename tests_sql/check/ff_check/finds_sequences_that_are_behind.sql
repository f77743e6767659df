-- tests_sql/check/ff_check/finds_sequences_that_are_behind.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
create function pg_temp.behind_after(p_statement text) returns text language plpgsql as $$
declare
    v_names text;
begin
    execute p_statement;
    select
        string_agg(
            (f.detail ->> 'sequence_name') || ' ' || (f.detail ->> 'needed_value'), ', '
            order by f.detail ->> 'sequence_name' collate "C"
        )
    into v_names
    from flowfabric.ff_check() as f
    where f.invariant = 'a sequence is not behind its table';
    raise exception 'take it back' using errcode = 'P0999';
exception
    when sqlstate 'P0999' then
        return v_names;
end;
$$;
do $given$
begin
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.advance('2 s');
    perform count(*) from flowfabric.ff_tick();
end;
$given$;
select is(pg_temp.behind_after('select 1'), null, 'given no sequence is behind');
-- given each sequence that has ids of rows of this database stands where it was created, as on a
-- logical copy; then each is named
select matches(
    pg_temp.behind_after($$
        alter sequence flowfabric.ff_event_event_id_seq restart;
        alter sequence flowfabric.ff_route_route_id_seq restart;
        alter sequence flowfabric.ff_tick_log_tick_id_seq restart;
        alter sequence flowfabric.ff_head_head_id_seq restart
    $$),
    '^ff_event_event_id_seq \d+, ff_head_head_id_seq \d+, '
    || 'ff_route_route_id_seq 2, ff_tick_log_tick_id_seq 2$',
    'sequences of ids are behind their tables'
);
-- given a sequence is one below the highest id of its table, or exactly at it
select is(
    pg_temp.behind_after(
        $$select setval('flowfabric.ff_route_route_id_seq', 1)$$
    ),
    'ff_route_route_id_seq 2', 'a sequence one below the highest id is behind'
);
select is(
    pg_temp.behind_after(
        $$select setval('flowfabric.ff_route_route_id_seq', 2)$$
    ),
    null, 'a sequence at the highest id is not behind'
);
-- given the sequences that are marks and switches were never set
select is(
    pg_temp.behind_after(
        $$
            update flowfabric.ff_clock_record set era = 2;
            select setval('flowfabric.ff_clock_era', 1)
        $$
    ),
    'ff_clock_era 2', 'the era of the clock'
);
select alike(
    pg_temp.behind_after('alter sequence flowfabric.ff_clock_mark restart'),
    'ff_clock_mark 18934%', 'the mark of the clock'
);
select is(
    pg_temp.behind_after(
        'insert into flowfabric.ff_event_slot (rotation, turned_at) values (8, pg_temp.clock())'
    ),
    'ff_event_floor 1', 'the floor of the events'
);
select is(
    pg_temp.behind_after('alter sequence flowfabric.ff_late_ids restart'),
    'ff_late_ids 1', 'the flag of late ids'
);
-- then ff_health says the same
alter sequence flowfabric.ff_route_route_id_seq restart;
select results_eq(
    $$
        select h.verdict, h.detail -> 'findings'
        from flowfabric.ff_health() as h
        where h.check_name = 'installation'
    $$,
    $$
        values (
            'critical',
            '["the sequence ff_route_route_id_seq is behind its table"]'::jsonb
        )
    $$,
    'ff_health names the sequence'
);
set local search_path = flowfabric, public;
-- then no sequence is left out, except counters, the end of doorbells, which is set anew, and
-- those of unlogged tables, which no copy has
select set_eq(
    $$
        select c.relname::text
        from pg_class as c
        where c.relnamespace = 'flowfabric'::regnamespace and c.relkind = 'S'
    $$,
    $$
        select p.sequence_name from flowfabric._sequence_places() as p
        union all
        select n.sequence_name
        from unnest(array[
            'ff_all_of_joins', 'ff_any_of_joins', 'ff_claim_count', 'ff_clock_before',
            'ff_doorbell_until', 'ff_end_bell_until', 'ff_quorum_joins', 'ff_quota_rate_hits',
            'ff_quota_slot_hits', 'ff_submission_switch', 'ff_work_switch',
            'ff_doorbell_doorbell_id_seq', 'ff_end_bell_bell_id_seq'
        ]) as n (sequence_name)
    $$,
    'ff_check looks at each sequence'
);
select * from finish();
rollback;
