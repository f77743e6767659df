begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases; when their holders delay the executions to an instant; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 3) as n;
end;
$given$;

select
    is(
        to_jsonb(flowfabric.ff_delay(
            pg_temp.claim('a', p_lane_id => 'lane' || i.n), p_run_at => i.run_at
        )) - 'execution_id',
        i.answer,
        i.description
    )
from (
    values
    (
        1,
        '2030-01-01 13:00:00+00'::timestamptz,
        '{
            "public_state": "delayed", "claimable_at": "2030-01-01T13:00:00+00:00",
            "claimable_in_ms": 3600000, "is_replay": false
        }'::jsonb,
        'an instant in the future'
    ),
    (
        2,
        '2030-01-01 12:00:00+00',
        '{
            "public_state": "waiting", "claimable_at": "2030-01-01T12:00:00+00:00",
            "claimable_in_ms": 0, "is_replay": false
        }',
        'the present instant'
    ),
    (
        3,
        '2020-01-01 12:00:00+00',
        '{
            "public_state": "waiting", "claimable_at": "2030-01-01T12:00:00+00:00",
            "claimable_in_ms": 0, "is_replay": false
        }',
        'an instant in the past counts as now'
    )
) as i (n, run_at, answer, description);

select * from finish();
rollback;
