-- tests_sql/submit/ff_create_executions/refuses_too_large_items_one_by_one.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
-- given a batch in which one input is a byte too long; then
select results_eq(
    $$select c.outcome, c.error_code, c.error_detail
    from flowfabric.ff_create_executions(
        'lane',
        array['1', to_jsonb(repeat('x', 16777215)), to_jsonb(repeat('x', 16777214)), '4']
    ) as c$$,
    $$values
    ('created', null, null),
    (
        'invalid', '22023',
        '{"argument": "p_input", "message": "p_input must be at most 16 MiB"}'::jsonb
    ),
    ('created', null, null),
    ('created', null, null)$$,
    'only this item is refused'
);
select * from finish();
rollback;
