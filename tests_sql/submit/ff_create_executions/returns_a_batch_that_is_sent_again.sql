-- tests_sql/submit/ff_create_executions/returns_a_batch_that_is_sent_again.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
-- given a batch with keys, whose reply was lost; when it is sent again; then
create temporary table answered as
select
    t.try_number,
    a.*
from generate_series(1, 2) as t (try_number)
cross join lateral flowfabric.ff_create_executions(
    'lane', array['1', '2']::jsonb[],
    jsonb_build_object('idempotency_key', array['b', 'a'], 'priority', t.try_number)
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);

select results_eq(
    'select a.try_number, a.item, a.outcome from answered as a order by a.try_number, a.item',
    $$values
    (1, 1::bigint, 'created'), (1, 2, 'created'), (2, 1, 'duplicate'), (2, 2, 'duplicate')$$,
    'every item is a duplicate'
);
select is(
    (
        select array_agg(a.execution_id order by a.item) from answered as a
        where a.try_number = 2
    ),
    (
        select array_agg(a.execution_id order by a.item) from answered as a
        where a.try_number = 1
    ),
    'with the id of the first time'
);
select * from finish();
rollback;
