-- tests_sql/execution/ff_find_executions/ends_a_page_at_its_limits.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
-- given 25 executions; when they are read by tens; then after and is_more lead through them
do $given$ begin perform pg_temp.submit_number(n) from generate_series(1, 25) as n; end $given$;
create function pg_temp.page(p_after integer, p_limit integer, p_newest_first boolean default true)
returns text
language sql
as $page$
    select concat_ws(
        ' ', pg_temp.number(p.executions[1].execution_id), cardinality(p.executions),
        coalesce(pg_temp.number(p.after)::text, 'null'), p.is_more
    )
    from flowfabric.ff_find_executions(
        '{}', p_newest_first, pg_temp.id(p_after), p_limit
    ) as p
$page$;
select is(pg_temp.page(null, 10), '25 10 16 t', 'the first page');
select is(pg_temp.page(16, 10), '15 10 6 t', 'the second page');
select is(pg_temp.page(6, 10), '5 5 1 f', 'the last page');
select is(pg_temp.page(1, 10), '0 1 f', 'nothing is behind it');
select is(pg_temp.page(15, 10, false), '16 10 25 f', 'a full page may be the last');
select is(pg_temp.page(null, 0), '0 null t', 'a page of 0 says that there are executions');
select is(pg_temp.page(1, 0), '0 1 f', 'a page of 0 says that none follows');
-- given tags of 16 KB each; then a page ends at 16 MiB, with at least one
do $given$ begin
    update flowfabric.ff_exec_core as e
    set tags = jsonb_build_object('a.b', repeat('x', case pg_temp.number(e.execution_id)
        when 25 then 20000000
        else 5000000
    end));
end $given$;
select is(
    pg_temp.page(null, 10), '25 1 25 t',
    'an execution larger than a page is a page of its own'
);
select is(pg_temp.page(25, 10), '24 3 22 t', 'a page has as many as it has room for');
select * from finish();
rollback;
