-- tests_sql/limit/ff_read_quota_policy_limits/returns_no_row_for_an_unknown_policy.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select is_empty(
    'select 1 from flowfabric.ff_read_quota_policy_limits(pg_temp.policy_id())',
    'an unknown policy has no row'
);
select is(
    pg_temp.refusal('select flowfabric.ff_read_quota_policy_limits(null)'),
    '22004 p_quota_policy_id', 'a null id is refused'
);
select * from finish();
rollback;
