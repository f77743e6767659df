begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql

-- given a-1 is an instance of a; when b registers under it; then
do $given$ begin perform flowfabric.ff_register_worker('a', 'a-1', '{lane}'); end $given$;
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select pg_temp.stored() as before
\gset
select is(
    pg_temp.error_of($$select flowfabric.ff_register_worker('b', 'a-1', '{lane}')$$),
    '{
        "sqlstate": "22023",
        "message": "p_worker_instance_id belongs to another worker that is alive",
        "detail": {"argument": "p_worker_instance_id"},
        "hint": "Every process needs an instance id of its own."
    }',
    'it is refused while a is alive'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_register_worker('b', 'a-1', '{lane}', p_namespace => 'tenant')).outcome,
    'registered',
    'in another namespace the id is free'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    (flowfabric.ff_register_worker('b', 'a-1', '{lane}')).outcome,
    'registered',
    'when a is dead, the id is free'
);
select results_eq(
    $$select worker_id from flowfabric.ff_list_workers('default')$$, $$values ('b')$$,
    'then it is b''s'
);

select * from finish();
rollback;
