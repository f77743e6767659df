-- tests_sql/limit/ff_check_admission/refuses_bad_arguments.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.policy(1000, 1, 1) as done \gset
select pg_temp.submit(1, 1) as done \gset
select flowfabric.ff_cancel_execution(pg_temp.id(1), 'not wanted') as cancelled \gset
select is(
    pg_temp.refusal('select flowfabric.ff_check_admission(null, pg_temp.id(1))'),
    '22004 p_quota_policy_id', 'a null policy'
);
select is(
    pg_temp.refusal('select flowfabric.ff_check_admission(pg_temp.policy_id(), null)'),
    '22004 p_execution_id', 'a null execution'
);
select is(
    pg_temp.refusal(
        'select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(1), null)'
    ),
    '22004 p_quota_key', 'a null key'
);
select is(
    pg_temp.refusal('select flowfabric.ff_check_admission(pg_temp.policy_id(), ''x'')'),
    '22P02', 'a key that is not an id'
);
select is(
    pg_temp.refusal(
        'select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(1), E''\n'')'
    ),
    '22023 p_quota_key', 'a key that is not a label'
);
select is(
    pg_temp.refusal('select flowfabric.ff_check_admission(pg_temp.policy_id(9), pg_temp.id(1))'),
    'ZF601 quota_policy_not_found', 'an unknown policy'
);
select is(
    pg_temp.refusal('select flowfabric.ff_check_admission(pg_temp.policy_id(), pg_temp.id(1))'),
    'ZF207 execution_already_terminal', 'an execution that has ended'
);
select * from finish();
rollback;
