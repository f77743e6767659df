-- tests_sql/submit/ff_create_execution/refuses_priorities_out_of_range.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
-- when the priority is not 0 to 9000; then
prepare submit_with (integer) as
select flowfabric.ff_create_execution('lane', p_priority => $1);

select throws_ok(
    'execute submit_with(-1)', '22023', 'p_priority must be between 0 and 9000', '-1 is refused'
);
select throws_ok(
    'execute submit_with(9001)', '22023', 'p_priority must be between 0 and 9000', '9001 is refused'
);
select throws_ok(
    'execute submit_with(2147483647)', '22023', 'p_priority must be between 0 and 9000',
    'the largest integer is refused'
);
select throws_ok(
    'execute submit_with(-2147483648)', '22023', 'p_priority must be between 0 and 9000',
    'the smallest integer is refused'
);
select is_empty(
    'select 1 from flowfabric.ff_exec_core',
    'nothing was written, and no priority was changed'
);
select lives_ok('execute submit_with(0)', '0 is accepted');
select lives_ok('execute submit_with(9000)', '9000 is accepted');
select * from finish();
rollback;
