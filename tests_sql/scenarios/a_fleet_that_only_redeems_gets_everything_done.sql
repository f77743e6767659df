begin;
select plan(5);
\ir ../lib/clock.sql
\ir ../lib/errors.sql
\ir ../lib/leased_execution.sql
\ir ../lib/numbered_executions.sql
\ir ../lib/grants.sql

-- given work of every kind: fresh, failing once, handed back, crashing once, always crashing, with
-- a deadline that passes, delayed; when a scheduler grants and workers only redeem; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        p_required_capabilities => case when n % 2 = 0 then '{gpu}'::text[] else '{}' end,
        p_delay_ms => case n when 7 then 90000 end,
        p_deadline_ms => case n when 6 then 1 end,
        p_policy => '{
            "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 3000}},
            "max_reclaim_count": 2
        }'
    )
    from generate_series(1, 8) as n;
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table work (item serial, n integer, kind text, outcome text, attempt_type text);
do $when$
declare
    v_answer jsonb;
    v_handle text;
    r_grant record;
begin
    for v_second in 1..200 loop
        for r_grant in
            select g.*
            from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1', '{gpu}') as g
        loop
            v_answer := pg_temp.redeem(
                case r_grant.kind
                    when 'claim' then 'ff_claim_execution'
                    when 'resume' then 'ff_claim_resumed_execution'
                    else 'ff_reclaim_execution'
                end,
                pg_temp.number(r_grant.execution_id), r_grant.grant_key, 'a',
                'p_lease_ttl_ms => 2000'
            );
            insert into work (n, kind, outcome, attempt_type)
            values (
                pg_temp.number(r_grant.execution_id), r_grant.kind, v_answer ->> 'outcome',
                v_answer ->> 'attempt_type'
            );
            v_handle := v_answer ->> 'handle';
            case
                when v_handle is null then null;
                when pg_temp.number(r_grant.execution_id) = 2
                    and (v_answer ->> 'attempt_index') = '0'
                    then perform flowfabric.ff_fail(v_handle, 'broken');
                when pg_temp.number(r_grant.execution_id) = 3
                    and v_answer ->> 'attempt_type' = 'initial'
                    then perform flowfabric.ff_delay(v_handle, 5000);
                -- a crash: the worker makes no more calls
                when pg_temp.number(r_grant.execution_id) = 4
                    and v_answer ->> 'attempt_type' = 'initial' then null;
                when pg_temp.number(r_grant.execution_id) = 5 then null;
                else perform flowfabric.ff_complete(v_handle);
            end case;
        end loop;
        perform pg_temp.advance('1 s');
    end loop;
end;
$when$;
select results_eq(
    $$
        select n, d.public_state, d.total_attempt_count, d.failure_reason
        from generate_series(1, 8) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'completed', 1, null),
        (2, 'completed', 2, null),
        (3, 'completed', 1, null),
        (4, 'completed', 2, null),
        (5, 'failed', 3, 'max_reclaims_exceeded'),
        (6, 'expired', 0, 'execution_deadline'),
        (7, 'completed', 1, null),
        (8, 'completed', 1, null)
    $$,
    'every execution has ended'
);
select results_eq(
    $$
        select n, string_agg(concat_ws(' ', kind, attempt_type, outcome), ', ' order by item)
        from work
        group by n
        order by n
    $$,
    $$
        values
        (1, 'claim initial'),
        (2, 'claim initial, claim retry'),
        (3, 'claim initial, resume resume'),
        (4, 'claim initial, reclaim reclaim claimed'),
        (
            5,
            'claim initial, reclaim reclaim claimed, reclaim reclaim claimed, '
            'reclaim reclaim_cap_exceeded'
        ),
        (7, 'claim initial'),
        (8, 'claim initial')
    $$,
    'each had the grants that it needed'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'no grant is left');
select is(flowfabric.ff_next_due_in_ms('lane', '{gpu}'), null, 'nothing is due any more');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
