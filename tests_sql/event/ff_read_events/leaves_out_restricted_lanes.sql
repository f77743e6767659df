-- tests_sql/event/ff_read_events/leaves_out_restricted_lanes.sql
-- noqa: disable=LT05
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/roles.sql
-- given events of an open lane and of a restricted one: about one execution and about many, about
-- flows, the lanes themselves, and removed executions
create function pg_temp.finish_two(p_lane_id text)
returns void
language plpgsql
as $finish_two$
begin
    perform flowfabric.ff_create_executions(p_lane_id, '{1,2}');
    perform pg_temp.advance('1 ms');
    perform count(*) from flowfabric.ff_complete_batch(
        array(select c.handle from flowfabric.ff_claim_batch(p_lane_id, 'a', 'a-1', 2) as c)
    );
    perform flowfabric.ff_create_execution(p_lane_id, '3');
    perform flowfabric.ff_complete(pg_temp.claim(p_lane_id => p_lane_id));
    perform flowfabric.ff_cancel_flow(
        f.flow_id, 'over', p_cancellation_policy => 'cancel_flow_only'
    )
    from flowfabric.ff_submit_flow(
        jsonb_build_object('nodes', jsonb_build_object('n', jsonb_build_object('lane', p_lane_id)))
    ) as f;
    perform flowfabric.ff_set_lane_state(p_lane_id, 'paused');
    perform flowfabric.ff_set_lane_state(p_lane_id, 'active');
end;
$finish_two$;

do $given$ begin
    perform pg_temp.finish_two('open');
    perform pg_temp.finish_two('vault');
    perform pg_temp.prove_events();
end $given$;
create role test_stranger login;
grant ff_reader to test_stranger;
create role test_trusted login;
grant ff_reader to test_trusted;

create function pg_temp.seen_by(p_role text, p_kind text)
returns bigint
language plpgsql
as $seen_by$
declare
    v_count bigint;
begin
    perform set_config('role', p_role, true);
    select count(*)
    into v_count
    from flowfabric.ff_read_events(p_kinds => array[p_kind]) as p
    cross join jsonb_array_elements(p.events) as e (event);
    perform set_config('role', 'none', true);
    return v_count;
end;
$seen_by$;

select is(pg_temp.seen_by('test_stranger', 'completed'), 6::bigint, 'all lanes are open');
-- when one is restricted
do $when$ begin
    perform flowfabric.ff_grant_lane('vault', 'test_trusted', '{read}');
    perform pg_temp.prove_events();
end $when$;
-- then
select is(
    pg_temp.seen_by('test_stranger', 'completed'), 3::bigint,
    'ends of executions in the restricted lane are left out'
);
select is(pg_temp.seen_by('test_stranger', 'acquired'), 3::bigint, 'so are leases');
select is(pg_temp.seen_by('test_stranger', 'flow_cancelled'), 1::bigint, 'so are flows');
select is(
    pg_temp.seen_by('test_stranger', 'lane_state_changed')
    + pg_temp.seen_by('test_stranger', 'lane_granted'),
    2::bigint, 'so are changes of the lane'
);
select is(
    pg_temp.seen_by('test_trusted', 'completed')
    + pg_temp.seen_by('test_trusted', 'lane_state_changed')
    + pg_temp.seen_by('test_trusted', 'lane_granted'),
    11::bigint, 'a role that may read the lane gets all events'
);
select ok(
    (
        select p.next_cursor = pg_temp.cursor(s.last_value + 1)
        from flowfabric.ff_read_events() as p
        cross join flowfabric.ff_event_event_id_seq as s
    ),
    'the cursor moves past the events that are left out'
);
-- when the executions are removed
do $when$ begin perform flowfabric.ff_trim_retention(0); end $when$;
-- then
select is(
    pg_temp.seen_by('test_stranger', 'completed'), 3::bigint,
    'the events of removed executions still tell the lane, and those of the restricted lane are left out'
);
select is(
    pg_temp.seen_by('test_trusted', 'completed'), 6::bigint,
    'a role that may read all lanes gets all events'
);
-- when their routes are removed, too
do $when$ begin delete from flowfabric.ff_route; end $when$;
-- then
select is(
    pg_temp.seen_by('test_stranger', 'completed'), 0::bigint,
    'the events do not tell the lane of a removed route'
);
select is(
    pg_temp.seen_by('test_trusted', 'completed'), 6::bigint,
    'a role that may read all lanes gets the events of removed routes'
);
select * from finish();
rollback;
