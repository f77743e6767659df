-- tests_sql/claim/ff_claim_batch/costs_the_same_whatever_many_slots_are_taken.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/fetched.sql

-- given a quota policy of 2,000 slots, and tables that were not analysed
do $given$ begin
    perform flowfabric.ff_create_quota_policy('0192f0a0-7777-7666-8666-123456789012', 1000, 0, 2000);
    perform count(*) from flowfabric.ff_create_executions(
        'lane', array_fill('{}'::jsonb, array[3000]),
        '{"quota_policy_id": "0192f0a0-7777-7666-8666-123456789012"}'
    );
    perform pg_temp.advance('1 s');
end $given$;
create function pg_temp.claimed(p_count integer)
returns bigint
language sql
as $claimed$
    select count(*) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', p_count)
$claimed$;
create temporary table cost as
select pg_temp.cost_of('select pg_temp.claimed(100)') as fetched;
-- when 1,600 slots are taken; then the next claim looks at as many rows as the first one
select is(pg_temp.claimed(1000), 1000::bigint, 'given 1,100 slots that are taken');
select is(pg_temp.claimed(500), 500::bigint, 'and 500 more');
select
    cmp_ok(
        pg_temp.cost_of('select pg_temp.claimed(100)'),
        '<=',
        c.fetched + 5000,
        'a claim of a hundred'
    )
from cost as c;
-- and so does an explanation
select max(e.execution_id::text) as last_id
from flowfabric.ff_exec_core as e \gset
select cmp_ok(
    pg_temp.cost_of(format('select flowfabric.ff_explain(%L)', :'last_id')), '<=', 2000::numeric,
    'an explanation'
);
select * from finish();
rollback;
