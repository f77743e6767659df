-- tests_sql/limit/ff_create_budget/refuses_bad_arguments.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
create function pg_temp.refused(text) returns text language sql as $$
    select pg_temp.refusal(format('select flowfabric.ff_create_budget(%s)', $1))
$$;
select is(pg_temp.refused($$null, 'a', 'b'$$), '22004 p_budget_id', 'a null id');
select is(pg_temp.refused($$gen_random_uuid(), null, 'b'$$), '22004 p_scope_type', 'a null scope');
select is(pg_temp.refused($$gen_random_uuid(), 'a', ''$$), '22023 p_scope_id', 'an empty scope');
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', 'lenient'$$), '22023 p_enforcement_mode', 'mode'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_on_hard_limit => 'explode'$$),
    '22023 p_on_hard_limit', 'an unknown rule for hard limits'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_reset_interval_ms => -1$$),
    '22023 p_reset_interval_ms', 'interval'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_dimensions => '{t}'$$),
    '22023 p_hard_limits', 'null limits'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_dimensions => '{t}', p_hard_limits => '{1}'$$),
    '22023 p_soft_limits', 'null soft limits'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_dimensions => '{t,t}',
        p_hard_limits => '{1,1}', p_soft_limits => '{1,1}'$$),
    '22023 p_dimensions', 'one dimension twice'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_dimensions => '{t}',
        p_hard_limits => '{-1}', p_soft_limits => '{1}'$$),
    '22023 p_hard_limits', 'a limit below 0'
);
select is(
    pg_temp.refused($$gen_random_uuid(), 'a', 'b', p_dimensions => null$$),
    '22004 p_dimensions', 'limits without dimensions'
);
select is((select count(*)::integer from flowfabric.ff_budget), 0, 'nothing was written');
select * from finish();
rollback;
