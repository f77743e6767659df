begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given steps of 10 MiB, 5 MiB, 2 MiB and 17 bytes
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
create temporary table saved as
select s.outcome
from (values ('a', 10), ('b', 5), ('c', 2)) as v (step_key, mib)
cross join lateral flowfabric.ff_save_step(
    :'handle', v.step_key, p_result => decode(repeat('00', v.mib * 1048576), 'hex')
) as s;
select is(
    (flowfabric.ff_save_step(:'handle', 'd', to_jsonb(repeat('x', 15)))).outcome, 'saved', 'given'
);
-- then
select is(
    array(select s.step_key from flowfabric.ff_list_steps(:'execution_id') as s),
    '{a,b}',
    'the third would exceed 16 MiB'
);
select is(
    array(select s.step_key from flowfabric.ff_list_steps(:'execution_id', 'b') as s),
    '{c,d}',
    'the next page goes on'
);
select * from finish();
rollback;
