-- noqa: disable=LT02
-- tests_sql/check/ff_check_page/looks_at_all_executions_in_pages.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
\ir ../../lib/errors.sql
select
count(*) as all_of_them,
max(execution_id::text) as last
from flowfabric.ff_exec_core
\gset
select is(
    (select p from flowfabric.ff_check_page() as p),
    ('{}', :all_of_them, :'last', false)::flowfabric.ff_checked_page,
    'nothing is found in a healthy database, and all executions were looked at'
);
select is(
    (select p from flowfabric.ff_check_page(:'last') as p),
    ('{}', 0, :'last', false)::flowfabric.ff_checked_page, 'there is nothing after the last one'
);
-- given rows that were changed by hand: the second one breaks two rules
update flowfabric.ff_exec_core set claimable_at = null
where pg_temp.number(execution_id) in (1, 2);
update flowfabric.ff_exec_core set replay_count = 0, retry_count = 0, attempt_index = 9
where pg_temp.number(execution_id) = 2;
create function pg_temp.page(p_after uuid, p_limit integer)
returns table (numbers bigint[], looked_at_count integer, after bigint, is_more boolean)
language sql
as $$
    select
        array(select pg_temp.number((f).execution_id) from unnest(p.findings) as f),
        p.looked_at_count, pg_temp.number(p.after), p.is_more
    from flowfabric.ff_check_page(p_after, p_limit) as p
$$;
select results_eq(
    $$select numbers[1], numbers[2], numbers[3] >= 2 from pg_temp.page(null, 100)$$,
    $$values (1::bigint, 2::bigint, true)$$,
    'a page has the findings in the order of the executions'
);
select results_eq(
    'select * from pg_temp.page(null, 1)', $$values ('{1}'::bigint[], 1, 1::bigint, true)$$,
    'a page that has its findings ends before the next execution that has some'
);
select results_eq(
    $$select * from pg_temp.page('00000000-0000-7000-8000-000000000001', 1)$$,
    $$values ('{2}'::bigint[], 1, 2::bigint, true)$$,
    'an execution with more findings than a page has room for is not met twice'
);
select results_eq(
    'select * from pg_temp.page(null, 0)', $$values ('{}'::bigint[], 0, null::bigint, true)$$,
    'a page of 0 is empty'
);
select is(
    pg_temp.refusal('select flowfabric.ff_check_page(p_limit => 1001)'), '22023 p_limit',
    'a page that is too large'
);
select is(
    pg_temp.refusal('select flowfabric.ff_check_page(p_limit => null)'), '22004 p_limit',
    'a page without a limit'
);
select * from finish();
rollback;
