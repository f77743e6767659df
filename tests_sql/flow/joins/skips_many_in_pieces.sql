begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
\ir ../../lib/no_time.sql
-- given 150 executions after one; when it fails, and there is no time; then
do $given$ begin perform set_config('search_path', 'flowfabric, public', true); end $given$;
select pg_temp.flow((
    select
        jsonb_object_agg('n' || i, '{"after": ["root"]}'::jsonb)
        || jsonb_build_object('root', '{}'::jsonb)
    from generate_series(1, 150) as i
)) is null as submitted;
select is(pg_temp.fail('root'), 'terminal_failed', 'the root fails');
select results_eq(
    $$
        select s.skipped, s.waiting_children
        from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s
    $$,
    $$values (1::bigint, 149::bigint)$$,
    'its transaction skips one'
);
do $when$
begin
    for v_visit in 1..1000 loop
        exit when not exists (select 1 from flowfabric.ff_flow_todo);
        perform pg_temp.advance('1 s');
        update flowfabric.ff_flow_todo set written_by = '3';
        perform flowfabric._do_flow_todos(100, pg_temp.clock());
    end loop;
end;
$when$;
select results_eq(
    $$select s.skipped, s.failed from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s$$,
    $$values (150::bigint, 1::bigint)$$,
    'ticks skip the others'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
