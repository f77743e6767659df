-- noqa: disable=LT02,LT05,LT14
-- tests_sql/step/families/a_child_may_be_replayed_after_its_parent.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
-- given a parent that has failed, and its child before it
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select pg_temp.spawn(:'handle', 'a') \g /dev/null
select pg_temp.fail_child(:'parent_id', 'a') \g /dev/null
select outcome from flowfabric.ff_fail(:'handle', 'broken', 'permanent') \g /dev/null
do $given$ begin perform pg_temp.do_todos(); end $given$;
-- when an operator replays the child alone; then it runs
select outcome from flowfabric.ff_replay_execution(pg_temp.child(:'parent_id', 'a')) \g /dev/null
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(pg_temp.children(:'parent_id'), 'a waiting', 'it waits for a worker');
select is((select count(*) from flowfabric.ff_check()), 0::bigint, 'and ff_check finds nothing');
select * from finish();
rollback;
