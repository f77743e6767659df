-- tests_sql/submit/ff_create_executions/takes_null_items_and_bytes_in_hex.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given items without JSON, some with bytes; then
select results_eq(
    $$select c.outcome, c.error_detail
    from flowfabric.ff_create_executions('lane', array[null, null, '1', null, null]::jsonb[], '{
        "payload": [null, "\\x00FF", "\\x00", "no hex: \\xzz", "\\x"]
    }') as c$$,
    $$values
    ('created', null::jsonb),
    ('created', null),
    (
        'invalid',
        '{"argument": "p_payload", "message": "p_payload must be null when p_input is given"}'
    ),
    (
        'invalid',
        '{"argument": "p_options.payload", "message": "p_options.payload is not in hex"}'
    ),
    ('created', null)$$,
    'a null item has no JSON; bytes beside JSON, and malformed bytes, are refused'
);
select pg_temp.advance('1 second');
select results_eq(
    $$select c.input, c.payload from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10) as c$$,
    $$values (null::jsonb, null::bytea), (null, '\x00ff'), (null, '')$$,
    'the worker gets the bytes'
);
select is(
    (
        select array_agg(c.outcome)
        from flowfabric.ff_create_executions('alike', array[null, 'null', null]::jsonb[]) as c
    ),
    '{created,created,created}',
    'null items need no option'
);
select pg_temp.advance('1 second');
select results_eq(
    $$select c.input from flowfabric.ff_claim_batch('alike', 'a', 'a-1', 10) as c$$,
    $$values (null::jsonb), ('null'), (null)$$,
    'null items are not the JSON null'
);
select * from finish();
rollback;
