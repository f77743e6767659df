begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given two executions of a lane, the first of which is held; when its holder delays it by 0 ms, 10
-- s later; then
do $given$
begin
    perform pg_temp.submit_number(1, p_policy => '{"retry_policy": {"max_retries": 1}}');
end;
$given$;
select pg_temp.claim('a') as handle
\gset
create temporary table before as
select e.attempt_id from flowfabric.ff_exec_core as e;
do $given$ begin perform pg_temp.submit_number(2); end $given$;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

select is(
    to_jsonb(flowfabric.ff_delay(:'handle', 0)),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "waiting",
        "claimable_at": "2030-01-01T12:00:10+00:00",
        "claimable_in_ms": 0,
        "is_replay": false
    }',
    'it can be claimed at once'
);
select results_eq(
    $$
        select eligibility_state, blocking_reason, attempt_state, retry_count, total_attempt_count
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('eligible_now', 'waiting_for_worker', 'attempt_interrupted', 0, 1)$$,
    'no attempt, retry or takeover is counted'
);
select results_eq(
    $$
        select
            c.execution_id, c.attempt_index, c.attempt_type, c.lease_epoch,
            c.attempt_id = b.attempt_id
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c
        cross join before as b
    $$,
    $$
        values
        ('00000000-0000-7000-8000-000000000002'::uuid, 0, 'initial', 1::bigint, false),
        ('00000000-0000-7000-8000-000000000001', 0, 'resume', 2, true)
    $$,
    'it comes behind work that was due before, with the same attempt, under the next epoch'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('released', 'none', '{1}', '{1}', 'a'),
        ('acquired', 'none', '{2}', '{1}', 'b'),
        ('acquired', 'none', '{1}', '{2}', 'b')
    $$,
    'no lease expired and nothing was reclaimed'
);

select * from finish();
rollback;
