begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql

-- given executions of one budget, of which a claim has accepted (2); when the budget refuses (1);
-- then
do $given$
begin
    perform pg_temp.budget();
    perform pg_temp.submit(1, 3, p_budgets => array[1]);
end;
$given$;
do $when$
begin
    perform set_config('search_path', 'flowfabric, public, pg_temp', true);
    perform flowfabric._put_off_alike(
        e,
        flowfabric._limits_of(e, null),
        row(
            'budget', pg_temp.budget_id(), '', true, false, pg_temp.clock() + interval '1 s', false
        )::flowfabric._refusal,
        pg_temp.clock(),
        array(select o.ctid from flowfabric.ff_exec_core as o where o.execution_id = pg_temp.id(2))
    )
    from flowfabric.ff_exec_core as e
    where pg_temp.number(e.execution_id) = 1;
end;
$when$;
select results_eq(
    $$select pg_temp.number(e.execution_id), e.state::text from flowfabric.ff_exec_core as e
    order by 1$$,
    $$
        values
        (1, 'budget_first'), (2, 'waiting_first'),
        (3, 'budget_first')
    $$,
    'an accepted row is not put off'
);
select is_empty(
    'select * from flowfabric.ff_admission_wait as w where pg_temp.number(w.execution_id) = 2',
    'it does not wait for the budget'
);

select * from finish();
rollback;
