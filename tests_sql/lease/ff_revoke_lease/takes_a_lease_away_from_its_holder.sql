begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease of 30 s, 10 s ago; when an operator revokes it; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
create temporary table before as
select e.lease_id from flowfabric.ff_exec_core as e;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

select is(
    to_jsonb(flowfabric.ff_revoke_lease(
        pg_temp.id(1), p_reason => 'the worker hangs', p_actor => 'ada'
    )),
    (
        select
            jsonb_build_object(
                'execution_id', '00000000-0000-7000-8000-000000000001',
                'outcome', 'revoked',
                'why', null,
                'lease_id', b.lease_id,
                'lease_epoch', 1
            )
        from before as b
    ),
    'the answer names the lease'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, attempt_state,
            public_state, lease_epoch, claimable_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'active', 'lease_revoked', 'not_applicable', 'waiting_for_worker',
            'attempt_interrupted', 'active', 1::bigint, '2030-01-01 12:00:10+00'::timestamptz
        )
    $$,
    'it can be taken over from now on'
);
select results_eq(
    $$
        select
            e.kind::text, pg_temp.number(e.execution_id), e.lease_epoch, e.lease_id = b.lease_id,
            e.worker_id, e.occurred_at, o.details - 'role'
        from flowfabric.ff_event as e
        inner join flowfabric.ff_operator_event as o on o.event_id = e.event_id
        cross join before as b
        where e.kind <> 'acquired'
    $$,
    $$
        select
            'revoked', 1, 1::bigint, true, 'a',
            '2030-01-01 12:00:10+00'::timestamptz,
            jsonb_build_object(
                'session_user', session_user, 'actor', 'ada', 'reason', 'the worker hangs'
            )
    $$,
    'the event says who revoked it and why'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF103 lease_revoked',
    'the holder is refused'
);
select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1')
    $$,
    $$values (1, 'reclaim', 2::bigint)$$,
    'the next claim takes over, with the next attempt, under the next epoch'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF102 stale_lease',
    'then the former lease is stale'
);
select results_eq(
    'select kind, epochs, worker_id from pg_temp.events()',
    $$
        values ('acquired', '{1}', 'a'), ('revoked', '{1}', 'a'), ('reclaimed', '{2}', 'b')
    $$,
    'no expiry is recorded'
);
select results_eq(
    $$
        select attempt_index, attempt_type, outcome
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (0, 'initial', 'interrupted_reclaimed'), (1, 'reclaim', null)$$,
    'the attempt was interrupted'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
