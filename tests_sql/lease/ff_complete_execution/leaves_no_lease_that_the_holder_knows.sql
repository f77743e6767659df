-- tests_sql/lease/ff_complete_execution/leaves_no_lease_that_the_holder_knows.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases; when an operator ends them, each by another call; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 5) as n;
end;
$given$;
create temporary table held as
select
    n.n,
    c.execution_id,
    c.lease_id,
    c.lease_epoch
from generate_series(1, 5) as n (n)
cross join lateral flowfabric.ff_claim('lane' || n.n, 'a', 'a-1') as c;
do $when$
begin
    perform flowfabric.ff_complete_execution(
        pg_temp.id(1), null, null, null, null, p_source => 'operator_override'
    );
    perform flowfabric.ff_fail_execution(
        pg_temp.id(2), null, null, null, null, 'broken', p_source => 'operator_override'
    );
    perform flowfabric.ff_delay_execution(
        pg_temp.id(3), null, null, null, null, 0, p_source => 'operator_override'
    );
    perform flowfabric.ff_move_to_waiting_children(
        pg_temp.id(4), null, null, null, null, p_source => 'operator_override'
    );
    perform flowfabric.ff_cancel_execution(pg_temp.id(5), 'not needed');
end;
$when$;
select results_eq(
    $$
        select h.n, e.lease_epoch - h.lease_epoch, e.lease_id <> h.lease_id, e.lease_ended_by::text
        from held as h
        inner join flowfabric.ff_exec_core as e on e.execution_id = h.execution_id
        order by h.n
    $$,
    $$
        values
        (1, 1::bigint, true, 'operator_completed'),
        (2, 1, true, 'operator_failed'),
        (3, 1, true, 'operator_delayed'),
        (4, 1, true, 'operator_waiting_children'),
        (5, 1, true, 'cancelled')
    $$,
    'the epoch has grown, under a new lease'
);
select results_eq(
    $$
        select h.n, a.lease_id = h.lease_id, a.lease_epoch = h.lease_epoch
        from held as h
        cross join lateral flowfabric.ff_list_attempts(h.execution_id) as a
        order by h.n
    $$,
    $$select n, true, true from generate_series(1, 5) as n$$,
    'the attempt shows the lease that the worker had'
);
select is(
    (
        select array_agg(d.is_replay)
        from (
            select is_replay
            from
                flowfabric.ff_delay_execution(
                    pg_temp.id(3), null, null, null, null, 0, p_source => 'operator_override'
                )
            union all
            select r.is_replay
            from held as h
            cross join
                lateral flowfabric.ff_complete_execution(
                    pg_temp.id(1), 0, h.lease_id, h.lease_epoch, h.lease_id,
                    p_source => 'operator_override'
                ) as r
            where h.n = 1
        ) as d
    ),
    '{t,t}',
    'the same call of the operator again, with or without the fence, returns the same'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
