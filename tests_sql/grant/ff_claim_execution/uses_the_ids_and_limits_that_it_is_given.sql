begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a policy with a timeout of 10 s; when redeemed with ids, another policy and a deadline;
-- then
do $given$
begin
    perform pg_temp.submit_number(
        1, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 10000}, "max_replay_count": 3}'
    );
end;
$given$;
create temporary table claimed as
select c.*
from flowfabric.ff_claim_execution(
    pg_temp.id(1), pg_temp.grant_key(1), 'a', 'a-1', 60000,
    '00000000-0000-7000-8000-0000000000aa', '00000000-0000-7000-8000-0000000000bb',
    '{"timeout_policy": {"attempt_timeout_ms": 8000}}', 9000, '2030-01-01 12:00:07+00'
) as c;
select results_eq(
    'select lease_id, attempt_id, lease_remaining_ms, deadline_at from claimed',
    $$
        values (
            '00000000-0000-7000-8000-0000000000aa'::uuid,
            '00000000-0000-7000-8000-0000000000bb'::uuid,
            7000::bigint,
            '2030-01-01 12:00:07+00'::timestamptz
        )
    $$,
    'the ids are used; the lease ends with the deadline'
);
select results_eq(
    $$
        select lease_id, attempt_id, policy
        from flowfabric.ff_describe_execution(pg_temp.id(1))
    $$,
    $$
        values (
            '00000000-0000-7000-8000-0000000000aa'::uuid,
            '00000000-0000-7000-8000-0000000000bb'::uuid,
            '{"timeout_policy": {"attempt_timeout_ms": 8000}, "max_replay_count": 3}'::jsonb
        )
    $$,
    'keys that the attempt''s policy leaves out keep their values'
);
select is(
    (select e.attempt_deadline_at from flowfabric.ff_exec_core as e),
    '2030-01-01 12:00:08+00'::timestamptz,
    'the shortest timeout counts'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- given an execution with a deadline; then
do $given$ begin perform pg_temp.submit_number(2, p_deadline_ms => 1000); end $given$;
select is(
    pg_temp.redeem(
        'ff_claim_execution', 2, pg_temp.grant_key(2), 'a',
        $$p_deadline_at => '2030-01-01 13:00:00+00'$$
    ) ->> 'deadline_at',
    '2030-01-01T12:00:01+00:00',
    'the deadline of the execution is unchanged'
);
-- given a deadline that has passed; then
do $given$ begin perform pg_temp.submit_number(3); end $given$;
select is(
    pg_temp.redeem(
        'ff_claim_execution', 3, pg_temp.grant_key(3), 'a',
        $$p_deadline_at => '2029-01-01 00:00:00+00'$$
    ) ->> 'lease_remaining_ms',
    '0',
    'the lease ends at once'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants still hold');

select * from finish();
rollback;
