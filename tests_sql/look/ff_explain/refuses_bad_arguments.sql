-- tests_sql/look/ff_explain/refuses_bad_arguments.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
select throws_ok(
    'select flowfabric.ff_explain(null)', '22004', null, 'a null execution'
);
select throws_ok(
    $$select flowfabric.ff_explain('nonsense')$$, '22P02', null, 'an id that is not a UUID'
);
select throws_ok(
    $$select flowfabric.ff_explain('00000000-0000-7000-8000-000000000001', '{a b}')$$,
    '22023', null, 'a capability with a blank'
);
select throws_ok(
    $$select flowfabric.ff_explain('00000000-0000-7000-8000-000000000001', '{null}')$$,
    '22023', null, 'a null capability'
);
select * from finish();
rollback;
