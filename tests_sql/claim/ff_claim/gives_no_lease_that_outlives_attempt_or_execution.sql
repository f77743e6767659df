begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given a ttl of 30 s, and timeouts and deadlines before and after it; when claimed; then the
-- nearest counts
create function pg_temp.lease_of(
    p_attempt_timeout_ms bigint, p_policy_timeout_ms bigint, p_deadline_ms bigint
)
returns bigint
language plpgsql
as $lease_of$
declare
    v_lane_id constant text := gen_random_uuid()::text;
begin
    perform flowfabric.ff_create_execution(
        v_lane_id,
        p_deadline_ms => p_deadline_ms,
        p_policy => jsonb_build_object(
            'timeout_policy', jsonb_build_object('attempt_timeout_ms', p_policy_timeout_ms)
        )
    );
    return (
        select c.lease_remaining_ms
        from flowfabric.ff_claim(v_lane_id, 'a', 'a-1',
        p_attempt_timeout_ms => p_attempt_timeout_ms) as c
    );
end;
$lease_of$;

select is(
    pg_temp.lease_of(null, null, null), 30000::bigint,
    'the ttl counts when it is the shortest'
);
select is(
    pg_temp.lease_of(60000, 60000, 60000), 30000::bigint,
    'a later timeout does not lengthen the lease'
);
select is(
    pg_temp.lease_of(5000, null, null), 5000::bigint,
    'an earlier timeout that the claim asks for counts'
);
select is(
    pg_temp.lease_of(null, 5000, null), 5000::bigint,
    'an earlier timeout of the policy counts'
);
select is(
    pg_temp.lease_of(6000, 5000, null), 5000::bigint,
    'of two timeouts the shorter counts: the policy''s'
);
select is(
    pg_temp.lease_of(4000, 5000, null), 4000::bigint,
    'of two timeouts the shorter counts: the claim''s'
);
select is(
    pg_temp.lease_of(null, null, 3000), 3000::bigint,
    'an earlier deadline of the execution counts'
);
select is(pg_temp.lease_of(4000, 5000, 1), 1::bigint, 'a deadline that is very near counts');

select * from finish();
rollback;
