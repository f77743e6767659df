begin;
select plan(3);
\ir ../../lib/clock.sql

-- given w-1 in three namespaces, w and w-10 in one; when read page by page; then
do $given$
begin
    perform flowfabric.ff_register_worker('w', i.id, '{lane}', p_namespace => i.namespace)
    from (
        values ('w-1', 'b'), ('w-10', 'a'), ('w-1', 'c'), ('w', 'a'), ('w-1', 'a b')
    ) as i (id, namespace);
end;
$given$;
create temporary table page (item serial, page_key text);
do $when$
declare
    v_after text;
begin
    for v_page in 1..6 loop
        insert into page (page_key)
        select w.page_key
        from flowfabric.ff_list_workers(p_after => v_after, p_limit => 1) as w
        returning page_key into v_after;
        exit when not found;
    end loop;
end;
$when$;
select results_eq(
    'select page_key from page order by item',
    $$values ('w a'), ('w-1 a b'), ('w-1 b'), ('w-1 c'), ('w-10 a')$$,
    'each is listed once, in the order of the instance ids'
);
select results_eq(
    $$select page_key from flowfabric.ff_list_workers(p_after => 'w-1')$$,
    $$values ('w-10 a')$$,
    'an instance id alone as the page key skips all its namespaces'
);
select is_empty('select * from flowfabric.ff_list_workers(p_limit => 0)', 'a page may be empty');

select * from finish();
rollback;
