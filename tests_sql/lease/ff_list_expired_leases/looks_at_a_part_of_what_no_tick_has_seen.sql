-- tests_sql/lease/ff_list_expired_leases/looks_at_a_part_of_what_no_tick_has_seen.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/fetched.sql

-- given a call that looks at 1,000 rows that came due since the last ticks, instead of 50,000
do $lowered$ begin
    execute replace(
        pg_get_functiondef('flowfabric.ff_list_expired_leases'::regproc), '50000', '1000'
    );
end $lowered$;
-- when two leases lapse, with 3,000 submissions in between and no tick; then
do $when$ begin
    perform pg_temp.lease('a', 1000);
    perform pg_temp.advance('2 s');
    perform count(*) from flowfabric.ff_create_executions(
        'lane', array_fill('{}'::jsonb, array[3000])
    );
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_create_execution('late', p_namespace => 'late');
    perform pg_temp.claim('b', 1000, 'late');
    perform pg_temp.advance('2 s');
end $when$;
select is(
    (select count(*) from flowfabric.ff_list_expired_leases(p_limit => 10)), 2::bigint,
    'both are found: they have routes of their own, and a part of the looks each'
);
select is(
    (
        select string_agg(l.namespace, ', ')
        from flowfabric.ff_list_expired_leases(p_namespace => 'late') as l
    ),
    'late', 'also by their tenant'
);
select cmp_ok(
    pg_temp.cost_of($$select flowfabric.ff_list_expired_leases(p_namespace => 'other')$$),
    '<=', 1100::numeric, 'a call looks at so many rows, and no more'
);
select cmp_ok(
    pg_temp.cost_of('select flowfabric.ff_list_expired_leases()'), '<=', 1100::numeric,
    'also when it finds some'
);
select * from finish();
rollback;
