begin;
select plan(1);
\ir ../../lib/clock.sql

-- given registrations that ended at 12:00:30 and at 12:00:31; when another worker registers a day
-- later; then
do $given$
begin
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}');
    perform flowfabric.ff_register_worker('a', 'a-2', '{lane}', '{}', 31000);
    perform pg_temp.advance('1 day 30 s 1 us');
    perform flowfabric.ff_register_worker('b', 'b-1', '{lane}');
end;
$given$;
select results_eq(
    'select worker_instance_id, is_alive from flowfabric.ff_list_workers()',
    $$values ('a-2', false), ('b-1', true)$$,
    'only registrations that ended more than a day ago are removed'
);

select * from finish();
rollback;
