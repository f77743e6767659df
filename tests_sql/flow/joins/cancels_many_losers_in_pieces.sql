begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
\ir ../../lib/no_time.sql
-- given a race of 450 branches, more than two pieces, one of which another execution needs as well;
-- when one branch wins, and there is no time; then
do $given$ begin perform set_config('search_path', 'flowfabric, public', true); end $given$;
select pg_temp.flow((
    select
        jsonb_object_agg('n' || i, '{}'::jsonb)
        || jsonb_build_object(
            'end',
            jsonb_build_object('after', jsonb_build_object(
                'quorum', 1, 'of', jsonb_agg('n' || i), 'losers', 'cancel'
            )),
            'other', '{"after": ["n450"]}'::jsonb
        )
    from generate_series(1, 450) as i
)) is null as submitted;
select is(pg_temp.complete('n1'), 'completed', 'a branch completes');
select is(pg_temp.nodes('end'), 'end waiting', 'it wins the race');
select cmp_ok(
    (
        select count(*)
        from flowfabric.ff_exec_core as e
        where e.state = 'cancelled_unstarted'
    ),
    '<=', 2::bigint,
    'its call cancels only a few losers'
);
create function pg_temp.passes()
returns void
language plpgsql
as $passes$
begin
    while exists (select 1 from flowfabric.ff_flow_todo) loop
        perform pg_temp.advance('1 s');
        -- the transaction that wrote a todo does not remove it; here another transaction would
        update flowfabric.ff_flow_todo set written_by = '3';
        perform flowfabric._do_flow_todos(100, pg_temp.clock());
    end loop;
end;
$passes$;
do $when$ begin perform pg_temp.passes(); end $when$;
select results_eq(
    $$
        select s.cancelled, s.completed, s.waiting, s.waiting_children
        from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s
    $$,
    $$values (448::bigint, 1::bigint, 2::bigint, 1::bigint)$$,
    'later calls cancel all losers except the one that is needed'
);
select is(
    pg_temp.nodes('n450', 'other'), 'n450 waiting, other waiting_children',
    'that one still waits'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
