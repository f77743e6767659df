-- tests_sql/execution/ff_find_executions/looks_at_a_bounded_number.sql
begin;
select plan(42);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/fetched.sql

-- given a hundred thousand executions that wait, submitted in an hour, and among the first of them
-- a few of every other kind
do $given$ begin
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}}');
    perform flowfabric.ff_create_execution(
        'lane', p_kind => 'rare', p_namespace => 'tenant', p_idempotency_key => 'rare',
        p_tags => '{"rare.tag": "yes"}', p_priority => 9
    );
    perform pg_temp.claim('a');
    perform flowfabric.ff_fail(pg_temp.claim('b'), 'broken', 'permanent', 'smtp');
    for v_batch in 1..10 loop
        perform pg_temp.advance('6 minutes');
        perform count(*) from flowfabric.ff_create_executions(
            'full', array_fill('{}'::jsonb, array[10000]), '{"deadline_ms": 86400000}'
        );
    end loop;
end $given$;
create temporary table query as
select *
from (
    values
    -- dense: matches are among the first rows
    ('{}'::jsonb, true, 100, 520),
    ('{}', false, 100, 520),
    ('{"lane_id": "full"}', true, 1000, 4100),
    ('{"public_state": "waiting"}', true, 100, 700),
    ('{"public_state": ["waiting", "delayed"], "kind": "default"}', true, 100, 700),
    -- named: only few can match
    ('{"idempotency_key": "rare"}', true, 100, 50),
    ('{"idempotency_key": "rare", "namespace": "tenant"}', true, 100, 50),
    ('{"worker_instance_id": "a-1", "lane_id": "lane"}', true, 100, 50),
    ('{"lane_id": "none"}', true, 100, 50),
    ('{"public_state": "failed"}', true, 100, 130),
    ('{"public_state": ["failed", "cancelled"], "kind": "none"}', false, 100, 130),
    ('{"public_state": "suspended"}', true, 100, 130),
    ('{"created_before": "2030-01-01T12:00:00Z"}', false, 100, 41000),
    -- by time: ids show it
    ('{"created_after": "2030-01-03T12:00:00Z"}', true, 100, 50),
    -- sparse: the call ends when it has looked at twenty thousand, and says where it ended
    ('{"failure_category": "smtp"}', true, 100, 41000),
    ('{"tags": {"rare.tag": "yes"}}', true, 100, 41000),
    ('{"kind": "rare"}', true, 100, 41000),
    ('{"namespace": "tenant"}', true, 100, 41000),
    ('{"worker_instance_id": "a-1"}', true, 100, 61100)
) as q (filter, is_newest_first, page_size, most);
create function pg_temp.cost(p_filter jsonb, p_newest_first boolean, p_page_size integer)
returns numeric
language sql
as $cost$
    select pg_temp.cost_of(format(
        'select flowfabric.ff_find_executions(%L, %L, null, %s)',
        p_filter, p_newest_first, p_page_size
    ))
$cost$;
-- when they are asked for, in tables that were never analyzed and then in analyzed ones; then
select
    cmp_ok(
        pg_temp.cost(q.filter, q.is_newest_first, q.page_size), '<=', q.most::numeric,
        q.filter::text
    )
from query as q;
analyze;
select
    cmp_ok(
        pg_temp.cost(q.filter, q.is_newest_first, q.page_size), '<=', q.most::numeric,
        'analyzed: ' || q.filter::text
    )
from query as q;
-- when the pages are followed; then each leads to the next, and the last one has the rest
create temporary table page as
with recursive page as (
    select
        p.executions,
        p.after,
        p.is_more
    from flowfabric.ff_find_executions('{"kind": "rare"}') as p
    union all
    select
        p.executions,
        p.after,
        p.is_more
    from page as o
    cross join lateral flowfabric.ff_find_executions('{"kind": "rare"}', true, o.after) as p
    where o.is_more
)

select o.* from page as o;
select results_eq(
    'select cardinality(p.executions), p.is_more from page as p',
    $$values (0, true), (0, true), (0, true), (0, true), (0, true), (1, false)$$,
    'newest first'
);
select is(
    (
        select p.after from page as p
        where not p.is_more
    ),
    (select min(e.execution_id::text)::uuid from flowfabric.ff_exec_core as e),
    'down to the first one'
);
select results_eq(
    $$
        select cardinality(p.executions), p.is_more
        from flowfabric.ff_find_executions('{"kind": "rare"}', false) as p
    $$,
    $$values (1, true)$$,
    'the oldest first'
);
select is(
    (select count(*) from flowfabric.ff_list_executions('{"kind": "rare"}')),
    0::bigint,
    'the list is the first page'
);

select * from finish();
rollback;
