-- tests_sql/submit/ff_create_executions/refuses_words_for_instants.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
-- given words that PostgreSQL reads as instants, by a clock that is not the engine's; then
select results_eq(
    $$select c.outcome, c.error_detail ->> 'message'
    from flowfabric.ff_create_executions(
        'lane', '{1,2,3,4,5,6}',
        '{"run_at": ["now", "today", "tomorrow", "yesterday", "NOW", "tomorrow 12:00:00+00"]}'
    ) as c$$,
    $$values
    ('invalid', 'p_options.run_at is not an instant'),
    ('invalid', 'p_options.run_at is not an instant'),
    ('invalid', 'p_options.run_at is not an instant'),
    ('invalid', 'p_options.run_at is not an instant'),
    ('invalid', 'p_options.run_at is not an instant'),
    ('invalid', 'p_options.run_at is not an instant')$$,
    'words such as now are refused'
);
select * from finish();
rollback;
