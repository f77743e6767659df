-- tests_sql/limit/ff_create_budget/creates_it_once.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select is(pg_temp.budget(p_reset_interval_ms => 60000), 'created', 'the budget is created');
select is(pg_temp.budget(p_reset_interval_ms => 60000), 'already_satisfied', 'once');
select is(
    pg_temp.budget(p_reset_interval_ms => 60000, p_on_hard_limit => 'cancel_all'),
    'differs',
    'another definition is a conflict, not satisfied'
);
create function pg_temp.with_limits(p_dimensions text[], p_hard bigint[], p_soft bigint[])
returns text
language sql
as $with_limits$
    select c.outcome
    from flowfabric.ff_create_budget(
        pg_temp.budget_id(), 'tenant', 'acme', p_reset_interval_ms => 60000,
        p_dimensions => p_dimensions, p_hard_limits => p_hard, p_soft_limits => p_soft
    ) as c
$with_limits$;
select is(
    pg_temp.with_limits('{tokens}', '{100}', '{80}'), 'already_satisfied',
    'a dimension without limits may be left out'
);
select is(
    pg_temp.with_limits('{tokens}', '{101}', '{80}'), 'differs',
    'another limit is a conflict'
);
select is(
    pg_temp.with_limits('{tokens,calls}', '{100,1}', '{80,0}'), 'differs',
    'another dimension is a conflict'
);
select is(
    (
        select to_jsonb(s) - array['created_at', 'owner', 'next_reset_at', 'budget_id']
        from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s
    ),
    '{"scope_type": "tenant", "scope_id": "acme", "enforcement_mode": "strict",
      "on_hard_limit": "block", "on_soft_limit": "warn", "usage": {"cost": 0, "tokens": 0},
      "reserved": {"cost": 0, "tokens": 0}, "hard_limits": {"cost": 0, "tokens": 100},
      "soft_limits": {"cost": 0, "tokens": 80}, "is_breached": false, "breach_count": 0,
      "soft_breach_count": 0, "last_breach_at": null, "last_breach_dimension": null,
      "reset_interval_ms": 60000, "reset_count": 0, "last_reset_at": null}'::jsonb,
    'the budget stays as it is'
);
select results_eq(
    $$select s.next_reset_at, s.created_at
    from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s$$,
    $$values (pg_temp.clock() + interval '1 minute', pg_temp.clock())$$,
    'its first period has begun'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
