-- tests_sql/look/ff_explain/judges_by_quotas.sql
-- noqa: disable=AL03, LT05, LT09
begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/explained.sql
-- given a policy of one slot, one of two beginnings in 10 seconds, and an execution without limits
select pg_temp.policy(0, 0, 1), pg_temp.policy(10000, 2, 0, 2) \gset
select pg_temp.submit(1, 2, 1), pg_temp.submit(3, 5, 2), pg_temp.submit(6, 6) \gset
select is(
    pg_temp.gate(pg_temp.id(1), 'quota'), 'open free',
    'slots that have not been made yet are free'
);
select is(pg_temp.gate(pg_temp.id(6), 'quota'), 'open free', 'without limits the gate is open');
-- when all are claimed that the limits allow
select is(pg_temp.claim_all(), '1 3 4 6', 'one slot and two beginnings are given out');
-- then
select is(
    pg_temp.gate(pg_temp.id(2), 'quota'), 'closed concurrency_limit 30000',
    'there is no slot until the lease lapses or is given back'
);
select is(
    pg_temp.gate_detail(pg_temp.id(2), 'quota'),
    jsonb_build_object('quota_policy_id', pg_temp.policy_id(1), 'quota_key', ''),
    'the detail names the policy and the key'
);
select is(
    pg_temp.gate(pg_temp.id(5), 'verdict'), 'closed quota 10000', 'two have begun in this window'
);
select is(pg_temp.gate(pg_temp.id(5), 'quota'), 'closed rate_limit 10000', 'the gate says so');
select is(
    pg_temp.gate(pg_temp.id(1), 'quota'), 'open free',
    'a running execution is not kept back by its own slot'
);
-- when a lease lapses, and the window ends
do $when$ begin
    perform pg_temp.advance('9999 ms');
    perform flowfabric.ff_renew(pg_temp.handle(1), 1);
    perform pg_temp.advance('1 ms');
end $when$;
select is(
    pg_temp.gate(pg_temp.id(1), 'quota'), 'open free',
    'the lapsed execution may be taken over with its slot'
);
select is(
    pg_temp.gate(pg_temp.id(2), 'quota'), 'open free',
    'and the other may have the slot, whichever comes first'
);
select is(
    pg_temp.gate(pg_temp.id(5), 'quota'), 'open free',
    'the window has ended, to the microsecond'
);
-- given an attempt that was handed back while the window is full
do $given$ begin
    perform flowfabric.ff_delay(pg_temp.handle(3), 0);
    perform flowfabric.ff_check_admission(pg_temp.policy_id(2), pg_temp.id(6));
    perform flowfabric.ff_check_admission(
        pg_temp.policy_id(2), '00000000-0000-7000-8000-0000000000ff'
    );
end $given$;
select is(
    pg_temp.gate(pg_temp.id(5), 'quota'), 'closed rate_limit 10000',
    'admissions fill the window again'
);
select is(
    pg_temp.gate(pg_temp.id(3), 'verdict'), 'open claimable',
    'the attempt was counted when it began'
);
-- given limits of the lane
do $given$ begin
    perform pg_temp.policy(0, 0, 1, 3);
    perform flowfabric.ff_register_lane(
        'lane', p_options => format(
            '{"quota_policy_id": "%s", "quota_key": "shared"}', pg_temp.policy_id(3)
        )::jsonb
    );
    perform flowfabric.ff_check_admission(pg_temp.policy_id(3), pg_temp.id(2), 'shared');
    perform pg_temp.submit(7, 7);
end $given$;
select is(
    pg_temp.gate_detail(pg_temp.id(7), 'quota'),
    jsonb_build_object('quota_policy_id', pg_temp.policy_id(3), 'quota_key', 'shared'),
    'they apply to all its executions'
);
select is(
    pg_temp.gate(pg_temp.id(2), 'quota'), 'open free',
    'except to one that they admitted already'
);
do $when$ begin
    perform flowfabric.ff_release_admission(pg_temp.policy_id(3), pg_temp.id(2));
    perform flowfabric.ff_block_execution(pg_temp.id(7), 'waiting_for_quota');
end $when$;
select is(
    pg_temp.gate(pg_temp.id(7), 'operator'), 'closed waiting_for_quota',
    'the gate of an operator''s block gives its reason'
);
do $when$ begin perform flowfabric.ff_unblock_execution(pg_temp.id(7)); end $when$;
select is(
    pg_temp.gate(pg_temp.id(7), 'verdict'), 'open claimable',
    'when it is unblocked, it can be claimed'
);
select * from finish();
rollback;
