begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

do $given$ begin
    perform flowfabric.ff_create_consumer(
        'b', '{completed}', 'tenant', 'billing.customer', '17', p_max_lag_ms => 5
    );
    perform flowfabric.ff_create_consumer('a');
    perform flowfabric.ff_read_consumer('a', 1);
end $given$;
select is(
    (select to_jsonb(l) from flowfabric.ff_list_consumers('a') as l),
    jsonb_build_object(
        'consumer', 'b', 'kinds', '{completed}'::text[], 'namespace', 'tenant',
        'tag_key', 'billing.customer', 'tag_value', '17', 'max_lag_ms', 5,
        'cursor', pg_temp.cursor(:first_id), 'read_cursor', pg_temp.cursor(:first_id),
        'backlog', 4, 'oldest_unread_at', pg_temp.clock(), 'created_at', pg_temp.clock(),
        'created_by', session_user, 'owner', session_user,
        'last_read_at', null, 'last_acked_at', null
    ),
    'all fields of a consumer that has not begun'
);
select results_eq(
    'select l.consumer, l.read_cursor from flowfabric.ff_list_consumers() as l',
    format(
        $$values ('a', %L), ('b', %L)$$,
        pg_temp.cursor(:first_id, 1), pg_temp.cursor(:first_id)
    ),
    'all consumers, by name'
);
select is(
    (select count(*) from flowfabric.ff_list_consumers(p_limit => 1)), 1::bigint,
    'the list is read page by page'
);
select is(
    pg_temp.refusal('select flowfabric.ff_list_consumers(p_limit => 1001)'), '22023 p_limit',
    'a page size beyond the limit is refused'
);
select is(
    pg_temp.refusal('select flowfabric.ff_list_consumers(p_limit => null)'), '22004 p_limit',
    'a null page size is refused'
);

select * from finish();
rollback;
