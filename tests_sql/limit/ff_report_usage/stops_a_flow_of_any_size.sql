-- tests_sql/limit/ff_report_usage/stops_a_flow_of_any_size.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/flows.sql
-- given 250 members that run and 250 that wait, more than one call stops
select pg_temp.flow((
    select jsonb_object_agg('n' || n, '{}'::jsonb) from generate_series(1, 500) as n
)) as flow_id \gset
select pg_temp.budget(
    p_on_hard_limit => 'cancel_all', p_scope_type => 'flow', p_scope_id => :'flow_id'
) as budget \gset
select pg_temp.advance('1 s') as done \gset
select count(*) as claimed from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 250) \gset
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 101}') as used \gset
create function pg_temp.members() returns text language sql as $$
    select format(
        '%s run, %s of them asked, %s wait',
        count(*) filter (where e.state = 'active'),
        count(*) filter (where e.is_cancel_requested),
        count(*) filter (where e.state = 'waiting_first')
    )
    from flowfabric.ff_exec_core as e
    where e.flow_id = pg_temp.flow_id()
$$;
select is(pg_temp.members(), '250 run, 100 of them asked, 150 wait', 'the report stops some');
select count(pg_temp.advance('1 s')) as ticked
from generate_series(1, 3) as n, lateral flowfabric.ff_tick() \gset
select is(pg_temp.members(), '250 run, 250 of them asked, 0 wait', 'ticks stop the others');
-- the transaction that wrote a todo does not remove it; here another transaction would
update flowfabric.ff_limit_todo set written_by = '3';
select count(*) as ticked from flowfabric.ff_tick() \gset
select is(
    (select count(*)::integer from flowfabric.ff_limit_todo), 0, 'no todo is left'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
