-- tests_sql/execution/ff_find_executions/finds_the_children_of_a_parent.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given a parent with three children, one of them held, and an execution without a parent
select c.execution_id as parent_id
from flowfabric.ff_create_execution('lane') as c \gset
select pg_temp.claim() as handle \gset
select array_agg(s.execution_id order by s.execution_id desc) as child_ids
from unnest('{a,b,c}'::text[]) as k (step_key)
cross join lateral flowfabric.ff_spawn(:'handle', k.step_key, 'children', '{}') as s \gset
select c.execution_id as other_id
from flowfabric.ff_create_execution('children') as c \gset
do $given$ begin perform pg_temp.claim(p_lane_id => 'children'); end $given$;
create function pg_temp.found(p_filter jsonb)
returns uuid[]
language sql
as $found$
    select array_agg(f.execution_id order by f.execution_id desc)
    from unnest((flowfabric.ff_find_executions(p_filter)).executions) as f
$found$;
-- then
select is(
    pg_temp.found(jsonb_build_object('parent_id', :'parent_id')), :'child_ids'::uuid[],
    'its children'
);
select is(
    cardinality(
        pg_temp.found(jsonb_build_object('parent_id', :'parent_id', 'public_state', 'waiting'))
    ),
    2, 'its children in a state'
);
select is(
    pg_temp.found(jsonb_build_object('parent_id', :'other_id')), null, 'one without children'
);
select is(
    (
        select array_agg(f.execution_id)
        from unnest((
            flowfabric.ff_find_executions(
                jsonb_build_object('parent_id', :'parent_id'),
                p_after => (:'child_ids'::uuid[])[2], p_limit => 1
            )
        ).executions) as f
    ),
    (:'child_ids'::uuid[])[3:3], 'the page after a child'
);
select * from finish();
rollback;
