-- tests_sql/flow/ff_apply_dependency_to_child/resolves_at_once_when_the_upstream_has_ended.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given upstreams that ended before an edge to their downstreams was applied
select pg_temp.member('done') is null as done;
select pg_temp.finish('done') is null as finished;
select pg_temp.member('lost') is null as lost;
select flowfabric.ff_cancel_execution(pg_temp.id_of('lost'), 'no need') is null as cancelled;
select pg_temp.member('first') is null as first;
select pg_temp.member('second') is null as second;
select pg_temp.stage(1, 'done', 'first') is null as staged;
select pg_temp.stage(2, 'lost', 'second') is null as staged;
select is(
    pg_temp.apply(1), 'applied satisfied 0 waiting',
    'a completed upstream releases its downstream at once'
);
select is(pg_temp.apply(2), 'applied impossible 0 skipped', 'any other end skips it at once');
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.id_of('second')), 'not_runnable',
    'an ended downstream is refused'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
