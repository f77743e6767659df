-- tests_sql/limit/ff_check_admission/admits_ids_of_other_databases_for_owners_only.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/limits.sql
\ir ../../lib/roles.sql
-- given a policy of an operator, one of a tenant, and a worker
select
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_operator') as operator,
    pg_temp.login_of() as tenant
\gset
grant ff_worker to :"tenant";
select pg_temp.policy(0, 0, 2) as done
\gset
select pg_temp.policy(0, 0, 2, 2) as done
\gset
do $given$ begin
    perform flowfabric.ff_set_owner('quota_policy', pg_temp.policy_id(1)::text, 'ff_operator');
end $given$;
select flowfabric.ff_set_owner('quota_policy', pg_temp.policy_id(2)::text, :'tenant') is null as done
\gset
select pg_temp.submit(1, 1) as done
\gset
create function pg_temp.check_of(p_policy integer, p_id integer) returns text language sql as $$
    select format(
        'select flowfabric.ff_check_admission(%L, %L)', pg_temp.policy_id(p_policy), pg_temp.id(p_id)
    )
$$;
create function pg_temp.release_of(p_policy integer, p_id integer) returns text language sql as $$
    select format(
        'select flowfabric.ff_release_admission(%L, %L)', pg_temp.policy_id(p_policy),
        pg_temp.id(p_id)
    )
$$;
-- then
select is(
    pg_temp.refusal_as(:'worker', pg_temp.check_of(1, 7)), 'ZF801 not_authorised',
    'a worker does not fill a policy with an id that it made up'
);
select is_empty('select * from flowfabric.ff_admission_guard', 'nor leaves it anything to keep');
select is(
    pg_temp.refusal_as(:'worker', pg_temp.check_of(1, 1)), 'nothing',
    'an execution of this database is admitted for it'
);
select is(
    pg_temp.refusal_as(:'operator', pg_temp.check_of(1, 7)), 'nothing',
    'another id is admitted for an operator'
);
select is(
    pg_temp.refusal_as(:'tenant', pg_temp.check_of(2, 8)), 'nothing',
    'and for the owner of the policy'
);
select is(
    pg_temp.refusal_as(:'worker', pg_temp.release_of(1, 7)), 'ZF801 not_authorised',
    'a worker does not release what it was not admitted to'
);
select is(
    pg_temp.refusal_as(:'tenant', pg_temp.release_of(2, 8)), 'nothing', 'the owner may'
);
select is(
    pg_temp.refusal_as(:'worker', pg_temp.release_of(1, 9)), 'nothing',
    'where nothing was admitted, nothing is refused'
);
select * from finish();
rollback;
