begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

select pg_temp.suspended() as id
\gset
select results_eq(
    format('select outcome, why from flowfabric.ff_revoke_lease(%L)', :'id'),
    $$values ('already_satisfied', 'no_active_lease')$$,
    'nobody holds it'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_change_priority(%L, 7)', :'id')),
    'ZF202 execution_not_eligible', 'another priority has to wait until it does for a worker'
);
select is(pg_temp.signal(:'id'), 'resume_condition_satisfied', 'it goes on as if nobody had asked');
select is(
    pg_temp.refusal(format('select flowfabric.ff_change_priority(%L, 7)', :'id')), 'nothing',
    'then its priority can be changed'
);

select * from finish();
rollback;
