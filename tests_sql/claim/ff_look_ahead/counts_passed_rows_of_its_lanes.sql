-- tests_sql/claim/ff_look_ahead/counts_passed_rows_of_its_lanes.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
-- given rows of another lane that heads have passed, and executions that were removed since
do $given$
begin
    perform pg_temp.submit_number(1, 'emails', p_delay_ms => 5000);
    perform pg_temp.submit_number(2, 'calls');
    insert into flowfabric.ff_debt (execution_id) values (pg_temp.id(2));
    insert into flowfabric.ff_debt (execution_id)
    select pg_temp.id(i) from generate_series(3, 1000) as i;
end;
$given$;
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails']) as o
    $$,
    'values (5000::bigint, true)',
    'they do not hide what is due in this lane'
);
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails', 'calls']) as o
    $$,
    'values (0::bigint, false)',
    'passed rows of its own lane count'
);
-- given more passed rows than the call looks at; then any of the rest may be of this lane
do $given$
begin
    insert into flowfabric.ff_debt (execution_id) values (pg_temp.id(1001)), (pg_temp.id(1));
end;
$given$;
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails']) as o
    $$,
    'values (5000::bigint, false)',
    'the row behind a thousand others counts as one of this lane'
);
select * from finish();
rollback;
