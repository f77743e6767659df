-- noqa: disable=LT02,LT14,AL03
-- tests_sql/event/ff_read_events/costs_the_same_beside_thousands_of_restricted_lanes.sql
begin;
select plan(2);
\ir ../../lib/proven_events.sql
\ir ../../lib/roles.sql
-- given events about 250 executions, and a reader to whom 10 lanes are closed
select pg_temp.login_of('ff_reader') as reader
\gset
create function pg_temp.close_lanes(p_from integer, p_to integer) returns void language sql as $$
    insert into flowfabric.ff_lane (
        lane_id, is_restricted, restricted_by, registered_at, updated_at
    )
    select 'closed' || n, true, 'postgres', now(), now()
    from generate_series(p_from, p_to) as n;
    insert into flowfabric.ff_lane_grant (lane_id, role_name, verbs, granted_by, granted_at)
    select 'closed' || n, 'pg_monitor', '{submit}', 'postgres', now()
    from generate_series(p_from, p_to) as n;
$$;
do $given$ begin
    perform pg_temp.close_lanes(1, 10);
    perform flowfabric.ff_create_execution('open') from generate_series(1, 250);
    perform flowfabric.ff_claim('open', 'w', 'w-1') from generate_series(1, 250);
    perform pg_temp.prove_events();
end $given$;
create temporary table reading (lane_count integer, events integer, took interval);
create function pg_temp.read_all(p_role text, p_lane_count integer)
returns void
language plpgsql
as $read_all$
declare
    v_began_at timestamptz;
    v_events integer[];
    v_times interval[];
begin
    perform set_config('role', p_role, true);
    for v_round in 1..10 loop
        v_began_at := clock_timestamp();
        v_events[v_round] := (
            select jsonb_array_length(p.events)
            from flowfabric.ff_read_events(p_kinds => '{acquired}', p_limit => 256) as p
        );
        v_times[v_round] := clock_timestamp() - v_began_at;
    end loop;
    perform set_config('role', 'none', true);
    insert into reading
    select p_lane_count, max(r.events), min(r.took)
    from unnest(v_events, v_times) as r (events, took);
end;
$read_all$;
select pg_temp.read_all(:'reader', 10)
\g /dev/null
-- when 5,000 are closed to it; then
select pg_temp.close_lanes(11, 5000), pg_temp.read_all(:'reader', 5000)
\g /dev/null
select results_eq(
    'select r.events from reading as r', '{250,250}'::integer[], 'the reader gets the same events'
);
select cmp_ok(
    (select r.took from reading as r where r.lane_count = 5000), '<',
    -- comparing each event with each closed lane takes twenty times as long
    5 * (select r.took from reading as r where r.lane_count = 10),
    'the read compares no event with each closed lane'
);
select * from finish();
rollback;
