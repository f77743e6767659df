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
    'a worker is refused for an id that this database does not have'
);
select is_empty('select * from flowfabric.ff_admission_guard', 'the call leaves no row for such an id');
select is(
    pg_temp.refusal_as(:'worker', pg_temp.check_of(1, 1)), 'nothing',
    'it may admit an execution of this database'
);
select is(
    pg_temp.refusal_as(:'operator', pg_temp.check_of(1, 7)), 'nothing',
    'an operator may admit another id'
);
select is(
    pg_temp.refusal_as(:'tenant', pg_temp.check_of(2, 8)), 'nothing',
    'so may the owner of the policy'
);
select is(
    pg_temp.refusal_as(:'worker', pg_temp.release_of(1, 7)), 'ZF801 not_authorised',
    'a worker may not release an id that it was not admitted for'
);
select is(
    pg_temp.refusal_as(:'tenant', pg_temp.release_of(2, 8)), 'nothing', 'the owner may release it'
);
select is(
    pg_temp.refusal_as(:'worker', pg_temp.release_of(1, 9)), 'nothing',
    'a release without an admission is accepted'
);
select * from finish();
rollback;
