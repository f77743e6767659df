-- tests_sql/limit/ff_create_quota_policy/refuses_bad_arguments.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
create function pg_temp.refused(text) returns text language sql as $$
    select pg_temp.refusal(format('select flowfabric.ff_create_quota_policy(%s)', $1))
$$;
select is(pg_temp.refused('null, 1, 1, 1'), '22004 p_quota_policy_id', 'a null id');
select is(pg_temp.refused('gen_random_uuid(), null, 1, 1'), '22004 p_window_ms', 'a null window');
select is(
    pg_temp.refused('gen_random_uuid(), 1, null, 1'), '22004 p_max_per_window',
    'a null rate'
);
select is(
    pg_temp.refused('gen_random_uuid(), 1, 1, null'), '22004 p_max_concurrent',
    'a null number of slots'
);
select is(
    pg_temp.refused('gen_random_uuid(), 1, 1, 1, null'), '22004 p_jitter_ms',
    'a null jitter'
);
select is(pg_temp.refused('gen_random_uuid(), -1, 0, 1'), '22023 p_window_ms', 'a window below 0');
select is(
    pg_temp.refused('gen_random_uuid(), 0, 1, 1'), '22023 p_window_ms',
    'a rate without a window'
);
select is(
    pg_temp.refused('gen_random_uuid(), 1, -1, 1'), '22023 p_max_per_window', 'a negative rate'
);
select is(
    pg_temp.refused('gen_random_uuid(), 1, 1000001, 1'), '22023 p_max_per_window',
    'a rate above the limit'
);
select is(
    pg_temp.refused('gen_random_uuid(), 1, 1, -1'), '22023 p_max_concurrent',
    'a negative number of slots'
);
select is(
    pg_temp.refused('gen_random_uuid(), 1, 1, 1, -1'), '22023 p_jitter_ms', 'negative jitter'
);
select is((select count(*)::integer from flowfabric.ff_quota_policy), 0, 'nothing was written');
select is(
    pg_temp.refused('gen_random_uuid(), 0, 0, 0'), 'nothing',
    'a policy without limits is accepted'
);
select * from finish();
rollback;
