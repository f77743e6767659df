-- tests_sql/flow/ff_list_flows/ends_a_page_after_many_members.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql

-- given flows of two members each, and a bound of three members a page
do $given$ begin
    set local search_path = flowfabric, public;
    for v_flow in 1..3 loop
        perform pg_temp.advance('1 s');
        perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}}');
    end loop;
    execute replace(pg_get_functiondef('ff_list_flows'::regproc), '20000', '3');
end $given$;
-- when they are listed; then the page ends with the flow that reaches the bound
select is((select count(*) from flowfabric.ff_list_flows()), 2::bigint, 'the first page');
select results_eq(
    $$
        select l.flow_id
        from flowfabric.ff_list_flows(
            p_after => (select max(o.flow_id::text)::uuid from flowfabric.ff_list_flows() as o)
        ) as l
    $$,
    'select pg_temp.flow_id()',
    'the next page has the rest'
);
select is_empty(
    'select l.flow_id from flowfabric.ff_list_flows(p_after => pg_temp.flow_id()) as l',
    'the list ends with a page without rows'
);
select * from finish();
rollback;
