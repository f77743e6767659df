begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

do $given$
begin
    perform pg_temp.submit_number(1, p_tags => '{"a.b": "1", "a.b.c": "2"}');
    perform flowfabric.ff_set_execution_tag(pg_temp.id(1), 'a.b', '3');
end;
$given$;
select is(flowfabric.ff_get_execution_tag(pg_temp.id(1), 'a.b'), '3', 'the present value');
select is(
    flowfabric.ff_get_execution_tag(pg_temp.id(1), 'a.b.c'), '2',
    'a key with a dot is not a path'
);
select is(flowfabric.ff_get_execution_tag(pg_temp.id(1), 'a.c'), null, 'an unknown tag is null');
select is(
    flowfabric.ff_get_execution_tag(pg_temp.id(2), 'a.b'), null,
    'a tag of an unknown execution is null'
);

select * from finish();
rollback;
