-- tests_sql/check/ff_check/names_the_broken_execution_and_the_fault.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given rows of a healthy database are changed by hand; then
update flowfabric.ff_exec_core set claimable_at = null
where pg_temp.number(execution_id) in (1, 2);
select results_eq(
    $$select f.invariant, f.execution_id, f.detail
    from flowfabric.ff_check() as f
    order by f.execution_id$$,
    $$values
    (
        'an execution that waits for a worker can be claimed',
        '00000000-0000-7000-8000-000000000001'::uuid,
        '{
            "state": "waiting_first", "claimable_at": null, "lease_epoch": 0,
            "lease_expires_at": null, "lease_ended_by": null, "attempt_index": null
        }'::jsonb
    ),
    (
        'a timed state has its moment',
        '00000000-0000-7000-8000-000000000002',
        '{
            "state": "delayed_first", "claimable_at": null, "lease_epoch": 0,
            "lease_expires_at": null, "lease_ended_by": null, "attempt_index": null
        }'
    )$$,
    'each finding names the invariant and the execution, and describes the fault'
);
select is(
    (select count(*) from flowfabric.ff_check(1)), 1::bigint,
    'there are no more findings than asked for'
);
select is_empty('select flowfabric.ff_check(0)', 'a page of 0 is empty');
select * from finish();
rollback;
