begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent with steps and three children
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(pg_temp.spawn(:'handle', 'c', 'a'), 'spawned, spawned', 'given');
select is((flowfabric.ff_save_step(:'handle', 'value')).outcome, 'saved', 'given');
select is(pg_temp.spawn(:'handle', 'b'), 'spawned', 'given');
-- then
select is(
    array(
        select c.step_key
        from generate_series(0, 3) as n
        cross join
            lateral flowfabric.ff_list_children(
                :'parent_id', (array['c', 'a', 'b'])[n], 1
            ) as c
        order by n
    ),
    '{c,a,b}',
    'in pages of one'
);
-- when arguments are wrong; then
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_list_children(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_execution_id'),
    (format('%L, %L', :'parent_id', 'value'), '22023 p_after'),
    (format('%L, p_limit => -1', :'parent_id'), '22023 p_limit')
) as b (arguments, refusal);
-- when a child has large results; then
do $given$
declare
    v_parent_id constant uuid := (
        select distinct e.parent_id from flowfabric.ff_exec_core as e where e.parent_id is not null
    );
begin
    perform flowfabric.ff_complete(
        pg_temp.start_child(v_parent_id, k.step_key),
        p_result => decode(repeat('00', 9437184), 'hex')
    )
    from unnest('{c,a}'::text[]) as k (step_key);
end;
$given$;
select is(
    array(select c.step_key from flowfabric.ff_list_children(:'parent_id') as c),
    '{c}',
    'a page ends at 16 MiB'
);
select * from finish();
rollback;
