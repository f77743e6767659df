-- tests_sql/execution/ff_erase_executions/erases_a_flow_with_its_last_member.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/fetched.sql
\ir ../../lib/flows.sql
-- given a flow with a tag that was cancelled for a reason
do $given$ begin
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}, "c": {"after": ["a"]}}');
    perform flowfabric.ff_set_flow_tag(pg_temp.flow_id(), 'a.b', 'text');
    perform flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'a reason', p_actor => 'ada');
end $given$;
create function pg_temp.texts()
returns text
language sql
as $texts$
    select concat_ws(' ', f.tags, f.cancel_reason, (
        select string_agg(v.details ->> 'reason', ',' order by v.event_id)
        from flowfabric.ff_operator_event as v
        where v.flow_id = f.flow_id
    ))
    from flowfabric.ff_flow as f
    where f.flow_id = pg_temp.flow_id()
$texts$;
select is(pg_temp.texts(), '{"a.b": "text"} a reason a reason', 'given its texts');
-- when two of its members are erased; then they are there
create function pg_temp.erase(variadic p_names text[])
returns bigint
language sql
as $erase$
    select a.changed_count
    from flowfabric.ff_erase_executions(jsonb_build_object('execution_ids', (
        select jsonb_agg(pg_temp.node(n.name)) from unnest(p_names) as n (name)
    ))) as a
$erase$;
select is(pg_temp.erase('b', 'c'), 2::bigint, 'two of three');
select is(pg_temp.texts(), '{"a.b": "text"} a reason a reason', 'one member has its contents');
-- when the last one is; then they are not
select is(pg_temp.erase('a'), 1::bigint, 'the third');
select is(pg_temp.texts(), '{} erased', 'the flow is erased, too');
-- given a flow with a thousand members; then the last one does not look at all others each time
do $given$
declare
    v_flow_id uuid;
begin
    v_flow_id := (flowfabric.ff_create_flow()).flow_id;
    perform set_config('test.flow_id', v_flow_id::text, true);
    perform count(*) from flowfabric.ff_create_executions(
        'lane', array_fill('{}'::jsonb, array[1000]), jsonb_build_object('flow_id', v_flow_id)
    );
    perform flowfabric.ff_cancel_executions(jsonb_build_object('flow_id', v_flow_id), 'no');
    analyze;
end $given$;
select cmp_ok(
    pg_temp.cost_of(format(
        'select flowfabric.ff_erase_executions(%L)',
        jsonb_build_object('flow_id', pg_temp.flow_id())
    )),
    '<=', 30000::numeric, 'a member costs what it costs in a small flow'
);
select * from finish();
rollback;
