-- tests_sql/look/ff_explain/refuses_bad_arguments.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
select throws_ok(
    'select flowfabric.ff_explain(null)', '22004', null, 'an execution is needed'
);
select throws_ok(
    $$select flowfabric.ff_explain('nonsense')$$, '22P02', null, 'and has the form of one'
);
select throws_ok(
    $$select flowfabric.ff_explain('00000000-0000-7000-8000-000000000001', '{a b}')$$,
    '22023', null, 'a capability has no blanks'
);
select throws_ok(
    $$select flowfabric.ff_explain('00000000-0000-7000-8000-000000000001', '{null}')$$,
    '22023', null, 'nor is it null'
);
select * from finish();
rollback;
