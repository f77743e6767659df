begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given an attempt that times out in 40 s, and a deadline in 50 s; when the leases are renewed for
-- a day; then
do $given$
begin
    perform pg_temp.submit_number(
        1, 'lane1', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 40000.0}}'
    );
    perform pg_temp.submit_number(2, 'lane2', p_deadline_ms => 50000);
end;
$given$;

select
    is(
        pg_temp.answer_of(pg_temp.typed_call(
            'ff_renew_lease',
            pg_temp.claim('a', p_lane_id => 'lane' || t.n),
            'p_lease_ttl_ms => 86400000'
        )) -> 'lease_remaining_ms',
        t.remaining,
        t.description
    )
from (
    values
    (
        1, '40000'::jsonb, 'no longer than its attempt'), (
        2, '50000',
        'the lease ends with the deadline of its execution'
    )
) as t (n, remaining, description);

select * from finish();
rollback;
