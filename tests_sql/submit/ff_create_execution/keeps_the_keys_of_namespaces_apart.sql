-- tests_sql/submit/ff_create_execution/keeps_the_keys_of_namespaces_apart.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
-- given a key in one namespace; when another namespace uses the same key; then
select is(
    (
        select array_agg(c.outcome order by n.item)
        from unnest(array['a', 'b', 'a', 'b', 'A']) with ordinality as n (namespace, item)
        cross join lateral flowfabric.ff_create_execution(
            'lane', to_jsonb(lower(n.namespace)), p_namespace => n.namespace,
            p_idempotency_key => 'key'
        ) as c
    ),
    '{created,created,duplicate,duplicate,created}',
    'each namespace has its own execution; names differ by case'
);
select is(
    (
        select array_agg(c.outcome order by n.item)
        from
            unnest(array['key', 'Key', 'key ', 'ключ', repeat('k', 512)])
            with ordinality as n (idempotency_key, item)
        cross join lateral flowfabric.ff_create_execution(
            'lane', p_idempotency_key => n.idempotency_key
        ) as c
    ),
    '{created,created,created,created,created}',
    'a key is any text of up to 512 bytes, compared byte by byte'
);
select * from finish();
rollback;
