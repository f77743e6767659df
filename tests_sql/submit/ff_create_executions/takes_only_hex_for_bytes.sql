-- tests_sql/submit/ff_create_executions/takes_only_hex_for_bytes.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
-- given a payload that is not hex; then
select results_eq(
    $$select c.outcome, c.error_code
    from flowfabric.ff_create_executions(
        'lane', array[null, null]::jsonb[], '{"payload": ["plain text", "\\000"]}'
    ) as c$$,
    $$values ('invalid', '22023'), ('invalid', '22023')$$,
    'text is refused: it would be taken for other bytes than were meant'
);
select * from finish();
rollback;
