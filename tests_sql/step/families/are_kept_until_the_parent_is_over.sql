begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent whose children have ended, and retention that keeps nothing; when it runs; then
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(pg_temp.spawn(:'handle', 'a', 'b'), 'spawned, spawned', 'given');
select pg_temp.child(:'parent_id', 'b') as b_id
\gset
select is(
    pg_temp.complete_child(:'parent_id', 'a', '1')
    || pg_temp.complete_child(:'parent_id', 'b', '2'),
    'completedcompleted', 'given'
);
do $given$ begin perform pg_temp.advance('1 hour'); end $given$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 0, 'they are kept');
select is(
    array(select c.output from flowfabric.ff_list_children(:'parent_id') as c),
    array['1', '2']::jsonb[], 'with their results'
);
-- when the parent begins another life; then
select pg_temp.claim('q', p_lane_id => 'parent') as handle
\gset
select is(pg_temp.spawn(:'handle', 'a'), 'already_spawned', 'given');
select is((flowfabric.ff_continue_as_new(:'handle')).public_state, 'waiting', 'given');
do $given$ begin perform pg_temp.advance('1 hour'); end $given$;
select is(
    (flowfabric.ff_trim_retention(0)).trimmed, 2, 'children of an earlier life go'
);
-- when the parent is over; then
select pg_temp.claim('q', p_lane_id => 'parent') as handle
\gset
select is(
    pg_temp.spawn(:'handle', 'c') || (flowfabric.ff_complete(:'handle')).public_state,
    'spawnedcompleted', 'given'
);
do $given$ begin perform pg_temp.advance('1 hour'); end $given$;
select is((flowfabric.ff_trim_retention(0)).trimmed, 1, 'it goes');
select results_eq(
    $$
        select
            (select count(*) from flowfabric.ff_exec_core),
            (select count(*) from flowfabric.ff_step),
            (select count(*) from flowfabric.ff_meeting),
            (select count(*) from flowfabric.ff_mailbox)
    $$,
    'values (1::bigint, 0::bigint, 0::bigint, 0::bigint)',
    'with all its rows; the child that has not ended stays'
);
select * from finish();
rollback;
