begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases; when they are completed with JSON, with bytes, with nothing, with a JSON null; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
end;
$given$;
create temporary table held as
select
    s.n,
    c.handle,
    c.attempt_id
from generate_series(1, 4) as s (n)
cross join lateral flowfabric.ff_claim('lane' || s.n, 'a', 'a-1') as c;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

select is(
    to_jsonb(flowfabric.ff_complete(
        (
            select h.handle from held as h
            where h.n = 1
        ), '{"sent": [1, "two"]}'
    )),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "completed",
        "is_replay": false
    }',
    'the answer says that it is completed'
);
select is(
    (
        flowfabric.ff_complete((
            select h.handle from held as h
            where h.n = 2
        ), p_result => '\x00ff0a')
    ).public_state,
    'completed',
    'bytes may be the result'
);
select is(
    (flowfabric.ff_complete((
        select h.handle from held as h
        where h.n = 3
    ))).public_state,
    'completed',
    'no result is needed'
);
select is(
    (flowfabric.ff_complete((
        select h.handle from held as h
        where h.n = 4
    ), 'null')).public_state,
    'completed',
    'a JSON null is a value'
);
select results_eq(
    $$
        select n, r.public_state, r.output, r.result, r.failure_reason, r.terminal_at
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_get_execution_result(pg_temp.id(n)) as r
    $$,
    $$
        values
        (1, 'completed', '{"sent": [1, "two"]}'::jsonb, null::bytea, null,
        '2030-01-01 12:00:10+00'::timestamptz),
        (2, 'completed', null, '\x00ff0a', null, '2030-01-01 12:00:10+00'),
        (3, 'completed', null, null, null, '2030-01-01 12:00:10+00'),
        (4, 'completed', 'null', null, null, '2030-01-01 12:00:10+00')
    $$,
    'results are stored as they were given'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, claimable_at, lease_id, lease_epoch, total_attempt_count
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'terminal', 'unowned', 'not_applicable', 'none', 'success', 'attempt_terminal',
            'completed',
            null::timestamptz, null::uuid, 1::bigint, 1
        )
    $$,
    'the execution has ended and has no owner'
);
select results_eq(
    $$
        select attempt_index, attempt_type, outcome, started_at, ended_at
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            0, 'initial', 'ended_success',
            '2030-01-01 12:00:00+00'::timestamptz, '2030-01-01 12:00:10+00'::timestamptz
        )
    $$,
    'its attempt has succeeded'
);
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is_empty(
    $$
        select c.execution_id
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c
    $$,
    'no claim gets it again'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
