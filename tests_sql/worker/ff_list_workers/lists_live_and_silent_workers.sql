begin;
select plan(3);
\ir ../../lib/clock.sql

-- given a-1 with a ttl of 10 s, b-1 with one of 10.000001 s, c-1 in another namespace; 10 s later
do $given$
begin
    perform flowfabric.ff_register_worker('b', 'b-1', '{lane}', '{}', 20000);
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}', '{}', 10000);
    perform flowfabric.ff_register_worker('c', 'c-1', '{lane}', '{}', 20000, 'tenant');
    perform pg_temp.advance('10 s');
end;
$given$;
select results_eq(
    'select namespace, worker_instance_id, is_alive, expires_at from flowfabric.ff_list_workers()',
    $$
        values
        ('default', 'a-1', true, '2030-01-01 12:00:10+00'::timestamptz),
        ('default', 'b-1', true, '2030-01-01 12:00:20+00'),
        ('tenant', 'c-1', true, '2030-01-01 12:00:20+00')
    $$,
    'at the very end of its ttl a worker is alive'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select results_eq(
    $$select worker_instance_id, is_alive from flowfabric.ff_list_workers('default')$$,
    $$values ('a-1', false), ('b-1', true)$$,
    'a microsecond later it is dead, though no call has marked it'
);
select is_empty(
    $$select * from flowfabric.ff_list_workers('nobody')$$,
    'an unknown namespace has no workers'
);

select * from finish();
rollback;
