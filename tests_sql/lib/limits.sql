-- A quota policy, a budget, and executions with numbers that are subject to them. Needs clock.sql.
\set QUIET on
create function pg_temp.policy_id(p_number integer default 1)
returns uuid
language sql
as $policy_id$
    select ('00000000-0000-7000-8000-' || lpad(to_hex(p_number), 12, '0'))::uuid
$policy_id$;

create function pg_temp.policy(
    p_window_ms bigint, p_per_window integer, p_concurrent integer, p_number integer default 1,
    p_jitter_ms bigint default 0
)
returns text
language sql
as $policy$
    select c.outcome
    from flowfabric.ff_create_quota_policy(
        pg_temp.policy_id(p_number), p_window_ms, p_per_window, p_concurrent, p_jitter_ms
    ) as c
$policy$;

create function pg_temp.budget_id(p_number integer default 1)
returns uuid
language sql
as $budget_id$
    select pg_temp.policy_id(p_number + 176)
$budget_id$;

-- cost without a limit, and tokens: hard 100, soft 80
create function pg_temp.budget(
    p_number integer default 1, p_on_hard_limit text default 'block',
    p_reset_interval_ms bigint default 0, p_enforcement_mode text default 'strict',
    p_scope_type text default 'tenant', p_scope_id text default 'acme'
)
returns text
language sql
as $budget$
    select c.outcome
    from flowfabric.ff_create_budget(
        pg_temp.budget_id(p_number), p_scope_type, p_scope_id, p_enforcement_mode, p_on_hard_limit,
        'warn', p_reset_interval_ms, '{cost,tokens}', '{0,100}', '{0,80}'
    ) as c
$budget$;

create function pg_temp.id(p_number integer)
returns uuid
language sql
as $id$
    select ('00000000-0000-7000-8000-' || lpad(to_hex(p_number), 12, '0'))::uuid
$id$;

-- executions p_from to p_to, a millisecond apart
create function pg_temp.submit(
    p_from integer, p_to integer, p_quota integer default null, p_quota_key text default null,
    p_budgets integer[] default null, p_fairness_key text default null,
    p_policy jsonb default null, p_lane_id text default 'lane', p_priority integer default 0,
    p_delay_ms bigint default null, p_deadline_ms bigint default null
)
returns void
language plpgsql
as $submit$
begin
    for v_number in p_from..p_to loop
        perform flowfabric.ff_create_execution(
            p_lane_id, to_jsonb(v_number),
            p_quota_policy_id => pg_temp.policy_id(p_quota),
            p_quota_key => p_quota_key,
            p_budget_ids => (select array_agg(pg_temp.budget_id(b)) from unnest(p_budgets) as b),
            p_fairness_key => p_fairness_key,
            p_policy => p_policy, p_priority => p_priority, p_delay_ms => p_delay_ms,
            p_deadline_ms => p_deadline_ms, p_execution_id => pg_temp.id(v_number)
        );
        perform pg_temp.advance('1 millisecond');
    end loop;
end;
$submit$;

-- the numbers of the executions that claims take, until there is no more work: '1 2 3'
create function pg_temp.claim_all(p_limit integer default 100, p_ttl_ms bigint default 30000)
returns text
language plpgsql
as $claim_all$
declare
    v_numbers text[] := '{}';
    v_input jsonb;
begin
    for v_claim in 1..p_limit loop
        select c.input
        into v_input
        from flowfabric.ff_claim('lane', 'w', 'w-1', p_lease_ttl_ms => p_ttl_ms) as c;
        exit when v_input is null;
        v_numbers := v_numbers || (v_input #>> '{}');
    end loop;
    return array_to_string(v_numbers, ' ');
end;
$claim_all$;

-- the handle of the lease that is held
create function pg_temp.handle(p_number integer)
returns text
language sql
as $handle$
    select flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000)
    from flowfabric.ff_exec_core as e
    where pg_temp.number(e.execution_id) = p_number
$handle$;

-- stored states, by number: '1 active, 2 quota_first'
create function pg_temp.states()
returns text
language sql
as $states$
    select string_agg(
        pg_temp.number(e.execution_id) || ' ' || e.state, ', ' order by e.execution_id
    )
    from flowfabric.ff_exec_core as e
$states$;

-- the holders of slots: '1 2'
create function pg_temp.holders()
returns text
language sql
as $holders$
    select coalesce(
        string_agg(pg_temp.number(t.execution_id)::text, ' ' order by t.execution_id), ''
    )
    from flowfabric.ff_quota_token as t
    where t.kind = 'slot' and t.free_at > pg_temp.clock()
$holders$;

create function pg_temp.sound()
returns text
language sql
as $sound$
    select coalesce(string_agg(f.invariant || ' ' || f.detail, '; '), 'healthy')
    from flowfabric.ff_check() as f
$sound$;
