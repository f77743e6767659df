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
    'a suspended execution has no holder'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_change_priority(%L, 7)', :'id')),
    'ZF202 execution_not_eligible', 'its priority cannot be changed while it is suspended'
);
select is(
    pg_temp.signal(:'id'), 'resume_condition_satisfied',
    'it resumes as if no call had been made'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_change_priority(%L, 7)', :'id')), 'nothing',
    'then its priority can be changed'
);

select * from finish();
rollback;
