begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that may be taken over once, and other work behind it; when it crashes its
-- second worker; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 1, p_policy => '{"max_reclaim_count": 1}');
    perform pg_temp.claim('a');
    perform pg_temp.advance('30 s');
    perform pg_temp.claim('b');
    perform pg_temp.submit_number(2);
    perform pg_temp.advance('30 s');
end;
$given$;

select results_eq(
    $$select execution_id, attempt_type, lease_epoch from flowfabric.ff_claim('lane', 'c', 'c-1')$$,
    $$values ('00000000-0000-7000-8000-000000000002'::uuid, 'initial', 1::bigint)$$,
    'the claim goes on to the next candidate'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, failure_reason, lease_epoch, lease_reclaim_count,
            total_attempt_count, claimable_at, terminal_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'terminal', 'unowned', 'not_applicable', 'none', 'failed', 'attempt_terminal', 'failed',
            'max_reclaims_exceeded', 2::bigint, 2, 2, null::timestamptz,
            '2030-01-01 12:01:00+00'::timestamptz
        )
    $$,
    'and the execution ends failed'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('expired', 'none', '{1}', '{1}', 'a'),
        ('reclaimed', 'none', '{1}', '{2}', 'b'),
        ('expired', 'none', '{1}', '{2}', 'b'),
        ('completed', 'failed', '{1}', '{2}', 'b'),
        ('acquired', 'none', '{2}', '{1}', 'c')
    $$,
    'with exactly one completion event'
);
select results_eq(
    $$
        select attempt_index, outcome
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (0, 'interrupted_reclaimed'), (1, 'interrupted_reclaimed')$$,
    'both attempts were interrupted'
);
select results_eq(
    $$
        select public_state, failure_reason
        from flowfabric.ff_get_execution_result('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('failed', 'max_reclaims_exceeded')$$,
    'the result says why'
);
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select results_eq(
    $$select split_part(execution_id::text, '-', 5) from flowfabric.ff_claim('lane', 'd', 'd-1')$$,
    $$values ('000000000002')$$,
    'it is never claimed again'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
