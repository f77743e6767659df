begin;
select plan(6);
\ir ../lib/clock.sql
\ir ../lib/leased_execution.sql
\ir ../lib/fetched.sql

-- given much due work in one lane, with deadlines that are far away, and little in others
do $given$ begin
    perform count(*) from flowfabric.ff_create_executions(
        'full', array_fill('{}'::jsonb, array[10000]), '{"deadline_ms": 86400000}'
    );
    perform count(*) from flowfabric.ff_create_executions(
        'full', array_fill('{}'::jsonb, array[10000]), '{"deadline_ms": 86400000}'
    );
    perform flowfabric.ff_create_execution('other', '{}');
    perform pg_temp.advance('2 minutes');
end $given$;
analyze;
select is(
    (select count(*) from flowfabric.ff_stuck), 101::bigint,
    'a hundred executions of a lane are shown as stuck'
);
-- when the views are read; then
select cmp_ok(pg_temp.cost_of(q.query), '<', 5000::numeric, q.query)
from (
    values
    ('select * from flowfabric.ff_stuck'),
    ('select * from flowfabric.ff_lanes'),
    ('select * from flowfabric.ff_health()'),
    (
        'select e.* from flowfabric.ff_executions as x cross join lateral '
        || 'flowfabric.ff_explain(x.execution_id) as e where x.execution_id = '
        || (select quote_literal(max(c.execution_id::text)) from flowfabric.ff_exec_core as c)
    )
) as q (query);
select is(
    (
        select string_agg(l.lane_id || ' ' || l.due_count, ', ' order by l.lane_id)
        from flowfabric.ff_lanes as l
    ),
    'full 1000, other 1',
    'due work is counted up to a thousand'
);

select * from finish();
rollback;
